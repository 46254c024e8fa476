import Content
import Kernel

/// Lessons for one learner: step sparring, line work, theory and mock gradings, item by item.
///
/// Every answer is durable when the call that took it returns, so a lesson can be cut off anywhere and goes on where it was.
public struct Lessons: Sendable {
    /// The content.
    public let book: LessonBook
    /// Who learns.
    public let learner: Learner
    /// Where sessions and answers are kept, with those of every other kind.
    public let log: StudyLog

    /// Lessons for a learner, whose own the log is.
    public init(_ book: LessonBook, learner: Learner, log: StudyLog) {
        (self.book, self.learner, self.log) = (book, learner, log)
    }

    /// Which step sparring and line work may be practised: in progression one belt ahead, as patterns. Not every belt has sparring, and white belts
    /// do not begin with that of yellow ones; so the next belt counts, whether it has any or not.
    var formRule: PracticeRule { PracticeRule(learner, grades: book.belts.belts.map(\.grade), belts: book.belts) }

    /// What keeps a learner from forms of a grade; nil where they are open.
    func closed(_ what: String, of grade: Grade, by rule: PracticeRule, advice: String) -> Failure? {
        rule.opening(of: grade).map { opening in
            Failure(
                .notOpenYet, "\(what) opens at \(book.title(of: opening)), and you are \(book.title(of: learner.grade)).",
                advice: "\(advice) A grading moves your belt: grading record.")
        }
    }

    // MARK: - Runs

    /// Keeps a new run.
    ///
    /// - Throws: `nothingToPractise` without items.
    func begin(
        _ kind: StudyKind, _ activity: String, subject: String, items: [Mastery.Item], settings: [String: String] = [:]
    ) throws -> PracticeSitting {
        guard !items.isEmpty else {
            throw Failure(.nothingToPractise, "There is nothing to ask here.", advice: "Choose another set, page or belt.")
        }
        return try log.begin(kind, subject, activity: activity, items: items.map(\.name), settings: settings)
    }

    /// The latest run of an activity when it was left before its end; with a subject only when it is about that.
    public func unfinished(_ kind: StudyKind, _ activity: String, subject: String? = nil) throws -> PracticeSitting? {
        let last = try log.sessions(latest: StudyLog.lookback).last { $0.kind == kind && $0.activity == activity }
        guard let last, last.endedAt == nil, subject == nil || last.subject == subject else { return nil }
        return try log.sitting(at: last)
    }

    /// The task that comes next, passing over what the content has no more; nil when none is left.
    public func task(in run: inout PracticeSitting) throws -> LessonTask? {
        while let item = run.next {
            if let task = book.task(item) { return task }
            try log.move(to: run.session.place + 1, in: &run)
        }
        return nil
    }

    /// What is offered for a question of a run; the same whenever the run is looked at. Empty when it is typed, or done.
    public func choices(for task: LessonTask, in run: PracticeSitting) -> [String] {
        guard let key = task.key, key.hasChoices, !(run.isTyped && key.isShort) else { return [] }
        var source = RandomSource(seed: UInt64(bitPattern: Int64(run.session.seed)) &+ UInt64(run.session.place))
        return key.choices(&source)
    }

    /// Passes over what comes next; it stays as it was.
    public func skip(in run: inout PracticeSitting) throws {
        guard !run.isDone else { return }
        try log.move(to: run.session.place + 1, in: &run)
    }

    // MARK: - Answers

    /// Takes the learner's own mark. Durable on return.
    ///
    /// - Throws: `nothingLeft`, `sessionNotFound`.
    public func mark(_ mark: SelfMark, milliseconds: Int, in run: inout PracticeSitting) throws {
        try keep(.done, mark.parts, milliseconds, in: &run, saying: mark.word)
    }

    /// Judges an answer, or the number of a choice, and takes it. Durable on return.
    ///
    /// - Throws: as `mark`.
    @discardableResult
    public func answer(_ text: String, to task: LessonTask, milliseconds: Int, in run: inout PracticeSitting) throws -> Judged {
        let offered = choices(for: task, in: run)
        let judged = task.key?.judge(text, among: offered) ?? Judged(verdict: .wrong, wanted: "")
        let part = PracticeAnswer.Part("answer", isRight: judged.verdict != .wrong)
        try keep(offered.isEmpty ? .recalled : .chosen, [part], milliseconds, in: &run, saying: part.isRight ? "right" : "wrong")
        return judged
    }

    /// Takes that a page was read. Durable on return.
    ///
    /// - Throws: as `mark`.
    public func read(milliseconds: Int, in run: inout PracticeSitting) throws {
        try keep(.done, [PracticeAnswer.Part("read", isRight: true)], milliseconds, in: &run, saying: "read")
    }

    /// Takes back the latest answer of the run; it is asked again, now.
    ///
    /// - Throws: `nothingToTakeBack`; `answerNotFound`, `answeredSince`, and then nothing is changed.
    public func takeBack(in run: inout PracticeSitting) throws {
        try log.takeBack(in: &run, label: "Took back an answer: \(run.session.kind.title)")
    }

    private func keep(
        _ evidence: Evidence, _ parts: [PracticeAnswer.Part], _ milliseconds: Int, in run: inout PracticeSitting,
        saying word: String
    ) throws {
        guard let item = run.next else { throw Failure(.nothingLeft, "Everything in this session has been done.") }
        let isGrading = run.session.kind == .grading
        try log.answer(
            isGrading ? Mastery.Item(.grading, run.session.subject, "task") : item,
            question: isGrading ? item.name : run.session.activity, evidence: evidence, parts: parts, milliseconds: milliseconds,
            label: "\(run.session.kind.title), \(run.session.place + 1): \(word)", in: &run)
    }

    // MARK: - Ends

    /// Closes a run, whether or not everything in it was done.
    @discardableResult
    public func finish(_ run: inout PracticeSitting, passed: Bool? = nil) throws -> LessonResults {
        try log.finish(&run, PracticeSession.Outcome(share: run.share, isPassed: passed))
        return try results(of: run)
    }

    /// What a run brought so far.
    public func results(of run: PracticeSitting) throws -> LessonResults {
        let kind = run.session.kind
        let tells = kind != .grading && run.session.activity != Lessons.reading
        let known = tells ? try log.mastery(of: kind) : []
        var seen: Set<String> = []
        let met = tells ? run.answers.map(\.item.subject).filter { seen.insert($0).inserted } : []
        return LessonResults(
            run: run, title: title(of: run.session), standings: met.map { ($0, level(of: $0, kind, in: known)) })
    }

    static let reading = "read"

    private func title(of session: PracticeSession) -> String {
        let subject = session.subject
        let sets = SparringSet.all(of: session.kind == .sparring ? book.exercises : [])
        let names = sets.map { ($0.id, $0.name) } + sets.flatMap(\.exercises).map { ($0.id, $0.name) }
        let pages = (session.kind == .theory ? book.topics : []).map { ($0.id, $0.title) }
        let name = (names + pages).first { $0.0 == subject }?.1 ?? Grade(id: subject).map { book.title(of: $0) }
        return name.map { "\(session.kind.title), \($0)" } ?? session.kind.title
    }
}
