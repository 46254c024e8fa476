import Content
import Kernel
import Learning
import Practice
import PracticeCommands
import Terminal

/// A pattern movement by movement: from memory and then looked at; shown at once; to a metronome; or line by line in a pipe.
struct MovementFace: PracticeFace {
    typealias Kind = MovementExercise

    private let training: PatternTraining
    /// Whether it is a small child who follows.
    private var isChild: Bool { training.learner.isChild }
    private let tempo: MoveTempo?
    /// Whether each movement is shown at once.
    private let isShown: Bool
    private let belts: BeltOrder
    private var isUncovered: Bool
    /// Whether the movement was never asked before.
    private var isNew = false
    private var showsDrawing = false
    private var showsKorean = true
    /// In how many days the movement comes back, by the marks; empty where its day stays.
    private var waits: [Int] = []
    /// Ticks come only to a screen: the first says that there is one.
    private var isRunning: Bool
    private var rings = false
    /// Beats to wait for before the first movement, and after a pause.
    private var beatsBefore: Int

    /// - Parameters:
    ///   - tempo: of the metronome; nil without one.
    ///   - isShown: whether each movement is shown before it was done, as it always is to a metronome.
    init(_ training: PatternTraining, tempo: MoveTempo?, isShown: Bool = false) {
        // A small child does as it is shown, and does not judge.
        let isShown = isShown || training.learner.isChild || tempo != nil
        (self.training, self.tempo, self.isShown) = (training, tempo, isShown)
        belts = training.curriculum.belts()
        (isUncovered, isRunning) = (isShown, tempo != nil)
        beatsBefore = tempo == nil ? 0 : Countdown.beats
    }

    let help = "pattern"

    mutating func turn(to move: Move?, in run: Run<MovementExercise>) throws {
        isUncovered = isShown
        isNew = try move.map { try training.log.memory(of: run.exercise.target(of: $0.number, in: run).target) == nil } ?? false
        waits = isShown || move == nil ? [] : try training.log.waits(after: SelfMark.allCases.map(\.recalled), in: run)
    }

    func look(at move: Move, in run: Run<MovementExercise>, seconds: Double, saying said: [Block]) -> DialogueView {
        let heading = run.exercise.pattern.heading
        let face = MoveFace(
            pattern: run.exercise.pattern, move: move, position: run.place + 1, count: run.items.count,
            belt: BeltStripe.text(of: heading.grade, in: belts), showsKorean: showsKorean, showsDrawing: showsDrawing,
            tempo: tempo, before: cue(move, run), isNew: isNew, isChild: isChild)
        let marks = isUncovered && !isShown ? LessonWords.marks : []
        let returns = marks.isEmpty ? [] : LessonWords.returns(waits)
        return DialogueView(
            Countdown.blocks(beatsBefore) + (isUncovered ? face.blocks : face.question) + marks
                + (said.isEmpty ? [] : [.gap]) + said,
            wanted: .key(keys), tickInterval: tickInterval(move, seconds),
            ringsBell: rings, title: "\(heading.name) \(move.number)/\(heading.count)", help: help,
            progress: Double(run.place) / Double(run.items.count),
            stage: Stage(
                StyledText("\(heading.name)  ", .title) + face.belt, aside: StyledText(face.place, .muted),
                progress: Double(run.place) / Double(max(1, run.items.count)),
                card: Countdown.blocks(beatsBefore) + (isUncovered ? face.card : face.questionCard) + marks + returns, said: said)
        )
    }

    /// The movement before one that is asked out of its place.
    private func cue(_ move: Move, _ run: Run<MovementExercise>) -> Move? {
        let last = run.place > 0 ? run.items[run.place - 1] : nil
        return last == move.number - 1 ? nil : run.exercise.pattern.move(move.number - 1)
    }

    // MARK: - Time

    /// To the end of the movement, or of a beat before the first; shortly after it began, so that the bell can ring again.
    private func tickInterval(_ move: Move, _ seconds: Double) -> Double? {
        guard let tempo, isRunning else { return nil }
        return rings ? 0.1 : max(0.02, length(of: move, tempo) - seconds)
    }

    private func length(of move: Move, _ tempo: MoveTempo) -> Double { beatsBefore > 0 ? tempo.beat : tempo.seconds(of: move) }

    mutating func tick(on move: Move, in run: Run<MovementExercise>, seconds: Double) -> Reaction {
        rings = false
        guard let tempo, isRunning, seconds >= length(of: move, tempo) - 0.015 else { return .stay }
        rings = true
        guard beatsBefore > 0 else { return .answer(true) }
        beatsBefore -= 1
        return .restart
    }

    // MARK: - Keys

    private var keys: [KeyHint] {
        let others = [
            KeyTable.back, KeyHint(.character("r"), "repeat"), KeyTable.undo(),
        ]
        let quit = KeyTable.quit()
        if isChild, tempo == nil { return KeyTable.on("done") + [KeyTable.undo(), quit] }
        guard isUncovered else { return KeyTable.on("look") + [quit] + others }
        let views = [KeyHint(.character("d"), "drawing"), KeyHint(.character("k"), "Korean")]
        guard isShown else { return LessonWords.markKeys(waits) + [quit] + others + views }
        let first = tempo.map { _ in [KeyHint(.space, isRunning ? "pause" : "go on")] } ?? []
        return first + [KeyHint(.character("n"), "next"), KeyHint(.character("m"), "shaky"), quit] + others + views
            + [KeyHint(.enter, "next")] + (tempo == nil ? [KeyHint(.space, "next")] : [])
    }

    mutating func press(_ key: Key, on move: Move, in run: Run<MovementExercise>) -> Reaction {
        rings = false
        switch key {
        case .space where tempo != nil:
            isRunning.toggle()
            if isRunning { (beatsBefore, rings) = (Countdown.beats, true) }
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
        if !isShown, let mark = SelfMark(key) { return .answer(.recalled(mark)) }
        switch key {
        case .character("n") where isShown, .space where isShown, .enter where isShown: return .answer(true)
        case .character("m") where isShown: return .answer(false)
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
        if isChild { return ChildSession.praise(run.log.seed &+ run.answers.count) }
        return mark.isRight ? nil : StyledText("Movement \(move.number) is marked as shaky.", .muted)
    }

    func sentence(onTakingBack answer: Answer) -> String { "Taken back: movement \(answer.target.part)." }

    func output(of run: Run<MovementExercise>, saying said: [Block]) throws -> Output {
        if isChild {
            let ending = ChildSession.ending(
                done: run.answers.count, known: 0, "movement", streak: 0, seed: run.log.seed)
            return .one(
                PracticeSummary(run: run, standing: try training.standing(of: run.exercise.pattern), isMoreDue: false),
                PracticeSummary.fields, blocks: said + ending, next: ChildSession.next)
        }
        return PracticeSummary(
            run: run, standing: try training.standing(of: run.exercise.pattern), isMoreDue: try !training.due().isEmpty
        ).output
    }
}
