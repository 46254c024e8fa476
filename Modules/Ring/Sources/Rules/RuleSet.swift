import Kernel

/// The rules of free sparring as data: scores, penalties, times and tie-breaks.
package struct RuleSet: Hashable, Sendable {
    /// A technique that scores.
    package struct Score: Hashable, Sendable {
        /// The name, such as "kick to head".
        package let name: String
        /// The points, 1…9.
        package let points: Int
    }

    /// The name and color of a corner.
    package struct CornerStyle: Hashable, Sendable {
        /// The name for people, such as "Red".
        package let name: String
        package let color: RGBColor
    }

    /// The largest number of scores, because four fingers have four keys.
    package static let scoreLimit = 4

    /// The longest id, in characters.
    package static let longestID = 40
    /// The longest name of rules or scores, in characters.
    static let longestName = 60

    /// The name on the command line, such as `itf`: lower-case letters, digits and dashes.
    package let id: String
    package let name: String
    package let plan: RoundPlan
    /// The seconds of the extra round after a draw, or nil for none.
    package let extraRound: Int?
    /// Whether the first point decides if there is still a draw.
    package let firstPointDecides: Bool
    /// The scores in the order of their keys.
    package let scores: [Score]
    /// The actions that earn a warning.
    package let warnings: [String]
    /// The actions that count as fouls, each of which costs a point.
    package let fouls: [String]
    /// The number of warnings that cost a point, or nil if they cost none.
    package let warningsPerPoint: Int?
    /// The number of fouls that disqualify, or nil if they never do.
    package let foulsToLose: Int?
    package let red, blue: CornerStyle
    /// A note for the reader, possibly empty.
    package let note: String

    package func style(of corner: Corner) -> CornerStyle { corner == .red ? red : blue }
}

/// A corner of a match, named after the ITF colors. A rule set may show another name and color.
package enum Corner: String, Codable, CaseIterable, Sendable {
    case red
    case blue

    package var opponent: Corner { self == .red ? .blue : .red }
}

extension RuleSet {
    /// The rules that come with the app, most common first.
    ///
    /// Points, lengths, warnings and fouls are those of public rules of ITF organizations. The
    /// organizations differ in the number of warnings that cost a point, and of fouls that
    /// disqualify. The rules use the values of most of them.
    package static let bundled: [RuleSet] = [itf, itfUnion]

    package static let itf = RuleSet(
        id: "itf", name: "ITF", plan: .championship, extraRound: 60, firstPointDecides: true,
        scores: [
            Score(name: "hand attack to body or head", points: 1), Score(name: "kick to body", points: 2),
            Score(name: "kick to head", points: 3),
        ],
        warnings: [
            "leaving the ring", "falling", "feigning injury", "avoiding the fight",
            "unintended attack on an illegal target", "pushing",
        ],
        fouls: [
            "excessive contact", "attacking a fallen opponent", "leg sweep", "holding or grabbing",
            "intentional attack on a forbidden target",
        ],
        warningsPerPoint: 3, foulsToLose: 3, red: CornerStyle(name: "Red", color: RGBColor(0xC8102E)),
        blue: CornerStyle(name: "Blue", color: RGBColor(0x0047AB)),
        note: "Organisations differ: ask before a championship. To change these rules, copy them.")

    /// The rules of the ITF Union, in which a clear jump gives one more point.
    package static let itfUnion = RuleSet(
        id: "itfu", name: "ITF Union", plan: itf.plan, extraRound: itf.extraRound, firstPointDecides: true,
        scores: itf.scores + [Score(name: "clear jump with the kick", points: 1)], warnings: itf.warnings,
        fouls: itf.fouls,
        warningsPerPoint: itf.warningsPerPoint, foulsToLose: itf.foulsToLose, red: itf.red, blue: itf.blue,
        note: "The point for the jump is added to the kick's own.")
}

extension RoundPlan {
    /// Two rounds of two minutes with a minute between them.
    static let championship = RoundPlan(rounds: 2, minutes: 2)

    private init(rounds: Int, minutes: Int) {
        self.rounds = rounds
        length = minutes * 60
        rest = 60
        warning = 10
        prepare = 10
    }

    /// Returns the round added after a draw. Nil seconds give a round that the first point ends.
    static func extra(seconds: Int?, like plan: RoundPlan) throws -> RoundPlan {
        try RoundPlan(
            rounds: 1, length: seconds, rest: 0, warning: plan.warning(fitting: seconds), prepare: plan.prepare)
    }
}
