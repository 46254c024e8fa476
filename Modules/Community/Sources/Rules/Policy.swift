import Kernel

/// The access policy: one table of role, action and resource, which every transaction consults.
package enum Policy {
    /// The relation of an actor to a record.
    package enum Role: String, CaseIterable, Sendable {
        case guest
        /// An actor with an identity that did not create the record.
        case member
        case creator
        /// A member blocked by a developer.
        case blocked
        case developer
    }

    /// An action on a record.
    package enum Action: String, CaseIterable, Sendable {
        /// Each applies to a whole record or to the fields that a resource names.
        case read, add, change, remove
    }

    /// A kind of record, or fields with their own rules.
    package enum Resource: String, CaseIterable, Sendable {
        case feedback
        case feedbackAnswer = "feedback: response, status, target version"
        case feedbackTriage = "feedback: tags, severity"
        case roadmapItem = "roadmap item"
        case roadmapVote = "roadmap vote"
        case suggestion
        case suggestionStatus = "suggestion: status, promotion, merge"
        case suggestionNotes = "suggestion: developer notes"
        case suggestionVote = "suggestion vote"
        case announcement
        case hiddenContent = "what is hidden, and why"
        case block
        case attendance
        /// The numbers of received submissions and the used rate limits.
        case ledger
        /// The mark that an author was forgotten.
        case farewell
        /// The mark of the community's developers.
        case charter
    }

    /// The roles that may perform each action on a resource.
    private struct Rule {
        let resource: Resource
        let allowed: [Action: Set<Role>]

        init(
            _ resource: Resource, read: Set<Role>, add: Set<Role> = [], change: Set<Role> = [], remove: Set<Role> = []
        ) {
            self.resource = resource
            allowed = [.read: read, .add: add, .change: change, .remove: remove]
        }
    }

    private static let everyone = Set(Role.allCases)
    /// The creator of a record, blocked or active.
    private static let author: Set<Role> = [.creator, .blocked]
    private static let developers: Set<Role> = [.developer]

    private static let rules: [Rule] = [
        Rule(.feedback, read: everyone, add: [.creator], remove: author),
        Rule(.feedbackAnswer, read: everyone, add: developers, change: developers, remove: developers),
        Rule(.feedbackTriage, read: developers, add: developers, change: developers, remove: developers),
        Rule(.roadmapItem, read: everyone, add: developers, change: developers, remove: developers),
        Rule(.roadmapVote, read: everyone, add: [.creator], remove: author),
        Rule(.suggestion, read: everyone, add: [.creator], remove: author),
        Rule(.suggestionStatus, read: everyone, add: developers, change: developers, remove: developers),
        Rule(.suggestionNotes, read: developers, add: developers, change: developers, remove: developers),
        Rule(.suggestionVote, read: everyone, add: [.creator], remove: author),
        Rule(.announcement, read: everyone, add: developers, change: developers, remove: developers),
        Rule(
            .hiddenContent, read: [.creator, .blocked, .developer], add: developers, change: developers,
            remove: developers),
        Rule(.block, read: developers, add: developers, change: developers, remove: developers),
        Rule(.attendance, read: developers.union(author), add: [.creator], remove: author),
        Rule(.ledger, read: developers.union(author), add: [.creator], change: [.creator], remove: author),
        Rule(.farewell, read: [], add: author),
        Rule(.charter, read: everyone, add: developers),
    ]

    private static let table = Dictionary(uniqueKeysWithValues: rules.map { ($0.resource, $0.allowed) })

    /// Whether a role may perform an action on a resource.
    package static func allows(_ role: Role, _ action: Action, _ resource: Resource) -> Bool {
        table[resource]?[action]?.contains(role) ?? false
    }

    /// Checks that a role may perform an action on a resource.
    ///
    /// - Throws: `notAllowed`, or `authorBlocked` for a blocked author.
    static func require(_ action: Action, _ resource: Resource, as role: Role) throws {
        guard !allows(role, action, resource) else { return }
        throw role == .blocked ? Failure.authorBlocked : refusal(action, resource)
    }

    /// Returns the failure for an action that is not allowed.
    package static func refusal(_ action: Action, _ resource: Resource) -> Failure {
        Failure(
            .notAllowed, "Only \(permitted(action, resource)) may \(action.rawValue) this (\(resource.rawValue)).",
            advice: "Developers use `hub` with the community's developer key.")
    }

    /// Returns the roles that may perform an action, for example "its author or a developer".
    private static func permitted(_ action: Action, _ resource: Resource) -> String {
        let roles = Role.allCases.filter { allows($0, action, resource) && $0 != .blocked }
        return roles.isEmpty
            ? "nobody" : listed(roles.map { $0 == .creator ? "its author" : "a \($0.rawValue)" }, .or)
    }
}

extension Failure {
    package static let authorBlocked = Failure(
        .authorBlocked, "The developers of this community accept no more messages from you.",
        advice: "Write to the support address that `about` shows; `community forget-me` still works.")
}
