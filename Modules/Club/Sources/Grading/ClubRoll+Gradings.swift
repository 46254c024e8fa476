import Kernel

/// Returns the mastered share of the belt's material in percent, by student of the roll, for
/// students who share it.
package typealias SharedMastery = @Sendable () throws -> [Identifier<Student>: Int]

extension ClubRoll {
    /// Returns the students with a next belt: ready ones first, then by belt and name.
    package func candidates(_ mastery: SharedMastery = { [:] }) throws -> [Candidate] {
        try candidates(visitors(), mastery)
    }

    func candidates(_ visitors: [Visitor], _ mastery: SharedMastery) throws -> [Candidate] {
        let ladder = try ladder()
        let mastery = try mastery()
        let readiness = try store.read { try $0.record(club.id) }?.readiness ?? club.readiness
        let all = visitors.compactMap { visitor -> Candidate? in
            let student = visitor.student
            guard let next = ladder.next(after: student.belt) else { return nil }
            return Candidate(
                student: student, belt: ladder.belt(student.belt), next: next,
                months: ClubRoll.months(from: student.since, to: today), classes: visitor.classesSinceBelt,
                mastery: mastery[student.id], readiness: readiness)
        }
        return all.sorted { one, other in
            (one.isReady ? 0 : 1, ladder.rank(one.belt.id), one.student.name)
                < (other.isReady ? 0 : 1, ladder.rank(other.belt.id), other.student.name)
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
        var needed = Readiness.standard
        try changeClub("Set what is needed for a grading") { club in
            if let months { club.readiness.months = months }
            if let classes { club.readiness.classes = classes }
            if let mastery { club.readiness.mastery = mastery }
            needed = club.readiness
        }
        return needed
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
        return try store.write(undo: { "Recorded the grading of \($0.student.name)" }) { unit in
            var student = try StudentNames(students(in: unit)).one(name)
            guard let target = ladder.next(after: student.belt) else {
                throw Failure(.noNextRank, "There is no belt above that of \(student.name).", kind: .usage)
            }
            guard try unit.first(ClubGrading.byStudent.under(student.id, day)) == nil else {
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
            try unit.put(grading)
            if result != .fail {
                (student.belt, student.since) = (reached, day)
                try unit.put(student)
            }
            return (student, grading)
        }
    }

    /// Returns the gradings of one student or of all, latest first.
    package func gradings(of name: String? = nil) throws -> [(student: Student, grading: ClubGrading)] {
        try store.read { unit in
            let all = try students(in: unit, includingFormer: true)
            let wanted = try name.map { try StudentNames(all).one($0) }
            let byID = Dictionary(all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
            let gradings =
                try wanted.map { try unit.records(ClubGrading.byStudent.under($0.id).descending) }
                ?? unit.records(ClubGrading.byDay.under(club.id).descending)
            return gradings.compactMap { grading in byID[grading.student].map { ($0, grading) } }
        }
    }
}
