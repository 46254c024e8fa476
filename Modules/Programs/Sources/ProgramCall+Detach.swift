import Kernel

extension ProgramCall {
    /// Starts the program without a terminal, input or readers of its output. It continues when
    /// this process ends.
    ///
    /// The next start reaps the program, so that no zombies accumulate. Its ending is not reported.
    ///
    /// - Throws: `unusableArgument`, `missingFolder`, `missingProgram`, `cannotRun`.
    package func startDetached() throws { _ = try spawn(.detached) }

    /// Starts the program detached and watches it for a while, because a program that cannot work
    /// mostly ends at once.
    ///
    /// - Returns: the ending, or nil while the program runs.
    /// - Throws: as `startDetached()`.
    package func startDetached(watchedFor seconds: Double) throws -> ProgramEnding? {
        let program = try spawn(.detached)
        for _ in 0..<max(1, Int(seconds / Self.watchInterval)) {
            usleep(UInt32(Self.watchInterval * 1_000_000))
            if program.hasEnded { return try program.waitAndReap() }
        }
        return nil
    }

    private static let watchInterval = 0.02
}
