import Kernel

/// One club with its roll, and the operations on it.
package struct ClubRoll: Sendable {
    /// The maximum number of students on a roll.
    package static let maximumStudents = 1000

    package let club: ClubRecord
    package let time: TimeSource
    package let curriculum: ClubCurriculum
    let store: any Store
    let ids: IDSource

    init(_ club: ClubRecord, _ store: any Store, ids: IDSource, time: TimeSource, curriculum: ClubCurriculum) {
        self.club = club
        self.store = store
        self.ids = ids
        self.time = time
        self.curriculum = curriculum
    }

    package var today: Day { time.today() }

    /// Returns the belts in order.
    package func ladder() throws -> BeltLadder { BeltLadder(try curriculum.belts()) }

    // MARK: - Students

    /// Returns the students by name, active students first, so that a row means the same student
    /// with and without former ones.
    ///
    /// - Parameter includesFormer: Whether the result contains former students.
    package func students(includingFormer includesFormer: Bool = false) throws -> [Student] {
        try store.read { try students(in: $0, includingFormer: includesFormer) }
    }

    func students(in transaction: borrowing Transaction, includingFormer includesFormer: Bool = false) throws
        -> [Student]
    {
        let all = try transaction.records(Student.byName.under(club.id))
        let active = all.filter { $0.left == nil }
        return includesFormer ? active + all.filter { $0.left != nil } : active
    }

    /// Returns the student that a text refers to.
    ///
    /// - Throws: `studentNotFound`, `manyStudents`.
    package func student(named name: String) throws -> Student {
        try StudentNames(students(includingFormer: true)).uniqueMatch(name)
    }

    /// Adds a student to the roll.
    ///
    /// - Throws: `badClubName`, `studentExists`, `rollFull`, `futureDay`, `planNotFound`, and the
    ///   failure of an unknown belt.
    package func add(_ draft: StudentDraft) throws -> Student {
        let draft = try resolved(draft, isNew: true)
        return try store.write(undo: { "Put \($0.name) on the roll" }) { try add(draft, in: $0) }
    }

    /// Adds several students in one step, all or none. Existing students stay unchanged.
    ///
    /// - Returns: The new students, and the names that existed already.
    package func add(_ drafts: [StudentDraft]) throws -> (added: [Student], known: [String]) {
        let drafts = try drafts.map { try resolved($0, isNew: true) }
        return try store.write(undo: { "Put \(counted($0.added.count, "student")) on the roll" }) { transaction in
            var existing: [String] = []
            var existingNames = Set(
                try students(in: transaction, includingFormer: true).map { Folding.folded($0.name) })
            let added = try drafts.compactMap { draft -> Student? in
                let name = try ClubNames.student(draft.name ?? "")
                guard existingNames.insert(Folding.folded(name)).inserted else {
                    existing.append(name)
                    return nil
                }
                return try add(draft, in: transaction)
            }
            return (added, existing)
        }
    }

    /// Validates a draft and resolves the short form of its belt. It runs before the unit of work,
    /// because the curriculum may read records of its own.
    private func resolved(_ draft: StudentDraft, isNew: Bool) throws -> StudentDraft {
        var draft = draft
        draft.belt = try draft.belt.map(curriculum.parseBelt) ?? (isNew ? ladder().belts.first?.id : nil)
        return draft
    }

    /// Adds a student with a resolved belt.
    private func add(_ draft: StudentDraft, in transaction: borrowing Transaction) throws -> Student {
        let name = try ClubNames.student(draft.name ?? "")
        let all = try students(in: transaction, includingFormer: true)
        if let existing = all.first(where: { Folding.folded($0.name) == Folding.folded(name) }) {
            throw Failure(
                .studentExists,
                existing.left.map { "\(existing.name) is on the roll already, and left on \($0)." }
                    ?? "\(existing.name) is on the roll already.",
                advice: existing.left == nil
                    ? "Tell two of one name apart: Kim Lee (junior)." : "`club student return` takes them back.",
                kind: .usage)
        }
        guard all.count < ClubRoll.maximumStudents else {
            throw Failure(.rollFull, "The roll has \(ClubRoll.maximumStudents) students, the most that there may be.")
        }
        let student = Student(
            id: ids.next(), club: club.id, name: name, belt: draft.belt ?? "", since: draft.since ?? today,
            joined: today)
        return try put(draft, on: student, in: transaction)
    }

    /// Changes a student's entry on the roll.
    ///
    /// - Throws: As `add`, and `studentNotFound`.
    package func change(_ name: String, _ draft: StudentDraft) throws -> Student {
        let draft = try resolved(draft, isNew: false)
        return try store.write(undo: { "Changed what the roll says of \($0.name)" }) { transaction in
            var student = try StudentNames(students(in: transaction, includingFormer: true)).uniqueMatch(name)
            if let newName = draft.name {
                let all = try students(in: transaction, includingFormer: true)
                guard
                    !all.contains(where: { $0.id != student.id && Folding.folded($0.name) == Folding.folded(newName) })
                else { throw Failure(.studentExists, "Somebody else is called \(newName.truncated).", kind: .usage) }
                student.name = try ClubNames.student(newName)
            }
            if let belt = draft.belt {
                student.belt = belt
                if draft.since == nil { student.since = today }
            }
            if let since = draft.since { student.since = since }
            return try put(draft, on: student, in: transaction)
        }
    }

    /// Saves a student with the other values of a draft.
    private func put(_ draft: StudentDraft, on student: Student, in transaction: borrowing Transaction) throws
        -> Student
    {
        var student = student
        try expectPast(student.since, "The day of a belt")
        if let guardian = draft.guardian {
            student.guardian = try ClubNames.optional(guardian, "What stands of a guardian", Student.longestName)
        }
        if let alias = draft.alias { student.alias = try ClubNames.optional(alias, "An alias", Student.longestName) }
        if let member = draft.member { try link(member, to: &student, in: transaction) }
        if let plan = draft.plan { try assign(plan, from: draft.planFrom, to: &student, in: transaction) }
        try transaction.put(student)
        return student
    }

    /// Links one group member to one student, so that results reach that person only.
    private func link(_ member: String, to student: inout Student, in transaction: borrowing Transaction) throws {
        student.member = member.isEmpty ? nil : member
        guard let member = student.member,
            let other = try students(in: transaction, includingFormer: true).first(where: {
                $0.member == member && $0.id != student.id
            })
        else { return }
        throw Failure(
            .studentExists, "\(other.name) is that member already.",
            advice: "`club student change` with --member '' ends that.", kind: .usage)
    }

    /// Ends a student's fee plan on a day and starts another, unless the name is blank.
    private func assign(
        _ name: String, from day: Day?, to student: inout Student, in transaction: borrowing Transaction
    ) throws {
        let from = day ?? today
        if let index = student.fees.lastIndex(where: { $0.until == nil }) { student.fees[index].until = from }
        guard !name.allSatisfy(\.isWhitespace) else { return }
        let plans = try transaction.record(club.id)?.plans ?? []
        guard let plan = plans.first(where: { Folding.folded($0.name) == Folding.folded(name) }) else {
            let names = plans.map(\.name).joined(separator: ", ")
            throw Failure(
                .planNotFound, "There is no fee plan called “\(name.truncated)”.",
                advice: names.isEmpty ? "Make one with `club bills plan NAME AMOUNT`." : "Choose from \(names).",
                kind: .usage)
        }
        student.fees.append(FeeSpan(plan: plan, from: from))
    }

    /// Marks a student as former. The record stays, and no new fee starts.
    ///
    /// - Throws: `studentNotFound`, `isGone`.
    package func recordDeparture(_ name: String) throws -> Student {
        try store.write(undo: { "\($0.name) left" }) { transaction in
            var student = try StudentNames(students(in: transaction, includingFormer: true)).uniqueMatch(name)
            guard student.left == nil else {
                throw Failure(.isGone, "\(student.name) left already, on \(student.left?.description ?? "").")
            }
            student.left = today
            if let index = student.fees.lastIndex(where: { $0.until == nil }) { student.fees[index].until = today }
            try transaction.put(student)
            return student
        }
    }

    /// Marks a former student as active again.
    ///
    /// - Throws: `studentNotFound`, `isThere`.
    package func recordReturn(_ name: String) throws -> Student {
        try store.write(undo: { "\($0.name) came back" }) { transaction in
            var student = try StudentNames(students(in: transaction, includingFormer: true)).uniqueMatch(name)
            guard student.left != nil else { throw Failure(.isThere, "\(student.name) is on the roll.") }
            student.left = nil
            try transaction.put(student)
            return student
        }
    }

    /// Throws `futureDay` for a day after today. `what` is the subject of the message.
    func expectPast(_ day: Day, _ what: String) throws {
        guard day <= today else {
            throw Failure(.futureDay, "\(what) lies ahead: \(day).", advice: "Today is \(today).", kind: .usage)
        }
    }
}
