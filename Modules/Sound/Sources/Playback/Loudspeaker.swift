import Kernel

/// An output for sounds.
package struct Loudspeaker: Sendable {
    /// Starts playback and returns at once.
    ///
    /// - Throws: `nothingPlays` if this machine has no working player.
    package let play: @Sendable (_ head: PlayHead) throws -> Playback

    package init(play: @escaping @Sendable (_ head: PlayHead) throws -> Playback) { self.play = play }

    /// A loudspeaker that plays nothing, for a dry run.
    package static let silent = Loudspeaker { _ in Playback(state: { .over }, position: { 0 }, end: {}) }
}

/// A sound during playback.
package struct Playback: Sendable {
    /// The state of playback.
    package enum State: Sendable {
        case playing
        case over
        /// Playback failed, for this reason.
        case failed(Failure)
    }

    package let state: @Sendable () -> State
    /// Returns the current frame in the clip.
    package let position: @Sendable () -> Int
    /// Starts the fade-out and returns when the player has it.
    package let end: @Sendable () -> Void

    package init(
        state: @escaping @Sendable () -> State, position: @escaping @Sendable () -> Int,
        end: @escaping @Sendable () -> Void
    ) {
        self.state = state
        self.position = position
        self.end = end
    }
}

/// A compressor of sound files.
package struct SoundPacker: Sendable {
    /// Compresses a WAV file to FLAC, reading its pieces from `next`.
    ///
    /// - Throws: a failure if no program on this machine can do so, and the errors of `write`.
    package let flac:
        @Sendable (_ next: @escaping @Sendable () -> [UInt8]?, _ write: ([UInt8]) throws -> Void) throws -> Void

    package init(
        flac:
            @escaping @Sendable (_ next: @escaping @Sendable () -> [UInt8]?, _ write: ([UInt8]) throws -> Void) throws
            -> Void
    ) { self.flac = flac }
}
