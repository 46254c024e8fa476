extension StringProtocol {
    /// The extension of a file name in lower case: `html` of `~/Book.HTML`. It is nil for `book`,
    /// `.profile` and `book.`.
    public var fileExtension: String? {
        guard let name = split(separator: "/").last, let dot = name.lastIndex(of: "."), dot > name.startIndex else {
            return nil
        }
        let fileExtension = name[name.index(after: dot)...].lowercased()
        return fileExtension.isEmpty ? nil : fileExtension
    }
}
