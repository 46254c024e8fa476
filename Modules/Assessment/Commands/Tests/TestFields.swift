import Assessment
import Content
import Interface
import Kernel
import Practice

/// The test results as output fields for programs.
enum TestFields {
    static let results: [Field<TestResults>] = [
        Field("session", "the test") { .text($0.run.id.rawValue) },
        Field("test", "quick, comprehensive or custom") { .text($0.run.settings.sort.rawValue) },
        Field("questions", "questions in the test") { .integer($0.run.items.count) },
        Field("answered", "questions that were answered") { .integer($0.total.asked) },
        Field("right", "how many of them were right") { .integer($0.total.right) },
        Field("remaining", "questions still to come when the test stopped") { .integer($0.run.remaining) },
        Field("accuracy", "share of right answers, 0 to 1; 0 without answers") { .number($0.total.accuracy) },
        Field("seconds", "seconds spent on answers") { .integer($0.run.milliseconds / 1000) },
        Field("known", "share of what could be asked that you are thought to know, 0 to 1") {
            .number(rounded($0.knownShare.share))
        },
        Field("knownLow", "the same at least, in five of six cases") { .number(rounded($0.knownShare.low)) },
        Field("knownHigh", "the same at most, in five of six cases") { .number(rounded($0.knownShare.high)) },
        Field("ability", "your ability in logits; 0 knows half of what the lowest belt learns") {
            .number(rounded($0.ability.mean))
        },
        Field("error", "one standard deviation of the ability, in logits") { .number(rounded($0.ability.deviation)) },
        Field("categories", "each category: kind, category, asked, right") {
            .list($0.areas.map { members($0.area, $0.tally) })
        },
        Field("belts", "each belt: grade, asked, right") { .list($0.belts.map { members($0.grade, $0.tally) }) },
        Field(
            "review",
            "each answer: number, kind, category, grade, ask, facts, answer, chosen (null if you did not know), right, explanation"
        ) { .list($0.reviews.map(members)) },
    ]

    static func members(_ area: TestArea, _ tally: TestTally, _ more: [OutputValue.Member] = []) -> OutputValue {
        .object([.init("kind", .text(area.kind.rawValue)), .init("category", .text(area.name))] + counts(tally) + more)
    }

    static func members(_ grade: Grade, _ tally: TestTally) -> OutputValue {
        .object([.init("grade", .text(grade.id))] + counts(tally))
    }

    /// Returns the JSON members of a tally.
    private static func counts(_ tally: TestTally) -> [OutputValue.Member] {
        [.init("asked", .integer(tally.asked)), .init("right", .integer(tally.right))]
    }

    private static func members(_ review: TestReview) -> OutputValue {
        .object([
            .init("number", .integer(review.number)), .init("kind", .text(review.candidate.area.kind.rawValue)),
            .init("category", .text(review.candidate.area.name)), .init("grade", .text(review.candidate.grade.id)),
            .init("ask", .text(review.task.prompt)),
            .init("facts", .texts(review.task.facts.map { "\($0.name): \($0.text)" })),
            .init("answer", .text(review.answer)), .init("chosen", .text(review.chosen)),
            .init("right", .bool(review.isRight)), .init("explanation", .texts(review.explanation)),
        ])
    }

    /// Returns a number rounded to thousandths.
    static func rounded(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }

    /// The output fields of a test in a list.
    static let row: [Field<TestResults>] = [
        Field("id", title: "Id", "the test") { .text($0.run.id.rawValue) },
        Field("startedAt", "when it began") { .instant($0.run.log.startedAt) },
        Field("day", title: "Day", "the day of its last answer") { .day($0.run.answers.last?.day) },
        Field("test", title: "Test", "quick, comprehensive or custom") { .text($0.run.settings.sort.rawValue) },
        Field("questions", title: "Asked", "questions that were answered", alignsRight: true) {
            .integer($0.total.asked)
        },
        Field("right", title: "Right", "how many of them were right", alignsRight: true) { .integer($0.total.right) },
        Field(
            "known", title: "Known", "share of what could be asked that you are thought to know, 0 to 1",
            alignsRight: true,
            cell: {
                StyledText(
                    $0.ability.deviation <= TestTexts.maximumDeviation ? Figures.percent($0.knownShare.share) : "–")
            }
        ) { .number(rounded($0.knownShare.share)) },
    ]

    static let progress: [Field<TestProgress>] = [
        Field("tests", "tests that were finished, of the latest twenty of each sort") { .integer($0.tests.count) },
        Field("asked", "questions in them") { .integer($0.total.asked) },
        Field("right", "how many of them were right") { .integer($0.total.right) },
        Field("known", "the share that the last test thinks you know, 0 to 1; null before the first") { progress in
            progress.tests.last.map { .number(rounded($0.knownShare.share)) } ?? .null
        },
        Field("categories", "each category: kind, category, asked, right") {
            .list($0.areas.map { members($0.area, $0.tally) })
        },
        Field("belts", "each belt: grade, asked, right") { .list($0.belts.map { members($0.grade, $0.tally) }) },
        Field("weak", "what goes badly, the weakest first: kind, category, asked, right, command") { progress in
            .list(progress.weaknesses.map { members($0.area, $0.tally, [.init("command", .text($0.command))]) })
        },
    ]
}
