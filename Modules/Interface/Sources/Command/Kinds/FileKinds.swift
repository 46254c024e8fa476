import Kernel

extension ValueKind where Value == InputFile {
    /// A file to read, or standard input for `-`.
    ///
    /// The file is opened when the command asks for its bytes.
    public static var inputFile: Self {
        ValueKind("FILE") { word, context in InputFile(path: try validPath(word), files: context.files) }
    }
}

extension ValueKind where Value == OutputFile {
    /// A file to write, or standard output for `-`.
    public static var outputFile: Self {
        ValueKind("FILE") { word, context in OutputFile(path: try validPath(word), files: context.files) }
    }

    /// A web page to write, whose name must not have the extension of another format.
    ///
    /// Otherwise a program that cannot read it would open it.
    public static var pageFile: Self {
        ValueKind("FILE") { word, context in
            guard !otherExtensions.contains(word.fileExtension ?? "") else {
                throw Failure(
                    .badPath, "a web page is written, and the name says another form.",
                    advice: "Let it end in .html; a browser prints that, and makes a PDF of it.", kind: .usage)
            }
            return OutputFile(path: try validPath(word), files: context.files)
        }
    }
}

/// The extensions of formats other than a web page.
private let otherExtensions: Set = [
    "pdf", "doc", "docx", "odt", "rtf", "txt", "text", "md", "csv", "json", "xls", "xlsx", "png", "jpg", "jpeg", "svg",
    "zip",
]

private func validPath(_ word: String) throws -> String {
    guard !word.isEmpty, !word.utf8.contains(0), word.utf8.count < 4096 else {
        throw Failure(.badPath, "this is not the path of a file.", kind: .usage)
    }
    return word
}
