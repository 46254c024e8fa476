import Interface

/// The beats that a metronome counts before the first movement, so that users have time to step
/// away from the keys.
enum Countdown {
    static let beats = 4

    /// Returns the number of beats left, or no blocks once the pattern starts.
    static func blocks(_ beatsLeft: Int) -> [Block] {
        beatsLeft == 0 ? [] : [.heading(StyledText("Get ready: \(beatsLeft)", .accent)), .gap]
    }
}
