import Kernel

/// One unit of work in a group's place: who asks, who is there, and what the statutes say to it.
struct HallUnit {
    let unit: UnitOfWork
    let hall: StoredHall
    let group: Group
    let me: Member
    /// Everybody who was ever in.
    let people: [Identifier<Member>: Member]
    /// Those for whom I may act.
    let wards: [Member]
    /// Those who may act for me.
    let guardians: Set<Identifier<Member>>

    var statutes: Statutes { hall.statutes }

    init(_ unit: UnitOfWork, _ hall: StoredHall) throws {
        (self.unit, self.hall) = (unit, hall)
        group = try HallUnit.group(unit, hall.statutes)
        let all = try unit.transaction.records(Member.byJoining.all)
        let people = Dictionary(all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        guard let me = people[hall.key.member(of: group.id)], me.isHere else { throw Failure.notMember(group.name) }
        let bonds = try unit.transaction.records(Selection<Guardianship>.all).filter(\.holds)
        (self.people, self.me) = (people, me)
        wards = bonds.filter { $0.guardian == me.id }.compactMap { people[$0.ward] }.filter(\.isHere)
        guardians = Set(bonds.filter { $0.ward == me.id }.map(\.guardian))
    }

    /// - Throws: `groupEmptied`; `groupForeign` for one of another feature, `groupNewer` for statutes of a newer program.
    static func group(_ unit: UnitOfWork, _ statutes: Statutes) throws -> Group {
        guard let group = try unit.transaction.first(Selection<Group>.all) else { throw Failure.groupEmptied("that place") }
        guard group.purpose == statutes.purpose else { throw Failure.groupOfOther(group.purpose) }
        guard group.statutes <= statutes.version else { throw Failure.groupNewer(group.name) }
        return group
    }

    /// Whoever looks after a group brings it to the version of their program with the first thing that they change there.
    func raise() throws {
        guard group.statutes < statutes.version, me.role == statutes.keeper else { return }
        try unit.transaction.put(
            Group(
                id: group.id, name: group.name, purpose: group.purpose, foundedAt: group.foundedAt, statutes: statutes.version))
    }

    /// - Throws: `groupNotAllowed`.
    func require(_ action: Statutes.Action, _ matter: String, _ reaches: Set<Reach>) throws {
        guard statutes.allows(me.role, action, matter, reaches) else { throw statutes.refusal(action, matter, me.role) }
    }

    /// How I stand to somebody.
    func reaches(_ member: Identifier<Member>) -> Set<Reach> {
        var reaches: Set<Reach> = [.all]
        if member == me.id { reaches.formUnion([.own, .aboutMe]) }
        if wards.contains(where: { $0.id == member }) { reaches.insert(.ofWards) }
        return reaches
    }

    /// - Throws: `memberNotFound` for nobody who is here.
    func here(_ id: Identifier<Member>) throws -> Member {
        guard let member = people[id], member.isHere else { throw Failure.memberNotFound(id.rawValue) }
        return member
    }

    // MARK: - Papers

    func paper(_ id: Identifier<Paper>) throws -> Paper? { try stored(id)?.paper }

    func stored(_ id: Identifier<Paper>) throws -> StoredPaper? {
        try unit.transaction.record(Identifier<StoredPaper>(id.rawValue))
    }

    func reaches(_ paper: Paper) -> Set<Reach> { Reach.of(me, to: paper, wards: wards) }

    /// Whether I may read a paper, and with it whatever it answers.
    func sees(_ paper: Paper) throws -> Bool {
        guard statutes.allows(me.role, .read, paper.kind, reaches(paper)) else { return false }
        guard let answered = paper.answers else { return true }
        // An answer names an older paper, so this comes to an end.
        guard let above = try self.paper(answered), above.kind != paper.kind else { return false }
        return try sees(above)
    }

    /// - Throws: `paperNotFound` for what is not there, and for what I may not read.
    func visible(_ id: Identifier<Paper>) throws -> Paper {
        guard let paper = try paper(id), try sees(paper) else { throw Failure.paperNotFound(id) }
        return paper
    }

    func all() throws -> [Paper] { try unit.transaction.records(StoredPaper.byKind.all).compactMap(\.paper) }

    /// Makes a paper an empty sheet, and whatever answers it.
    func empty(_ paper: Paper) throws {
        for answer in try unit.transaction.records(StoredPaper.byAnswered.under(paper.id)) {
            if let answer = answer.paper { try empty(answer) }
        }
        var sheet = StoredPaper(paper)
        sheet.paper = nil
        try unit.transaction.put(sheet)
    }
}
