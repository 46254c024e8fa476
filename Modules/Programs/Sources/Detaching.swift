import Kernel

extension ProgramCall {
    /// Starts the program and leaves it to itself: it has no terminal, nothing to read and nobody who reads what it writes, and it goes on
    /// when this process ends. Nobody learns how it ended; it is seen off when the next program is started, so that no zombies gather.
    ///
    /// - Throws: `unusableArgument`, `missingFolder`, `missingProgram`, `cannotRun`.
    public func startDetached() throws { _ = try spawn(.detached) }
}
