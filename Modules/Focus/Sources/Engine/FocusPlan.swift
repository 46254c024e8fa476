import Kernel

/// The layout of a session: the lengths of focus and breaks, and the rounds in a cycle.
package struct FocusPlan: Codable, Hashable, Sendable {
    /// A policy for gaps, the times without a sign of the user.
    ///
    /// A gap arises when the computer sleeps, the program is killed or the clock jumps.
    package enum GapPolicy: String, Codable, CaseIterable, Sendable {
        /// Stops the clock at the last seen moment and asks the user about the gap.
        case ask
        /// Counts the gap as focus.
        case count
        /// Ends the session at the last seen moment.
        case stop
    }

    /// Seconds of focus in a round, or nil to count up until it is skipped or stopped.
    package let focus: Int?
    /// Seconds of the break after each round except the last.
    package let shortBreak: Int
    /// Seconds of the break after the last round.
    package let longBreak: Int
    /// The number of rounds before a long break, 1…12.
    package let rounds: Int
    /// The policy for time without a sign of the user.
    package private(set) var gaps: GapPolicy
    /// The stored form of `flows`, or nil for false.
    private var flow: Bool?
    /// The stored form of `startsRoundsAutomatically`, or nil for false.
    private var auto: Bool?

    /// Whether a break lasts a fifth of the focus before it instead of a fixed time.
    package var flows: Bool { flow ?? false }
    /// Whether the next round begins by itself after a short break.
    ///
    /// After a long break it waits for the user.
    package var startsRoundsAutomatically: Bool { auto ?? false }

    /// Creates a plan and checks its limits.
    ///
    /// - Throws: `planInvalid` if focus is not 1 second to 24 hours, a break is not 0 to 24 hours,
    ///   or rounds are not 1 to 12.
    package init(focus: Int?, shortBreak: Int, longBreak: Int, rounds: Int, gaps: GapPolicy = .ask) throws {
        guard (1...Span.longest).contains(focus ?? 1), (0...Span.longest).contains(shortBreak),
            (0...Span.longest).contains(longBreak), (1...12).contains(rounds)
        else {
            throw Failure(
                .planInvalid,
                "A round takes 1 second to 24 hours, a break up to 24 hours, and there are 1 to 12 rounds.",
                advice: "Choose other lengths.", kind: .badData)
        }
        self.init(checked: focus, shortBreak, longBreak, rounds, gaps)
    }

    /// Creates a plan from values within the limits, without a check.
    init(checked focus: Int?, _ shortBreak: Int, _ longBreak: Int, _ rounds: Int, _ gaps: GapPolicy = .ask) {
        self.focus = focus
        self.shortBreak = shortBreak
        self.longBreak = longBreak
        self.rounds = rounds
        self.gaps = gaps
    }

    /// Returns a copy with another length of focus.
    ///
    /// Nil counts up.
    package func focusing(for seconds: Int?) throws -> FocusPlan {
        try FocusPlan(focus: seconds, shortBreak: shortBreak, longBreak: longBreak, rounds: rounds, gaps: gaps)
    }

    /// Returns a copy with another gap policy.
    package func handling(gaps: GapPolicy) -> FocusPlan {
        var copy = self
        copy.gaps = gaps
        return copy
    }

    /// Returns a copy with rounds that count up and breaks derived from them.
    package func flowing() throws -> FocusPlan {
        var copy = try focusing(for: nil)
        copy.flow = true
        return copy
    }

    /// Returns a copy with rounds that begin by themselves.
    package func startingRoundsAutomatically() -> FocusPlan {
        var copy = self
        copy.auto = true
        return copy
    }

    /// Returns the milliseconds of the break after the given milliseconds of focus in a flow plan.
    ///
    /// The break is a fifth of the focus in whole seconds, and 30 minutes at most.
    package static func flowBreak(after focused: Int) -> Int { min(1800, focused / 5000) * 1000 }

    private enum CodingKeys: String, CodingKey { case focus, shortBreak, longBreak, rounds, gaps, flow, auto }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        try self.init(
            focus: container.decodeIfPresent(Int.self, forKey: .focus),
            shortBreak: container.decode(Int.self, forKey: .shortBreak),
            longBreak: container.decode(Int.self, forKey: .longBreak),
            rounds: container.decode(Int.self, forKey: .rounds),
            gaps: container.decode(GapPolicy.self, forKey: .gaps))
        flow = try container.decodeIfPresent(Bool.self, forKey: .flow)
        auto = try container.decodeIfPresent(Bool.self, forKey: .auto)
    }
}
