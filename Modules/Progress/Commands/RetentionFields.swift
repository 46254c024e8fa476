import Interface
import Kernel
import Practice
import Progress

/// The output fields of a retention curve.
enum RetentionFields {
    static let all: [Field<RetentionCurve>] = [
        Field("read", "answers that were read") { .integer($0.readAnswers) },
        Field("counted", "those of them that came after a wait of a day or more") { .integer($0.measuredAnswers) },
        Field("since", "the first day of those that were read; null without any") { .day($0.firstDay) },
        Field("cut", "whether older answers were left out") { .bool($0.isTruncated) },
        Field(
            "steps",
            """
            by wait: from and to (days; to is null for the last), answers, recalled, share (0 to 1; null below 10 answers), low and high (where the \
            true share lies in 95 of 100 cases), foretold (what the scheduler expected, 0 to 1)
            """
        ) { .list($0.steps.map(value)) },
    ]

    private static func value(_ step: RetentionCurve.Step) -> OutputValue {
        let number = { (value: Double?) in value.map { OutputValue.number(($0 * 10_000).rounded() / 10_000) } ?? .null }
        return .object([
            .init("from", .integer(step.days.lowerBound)),
            .init("to", step.isLast ? .null : .integer(step.days.upperBound)), .init("answers", .integer(step.answers)),
            .init("recalled", .integer(step.recalled)), .init("share", number(step.share)),
            .init("low", number(step.range?.lowerBound)), .init("high", number(step.range?.upperBound)),
            .init("foretold", number(step.predictedRecall)),
        ])
    }

    /// Returns the curve as a table with a summary.
    static func blocks(_ curve: RetentionCurve) -> [Block] {
        guard curve.measuredAnswers > 0 else {
            return [
                .heading("What stays"),
                .paragraph(
                    "No card has come back after a day or more yet. Study on two days, and this begins to fill."),
            ]
        }
        let table = Table(
            [
                .init("After", room: .fixed), .init("Answers", alignsRight: true), .init("Known", alignsRight: true),
                .init("Expected", alignsRight: true),
            ], rows: curve.steps.map(tableRow))
        return [.heading("What stays"), .table(table), .gap, .paragraph(StyledText(declared: sentence(curve), .muted))]
    }

    private static func tableRow(_ step: RetentionCurve.Step) -> [StyledText] {
        [
            StyledText(declared: step.words), StyledText("\(step.answers)"),
            StyledText(declared: knownText(step), step.share == nil ? .muted : .plain),
            StyledText(Figures.percent(step.predictedRecall)),
        ]
    }

    /// Returns the known share with its interval, such as `91 % (88–93)`.
    static func knownText(_ step: RetentionCurve.Step) -> String {
        guard let share = step.share, let range = step.range else { return "too few" }
        let percent = { (share: Double) in "\(Int((share * 100).rounded()))" }
        return "\(Figures.percent(share)) (\(percent(range.lowerBound))–\(percent(range.upperBound)))"
    }

    /// Returns the numbers of measured and read answers as a sentence.
    static func sentence(_ curve: RetentionCurve) -> String {
        let startText = curve.firstDay.map { " since \($0)" } ?? ""
        let fewAnswersNotice =
            curve.measuredAnswers < RetentionCurve.reliableAnswers
            ? " That is few: look again in some weeks." : ""
        let truncationNotice = curve.isTruncated ? " Older ones were not read." : ""
        return
            "\(curve.measuredAnswers) of \(counted(curve.readAnswers, "answer"))\(startText) came after a day or more.\(fewAnswersNotice)\(truncationNotice)"
    }
}

extension RetentionCurve.Step {
    /// Whether the step has no upper limit.
    var isLast: Bool { days.upperBound == Int(Int32.max) }

    /// The days as a range, such as `3–4`.
    var figures: String {
        if isLast { return "over \(days.lowerBound - 1)" }
        return days.count == 1 ? "\(days.lowerBound)" : "\(days.lowerBound)–\(days.upperBound)"
    }

    /// The days in words, such as `3–4 days`.
    var words: String { days == 1...1 ? "1 day" : "\(figures) days" }
}
