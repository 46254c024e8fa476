import Kernel

/// Says words aloud: a recording, a synthesiser, or nothing.
public struct Voice: Sendable {
    /// Begins to say a word and returns at once; what was being said stops.
    ///
    /// Gives what a person should know of it, or of the word before: no program that speaks, none that plays, one that failed or did not end.
    public let say: @Sendable (_ utterance: Utterance) -> Failure?
    /// Stops what is being said.
    public let stop: @Sendable () -> Void
    /// Says a word to its end, which is soon, however that is reached.
    ///
    /// Throws a `Failure` where it could not be said.
    public let sayToTheEnd: @Sendable (_ utterance: Utterance) throws -> Void
    /// Throws `missingProgram` where nothing on this machine speaks.
    public let check: @Sendable () throws -> Void
    /// Whether a word would be heard, tried with none: why not, or nil. Nil also where nothing speaks, which `say` tells at once.
    public let trial: @Sendable () -> Failure?

    /// A voice from functions.
    public init(
        say: @escaping @Sendable (Utterance) -> Failure?, stop: @escaping @Sendable () -> Void,
        sayToTheEnd: @escaping @Sendable (Utterance) throws -> Void, check: @escaping @Sendable () throws -> Void,
        trial: @escaping @Sendable () -> Failure? = { nil }
    ) {
        (self.say, self.stop, self.sayToTheEnd, self.check, self.trial) = (say, stop, sayToTheEnd, check, trial)
    }

    /// Whoever has recorded words is known when all plugins are: this makes a voice of them.
    public typealias Maker = @Sendable (_ recordings: Recordings) -> Voice

    /// Says nothing, and that is as it should be: a rehearsal.
    public static let silent = Voice(say: { _ in nil }, stop: {}, sayToTheEnd: { _ in }, check: {})
}
