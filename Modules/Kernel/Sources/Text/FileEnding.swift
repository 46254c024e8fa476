extension StringProtocol {
    /// How the name of a file ends, in small letters: `html` of `~/Book.HTML`; nil where that says nothing: `book`, `.profile`, `book.`.
    public var fileEnding: String? {
        guard let name = split(separator: "/").last, let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
        let ending = name[name.index(after: dot)...].lowercased()
        return ending.isEmpty ? nil : ending
    }
}
