import Kernel

/// A speaker of words through a recording, a synthesizer, or nothing.
package struct Voice: Sendable {
    /// Starts to say a word and returns at once, interrupting the previous word.
    ///
    /// It returns a failure of this word or of the previous one: a missing synthesizer or player,
    /// or a program that failed or did not end.
    package let say: @Sendable (_ utterance: Utterance) -> Failure?
    package let stop: @Sendable () -> Void
    /// Says a word and returns after its end, which takes only a short time.
    ///
    /// - Throws: a `Failure` if the word could not be spoken.
    package let sayAndWait: @Sendable (_ utterance: Utterance) throws -> Void
    /// Checks that this machine can speak.
    ///
    /// - Throws: `missingProgram` if it cannot.
    package let check: @Sendable () throws -> Void
    /// Tests the output without a word and returns the failure, or nil if it works.
    ///
    /// Without a speech program it returns nil as well, because `say` reports that at once.
    package let trial: @Sendable () -> Failure?

    package init(
        say: @escaping @Sendable (Utterance) -> Failure?, stop: @escaping @Sendable () -> Void,
        sayAndWait: @escaping @Sendable (Utterance) throws -> Void, check: @escaping @Sendable () throws -> Void,
        trial: @escaping @Sendable () -> Failure? = { nil }
    ) {
        self.say = say
        self.stop = stop
        self.sayAndWait = sayAndWait
        self.check = check
        self.trial = trial
    }

    /// Creates a voice with the recordings, which are known only after all plugins are loaded.
    package typealias Maker = @Sendable (_ recordings: Recordings) -> Voice

    /// A voice that says nothing, for a dry run.
    package static let silent = Voice(say: { _ in nil }, stop: {}, sayAndWait: { _ in }, check: {})
}
