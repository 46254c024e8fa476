import Kernel

/// Who may do what in a group: one table of values, which the feature passes in. Every unit of work asks it, and a database keeps the same rows.
///
///     let statutes = Statutes(
///         "coin.team", roles: ["lead", "member"],
///         kinds: [PaperKind("feedback"), PaperKind("acknowledgement", answers: ["feedback": [.aboutMe]])],
///         rules: [.may("member", [.read], "feedback", .own, .aboutMe, .toMe), …])
///
/// Everything that is not said is forbidden.
public struct Statutes: Sendable {
    /// What is to be done.
    public enum Action: String, CaseIterable, Codable, Sendable {
        /// Papers are read, written, changed by who wrote them, taken back, and counted without being read.
        case read, write, change, withdraw, count
    }

    /// One line of the table.
    public struct Rule: Hashable, Sendable {
        /// Who.
        public let role: String
        /// Does what.
        public let action: Action
        /// With which kind of paper, or with which matter of the group: see `Matter`.
        public let matter: String
        /// Where they stand so to it.
        public let reach: Reach

        /// One line.
        public init(_ role: String, _ action: Action, _ matter: String, _ reach: Reach) {
            (self.role, self.action, self.matter, self.reach) = (role, action, matter, reach)
        }

    }

    /// Several lines, written as one.
    public struct Lines: Sendable {
        let rules: [Rule]

        /// Lines that stand for themselves.
        public init(_ rules: [Rule]) { self.rules = rules }

        /// What a role may do with one matter, where they stand to it in one of these ways.
        public static func may(_ role: String, _ actions: [Action], _ matter: String, _ reaches: Reach...) -> Lines {
            Lines(actions.flatMap { action in reaches.map { Rule(role, action, matter, $0) } })
        }
    }

    /// Which feature's: `coin.team`. A program refuses a group of another.
    public let purpose: String
    /// Raised with a change of the table that programs of before cannot live with. What is only added keeps it: they neither see nor touch what they
    /// do not know.
    public let version: Int
    /// The roles; whoever founds a group has the first, and somebody has it as long as there is a group.
    public let roles: [String]
    /// The kinds of papers, by name.
    public let kinds: [String: PaperKind]
    /// The table.
    public let rules: Set<Rule>
    /// What people call all of that.
    public let wording: StatuteWording

    /// A table.
    public init(
        _ purpose: String, version: Int = 1, roles: [String], kinds: [PaperKind], rules: [Lines],
        wording: StatuteWording = StatuteWording()
    ) {
        (self.purpose, self.version, self.roles, self.wording) = (purpose, version, roles, wording)
        self.kinds = Dictionary(kinds.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        self.rules = Set(rules.flatMap(\.rules))
    }

    /// The role that somebody always has.
    public var keeper: String { roles.first ?? "" }

    /// Whether a role may do something with what it stands to in these ways.
    public func allows(_ role: String, _ action: Action, _ matter: String, _ reaches: Set<Reach>) -> Bool {
        reaches.contains { rules.contains(Rule(role, action, matter, $0)) }
    }

    /// Whether a role may do something with some of a matter at least.
    public func allowsAny(_ role: String, _ action: Action, _ matter: String) -> Bool {
        allows(role, action, matter, Set(Reach.allCases))
    }
}

/// The matters of a group that are no papers: a rule names them as it names kinds.
public enum Matter {
    /// Those who have a role: read is to see them, change to give them this role, withdraw to remove them, write to take in a child whom one
    /// keeps (`ofWards`).
    public static func member(_ role: String) -> String { "member:\(role)" }
    /// What lets people in with a role: write, read, withdraw.
    public static func invitation(_ role: String) -> String { "invitation:\(role)" }
    /// That somebody acts for another: write and withdraw, as the ward (`aboutMe`), as the guardian (`own`), or for others (`all`).
    public static let guardianship = "guardianship"
}
