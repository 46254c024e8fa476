import Kernel

/// Where sounds are heard.
public struct Loudspeaker: Sendable {
    /// Begins to play and returns at once. Throws `noPlayer` where nothing on this machine plays.
    public let play: @Sendable (_ head: PlayHead) throws -> Playback

    /// A loudspeaker from a function.
    public init(play: @escaping @Sendable (_ head: PlayHead) throws -> Playback) { self.play = play }

    /// Plays nothing, and that is as it should be: a rehearsal.
    public static let silent = Loudspeaker { _ in Playback(state: { .over }, place: { 0 }, end: {}) }
}

/// Something that is being played.
public struct Playback: Sendable {
    /// How it goes.
    public enum State: Sendable {
        /// It is heard, as far as anybody here knows.
        case playing
        /// It came to its end.
        case over
        /// It is not heard: why.
        case failed(Failure)
    }

    /// How it goes now.
    public let state: @Sendable () -> State
    /// The frame of the clip that comes next.
    public let place: @Sendable () -> Int
    /// Lets it go softly. Nobody need stay for the rest.
    public let end: @Sendable () -> Void

    /// A playback from functions.
    public init(
        state: @escaping @Sendable () -> State, place: @escaping @Sendable () -> Int, end: @escaping @Sendable () -> Void
    ) { (self.state, self.place, self.end) = (state, place, end) }
}

/// Makes smaller files of sound.
public struct SoundPacker: Sendable {
    /// Packs a WAV file, which `next` gives piece by piece, as FLAC. Throws where no program here does it, and what `write` throws.
    public let flac: @Sendable (_ next: @escaping @Sendable () -> [UInt8]?, _ write: ([UInt8]) throws -> Void) throws -> Void

    /// A packer from a function.
    public init(
        flac: @escaping @Sendable (_ next: @escaping @Sendable () -> [UInt8]?, _ write: ([UInt8]) throws -> Void) throws -> Void
    ) { self.flac = flac }
}
