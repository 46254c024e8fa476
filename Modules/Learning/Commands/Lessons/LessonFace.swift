import Kernel
import Learning
import Practice
import PracticeCommands
import Terminal

/// A task of a lesson on the screen: what is done is uncovered and marked, what is known is asked.
struct LessonFace<Lesson: LessonTasks>: PracticeFace {
    typealias Kind = Lesson

    let help: String
    /// The belt that a task belongs to, as headers show it.
    let belt: @Sendable (LessonTask, Run<Lesson>) -> StyledText
    /// What stands above a task; nothing for most.
    var banner: @Sendable (Run<Lesson>) -> [Block] = { _ in [] }
    /// What stands on the screen before the end, where it waits for a key; nil where it does not.
    var ending: (@Sendable (Run<Lesson>) -> [Block])?
    /// Whether the end does something that must be chosen.
    var endIsChosen = false
    /// What a run brought, finished or left.
    let results: @Sendable (Run<Lesson>, [Block]) throws -> Output
    /// Whether it is a small child's: large tiles, and praise.
    private let isChild: Bool
    /// In which language answers are right besides English.
    private let language: AnswerLanguage
    private var uncovered = 0
    /// In how many days the task comes back, by the marks; empty where its day stays.
    private var waits: [Int] = []
    private let log: PracticeLog?

    /// - Parameters:
    ///   - log: tells when things come back; nil where nothing does.
    ///   - ending: nil where each answer is told at once, and the end does not wait. A test tells nothing before its end.
    init(
        help: String, log: PracticeLog? = nil, belt: @escaping @Sendable (LessonTask, Run<Lesson>) -> StyledText,
        banner: @escaping @Sendable (Run<Lesson>) -> [Block] = { _ in [] }, ending: (@Sendable (Run<Lesson>) -> [Block])? = nil,
        isChild: Bool = false, language: AnswerLanguage = .english,
        results: @escaping @Sendable (Run<Lesson>, [Block]) throws -> Output
    ) {
        (self.help, self.log, self.belt) = (help, log, belt)
        (self.banner, self.ending, self.results) = (banner, ending, results)
        (self.isChild, self.language) = (isChild, language)
    }

    var tellsAnswers: Bool { ending == nil }

    var typing: String { ":d if you do not know" }

    mutating func turn(to task: LessonTask?, in run: Run<Lesson>) throws {
        (uncovered, waits) = (0, [])
        guard let task, task.key == nil else { return }
        waits = try log?.waits(after: SelfMark.allCases.map(\.done), in: run) ?? []
    }

    func look(at task: LessonTask, in run: Run<Lesson>, seconds: Double, saying said: [Block]) -> DialogueView {
        let belt = StyledText("  ") + belt(task, run)
        let place = StyledText("\(run.place + 1) of \(run.items.count)  \(content: task.title)", .muted) + belt
        let offered =
            isChild
            ? ChildSession.tiles(task.choices)
            : task.choices.enumerated().map { Block.paragraph(StyledText("\($0 + 1)  ", .input) + task.said($1)) }
        let answers = task.stages.prefix(uncovered).flatMap { [.gap] + LessonWords.facts($0) }
        return DialogueView(
            said + (said.isEmpty ? [] : [.gap]) + banner(run) + [.paragraph(place), .gap] + LessonWords.facts(task.facts)
                + [.heading(task.said(task.ask))] + offered + answers + (asksForMark(task) ? LessonWords.marks : []),
            wanted: task.key != nil && task.choices.isEmpty ? .line(prompt: "Answer:") : .key(keys(task)),
            title: "\(help) \(run.place + 1)/\(run.items.count)", help: help,
            stage: Stage(
                StyledText(content: task.title, .title) + belt,
                aside: StyledText("\(run.place + 1) of \(run.items.count)", .muted),
                progress: Double(run.place) / Double(max(1, run.items.count)),
                card: banner(run) + (banner(run).isEmpty ? [] : [.gap]) + LessonWords.facts(task.facts)
                    + (task.facts.isEmpty ? [] : [.gap])
                    + [.heading(task.said(task.ask))] + (offered.isEmpty || isChild ? [] : [.gap]) + offered + answers
                    + (asksForMark(task) ? LessonWords.marks + LessonWords.returns(waits) : []),
                said: said, isFramed: !isChild))
    }

    private func asksForMark(_ task: LessonTask) -> Bool { task.key == nil && uncovered >= task.stages.count }

    private func keys(_ task: LessonTask) -> [KeyHint] {
        if !task.choices.isEmpty {
            // What need not be explained stands last: a narrow terminal cuts there.
            return [KeyHint(.character("0"), "do not know")] + LessonWords.otherKeys + KeyTable.choices(task.choices.count)
        }
        if asksForMark(task) { return LessonWords.markKeys(waits) + LessonWords.otherKeys }
        return KeyTable.on("look") + LessonWords.otherKeys
    }

    mutating func press(_ key: Key, on task: LessonTask, in run: Run<Lesson>) -> Reaction {
        guard task.key == nil else {
            guard case .character(let digit) = key, let number = digit.wholeNumberValue, (0...task.choices.count).contains(number)
            else { return .stay }
            return .answer(.text(number == 0 ? "" : String(number)))
        }
        if asksForMark(task) { return SelfMark(key).map { .answer(.mark($0)) } ?? .stay }
        if key == .space || key == .enter { uncovered += 1 }
        return .stay
    }

    func read(_ line: String, on task: LessonTask, in run: Run<Lesson>) throws -> Reaction {
        if line == ":d" { return .answer(.text("")) }
        let known = task.choices.isEmpty ? task.key.map { [$0.answer] + $0.alsoRight } ?? [] : task.choices
        let line = language.english(of: line, among: known) ?? line
        let slip = try Slip.sentence(on: line, among: task.choices, typing) {
            try run.exercise.judge(.text(line), to: task, in: run).isRight
        }
        return slip.map { .say($0) } ?? .answer(.text(line))
    }

    func sentence(on mark: Mark, to task: LessonTask, in run: Run<Lesson>) -> StyledText? {
        guard tellsAnswers, let answer = task.key?.answer else { return nil }
        if isChild { return ChildSession.sentence(isRight: mark.isRight, answer, seed: run.log.seed &+ run.answers.count) }
        // A sentence in quotes ends within them.
        let end = (answer.hasSuffix("”") ? answer.dropLast() : answer[...]).last
        let isSentence = end.map { ".…?!".contains($0) } == true
        switch mark.rating {
        case .good, .easy:
            return StyledText(isSentence ? "Right: \(content: answer)" : "Right: \(asked: answer).", .good)
        case .hard:
            return StyledText(
                isSentence ? "Nearly: one letter. It is \(content: answer)" : "Nearly: one letter. It is \(asked: answer).",
                .warning)
        case .again:
            return StyledText(isSentence ? "No. It is: \(content: answer)" : "No. It is: \(asked: answer).", .bad)
        }
    }

    func sentence(onTakingBack answer: Answer) -> String { tellsAnswers ? "Taken back." : "Taken back. Answer it again." }

    func closing(of run: Run<Lesson>) -> [Block]? { run.answers.isEmpty ? nil : ending?(run) }

    func output(of run: Run<Lesson>, saying said: [Block]) throws -> Output { try results(run, said) }
}

extension SelfMark {
    /// The mark that a key gives; nil for other keys.
    init?(_ key: Key) {
        guard case .character(let digit) = key, let number = digit.wholeNumberValue else { return nil }
        self.init(rawValue: number)
    }
}

/// What every face of a lesson shows alike.
enum LessonWords {
    /// In words, because a narrow terminal cuts the line of keys.
    static let marks: [Block] = [
        .gap,
        .paragraph(StyledText("How did it go? \(SelfMark.allCases.map { "\($0.rawValue) \($0.word)" }.joined(separator: ", "))")),
    ]

    /// A key for each mark, with when that brings the thing back.
    ///
    /// - Parameter waits: in days; empty where the day stays.
    static func markKeys(_ waits: [Int]) -> [KeyHint] {
        SelfMark.allCases.enumerated().map { index, mark in
            let wait = waits.indices.contains(index) ? wait(waits[index]) : ""
            return KeyHint(.character(Character("\(mark.rawValue)")), mark.word, outcome: wait)
        }
    }

    /// The same in a line of a card; nothing where the day stays.
    static func returns(_ waits: [Int]) -> [Block] {
        guard waits.count == SelfMark.allCases.count else { return [] }
        let words = zip(SelfMark.allCases, waits).map { "key \($0.rawValue) \(wait($1))" }.joined(separator: ", ")
        return [.paragraph(StyledText("It comes back: \(words)", .muted))]
    }

    private static func wait(_ days: Int) -> String { days == 0 ? "today" : "in \(counted(days, "day"))" }

    static let otherKeys = [KeyTable.undo(), KeyTable.quit()]

    static func facts(_ facts: [LessonTask.Fact]) -> [Block] {
        facts.isEmpty ? [] : [.facts(facts.map { ($0.name, StyledText(content: $0.text)) })]
    }
}

extension LessonTask {
    /// What is asked or offered. Where it is about a word, hangul would give it away.
    func said(_ text: String) -> StyledText {
        item.kind == .flashcards ? StyledText(asked: text) : StyledText(content: text)
    }
}
