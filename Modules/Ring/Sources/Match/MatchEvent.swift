import Kernel

/// One event of a match. The score follows from the events alone.
package struct MatchEvent: Codable, Hashable, Sendable {
    /// The kind of event.
    package enum Kind: Codable, Hashable, Sendable {
        /// A corner scored. The number is an index into the scores of the rules, from 0.
        case score(Corner, Int)
        case warning(Corner)
        case foul(Corner)
        /// Withdraws the last score, warning or foul, which was a mistyped key.
        case takeBack
        /// The clock was stopped.
        case hold
        /// The clock was resumed.
        case resume
        /// The current phase of the clock was ended early.
        case skip
        /// The extra round or the sudden-death round begins after a draw.
        case fightOn
        /// The match was closed with a final verdict.
        case close(Verdict)

        /// Returns the score of the event, or nil if it is no score of these rules.
        package func score(by rules: RuleSet) -> RuleSet.Score? {
            guard case .score(_, let index) = self, rules.scores.indices.contains(index) else { return nil }
            return rules.scores[index]
        }
    }

    /// The number of the event in the match, from 1.
    package let number: Int
    package let at: Instant
    /// A mark or an action on the clock.
    package let what: Kind

    package init(number: Int, at: Instant, _ what: Kind) {
        self.number = number
        self.at = at
        self.what = what
    }
}

/// The decision of a match.
package struct Verdict: Codable, Hashable, Sendable {
    /// The reason for the decision.
    package enum Way: String, Codable, CaseIterable, Sendable {
        /// More points at the end of the rounds.
        case points
        /// The first point of a sudden-death round.
        case firstPoint
        /// Too many fouls of the opponent.
        case disqualification
        /// A decision of the referee: an injury, a withdrawal or an absence.
        case decision
        /// Equal points.
        case draw
    }

    /// The winner, or nil for a draw.
    package let winner: Corner?
    package let way: Way
    /// An explanation in free text, possibly empty.
    package let reason: String

    package init(winner: Corner?, way: Way, reason: String = "") {
        self.winner = winner
        self.way = way
        self.reason = reason
    }
}

/// The points, warnings and fouls of a corner.
package struct Tally: Hashable, Sendable {
    /// Points for techniques.
    package var scored = 0
    package var warnings = 0
    /// The number of fouls, each of which costs a point at once.
    package var fouls = 0

    /// Returns the points that warnings and fouls cost.
    package func deducted(by rules: RuleSet) -> Int { fouls + (rules.warningsPerPoint.map { warnings / $0 } ?? 0) }

    /// Returns the points minus the deduction. The total may be negative.
    package func total(by rules: RuleSet) -> Int { scored - deducted(by: rules) }
}
