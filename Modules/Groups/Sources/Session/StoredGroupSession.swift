import Kernel

/// A group in any store that its members share, such as a folder or memory.
///
/// It trusts the calling program, so a folder suits people who trust each other.
package struct StoredGroupSession: GroupSession {
    let store: any Store
    let policy: GroupPolicy
    let key: MemberKey
    let time: TimeSource
    let randomBytes: @Sendable () -> [UInt8]

    /// Creates the session of the key's holder with a group in a store.
    ///
    /// - Parameters:
    ///   - randomBytes: 32 random bytes for each code.
    package init(
        _ store: any Store, _ policy: GroupPolicy, key: MemberKey, time: TimeSource,
        randomBytes: @escaping @Sendable () -> [UInt8]
    ) {
        self.store = store
        self.policy = policy
        self.key = key
        self.time = time
        self.randomBytes = randomBytes
    }

    package init(_ store: any Store, _ policy: GroupPolicy, for person: GroupPerson) throws {
        self.init(store, policy, key: try person.keys.obtain(), time: person.time, randomBytes: person.randomBytes)
    }

    /// The kinds of record of a group.
    package static var collections: [any StoredCollection] {
        [
            Group.collection, Member.collection, Guardianship.collection, GroupInvitation.collection,
            StoredPost.collection,
        ]
    }

    /// Founds a group in a store without one. The holder of the key becomes its owner.
    ///
    /// - Throws: `groupExists`, `emptyText`, `textTooLong`, `controlCharacters`.
    package func create(_ id: Identifier<Group>, called name: String, by founder: String) throws -> Group {
        let group = Group(
            id: id, name: try GroupTextRules.name.validated(name, "The name"), purpose: policy.purpose,
            foundedAt: time.now(), policy: policy.version)
        let member = Member(
            id: key.member(of: id), name: try GroupTextRules.name.validated(founder, "Your name"),
            role: policy.ownerRole,
            joined: time.today(), cameAt: time.now())
        return try store.write { transaction in
            guard try transaction.first(Selection<Group>.all) == nil else { throw Failure.groupExists }
            try transaction.put(group)
            try transaction.put(member)
            return group
        }
    }

    /// The maximum number of present members of a group.
    package static let maximumMembers = 1_000

    /// Joins with a code. A member who already belongs keeps role and name and uses up no code.
    ///
    /// - Throws: `invitationUnknown`, `invitationUsedUp`, `invitationOver`, `groupFull`, and the
    ///   errors of the name.
    package func join(by code: String, as name: String) throws -> Member {
        let name = try GroupTextRules.name.validated(name, "Your name")
        return try store.write { transaction in
            let group = try GroupTransaction.group(transaction.unitOfWork, policy)
            guard var invitation = try transaction.record(GroupInvitation.id(of: code)) else {
                throw Failure.invitationUnknown
            }
            let id = key.member(of: group.id)
            if let member = try transaction.record(id), member.isPresent { return member }
            guard invitation.left > 0 else { throw Failure.invitationUsedUp }
            if let until = invitation.until, until < time.today() { throw Failure.invitationOver(until) }
            let memberCount = try transaction.records(Member.byJoining.all).count(where: \.isPresent)
            guard memberCount < StoredGroupSession.maximumMembers else { throw Failure.groupFull }
            invitation.left -= 1
            let member = Member(id: id, name: name, role: invitation.role, joined: time.today(), cameAt: time.now())
            try transaction.put(invitation)
            try transaction.put(member)
            return member
        }
    }

    package func group() throws -> Group { try store.read { try GroupTransaction.group($0.unitOfWork, policy) } }

    /// Reads the group in one transaction, with the caller's membership and rights.
    func readGroup<Value>(_ body: (GroupTransaction) throws -> Value) throws -> Value {
        try store.read { try body(GroupTransaction($0.unitOfWork, self)) }
    }

    /// Changes the group in one transaction, with the caller's membership and rights.
    func changeGroup<Value>(_ body: (GroupTransaction) throws -> Value) throws -> Value {
        try store.write { transaction in
            let group = try GroupTransaction(transaction.unitOfWork, self)
            try group.updatePolicyVersion()
            return try body(group)
        }
    }
}

/// The rules for texts of a group that others see.
package enum GroupTextRules {
    /// The name of a group or member and the label of a post, 1–60 characters.
    package static let name = InputTextRule(upTo: 60, .joined)
    /// The text of a guardianship's consent, 1–400 characters.
    package static let consent = InputTextRule(upTo: 400, .joined)
}

extension Failure {
    package static let groupExists = Failure(
        .groupExists, "That place already contains a group.", advice: "Join it with a code, or name another place.")
}
