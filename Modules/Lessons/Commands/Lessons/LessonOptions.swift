import Content
import Interface
import Kernel
import Learning
import LearningCommands
import Lessons
import Practice
import PracticeCommands

/// The options shared by several lesson commands.
package enum LessonOptions {
    package static let isNew = Parameter<Bool>.flag("new", "start again, even if a session is unfinished")

    static let defaultQuestions = 10

    static let questions = Parameter<Int?>.option(
        "questions", short: "n", .integer(LessonStudy.questionRange), shown: "\(defaultQuestions)",
        "at most this many questions")

    /// Returns the option for the answer method, with the same values for every command.
    static func answering(_ standard: StudyConfiguration.Answering, _ help: String) -> Parameter<
        StudyConfiguration.Answering?
    > {
        .option("answer", ValueKind<StudyConfiguration.Answering>.choice("HOW"), shown: standard.rawValue, help)
    }

    /// Returns the option that selects a belt.
    package static func grade(_ name: String, _ lessons: @escaping @Sendable () throws -> LessonStudy, _ help: String)
        -> Parameter<
            Grade?
        >
    {
        .option(name, grades(lessons), help)
    }

    /// Returns a value kind for belts, given by identifier or in words.
    package static func grades(_ lessons: @escaping @Sendable () throws -> LessonStudy) -> ValueKind<Grade> {
        ValueKind<Grade>(
            "GRADE", values: "10k … 1k, 1d …, or in words",
            candidates: { _ in (try? lessons().book.belts.belts.map(\.id)) ?? [] }
        ) { word, _ in try lessons().book.belts.belt(named: word).grade }
    }
}

/// The start and end of a lesson session, shared by every lesson command.
package struct LessonCommands: Sendable {
    /// The help topic and the first word of the commands.
    let feature: String
    /// The command that resumes the session.
    let resumeCommand: String
    /// The commands to suggest at the end.
    let next: [String]
    /// Whether the session reports the number of due items at its start.
    let saysDue: Bool

    package init(feature: String, resumeCommand: String, next: [String], saysDue: Bool = true) {
        self.feature = feature
        self.resumeCommand = resumeCommand
        self.next = next
        self.saysDue = saysDue
    }

    /// Resumes the unfinished session, or starts a new one.
    func play(
        _ lessons: LessonStudy, left unfinishedRun: Run<LessonExercise>?, begin: () throws -> Run<LessonExercise>
    ) throws -> Output {
        let belt: @Sendable (LessonTask, Run<LessonExercise>) -> StyledText = { task, _ in
            BeltStripe.text(of: task, in: lessons.book)
        }
        let view = LessonView<LessonExercise>(
            help: feature, log: lessons.log, belt: belt, isChild: lessons.learner.isChild,
            language: lessons.learner.language
        ) {
            try output(lessons, $0, $1)
        }
        return try play(lessons, left: unfinishedRun, begin: begin, view)
    }

    /// Resumes the unfinished session, or starts a new one, with the given view.
    func play(
        _ lessons: LessonStudy, left unfinishedRun: Run<LessonExercise>?, begin: () throws -> Run<LessonExercise>,
        _ view: some ExerciseView<LessonExercise>
    ) throws -> Output {
        let run = try unfinishedRun ?? begin()
        let screen = try PracticeScreen(lessons.log, run, view)
        let dueNotice =
            unfinishedRun == nil && saysDue && !lessons.learner.isChild
            ? try LessonCommands.dueNotice(lessons, run) : []
        let resumeBlocks = unfinishedRun.map {
            lessons.learner.isChild ? ChildSession.resumeBlocks : LessonCommands.resumeBlocks($0)
        }
        return Output(blocks: resumeBlocks ?? dueNotice, continuation: .dialogue(screen))
    }

    /// Returns a notice of the due items at the start of the session, or no blocks if none is due.
    private static func dueNotice(_ lessons: LessonStudy, _ run: Run<LessonExercise>) throws -> [Block] {
        let dueTargets = Set(try lessons.due().flatMap(\.parts).map(\.target))
        let dueItems = run.items.filter(dueTargets.contains)
        guard let sort = dueItems.first.flatMap(DueSort.init(of:)) else { return [] }
        let firstText = dueItems.count < run.items.count ? ", first" : ""
        let dueCount = dueTargets.count { $0.kind == dueItems[0].kind && DueSort(of: $0) == sort }
        let sessionText = dueItems.count < dueCount ? "\(dueItems.count) of " : ""
        return [.paragraph(StyledText("Due today\(firstText): \(sessionText)\(sort.counted(dueCount))."))]
    }

    /// Returns the notice that an unfinished session resumes.
    package static func resumeBlocks(_ run: Run<some Exercise>) -> [Block] {
        [
            .paragraph(
                StyledText(
                    "Resuming where you stopped: \(run.remaining) of \(run.items.count) to go. --new starts again."))
        ]
    }

    /// Returns the output of a finished or unfinished session.
    package func output(_ lessons: LessonStudy, _ run: Run<LessonExercise>, _ messages: [Block]) throws -> Output {
        let results = try lessons.results(of: run)
        if lessons.learner.isChild {
            return .one(
                results, LessonFields.results, blocks: messages + ChildSession.ending(of: run), next: ChildSession.next)
        }
        return .one(
            results, LessonFields.results, blocks: messages + LessonFields.blocks(of: results),
            next: run.log.endedAt == nil ? [resumeCommand] + next : next)
    }
}
