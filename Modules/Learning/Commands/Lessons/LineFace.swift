import Content
import Guidance
import Kernel
import Learning
import Practice
import PracticeCommands
import Terminal

/// Line work on the screen: a line is counted step by step, on keys or to a metronome, and marked at its end.
struct LineFace: PracticeFace {
    typealias Kind = LessonExercise

    private let desk: LessonDesk
    /// Whether it is a small child who steps: the line, the count, and no mark to give.
    private var isChild: Bool { lessons.learner.isChild }
    private let lessons: Lessons
    private let steps: Int
    /// Seconds from step to step; nil where keys count.
    private let beat: Double?
    private var count: LineCount
    /// In how many days the line comes back, by the marks; empty where its day stays.
    private var waits: [Int] = []
    private var isRunning = false
    private var rings = false
    /// Beats to wait for before the first step, and after a pause.
    private var beatsBefore = 0

    init(_ desk: LessonDesk, _ lessons: Lessons, steps: Int, beat: Double?) {
        (self.desk, self.lessons, self.steps, self.beat) = (desk, lessons, steps, beat)
        count = LineCount(steps: lessons.learner.items(steps))
    }

    var help: String { desk.feature }

    mutating func turn(to task: LessonTask?, in run: Run<LessonExercise>) throws {
        self = LineFace(desk, lessons, steps: steps, beat: beat)
        if task != nil { waits = try lessons.log.waits(after: SelfMark.allCases.map(\.done), in: run) }
    }

    func look(at task: LessonTask, in run: Run<LessonExercise>, seconds: Double, saying said: [Block]) -> DialogueView {
        if isChild { return childLook(at: task, in: run, saying: said) }
        let counted = count.done == 0 ? "ready" : "\(count.done) of \(count.steps)  \(count.called)"
        let belt = StyledText("  ") + BeltStripe.text(of: task, in: lessons.book)
        return DialogueView(
            said + [.paragraph(StyledText(content: task.title, .muted) + belt), .gap] + LessonWords.facts(task.facts)
                + [.gap] + Countdown.blocks(beatsBefore) + [.heading(StyledText(counted, .accent))]
                + (count.isOver ? LessonWords.marks : []),
            wanted: .key(keys), tickInterval: interval, ringsBell: rings,
            title: "line \(run.place + 1)/\(run.items.count)", help: help,
            stage: Stage(
                StyledText(content: task.title, .title) + belt,
                aside: StyledText("line \(run.place + 1) of \(run.items.count)", .muted),
                progress: Double(count.done) / Double(max(1, count.steps)),
                card: LessonWords.facts(task.facts) + [.gap] + Countdown.blocks(beatsBefore)
                    + [.heading(StyledText(counted, .accent))]
                    + (count.isOver ? LessonWords.marks + LessonWords.returns(waits) : []),
                said: said))
    }

    private func childLook(at task: LessonTask, in run: Run<LessonExercise>, saying said: [Block]) -> DialogueView {
        let belt = BeltStripe.text(of: task, in: lessons.book)
        let place = "line \(run.place + 1) of \(run.items.count)"
        let stars = StyledText("\(Praise.stars(count.done)) \(Praise.open(count.steps - count.done))".trimmed(), .good)
        let card =
            LessonWords.facts(task.facts) + [.gap] + Countdown.blocks(beatsBefore)
            + [.heading(StyledText(count.done == 0 ? "Ready?" : count.called, .accent)), .paragraph(stars)]
        return DialogueView(
            said + [.paragraph(StyledText("\(place)  ", .muted) + belt), .gap] + card, wanted: .key(keys),
            tickInterval: interval, ringsBell: rings, title: "line \(run.place + 1)/\(run.items.count)", help: help,
            stage: Stage(
                StyledText("Line work  ", .title) + belt, aside: StyledText(place, .muted),
                progress: Double(run.place) / Double(max(1, run.items.count)), card: card, said: said, isFramed: false))
    }

    /// To the next beat, or until the bell can ring again.
    private var interval: Double? { isRunning ? beat.map { rings ? 0.1 : $0 - 0.1 } : nil }

    private var keys: [KeyHint] {
        if count.isOver { return LessonWords.markKeys(waits) + LessonWords.otherKeys }
        let space = beat == nil ? "step" : isRunning ? "pause" : "start"
        return [KeyHint(.space, space), KeyHint(.enter, "line done")] + LessonWords.otherKeys
    }

    mutating func press(_ key: Key, on task: LessonTask, in run: Run<LessonExercise>) -> Reaction {
        rings = false
        switch key {
        case .space where !count.isOver: start()
        case .enter: while !count.isOver { count.count() }
        default: if count.isOver, let mark = SelfMark(key) { return .answer(.mark(mark)) }
        }
        if count.isOver { isRunning = false }
        return ended
    }

    /// A small child judges nothing: behind the last step the line is done.
    private var ended: Reaction { isChild && count.isOver ? .answer(.mark(.well)) : .stay }

    /// With a metronome space starts and holds it; without one it is a step.
    private mutating func start() {
        guard beat != nil else { return step() }
        isRunning.toggle()
        (beatsBefore, rings) = isRunning ? (Countdown.beats, true) : (0, false)
    }

    mutating func tick(on task: LessonTask, in run: Run<LessonExercise>, seconds: Double) -> Reaction {
        // A bell rings where it did not a moment before: shortly after each one it is still again.
        if rings { rings = false } else { step() }
        return ended
    }

    private mutating func step() {
        if beatsBefore > 0 {
            beatsBefore -= 1
            if beatsBefore > 0 {
                rings = true
                return
            }
        }
        count.count()
        rings = beat != nil
        if count.isOver { isRunning = false }
    }

    func sentence(on mark: Mark, to task: LessonTask, in run: Run<LessonExercise>) -> StyledText? {
        isChild ? ChildSession.praise(run.log.seed &+ run.answers.count) : nil
    }

    func output(of run: Run<LessonExercise>, saying said: [Block]) throws -> Output { try desk.output(lessons, run, said) }
}
