import Content
import Interface
import Kernel
import LearningCommands
import Lessons
import Practice
import PracticeCommands

/// A quiz or test about movements, question by question. A test reveals no answer before its end.
struct RoundView: ExerciseView {
    typealias Kind = PatternRound

    private let training: PatternTraining
    private let isTest: Bool
    /// Whether the learner is a small child, who sees large tiles, one short question, and praise
    /// for each answer.
    private var isChild: Bool { training.learner.isChild }
    private let belts: BeltOrder

    init(_ training: PatternTraining, isTest: Bool) {
        self.training = training
        self.isTest = isTest
        belts = training.curriculum.belts()
    }

    let help = "pattern"
    var showsJudgments: Bool { !isTest || isChild }
    var inputHint: String { isTest && !isChild ? ":s skips it, which counts as wrong" : ":s skips it" }

    func render(_ question: PatternQuestion, in run: Run<PatternRound>, seconds: Double, saying messages: [Block])
        -> DialogueView
    {
        if isChild { return childView(at: question, in: run, saying: messages) }
        let positionText =
            StyledText("Question \(run.place + 1) of \(run.items.count)  ", .muted)
            + BeltStripe.text(of: question.heading.grade, in: belts)
        let choices = question.choices.enumerated().map { index, choice in
            Block.paragraph(StyledText("\(index + 1)  ", .input) + StyledText(content: choice.text))
        }
        let hint: [Block] = choices.isEmpty ? [.paragraph(StyledText(declared: question.form, .muted))] : []
        return DialogueView(
            messages + (messages.isEmpty ? [] : [.gap]) + [
                .paragraph(positionText), .gap, .heading(StyledText(content: question.prompt)),
            ]
                + choices
                + hint,
            wanted: choices.isEmpty
                ? .line(prompt: "Answer:")
                : .key(KeyTable.choices(choices.count) + [KeyTable.undo(), KeyTable.skip, KeyTable.quit()]),
            title: "\(run.exercise.activity) \(run.place + 1)/\(run.items.count)", help: help,
            stage: Stage(
                StyledText(isTest ? "Pattern test  " : "Pattern quiz  ", .title)
                    + BeltStripe.text(of: question.heading.grade, in: belts),
                aside: StyledText("question \(run.place + 1) of \(run.items.count)", .muted),
                progress: Double(run.place) / Double(max(1, run.items.count)),
                card: [.heading(StyledText(content: question.prompt)), .gap] + choices + hint, feedback: messages))
    }

    /// Returns the view for a small child, with large tiles.
    private func childView(at question: PatternQuestion, in run: Run<PatternRound>, saying messages: [Block])
        -> DialogueView
    {
        let belt = BeltStripe.text(of: question.heading.grade, in: belts)
        let positionText = "\(run.place + 1) of \(run.items.count)"
        let card = ChildSession.question(question.prompt) + ChildSession.tiles(question.choices.map(\.text))
        return DialogueView(
            messages + (messages.isEmpty ? [] : [.gap]) + [.paragraph(StyledText("\(positionText)  ", .muted) + belt)]
                + card,
            wanted: .key(KeyTable.choices(question.choices.count) + [KeyTable.undo(), KeyTable.skip, KeyTable.quit()]),
            title: "\(run.exercise.activity) \(run.place + 1)/\(run.items.count)", help: help,
            stage: Stage(
                StyledText("\(question.heading.name)  ", .title) + belt, aside: StyledText(positionText, .muted),
                progress: Double(run.place) / Double(run.items.count), card: card, feedback: messages, isFramed: false))
    }

    func handle(_ key: Key, on question: PatternQuestion, in run: Run<PatternRound>) -> Reaction {
        if let choice = KeyTable.choice(key, of: question.choices.count) { return .answer(String(choice)) }
        return key == KeyTable.skip.key ? skipReaction : .stay
    }

    /// A skipped question of a test counts as unknown.
    func read(_ line: String, on question: PatternQuestion, in run: Run<PatternRound>) throws -> Reaction {
        if [":s", ":skip"].contains(line) { return skipReaction }
        let typo = try AnswerTypo.explanation(on: line, among: question.choices.map(\.text), inputHint) {
            try run.exercise.judge(line, to: question, in: run).isRight
        }
        return typo.map { .say($0) } ?? .answer(line)
    }

    /// The reaction to a skip, which counts as a wrong answer in a test.
    private var skipReaction: Reaction { isTest && !isChild ? .answer(nil) : .skip }

    func feedback(on mark: Mark, to question: PatternQuestion, in run: Run<PatternRound>) -> StyledText? {
        let answer = question.displayedAnswer
        if isChild {
            return ChildSession.feedback(isRight: mark.isRight, answer, seed: run.log.seed &+ run.answers.count)
        }
        if isTest { return nil }
        if mark.isRight { return StyledText("Right: \(content: answer).", .good) }
        let right = mark.fields.filter(\.isRight).map { question.word(for: $0.name) }.joined(separator: ", ")
        let wrong = mark.fields.filter { !$0.isRight }.map { question.word(for: $0.name) }.joined(separator: ", ")
        guard !right.isEmpty else { return StyledText("No. It is \(content: answer).", .bad) }
        return StyledText("Right: \(content: right). Wrong: \(content: wrong). It is \(content: answer).", .warning)
    }

    func output(of run: Run<PatternRound>, saying messages: [Block]) throws -> Output {
        let pattern = try run.subject.isEmpty ? nil : training.curriculum.pattern(run.subject).value
        let summary = RoundSummary(run: run, standing: try pattern.map(training.mastery))
        if isChild {
            let ending = ChildSession.ending(
                done: run.answers.count, known: run.right, "question", streak: 0, seed: run.log.seed)
            return .one(summary, RoundSummary.fields, blocks: messages + ending, next: ChildSession.next)
        }
        return summary.output(saying: messages.isEmpty ? [] : messages + [.gap])
    }
}

extension PatternQuestion {
    /// Returns the display name of a field of this question.
    fileprivate func word(for name: String) -> String {
        switch Field(rawValue: name) {
        case .stanceSide?, .side?: "side"
        case .section?: "height"
        case .from?: "where from"
        case .to?: fields.contains(.from) ? "where to" : "direction"
        case .foot?, .stance?, .technique?, nil: name
        }
    }
}
