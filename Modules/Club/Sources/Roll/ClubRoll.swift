import Kernel

/// One club in hand: its roll, and whatever is done with it.
public struct ClubRoll: Sendable {
    /// How many students one roll has at most.
    public static let mostStudents = 1000

    /// The club, as it was when it was opened.
    public let club: Club
    /// The clock and the calendar.
    public let time: TimeSource
    /// The belts and what they learn.
    public let programme: Programme
    let store: any Store
    let ids: IDSource

    init(_ club: Club, _ store: any Store, ids: IDSource, time: TimeSource, programme: Programme) {
        (self.club, self.store, self.ids, self.time, self.programme) = (club, store, ids, time, programme)
    }

    /// The day that counts as today.
    public var today: Day { time.today() }

    /// The belts in their order.
    public func ladder() throws -> BeltLadder { BeltLadder(try programme.belts()) }

    // MARK: - Students

    /// Who trains, by name.
    ///
    /// - Parameter isWhole: with those who left.
    public func students(left isWhole: Bool = false) throws -> [Student] {
        try store.read { try students(in: $0, left: isWhole) }
    }

    func students(in unit: borrowing Transaction, left isWhole: Bool = false) throws -> [Student] {
        try unit.records(Student.byName.under(club.id)).filter { isWhole || $0.left == nil }
    }

    /// The student whom somebody means.
    ///
    /// - Throws: `studentNotFound`, `manyStudents`.
    public func student(named name: String) throws -> Student { try StudentNames(students(left: true)).one(name) }

    /// Puts somebody on the roll.
    ///
    /// - Throws: `badClubName`, `studentExists`, `rollFull`, `futureDay`, `planNotFound`, and what a belt that is none throws.
    public func add(_ draft: StudentDraft) throws -> Student {
        let draft = try judged(draft, isNew: true)
        return try store.write(undo: { "Put \($0.name) on the roll" }) { try add(draft, in: $0) }
    }

    /// Puts several on the roll, all of them or nobody; who is on it already stays as they are.
    ///
    /// - Returns: who is new, and the names that were there.
    public func add(_ drafts: [StudentDraft]) throws -> (added: [Student], known: [String]) {
        let drafts = try drafts.map { try judged($0, isNew: true) }
        return try store.write(undo: { "Put \(counted($0.added.count, "student")) on the roll" }) { unit in
            var known: [String] = []
            var there = Set(try students(in: unit, left: true).map { Folding.folded($0.name) })
            let added = try drafts.compactMap { draft -> Student? in
                let name = try ClubNames.student(draft.name ?? "")
                guard there.insert(Folding.folded(name)).inserted else {
                    known.append(name)
                    return nil
                }
                return try add(draft, in: unit)
            }
            return (added, known)
        }
    }

    /// The same with the short form of its belt: whoever knows the belts may have records of their own, and is asked before a unit of work begins.
    private func judged(_ draft: StudentDraft, isNew: Bool) throws -> StudentDraft {
        var draft = draft
        draft.belt = try draft.belt.map(programme.meant) ?? (isNew ? ladder().belts.first?.id : nil)
        return draft
    }

    private func add(_ draft: StudentDraft, in unit: borrowing Transaction) throws -> Student {
        let name = try ClubNames.student(draft.name ?? "")
        let all = try students(in: unit, left: true)
        if let known = all.first(where: { Folding.folded($0.name) == Folding.folded(name) }) {
            throw Failure(
                .studentExists,
                known.left.map { "\(known.name) is on the roll already, and left on \($0)." }
                    ?? "\(known.name) is on the roll already.",
                advice: known.left == nil
                    ? "Tell two of one name apart: Kim Lee (junior)." : "`club student return` takes them back.", kind: .usage)
        }
        guard all.count < ClubRoll.mostStudents else {
            throw Failure(.rollFull, "The roll has \(ClubRoll.mostStudents) students, the most that there may be.")
        }
        let student = Student(
            id: ids.next(), club: club.id, name: name, belt: draft.belt ?? "", since: draft.since ?? today, joined: today)
        return try put(draft, on: student, in: unit)
    }

    /// Changes what the roll says of somebody.
    ///
    /// - Throws: as `add`, and `studentNotFound`.
    public func change(_ name: String, _ draft: StudentDraft) throws -> Student {
        let draft = try judged(draft, isNew: false)
        return try store.write(undo: { "Changed what the roll says of \($0.name)" }) { unit in
            var student = try StudentNames(students(in: unit, left: true)).one(name)
            if let new = draft.name {
                let all = try students(in: unit, left: true)
                guard !all.contains(where: { $0.id != student.id && Folding.folded($0.name) == Folding.folded(new) }) else {
                    throw Failure(.studentExists, "Somebody else is called \(new.short).", kind: .usage)
                }
                student.name = try ClubNames.student(new)
            }
            if let belt = draft.belt {
                student.belt = belt
                if draft.since == nil { student.since = today }
            }
            if let since = draft.since { student.since = since }
            return try put(draft, on: student, in: unit)
        }
    }

    private func put(_ draft: StudentDraft, on student: Student, in unit: borrowing Transaction) throws -> Student {
        var student = student
        try expectPast(student.since, "The day of a belt")
        if let guardian = draft.guardian {
            student.guardian = try ClubNames.optional(guardian, "What stands of a guardian", Student.longestName)
        }
        if let alias = draft.alias { student.alias = try ClubNames.optional(alias, "An alias", Student.longestName) }
        if let member = draft.member { try link(member, to: &student, in: unit) }
        if let plan = draft.plan { try assign(plan, from: draft.planFrom, to: &student, in: unit) }
        try unit.put(student)
        return student
    }

    /// One member is one student: what is told goes to nobody else.
    private func link(_ member: String, to student: inout Student, in unit: borrowing Transaction) throws {
        student.member = member.isEmpty ? nil : member
        guard let member = student.member,
            let other = try students(in: unit, left: true).first(where: { $0.member == member && $0.id != student.id })
        else { return }
        throw Failure(
            .studentExists, "\(other.name) is that member already.", advice: "`club student change` with --member '' ends that.",
            kind: .usage)
    }

    private func assign(
        _ name: String, from day: Day?, to student: inout Student, in unit: borrowing Transaction
    ) throws {
        let from = day ?? today
        if let place = student.fees.lastIndex(where: { $0.until == nil }) { student.fees[place].until = from }
        guard !name.allSatisfy(\.isWhitespace) else { return }
        let plans = try unit.record(club.id)?.plans ?? []
        guard let plan = plans.first(where: { Folding.folded($0.name) == Folding.folded(name) }) else {
            let names = plans.map(\.name).joined(separator: ", ")
            throw Failure(
                .planNotFound, "There is no fee plan called “\(name.short)”.",
                advice: names.isEmpty ? "Make one with `club bills plan NAME AMOUNT`." : "Choose from \(names).", kind: .usage)
        }
        student.fees.append(FeeSpan(plan: plan, from: from))
    }

    /// Takes somebody off the roll: what was noted stays, no fee begins any more.
    ///
    /// - Throws: `studentNotFound`, `isGone`.
    public func leave(_ name: String) throws -> Student {
        try store.write(undo: { "\($0.name) left" }) { unit in
            var student = try StudentNames(students(in: unit, left: true)).one(name)
            guard student.left == nil else {
                throw Failure(.isGone, "\(student.name) left already, on \(student.left?.description ?? "").")
            }
            student.left = today
            if let place = student.fees.lastIndex(where: { $0.until == nil }) { student.fees[place].until = today }
            try unit.put(student)
            return student
        }
    }

    /// Takes somebody back who left.
    ///
    /// - Throws: `studentNotFound`, `isThere`.
    public func takeBack(_ name: String) throws -> Student {
        try store.write(undo: { "\($0.name) came back" }) { unit in
            var student = try StudentNames(students(in: unit, left: true)).one(name)
            guard student.left != nil else { throw Failure(.isThere, "\(student.name) is on the roll.") }
            student.left = nil
            try unit.put(student)
            return student
        }
    }

    func expectPast(_ day: Day, _ what: String) throws {
        guard day <= today else {
            throw Failure(.futureDay, "\(what) lies ahead: \(day).", advice: "Today is \(today).", kind: .usage)
        }
    }
}
