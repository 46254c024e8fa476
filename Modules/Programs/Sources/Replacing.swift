import Kernel

extension ProgramCall {
    /// Becomes the program: same process, same terminal, same standard input. Does not return when that works.
    ///
    /// Call it with nothing left to flush or close. Where the system cannot replace the process, the program is run interactively.
    ///
    /// - Returns: the exit status to leave with, when the program was run instead.
    /// - Throws: `Failure` `missingProgram`, `cannotRun`, `missingFolder`, `unusableArgument`.
    public func replace() throws -> Int32 {
        try replace { execve($0, $1, $2) }
    }

    package typealias Vector = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

    /// As `replace()`, by a call that returns only when it has failed.
    package func replace(by exec: (String, Vector, Vector) -> Int32) throws -> Int32 {
        try checkBeforeStarting()
        // Bytes for its input need somebody to write them.
        if input.isEmpty {
            let before = [SIGPIPE, SIGXFSZ].map { ($0, signal($0, SIG_DFL)) }
            _ = withVectors { exec(executable, $0, $1) }
            for (number, action) in before { signal(number, action) }
        }
        return try runInteractively().shellStatus
    }
}
