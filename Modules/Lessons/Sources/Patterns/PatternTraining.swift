import Content
import Kernel
import Learning
import Practice

/// The patterns of a learner: their availability, mastery and practice sessions.
package struct PatternTraining: Sendable {
    package let curriculum: Curriculum
    package let learner: Learner
    package let log: PracticeLog
    package let spacing: Spacing
    let judge: PatternJudge

    /// Creates the pattern training of a learner.
    ///
    /// - Parameters:
    ///   - newcomers: the scheduler for a learner who has never studied words, or nil for Leitner.
    ///   - terms: loads the words for judging typed answers when the first answer is judged.
    package init(
        curriculum: Curriculum, learner: Learner, log: PracticeLog, newcomers: Scheduling? = nil,
        terms: @escaping @Sendable () throws -> [Term]
    ) {
        self.curriculum = curriculum
        self.learner = learner
        self.log = log
        spacing = Spacing(log, newcomers: newcomers)
        judge = PatternJudge(terms: terms)
    }

    /// Returns the mastery of every pattern.
    package func masteries() throws -> [PatternMastery] {
        let headings = curriculum.patterns().value
        let memoriesByPattern = Dictionary(grouping: try log.memories(of: .patterns), by: \.target.subject)
        let rule = PracticeRule(learner, grades: headings.map(\.grade), belts: curriculum.belts())
        return headings.map { PatternMastery($0, memoriesByPattern[$0.id] ?? [], opensAt: rule.opening(of: $0.grade)) }
    }

    /// Returns the learner's mastery of a pattern, whether or not it is open.
    package func mastery(of pattern: Pattern) throws -> PatternMastery {
        PatternMastery(pattern.heading, try log.memories(of: .patterns, subject: pattern.id), opensAt: nil)
    }

    /// Returns a pattern that the learner may practice.
    ///
    /// - Throws: `unknownPattern`. `patternLocked`, which reports the grade that opens it.
    package func pattern(_ id: String) throws -> Pattern {
        let pattern = try curriculum.pattern(id).value
        let belts = curriculum.belts()
        let rule = PracticeRule(learner, grades: curriculum.patterns().value.map(\.grade), belts: belts)
        guard let grade = rule.opening(of: pattern.heading.grade) else { return pattern }
        let openingBelt = belts.belt(of: grade)?.name ?? grade.id
        let ownBelt = belts.belt(of: learner.grade)?.name ?? learner.grade.id
        throw Failure(
            .patternLocked,
            "\(pattern.heading.name) is not open to you yet: it opens at \(openingBelt), and you are \(ownBelt).",
            advice:
                "You can still look at it: `pattern show \(pattern.id)`. If your grade is wrong, `profile edit` changes it."
        )
    }
}

/// The learner's mastery of a pattern.
package struct PatternMastery: Sendable {
    package let heading: PatternHeading
    /// The level, in thousandths: the mean of all movements, with 0 for those never met.
    package let level: Int
    /// The memory of each movement that was met, by number.
    package let moves: [Int: MemoryState]
    /// The grade that opens the pattern, or nil if it is open.
    package let opensAt: Grade?

    init(_ heading: PatternHeading, _ memories: [ItemMemory], opensAt: Grade?) {
        self.heading = heading
        self.opensAt = opensAt
        let metMoves = memories.compactMap { memory in Int(memory.target.part).map { ($0, memory) } }
        moves = Dictionary(metMoves.map { ($0, $1.state) }, uniquingKeysWith: { $1 })
        level = heading.count == 0 ? 0 : min(Level.full, metMoves.reduce(0) { $0 + $1.1.level } / heading.count)
    }

    package var isOpen: Bool { opensAt == nil }
    /// The movements marked as shaky, in order.
    package var shaky: [Int] { moves.filter { $0.value.memory.level?.isShaky == true }.keys.sorted() }
    /// The latest day of practice, or nil if there is none.
    package var last: Day? { moves.values.map(\.last).max() }
}

/// The belt rule for practicing forms, with the grade that opens each closed one.
package struct PracticeRule: Sendable {
    private let learner: Learner
    private let grades: Set<Grade>
    /// The grades of the forms and of all belts, in order.
    private let orderedGrades: [Grade]

    package init(_ learner: Learner, grades: [Grade], belts: BeltOrder) {
        self.learner = learner
        self.grades = Set(grades)
        orderedGrades = Set(grades + belts.belts.map(\.grade)).sorted()
    }

    /// Returns the first grade that opens forms of a grade in the learner's mode, or nil if they
    /// are already open.
    package func opening(of grade: Grade) -> Grade? {
        if learner.syllabus.opensPractice(of: grade, among: grades) { return nil }
        return orderedGrades.first { Syllabus(grade: $0, mode: learner.mode).opensPractice(of: grade, among: grades) }
            ?? grade
    }
}
