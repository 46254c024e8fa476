import Kernel

// Members of a group in a store, and their invitations.
extension StoredGroupSession {
    package func me() throws -> Member { try readGroup(\.me) }

    package func members() throws -> [Member] { try readGroup { unit in unit.present().filter(unit.sees) } }

    package func invite(as role: String, uses: Int, until: Day?) throws -> String {
        let code = GroupInvitation.code(randomBytes())
        try changeGroup { unit in
            guard policy.roles.contains(role) else { throw Failure.roleUnknown(role, policy.roles) }
            try unit.require(.write, GroupResource.invitation(role), [.all])
            try unit.unit.transaction.put(
                GroupInvitation(
                    id: GroupInvitation.id(of: code), role: role, left: min(max(1, uses), GroupInvitation.maximumUses),
                    until: until, by: unit.me.id))
        }
        return code
    }

    package func invitations() throws -> [GroupInvitation] {
        try readGroup { unit in
            try unit.unit.transaction.records(Selection<GroupInvitation>.all).filter { invitation in
                let relations: Set<Relation> = invitation.by == unit.me.id ? [.own, .all] : [.all]
                return invitation.left > 0 && (invitation.until.map { $0 >= time.today() } ?? true)
                    && policy.allows(unit.me.role, .read, GroupResource.invitation(invitation.role), relations)
            }
        }
    }

    package func revoke(_ id: Identifier<GroupInvitation>) throws {
        try changeGroup { unit in
            guard var invitation = try unit.unit.transaction.record(id) else { throw Failure.invitationUnknown }
            try unit.require(
                .withdraw, GroupResource.invitation(invitation.role),
                invitation.by == unit.me.id ? [.own, .all] : [.all])
            invitation.left = 0
            try unit.unit.transaction.put(invitation)
        }
    }

    package func rename(to name: String) throws {
        let name = try GroupTextRules.name.validated(name, "Your name")
        try changeGroup { unit in
            var me = unit.me
            me.name = name
            try unit.unit.transaction.put(me)
        }
    }

    package func appoint(_ id: Identifier<Member>, as role: String) throws {
        try changeGroup { unit in
            guard policy.roles.contains(role) else { throw Failure.roleUnknown(role, policy.roles) }
            var member = try unit.presentMember(id)
            guard member.role != role else { return }
            try unit.require(.change, GroupResource.member(member.role), unit.relations(id))
            try unit.require(.change, GroupResource.member(role), unit.relations(id))
            try unit.requireOtherOwner(without: member)
            member.role = role
            try unit.unit.transaction.put(member)
            // Invitations that the new role would not allow end.
            try unit.endInvitations(of: id) { !policy.allows(role, .write, GroupResource.invitation($0.role), [.all]) }
        }
    }

    package func admit(_ id: Identifier<Member>, called name: String, as role: String, consent: String) throws -> Member
    {
        let name = try GroupTextRules.name.validated(name, "The name")
        let consent = try GroupTextRules.consent.validated(consent, "The consent")
        return try changeGroup { unit in
            if unit.people[id]?.isPresent != true { try unit.requireCapacity() }
            guard policy.roles.contains(role) else { throw Failure.roleUnknown(role, policy.roles) }
            try unit.require(.write, GroupResource.member(role), [.ofWards])
            if let known = unit.people[id] {
                guard known.keptBy == unit.me.id else { throw Failure.memberTwice }
                if known.isPresent { return known }
            }
            let member = Member(
                id: id, name: name, role: role, joined: time.today(), cameAt: time.now(), keptBy: unit.me.id)
            try unit.unit.transaction.put(member)
            try unit.unit.transaction.put(
                Guardianship(guardian: unit.me.id, ward: id, consent: consent, notedBy: unit.me.id, since: time.today())
            )
            return member
        }
    }

    package func remove(_ id: Identifier<Member>) throws {
        try changeGroup { unit in
            let member = try unit.presentMember(id)
            try unit.require(.withdraw, GroupResource.member(member.role), unit.relations(id))
            try unit.requireOtherOwner(without: member)
            for one in unit.guardedMembers(by: id) + [member] { _ = try unit.leave(one) }
        }
    }

    package func leave() throws -> [Post] {
        try changeGroup { unit in
            let wards = unit.guardedMembers(by: unit.me.id)
            let others = unit.present().filter { one in one.id != unit.me.id && !wards.contains { $0.id == one.id } }
            if !others.isEmpty { try unit.requireOtherOwner(without: unit.me) }
            let deletedPosts = try (wards + [unit.me]).flatMap(unit.leave)
            if others.isEmpty { try unit.unit.transaction.erase() }
            return deletedPosts
        }
    }
}

extension GroupTransaction {
    /// Returns the present members in order of joining.
    func present() -> [Member] { people.values.filter(\.isPresent).sorted(by: Member.didJoin) }

    /// Returns a guardian's wards without devices, which leave with the guardian.
    func guardedMembers(by keeper: Identifier<Member>) -> [Member] { present().filter { $0.keptBy == keeper } }

    /// Checks that the group can admit another member.
    ///
    /// - Throws: `groupFull`.
    func requireCapacity() throws {
        if present().count >= StoredGroupSession.maximumMembers { throw Failure.groupFull }
    }

    /// Ends the codes of a member.
    func endInvitations(of member: Identifier<Member>, where isOver: (GroupInvitation) -> Bool = { _ in true }) throws {
        for var one in try unit.transaction.records(Selection<GroupInvitation>.all)
        where one.by == member && one.left > 0 && isOver(one) {
            one.left = 0
            try unit.transaction.put(one)
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
        let others = present().contains { $0.id != member.id && $0.role == policy.ownerRole && $0.keptBy == nil }
        guard others else { throw Failure.lastKeeper }
    }

    /// Ends a membership and deletes the posts that go with it.
    ///
    /// - Returns: the deleted posts by or about the member.
    func leave(_ member: Member) throws -> [Post] {
        let deletedPosts = try all().filter { post in
            let ties = policy.kinds[post.kind]?.deletedWith ?? [.author]
            return post.author == member.id && ties.contains(.author)
                || post.about == member.id && ties.contains(.about)
        }
        for post in deletedPosts where try self.post(post.id) != nil { try clear(post) }
        for var bond in try unit.transaction.records(Selection<Guardianship>.all)
        where bond.isValid && (bond.guardian == member.id || bond.ward == member.id) {
            bond.withdrawn = groupSession.time.today()
            try unit.transaction.put(bond)
        }
        try endInvitations(of: member.id)
        var formerMember = member
        (formerMember.name, formerMember.left) = ("", groupSession.time.today())
        try unit.transaction.put(formerMember)
        return deletedPosts
    }
}
