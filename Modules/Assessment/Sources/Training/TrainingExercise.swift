import Content
import Kernel
import Learning
import Lessons
import Practice

/// An item of a training: a card or another practice task.
package enum TrainingItem: Hashable, Sendable {
    case card(StudyItem)
    /// A movement of a pattern, a theory question or a line of line work.
    case task(Target)

    package var kind: PracticeKind {
        switch self {
        case .card: .flashcards
        case .task(let target): target.kind
        }
    }
}

extension TrainingItem: Codable {
    private enum CodingKeys: String, CodingKey { case card, task }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self =
            values.contains(.card)
            ? .card(try values.decode(StudyItem.self, forKey: .card))
            : .task(try values.decode(Target.self, forKey: .task))
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .card(let item): try values.encode(item, forKey: .card)
        case .task(let target): try values.encode(target, forKey: .task)
        }
    }
}

/// The settings with which a training resumes.
package struct TrainingSettings: Codable, Hashable, Sendable {
    package let minutes: Int
    /// The seconds of card answers after which no further card begins, so that time remains for the
    /// other parts.
    package let cardSeconds: Int
    package let mode: StudyConfiguration.Mode
    package let answering: StudyConfiguration.Answering
    package let scheduler: String?

    var cards: StudyConfiguration { StudyConfiguration(mode: mode, answering: answering, scheduler: scheduler) }
}

/// The task of a training item.
package enum TrainingTask: Sendable {
    /// A card in one direction, with its memory.
    case card(Question)
    case movement(Move, Pattern)
    case lesson(LessonTask)
}

/// The response to a training task.
package enum TrainingResponse: Hashable, Sendable {
    case card(CardExercise.Response)
    case movement(MovementResponse)
    /// A response to a question or a line, as in lessons.
    case lesson(LessonResponse)
}

/// The training exercise: cards, then a pattern, then questions, then a line.
///
/// The exercise of each part shows, judges and remembers its items. The training itself controls
/// their order and the time.
package struct TrainingExercise: Exercise {
    package typealias Item = TrainingItem
    /// The length and the answer method of cards.
    package typealias Settings = TrainingSettings
    /// The task in the format of the part's exercise.
    package typealias Task = TrainingTask
    /// The response in the format of the part's exercise.
    package typealias Response = TrainingResponse

    package let kind = PracticeKind.training
    package let activity = TrainingExercise.activityName
    let cards: CardExercise
    let book: LessonIndex
    let spacing: Spacing

    static let activityName = "train"

    /// Returns the planned items. Cards come first, so that a missed card returns among the cards,
    /// as in study.
    package func items(_ planned: [TrainingItem], after answers: [Answer]) -> [TrainingItem] {
        let plannedCards = TrainingExercise.cards(of: planned)
        let returning = answers.filter { $0.target.kind == .flashcards }.compactMap(StudyItem.Return.init)
        return StudyItem.sequence(plannedCards, returning: returning).map(TrainingItem.card)
            + planned.dropFirst(plannedCards.count)
    }

    /// Returns the cards among the items.
    static func cards(of items: [TrainingItem]) -> [StudyItem] {
        items.compactMap { if case .card(let item) = $0 { item } else { nil } }
    }

    /// Returns the memory rule of the part to which the current item belongs.
    package func memory(in run: Run<Self>) throws -> MemoryRule {
        switch run.item {
        case .card: return try cards.memory(in: run.cardPart)
        case .task(let target):
            guard let pattern = pattern(of: target) else { return try run.lessonPart(target.kind).rule }
            return try run.movementPart(pattern).rule
        // Without a current item there is nothing to schedule, and a level sets no due date.
        case nil: return .level
        }
    }

    package func target(of item: TrainingItem, in run: Run<Self>) -> (target: Target, question: String) {
        switch item {
        case .card(let card): return cards.target(of: card, in: run.cardPart)
        case .task(let target):
            guard let pattern = pattern(of: target), let number = Int(target.part) else {
                let part = run.lessonPart(target.kind)
                return part.exercise.target(of: target, in: part)
            }
            let part = run.movementPart(pattern)
            return part.exercise.target(of: number, in: part)
        }
    }

    /// Returns the task of an item, or nil if the content no longer has it or no time is left for
    /// it.
    ///
    /// No card begins after the time for cards, and no other part after the whole time. A pattern
    /// once begun is completed.
    package func task(for item: TrainingItem, in run: Run<Self>) throws -> TrainingTask? {
        guard run.hasTime(for: item) else { return nil }
        switch item {
        case .card(let card): return try cards.task(for: card, in: run.cardPart).map(TrainingTask.card)
        case .task(let target):
            guard let pattern = pattern(of: target), let number = Int(target.part) else {
                let part = run.lessonPart(target.kind)
                return part.exercise.task(for: target, in: part).map(TrainingTask.lesson)
            }
            return pattern.move(number).map { .movement($0, pattern) }
        }
    }

    /// Judges a response with the exercise of its part.
    package func judge(_ response: TrainingResponse, to task: TrainingTask, in run: Run<Self>) -> Mark {
        switch (response, task) {
        case (.card(let response), .card(let question)): return cards.judge(response, to: question, in: run.cardPart)
        case (.movement(let response), .movement(let move, let pattern)):
            let part = run.movementPart(pattern)
            return part.exercise.judge(response, to: move, in: part)
        case (.lesson(let response), .lesson(let task)):
            let part = run.lessonPart(task.item.kind)
            return part.exercise.judge(response, to: task, in: part)
        default: return Mark(.done, .again)
        }
    }

    package func label(of graded: Mark, to item: TrainingItem, in run: Run<Self>) -> String {
        switch item {
        case .card(let card): return cards.label(of: graded, to: card, in: run.cardPart)
        case .task(let target):
            guard let pattern = pattern(of: target), let number = Int(target.part) else {
                let part = run.lessonPart(target.kind)
                return part.exercise.label(of: graded, to: target, in: part)
            }
            let part = run.movementPart(pattern)
            return part.exercise.label(of: graded, to: number, in: part)
        }
    }

    package func undoLabel(_ answer: Answer, in run: Run<Self>) -> String { "Took back an answer of a training" }

    /// Returns the pattern of a movement, or nil for any other target.
    private func pattern(of target: Target) -> Pattern? {
        target.kind == .patterns ? book.pattern(target.subject) : nil
    }
}

extension Run where Kind == TrainingExercise {
    /// The cards of the training as a card session.
    package var cardPart: Run<CardExercise> {
        let planned = TrainingExercise.cards(of: items).filter { $0.step != .again }
        return part(
            exercise.cards, items: planned, settings: settings.cards, from: 0, answers: answers(of: .flashcards))
    }

    /// Returns the movements of a pattern as a pattern practice.
    package func movementPart(_ pattern: Pattern) -> Run<MovementExercise> {
        let numbers = targets(of: .patterns).filter { $0.subject == pattern.id }.compactMap { Int($0.part) }
        return part(
            MovementExercise(pattern, exercise.spacing), items: numbers, settings: NoSettings(), from: first(.patterns),
            answers: answers(of: .patterns))
    }

    /// Returns the questions or lines as a lesson.
    package func lessonPart(_ kind: PracticeKind) -> Run<LessonExercise> {
        part(
            LessonExercise(kind, kind == .lineWork ? "run" : "quiz", exercise.book, exercise.spacing),
            items: targets(of: kind), settings: .init(isTyped: false), from: first(kind), answers: answers(of: kind))
    }

    /// Returns the answers of a part.
    package func answers(of kind: PracticeKind) -> [Answer] { answers.filter { $0.target.kind == kind } }

    /// Returns the index at which a part begins, or the end index if the part is missing.
    package func first(_ kind: PracticeKind) -> Int { items.firstIndex { $0.kind == kind } ?? items.count }

    /// Returns the tasks of a kind in order, without cards.
    private func targets(of kind: PracticeKind) -> [Target] {
        items.compactMap { if case .task(let target) = $0, target.kind == kind { target } else { nil } }
    }

    /// Returns whether enough time is left to begin an item.
    fileprivate func hasTime(for item: TrainingItem) -> Bool {
        let seconds = milliseconds / 1000
        let totalSeconds = settings.minutes * 60
        switch item {
        case .card(let card): return seconds < (card.step == .again ? totalSeconds : settings.cardSeconds)
        case .task(let target):
            return seconds < totalSeconds || (target.kind == .patterns && !answers(of: .patterns).isEmpty)
        }
    }
}

extension Run where Kind: Exercise { fileprivate var rule: MemoryRule { get throws { try exercise.memory(in: self) } } }
