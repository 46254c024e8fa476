import Content
import Kernel
import Learning
import Practice
import Terminal

/// Tests for people.
enum TestWords {
    /// The belt that a question belongs to.
    static func belt(_ task: LessonTask, _ run: Run<TestExercise>, _ examiner: Examiner) -> StyledText {
        guard let item = run.item, let asked = run.settings.pool.first(where: { $0.item == item }) else { return "" }
        // Where belts are asked for, a belt in its colours would be the answer.
        guard asked.area != TestArea(kind: .theory, name: TheoryTopic.Subject.belt.rawValue) else { return "" }
        return BeltStripe.text(of: asked.grade, in: examiner.bank.belts)
    }

    /// What is said before the first question.
    static func beginning(_ run: Run<TestExercise>, isChild: Bool = false) -> String {
        if isChild { return ChildSession.beginning(run.settings.length) }
        return "\(counted(run.settings.length, "question")), results at the end. Press 0 if you do not know."
    }

    /// What a test brought a small child.
    static func childBlocks(_ results: TestResults) -> [Block] {
        guard results.run.log.endedAt != nil else { return [.paragraph("See you soon! Your answers are kept.")] }
        return ChildSession.ending(
            done: results.whole.asked, known: results.whole.right, "question", streak: 0, seed: results.run.log.seed)
    }

    /// What a test brought: how much, of what, and what was missed.
    static func blocks(_ results: TestResults, _ examiner: Examiner) -> [Block] {
        let (run, title) = (results.run, results.run.settings.sort.title)
        let heading = run.log.endedAt == nil ? "Paused for now: \(title.lowercased()), \(run.remaining) to go" : "\(title): done"
        guard results.whole.asked > 0, run.log.endedAt != nil else {
            let kept = "\(counted(results.whole.asked, "answer")) kept; results come at the end."
            return [.heading(StyledText(declared: heading))]
                + (results.whole.asked > 0 ? [.paragraph(StyledText(declared: kept))] : [])
        }
        let facts: [(name: String, value: StyledText)] = [
            ("Right", StyledText("\(results.whole.right) of \(results.whole.asked)", .accent)), ("You know", known(results)),
            ("Time", StyledText(declared: ResultsFields.spent(run.milliseconds))),
        ]
        let missed = results.reviews.filter { !$0.isRight }
        return [
            .heading(StyledText(declared: heading)), .facts(facts),
            .paragraph(
                StyledText(
                    "The questions follow you: the more you know, the harder they are, so nobody has all of them right.", .muted)),
            .gap, .table(tallies("Category", results.areas.map { ($0.area.title, $0.tally) })), .gap,
            .table(tallies("Belt", results.belts.map { (examiner.bank.title(of: $0.grade), $0.tally) })),
        ] + (missed.isEmpty ? [] : [.gap, .heading("What you missed")] + missed.flatMap(review))
    }

    /// How much is known, where there were enough answers to say so.
    static func known(_ results: TestResults) -> StyledText {
        guard results.ability.deviation <= enough else {
            return StyledText("too few answers to say; test comprehensive asks more", .muted)
        }
        let known = results.known
        let (low, high) = (Figures.percent(known.low), Figures.percent(known.high))
        return StyledText("about \(Figures.percent(known.share)) (\(low) to \(high))")
    }

    /// So sure of the ability one must be to say what it means, in logits: about ten answers.
    static let enough = 0.7

    /// Asked and right, by whatever it is.
    static func tallies(_ title: String, _ rows: [(String, TestTally)]) -> Table {
        Table(
            [.init(title), .init("Asked", alignsRight: true), .init("Right", alignsRight: true)],
            rows: rows.map { name, tally in
                [StyledText(content: name), StyledText("\(tally.asked)"), StyledText("\(tally.right)")]
            })
    }

    /// One question as it is gone through: what was asked, what is right, what was chosen, and why.
    static func review(_ review: TestReview) -> [Block] {
        let shown = review.task.facts.map { Block.paragraph(StyledText("\(declared: $0.name): \(content: $0.text)", .muted)) }
        let chosen: [Block] =
            review.isRight
            ? []
            : [
                .paragraph(
                    review.chosen.map { StyledText("You chose: \(asked: $0)", .bad) } ?? StyledText("You did not know.", .muted))
            ]
        return [.gap, .paragraph(StyledText("\(review.number). \(content: review.task.title): \(content: review.task.ask)"))]
            + shown
            + [.paragraph(StyledText("Right: \(asked: review.answer)", .good))] + chosen
            + review.explanation.map { .paragraph(StyledText(content: $0, .muted)) }
    }
}
