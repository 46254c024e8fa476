import Kernel

/// The access policy of a group: one table of values from the feature, which every transaction
/// checks.
///
/// ```swift
/// let policy = GroupPolicy(
///     "coin.team", roles: ["lead", "member"],
///     kinds: [PostKind("feedback"), PostKind("acknowledgement", answers: ["feedback": [.aboutMe]])],
///     rules: [.may("member", [.read], "feedback", .own, .aboutMe, .toMe), …])
/// ```
///
/// A database stores the same rows. Everything that no rule allows is forbidden.
package struct GroupPolicy: Sendable {
    /// An action on a resource.
    package enum Action: String, CaseIterable, Codable, Sendable {
        /// The actions on posts. `change` belongs to the author, and `count` needs no permission to
        /// read.
        case read, write, change, withdraw, count
    }

    /// One line of the table.
    package struct Rule: Hashable, Sendable {
        package let role: String
        package let action: Action
        /// The kind of post, or another resource of the group, see `GroupResource`.
        package let resource: String
        package let relation: Relation

        package init(_ role: String, _ action: Action, _ resource: String, _ relation: Relation) {
            self.role = role
            self.action = action
            self.resource = resource
            self.relation = relation
        }

    }

    /// Several lines in one expression.
    package struct Lines: Sendable {
        let rules: [Rule]

        package init(_ rules: [Rule]) { self.rules = rules }

        /// Allows a role some actions on a resource under any of these relations.
        package static func may(_ role: String, _ actions: [Action], _ resource: String, _ relations: Relation...)
            -> Lines
        {
            Lines(actions.flatMap { action in relations.map { Rule(role, action, resource, $0) } })
        }
    }

    /// The feature, for example `coin.team`. A program refuses groups of other features.
    package let purpose: String
    /// The version, raised for changes that older programs cannot handle.
    ///
    /// Pure additions keep the version, because older programs ignore unknown kinds.
    package let version: Int
    /// The roles. A founder has the first one, which at least one member always has.
    package let roles: [String]
    package let kinds: [String: PostKind]
    package let rules: Set<Rule>
    package let wording: GroupTerminology

    package init(
        _ purpose: String, version: Int = 1, roles: [String], kinds: [PostKind], rules: [Lines],
        wording: GroupTerminology = GroupTerminology()
    ) {
        self.purpose = purpose
        self.version = version
        self.roles = roles
        self.wording = wording
        self.kinds = Dictionary(kinds.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        self.rules = Set(rules.flatMap(\.rules))
    }

    /// The role of a founder: the first one.
    package var ownerRole: String { roles.first ?? "" }

    /// Whether a role may perform an action under these relations.
    package func allows(_ role: String, _ action: Action, _ resource: String, _ relations: Set<Relation>) -> Bool {
        relations.contains { rules.contains(Rule(role, action, resource, $0)) }
    }

    /// Whether a role may perform an action under at least one relation.
    package func allowsAny(_ role: String, _ action: Action, _ resource: String) -> Bool {
        allows(role, action, resource, Set(Relation.allCases))
    }
}

/// The resources of a group besides posts, which rules name like kinds.
package enum GroupResource {
    /// Returns the resource of the members with a role.
    ///
    /// `read` shows them, `change` gives them this role, `withdraw` removes them, and `write`
    /// admits a ward without a device (`ofWards`).
    package static func member(_ role: String) -> String { "member:\(role)" }
    /// Returns the resource of the invitations to a role, with `write`, `read` and `withdraw`.
    package static func invitation(_ role: String) -> String { "invitation:\(role)" }
    /// Guardianships, with `write` and `withdraw` as the ward (`aboutMe`), as the guardian (`own`),
    /// or for others (`all`).
    package static let guardianship = "guardianship"
}
