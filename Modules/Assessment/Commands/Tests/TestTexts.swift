import Assessment
import Content
import Interface
import Kernel
import LearningCommands
import Lessons
import Practice

/// The texts of tests for people.
enum TestTexts {
    /// Returns the belt that a question belongs to.
    static func belt(_ task: LessonTask, _ run: Run<TestExercise>, _ examiner: Examiner) -> StyledText {
        guard let item = run.item, let candidate = run.settings.pool.first(where: { $0.item == item }) else {
            return ""
        }
        // In a question about belts, the colored belt would give the answer away.
        guard candidate.area != TestArea(kind: .theory, name: TheoryTopic.Subject.belt.rawValue) else { return "" }
        return BeltStripe.text(of: candidate.grade, in: examiner.bank.belts)
    }

    /// Returns the text before the first question.
    static func introduction(_ run: Run<TestExercise>, isChild: Bool = false) -> String {
        if isChild { return ChildSession.introduction(run.settings.length) }
        return "\(counted(run.settings.length, "question")), results at the end. Press 0 if you do not know."
    }

    /// Returns the results of a test for a small child.
    static func childBlocks(_ results: TestResults) -> [Block] {
        guard results.run.log.endedAt != nil else { return [.paragraph("See you soon! Your answers are kept.")] }
        return ChildSession.ending(
            done: results.total.asked, known: results.total.right, "question", streak: 0, seed: results.run.log.seed)
    }

    /// Returns the results of a test: the score, the areas and the missed questions.
    static func blocks(_ results: TestResults, _ examiner: Examiner) -> [Block] {
        let run = results.run
        let title = results.run.settings.sort.title
        let heading =
            run.log.endedAt == nil ? "Paused for now: \(title.lowercased()), \(run.remaining) to go" : "\(title): done"
        guard results.total.asked > 0, run.log.endedAt != nil else {
            let keptText = "\(counted(results.total.asked, "answer")) kept; results come at the end."
            return [.heading(StyledText(declared: heading))]
                + (results.total.asked > 0 ? [.paragraph(StyledText(declared: keptText))] : [])
        }
        let facts: [(name: String, value: StyledText)] = [
            ("Right", StyledText("\(results.total.right) of \(results.total.asked)", .accent)),
            ("You know", knownText(results)),
            ("Time", StyledText(declared: ResultsFields.duration(run.milliseconds))),
        ]
        let missed = results.reviews.filter { !$0.isRight }
        return [
            .heading(StyledText(declared: heading)), .facts(facts),
            .paragraph(
                StyledText(
                    "The questions adapt to you: the more you know, the harder they are, so nobody answers all of them right.",
                    .muted)),
            .gap, .table(tallies("Category", results.areas.map { ($0.area.title, $0.tally) })), .gap,
            .table(tallies("Belt", results.belts.map { (examiner.bank.title(of: $0.grade), $0.tally) })),
        ] + (missed.isEmpty ? [] : [.gap, .heading("What you missed")] + missed.flatMap(review))
    }

    /// Returns the estimated share of known material, if there are enough answers for an estimate.
    static func knownText(_ results: TestResults) -> StyledText {
        guard results.ability.deviation <= maximumDeviation else {
            return StyledText("too few answers to say; test comprehensive asks more", .muted)
        }
        let knownShare = results.knownShare
        let low = Figures.percent(knownShare.low)
        let high = Figures.percent(knownShare.high)
        return StyledText("about \(Figures.percent(knownShare.share)) (\(low) to \(high))")
    }

    /// The maximum deviation, in logits, at which an ability is reported: about ten answers.
    static let maximumDeviation = 0.7

    /// Returns a table of questions asked and answered correctly for each row.
    static func tallies(_ title: String, _ rows: [(String, TestTally)]) -> Table {
        Table(
            [.init(title), .init("Asked", alignsRight: true), .init("Right", alignsRight: true)],
            rows: rows.map { name, tally in
                [StyledText(content: name), StyledText("\(tally.asked)"), StyledText("\(tally.right)")]
            })
    }

    /// Returns one reviewed question: the question, the right answer, the chosen answer and the
    /// explanation.
    static func review(_ review: TestReview) -> [Block] {
        let facts = review.task.facts.map {
            Block.paragraph(StyledText("\(declared: $0.name): \(content: $0.text)", .muted))
        }
        let chosenAnswer: [Block] =
            review.isRight
            ? []
            : [
                .paragraph(
                    review.chosen.map { StyledText("You chose: \(asked: $0)", .bad) }
                        ?? StyledText("You did not know.", .muted))
            ]
        return [
            .gap,
            .paragraph(StyledText("\(review.number). \(content: review.task.title): \(content: review.task.prompt)")),
        ]
            + facts
            + [.paragraph(StyledText("Right: \(asked: review.answer)", .good))] + chosenAnswer
            + review.explanation.map { .paragraph(StyledText(content: $0, .muted)) }
    }
}
