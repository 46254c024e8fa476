import Content
import Kernel
import Practice

/// A learner's mastery in words, from a level of 0…1000 that `LessonStudy` computes from single
/// items.
package enum MasteryWord: String, CaseIterable, Sendable {
    case new
    case learning
    case familiar
    case mastered

    /// Creates the word for a level. A level above 0 is never `new`.
    ///
    /// - Parameter isMet: whether the item was ever practiced or asked. If so, it is never `new`,
    ///   whatever the level.
    package init(level: Int, isMet: Bool = false) {
        self = level <= 0 && !isMet ? .new : level < 400 ? .learning : level < 800 ? .familiar : .mastered
    }
}

/// The learner's mastery of a sparring set, a theory page or the line work of a grade.
package struct LessonMastery: Sendable {
    package let id: String
    package let name: String
    package let grade: Grade
    package let isOpen: Bool
    /// The level, 0…1000: the mean of all items, each relative to the best result that its practice
    /// or its choices can give.
    package let level: Int
    package let answers: Int
    /// The latest day of practice, or nil if there is none.
    package let last: Day?

    /// The level in words. An item that was asked and missed counts as met.
    package var word: MasteryWord { MasteryWord(level: level, isMet: answers > 0) }
}

extension LessonStudy {
    /// Returns the level of a subject, 0…1000.
    func level(of subject: String, _ kind: PracticeKind, in memories: [ItemMemory]) -> Int {
        // The level of a subject that was never met is 0, whatever its number of items.
        guard memories.contains(where: { $0.target.subject == subject }) else { return 0 }
        let items = allItems(of: subject, kind)
        guard !items.isEmpty else { return 0 }
        let levels = Dictionary(memories.map { ($0.target, $0.level) }, uniquingKeysWith: { $1 })
        let levelSum = items.reduce(0) { sum, item in
            sum + min(Level.full, (levels[item] ?? 0) * Level.full / LessonStudy.evidence(of: item).ceiling)
        }
        return levelSum / items.count
    }

    /// Returns the mastery of one or more subjects. Forms open by the form rule, and pages by the
    /// word rule.
    func standing(
        _ heading: (id: String, name: String, grade: Grade), of subjects: [String], _ kind: PracticeKind,
        in memories: [ItemMemory], by rule: PracticeRule? = nil
    ) -> LessonMastery {
        let subjectMemories = memories.filter { subjects.contains($0.target.subject) }
        let sum = subjects.reduce(0) { $0 + level(of: $1, kind, in: subjectMemories) }
        return LessonMastery(
            id: heading.id, name: heading.name, grade: heading.grade,
            isOpen: rule.map { $0.opening(of: heading.grade) == nil } ?? learner.syllabus.opens(heading.grade),
            level: sum / max(1, subjects.count), answers: subjectMemories.reduce(0) { $0 + $1.state.answers },
            last: subjectMemories.map(\.state.last).max())
    }

    /// Returns all items of a subject.
    private func allItems(of subject: String, _ kind: PracticeKind) -> [Target] {
        switch kind {
        case .sparring:
            guard let exercise = book.exercises.first(where: { $0.id == subject }) else { return [] }
            return SparringPlan.items(of: [exercise], as: SparringRole.allCases)
                + SparringQuestions(exercises: book.exercises).items(about: exercise)
        case .theory:
            guard let topic = book.topics.first(where: { $0.id == subject }) else { return [] }
            return topic.questions.isEmpty ? [topic.reading] : topic.questionItems
        case .lineWork: return book.lines.first { $0.grade.id == subject }?.items ?? []
        default: return []
        }
    }

    /// Returns the kind of evidence that an item gives, which limits the level it can reach.
    private static func evidence(of item: Target) -> Evidence {
        item.kind == .lineWork || ["attack", "defend", "read"].contains(item.place.word) ? .done : .chosen
    }
}
