import Groups
import Kernel

extension ClubCircle {
    /// Tells everybody something.
    public func announce(_ text: String, as kind: ClubNotice.Kind = .news, in group: KnownGroup) throws -> GroupSending {
        let text = try TypedText(upTo: ClubNotice.longest, .many).kept(text, "The announcement")
        return try send(ClubNotice(kind: kind, text: text), Cover(kind: ClubPaper.notice, audience: .everyone), to: group)
    }

    /// Gives students something to work on; everybody where nobody is named.
    public func assign(_ task: ClubTask, to students: Set<Identifier<Member>>, in group: KnownGroup) throws -> GroupSending {
        try send(
            judged(task), Cover(kind: ClubPaper.assignment, audience: students.isEmpty ? .everyone : .members(students)),
            to: group)
    }

    /// - Throws: `pastDay`.
    func judged(_ task: ClubTask) throws -> ClubTask {
        guard task.until >= time.today() else {
            throw Failure(.pastDay, "\(task.until) is over.", advice: "Say until when with --until DAY.", kind: .usage)
        }
        return task
    }

    /// Tells the instructors that a task is done; nothing is told unless somebody says so.
    public func tell(done task: Identifier<Paper>, of learner: Identifier<Member>, in group: KnownGroup) throws -> GroupSending {
        try send(
            "done", Cover(kind: ClubPaper.done, author: learner, answers: task, audience: .role(ClubRole.instructor.rawValue)),
            to: group)
    }

    /// Tells a student what came of a grading.
    public func tell(
        _ grading: ClubGrading, on ladder: BeltLadder, to student: Identifier<Member>, in group: KnownGroup
    ) throws -> GroupSending {
        try send(result(grading, on: ladder), ClubCircle.cover(ofResultFor: student), to: group)
    }

    func result(_ grading: ClubGrading, on ladder: BeltLadder) -> ToldResult {
        ToldResult(
            day: grading.day, target: ladder.belt(grading.target).name, reached: ladder.belt(grading.reached).name,
            result: grading.result, note: grading.note)
    }

    static func cover(ofResultFor student: Identifier<Member>) -> Cover {
        Cover(kind: ClubPaper.result, about: student, audience: .members([student]))
    }

    /// Tells a student, and whoever answers for them, what is open.
    public func tell(_ bill: Bill, to student: Identifier<Member>, in group: KnownGroup) throws -> GroupSending {
        let told = ToldBill(day: time.today(), text: bill.reminder ?? "Nothing is open.")
        return try send(told, Cover(kind: ClubPaper.bill, about: student, audience: .members([student])), to: group)
    }
}

extension ClubRoll {
    /// Who of the group each student of the roll is: who was said to be, else the one student of that name of whom nothing was said.
    public func links(to sight: ClubSight) throws -> [Identifier<Student>: Identifier<Member>] {
        let all = try students(left: true)
        let there = sight.members.filter { $0.role == ClubRole.student.rawValue }
        let said = Set(all.compactMap(\.member))
        let members = Dictionary(grouping: there.filter { !said.contains($0.id.rawValue) }) { Folding.folded($0.name) }
        let names = Dictionary(grouping: all) { Folding.folded($0.name) }
        return Dictionary(
            all.compactMap { student in
                if let member = student.member { return there.first { $0.id.rawValue == member }.map { (student.id, $0.id) } }
                let name = Folding.folded(student.name)
                guard let found = members[name], found.count == 1, names[name]?.count == 1 else { return nil }
                return (student.id, found[0].id)
            }, uniquingKeysWith: { first, _ in first })
    }

    /// What the students of the roll share, by who they are in the roll.
    public func mastery(_ sight: ClubSight) throws -> [Identifier<Student>: Int] {
        let mastery = sight.mastery
        return try links(to: sight).compactMapValues { mastery[$0] }
    }
}
