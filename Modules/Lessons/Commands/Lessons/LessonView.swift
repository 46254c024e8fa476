import Interface
import Kernel
import Learning
import LearningCommands
import Lessons
import Practice
import PracticeCommands

/// A lesson task on the screen.
///
/// The learner performs, uncovers and marks practical tasks, and answers questions about knowledge.
package struct LessonView<Lesson: LessonTasks>: ExerciseView {
    package typealias Kind = Lesson

    package let help: String
    /// The belt that a task belongs to, for the header.
    let belt: @Sendable (LessonTask, Run<Lesson>) -> StyledText
    /// The blocks above a task, which are empty for most tasks.
    var banner: @Sendable (Run<Lesson>) -> [Block] = { _ in [] }
    /// The closing screen that waits for a key, or nil if the session ends at once.
    var ending: (@Sendable (Run<Lesson>) -> [Block])?
    /// Whether the user must confirm the end of the session.
    package var confirmsEnd = false
    /// The output of a finished or unfinished run.
    let results: @Sendable (Run<Lesson>, [Block]) throws -> Output
    /// Whether the learner is a small child, who sees large tiles and praise.
    private let isChild: Bool
    /// The language, besides English, in which answers count as right.
    private let language: AnswerLanguage
    /// The number of parts that the learner has uncovered.
    private var uncovered = 0
    /// The number of days until the task comes back for each mark, or empty if its date does not
    /// change.
    private var waits: [Int] = []
    private let log: PracticeLog?

    /// Creates the view of a lesson.
    ///
    /// - Parameters:
    ///   - log: the log that predicts when tasks come back, or nil if none do.
    ///   - ending: the closing screen, or nil if the view reveals each answer at once. A test
    ///     reveals answers only at its end.
    package init(
        help: String, log: PracticeLog? = nil, belt: @escaping @Sendable (LessonTask, Run<Lesson>) -> StyledText,
        banner: @escaping @Sendable (Run<Lesson>) -> [Block] = { _ in [] },
        ending: (@Sendable (Run<Lesson>) -> [Block])? = nil, isChild: Bool = false, language: AnswerLanguage = .english,
        results: @escaping @Sendable (Run<Lesson>, [Block]) throws -> Output
    ) {
        self.help = help
        self.log = log
        self.belt = belt
        self.banner = banner
        self.ending = ending
        self.results = results
        self.isChild = isChild
        self.language = language
    }

    package var showsJudgments: Bool { ending == nil }

    package var inputHint: String { ":d if you do not know" }

    package mutating func prepare(for task: LessonTask?, in run: Run<Lesson>) throws {
        uncovered = 0
        waits = []
        guard let task, task.key == nil else { return }
        waits = try log?.waits(after: SelfAssessment.allCases.map(\.done), in: run) ?? []
    }

    package func render(_ task: LessonTask, in run: Run<Lesson>, seconds: Double, saying messages: [Block])
        -> DialogueView
    {
        let belt = StyledText("  ") + belt(task, run)
        let positionText = StyledText("\(run.place + 1) of \(run.items.count)  \(content: task.title)", .muted) + belt
        let choices =
            isChild
            ? ChildSession.tiles(task.choices)
            : task.choices.enumerated().map { Block.paragraph(StyledText("\($0 + 1)  ", .input) + task.styledText($1)) }
        let answers = task.stages.prefix(uncovered).flatMap { [.gap] + LessonWords.facts($0) }
        return DialogueView(
            messages + (messages.isEmpty ? [] : [.gap]) + banner(run) + [.paragraph(positionText), .gap]
                + LessonWords.facts(task.facts)
                + [.heading(task.styledText(task.prompt))] + choices + answers
                + (asksForMark(task) ? LessonWords.marks : []),
            wanted: task.key != nil && task.choices.isEmpty ? .line(prompt: "Answer:") : .key(keys(task)),
            title: "\(help) \(run.place + 1)/\(run.items.count)", help: help,
            stage: Stage(
                StyledText(content: task.title, .title) + belt,
                aside: StyledText("\(run.place + 1) of \(run.items.count)", .muted),
                progress: Double(run.place) / Double(max(1, run.items.count)),
                card: banner(run) + (banner(run).isEmpty ? [] : [.gap]) + LessonWords.facts(task.facts)
                    + (task.facts.isEmpty ? [] : [.gap])
                    + [.heading(task.styledText(task.prompt))] + (choices.isEmpty || isChild ? [] : [.gap]) + choices
                    + answers
                    + (asksForMark(task) ? LessonWords.marks + LessonWords.returns(waits) : []),
                feedback: messages, isFramed: !isChild))
    }

    /// Returns whether the learner has uncovered all parts and now marks the result.
    private func asksForMark(_ task: LessonTask) -> Bool { task.key == nil && uncovered >= task.stages.count }

    /// Returns the keys of a task: its choices, its marks, or the key that uncovers the next part.
    private func keys(_ task: LessonTask) -> [KeyHint] {
        if !task.choices.isEmpty {
            // Self-explanatory keys come last, because a narrow terminal cuts the list at its end.
            return [KeyHint(.character("0"), "do not know")] + LessonWords.otherKeys
                + KeyTable.choices(task.choices.count)
        }
        if asksForMark(task) { return LessonWords.markKeys(waits) + LessonWords.otherKeys }
        return KeyTable.advance("look") + LessonWords.otherKeys
    }

    package mutating func handle(_ key: Key, on task: LessonTask, in run: Run<Lesson>) -> Reaction {
        guard task.key == nil else {
            guard case .character(let digit) = key, let number = digit.wholeNumberValue,
                (0...task.choices.count).contains(number)
            else { return .stay }
            return .answer(.text(number == 0 ? "" : String(number)))
        }
        if asksForMark(task) { return SelfAssessment(key).map { .answer(.mark($0)) } ?? .stay }
        if key == .space || key == .enter { uncovered += 1 }
        return .stay
    }

    package func read(_ line: String, on task: LessonTask, in run: Run<Lesson>) throws -> Reaction {
        if line == ":d" { return .answer(.text("")) }
        let acceptedAnswers =
            task.choices.isEmpty ? task.key.map { [$0.answer] + $0.alternativeAnswers } ?? [] : task.choices
        let line = language.english(of: line, among: acceptedAnswers) ?? line
        let typo = try AnswerTypo.explanation(on: line, among: task.choices, inputHint) {
            try run.exercise.judge(.text(line), to: task, in: run).isRight
        }
        return typo.map { .say($0) } ?? .answer(.text(line))
    }

    package func feedback(on mark: Mark, to task: LessonTask, in run: Run<Lesson>) -> StyledText? {
        guard showsJudgments, let answer = task.key?.answer else { return nil }
        if isChild {
            return ChildSession.feedback(isRight: mark.isRight, answer, seed: run.log.seed &+ run.answers.count)
        }
        // A quoted sentence ends inside its quotation marks.
        let lastCharacter = (answer.hasSuffix("”") ? answer.dropLast() : answer[...]).last
        let isSentence = lastCharacter.map { ".…?!".contains($0) } == true
        switch mark.rating {
        case .good, .easy:
            return StyledText(isSentence ? "Right: \(content: answer)" : "Right: \(asked: answer).", .good)
        case .hard:
            return StyledText(
                isSentence
                    ? "Nearly: one letter. It is \(content: answer)" : "Nearly: one letter. It is \(asked: answer).",
                .warning)
        case .again:
            return StyledText(isSentence ? "No. It is: \(content: answer)" : "No. It is: \(asked: answer).", .bad)
        }
    }

    package func undoMessage(onTakingBack answer: Answer) -> String {
        showsJudgments ? "Taken back." : "Taken back. Answer it again."
    }

    package func closing(of run: Run<Lesson>) -> [Block]? { run.answers.isEmpty ? nil : ending?(run) }

    package func output(of run: Run<Lesson>, saying messages: [Block]) throws -> Output { try results(run, messages) }
}

extension SelfAssessment {
    /// Creates the mark for a key, or nil for other keys.
    init?(_ key: Key) {
        guard case .character(let digit) = key, let number = digit.wholeNumberValue else { return nil }
        self.init(rawValue: number)
    }
}

/// The texts that all lesson views share.
enum LessonWords {
    /// The marks in words, because a narrow terminal cuts the line of keys.
    static let marks: [Block] = [
        .gap,
        .paragraph(
            StyledText(
                "How did it go? \(SelfAssessment.allCases.map { "\($0.rawValue) \($0.word)" }.joined(separator: ", "))")
        ),
    ]

    /// Returns a key hint for each mark, with the number of days until the task comes back.
    ///
    /// - Parameter waits: the days for each mark, or empty if the date does not change.
    static func markKeys(_ waits: [Int]) -> [KeyHint] {
        SelfAssessment.allCases.enumerated().map { index, mark in
            let outcome = waits.indices.contains(index) ? waitText(waits[index]) : ""
            return KeyHint(.character(Character("\(mark.rawValue)")), mark.word, outcome: outcome)
        }
    }

    /// Returns the waits as a line of a card, or no blocks if the date does not change.
    static func returns(_ waits: [Int]) -> [Block] {
        guard waits.count == SelfAssessment.allCases.count else { return [] }
        let words = zip(SelfAssessment.allCases, waits).map { "key \($0.rawValue) \(waitText($1))" }.joined(
            separator: ", ")
        return [.paragraph(StyledText("It comes back: \(words)", .muted))]
    }

    /// Returns the day on which a task comes back, in words.
    private static func waitText(_ days: Int) -> String { days == 0 ? "today" : "in \(counted(days, "day"))" }

    static let otherKeys = [KeyTable.undo(), KeyTable.quit()]

    /// Returns the labeled lines of a task, or no blocks if there are none.
    static func facts(_ facts: [LessonTask.Fact]) -> [Block] {
        facts.isEmpty ? [] : [.facts(facts.map { ($0.name, StyledText(content: $0.text)) })]
    }
}

extension LessonTask {
    /// Returns the text of a question or choice. A flashcard question hides the Hangul, which would
    /// reveal the answer.
    func styledText(_ text: String) -> StyledText {
        item.kind == .flashcards ? StyledText(asked: text) : StyledText(content: text)
    }
}
