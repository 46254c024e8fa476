import Terminal

/// The beats that a metronome counts before the first movement, so that nobody is caught standing at the keys.
enum Countdown {
    static let beats = 4

    /// How many are left; nothing once it goes.
    static func blocks(_ left: Int) -> [Block] {
        left == 0 ? [] : [.heading(StyledText("Get ready: \(left)", .accent)), .gap]
    }
}
