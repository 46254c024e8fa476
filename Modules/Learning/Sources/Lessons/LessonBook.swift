import Content
import Kernel
import Practice
import Synchronization

/// The lessons of a curriculum by what is kept of them: an item's task, whoever learns. Each kind of content is read once, when first needed.
public final class LessonBook: Sendable {
    /// What has been read so far.
    private struct Pages: Sendable {
        var exercises: [SparringExercise]?
        var topics: [TheoryTopic]?
        var lines: [LineWork]?
        var headings: [PatternHeading]?
        var patterns: [String: Pattern] = [:]
        var words: TermQuestions?
    }

    /// The belts, lowest first.
    public let belts: BeltOrder
    private let curriculum: Curriculum
    /// What can be asked about the movements of each pattern.
    let movements: QuestionMakers
    private let terms: @Sendable () throws -> Library
    private let pages = Mutex(Pages())

    /// - Parameter terms: the words of the school; asked for when a grading needs them.
    public init(_ curriculum: Curriculum, terms: @escaping @Sendable () throws -> Library) {
        (self.curriculum, self.terms, movements) = (curriculum, terms, QuestionMakers(curriculum))
        belts = curriculum.belts()
    }

    /// All exchanges of step sparring.
    public var exercises: [SparringExercise] { kept(\.exercises) { $0.sparring().value } }
    /// All pages of theory.
    public var topics: [TheoryTopic] { kept(\.topics) { $0.theory().value } }
    /// The line work of all grades.
    public var lines: [LineWork] { kept(\.lines) { $0.lineWork().value } }
    /// All patterns, without their movements.
    public var headings: [PatternHeading] { kept(\.headings) { $0.patterns().value } }

    /// The task of an item; nil when the content has it no more, or never had.
    public func task(_ item: Target) -> LessonTask? {
        switch item.kind {
        case .sparring: sparring(item)
        case .theory: topics.first { $0.id == item.subject }?.task(item)
        case .lineWork: lines.first { $0.grade.id == item.subject }?.task(line: Int(item.part) ?? 0)
        case .patterns: pattern(item.subject).flatMap { PatternExamination(pattern: $0).task(item) }
        case .flashcards: (try? words())?.task(item)
        default: nil
        }
    }

    /// The grade that an item belongs to; nil when the content has it no more, and for words, which a grading asks for its own belt.
    public func grade(of item: Target) -> Grade? {
        switch item.kind {
        case .sparring: exercises.first { $0.id == item.subject }?.grade
        case .theory: topics.first { $0.id == item.subject }?.grade
        case .lineWork: Grade(id: item.subject)
        case .patterns: headings.first { $0.id == item.subject }?.grade
        default: nil
        }
    }

    /// What a grade is called: `8th keup`.
    public func title(of grade: Grade) -> String { belts.belt(of: grade)?.name ?? grade.id }

    /// The words of the school, with the parts they are made of.
    func library() throws -> Library { try terms() }

    /// The words of the school, and what can be asked of them.
    func words() throws -> TermQuestions {
        if let known = pages.withLock({ $0.words }) { return known }
        let words = try TermQuestions(terms().terms)
        pages.withLock { $0.words = words }
        return words
    }

    /// A pattern with its movements; nil when there is none.
    func pattern(_ id: String) -> Pattern? {
        if let known = pages.withLock({ $0.patterns[id] }) { return known }
        guard let read = try? curriculum.pattern(id).value else { return nil }
        pages.withLock { $0.patterns[id] = read }
        return read
    }

    private func sparring(_ item: Target) -> LessonTask? {
        guard let exercise = exercises.first(where: { $0.id == item.subject }) else { return nil }
        let (word, number) = item.place
        switch word {
        case "attack": return exercise.task(step: number, as: .attacker)
        case "defend": return exercise.task(step: number, as: .defender)
        case "perform": return exercise.performance
        default: return SparringQuestions(exercises: exercises).task(item)
        }
    }

    private func kept<Value: Sendable>(
        _ page: WritableKeyPath<Pages, [Value]?> & Sendable, _ read: (Curriculum) -> [Value]
    ) -> [Value] {
        if let known = pages.withLock({ $0[keyPath: page] }) { return known }
        let value = read(curriculum)
        pages.withLock { $0[keyPath: page] = value }
        return value
    }
}
