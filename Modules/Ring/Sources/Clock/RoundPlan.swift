import Kernel

/// How long rounds are, how many, and what lies between them. All lengths in whole seconds.
public struct RoundPlan: Codable, Hashable, Sendable {
    /// How many rounds there may be.
    public static let roundLimits = 1...99
    /// How long a round may be.
    public static let lengthLimits = 5...3600
    /// How long a rest, the time before the first round and the warning may be; nought for none.
    public static let restLimits = 0...3600

    /// How many rounds.
    public let rounds: Int
    /// How long each is; nil for one that only a person ends.
    public let length: Int?
    /// The rest between two rounds.
    public let rest: Int
    /// So long before the end of a round it is said; nought for never.
    public let warning: Int
    /// The time to get ready before the first round.
    public let prepare: Int

    /// A plan.
    ///
    /// - Throws: `badPlan` of kind `badData`, naming what is out of its range.
    public init(rounds: Int, length: Int?, rest: Int = 60, warning: Int = 10, prepare: Int = 10) throws {
        try RoundPlan.check(rounds, "the number of rounds", RoundPlan.roundLimits)
        if let length { try RoundPlan.check(length, "the length of a round", RoundPlan.lengthLimits, " seconds") }
        for (value, what) in [(rest, "the rest"), (warning, "the warning"), (prepare, "the time to get ready")] {
            try RoundPlan.check(value, what, RoundPlan.restLimits, " seconds")
        }
        guard length.map({ warning < $0 }) ?? true else {
            throw Failure(
                .badPlan, "A warning \(warning) seconds before the end is too long for a round of \(length ?? 0).",
                advice: "Choose a shorter warning, or 0 for none.", kind: .badData)
        }
        (self.rounds, self.length, self.rest, self.warning, self.prepare) = (rounds, length, rest, warning, prepare)
    }

    /// The warning for a round of another length: its own, or none where there is no room for it.
    public func warning(fitting length: Int?) -> Int { length.map { warning < $0 ? warning : 0 } ?? 0 }

    /// Reads a plan and checks its ranges.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        try self.init(
            rounds: fields.decode(Int.self, forKey: .rounds), length: fields.decodeIfPresent(Int.self, forKey: .length),
            rest: fields.decode(Int.self, forKey: .rest), warning: fields.decode(Int.self, forKey: .warning),
            prepare: fields.decode(Int.self, forKey: .prepare))
    }

    private static func check(_ value: Int, _ what: String, _ range: ClosedRange<Int>, _ unit: String = "") throws {
        guard range.contains(value) else {
            throw Failure(
                .badPlan, "\(value) cannot be \(what).",
                advice: "Choose \(range.lowerBound) to \(range.upperBound)\(unit).", kind: .badData)
        }
    }
}
