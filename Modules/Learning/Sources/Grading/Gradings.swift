import Content
import Kernel

/// Gradings of one learner: mock ones to be ready for the next, and real ones, which move the belt.
public struct Gradings: Sendable {
    /// The lessons that a mock grading is made of.
    public let lessons: Lessons
    private let repository: any GradingRepository
    private let ids: IDSource

    /// Gradings for a learner.
    ///
    /// - Parameter repository: the learner's own.
    public init(_ lessons: Lessons, repository: any GradingRepository, ids: IDSource) {
        (self.lessons, self.repository, self.ids) = (lessons, repository, ids)
    }

    private var belts: BeltOrder { lessons.book.belts }

    /// All gradings, earliest day first.
    public func history() throws -> [Grading] { try repository.gradings() }

    // MARK: - Mock

    /// The mock grading that was left before its end.
    public func unfinished() throws -> PracticeSitting? { try lessons.unfinished(.grading, "mock") }

    /// Begins a mock grading for a belt; nil means the next one.
    ///
    /// - Throws: `noNextBelt`, `noEarlierBelt`, `notOpenYet`, `nothingToPractise`.
    public func begin(for wanted: Grade?) throws -> PracticeSitting {
        let (target, learned) = try aim(wanted)
        var random = lessons.log.split()
        let sections = GradingPaper(grade: learned, book: lessons.book).sections(&random)
        let layout = sections.map { "\($0.section.rawValue):\($0.items.count)" }.joined(separator: ",")
        return try lessons.begin(
            .grading, "mock", subject: target.id, items: sections.flatMap(\.items),
            settings: [Gradings.layout: layout, Gradings.learned: learned.id])
    }

    /// What a run came to so far.
    public func score(of run: PracticeSitting) -> GradingScore {
        let (items, shares) = (run.session.items, run.shares)
        var start = 0
        return GradingScore(
            Gradings.sections(of: run).map { section, count in
                defer { start += count }
                return (section, items.dropFirst(start).prefix(count).map { shares[$0] })
            })
    }

    /// The part that a run is in, and whether its next task begins it; nil at the end.
    public func section(in run: PracticeSitting) -> (section: GradingSection, isFirst: Bool)? {
        var start = 0
        for (section, count) in Gradings.sections(of: run) {
            if (start..<start + count).contains(run.session.place) { return (section, run.session.place == start) }
            start += count
        }
        return nil
    }

    /// Closes a mock grading and keeps it in the history.
    public func finish(_ run: inout PracticeSitting) throws -> (grading: Grading, score: GradingScore) {
        let score = score(of: run)
        let grading = try keep(run, score, score.isPassed ? .pass : .fail)
        _ = try lessons.finish(&run, passed: score.isPassed)
        return (grading, score)
    }

    /// Gives up a mock grading; what was done of it stays in the history.
    ///
    /// - Returns: the grading as it is kept; nil where nothing had been done.
    @discardableResult
    public func abandon(_ run: inout PracticeSitting) throws -> Grading? {
        let grading = run.answers.isEmpty ? nil : try keep(run, score(of: run), .abandoned)
        _ = try lessons.finish(&run)
        return grading
    }

    private func keep(_ run: PracticeSitting, _ score: GradingScore, _ result: Grading.Result) throws -> Grading {
        guard let grade = Grade(id: run.session.subject) else {
            throw Failure(.unknownGrade, "This mock grading is for “\(run.session.subject)”, which is no grade.", kind: .badData)
        }
        var grading = Grading(
            id: Identifier(run.session.id.rawValue), kind: .mock, grade: grade, day: lessons.log.today, result: result)
        grading.points = score.points
        grading.sections = score.parts.map { Grading.Points($0.section, $0.points) }
        return try repository.keep(grading, reached: nil, label: "Kept a mock grading for \(lessons.book.title(of: grade))")
    }

    /// The belt to grade for, and the grade whose content is asked.
    private func aim(_ wanted: Grade?) throws -> (target: Grade, learned: Grade) {
        let own = lessons.learner.grade
        guard let target = wanted ?? belts.belt(after: own)?.grade else {
            throw Failure(.noNextBelt, "There is no belt after \(lessons.book.title(of: own)) in this school.")
        }
        guard let learned = belts.belts.last(where: { $0.grade < target })?.grade else {
            throw Failure(
                .noEarlierBelt, "Nobody grades for \(lessons.book.title(of: target)): it is where everybody begins.",
                advice: "Choose a later one, or leave --grade out for your next belt.", kind: .usage)
        }
        guard lessons.learner.syllabus.opens(learned) else {
            throw Failure(
                .notOpenYet, "What is asked for \(lessons.book.title(of: target)) is not open to you yet.",
                advice: "Leave --grade out for your next belt.")
        }
        return (target, learned)
    }

    private static func sections(of run: PracticeSitting) -> [(section: GradingSection, count: Int)] {
        (run.session.settings[layout] ?? "").split(separator: ",").compactMap { piece in
            let words = piece.split(separator: ":")
            guard words.count == 2, let section = GradingSection(rawValue: String(words[0])), let count = Int(words[1]), count > 0
            else { return nil }
            return (section, count)
        }
    }

    private static let layout = "sections"
    private static let learned = "learned"

    /// The grade whose content a mock grading asks.
    public func learned(in run: PracticeSitting) -> Grade? { run.session.settings[Gradings.learned].flatMap(Grade.init(id:)) }

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
                .futureGrading, "\(day) is still to come.", advice: "Record a grading on its day, or later.", kind: .usage)
        }
        let reached = try reached(grade, result)
        var grading = Grading(id: ids.next(), kind: .real, grade: grade, day: day, result: result)
        grading.examiner = try Gradings.checked(examiner, Grading.nameLimit, "An examiner’s name")
        grading.place = try Gradings.checked(place, Grading.nameLimit, "A place")
        grading.note = try Gradings.checked(note, Grading.noteLimit, "A note")
        let title = lessons.book.title(of: grade)
        return try repository.keep(grading, reached: reached, label: "Recorded the grading for \(title) on \(day)")
    }

    /// A grading of the history: by its id, the end of it, or `latest`, which is the one of the latest day.
    ///
    /// - Throws: `gradingNotFound`, `manyGradings`.
    public func grading(named name: String) throws -> Grading {
        let history = try history()
        if let grading = history.first(where: { $0.id.rawValue == name }) ?? (name == "latest" ? history.last : nil) {
            return grading
        }
        let found = name.utf8.count < 3 ? [] : history.filter { $0.id.rawValue.hasSuffix(name.lowercased()) }
        guard let grading = found.first else { throw Failure.gradingNotFound(name) }
        guard found.count == 1 else {
            throw Failure(.manyGradings, "\(found.count) gradings end in “\(name)”.", advice: "Give more of it.", kind: .usage)
        }
        return grading
    }

    /// Removes a grading that was recorded by mistake, with what it did to the belt: where the learner still has the grade that it led to, the belt
    /// goes back, but not below what another recorded grading reached.
    ///
    /// - Throws: `gradingNotFound`.
    public func delete(_ grading: Grading) throws -> RemovedGrading {
        let label = "Deleted the grading for \(lessons.book.title(of: grading.grade)) on \(grading.day)"
        return try repository.remove(
            grading.id, reached: { $0.kind == .real ? try? reached($0.grade, $0.result) : nil }, label: label)
    }

    private func reached(_ grade: Grade, _ result: Grading.Result) throws -> Grade? {
        guard belts.belts.first.map({ grade > $0.grade }) ?? true else { return try aim(grade).target }
        switch result {
        case .fail, .abandoned: return nil
        case .pass: return grade
        case .double:
            guard let next = belts.belt(after: grade)?.grade else {
                throw Failure(
                    .noNextBelt, "There is no belt after \(lessons.book.title(of: grade)) that a double pass could lead to.",
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
