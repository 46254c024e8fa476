import Kernel

/// Tells a person what went wrong, on standard error: a sentence, and one of advice when there is some. Never a trace.
enum Trouble {
    /// Says it.
    ///
    /// - Returns: the exit status; 0 when nobody reads the output any more, which is no trouble.
    static func report(_ error: any Error, app: String, on console: any Console) -> Int32 {
        let console = LatinConsole.around(console)
        guard let failure = error as? Failure else {
            console.tell("\(app): An unexpected error happened (\(type(of: error))).")
            return Failure.Kind.failed.exitStatus
        }
        guard failure.code != .outputClosed else { return 0 }
        console.tell("\(app): \(line(console.tongue.say(sentence: failure.message)))")
        if !failure.advice.isEmpty { console.tell(line(console.tongue.say(sentence: failure.advice))) }
        return failure.kind.exitStatus
    }

    /// A message may quote a word that is a megabyte long.
    private static func line(_ text: String) -> String {
        let line = Sanitised.line(String(text.prefix(400)))
        return text.count > 400 ? line + " …" : line
    }
}
