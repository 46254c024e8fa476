import Kernel

extension Failure.Code {
    /// Thrown when every installed player failed, or the sound file for it cannot be written.
    package static var notHeard: Self { Self() }
    /// Thrown when no FLAC encoder is installed, or its output cannot be written.
    package static var notPacked: Self { Self() }
    /// Thrown when no installed program plays the format of a recording.
    package static var noPlayer: Self { Self() }
    /// Thrown when a speech program or player fails, finds no loudspeaker or exceeds its time
    /// limit.
    package static var noSound: Self { Self() }
    /// Thrown when no program that plays background sound is installed.
    package static var nothingPlays: Self { Self() }
}
