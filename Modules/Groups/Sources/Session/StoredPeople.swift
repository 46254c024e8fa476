import Kernel

// Members of a group in a store, and their invitations.
extension StoredGroupSession {
    package func me() throws -> Member { try readGroup(\.me) }

    package func members() throws -> [Member] { try readGroup { group in group.presentMembers().filter(group.sees) } }

    package func invite(as role: String, uses: Int, until: Day?) throws -> String {
        let code = GroupInvitation.code(randomBytes())
        try changeGroup { group in
            guard policy.roles.contains(role) else { throw Failure.roleUnknown(role, policy.roles) }
            try group.require(.write, GroupResource.invitation(role), [.all])
            try group.unit.transaction.put(
                GroupInvitation(
                    id: GroupInvitation.id(of: code), role: role, left: min(max(1, uses), GroupInvitation.maximumUses),
                    until: until, by: group.me.id))
        }
        return code
    }

    package func invitations() throws -> [GroupInvitation] {
        try readGroup { group in
            try group.unit.transaction.records(Selection<GroupInvitation>.all).filter { invitation in
                let relations: Set<Relation> = invitation.by == group.me.id ? [.own, .all] : [.all]
                return invitation.left > 0 && (invitation.until.map { $0 >= time.today() } ?? true)
                    && policy.allows(group.me.role, .read, GroupResource.invitation(invitation.role), relations)
            }
        }
    }

    package func revoke(_ id: Identifier<GroupInvitation>) throws {
        try changeGroup { group in
            guard var invitation = try group.unit.transaction.record(id) else { throw Failure.invitationUnknown }
            try group.require(
                .withdraw, GroupResource.invitation(invitation.role),
                invitation.by == group.me.id ? [.own, .all] : [.all])
            invitation.left = 0
            try group.unit.transaction.put(invitation)
        }
    }

    package func rename(to name: String) throws {
        let name = try GroupTextRules.name.validated(name, "Your name")
        try changeGroup { group in
            var me = group.me
            me.name = name
            try group.unit.transaction.put(me)
        }
    }

    package func appoint(_ id: Identifier<Member>, as role: String) throws {
        try changeGroup { group in
            guard policy.roles.contains(role) else { throw Failure.roleUnknown(role, policy.roles) }
            var member = try group.presentMember(id)
            guard member.role != role else { return }
            try group.require(.change, GroupResource.member(member.role), group.relations(id))
            try group.require(.change, GroupResource.member(role), group.relations(id))
            try group.requireOtherOwner(without: member)
            member.role = role
            try group.unit.transaction.put(member)
            // Invitations that the new role would not allow end.
            try group.endInvitations(of: id) { !policy.allows(role, .write, GroupResource.invitation($0.role), [.all]) }
        }
    }

    package func admit(_ id: Identifier<Member>, called name: String, as role: String, consent: String) throws -> Member
    {
        let name = try GroupTextRules.name.validated(name, "The name")
        let consent = try GroupTextRules.consent.validated(consent, "The consent")
        return try changeGroup { group in
            if group.people[id]?.isPresent != true { try group.requireCapacity() }
            guard policy.roles.contains(role) else { throw Failure.roleUnknown(role, policy.roles) }
            try group.require(.write, GroupResource.member(role), [.ofWards])
            if let existing = group.people[id] {
                guard existing.keptBy == group.me.id else { throw Failure.memberTwice }
                if existing.isPresent { return existing }
            }
            let member = Member(
                id: id, name: name, role: role, joined: time.today(), cameAt: time.now(), keptBy: group.me.id)
            try group.unit.transaction.put(member)
            try group.unit.transaction.put(
                Guardianship(
                    guardian: group.me.id, ward: id, consent: consent, notedBy: group.me.id, since: time.today())
            )
            return member
        }
    }

    package func remove(_ id: Identifier<Member>) throws {
        try changeGroup { group in
            let member = try group.presentMember(id)
            try group.require(.withdraw, GroupResource.member(member.role), group.relations(id))
            try group.requireOtherOwner(without: member)
            for leaving in group.guardedMembers(by: id) + [member] { _ = try group.leave(leaving) }
        }
    }

    package func leave() throws -> [Post] {
        try changeGroup { group in
            let wards = group.guardedMembers(by: group.me.id)
            let others = group.presentMembers().filter { member in
                member.id != group.me.id && !wards.contains { $0.id == member.id }
            }
            if !others.isEmpty { try group.requireOtherOwner(without: group.me) }
            let deletedPosts = try (wards + [group.me]).flatMap(group.leave)
            if others.isEmpty { try group.unit.transaction.erase() }
            return deletedPosts
        }
    }
}

extension GroupTransaction {
    /// Returns the present members in order of joining.
    func presentMembers() -> [Member] { people.values.filter(\.isPresent).sorted(by: Member.didJoin) }

    /// Returns a guardian's wards without devices, which leave with the guardian.
    func guardedMembers(by guardian: Identifier<Member>) -> [Member] {
        presentMembers().filter { $0.keptBy == guardian }
    }

    /// Checks that the group can admit another member.
    ///
    /// - Throws: `groupFull`.
    func requireCapacity() throws {
        if presentMembers().count >= StoredGroupSession.maximumMembers { throw Failure.groupFull }
    }

    /// Ends the codes of a member.
    func endInvitations(of member: Identifier<Member>, where isOver: (GroupInvitation) -> Bool = { _ in true }) throws {
        for var invitation in try unit.transaction.records(Selection<GroupInvitation>.all)
        where invitation.by == member && invitation.left > 0 && isOver(invitation) {
            invitation.left = 0
            try unit.transaction.put(invitation)
        }
    }

    /// Whether the caller sees a member. Members always see their guardians, whatever the policy
    /// allows.
    func sees(_ member: Member) -> Bool {
        member.id == me.id || guardians.contains(member.id)
            || policy.allows(me.role, .read, GroupResource.member(member.role), relations(member.id))
    }

    /// Checks that another owner remains.
    ///
    /// - Throws: `lastKeeper` if this member is the only one with the first role.
    func requireOtherOwner(without member: Member) throws {
        guard member.role == policy.ownerRole else { return }
        let hasOtherOwner = presentMembers().contains {
            $0.id != member.id && $0.role == policy.ownerRole && $0.keptBy == nil
        }
        guard hasOtherOwner else { throw Failure.lastKeeper }
    }

    /// Ends a membership and deletes the posts that go with it.
    ///
    /// - Returns: the deleted posts by or about the member.
    func leave(_ member: Member) throws -> [Post] {
        let deletedPosts = try allPosts().filter { post in
            let ties = policy.kinds[post.kind]?.deletedWith ?? [.author]
            return post.author == member.id && ties.contains(.author)
                || post.about == member.id && ties.contains(.about)
        }
        for post in deletedPosts where try self.post(post.id) != nil { try erasePost(post) }
        for var guardianship in try unit.transaction.records(Selection<Guardianship>.all)
        where guardianship.isValid && (guardianship.guardian == member.id || guardianship.ward == member.id) {
            guardianship.withdrawn = groupSession.time.today()
            try unit.transaction.put(guardianship)
        }
        try endInvitations(of: member.id)
        var formerMember = member
        (formerMember.name, formerMember.left) = ("", groupSession.time.today())
        try unit.transaction.put(formerMember)
        return deletedPosts
    }
}
