import Content
import Kernel
import Practice

// What a tour lets a learner try: of their own belt, the same whenever it is looked at, and nothing of it is kept.

extension Flashcards {
    /// The simplest word of the learner's grade, or of the latest grade before it that has one.
    public func sample() -> Term? { Samples.word(of: library.terms, for: learner) }

    /// Whether no session of study was ever begun.
    public func isFirstUse() throws -> Bool { try log.isFirst(of: .flashcards) }
}

extension PatternTraining {
    /// The first movement of the pattern that is practised today.
    public func sample() throws -> (pattern: Pattern, move: Move)? {
        let pattern = try patternOfTheDay()
        return pattern.moves.first.map { (pattern, $0) }
    }

    /// Whether no pattern was ever practised, asked or tested.
    public func isFirstUse() throws -> Bool { try log.isFirst(of: .patterns) }
}

extension Lessons {
    /// A question about that word with its choices, as a test asks it; nil where there is nothing to confuse it with.
    public func sampleQuestion() throws -> LessonTask? {
        guard let word = Samples.word(of: try book.library().terms, for: learner) else { return nil }
        let task = book.task(TermQuestions.item(word, .koreanToEnglish))?.offering(isTyped: false, seed: 1)
        return task.flatMap { $0.choices.isEmpty ? nil : $0 }
    }

    /// The first step of the exchange that is practised first, as defender; nil where none is open.
    public func sampleExchange() throws -> LessonTask? {
        try exchanges(named: nil).exercises.first.flatMap { book.task($0.item("defend-1")) }
    }

    /// Whether nothing of a kind was ever practised.
    public func isFirstUse(of kind: PracticeKind) throws -> Bool { try log.isFirst(of: kind) }
}

extension LessonTask {
    /// What is uncovered one part after the other; nothing for what is asked.
    public var stages: [[Fact]] {
        if case .done(let stages) = form { return stages }
        return []
    }
}

extension PracticeLog {
    fileprivate func isFirst(of kind: PracticeKind) throws -> Bool {
        try repository.read { try !$0.activities().contains { $0.kind == kind } }
    }
}

private enum Samples {
    static func word(of terms: [Term], for learner: Learner) -> Term? {
        let open = learner.syllabus.opened(in: terms).filter { !$0.hangul.isEmpty && !TermSides($0, asked: .english).isName }
        let latest = open.map(\.grade).max()
        return NewOrder(open).sorted(open.filter { $0.grade == latest }).first { !$0.romanization.isEmpty }
    }
}
