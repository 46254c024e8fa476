import Assessment
import Content
import Interface
import Kernel
import LearningCommands
import Lessons
import LessonsCommands
import Practice
import PracticeCommands

/// A training on the screen, in which each part looks and works as it does on its own.
struct TrainingView: ExerciseView {
    typealias Kind = TrainingExercise

    private let training: Training
    private var card: CardView
    private var movement: MovementView
    private var lesson: LessonView<LessonExercise>
    private var line: LineWorkView
    /// The kind of the current task, or nil at the end.
    private var currentKind: PracticeKind?
    /// Whether the task is untouched, so that the heading of a new part appears only once.
    private var isFresh = true

    init(_ training: Training) {
        self.training = training
        let lessons = training.planner.gradings.lessons
        let lessonCommands = LessonCommands(feature: "linework", resumeCommand: "train", next: [])
        card = CardView(training.planner.flashcards)
        movement = MovementView(training.patterns, tempo: nil)
        lesson = LessonView<LessonExercise>(
            help: "train", belt: { task, _ in BeltStripe.text(of: task, in: lessons.book) },
            isChild: lessons.learner.isChild, language: lessons.learner.language
        ) {
            try lessonCommands.output(lessons, $0, $1)
        }
        line = LineWorkView(lessonCommands, lessons, steps: TrainingView.stepsPerLine, beat: nil)
    }

    /// The number of steps that a line of line work has in a training.
    private static let stepsPerLine = 10

    let help = "train"
    var inputHint: String {
        switch currentKind {
        case .flashcards?: card.inputHint
        case .theory?: lesson.inputHint
        default: ""
        }
    }
    var isWriting: Bool { currentKind == .flashcards && card.isWriting }

    mutating func prepare(for task: TrainingTask?, in run: Run<TrainingExercise>) throws {
        currentKind = run.item?.kind
        isFresh = true
        switch task {
        case .card(let question)?: try card.prepare(for: question, in: run.cardPart)
        case .movement(let move, let pattern)?: try movement.prepare(for: move, in: run.movementPart(pattern))
        case .lesson(let task)? where task.item.kind == .lineWork:
            try line.prepare(for: task, in: run.lessonPart(.lineWork))
        case .lesson(let task)?: try lesson.prepare(for: task, in: run.lessonPart(task.item.kind))
        case nil: currentKind = nil
        }
    }

    func render(_ task: TrainingTask, in run: Run<TrainingExercise>, seconds: Double, saying messages: [Block])
        -> DialogueView
    {
        let messages = messages + (isFresh ? TrainingView.partHeading(of: task, in: run) : [])
        let view =
            switch task {
            case .card(let question): card.render(question, in: run.cardPart, seconds: seconds, saying: messages)
            case .movement(let move, let pattern):
                movement.render(move, in: run.movementPart(pattern), seconds: seconds, saying: messages)
            case .lesson(let task) where task.item.kind == .lineWork:
                line.render(task, in: run.lessonPart(.lineWork), seconds: seconds, saying: messages)
            case .lesson(let task):
                lesson.render(task, in: run.lessonPart(task.item.kind), seconds: seconds, saying: messages)
            }
        return DialogueView(
            view.blocks, wanted: view.wanted, tickInterval: view.tickInterval, ringsBell: view.ringsBell,
            title: "train \(run.place + 1)/\(run.items.count)", help: help,
            progress: Double(run.place) / Double(max(1, run.items.count)), stage: view.stage)
    }

    /// Returns the heading of a part if the task begins a new one.
    private static func partHeading(of task: TrainingTask, in run: Run<TrainingExercise>) -> [Block] {
        guard let kind = run.item?.kind, run.place > 0, run.place == run.first(kind) else { return [] }
        let count = run.items.count { $0.kind == kind }
        let announcement =
            switch task {
            case .card: ""
            case .movement(_, let pattern): "comes \(pattern.heading.name), \(counted(count, "movement"))"
            case .lesson(let task) where task.item.kind == .lineWork: "comes line work"
            case .lesson: "\(count == 1 ? "comes" : "come") \(counted(count, "question"))"
            }
        return announcement.isEmpty ? [] : [.paragraph(StyledText("Now \(announcement).", .accent))]
    }

    // MARK: - Keys and lines

    mutating func handle(_ key: Key, on task: TrainingTask, in run: Run<TrainingExercise>) throws -> Reaction {
        isFresh = false
        return switch task {
        case .card(let question):
            TrainingView.reaction(try card.handle(key, on: question, in: run.cardPart), from: 0) { .card($0) }
        case .movement(let move, let pattern):
            TrainingView.reaction(
                movement.handle(key, on: move, in: run.movementPart(pattern)), from: run.first(.patterns)
            ) { .movement($0) }
        case .lesson(let task) where task.item.kind == .lineWork:
            TrainingView.reaction(
                line.handle(key, on: task, in: run.lessonPart(.lineWork)), from: run.first(.lineWork)
            ) { .lesson($0) }
        case .lesson(let task):
            TrainingView.reaction(
                lesson.handle(key, on: task, in: run.lessonPart(task.item.kind)), from: run.first(task.item.kind)
            ) { .lesson($0) }
        }
    }

    mutating func read(_ text: String, on task: TrainingTask, in run: Run<TrainingExercise>) throws -> Reaction {
        isFresh = false
        return switch task {
        case .card(let question):
            TrainingView.reaction(try card.read(text, on: question, in: run.cardPart), from: 0) { .card($0) }
        case .movement: .stay
        case .lesson(let task):
            TrainingView.reaction(
                try lesson.read(text, on: task, in: run.lessonPart(task.item.kind)), from: run.first(task.item.kind)
            ) { .lesson($0) }
        }
    }

    /// Returns the reaction of a part as a reaction of the training.
    private static func reaction<Response>(
        _ reaction: InputReaction<Response>, from first: Int, _ response: (Response) -> TrainingResponse
    ) -> Reaction {
        switch reaction {
        case .stay: .stay
        case .restart: .restart
        case .say(let sentence): .say(sentence)
        case .answer(let partResponse): .answer(response(partResponse))
        case .skip: .skip
        case .skipWithMessage(let sentence): .skipWithMessage(sentence)
        case .go(let place): .go(to: first + place)
        }
    }

    // MARK: - Messages

    func feedback(on mark: Mark, to task: TrainingTask, in run: Run<TrainingExercise>) -> StyledText? {
        switch task {
        case .card(let question): card.feedback(on: mark, to: question, in: run.cardPart)
        case .movement(let move, let pattern): movement.feedback(on: mark, to: move, in: run.movementPart(pattern))
        case .lesson(let task): lesson.feedback(on: mark, to: task, in: run.lessonPart(task.item.kind))
        }
    }

    func undoMessage(onTakingBack answer: Answer) -> String {
        switch answer.target.kind {
        case .flashcards: card.undoMessage(onTakingBack: answer)
        case .patterns: movement.undoMessage(onTakingBack: answer)
        default: lesson.undoMessage(onTakingBack: answer)
        }
    }

    func closing(of run: Run<TrainingExercise>) -> [Block]? {
        run.answers.isEmpty ? nil : [.paragraph("That was today's training.")]
    }

    func output(of run: Run<TrainingExercise>, saying messages: [Block]) throws -> Output {
        try TrainFields.output(training.results(of: run), training, saying: messages)
    }
}
