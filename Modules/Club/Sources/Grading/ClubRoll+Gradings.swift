import Kernel

/// How much of what their belt learns students have mastered, in percent, by the name of the student in the roll; only of those who share it.
public typealias SharedMastery = @Sendable () throws -> [Identifier<Student>: Int]

extension ClubRoll {
    /// Everybody who has a belt above theirs: who is ready first, then by belt and name.
    public func candidates(_ mastery: SharedMastery = { [:] }) throws -> [Candidate] {
        try candidates(visitors(), mastery)
    }

    func candidates(_ visitors: [Visitor], _ mastery: SharedMastery) throws -> [Candidate] {
        let (ladder, mastery) = (try ladder(), try mastery())
        let readiness = try store.read { try $0.record(club.id) }?.readiness ?? club.readiness
        let all = visitors.compactMap { visitor -> Candidate? in
            let student = visitor.student
            guard let next = ladder.next(after: student.belt) else { return nil }
            return Candidate(
                student: student, belt: ladder.belt(student.belt), next: next,
                months: ClubRoll.months(from: student.since, to: today), classes: visitor.sinceBelt,
                mastery: mastery[student.id], readiness: readiness)
        }
        return all.sorted { one, other in
            (one.isReady ? 0 : 1, ladder.place(one.belt.id), one.student.name)
                < (other.isReady ? 0 : 1, ladder.place(other.belt.id), other.student.name)
        }
    }

    /// Whole months from a day to another.
    static func months(from first: Day, to last: Day) -> Int {
        guard last > first else { return 0 }
        let months = (last.year - first.year) * 12 + last.month - first.month
        return first.adding(months: months) <= last ? months : months - 1
    }

    /// Sets what is needed for a grading; what is nil stays.
    public func require(months: Int?, classes: Int?, mastery: Int?) throws -> Readiness {
        var needed = Readiness.usual
        try changeClub("Set what is needed for a grading") { club in
            if let months { club.readiness.months = months }
            if let classes { club.readiness.classes = classes }
            if let mastery { club.readiness.mastery = mastery }
            needed = club.readiness
        }
        return needed
    }

    /// Records a grading; a pass moves the belt in the same unit of work, and time in grade begins anew.
    ///
    /// - Parameter day: today when nil; no day ahead, and none before the belt that they have.
    /// - Throws: `studentNotFound`, `manyStudents`, `futureDay`, `noNextRank`, `gradedAlready`.
    public func grade(
        _ name: String, _ result: ClubGrading.Result, on day: Day? = nil, examiner: String = "", note: String = ""
    ) throws -> (student: Student, grading: ClubGrading) {
        let (ladder, day) = (try ladder(), day ?? today)
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

    /// Gradings, the latest first; of one student, or of all.
    public func gradings(of name: String? = nil) throws -> [(student: Student, grading: ClubGrading)] {
        try store.read { unit in
            let all = try students(in: unit, left: true)
            let wanted = try name.map { try StudentNames(all).one($0) }
            let byID = Dictionary(all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
            let gradings =
                try wanted.map { try unit.records(ClubGrading.byStudent.under($0.id).descending) }
                ?? unit.records(ClubGrading.byDay.under(club.id).descending)
            return gradings.compactMap { grading in byID[grading.student].map { ($0, grading) } }
        }
    }
}
