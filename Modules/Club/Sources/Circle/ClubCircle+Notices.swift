import Groups
import Kernel

/// The messages from instructors to members.
extension ClubCircle {
    /// Sends a notice to everyone.
    package func announce(_ text: String, as kind: ClubNotice.Kind = .news, in group: KnownGroup) throws
        -> SubmissionOutcome
    {
        let text = try InputTextRule(upTo: ClubNotice.longest, .many).validated(text, "The announcement")
        return try send(
            ClubNotice(kind: kind, text: text), PostAttributes(kind: ClubPost.notice, audience: .everyone), to: group)
    }

    /// Assigns a task to students, or to everyone if no student is named.
    package func assign(_ task: ClubTask, to students: Set<Identifier<Member>>, in group: KnownGroup) throws
        -> SubmissionOutcome
    {
        try send(
            validated(task),
            PostAttributes(kind: ClubPost.assignment, audience: students.isEmpty ? .everyone : .members(students)),
            to: group)
    }

    /// Returns the task, or throws `pastDay` if its last day is over.
    func validated(_ task: ClubTask) throws -> ClubTask {
        guard task.until >= time.today() else {
            throw Failure(.pastDay, "\(task.until) is over.", advice: "Say until when with --until DAY.", kind: .usage)
        }
        return task
    }

    /// Reports a task as done to the instructors, on the learner's request only.
    package func report(done task: Identifier<Post>, of learner: Identifier<Member>, in group: KnownGroup) throws
        -> SubmissionOutcome
    {
        try send(
            "done",
            PostAttributes(
                kind: ClubPost.done, author: learner, answers: task, audience: .role(ClubRole.instructor.rawValue)),
            to: group)
    }

    /// Reports the result of a grading to a student.
    package func report(
        _ grading: ClubGrading, on ladder: BeltLadder, to student: Identifier<Member>, in group: KnownGroup
    ) throws -> SubmissionOutcome {
        try send(result(grading, on: ladder), ClubCircle.cover(ofResultFor: student), to: group)
    }

    /// Returns a grading in the form that reaches the student.
    func result(_ grading: ClubGrading, on ladder: BeltLadder) -> GradingReport {
        GradingReport(
            day: grading.day, target: ladder.belt(grading.target).name, reached: ladder.belt(grading.reached).name,
            result: grading.result, note: grading.note)
    }

    /// Returns the attributes of a grading result, which only the student can read.
    static func cover(ofResultFor student: Identifier<Member>) -> PostAttributes {
        PostAttributes(kind: ClubPost.result, about: student, audience: .members([student]))
    }

    /// Reports open fees to a student and their guardians.
    package func report(_ bill: Bill, to student: Identifier<Member>, in group: KnownGroup) throws -> SubmissionOutcome
    {
        let report = DeliveredBill(day: time.today(), text: bill.reminder ?? "Nothing is open.")
        return try send(
            report, PostAttributes(kind: ClubPost.bill, about: student, audience: .members([student])), to: group)
    }
}

extension ClubRoll {
    /// Returns the group member of each student: the linked one, or the only unlinked student of
    /// that name.
    package func links(to snapshot: ClubSnapshot) throws -> [Identifier<Student>: Identifier<Member>] {
        let students = try students(includingFormer: true)
        let members = snapshot.members.filter { $0.role == ClubRole.student.rawValue }
        let linkedMembers = Set(students.compactMap(\.member))
        let unlinkedMembers = Dictionary(grouping: members.filter { !linkedMembers.contains($0.id.rawValue) }) {
            Folding.folded($0.name)
        }
        let studentsByName = Dictionary(grouping: students) { Folding.folded($0.name) }
        return Dictionary(
            students.compactMap { student in
                if let member = student.member {
                    return members.first { $0.id.rawValue == member }.map { (student.id, $0.id) }
                }
                let name = Folding.folded(student.name)
                guard let candidates = unlinkedMembers[name], candidates.count == 1, studentsByName[name]?.count == 1
                else {
                    return nil
                }
                return (student.id, candidates[0].id)
            }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the shared mastery of the students, by their ID in the roll.
    package func mastery(_ snapshot: ClubSnapshot) throws -> [Identifier<Student>: Int] {
        let mastery = snapshot.mastery
        return try links(to: snapshot).compactMapValues { mastery[$0] }
    }
}
