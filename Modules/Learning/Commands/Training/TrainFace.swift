import Content
import Kernel
import Learning
import Practice
import PracticeCommands
import Terminal

/// A training on the screen: each part looks and is answered as it is by itself.
struct TrainFace: PracticeFace {
    typealias Kind = TrainingExercise

    private let training: Training
    private var card: CardFace
    private var movement: MovementFace
    private var lesson: LessonFace<LessonExercise>
    private var line: LineFace
    /// The part that is shown now.
    private var now: PracticeKind?
    /// Whether nothing has been done with the task yet: where a part begins is said once.
    private var isFresh = true

    init(_ training: Training) {
        self.training = training
        let lessons = training.planner.gradings.lessons
        let desk = LessonDesk(feature: "linework", again: "train", next: [])
        card = CardFace(training.planner.flashcards)
        movement = MovementFace(training.patterns, tempo: nil)
        lesson = LessonFace<LessonExercise>(
            help: "train", belt: { task, _ in BeltStripe.text(of: task, in: lessons.book) },
            isChild: lessons.learner.isChild, language: lessons.learner.language
        ) {
            try desk.output(lessons, $0, $1)
        }
        line = LineFace(desk, lessons, steps: TrainFace.steps, beat: nil)
    }

    /// So many steps a line has.
    private static let steps = 10

    let help = "train"
    var typing: String {
        switch now {
        case .flashcards?: card.typing
        case .theory?: lesson.typing
        default: ""
        }
    }
    var isWriting: Bool { now == .flashcards && card.isWriting }

    mutating func turn(to task: TrainingTask?, in run: Run<TrainingExercise>) throws {
        (now, isFresh) = (run.item?.kind, true)
        switch task {
        case .card(let question)?: try card.turn(to: question, in: run.cardPart)
        case .movement(let move, let pattern)?: try movement.turn(to: move, in: run.movementPart(pattern))
        case .lesson(let task)? where task.item.kind == .lineWork: try line.turn(to: task, in: run.lessonPart(.lineWork))
        case .lesson(let task)?: try lesson.turn(to: task, in: run.lessonPart(task.item.kind))
        case nil: now = nil
        }
    }

    func look(at task: TrainingTask, in run: Run<TrainingExercise>, seconds: Double, saying said: [Block]) -> DialogueView {
        let said = said + (isFresh ? TrainFace.beginning(of: task, in: run) : [])
        let view =
            switch task {
            case .card(let question): card.look(at: question, in: run.cardPart, seconds: seconds, saying: said)
            case .movement(let move, let pattern):
                movement.look(at: move, in: run.movementPart(pattern), seconds: seconds, saying: said)
            case .lesson(let task) where task.item.kind == .lineWork:
                line.look(at: task, in: run.lessonPart(.lineWork), seconds: seconds, saying: said)
            case .lesson(let task):
                lesson.look(at: task, in: run.lessonPart(task.item.kind), seconds: seconds, saying: said)
            }
        return DialogueView(
            view.blocks, wanted: view.wanted, tickInterval: view.tickInterval, ringsBell: view.ringsBell,
            title: "train \(run.place + 1)/\(run.items.count)", help: help,
            progress: Double(run.place) / Double(max(1, run.items.count)), stage: view.stage)
    }

    /// What is said where another part begins.
    private static func beginning(of task: TrainingTask, in run: Run<TrainingExercise>) -> [Block] {
        guard let kind = run.item?.kind, run.place > 0, run.place == run.first(kind) else { return [] }
        let count = run.items.count { $0.kind == kind }
        let what =
            switch task {
            case .card: ""
            case .movement(_, let pattern): "comes \(pattern.heading.name), \(counted(count, "movement"))"
            case .lesson(let task) where task.item.kind == .lineWork: "comes line work"
            case .lesson: "\(count == 1 ? "comes" : "come") \(counted(count, "question"))"
            }
        return what.isEmpty ? [] : [.paragraph(StyledText("Now \(what).", .accent))]
    }

    // MARK: - Keys and lines

    mutating func press(_ key: Key, on task: TrainingTask, in run: Run<TrainingExercise>) throws -> Reaction {
        isFresh = false
        return switch task {
        case .card(let question):
            TrainFace.reaction(try card.press(key, on: question, in: run.cardPart), from: 0) { .card($0) }
        case .movement(let move, let pattern):
            TrainFace.reaction(
                movement.press(key, on: move, in: run.movementPart(pattern)), from: run.first(.patterns)
            ) { .movement($0) }
        case .lesson(let task) where task.item.kind == .lineWork:
            TrainFace.reaction(
                line.press(key, on: task, in: run.lessonPart(.lineWork)), from: run.first(.lineWork)
            ) { .lesson($0) }
        case .lesson(let task):
            TrainFace.reaction(
                lesson.press(key, on: task, in: run.lessonPart(task.item.kind)), from: run.first(task.item.kind)
            ) { .lesson($0) }
        }
    }

    mutating func read(_ text: String, on task: TrainingTask, in run: Run<TrainingExercise>) throws -> Reaction {
        isFresh = false
        return switch task {
        case .card(let question):
            TrainFace.reaction(try card.read(text, on: question, in: run.cardPart), from: 0) { .card($0) }
        case .movement: .stay
        case .lesson(let task):
            TrainFace.reaction(
                try lesson.read(text, on: task, in: run.lessonPart(task.item.kind)), from: run.first(task.item.kind)
            ) { .lesson($0) }
        }
    }

    /// The reaction of a part, for the whole.
    private static func reaction<Response>(
        _ reaction: PracticeReaction<Response>, from first: Int, _ response: (Response) -> TrainingResponse
    ) -> Reaction {
        switch reaction {
        case .stay: .stay
        case .restart: .restart
        case .say(let sentence): .say(sentence)
        case .answer(let given): .answer(response(given))
        case .pass: .pass
        case .leave(let sentence): .leave(sentence)
        case .go(let place): .go(to: first + place)
        }
    }

    // MARK: - What is said

    func sentence(on mark: Mark, to task: TrainingTask, in run: Run<TrainingExercise>) -> StyledText? {
        switch task {
        case .card(let question): card.sentence(on: mark, to: question, in: run.cardPart)
        case .movement(let move, let pattern): movement.sentence(on: mark, to: move, in: run.movementPart(pattern))
        case .lesson(let task): lesson.sentence(on: mark, to: task, in: run.lessonPart(task.item.kind))
        }
    }

    func sentence(onTakingBack answer: Answer) -> String {
        switch answer.target.kind {
        case .flashcards: card.sentence(onTakingBack: answer)
        case .patterns: movement.sentence(onTakingBack: answer)
        default: lesson.sentence(onTakingBack: answer)
        }
    }

    func closing(of run: Run<TrainingExercise>) -> [Block]? {
        run.answers.isEmpty ? nil : [.paragraph("That was today's training.")]
    }

    func output(of run: Run<TrainingExercise>, saying said: [Block]) throws -> Output {
        try TrainFields.output(training.results(of: run), training, saying: said)
    }
}
