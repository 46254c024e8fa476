import Content
import Kernel
import Learning
import Practice
import PracticeCommands
import Terminal

/// Options that several commands of lessons have.
enum LessonOptions {
    static let isNew = Parameter<Bool>.flag("new", "start again, even if a session is unfinished")

    /// How many questions are asked unless one says otherwise.
    static let usualQuestions = 10

    static let questions = Parameter<Int?>.option(
        "questions", short: "n", .integer(Lessons.questionRange), shown: "\(usualQuestions)", "at most this many questions")

    /// How questions are answered, the same words for every command.
    static func answering(_ usual: StudyConfiguration.Answering, _ help: String) -> Parameter<StudyConfiguration.Answering?> {
        .option("answer", ValueKind<StudyConfiguration.Answering>.choice("HOW"), shown: usual.rawValue, help)
    }

    static func grade(_ name: String, _ lessons: @escaping @Sendable () throws -> Lessons, _ help: String) -> Parameter<Grade?> {
        .option(name, grades(lessons), help)
    }

    /// A belt, by its id or in words.
    static func grades(_ lessons: @escaping @Sendable () throws -> Lessons) -> ValueKind<Grade> {
        ValueKind<Grade>(
            "GRADE", values: "10k … 1k, 1d …, or in words",
            candidates: { _ in (try? lessons().book.belts.belts.map(\.id)) ?? [] }
        ) { word, _ in try lessons().book.belts.belt(named: word).grade }
    }
}

/// How a session of lessons begins and ends, for every command alike.
struct LessonDesk: Sendable {
    /// The topic of help, and the first word of the commands.
    let feature: String
    /// What is typed to go on.
    let again: String
    /// What is worth typing after the end.
    let next: [String]
    /// Whether it says at the beginning what of it is due.
    var saysDue = true

    /// Goes on with what was left, or begins.
    func play(
        _ lessons: Lessons, left: Run<LessonExercise>?, begin: () throws -> Run<LessonExercise>
    ) throws -> Output {
        let belt: @Sendable (LessonTask, Run<LessonExercise>) -> StyledText = { task, _ in
            BeltStripe.text(of: task, in: lessons.book)
        }
        let face = LessonFace<LessonExercise>(
            help: feature, log: lessons.log, belt: belt, isChild: lessons.learner.isChild, language: lessons.learner.language
        ) {
            try output(lessons, $0, $1)
        }
        return try play(lessons, left: left, begin: begin, face)
    }

    /// The same with a face of its own.
    func play(
        _ lessons: Lessons, left: Run<LessonExercise>?, begin: () throws -> Run<LessonExercise>,
        _ face: some PracticeFace<LessonExercise>
    ) throws -> Output {
        let run = try left ?? begin()
        let screen = try PracticeScreen(lessons.log, run, face)
        let due = left == nil && saysDue && !lessons.learner.isChild ? try LessonDesk.due(lessons, run) : []
        let goingOn = left.map { lessons.learner.isChild ? ChildSession.goingOn : LessonDesk.goingOn($0) }
        return Output(blocks: goingOn ?? due, continuation: .dialogue(screen))
    }

    /// How much of what begins is due.
    private static func due(_ lessons: Lessons, _ run: Run<LessonExercise>) throws -> [Block] {
        let waiting = Set(try lessons.due().flatMap(\.parts).map(\.target))
        let due = run.items.filter(waiting.contains)
        guard let sort = due.first.flatMap(DueSort.init(of:)) else { return [] }
        let first = due.count < run.items.count ? ", first" : ""
        let all = waiting.count { $0.kind == due[0].kind && DueSort(of: $0) == sort }
        let some = due.count < all ? "\(due.count) of " : ""
        return [.paragraph(StyledText("Due today\(first): \(some)\(sort.counted(all))."))]
    }

    static func goingOn(_ run: Run<some Exercise>) -> [Block] {
        [.paragraph(StyledText("Resuming where you stopped: \(run.remaining) of \(run.items.count) to go. --new starts again."))]
    }

    /// What comes of a session that ended, or was left.
    func output(_ lessons: Lessons, _ run: Run<LessonExercise>, _ said: [Block]) throws -> Output {
        let results = try lessons.results(of: run)
        if lessons.learner.isChild {
            return .one(results, LessonFields.results, blocks: said + ChildSession.ending(of: run), next: ChildSession.next)
        }
        return .one(
            results, LessonFields.results, blocks: said + LessonFields.blocks(of: results),
            next: run.log.endedAt == nil ? [again] + next : next)
    }
}
