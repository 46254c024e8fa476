import Assessment
import Interface
import Kernel
import Lessons
import Practice

/// The commands `test list`, `test review` and `test progress`.
struct TestLists {
    let lessons: @Sendable () throws -> LessonStudy

    var commands: [Command] { [list, review, progress] }

    /// The maximum number of weak areas named.
    private static let namedWeaknesses = 3

    private var list: Command {
        Command(
            "test list", "List your tests: when, how many questions, how many right",
            examples: [.init("test list", "the latest tests")], returns: .list(TestFields.row)
        ) {
            let tests = Array(try Examiner(lessons()).progress().tests.reversed())
            return Output.list(
                tests, TestFields.row, heading: "Tests", empty: "You have not finished a test yet.",
                next: tests.isEmpty ? ["test quick"] : ["test review", "test progress"]
            ).numbered(of: "test list")
        }
    }

    private var review: Command {
        let name = ValueKind<String>.text("TEST", limit: 64).completed { [lessons] typed in
            let ids = (try? Examiner(lessons()).history().reversed().map(\.id.rawValue)) ?? []
            return (["latest"] + ids).filter { $0.hasPrefix(typed) }
        }.row(of: "test list")
        return Command(
            "test review", "Go through a finished test: what was right, what you chose, and why",
            discussion: """
                Shows every question with the right answer, your answer and an explanation: what the parts of the word mean, how the answers differ, \
                or where it stands to be read. --missed shows only what you missed.
                """,
            examples: [
                .init("test review", "the last test", runs: false),
                .init("test review --missed", "only what you missed", runs: false),
            ],
            .optionalArgument(
                "test", name, "the test: its row in `test list`, its id, or latest; the last one if left out"),
            .flag("missed", "only what you missed"), returns: .one(TestFields.results)
        ) { name, isMissed in
            let examiner = try Examiner(lessons())
            let results = examiner.results(of: try examiner.test(named: name))
            let shownReviews = results.reviews.filter { !isMissed || !$0.isRight }
            let right = results.reviews.count { $0.isRight }
            let heading = "\(results.run.settings.sort.title), \(right) of \(results.reviews.count) right"
            let emptyNotice: [Block] = shownReviews.isEmpty ? [.paragraph("You missed nothing in it.")] : []
            return .one(
                results, TestFields.results,
                blocks: [.heading(StyledText(declared: heading))] + emptyNotice
                    + shownReviews.flatMap(TestTexts.review),
                next: ["test progress", "test quick"])
        }
    }

    private var progress: Command {
        Command(
            "test progress", "Show how your tests go by category and belt, what is weak, and what to do about it",
            examples: [.init("test progress", "the latest tests together")], returns: .one(TestFields.progress)
        ) {
            let examiner = try Examiner(lessons())
            let progress = try examiner.progress()
            let weaknesses = progress.weaknesses.prefix(TestLists.namedWeaknesses)
            return .one(
                progress, TestFields.progress, blocks: blocks(progress, examiner),
                next: weaknesses.isEmpty ? ["test quick"] : weaknesses.map(\.command))
        }
    }

    /// Returns the totals of the latest tests, the weak areas, and the tallies by category and
    /// belt.
    private func blocks(_ progress: TestProgress, _ examiner: Examiner) -> [Block] {
        guard let last = progress.tests.last else {
            return [.paragraph("You have not finished a test yet. test quick takes three minutes.")]
        }
        let total = progress.total
        let facts: [(name: String, value: StyledText)] = [
            ("Tests", StyledText("\(progress.tests.count)")),
            ("Right", StyledText("\(total.right) of \(total.asked) (\(Figures.percent(total.accuracy)))", .accent)),
            ("You know", TestTexts.knownText(last)),
        ]
        let weaknesses = progress.weaknesses.prefix(TestLists.namedWeaknesses)
        let advice: [Block] =
            weaknesses.isEmpty
            ? [.paragraph(StyledText("Nothing is weak so far.", .good))]
            : [.heading("Weak, and what helps")]
                + [
                    .facts(
                        weaknesses.map {
                            (
                                $0.area.title,
                                StyledText("\($0.tally.right) of \($0.tally.asked): ") + StyledText($0.command, .input)
                            )
                        })
                ]
        return [.heading("Your tests"), .facts(facts), .gap] + advice + [
            .gap, .table(TestTexts.tallies("Category", progress.areas.map { ($0.area.title, $0.tally) })), .gap,
            .table(TestTexts.tallies("Belt", progress.belts.map { (examiner.bank.title(of: $0.grade), $0.tally) })),
        ]
    }
}
