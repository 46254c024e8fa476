import Kernel

extension ProgramCall {
    /// Starts the program and leaves it to itself: it has no terminal, nothing to read and nobody who reads what it writes, and it goes on
    /// when this process ends. Nobody learns how it ended; it is seen off when the next program is started, so that no zombies gather.
    ///
    /// - Throws: `unusableArgument`, `missingFolder`, `missingProgram`, `cannotRun`.
    public func startDetached() throws { _ = try spawn(.detached) }

    /// The same, looked at for a while: what cannot do its work mostly ends at once.
    ///
    /// - Returns: how it ended; nil while it runs.
    /// - Throws: as `startDetached()`.
    public func startDetached(watchedFor seconds: Double) throws -> ProgramEnding? {
        let program = try spawn(.detached)
        for _ in 0..<max(1, Int(seconds / Self.glance)) {
            usleep(UInt32(Self.glance * 1_000_000))
            if program.hasEnded { return try program.seeOff() }
        }
        return nil
    }

    private static let glance = 0.02
}
