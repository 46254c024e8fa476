import Content
import Kernel
import Learning
import Terminal

/// Options that several commands of lessons have.
enum LessonOptions {
    static let isNew = Parameter<Bool>.flag("new", "begin anew, even where one was left")

    static let questions = Parameter<Int>.option(
        "questions", short: "n", .integer(Lessons.questionRange), default: 10, shown: "10", "at most so many questions")

    static func grade(_ name: String, _ lessons: @escaping @Sendable () throws -> Lessons, _ help: String) -> Parameter<Grade?> {
        let kind = ValueKind<Grade>(
            "GRADE", values: "10k … 1k, 1d …, or in words",
            candidates: { _ in (try? lessons().book.belts.belts.map(\.id)) ?? [] }
        ) { word, _ in try lessons().book.belts.belt(named: word).grade }
        return .option(name, kind, help)
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

    /// Goes on with what was left, or begins.
    func play(_ lessons: Lessons, left: PracticeSitting?, begin: () throws -> PracticeSitting) throws -> Output {
        let run = try left ?? begin()
        let screen = try LessonScreen(lessons, run, manner(lessons))
        return Output(blocks: left.map(LessonDesk.goingOn) ?? [], continuation: .session(screen))
    }

    static func goingOn(_ run: PracticeSitting) -> [Block] {
        [
            .paragraph(
                StyledText("Going on where you left: \(run.remaining) of \(run.session.items.count) to go. --new begins anew."))
        ]
    }

    private func manner(_ lessons: Lessons) -> LessonManner {
        LessonManner(
            help: feature,
            finish: { run, said in
                let results = try lessons.finish(&run)
                return .one(results, LessonFields.results, blocks: said + LessonFields.blocks(of: results), next: next)
            },
            leave: { run, _ in
                let results = try lessons.results(of: run)
                return .one(results, LessonFields.results, blocks: LessonFields.blocks(of: results), next: [again] + next)
            })
    }

    /// What comes of a session that ended, or was left, on another screen.
    func output(_ lessons: Lessons, _ run: inout PracticeSitting) throws -> Output {
        let manner = manner(lessons)
        guard !run.isDone else { return try manner.finish(&run, []) }
        try lessons.log.pause(&run)
        return try manner.leave(&run, [])
    }
}
