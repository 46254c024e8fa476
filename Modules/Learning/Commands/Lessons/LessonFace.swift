import Learning
import Terminal

/// How a task of a lesson looks, and which keys belong to it.
struct LessonFace {
    let task: LessonTask
    let choices: [String]
    let uncovered: Int
    let run: PracticeSitting

    var blocks: [Block] {
        let place = "\(run.session.place + 1) of \(run.session.items.count)  \(task.title)"
        return [.paragraph(StyledText(place, .muted)), .gap] + LessonFace.facts(task.facts)
            + [.heading(StyledText(task.ask))] + offered + answers + (asksForMark ? LessonFace.marks : [])
    }

    /// Whether a line is wanted rather than a key.
    var isTyped: Bool { task.key != nil && choices.isEmpty }

    var keys: [KeyHint] {
        let others = [KeyHint(.character("u"), "undo"), KeyHint(.character("q"), "quit")]
        if !choices.isEmpty {
            // What need not be explained stands last: a narrow terminal cuts there.
            return [KeyHint(.character("0"), "do not know")] + others
                + choices.indices.map { KeyHint(.character(Character("\($0 + 1)")), "choose") }
        }
        if asksForMark { return SelfMark.allCases.map { KeyHint(.character(Character("\($0.rawValue)")), $0.word) } + others }
        return [KeyHint(.space, "look"), KeyHint(.enter, "look")] + others
    }

    static func sentence(on judged: Judged) -> StyledText {
        let wanted = judged.wanted.hasSuffix(".") || judged.wanted.hasSuffix("…") ? judged.wanted : judged.wanted + "."
        switch judged.verdict {
        case .right: return StyledText("Right: \(wanted)", .good)
        case .nearlyRight: return StyledText("Nearly: one letter. It is \(wanted)", .warning)
        case .wrong: return StyledText("No. It is: \(wanted)", .bad)
        }
    }

    /// In words, because a narrow terminal cuts the line of keys.
    static let marks: [Block] = [
        .gap,
        .paragraph(StyledText("How did it go? \(SelfMark.allCases.map { "\($0.rawValue) \($0.word)" }.joined(separator: ", "))")),
    ]

    static func facts(_ facts: [LessonTask.Fact]) -> [Block] {
        facts.isEmpty ? [] : [.facts(facts.map { ($0.name, StyledText($0.text)) })]
    }

    private var stages: [[LessonTask.Fact]] {
        if case .done(let stages) = task.form { return stages }
        return []
    }

    private var asksForMark: Bool { task.key == nil && uncovered >= stages.count }

    private var answers: [Block] { stages.prefix(uncovered).flatMap { [.gap] + LessonFace.facts($0) } }

    private var offered: [Block] {
        choices.enumerated().map { .paragraph(StyledText("\($0 + 1)  ", .input) + StyledText($1)) }
    }
}
