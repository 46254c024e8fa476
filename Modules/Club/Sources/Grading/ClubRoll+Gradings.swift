import Kernel

/// Returns the mastered share of the belt's material in percent, by student of the roll, for
/// students who share it.
package typealias SharedMastery = @Sendable () throws -> [Identifier<Student>: Int]

extension ClubRoll {
    /// Returns the students with a next belt: ready ones first, then by belt and name.
    package func candidates(_ mastery: SharedMastery = { [:] }) throws -> [Candidate] {
        try candidates(visitors(), mastery)
    }

    /// Returns the candidates among students whose visits were already read.
    func candidates(_ visitors: [Visitor], _ mastery: SharedMastery) throws -> [Candidate] {
        let ladder = try ladder()
        let mastery = try mastery()
        let readiness = try store.read { try $0.record(club.id) }?.readiness ?? club.readiness
        let candidates = visitors.compactMap { visitor -> Candidate? in
            let student = visitor.student
            guard let next = ladder.next(after: student.belt) else { return nil }
            return Candidate(
                student: student, belt: ladder.belt(student.belt), next: next,
                months: ClubRoll.months(from: student.since, to: today), classes: visitor.classesSinceBelt,
                mastery: mastery[student.id], readiness: readiness)
        }
        return candidates.sorted { first, second in
            (first.isReady ? 0 : 1, ladder.rank(first.belt.id), first.student.name)
                < (second.isReady ? 0 : 1, ladder.rank(second.belt.id), second.student.name)
        }
    }

    /// Returns the whole months between two days.
    static func months(from first: Day, to last: Day) -> Int {
        guard last > first else { return 0 }
        let months = (last.year - first.year) * 12 + last.month - first.month
        return first.adding(months: months) <= last ? months : months - 1
    }

    /// Sets the requirements for a grading. A nil value keeps the present one.
    package func setRequirements(months: Int?, classes: Int?, mastery: Int?) throws -> Readiness {
        var requirements = Readiness.standard
        try changeClub("Set what is needed for a grading") { club in
            if let months { club.readiness.months = months }
            if let classes { club.readiness.classes = classes }
            if let mastery { club.readiness.mastery = mastery }
            requirements = club.readiness
        }
        return requirements
    }

    /// Records a grading. A pass moves the belt in the same unit of work and restarts the time in
    /// grade.
    ///
    /// - Parameter day: The day of the grading, or nil for today. It must be neither in the future
    ///   nor before the current belt.
    /// - Throws: `studentNotFound`, `manyStudents`, `futureDay`, `noNextRank`, `gradedAlready`.
    package func recordGrading(
        _ name: String, _ result: ClubGrading.Result, on day: Day? = nil, examiner: String = "", note: String = ""
    ) throws -> (student: Student, grading: ClubGrading) {
        let ladder = try ladder()
        let day = day ?? today
        try expectPast(day, "The grading")
        let examiner = try ClubNames.optional(examiner, "An examiner's name", Student.longestName)
        let note = try ClubNames.optional(note, "A note", 200)
        return try store.write(undo: { "Recorded the grading of \($0.student.name)" }) { transaction in
            var student = try StudentNames(students(in: transaction)).uniqueMatch(name)
            guard let target = ladder.next(after: student.belt) else {
                throw Failure(.noNextRank, "There is no belt above that of \(student.name).", kind: .usage)
            }
            guard try transaction.first(ClubGrading.byStudent.under(student.id, day)) == nil else {
                throw Failure(
                    .gradedAlready, "\(student.name) was graded on \(day) already.",
                    advice: "Say another day with --day, or take back what was wrong with `undo`.", kind: .usage)
            }
            let reached =
                switch result {
                case .fail: student.belt
                case .pass: target.id
                case .double: (ladder.next(after: target.id) ?? target).id
                }
            let grading = ClubGrading(
                id: ids.next(), club: club.id, student: student.id, day: day, from: student.belt, target: target.id,
                reached: reached, result: result, examiner: examiner, note: note)
            try transaction.put(grading)
            if result != .fail {
                (student.belt, student.since) = (reached, day)
                try transaction.put(student)
            }
            return (student, grading)
        }
    }

    /// Returns the gradings of one student or of all, latest first.
    package func gradings(of name: String? = nil) throws -> [(student: Student, grading: ClubGrading)] {
        try store.read { transaction in
            let allStudents = try students(in: transaction, includingFormer: true)
            let namedStudent = try name.map { try StudentNames(allStudents).uniqueMatch($0) }
            let studentsByID = Dictionary(allStudents.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
            let gradings =
                try namedStudent.map { try transaction.records(ClubGrading.byStudent.under($0.id).descending) }
                ?? transaction.records(ClubGrading.byDay.under(club.id).descending)
            return gradings.compactMap { grading in studentsByID[grading.student].map { ($0, grading) } }
        }
    }
}
