import Kernel

/// How a session is laid out: how long to focus, how long to rest, and how many rounds make a cycle.
public struct FocusPlan: Codable, Hashable, Sendable {
    /// What to do about time in which nobody was seen at the timer: the computer slept, the program was killed, the clock jumped.
    public enum GapPolicy: String, Codable, CaseIterable, Sendable {
        /// Hold the timer where it was last seen, and ask what the time was.
        case ask
        /// Count it as focus.
        case count
        /// End the session where it was last seen.
        case stop
    }

    /// Seconds of focus in a round; nil to count up until it is skipped or stopped.
    public let focus: Int?
    /// Seconds of the break after each round but the last.
    public let shortBreak: Int
    /// Seconds of the break after the last round.
    public let longBreak: Int
    /// How many rounds of focus a long break ends, 1…12.
    public let rounds: Int
    /// What becomes of gaps.
    public private(set) var gaps: GapPolicy
    private var flow: Bool?
    private var auto: Bool?

    /// Whether a break is a fifth of the focus before it, instead of a length of its own.
    public var flows: Bool { flow ?? false }
    /// Whether the next round begins by itself behind a short break. Behind the long one it waits for the person.
    public var goesOn: Bool { auto ?? false }

    /// A plan within the limits.
    ///
    /// - Throws: `planInvalid` when focus is not 1 second to 24 hours, a break not 0 to 24 hours, or rounds not 1 to 12.
    public init(focus: Int?, shortBreak: Int, longBreak: Int, rounds: Int, gaps: GapPolicy = .ask) throws {
        guard (1...Span.longest).contains(focus ?? 1), (0...Span.longest).contains(shortBreak),
            (0...Span.longest).contains(longBreak), (1...12).contains(rounds)
        else {
            throw Failure(
                .planInvalid, "A round takes 1 second to 24 hours, a break up to 24 hours, and there are 1 to 12 rounds.",
                advice: "Choose other lengths.", kind: .badData)
        }
        self.init(checked: focus, shortBreak, longBreak, rounds, gaps)
    }

    init(checked focus: Int?, _ shortBreak: Int, _ longBreak: Int, _ rounds: Int, _ gaps: GapPolicy = .ask) {
        (self.focus, self.shortBreak, self.longBreak, self.rounds, self.gaps) = (focus, shortBreak, longBreak, rounds, gaps)
    }

    /// The same plan with another length of focus; nil counts up.
    public func focusing(for seconds: Int?) throws -> FocusPlan {
        try FocusPlan(focus: seconds, shortBreak: shortBreak, longBreak: longBreak, rounds: rounds, gaps: gaps)
    }

    /// The same plan with another way with gaps.
    public func handling(gaps: GapPolicy) -> FocusPlan {
        var copy = self
        copy.gaps = gaps
        return copy
    }

    /// The same plan whose rounds count up, and whose breaks follow from them.
    public func flowing() throws -> FocusPlan {
        var copy = try focusing(for: nil)
        copy.flow = true
        return copy
    }

    /// The same plan whose rounds begin by themselves.
    public func goingOn() -> FocusPlan {
        var copy = self
        copy.auto = true
        return copy
    }

    /// Milliseconds of the break behind so many of focus, where breaks follow from it: a fifth, in whole seconds, and 30 minutes at most.
    public static func flowBreak(after focused: Int) -> Int { min(1800, focused / 5000) * 1000 }

    private enum CodingKeys: String, CodingKey { case focus, shortBreak, longBreak, rounds, gaps, flow, auto }

    /// Reads a plan; one that does not keep the limits is refused.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        try self.init(
            focus: container.decodeIfPresent(Int.self, forKey: .focus),
            shortBreak: container.decode(Int.self, forKey: .shortBreak),
            longBreak: container.decode(Int.self, forKey: .longBreak), rounds: container.decode(Int.self, forKey: .rounds),
            gaps: container.decode(GapPolicy.self, forKey: .gaps))
        flow = try container.decodeIfPresent(Bool.self, forKey: .flow)
        auto = try container.decodeIfPresent(Bool.self, forKey: .auto)
    }
}
