import Kernel

/// One transaction over a group, with the caller, the members and the policy.
struct GroupTransaction {
    let unit: UnitOfWork
    let groupSession: StoredGroupSession
    let group: Group
    let me: Member
    /// All members by id, including former ones.
    let people: [Identifier<Member>: Member]
    /// The members for whom the caller may act.
    let wards: [Member]
    /// The members who may act for the caller.
    let guardians: Set<Identifier<Member>>

    var policy: GroupPolicy { groupSession.policy }

    init(_ unit: UnitOfWork, _ groupSession: StoredGroupSession) throws {
        self.unit = unit
        self.groupSession = groupSession
        group = try GroupTransaction.group(unit, groupSession.policy)
        let members = try unit.transaction.records(Member.byJoining.all)
        let people = Dictionary(members.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        guard let me = people[groupSession.key.member(of: group.id)], me.isPresent else {
            throw Failure.notMember(group.name)
        }
        let guardianships = try unit.transaction.records(Selection<Guardianship>.all).filter(\.isValid)
        self.people = people
        self.me = me
        wards = guardianships.filter { $0.guardian == me.id }.compactMap { people[$0.ward] }.filter(\.isPresent)
        guardians = Set(guardianships.filter { $0.ward == me.id }.map(\.guardian))
    }

    /// Reads the group.
    ///
    /// - Throws: `groupEmptied`, `groupForeign` for a group of another feature, `groupNewer` for
    ///   the policy of a newer program.
    static func group(_ unit: UnitOfWork, _ policy: GroupPolicy) throws -> Group {
        guard let group = try unit.transaction.first(Selection<Group>.all) else {
            throw Failure.groupEmptied("that place")
        }
        guard group.purpose == policy.purpose else { throw Failure.groupOfOther(group.purpose) }
        guard group.policy <= policy.version else { throw Failure.groupNewer(group.name) }
        return group
    }

    /// Updates the group to the program's policy version, with an owner's first change.
    func updatePolicyVersion() throws {
        guard group.policy < policy.version, me.role == policy.ownerRole else { return }
        try unit.transaction.put(
            Group(
                id: group.id, name: group.name, purpose: group.purpose, foundedAt: group.foundedAt,
                policy: policy.version))
    }

    /// Checks that the policy allows an action.
    ///
    /// - Throws: `groupNotAllowed`.
    func require(_ action: GroupPolicy.Action, _ resource: String, _ relations: Set<Relation>) throws {
        guard policy.allows(me.role, action, resource, relations) else {
            throw policy.refusal(action, resource, me.role)
        }
    }

    /// Returns the caller's relations to a member.
    func relations(_ member: Identifier<Member>) -> Set<Relation> {
        var relations: Set<Relation> = [.all]
        if member == me.id { relations.formUnion([.own, .aboutMe]) }
        if wards.contains(where: { $0.id == member }) { relations.insert(.ofWards) }
        return relations
    }

    /// Returns a present member.
    ///
    /// - Throws: `memberNotFound` otherwise.
    func presentMember(_ id: Identifier<Member>) throws -> Member {
        guard let member = people[id], member.isPresent else { throw Failure.memberNotFound(id.rawValue) }
        return member
    }

    // MARK: - Posts

    /// Returns a post, even if the caller may not read it, or nil for a missing or withdrawn one.
    func post(_ id: Identifier<Post>) throws -> Post? { try storedPost(id)?.post }

    /// Returns the record of a post, which stays after the post is withdrawn.
    func storedPost(_ id: Identifier<Post>) throws -> StoredPost? {
        try unit.transaction.record(Identifier<StoredPost>(id.rawValue))
    }

    /// Returns the caller's relations to a post.
    func relations(_ post: Post) -> Set<Relation> { Relation.of(me, to: post, wards: wards) }

    /// Whether the caller may read a post and, for an answer, the answered post.
    func sees(_ post: Post) throws -> Bool {
        guard policy.allows(me.role, .read, post.kind, relations(post)) else { return false }
        guard let answered = post.answers else { return true }
        // The recursion ends, because an answer names an older post.
        guard let answeredPost = try self.post(answered), answeredPost.kind != post.kind else { return false }
        return try sees(answeredPost)
    }

    /// Returns a post that the caller may read.
    ///
    /// - Throws: `paperNotFound` if it is missing or unreadable for the caller.
    func visible(_ id: Identifier<Post>) throws -> Post {
        guard let post = try post(id), try sees(post) else { throw Failure.paperNotFound(id) }
        return post
    }

    /// Returns all posts, even those that the caller may not read.
    func allPosts() throws -> [Post] { try unit.transaction.records(StoredPost.byKind.all).compactMap(\.post) }

    /// Deletes the contents of a post and its answers, and keeps their ids as withdrawn.
    func erasePost(_ post: Post) throws {
        for answer in try unit.transaction.records(StoredPost.byAnswered.under(post.id)) {
            if let answer = answer.post { try erasePost(answer) }
        }
        var emptied = StoredPost(post)
        emptied.post = nil
        try unit.transaction.put(emptied)
    }
}
