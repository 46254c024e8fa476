import Content
import Kernel
import Practice
import Synchronization

/// The index of a curriculum's lessons, which returns the task of an item for any learner.
///
/// It reads each kind of content once, on first use.
package final class LessonIndex: Sendable {
    /// The content read so far.
    private struct Cache: Sendable {
        var exercises: [SparringExercise]?
        var topics: [TheoryTopic]?
        var lines: [LineWork]?
        var patternHeadings: [PatternHeading]?
        var patterns: [String: Pattern] = [:]
        var words: TermQuestions?
    }

    package let belts: BeltOrder
    private let curriculum: Curriculum
    package let movements: QuestionGeneratorCache
    private let terms: @Sendable () throws -> Library
    private let cache = Mutex(Cache())

    /// Creates an index of a curriculum.
    ///
    /// - Parameter terms: loads the words of the school, on the first use by a grading.
    package init(_ curriculum: Curriculum, terms: @escaping @Sendable () throws -> Library) {
        self.curriculum = curriculum
        self.terms = terms
        movements = QuestionGeneratorCache(curriculum)
        belts = curriculum.belts()
    }

    package var exercises: [SparringExercise] { cached(\.exercises) { $0.sparring().value } }
    package var topics: [TheoryTopic] { cached(\.topics) { $0.theory().value } }
    package var lines: [LineWork] { cached(\.lines) { $0.lineWork().value } }
    /// All patterns, without their movements.
    package var patternHeadings: [PatternHeading] { cached(\.patternHeadings) { $0.patterns().value } }

    /// Returns the task of an item, or nil if the content does not have it.
    package func task(_ item: Target) -> LessonTask? {
        switch item.kind {
        case .sparring: sparring(item)
        case .theory: topics.first { $0.id == item.subject }?.task(item)
        case .lineWork: lines.first { $0.grade.id == item.subject }?.task(line: Int(item.part) ?? 0)
        case .patterns: pattern(item.subject).flatMap { PatternExamination(pattern: $0).task(item) }
        case .flashcards: (try? words())?.task(item)
        default: nil
        }
    }

    /// Returns the grade of an item, or nil for unknown content and for words, which a grading asks
    /// for its own belt.
    package func grade(of item: Target) -> Grade? {
        switch item.kind {
        case .sparring: exercises.first { $0.id == item.subject }?.grade
        case .theory: topics.first { $0.id == item.subject }?.grade
        case .lineWork: Grade(id: item.subject)
        case .patterns: patternHeadings.first { $0.id == item.subject }?.grade
        default: nil
        }
    }

    /// Returns the title of a grade, such as `8th keup`.
    package func title(of grade: Grade) -> String { belts.belt(of: grade)?.name ?? grade.id }

    /// Returns the words of the school and their parts.
    package func library() throws -> Library { try terms() }

    /// Returns the words of the school and the questions about them.
    package func words() throws -> TermQuestions {
        if let cached = cache.withLock({ $0.words }) { return cached }
        let words = try TermQuestions(terms().terms)
        cache.withLock { $0.words = words }
        return words
    }

    /// Returns a pattern with its movements, or nil if there is none.
    package func pattern(_ id: String) -> Pattern? {
        if let cached = cache.withLock({ $0.patterns[id] }) { return cached }
        guard let pattern = try? curriculum.pattern(id).value else { return nil }
        cache.withLock { $0.patterns[id] = pattern }
        return pattern
    }

    /// Returns the task of a step sparring item by the word in its name.
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

    /// Returns the content of a kind, read on its first use.
    private func cached<Value: Sendable>(
        _ keyPath: WritableKeyPath<Cache, [Value]?> & Sendable, _ read: (Curriculum) -> [Value]
    ) -> [Value] {
        if let cached = cache.withLock({ $0[keyPath: keyPath] }) { return cached }
        let value = read(curriculum)
        cache.withLock { $0[keyPath: keyPath] = value }
        return value
    }
}
