import Kernel
import Learning
import Practice
import PracticeCommands
import Terminal

/// Line work on the screen: a line is counted step by step, on keys or to a metronome, and marked at its end.
struct LineFace: PracticeFace {
    typealias Kind = LessonExercise

    private let desk: LessonDesk
    private let lessons: Lessons
    private let steps: Int
    /// Seconds from step to step; nil where keys count.
    private let beat: Double?
    private var count: LineCount
    private var isRunning = false
    private var rings = false

    init(_ desk: LessonDesk, _ lessons: Lessons, steps: Int, beat: Double?) {
        (self.desk, self.lessons, self.steps, self.beat) = (desk, lessons, steps, beat)
        count = LineCount(steps: steps)
    }

    var help: String { desk.feature }

    mutating func turn(to task: LessonTask?, in run: Run<LessonExercise>) {
        self = LineFace(desk, lessons, steps: steps, beat: beat)
    }

    func look(at task: LessonTask, in run: Run<LessonExercise>, seconds: Double, saying said: [Block]) -> DialogueView {
        let counted = count.done == 0 ? "ready" : "\(count.done) of \(count.steps)  \(count.called)"
        return DialogueView(
            said + [.paragraph(StyledText(task.title, .muted)), .gap] + LessonWords.facts(task.facts)
                + [.gap, .heading(StyledText(counted, .accent))] + (count.isOver ? LessonWords.marks : []),
            wanted: .key(keys), tickInterval: isRunning ? beat : nil, ringsBell: rings,
            title: "line \(run.place + 1)/\(run.items.count)", help: help)
    }

    private var keys: [KeyHint] {
        if count.isOver { return LessonWords.markKeys + LessonWords.otherKeys }
        let space = beat == nil ? "step" : isRunning ? "pause" : "start"
        return [KeyHint(.space, space), KeyHint(.enter, "line done")] + LessonWords.otherKeys
    }

    mutating func press(_ key: Key, on task: LessonTask, in run: Run<LessonExercise>) -> Reaction {
        rings = false
        switch key {
        case .space where !count.isOver: if beat == nil { step() } else { isRunning.toggle() }
        case .enter: while !count.isOver { count.count() }
        default: if count.isOver, let mark = SelfMark(key) { return .answer(.mark(mark)) }
        }
        if count.isOver { isRunning = false }
        return .stay
    }

    mutating func tick(on task: LessonTask, in run: Run<LessonExercise>, seconds: Double) -> Reaction {
        step()
        return .stay
    }

    private mutating func step() {
        count.count()
        rings = beat != nil
        if count.isOver { isRunning = false }
    }

    func output(of run: Run<LessonExercise>, saying said: [Block]) throws -> Output { try desk.output(lessons, run, said) }
}
