import Kernel

/// Who may do what with which record, or with which of its fields: one table, asked inside every transaction.
public enum Policy {
    /// What somebody is to a record.
    public enum Role: String, CaseIterable, Sendable {
        /// Without an identity.
        case guest
        /// With an identity, and not the one that made the record.
        case member
        /// Who made the record, or is about to.
        case creator
        /// The same, blocked by a developer.
        case blocked
        /// With the developers' key.
        case developer
    }

    /// What is to be done.
    public enum Action: String, CaseIterable, Sendable {
        /// On a whole record, or on the fields that a matter names.
        case read, add, change, remove
    }

    /// A kind of record, or fields of one that have rules of their own.
    public enum Matter: String, CaseIterable, Sendable {
        /// What was written, and with it who wrote it.
        case feedback
        /// What the developers say to it.
        case feedbackAnswer = "feedback: response, status, target version"
        /// How developers sort it.
        case feedbackTriage = "feedback: tags, severity"
        /// What is planned.
        case roadmapItem = "roadmap item"
        /// One person for one item.
        case roadmapVote = "roadmap vote"
        /// The idea and its words.
        case suggestion
        /// What became of it.
        case suggestionStatus = "suggestion: status, promotion, merge"
        /// What developers think of it.
        case suggestionNotes = "suggestion: developer notes"
        /// One person for one suggestion.
        case suggestionVote = "suggestion vote"
        /// What everybody is told.
        case announcement
        /// What moderation keeps from others.
        case hiddenContent = "what is hidden, and why"
        /// From whom nothing more is taken.
        case block
        /// In which months somebody was counted.
        case attendance
        /// What was taken from somebody, and how much they may still send.
        case ledger
        /// That somebody wanted to be forgotten.
        case farewell
        /// Whose key is the developers'.
        case charter
    }

    private struct Rule {
        let matter: Matter
        let allowed: [Action: Set<Role>]

        init(
            _ matter: Matter, read: Set<Role>, add: Set<Role> = [], change: Set<Role> = [], remove: Set<Role> = []
        ) {
            self.matter = matter
            allowed = [.read: read, .add: add, .change: change, .remove: remove]
        }
    }

    private static let all = Set(Role.allCases)
    private static let owner: Set<Role> = [.creator, .blocked]
    private static let developers: Set<Role> = [.developer]

    /// Everything that is not said here is forbidden.
    private static let rules: [Rule] = [
        Rule(.feedback, read: all, add: [.creator], remove: owner),
        Rule(.feedbackAnswer, read: all, add: developers, change: developers, remove: developers),
        Rule(.feedbackTriage, read: developers, add: developers, change: developers, remove: developers),
        Rule(.roadmapItem, read: all, add: developers, change: developers, remove: developers),
        Rule(.roadmapVote, read: all, add: [.creator], remove: owner),
        Rule(.suggestion, read: all, add: [.creator], remove: owner),
        Rule(.suggestionStatus, read: all, add: developers, change: developers, remove: developers),
        Rule(.suggestionNotes, read: developers, add: developers, change: developers, remove: developers),
        Rule(.suggestionVote, read: all, add: [.creator], remove: owner),
        Rule(.announcement, read: all, add: developers, change: developers, remove: developers),
        Rule(.hiddenContent, read: [.creator, .blocked, .developer], add: developers, change: developers, remove: developers),
        Rule(.block, read: developers, add: developers, change: developers, remove: developers),
        Rule(.attendance, read: developers.union(owner), add: [.creator], remove: owner),
        Rule(.ledger, read: developers.union(owner), add: [.creator], change: [.creator], remove: owner),
        Rule(.farewell, read: [], add: owner),
        Rule(.charter, read: all, add: developers),
    ]

    private static let table = Dictionary(uniqueKeysWithValues: rules.map { ($0.matter, $0.allowed) })

    /// Whether a role may do something.
    public static func allows(_ role: Role, _ action: Action, _ matter: Matter) -> Bool {
        table[matter]?[action]?.contains(role) ?? false
    }

    /// - Throws: `notAllowed`, or `authorBlocked` for somebody who is blocked.
    static func require(_ action: Action, _ matter: Matter, as role: Role) throws {
        guard !allows(role, action, matter) else { return }
        throw role == .blocked ? Failure.authorBlocked : refusal(action, matter)
    }

    /// What is said to whoever may not.
    package static func refusal(_ action: Action, _ matter: Matter) -> Failure {
        Failure(
            .notAllowed, "Only \(permitted(action, matter)) may \(action.rawValue) this (\(matter.rawValue)).",
            advice: "Developers use `hub` with the community's developer key.")
    }

    private static func permitted(_ action: Action, _ matter: Matter) -> String {
        let roles = Role.allCases.filter { allows($0, action, matter) && $0 != .blocked }
        return roles.isEmpty
            ? "nobody" : listed(roles.map { $0 == .creator ? "its author" : "a \($0.rawValue)" }, .or)
    }
}

extension Failure {
    package static let authorBlocked = Failure(
        .authorBlocked, "The developers of this community accept no more messages from you.",
        advice: "Write to the support address that `about` shows; `community forget-me` still works.")
}
