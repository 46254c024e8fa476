import Kernel

/// The words that this process was started with.
public enum ProcessWords {
    /// All but the program's name. Swift's own list repairs what is not UTF-8, and a repaired note or name would be kept as if it were meant.
    ///
    /// - Throws: `Failure` `notUTF8` (kind `badData`), which names the word.
    public static func arguments() throws -> [String] {
        let given = UnsafeMutableBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
        return try (given.isEmpty ? ThisProcess.words ?? given : given).enumerated().dropFirst().map { place, word in
            guard let bytes = word else { return "" }
            guard let word = String(validatingCString: bytes) else {
                throw Failure(
                    .notUTF8, "Word \(place) of the command line, “\(String(cString: bytes))”, is not UTF-8 text.",
                    advice: "Use a UTF-8 terminal; a file with such a name can be given on standard input, as -.", kind: .badData)
            }
            return word
        }
    }

    /// Where the program that runs lies, from the root; nil where the system does not say.
    public static var program: String? { ThisProcess.program }

    /// Writes a line to standard error, while a command goes on.
    public static let say: @Sendable (String) -> Void = { line in
        var rest = ArraySlice((Sanitised.line(line) + "\n").utf8)
        while !rest.isEmpty {
            let done = rest.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
            guard done > 0 else { return }
            rest = rest.dropFirst(done)
        }
    }
}
