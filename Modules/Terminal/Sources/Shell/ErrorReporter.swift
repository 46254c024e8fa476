import Interface
import Kernel

/// A reporter of errors on standard error: a sentence, optional advice, and no stack trace.
enum ErrorReporter {
    /// Prints an error.
    ///
    /// - Returns: the exit status, which is 0 if the reader has closed the output.
    static func report(_ error: any Error, app: String, on console: any Console) -> Int32 {
        let console = LatinConsole.ifNeeded(console)
        guard let failure = error as? Failure else {
            console.writeErrorLine("\(app): An unexpected error happened (\(type(of: error))).")
            return Failure.Kind.failed.exitStatus
        }
        guard failure.code != .outputClosed else { return 0 }
        console.writeErrorLine("\(app): \(line(console.translator.translation(sentence: failure.message)))")
        if !failure.advice.isEmpty {
            console.writeErrorLine(line(console.translator.translation(sentence: failure.advice)))
        }
        return failure.kind.exitStatus
    }

    /// Returns a message as a line, truncated because it may quote a very long word.
    private static func line(_ text: String) -> String {
        let line = Sanitized.line(String(text.prefix(400)))
        return text.count > 400 ? line + " …" : line
    }
}
