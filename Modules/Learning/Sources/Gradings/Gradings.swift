import Content
import Kernel
import Practice

/// Gradings of one learner: mock ones to be ready for the next, and real ones, which move the belt.
public struct Gradings: Sendable {
    /// The lessons that a mock grading is made of.
    public let lessons: Lessons
    private let book: GradingBook
    private let ids: IDSource

    /// Gradings for a learner, whose own the book is.
    public init(_ lessons: Lessons, book: GradingBook, ids: IDSource) {
        (self.lessons, self.book, self.ids) = (lessons, book, ids)
    }

    private var belts: BeltOrder { lessons.book.belts }

    /// All gradings, earliest day first.
    public func history() throws -> [Grading] { try book.gradings() }

    /// Asks at once what a first screen wants to know of lessons and gradings. Where several look together the answers stay at hand; otherwise it
    /// is in vain.
    package func foresee() throws {
        let mock = LoggedRun.byActivity.under(exercise.kind.rawValue, exercise.activity)
        try lessons.log.repository.read { records in
            try records.unit.transaction.foresee(
                [.first(mock.descending), .records(Grading.byDay.all)]
                    + [.sparring, .theory].map { (kind: PracticeKind) in .records(ItemMemory.byTarget.under(kind.rawValue)) })
        }
    }

    // MARK: - Mock

    private var exercise: GradingExercise {
        GradingExercise(book: lessons.book, history: book, today: { [log = lessons.log] in log.today })
    }

    /// The mock grading that was left before its end.
    public func unfinished() throws -> Run<GradingExercise>? { try lessons.log.unfinished(exercise) }

    /// Begins a mock grading for a belt; nil means the next one.
    ///
    /// - Throws: `noNextBelt`, `noEarlierBelt`, `notOpenYet`, `nothingToPractise`.
    public func begin(for wanted: Grade?) throws -> Run<GradingExercise> {
        let (target, learned) = try aim(wanted)
        var random = lessons.log.split()
        let items = GradingPaper(grade: learned, book: lessons.book).sections(&random).flatMap { section, tasks in
            tasks.map { GradingExercise.Item(section: section, task: $0) }
        }
        try Lessons.expect(items)
        return try lessons.log.begin(exercise, subject: target.id, items: items, settings: .init(learned: learned))
    }

    /// The grading that a run has become in the history; nil while it was not finished.
    public func grading(of run: Run<GradingExercise>) throws -> Grading? {
        try history().first { $0.id == Grading.id(of: run.id) }
    }

    /// Gives up a mock grading; what was done of it stays in the history.
    public func abandon(_ run: inout Run<GradingExercise>) throws {
        let left = run
        let outcome = LoggedRun.Outcome(share: run.share)
        try lessons.log.close(&run, outcome, undo: left.answers.isEmpty ? nil : exercise.labelOfEnd(of: left)) { unit in
            if !left.answers.isEmpty { try left.exercise.keep(left, .abandoned, in: unit) }
        }
    }

    /// The belt to grade for, and the grade whose content is asked.
    ///
    /// - Parameter ahead: whether a belt may be aimed at whose content is not open yet.
    func aim(_ wanted: Grade?, ahead: Bool = false) throws -> (target: Grade, learned: Grade) {
        let own = lessons.learner.grade
        guard let target = wanted ?? belts.belt(after: own)?.grade else {
            throw Failure(.noNextBelt, "There is no belt after \(lessons.book.title(of: own)) in this school.")
        }
        guard let learned = belts.belts.last(where: { $0.grade < target })?.grade else {
            throw Failure(
                .noEarlierBelt, "There is no grading for \(lessons.book.title(of: target)): everybody begins there.",
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

    /// Records a grading that was held. A pass moves the belt up to the grade, a double pass one further; the belt never moves down.
    ///
    /// - Parameters:
    ///   - wanted: the belt that was graded for; nil means the next one.
    ///   - given: the day; nil means today.
    /// - Throws: `futureGrading`, `noNextBelt` for a double pass at the top, `noEarlierBelt`, `nameTooLong`.
    public func record(
        for wanted: Grade?, on given: Day?, _ result: Grading.Result, examiner: String? = nil, place: String? = nil,
        note: String? = nil
    ) throws -> Grading {
        let (grade, day) = (try wanted ?? aim(nil).target, given ?? lessons.log.today)
        guard day <= lessons.log.today else {
            throw Failure(
                .futureGrading, "\(day) is in the future.", advice: "Record a grading on its day or later.", kind: .usage)
        }
        let reached = try reached(grade, result)
        var grading = Grading(id: ids.next(), kind: .real, grade: grade, day: day, result: result)
        grading.examiner = try Gradings.checked(examiner, Grading.nameLimit, "An examiner’s name")
        grading.place = try Gradings.checked(place, Grading.nameLimit, "A place")
        grading.note = try Gradings.checked(note, Grading.noteLimit, "A note")
        let title = lessons.book.title(of: grade)
        return try book.keep(grading, reached: reached, label: "Recorded the grading for \(title) on \(day)")
    }

    /// From so many grades above the own one on a grading is questioned: it may be a slip.
    private static let leap = 3

    /// Whether a grade lies so far above the learner's that it may be a slip.
    public func isLeap(to grade: Grade) -> Bool {
        let own = lessons.learner.grade
        return grade > own && belts.steps(from: own, to: grade) >= Gradings.leap
    }

    /// A grading of the history: by its id, its row, either end of the id, or `latest`, which is the one of the latest day.
    ///
    /// - Throws: `gradingNotFound`, `manyGradings`.
    public func grading(named name: String) throws -> Grading {
        let history = try history()
        if let grading = history.first(where: { $0.id.rawValue == name }) ?? (name == "latest" ? history.last : nil) {
            return grading
        }
        let book = lessons.book
        let naming = Naming<Grading>(
            "grading", listedBy: "grading list",
            begunBy: "Hold one here with `grading mock`, or write down one that you took with `grading record`.",
            missing: .gradingNotFound, ambiguous: .manyGradings, names: { [$0.id.rawValue] },
            title: { "\(book.title(of: $0.grade)) on \($0.day)" })
        guard !history.isEmpty else { throw naming.nothing(name, rows: 0) }
        let found = naming.meant(by: name, of: history)
        guard let grading = found.first?.record else { throw Failure.gradingNotFound(name) }
        guard found.count == 1 else { throw naming.several(name, found) }
        return grading
    }

    /// Removes a grading that was recorded by mistake, with what it did to the belt: where the learner still has the grade that it led to, the belt
    /// goes back, but not below what another recorded grading reached.
    ///
    /// - Throws: `gradingNotFound`.
    public func delete(_ grading: Grading) throws -> RemovedGrading {
        let label = "Deleted the grading for \(lessons.book.title(of: grading.grade)) on \(grading.day)"
        return try book.remove(
            grading.id, reached: { $0.kind == .real ? try? reached($0.grade, $0.result) : nil }, label: label)
    }

    private func reached(_ grade: Grade, _ result: Grading.Result) throws -> Grade? {
        if let first = belts.belts.first, grade <= first.grade { return try aim(grade).target }
        switch result {
        case .fail, .abandoned: return nil
        case .pass: return grade
        case .double:
            guard let next = belts.belt(after: grade)?.grade else {
                throw Failure(
                    .noNextBelt, "There is no belt after \(lessons.book.title(of: grade)), so a double pass is not possible.",
                    advice: "Record it with --result pass.", kind: .usage)
            }
            return next
        }
    }

    private static func checked(_ text: String?, _ limit: Int, _ what: String) throws -> String? {
        guard let text = text?.trimmingPrefix(while: \.isWhitespace), !text.isEmpty else { return nil }
        guard text.count <= limit else {
            throw Failure(.nameTooLong, "\(what) has at most \(limit) characters; this one has \(text.count).", kind: .usage)
        }
        return String(text)
    }
}
