import Content
import Interface
import Kernel
import LearningCommands
import Lessons
import Practice
import PracticeCommands

/// The practice of a pattern, movement by movement.
///
/// Each movement is done from memory and then checked, shown at once, timed by a metronome, or read
/// as lines from a pipe.
package struct MovementView: ExerciseView {
    package typealias Kind = MovementExercise

    private let training: PatternTraining
    private var isChild: Bool { training.learner.isChild }
    private let tempo: MoveTempo?
    /// Whether each movement is shown before the learner performs it.
    private let isShown: Bool
    private let belts: BeltOrder
    private var isUncovered: Bool
    private var isNew = false
    private var showsDrawing = false
    private var showsKorean = true
    /// The number of days until the movement comes back for each mark, or empty if its date does
    /// not change.
    private var waits: [Int] = []
    /// Whether the metronome runs. Only a screen sends ticks, so the first tick confirms that a
    /// screen exists.
    private var isRunning: Bool
    private var ringsBell = false
    /// Beats left before the first movement or after a pause.
    private var countInBeats: Int

    /// Creates the view of a training.
    ///
    /// - Parameters:
    ///   - tempo: the metronome tempo, or nil without a metronome.
    ///   - isShown: whether each movement is shown before the learner performs it. With a metronome
    ///     it always is.
    package init(_ training: PatternTraining, tempo: MoveTempo?, isShown: Bool = false) {
        // A small child copies the shown movement and gives no mark.
        let isShown = isShown || training.learner.isChild || tempo != nil
        self.training = training
        self.tempo = tempo
        self.isShown = isShown
        belts = training.curriculum.belts()
        isUncovered = isShown
        isRunning = tempo != nil
        countInBeats = tempo == nil ? 0 : Countdown.beats
    }

    package let help = "pattern"

    package mutating func prepare(for move: Move?, in run: Run<MovementExercise>) throws {
        isUncovered = isShown
        isNew =
            try move.map { try training.log.memory(of: run.exercise.target(of: $0.number, in: run).target) == nil }
            ?? false
        waits =
            isShown || move == nil
            ? [] : try training.log.waits(after: SelfAssessment.allCases.map(\.recalled), in: run)
    }

    package func render(_ move: Move, in run: Run<MovementExercise>, seconds: Double, saying messages: [Block])
        -> DialogueView
    {
        let heading = run.exercise.pattern.heading
        let moveView = MoveView(
            pattern: run.exercise.pattern, move: move, position: run.place + 1, count: run.items.count,
            belt: BeltStripe.text(of: heading.grade, in: belts), showsKorean: showsKorean, showsDrawing: showsDrawing,
            tempo: tempo, before: precedingMove(move, run), isNew: isNew, isChild: isChild)
        let marks = isUncovered && !isShown ? LessonWords.marks : []
        let returns = marks.isEmpty ? [] : LessonWords.returns(waits)
        return DialogueView(
            Countdown.blocks(countInBeats) + (isUncovered ? moveView.blocks : moveView.question) + marks
                + (messages.isEmpty ? [] : [.gap]) + messages,
            wanted: .key(keys), tickInterval: tickInterval(move, seconds),
            ringsBell: ringsBell, title: "\(heading.name) \(move.number)/\(heading.count)", help: help,
            progress: Double(run.place) / Double(run.items.count),
            stage: Stage(
                StyledText("\(heading.name)  ", .title) + moveView.belt,
                aside: StyledText(moveView.positionText, .muted),
                progress: Double(run.place) / Double(max(1, run.items.count)),
                card: Countdown.blocks(countInBeats) + (isUncovered ? moveView.card : moveView.questionCard) + marks
                    + returns,
                feedback: messages)
        )
    }

    /// Returns the preceding movement if this one is asked out of sequence.
    private func precedingMove(_ move: Move, _ run: Run<MovementExercise>) -> Move? {
        let previousNumber = run.place > 0 ? run.items[run.place - 1] : nil
        return previousNumber == move.number - 1 ? nil : run.exercise.pattern.move(move.number - 1)
    }

    // MARK: - Time

    /// Returns the seconds until the movement or the count-in beat ends.
    ///
    /// Shortly after a ring the interval is short, so that the bell can ring again.
    private func tickInterval(_ move: Move, _ seconds: Double) -> Double? {
        guard let tempo, isRunning else { return nil }
        return ringsBell ? 0.1 : max(0.02, duration(of: move, tempo) - seconds)
    }

    /// Returns the seconds of a movement, or of a beat before the first movement.
    private func duration(of move: Move, _ tempo: MoveTempo) -> Double {
        countInBeats > 0 ? tempo.beat : tempo.seconds(of: move)
    }

    package mutating func tick(on move: Move, in run: Run<MovementExercise>, seconds: Double) -> Reaction {
        ringsBell = false
        guard let tempo, isRunning, seconds >= duration(of: move, tempo) - 0.015 else { return .stay }
        ringsBell = true
        guard countInBeats > 0 else { return .answer(true) }
        countInBeats -= 1
        return .restart
    }

    // MARK: - Keys

    private var keys: [KeyHint] {
        let navigationKeys = [
            KeyTable.back, KeyHint(.character("r"), "repeat"), KeyTable.undo(),
        ]
        let quit = KeyTable.quit()
        if isChild, tempo == nil { return KeyTable.advance("done") + [KeyTable.undo(), quit] }
        guard isUncovered else { return KeyTable.advance("look") + [quit] + navigationKeys }
        let viewKeys = [KeyHint(.character("d"), "drawing"), KeyHint(.character("k"), "Korean")]
        guard isShown else { return LessonWords.markKeys(waits) + [quit] + navigationKeys + viewKeys }
        let tempoKeys = tempo.map { _ in [KeyHint(.space, isRunning ? "pause" : "go on")] } ?? []
        return tempoKeys + [KeyHint(.character("n"), "next"), KeyHint(.character("m"), "shaky"), quit] + navigationKeys
            + viewKeys
            + [KeyHint(.enter, "next")] + (tempo == nil ? [KeyHint(.space, "next")] : [])
    }

    package mutating func handle(_ key: Key, on move: Move, in run: Run<MovementExercise>) -> Reaction {
        ringsBell = false
        switch key {
        case .space where tempo != nil:
            isRunning.toggle()
            if isRunning { (countInBeats, ringsBell) = (Countdown.beats, true) }
            return .restart
        case .character("b"):
            return run.place == 0 ? .say(StyledText("This is the first movement.", .muted)) : .go(to: run.place - 1)
        case .character("r"): return .go(to: phraseStart(of: move, in: run))
        default: break
        }
        guard isUncovered else {
            if key == .space || key == .enter { isUncovered = true }
            return .stay
        }
        if !isShown, let mark = SelfAssessment(key) { return .answer(.recalled(mark)) }
        switch key {
        case .character("n") where isShown, .space where isShown, .enter where isShown: return .answer(true)
        case .character("m") where isShown: return .answer(false)
        case .character("d"): showsDrawing.toggle()
        case .character("k"): showsKorean.toggle()
        default: break
        }
        return .stay
    }

    /// Returns the index of the first movement that is timed together with this one.
    private func phraseStart(of move: Move, in run: Run<MovementExercise>) -> Int {
        move.timingGroup.min().flatMap(run.items.firstIndex).map { min($0, run.place) } ?? run.place
    }

    // MARK: - Words

    package func feedback(on mark: Mark, to move: Move, in run: Run<MovementExercise>) -> StyledText? {
        if isChild { return ChildSession.praise(run.log.seed &+ run.answers.count) }
        return mark.isRight ? nil : StyledText("Movement \(move.number) is marked as shaky.", .muted)
    }

    package func undoMessage(onTakingBack answer: Answer) -> String { "Taken back: movement \(answer.target.part)." }

    package func output(of run: Run<MovementExercise>, saying messages: [Block]) throws -> Output {
        if isChild {
            let ending = ChildSession.ending(
                done: run.answers.count, known: 0, "movement", streak: 0, seed: run.log.seed)
            return .one(
                PracticeSummary(run: run, standing: try training.mastery(of: run.exercise.pattern), isMoreDue: false),
                PracticeSummary.fields, blocks: messages + ending, next: ChildSession.next)
        }
        return PracticeSummary(
            run: run, standing: try training.mastery(of: run.exercise.pattern), isMoreDue: try !training.due().isEmpty
        ).output
    }
}
