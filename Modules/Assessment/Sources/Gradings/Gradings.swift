import Content
import Kernel
import Lessons
import Practice

/// The gradings of a learner: mock gradings for practice, and real ones, which change the belt.
package struct Gradings: Sendable {
    package let lessons: LessonStudy
    private let gradingHistory: GradingHistory
    private let ids: IDSource

    package init(_ lessons: LessonStudy, book: GradingHistory, ids: IDSource) {
        self.lessons = lessons
        gradingHistory = book
        self.ids = ids
    }

    private var belts: BeltOrder { lessons.book.belts }

    /// Returns all gradings, earliest day first.
    package func history() throws -> [Grading] { try gradingHistory.gradings() }

    /// Prefetches the lesson and grading data of the first screen.
    ///
    /// The prefetch helps only inside a shared read, which caches the answers.
    package func prefetch() throws {
        let mockGradings = LoggedRun.byActivity.under(exercise.kind.rawValue, exercise.activity)
        try lessons.log.repository.read { records in
            try records.unit.transaction.prefetch(
                [.first(mockGradings.descending), .records(Grading.byDay.all)]
                    + [.sparring, .theory].map { (kind: PracticeKind) in
                        .records(ItemMemory.byTarget.under(kind.rawValue))
                    })
        }
    }

    // MARK: - Mock

    private var exercise: GradingExercise {
        GradingExercise(book: lessons.book, history: gradingHistory, today: { [log = lessons.log] in log.today })
    }

    /// Returns the unfinished mock grading, or nil if there is none.
    package func unfinished() throws -> Run<GradingExercise>? { try lessons.log.unfinished(exercise) }

    /// Begins a mock grading for a belt. Nil means the learner's next belt.
    ///
    /// - Throws: `noNextBelt`, `noEarlierBelt`, `notOpenYet`, `nothingToPractise`.
    package func begin(for requestedGrade: Grade?) throws -> Run<GradingExercise> {
        let (target, learned) = try resolveTarget(requestedGrade)
        var random = lessons.log.makeRandomSource()
        let items = GradingPaper(grade: learned, book: lessons.book).sections(&random).flatMap { section, tasks in
            tasks.map { GradingExercise.Item(section: section, task: $0) }
        }
        try LessonStudy.requireItems(items)
        return try lessons.log.begin(exercise, subject: target.id, items: items, settings: .init(learned: learned))
    }

    /// Returns the grading of a run in the history, or nil if the run is unfinished.
    package func grading(of run: Run<GradingExercise>) throws -> Grading? {
        try history().first { $0.id == Grading.id(of: run.id) }
    }

    /// Ends a mock grading early, and keeps the finished part in the history.
    package func abandon(_ run: inout Run<GradingExercise>) throws {
        let abandonedRun = run
        let outcome = LoggedRun.Outcome(share: run.share)
        let hasAnswers = !abandonedRun.answers.isEmpty
        let label = hasAnswers ? exercise.completionLabel(of: abandonedRun) : nil
        try lessons.log.close(&run, outcome, undo: label) { unit in
            if hasAnswers { try abandonedRun.exercise.save(abandonedRun, .abandoned, in: unit) }
        }
    }

    /// Returns the target belt and the grade whose content is asked.
    ///
    /// - Parameter ahead: whether the target may have content that is not open yet.
    func resolveTarget(_ requestedGrade: Grade?, ahead: Bool = false) throws -> (target: Grade, learned: Grade) {
        let ownGrade = lessons.learner.grade
        guard let target = requestedGrade ?? belts.belt(after: ownGrade)?.grade else {
            throw Failure(.noNextBelt, "There is no belt after \(lessons.book.title(of: ownGrade)) in this school.")
        }
        guard let learned = belts.belts.last(where: { $0.grade < target })?.grade else {
            throw Failure(
                .noEarlierBelt, "There is no grading for \(lessons.book.title(of: target)): it is the first belt.",
                advice: "Choose a later belt, or leave --grade out for your next belt.", kind: .usage)
        }
        guard ahead || lessons.learner.syllabus.opens(learned) else {
            throw Failure(
                .notOpenYet, "What is asked for \(lessons.book.title(of: target)) is not open to you yet.",
                advice: "Leave --grade out for your next belt.")
        }
        return (target, learned)
    }

    // MARK: - Real

    /// Records a real grading. A pass raises the belt to the grade, and a double pass one grade
    /// further. The belt never goes down.
    ///
    /// - Parameters:
    ///   - requestedGrade: the target belt. Nil means the next one.
    ///   - requestedDay: the day. Nil means today.
    /// - Throws: `futureGrading`, `noNextBelt` for a double pass at the top, `noEarlierBelt`,
    ///   `nameTooLong`.
    package func record(
        for requestedGrade: Grade?, on requestedDay: Day?, _ result: Grading.Result, examiner: String? = nil,
        place: String? = nil, note: String? = nil
    ) throws -> Grading {
        let grade = try requestedGrade ?? resolveTarget(nil).target
        let day = requestedDay ?? lessons.log.today
        guard day <= lessons.log.today else {
            throw Failure(
                .futureGrading, "\(day) is in the future.", advice: "Record a grading on its day or later.",
                kind: .usage)
        }
        let reached = try gradeReached(from: grade, result)
        var grading = Grading(id: ids.next(), kind: .real, grade: grade, day: day, result: result)
        grading.examiner = try Gradings.trimmedText(examiner, Grading.nameLimit, "An examiner’s name")
        grading.place = try Gradings.trimmedText(place, Grading.nameLimit, "A place")
        grading.note = try Gradings.trimmedText(note, Grading.noteLimit, "A note")
        let title = lessons.book.title(of: grade)
        return try gradingHistory.save(grading, reached: reached, label: "Recorded the grading for \(title) on \(day)")
    }

    /// The number of grades above the learner's own at which the app asks for confirmation.
    private static let farAboveSteps = 3

    /// Returns whether a grade is so far above the learner's that it may be a mistake.
    package func isFarAbove(to grade: Grade) -> Bool {
        let ownGrade = lessons.learner.grade
        return grade > ownGrade && belts.steps(from: ownGrade, to: grade) >= Gradings.farAboveSteps
    }

    /// Returns a grading by its identifier, its row, or the beginning or end of its identifier.
    /// `latest` means the grading of the latest day.
    ///
    /// - Throws: `gradingNotFound`, `manyGradings`.
    package func grading(named name: String) throws -> Grading {
        let history = try history()
        if let grading = history.first(where: { $0.id.rawValue == name }) ?? (name == "latest" ? history.last : nil) {
            return grading
        }
        let book = lessons.book
        let naming = RecordNaming<Grading>(
            "grading", listedBy: "grading list",
            emptyListAdvice:
                "Hold one here with `grading mock`, or write down one that you took with `grading record`.",
            missing: .gradingNotFound, ambiguous: .manyGradings, names: { [$0.id.rawValue] },
            title: { "\(book.title(of: $0.grade)) on \($0.day)" })
        guard !history.isEmpty else { throw naming.notFoundFailure(name, rows: 0) }
        let matches = naming.resolve(name, of: history)
        guard let grading = matches.first?.record else { throw Failure.gradingNotFound(name) }
        guard matches.count == 1 else { throw naming.ambiguousFailure(name, matches) }
        return grading
    }

    /// Deletes a grading and reverts its change of belt.
    ///
    /// If the learner still has the grade that the grading gave, the belt goes back. It never goes
    /// below the grade of another recorded grading.
    ///
    /// - Throws: `gradingNotFound`.
    package func delete(_ grading: Grading) throws -> RemovedGrading {
        let label = "Deleted the grading for \(lessons.book.title(of: grading.grade)) on \(grading.day)"
        return try gradingHistory.remove(
            grading.id, reached: { $0.kind == .real ? try? gradeReached(from: $0.grade, $0.result) : nil }, label: label
        )
    }

    /// Returns the grade that a result at a grading for `grade` gives, or nil if it gives none.
    ///
    /// - Throws: `noEarlierBelt` for the first belt, `noNextBelt` for a double pass at the top.
    private func gradeReached(from grade: Grade, _ result: Grading.Result) throws -> Grade? {
        if let first = belts.belts.first, grade <= first.grade { return try resolveTarget(grade).target }
        switch result {
        case .fail, .abandoned: return nil
        case .pass: return grade
        case .double:
            guard let next = belts.belt(after: grade)?.grade else {
                throw Failure(
                    .noNextBelt,
                    "There is no belt after \(lessons.book.title(of: grade)), so a double pass is not possible.",
                    advice: "Record it with --result pass.", kind: .usage)
            }
            return next
        }
    }

    /// Returns the text without leading blanks, or nil if it is empty.
    ///
    /// - Throws: `nameTooLong`, with `what` as the subject of the message.
    private static func trimmedText(_ text: String?, _ limit: Int, _ what: String) throws -> String? {
        guard let text = text?.trimmingPrefix(while: \.isWhitespace), !text.isEmpty else { return nil }
        guard text.count <= limit else {
            throw Failure(
                .nameTooLong, "\(what) has at most \(limit) characters; this one has \(text.count).", kind: .usage)
        }
        return String(text)
    }
}
