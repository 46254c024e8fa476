import Kernel
import Synchronization

/// One terminal, one program at a time.
private let terminal = Mutex(())

extension ProgramCall {
    /// Runs the program with our terminal, in our process group: an editor, or a pager that is given `input` to show.
    ///
    /// Until it ends, SIGINT and SIGQUIT are ignored here: Ctrl-C at the terminal is meant for the program. There is no deadline. That the
    /// program stops reading its input early (`q` in a pager) is no error.
    ///
    /// - Returns: how it ended.
    /// - Throws: `Failure` `missingProgram`, `cannotRun`, `missingFolder`, `unusableArgument`.
    @discardableResult
    public func runInteractively() throws -> ProgramEnding {
        try terminal.withLock { _ in
            let before = [SIGINT, SIGQUIT].map { ($0, ignore($0)) }
            defer {
                for (signal, action) in before {
                    var action = action
                    sigaction(signal, &action, nil)
                }
            }
            let program = try spawn(.interactive)
            var outlet = Outlet(program.input, input)
            outlet.writeAll()
            return try program.reap()
        }
    }
}

/// Ignores a signal and returns what was done about it before.
private func ignore(_ signal: Int32) -> sigaction {
    var ignoring = sigaction()
    ignoring.handler = SIG_IGN
    var before = sigaction()
    sigaction(signal, &ignoring, &before)
    return before
}
