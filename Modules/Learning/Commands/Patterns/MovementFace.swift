import Content
import Kernel
import Learning
import Practice
import PracticeCommands
import Terminal

/// A pattern movement by movement: on keys, to a metronome, or line by line in a pipe.
struct MovementFace: PracticeFace {
    typealias Kind = MovementExercise

    private let training: PatternTraining
    private let tempo: MoveTempo?
    private var showsDrawing = false
    private var showsKorean = true
    /// Ticks come only to a screen: the first says that there is one.
    private var isRunning: Bool
    private var rings = false

    init(_ training: PatternTraining, tempo: MoveTempo?) {
        (self.training, self.tempo) = (training, tempo)
        isRunning = tempo != nil
    }

    let help = "pattern"

    func look(at move: Move, in run: Run<MovementExercise>, seconds: Double, saying said: [Block]) -> DialogueView {
        let heading = run.exercise.pattern.heading
        let face = MoveFace(
            pattern: run.exercise.pattern, move: move, place: run.place + 1, count: run.items.count, showsKorean: showsKorean,
            showsDrawing: showsDrawing, tempo: tempo)
        return DialogueView(
            face.blocks + (said.isEmpty ? [] : [.gap]) + said, wanted: .key(keys), tickInterval: tickInterval(move, seconds),
            ringsBell: rings, title: "\(heading.name) \(move.number)/\(heading.count)", help: help,
            progress: tempo == nil ? nil : Double(run.place) / Double(run.items.count))
    }

    // MARK: - Time

    /// To the end of the movement; shortly after it began, so that the bell can ring again.
    private func tickInterval(_ move: Move, _ seconds: Double) -> Double? {
        guard let tempo, isRunning else { return nil }
        return rings ? 0.1 : max(0.02, tempo.seconds(of: move) - seconds)
    }

    mutating func tick(on move: Move, in run: Run<MovementExercise>, seconds: Double) -> Reaction {
        rings = false
        guard let tempo, isRunning, seconds >= tempo.seconds(of: move) - 0.015 else { return .stay }
        rings = true
        return .answer(true)
    }

    // MARK: - Keys

    private var keys: [KeyHint] {
        let first = tempo.map { _ in KeyHint(.space, isRunning ? "pause" : "go on") }
        let others = [
            KeyHint(.character("n"), "next"), KeyHint(.character("m"), "shaky"), KeyHint(.character("q"), "quit"),
            KeyHint(.character("b"), "back"), KeyHint(.character("d"), "drawing"), KeyHint(.character("k"), "Korean"),
            KeyHint(.character("r"), "repeat"), KeyHint(.character("u"), "undo"), KeyHint(.enter, "next"),
        ]
        return (first.map { [$0] } ?? []) + others + (tempo == nil ? [KeyHint(.space, "next")] : [])
    }

    mutating func press(_ key: Key, on move: Move, in run: Run<MovementExercise>) -> Reaction {
        rings = false
        switch key {
        case .space where tempo != nil:
            isRunning.toggle()
            return .restart
        case .character("n"), .space, .enter: return .answer(true)
        case .character("m"): return .answer(false)
        case .character("b"):
            return run.place == 0 ? .say(StyledText("This is the first movement.", .muted)) : .go(to: run.place - 1)
        case .character("r"): return .go(to: phraseStart(of: move, in: run))
        case .character("d"): showsDrawing.toggle()
        case .character("k"): showsKorean.toggle()
        default: break
        }
        return .stay
    }

    /// The first of the movements that are timed together with this one.
    private func phraseStart(of move: Move, in run: Run<MovementExercise>) -> Int {
        move.together.min().flatMap(run.items.firstIndex).map { min($0, run.place) } ?? run.place
    }

    // MARK: - Words

    func sentence(on mark: Mark, to move: Move, in run: Run<MovementExercise>) -> StyledText? {
        mark.isRight ? nil : StyledText("Movement \(move.number) is marked as shaky.", .muted)
    }

    func sentence(onTakingBack answer: Answer) -> String { "Taken back: movement \(answer.target.part)." }

    func output(of run: Run<MovementExercise>, saying said: [Block]) throws -> Output {
        PracticeSummary(run: run, standing: try training.standing(of: run.exercise.pattern)).output
    }
}
