import Kernel
import Synchronization

/// A lock that lets one program at a time use the terminal.
private let terminal = Mutex(())

extension ProgramCall {
    /// Runs the program with this process's terminal, in its process group, such as an editor, or a
    /// pager that shows `input`.
    ///
    /// Until it ends, this process ignores SIGINT and SIGQUIT, so that Ctrl-C reaches the program
    /// alone. There is no deadline. A program that stops reading its input early (`q` in a pager)
    /// is no error.
    ///
    /// - Returns: the ending.
    /// - Throws: `Failure` `missingProgram`, `cannotRun`, `missingFolder`, `unusableArgument`.
    @discardableResult
    package func runInteractively() throws -> ProgramEnding {
        try terminal.withLock { _ in
            let previousActions = [SIGINT, SIGQUIT].map { ($0, ignore($0)) }
            defer {
                for (signal, action) in previousActions {
                    var action = action
                    sigaction(signal, &action, nil)
                }
            }
            let program = try spawn(.interactive)
            var writer = StdinWriter(program.input, input)
            writer.writeAll()
            return try program.reap()
        }
    }
}

/// Ignores a signal and returns the previous action.
private func ignore(_ signal: Int32) -> sigaction {
    var ignoreAction = sigaction()
    ignoreAction.handler = SIG_IGN
    var previousAction = sigaction()
    sigaction(signal, &ignoreAction, &previousAction)
    return previousAction
}
