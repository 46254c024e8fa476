import Kernel

/// The rules of free sparring, as data: what scores, what costs, how long it takes and how a draw is broken.
public struct RuleSet: Hashable, Sendable {
    /// Something that scores.
    public struct Score: Hashable, Sendable {
        /// What it is: "kick to head".
        public let name: String
        /// What it is worth, 1…9.
        public let points: Int
    }

    /// How a corner is called and coloured.
    public struct CornerLook: Hashable, Sendable {
        /// What people call it: "Red".
        public let name: String
        /// That of its gear, for the screen.
        public let colour: RGBColor
    }

    /// How many things may score: as many as there are keys under four fingers.
    public static let scoreLimit = 4

    /// The longest id, in characters.
    public static let longestID = 40
    /// The longest name of rules or of what scores, in characters.
    static let longestName = 60

    /// What it is called on the command line: `itf`. Lower-case letters, digits and dashes.
    public let id: String
    /// What it is called by people.
    public let name: String
    /// The rounds that are always fought.
    public let plan: RoundPlan
    /// Seconds of the extra round on a draw; nil for none.
    public let extraRound: Int?
    /// Whether, when there is still a draw, the first point decides.
    public let firstPointDecides: Bool
    /// What scores, in the order of the keys.
    public let scores: [Score]
    /// What earns a warning.
    public let warnings: [String]
    /// What costs a point at once.
    public let fouls: [String]
    /// So many warnings cost a point; nil where they cost none.
    public let warningsPerPoint: Int?
    /// So many fouls disqualify; nil where none do.
    public let foulsToLose: Int?
    /// The corners.
    public let red, blue: CornerLook
    /// What a reader should know; may be empty.
    public let note: String

    /// How a corner looks.
    public func look(of corner: Corner) -> CornerLook { corner == .red ? red : blue }
}

/// One of the two who spar. Named as the ITF does; a rule set may show another name and colour.
public enum Corner: String, Codable, CaseIterable, Sendable {
    /// The first.
    case red
    /// The second.
    case blue

    /// The one across.
    public var opponent: Corner { self == .red ? .blue : .red }
}

extension RuleSet {
    /// The rules that come with the app, the usual ones first.
    ///
    /// Points, lengths, warnings and fouls are those of public rules of ITF organisations. How many warnings cost a point and how many
    /// fouls disqualify differs between them, and is what most of them use.
    public static let bundled: [RuleSet] = [itf, itfUnion]

    /// The rules of the ITF's championships.
    public static let itf = RuleSet(
        id: "itf", name: "ITF", plan: .championship, extraRound: 60, firstPointDecides: true,
        scores: [
            Score(name: "hand attack to body or head", points: 1), Score(name: "kick to body", points: 2),
            Score(name: "kick to head", points: 3),
        ],
        warnings: [
            "leaving the ring", "falling", "feigning injury", "avoiding the fight", "unintended attack on an illegal target",
            "pushing",
        ],
        fouls: [
            "excessive contact", "attacking a fallen opponent", "leg sweep", "holding or grabbing",
            "intentional attack on a forbidden target",
        ],
        warningsPerPoint: 3, foulsToLose: 3, red: CornerLook(name: "Red", colour: RGBColor(0xC8102E)),
        blue: CornerLook(name: "Blue", colour: RGBColor(0x0047AB)),
        note: "Organisations differ: ask before a championship. To change these rules, copy them.")

    /// The rules of the ITF Union, in which a clear jump is worth a point more.
    public static let itfUnion = RuleSet(
        id: "itfu", name: "ITF Union", plan: itf.plan, extraRound: itf.extraRound, firstPointDecides: true,
        scores: itf.scores + [Score(name: "clear jump with the kick", points: 1)], warnings: itf.warnings, fouls: itf.fouls,
        warningsPerPoint: itf.warningsPerPoint, foulsToLose: itf.foulsToLose, red: itf.red, blue: itf.blue,
        note: "The point for the jump is added to the kick's own.")
}

extension RoundPlan {
    /// Two rounds of two minutes with a minute between them.
    static let championship = RoundPlan(rounds: 2, minutes: 2)

    private init(rounds: Int, minutes: Int) {
        (self.rounds, length, rest, warning, prepare) = (rounds, minutes * 60, 60, 10, 10)
    }

    /// The round that is added on a draw; nil seconds for one that the first point ends.
    static func extra(seconds: Int?, like plan: RoundPlan) throws -> RoundPlan {
        try RoundPlan(rounds: 1, length: seconds, rest: 0, warning: plan.warning(fitting: seconds), prepare: plan.prepare)
    }
}
