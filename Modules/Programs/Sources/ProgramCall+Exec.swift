import Kernel

extension ProgramCall {
    /// Replaces this process with the program, with the same terminal and standard input. Does not
    /// return on success.
    ///
    /// Call it with nothing left to flush or close. If the system cannot replace the process, the
    /// program is run interactively.
    ///
    /// - Returns: the exit status, if the program was run instead.
    /// - Throws: `Failure` `missingProgram`, `cannotRun`, `missingFolder`, `unusableArgument`.
    package func replace() throws -> Int32 { try replace { execve($0, $1, $2) } }

    package typealias Vector = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

    /// Replaces the process through a call that returns only on failure.
    package func replace(by exec: (String, Vector, Vector) -> Int32) throws -> Int32 {
        try checkBeforeStarting()
        // Input bytes need a process that writes them.
        if input.isEmpty {
            let previousHandlers = [SIGPIPE, SIGXFSZ].map { ($0, signal($0, SIG_DFL)) }
            _ = withVectors { exec(executable, $0, $1) }
            for (number, action) in previousHandlers { signal(number, action) }
        }
        return try runInteractively().shellStatus
    }
}
