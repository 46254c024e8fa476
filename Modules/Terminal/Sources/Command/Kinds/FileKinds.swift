import Kernel

extension ValueKind where Value == InputFile {
    /// A file to read; `-` is standard input. It is not opened before the command asks for its bytes.
    public static var inputFile: Self {
        ValueKind("FILE") { word, context in InputFile(path: try path(word), files: context.files) }
    }
}

extension ValueKind where Value == OutputFile {
    /// A file to make; `-` is standard output.
    public static var outputFile: Self {
        ValueKind("FILE") { word, context in OutputFile(path: try path(word), files: context.files) }
    }
}

private func path(_ word: String) throws -> String {
    guard !word.isEmpty, !word.utf8.contains(0), word.utf8.count < 4096 else {
        throw Failure(.badPath, "this is not the path of a file.", kind: .usage)
    }
    return word
}
