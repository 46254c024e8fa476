import Content
import Kernel
import Practice

/// Something of a training: a card, or whatever else is practised.
public enum TrainingItem: Hashable, Sendable {
    /// A card, asked or shown.
    case card(StudyItem)
    /// A movement of a pattern, a question of theory, a line of line work.
    case task(Target)

    /// What is practised with it.
    public var kind: PracticeKind {
        switch self {
        case .card: .flashcards
        case .task(let target): target.kind
        }
    }
}

extension TrainingItem: Codable {
    private enum CodingKeys: String, CodingKey { case card, task }

    /// Reads an object with one member that says which it is.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self =
            values.contains(.card)
            ? .card(try values.decode(StudyItem.self, forKey: .card)) : .task(try values.decode(Target.self, forKey: .task))
    }

    /// Writes the one member.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .card(let item): try values.encode(item, forKey: .card)
        case .task(let target): try values.encode(target, forKey: .task)
        }
    }
}

/// What a training must know to go on.
public struct TrainingSettings: Codable, Hashable, Sendable {
    /// So long it is to take.
    public let minutes: Int
    /// After so many seconds of answers no other card is begun, so that there is time for the rest.
    public let cardSeconds: Int
    /// How cards are answered.
    public let mode: StudyConfiguration.Mode
    /// How a test is answered.
    public let answering: StudyConfiguration.Answering
    /// The preset of cards, where boxes decide.
    public let scheduler: String?

    var cards: StudyConfiguration { StudyConfiguration(mode: mode, answering: answering, scheduler: scheduler) }
}

/// What an item of a training shows.
public enum TrainingTask: Sendable {
    /// A card in one direction, with what is remembered of it.
    case card(Question)
    /// A movement, and the pattern that it is of.
    case movement(Move, Pattern)
    /// A question of theory, or a line.
    case lesson(LessonTask)
}

/// What is given to it.
public enum TrainingResponse: Hashable, Sendable {
    /// As cards are answered in study.
    case card(CardExercise.Response)
    /// As movements are marked in practice of a pattern.
    case movement(MovementResponse)
    /// As questions are answered, and lines are marked, in lessons.
    case lesson(LessonResponse)
}

/// A bit of everything as one exercise: cards, then a pattern, then questions, then a line. Each part is shown, judged and remembered by the exercise that it
/// is of; the training itself knows their order and the time.
public struct TrainingExercise: Exercise {
    /// A card, a movement, a question or a line.
    public typealias Item = TrainingItem
    /// How long it is, and how cards are answered.
    public typealias Settings = TrainingSettings
    /// As the exercise of the part shows it.
    public typealias Task = TrainingTask
    /// As the exercise of the part takes it.
    public typealias Response = TrainingResponse

    /// Trainings stand apart from what they ask.
    public let kind = PracticeKind.training
    public let activity = TrainingExercise.training
    let cards: CardExercise
    let book: LessonBook
    let spacing: Spacing

    /// How one trains, in a word.
    static let training = "train"

    /// The cards come first, so that a card that is missed returns among them as it does in study.
    public func course(_ planned: [TrainingItem], behind answers: [Answer]) -> [TrainingItem] {
        let asked = TrainingExercise.cards(of: planned)
        let returning = answers.filter { $0.target.kind == .flashcards }.compactMap(StudyItem.Return.init)
        return StudyItem.course(asked, returning: returning).map(TrainingItem.card) + planned.dropFirst(asked.count)
    }

    static func cards(of items: [TrainingItem]) -> [StudyItem] {
        items.compactMap { if case .card(let item) = $0 { item } else { nil } }
    }

    public func memory(in run: Run<Self>) throws -> MemoryRule {
        switch run.item {
        case .card: return try cards.memory(in: run.cardPart)
        case .task(let target):
            guard let pattern = pattern(of: target) else { return try run.lessonPart(target.kind).rule }
            return try run.movementPart(pattern).rule
        case nil: return .level
        }
    }

    public func target(of item: TrainingItem, in run: Run<Self>) -> (target: Target, question: String) {
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

    /// Nil when the content has it no more, and where there is no time for it: no card is begun once theirs is over, and no other part once all of it
    /// is. A pattern that was begun is gone through.
    public func task(for item: TrainingItem, in run: Run<Self>) throws -> TrainingTask? {
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

    public func judge(_ response: TrainingResponse, to task: TrainingTask, in run: Run<Self>) -> Mark {
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

    public func label(of graded: Mark, to item: TrainingItem, in run: Run<Self>) -> String {
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

    public func labelOfTakingBack(_ answer: Answer, in run: Run<Self>) -> String { "Took back an answer of a training" }

    private func pattern(of target: Target) -> Pattern? { target.kind == .patterns ? book.pattern(target.subject) : nil }
}

extension Run where Kind == TrainingExercise {
    /// Its cards, as a session of them.
    package var cardPart: Run<CardExercise> {
        let planned = TrainingExercise.cards(of: items).filter { $0.step != .again }
        return part(
            exercise.cards, items: planned, settings: settings.cards, from: 0, answers: answers(of: .flashcards))
    }

    /// Its movements, as practice of their pattern.
    package func movementPart(_ pattern: Pattern) -> Run<MovementExercise> {
        let numbers = targets(of: .patterns).filter { $0.subject == pattern.id }.compactMap { Int($0.part) }
        return part(
            MovementExercise(pattern, exercise.spacing), items: numbers, settings: NoSettings(), from: first(.patterns),
            answers: answers(of: .patterns))
    }

    /// Its questions or lines, as a lesson in them.
    package func lessonPart(_ kind: PracticeKind) -> Run<LessonExercise> {
        part(
            LessonExercise(kind, kind == .lineWork ? "run" : "quiz", exercise.book, exercise.spacing), items: targets(of: kind),
            settings: .init(isTyped: false), from: first(kind), answers: answers(of: kind))
    }

    /// The answers of a part.
    public func answers(of kind: PracticeKind) -> [Answer] { answers.filter { $0.target.kind == kind } }

    /// The place at which a part begins; the end where it has none.
    package func first(_ kind: PracticeKind) -> Int { items.firstIndex { $0.kind == kind } ?? items.count }

    private func targets(of kind: PracticeKind) -> [Target] {
        items.compactMap { if case .task(let target) = $0, target.kind == kind { target } else { nil } }
    }

    fileprivate func hasTime(for item: TrainingItem) -> Bool {
        let (seconds, all) = (milliseconds / 1000, settings.minutes * 60)
        switch item {
        case .card(let card): return seconds < (card.step == .again ? all : settings.cardSeconds)
        case .task(let target):
            return seconds < all || (target.kind == .patterns && !answers(of: .patterns).isEmpty)
        }
    }
}

extension Run where Kind: Exercise {
    /// How what comes now is remembered.
    fileprivate var rule: MemoryRule { get throws { try exercise.memory(in: self) } }
}
