import Content
import Kernel
import Practice

/// How well a learner knows something, in words. From a level of 0…1000 as `Lessons` reckons it from single items.
public enum MasteryWord: String, CaseIterable, Sendable {
    /// Never met.
    case new
    /// Met.
    case learning
    /// Half way and more.
    case familiar
    /// As good as it gets.
    case mastered

    /// The word for a level; a level over 0 is never `new`.
    ///
    /// - Parameter isMet: whether it was ever done or asked: then it is not `new` either, however badly it went.
    public init(level: Int, isMet: Bool = false) {
        self = level <= 0 && !isMet ? .new : level < 400 ? .learning : level < 800 ? .familiar : .mastered
    }
}

/// Where the learner stands with a set, a page or a grade's line work.
public struct LessonStanding: Sendable {
    /// Its identifier.
    public let id: String
    /// What it is called.
    public let name: String
    /// The grade at which it is learned.
    public let grade: Grade
    /// Whether the belt rule opens it.
    public let isOpen: Bool
    /// 0…1000: the mean over everything that it asks for, each as a share of what doing along, or choosing, can show at best.
    public let level: Int
    /// How often something of it was done or answered.
    public let answers: Int
    /// The latest day; nil before the first.
    public let last: Day?

    /// The level in a word; what was asked and missed is met.
    public var word: MasteryWord { MasteryWord(level: level, isMet: answers > 0) }
}

extension Lessons {
    /// How well a subject is known, 0…1000.
    func level(of subject: String, _ kind: PracticeKind, in known: [ItemMemory]) -> Int {
        // What was never met is worth nothing, however much of it there is to ask.
        guard known.contains(where: { $0.target.subject == subject }) else { return 0 }
        let items = expected(of: subject, kind)
        guard !items.isEmpty else { return 0 }
        let levels = Dictionary(known.map { ($0.target, $0.level) }, uniquingKeysWith: { $1 })
        let reached = items.reduce(0) { sum, item in
            sum + min(Level.full, (levels[item] ?? 0) * Level.full / Lessons.evidence(of: item).ceiling)
        }
        return reached / items.count
    }

    /// The standing of a subject or of several together; open by the rule for forms, or for pages by that for words.
    func standing(
        _ what: (id: String, name: String, grade: Grade), of subjects: [String], _ kind: PracticeKind, in known: [ItemMemory],
        by rule: PracticeRule? = nil
    ) -> LessonStanding {
        let met = known.filter { subjects.contains($0.target.subject) }
        let sum = subjects.reduce(0) { $0 + level(of: $1, kind, in: met) }
        return LessonStanding(
            id: what.id, name: what.name, grade: what.grade,
            isOpen: rule.map { $0.opening(of: what.grade) == nil } ?? learner.syllabus.opens(what.grade),
            level: sum / max(1, subjects.count), answers: met.reduce(0) { $0 + $1.state.answers },
            last: met.map(\.state.last).max())
    }

    /// Everything that a subject asks for.
    private func expected(of subject: String, _ kind: PracticeKind) -> [Target] {
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

    private static func evidence(of item: Target) -> Evidence {
        item.kind == .lineWork || ["attack", "defend", "read"].contains(item.place.word) ? .done : .chosen
    }
}
