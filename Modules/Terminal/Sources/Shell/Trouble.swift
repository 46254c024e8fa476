import Kernel

/// Tells a person what went wrong, on standard error: one line, and one of advice when there is some. Never a trace.
enum Trouble {
    /// Says it.
    ///
    /// - Returns: the exit status; 0 when nobody reads the output any more, which is no trouble.
    static func report(_ error: any Error, app: String, on console: any Console) -> Int32 {
        let console = LatinConsole.around(console)
        guard let failure = error as? Failure else {
            console.writeError("\(app): An unexpected error happened (\(type(of: error))).\n")
            return Failure.Kind.failed.exitStatus
        }
        guard failure.code != .outputClosed else { return 0 }
        console.writeError("\(app): \(line(failure.message))\n")
        if !failure.advice.isEmpty { console.writeError("\(line(failure.advice))\n") }
        return failure.kind.exitStatus
    }

    /// A message may quote a word that is a megabyte long.
    private static func line(_ text: String) -> String {
        let line = Sanitised.line(String(text.prefix(400)))
        return text.count > 400 ? line + " …" : line
    }
}
