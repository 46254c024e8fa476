import Kernel

// Who is in a group whose place is a store, and who comes and goes.
extension StoredHall {
    /// Who has the key.
    public func me() throws -> Member { try looking(\.me) }

    /// Those who are here, as far as they may be seen.
    public func members() throws -> [Member] { try looking { unit in unit.present().filter(unit.sees) } }

    /// Makes a code, and keeps its hash.
    public func invite(as role: String, uses: Int, until: Day?) throws -> String {
        let code = GroupInvitation.code(chance())
        try changing { unit in
            guard statutes.roles.contains(role) else { throw Failure.roleUnknown(role, statutes.roles) }
            try unit.require(.write, Matter.invitation(role), [.all])
            try unit.unit.transaction.put(
                GroupInvitation(
                    id: GroupInvitation.id(of: code), role: role, left: min(max(1, uses), GroupInvitation.mostUses), until: until,
                    by: unit.me.id))
        }
        return code
    }

    /// What is open still.
    public func invitations() throws -> [GroupInvitation] {
        try looking { unit in
            try unit.unit.transaction.records(Selection<GroupInvitation>.all).filter { invitation in
                let reaches: Set<Reach> = invitation.by == unit.me.id ? [.own, .all] : [.all]
                return invitation.left > 0 && (invitation.until.map { $0 >= time.today() } ?? true)
                    && statutes.allows(unit.me.role, .read, Matter.invitation(invitation.role), reaches)
            }
        }
    }

    /// Lets nobody in by it any more.
    public func revoke(_ id: Identifier<GroupInvitation>) throws {
        try changing { unit in
            guard var invitation = try unit.unit.transaction.record(id) else { throw Failure.invitationUnknown }
            try unit.require(
                .withdraw, Matter.invitation(invitation.role), invitation.by == unit.me.id ? [.own, .all] : [.all])
            invitation.left = 0
            try unit.unit.transaction.put(invitation)
        }
    }

    /// Changes the name of whoever asks.
    public func rename(to name: String) throws {
        let name = try GroupWording.name.kept(name, "Your name")
        try changing { unit in
            var me = unit.me
            me.name = name
            try unit.unit.transaction.put(me)
        }
    }

    /// Changes a role.
    public func appoint(_ id: Identifier<Member>, as role: String) throws {
        try changing { unit in
            guard statutes.roles.contains(role) else { throw Failure.roleUnknown(role, statutes.roles) }
            var member = try unit.here(id)
            guard member.role != role else { return }
            try unit.require(.change, Matter.member(member.role), unit.reaches(id))
            try unit.require(.change, Matter.member(role), unit.reaches(id))
            try unit.requireKeeper(without: member)
            member.role = role
            try unit.unit.transaction.put(member)
            // What they could not invite to now, they do not invite to any more.
            try unit.endInvitations(of: id) { !statutes.allows(role, .write, Matter.invitation($0.role), [.all]) }
        }
    }

    /// Takes in somebody whom a guardian keeps, anew too, once they had left.
    public func admit(_ id: Identifier<Member>, called name: String, as role: String, consent: String) throws -> Member {
        let name = try GroupWording.name.kept(name, "The name")
        let consent = try GroupWording.consent.kept(consent, "The consent")
        return try changing { unit in
            if unit.people[id]?.isHere != true { try unit.requireRoom() }
            guard statutes.roles.contains(role) else { throw Failure.roleUnknown(role, statutes.roles) }
            try unit.require(.write, Matter.member(role), [.ofWards])
            if let known = unit.people[id] {
                guard known.keptBy == unit.me.id else { throw Failure.memberTwice }
                if known.isHere { return known }
            }
            let member = Member(id: id, name: name, role: role, joined: time.today(), cameAt: time.now(), keptBy: unit.me.id)
            try unit.unit.transaction.put(member)
            try unit.unit.transaction.put(
                Guardianship(guardian: unit.me.id, ward: id, consent: consent, notedBy: unit.me.id, since: time.today()))
            return member
        }
    }

    /// Takes somebody out, with those whom they keep.
    public func remove(_ id: Identifier<Member>) throws {
        try changing { unit in
            let member = try unit.here(id)
            try unit.require(.withdraw, Matter.member(member.role), unit.reaches(id))
            try unit.requireKeeper(without: member)
            for one in unit.kept(by: id) + [member] { _ = try unit.leave(one) }
        }
    }

    /// Takes out whoever asks, with those whom they keep.
    public func leave() throws -> [Paper] {
        try changing { unit in
            let kept = unit.kept(by: unit.me.id)
            let others = unit.present().filter { one in one.id != unit.me.id && !kept.contains { $0.id == one.id } }
            if !others.isEmpty { try unit.requireKeeper(without: unit.me) }
            let gone = try (kept + [unit.me]).flatMap(unit.leave)
            if others.isEmpty { try unit.unit.transaction.erase() }
            return gone
        }
    }
}

extension HallUnit {
    /// Those who are in the group, in the order in which they came.
    func present() -> [Member] {
        people.values.filter(\.isHere).sorted(by: Member.came)
    }

    /// Those whom somebody keeps: they leave with them.
    func kept(by keeper: Identifier<Member>) -> [Member] { present().filter { $0.keptBy == keeper } }

    /// - Throws: `groupFull`.
    func requireRoom() throws { if present().count >= StoredHall.mostMembers { throw Failure.groupFull } }

    /// A code ends with who made it.
    func endInvitations(of member: Identifier<Member>, where isOver: (GroupInvitation) -> Bool = { _ in true }) throws {
        for var one in try unit.transaction.records(Selection<GroupInvitation>.all)
        where one.by == member && one.left > 0 && isOver(one) {
            one.left = 0
            try unit.transaction.put(one)
        }
    }

    /// Whoever acts for me I know, whatever the statutes say of their role.
    func sees(_ member: Member) -> Bool {
        member.id == me.id || guardians.contains(member.id)
            || statutes.allows(me.role, .read, Matter.member(member.role), reaches(member.id))
    }

    /// - Throws: `lastKeeper` where nobody with the first role would be left.
    func requireKeeper(without member: Member) throws {
        guard member.role == statutes.keeper else { return }
        let others = present().contains { $0.id != member.id && $0.role == statutes.keeper && $0.keptBy == nil }
        guard others else { throw Failure.lastKeeper }
    }

    /// Takes somebody out, with what goes with them.
    ///
    /// - Returns: what was theirs or about them and is gone.
    func leave(_ member: Member) throws -> [Paper] {
        let gone = try all().filter { paper in
            let ties = statutes.kinds[paper.kind]?.goesWith ?? [.author]
            return paper.author == member.id && ties.contains(.author) || paper.about == member.id && ties.contains(.about)
        }
        for paper in gone where try self.paper(paper.id) != nil { try empty(paper) }
        for var bond in try unit.transaction.records(Selection<Guardianship>.all)
        where bond.holds && (bond.guardian == member.id || bond.ward == member.id) {
            bond.withdrawn = hall.time.today()
            try unit.transaction.put(bond)
        }
        try endInvitations(of: member.id)
        var left = member
        (left.name, left.left) = ("", hall.time.today())
        try unit.transaction.put(left)
        return gone
    }
}
