import Content
import Guidance
import Interface
import Kernel
import LearningCommands
import Lessons
import Practice
import PracticeCommands

/// Line work on the screen: each step is counted by key or metronome, and the line is marked at its
/// end.
package struct LineWorkView: ExerciseView {
    package typealias Kind = LessonExercise

    private let lessonCommands: LessonCommands
    private var isChild: Bool { lessons.learner.isChild }
    private let lessons: LessonStudy
    /// The requested number of steps in a line, before the limit for a small child.
    private let requestedSteps: Int
    /// Seconds between steps, or nil if keys count the steps.
    private let beat: Double?
    private var count: LineCount
    /// The number of days until the line comes back for each mark, or empty if its date does not
    /// change.
    private var waits: [Int] = []
    private var isRunning = false
    private var ringsBell = false
    /// Beats left before the first step or after a pause.
    private var countInBeats = 0

    package init(_ lessonCommands: LessonCommands, _ lessons: LessonStudy, steps: Int, beat: Double?) {
        self.lessonCommands = lessonCommands
        self.lessons = lessons
        requestedSteps = steps
        self.beat = beat
        count = LineCount(steps: lessons.learner.sessionItems(steps))
    }

    package var help: String { lessonCommands.feature }

    package mutating func prepare(for task: LessonTask?, in run: Run<LessonExercise>) throws {
        self = LineWorkView(lessonCommands, lessons, steps: requestedSteps, beat: beat)
        if task != nil { waits = try lessons.log.waits(after: SelfAssessment.allCases.map(\.done), in: run) }
    }

    package func render(_ task: LessonTask, in run: Run<LessonExercise>, seconds: Double, saying messages: [Block])
        -> DialogueView
    {
        if isChild { return childView(at: task, in: run, saying: messages) }
        let countText = count.done == 0 ? "ready" : "\(count.done) of \(count.steps)  \(count.spokenNumber)"
        let belt = StyledText("  ") + BeltStripe.text(of: task, in: lessons.book)
        return DialogueView(
            messages + [.paragraph(StyledText(content: task.title, .muted) + belt), .gap]
                + LessonWords.facts(task.facts)
                + [.gap] + Countdown.blocks(countInBeats) + [.heading(StyledText(countText, .accent))]
                + (count.isOver ? LessonWords.marks : []),
            wanted: .key(keys), tickInterval: interval, ringsBell: ringsBell,
            title: "line \(run.place + 1)/\(run.items.count)", help: help,
            stage: Stage(
                StyledText(content: task.title, .title) + belt,
                aside: StyledText("line \(run.place + 1) of \(run.items.count)", .muted),
                progress: Double(count.done) / Double(max(1, count.steps)),
                card: LessonWords.facts(task.facts) + [.gap] + Countdown.blocks(countInBeats)
                    + [.heading(StyledText(countText, .accent))]
                    + (count.isOver ? LessonWords.marks + LessonWords.returns(waits) : []),
                feedback: messages))
    }

    /// Returns the view for a small child, with a star for each step.
    private func childView(at task: LessonTask, in run: Run<LessonExercise>, saying messages: [Block]) -> DialogueView {
        let belt = BeltStripe.text(of: task, in: lessons.book)
        let positionText = "line \(run.place + 1) of \(run.items.count)"
        let stars = StyledText(
            "\(Praise.stars(count.done)) \(Praise.unearnedStars(count.steps - count.done))".trimmed(), .good)
        let card =
            LessonWords.facts(task.facts) + [.gap] + Countdown.blocks(countInBeats)
            + [.heading(StyledText(count.done == 0 ? "Ready?" : count.spokenNumber, .accent)), .paragraph(stars)]
        return DialogueView(
            messages + [.paragraph(StyledText("\(positionText)  ", .muted) + belt), .gap] + card, wanted: .key(keys),
            tickInterval: interval, ringsBell: ringsBell, title: "line \(run.place + 1)/\(run.items.count)", help: help,
            stage: Stage(
                StyledText("Line work  ", .title) + belt, aside: StyledText(positionText, .muted),
                progress: Double(run.place) / Double(max(1, run.items.count)), card: card, feedback: messages,
                isFramed: false))
    }

    /// Seconds until the next beat, or until the bell can ring again.
    private var interval: Double? { isRunning ? beat.map { ringsBell ? 0.1 : $0 - 0.1 } : nil }

    private var keys: [KeyHint] {
        if count.isOver { return LessonWords.markKeys(waits) + LessonWords.otherKeys }
        let space = beat == nil ? "step" : isRunning ? "pause" : "start"
        return [KeyHint(.space, space), KeyHint(.enter, "line done")] + LessonWords.otherKeys
    }

    package mutating func handle(_ key: Key, on task: LessonTask, in run: Run<LessonExercise>) -> Reaction {
        ringsBell = false
        switch key {
        case .space where !count.isOver: start()
        case .enter: while !count.isOver { count.count() }
        default: if count.isOver, let mark = SelfAssessment(key) { return .answer(.mark(mark)) }
        }
        if count.isOver { isRunning = false }
        return endReaction
    }

    /// The reaction after the last step. A small child gives no mark, so the line is done.
    private var endReaction: Reaction { isChild && count.isOver ? .answer(.mark(.well)) : .stay }

    /// Starts or pauses the metronome, or counts a step without one.
    private mutating func start() {
        guard beat != nil else { return countBeat() }
        isRunning.toggle()
        (countInBeats, ringsBell) = isRunning ? (Countdown.beats, true) : (0, false)
    }

    package mutating func tick(on task: LessonTask, in run: Run<LessonExercise>, seconds: Double) -> Reaction {
        // The bell rings on a change from silent to ringing, so it is silenced shortly after each
        // ring.
        if ringsBell { ringsBell = false } else { countBeat() }
        return endReaction
    }

    /// Counts a beat before the first step, or else a step.
    private mutating func countBeat() {
        if countInBeats > 0 {
            countInBeats -= 1
            if countInBeats > 0 {
                ringsBell = true
                return
            }
        }
        count.count()
        ringsBell = beat != nil
        if count.isOver { isRunning = false }
    }

    package func feedback(on mark: Mark, to task: LessonTask, in run: Run<LessonExercise>) -> StyledText? {
        isChild ? ChildSession.praise(run.log.seed &+ run.answers.count) : nil
    }

    package func output(of run: Run<LessonExercise>, saying messages: [Block]) throws -> Output {
        try lessonCommands.output(lessons, run, messages)
    }
}
