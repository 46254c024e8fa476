import Kernel

/// The number and length of rounds and the rests between them. All lengths are in whole seconds.
package struct RoundPlan: Codable, Hashable, Sendable {
    /// The valid numbers of rounds.
    package static let roundLimits = 1...99
    /// The valid lengths of a round, in seconds.
    package static let lengthLimits = 5...3600
    /// The range of a rest, the preparation time and the warning in seconds. Zero means none.
    package static let restLimits = 0...3600

    package let rounds: Int
    /// The length of each round, or nil if only a person ends it.
    package let length: Int?
    /// The seconds between two rounds.
    package let rest: Int
    /// The seconds before the end of a round at which a warning is due, or zero for no warning.
    package let warning: Int
    /// The seconds before the first round.
    package let prepare: Int

    /// Creates a validated plan.
    ///
    /// - Throws: `badPlan` of kind `badData`, with the name of the value that is out of range.
    package init(rounds: Int, length: Int?, rest: Int = 60, warning: Int = 10, prepare: Int = 10) throws {
        try RoundPlan.check(rounds, "the number of rounds", RoundPlan.roundLimits)
        if let length { try RoundPlan.check(length, "the length of a round", RoundPlan.lengthLimits, " seconds") }
        for (value, name) in [(rest, "the rest"), (warning, "the warning"), (prepare, "the time to get ready")] {
            try RoundPlan.check(value, name, RoundPlan.restLimits, " seconds")
        }
        guard length.map({ warning < $0 }) ?? true else {
            throw Failure(
                .badPlan, "A warning \(warning) seconds before the end is too long for a round of \(length ?? 0).",
                advice: "Choose a shorter warning, or 0 for none.", kind: .badData)
        }
        self.rounds = rounds
        self.length = length
        self.rest = rest
        self.warning = warning
        self.prepare = prepare
    }

    /// Returns the warning for a round of another length, or zero if the round is too short for it.
    package func warning(fitting length: Int?) -> Int { length.map { warning < $0 ? warning : 0 } ?? 0 }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        try self.init(
            rounds: fields.decode(Int.self, forKey: .rounds), length: fields.decodeIfPresent(Int.self, forKey: .length),
            rest: fields.decode(Int.self, forKey: .rest), warning: fields.decode(Int.self, forKey: .warning),
            prepare: fields.decode(Int.self, forKey: .prepare))
    }

    /// Checks that a value is in its range.
    ///
    /// - Throws: `badPlan`, with the name and the unit in its text.
    private static func check(_ value: Int, _ name: String, _ range: ClosedRange<Int>, _ unit: String = "") throws {
        guard range.contains(value) else {
            throw Failure(
                .badPlan, "\(value) cannot be \(name).",
                advice: "Choose \(range.lowerBound) to \(range.upperBound)\(unit).", kind: .badData)
        }
    }
}
