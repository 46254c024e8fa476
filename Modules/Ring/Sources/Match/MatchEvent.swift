import Kernel

/// One thing that happened at a match. The score is nothing but its events.
public struct MatchEvent: Codable, Hashable, Sendable {
    /// What happened.
    public enum What: Codable, Hashable, Sendable {
        /// A corner scored; which of the rules' scores, from 0.
        case score(Corner, Int)
        /// A corner was warned.
        case warning(Corner)
        /// A corner fouled.
        case foul(Corner)
        /// The last score, warning or foul was a slip of the finger.
        case takeBack
        /// The clock was held.
        case hold
        /// The clock went on.
        case resume
        /// The present phase was ended.
        case skip
        /// On a draw: the extra round, or the round that the first point ends, begins.
        case fightOn
        /// The match is over.
        case close(Verdict)

        /// What it scores; nil for what scores nothing, and for a score of other rules.
        public func score(by rules: RuleSet) -> RuleSet.Score? {
            guard case .score(_, let place) = self, rules.scores.indices.contains(place) else { return nil }
            return rules.scores[place]
        }
    }

    /// Its place in the match, from 1.
    public let number: Int
    /// When it happened.
    public let at: Instant
    /// A mark, or what was done to the clock.
    public let what: What

    /// An event.
    public init(number: Int, at: Instant, _ what: What) { (self.number, self.at, self.what) = (number, at, what) }
}

/// How a match ended.
public struct Verdict: Codable, Hashable, Sendable {
    /// What decided.
    public enum Way: String, Codable, CaseIterable, Sendable {
        /// More points.
        case points
        /// The first point after a draw.
        case firstPoint
        /// Too many fouls of the other.
        case disqualification
        /// The referee: an injury, a withdrawal, nobody there.
        case decision
        /// Nothing: equal points.
        case draw
    }

    /// Who won; nil for nobody.
    public let winner: Corner?
    /// What decided.
    public let way: Way
    /// Why, in somebody's words; may be empty.
    public let reason: String

    /// A verdict.
    public init(winner: Corner?, way: Way, reason: String = "") { (self.winner, self.way, self.reason) = (winner, way, reason) }
}

/// What stands beside a corner's name.
public struct Tally: Hashable, Sendable {
    /// Points for techniques.
    public var scored = 0
    /// How often the corner was warned.
    public var warnings = 0
    /// Each costs a point at once.
    public var fouls = 0

    /// Points that warnings and fouls cost.
    public func deducted(by rules: RuleSet) -> Int { fouls + (rules.warningsPerPoint.map { warnings / $0 } ?? 0) }

    /// What counts; may be below nought.
    public func total(by rules: RuleSet) -> Int { scored - deducted(by: rules) }
}
