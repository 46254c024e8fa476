import Interface
import Kernel

/// The command line of this process, decoded from its bytes.
public enum ProcessArguments {
    /// Returns all arguments except the program's name.
    ///
    /// Swift's own list repairs invalid UTF-8, so a damaged note or name would be saved as if the
    /// user had meant it.
    ///
    /// - Throws: `Failure` `notUTF8` (kind `badData`), which names the word.
    public static func arguments() throws -> [String] {
        let rawWords = UnsafeMutableBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
        return try (rawWords.isEmpty ? ThisProcess.arguments ?? rawWords : rawWords).enumerated().dropFirst().map {
            place, word in
            guard let bytes = word else { return "" }
            guard let word = String(validatingCString: bytes) else {
                throw Failure(
                    .notUTF8, "Word \(place) of the command line, “\(String(cString: bytes))”, is not UTF-8 text.",
                    advice: "Use a UTF-8 terminal; a file with such a name can be given on standard input, as -.",
                    kind: .badData)
            }
            return word
        }
    }

    /// The absolute path of the running program, or nil if the system does not report it.
    public static var program: String? { ThisProcess.program }

    /// Writes a line to standard error while a command runs.
    public static let writeErrorLine: @Sendable (String) -> Void = { line in
        var rest = ArraySlice((Sanitized.line(line) + "\n").utf8)
        while !rest.isEmpty {
            let done = rest.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
            guard done > 0 else { return }
            rest = rest.dropFirst(done)
        }
    }
}
