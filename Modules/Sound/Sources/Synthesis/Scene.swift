/// A generator of a sound, one block after the other, whose copies can start anywhere on the loop.
protocol Scene: Sendable {
    /// The number of frames after which earlier sound is inaudible, so that generation starts that
    /// much earlier.
    var tail: Int { get }

    /// Writes the next block into the mixer.
    mutating func fill(_ mixer: Mixer)
}
