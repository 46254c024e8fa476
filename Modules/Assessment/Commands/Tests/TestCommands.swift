import Assessment
import Content
import Interface
import Kernel
import LearningCommands
import Lessons
import LessonsCommands
import Practice
import PracticeCommands

/// The commands `test quick`, `test comprehensive` and `test custom`.
struct TestCommands {
    let lessons: @Sendable () throws -> LessonStudy

    var commands: [Command] { [quick, comprehensive, custom] }

    private static let keys = """
        Each question has up to four answers, and one of them is right. Press its number, or 0 if you do not know: that is better than a guess. u takes \
        the last answer back, q leaves, and the same command resumes. At the end you see what was right, and why.
        """

    private var quick: Command {
        Command(
            "test quick", "Test yourself with a few questions",
            discussion: """
                Five to ten questions from everything that your belt opens: words, patterns, step sparring and theory. The test follows you: after a right \
                answer it asks something harder, after a wrong one something easier.

                \(TestCommands.keys)
                """,
            examples: [
                .init("test quick", "ten questions, or resume the test you left"),
                .init("test quick --questions 5", "five questions"),
            ],
            .option(
                "questions", short: "n", .integer(Examiner.quickRange), shown: "10, or 5 for a small child",
                "how many questions"),
            LessonOptions.isNew, returns: .one(TestFields.results), changes: true
        ) { questions, isNew in
            try play(.quick, isNew: isNew || questions != nil) {
                try $0.quick(
                    questions: $0.learner.sessionItems(questions ?? Examiner.quickRange.upperBound))
            }
        }
    }

    private var comprehensive: Command {
        Command(
            "test comprehensive", "Test yourself on everything that your belt opens",
            discussion: """
                Thirty questions on words, patterns, step sparring and theory, enough to say how much of it you know. The test follows you: it asks what \
                tells most about you, and keeps the categories in balance.

                \(TestCommands.keys)
                """,
            examples: [.init("test comprehensive", "thirty questions, or resume the test you left")],
            LessonOptions.isNew, returns: .one(TestFields.results), changes: true
        ) { isNew in
            try ChildSession.requireAdult(try lessons().learner, "Thirty questions are")
            return try play(.comprehensive, isNew: isNew) { try $0.comprehensive() }
        }
    }

    private var custom: Command {
        Command(
            "test custom", "Test yourself on what you choose: belts, categories, kinds, how many",
            discussion: """
                Choose how many questions, and from which belts, categories and kinds. Several are separated by commas. Categories are those of words \
                (stances, kicks), subjects of theory (tenets, history), patterns (chon-ji) and kinds of step sparring (three-step).

                \(TestCommands.keys)
                """,
            examples: [
                .init("test custom --questions 20 --belt 10k", "twenty questions on one belt"),
                .init("test custom --kind words,theory -n 15", "words and theory only"),
                .init("test custom --category stances,kicks", "two categories of words"),
            ],
            .option("questions", short: "n", .integer(Examiner.customRange), shown: "20", "how many questions"),
            belts, categories, kinds, LessonOptions.isNew, returns: .one(TestFields.results), changes: true
        ) { questions, belts, categories, kinds, isNew in
            let hasSelection = questions != nil || belts != nil || categories != nil || kinds != nil
            let request = TestRequest(
                questions: questions ?? TestCommands.defaultQuestions, belts: belts ?? [], categories: categories ?? [],
                kinds: kinds ?? [])
            return try play(.custom, isNew: isNew || hasSelection) { examiner in
                var request = request
                request.questions = examiner.learner.sessionItems(request.questions)
                return try examiner.custom(request)
            }
        }
    }

    /// The default number of questions in a custom test.
    private static let defaultQuestions = 20

    // MARK: - Options

    private var belts: Parameter<[Grade]?> {
        let kind = ValueKind<[Grade]>(
            "GRADES", values: "10k … 1k, 1d …, several with commas",
            candidates: { [lessons] _ in (try? lessons().book.belts.belts.map(\.id)) ?? [] },
            spelled: { $0.map(\.id).joined(separator: ",") }
        ) { [lessons] word, _ in
            let order = try lessons().book.belts
            // The name of a belt can contain a comma: “white, yellow tip”.
            if let belt = order.belts.first(where: { Folding.words($0.belt) == Folding.words(word) }) {
                return [belt.grade]
            }
            return try TestCommands.parts(word).map { try order.belt(named: $0).grade }
        }
        return .option("belt", kind, "only what these grades learn")
    }

    private var categories: Parameter<[String]?> {
        let kind = ValueKind<[String]>("CATEGORIES", candidates: { _ in [] }, spelled: { $0.joined(separator: ",") }) {
            word, _ in
            try TestCommands.parts(word).map { $0.lowercased() }
        }
        return .option("category", kind, "only these categories")
    }

    private var kinds: Parameter<[TestSubject]?> {
        let names = TestSubject.allCases.map(\.rawValue)
        let kind = ValueKind<[TestSubject]>(
            "KINDS", values: "\(names.joined(separator: "|")), several with commas", candidates: { _ in names },
            spelled: { $0.map(\.rawValue).joined(separator: ",") }
        ) { word, _ in
            try TestCommands.parts(word).map { part in
                guard let kind = TestSubject(rawValue: part.lowercased()) else {
                    throw Failure(
                        .unknownTestKind,
                        "“\(Folding.printable(part))” is not one of \(names.joined(separator: ", ")).",
                        kind: .usage
                    )
                }
                return kind
            }
        }
        return .option("kind", kind, "only these kinds of questions")
    }

    /// Returns the comma-separated parts of an option, with single blanks between their words.
    ///
    /// - Throws: `nothingNamed`.
    private static func parts(_ word: String) throws -> [String] {
        let parts = word.split(separator: ",").map { $0.split(separator: " ").joined(separator: " ") }.filter {
            !$0.isEmpty
        }
        // An empty script variable does not select everything.
        guard !parts.isEmpty else { throw Failure(.nothingNamed, "nothing is named.", kind: .usage) }
        return parts
    }

    // MARK: - Session output

    /// Resumes the unfinished test of this sort, or begins a new one.
    private func play(_ sort: TestPlan.Sort, isNew: Bool, begin: (Examiner) throws -> Run<TestExercise>) throws
        -> Output
    {
        let examiner = try Examiner(lessons())
        let unfinishedRun = isNew ? nil : try examiner.unfinished(sort)
        let run = try unfinishedRun ?? begin(examiner)
        let view = LessonView<TestExercise>(
            help: "testing", belt: { TestTexts.belt($0, $1, examiner) }, ending: TestCommands.endBlocks,
            isChild: examiner.learner.isChild, language: examiner.learner.language,
            results: { run, feedbackBlocks in try TestCommands.output(run, feedbackBlocks, examiner) })
        let openingBlocks =
            unfinishedRun.map(LessonCommands.resumeBlocks) ?? [
                .paragraph(StyledText(declared: TestTexts.introduction(run, isChild: examiner.learner.isChild), .muted))
            ]
        return .dialogue(try PracticeScreen(examiner.log, run, view, saying: openingBlocks))
    }

    /// Returns the text after the last question, before the results.
    @Sendable private static func endBlocks(_ run: Run<TestExercise>) -> [Block] {
        [.paragraph("That was the last question. Enter shows the results; u takes the last answer back.")]
    }

    /// Returns the results of a finished test, or the progress of an unfinished one.
    private static func output(_ run: Run<TestExercise>, _ feedbackBlocks: [Block], _ examiner: Examiner) throws
        -> Output
    {
        let isUnfinished = run.log.endedAt == nil
        // The right answers appear at the end only, and not if the learner will resume the test.
        let results = examiner.results(of: run, isExplained: !isUnfinished)
        let command = "test \(run.settings.sort.rawValue)"
        return .one(
            results, TestFields.results,
            blocks: feedbackBlocks
                + (examiner.learner.isChild ? TestTexts.childBlocks(results) : TestTexts.blocks(results, examiner)),
            next: isUnfinished
                ? [command] : examiner.learner.isChild ? ChildSession.next : ["test review", "test progress"])
    }
}
