import Content
import Kernel
import Practice

/// Patterns for one learner: which are open, how well each is known, and the sessions that practise them.
public struct PatternTraining: Sendable {
    /// What there is to practise.
    public let curriculum: Curriculum
    /// Who learns.
    public let learner: Learner
    /// Where sessions are kept.
    public let log: PracticeLog
    /// By what movements come back.
    public let spacing: Spacing
    let judge: PatternJudge

    /// Patterns for a learner.
    ///
    /// - Parameters:
    ///   - newcomers: the scheduler of somebody who never studied words; nil for Leitner.
    ///   - terms: the words that typed answers are judged with; asked for by the first answer that is judged.
    public init(
        curriculum: Curriculum, learner: Learner, log: PracticeLog, newcomers: Scheduling? = nil,
        terms: @escaping @Sendable () throws -> [Term]
    ) {
        (self.curriculum, self.learner, self.log) = (curriculum, learner, log)
        spacing = Spacing(log, newcomers: newcomers)
        judge = PatternJudge(terms: terms)
    }

    /// Every pattern there is, with where the learner stands in it.
    public func standings() throws -> [PatternStanding] {
        let headings = curriculum.patterns().value
        let known = Dictionary(grouping: try log.memories(of: .patterns), by: \.target.subject)
        let rule = PracticeRule(learner, grades: headings.map(\.grade), belts: curriculum.belts())
        return headings.map { PatternStanding($0, known[$0.id] ?? [], opensAt: rule.opening(of: $0.grade)) }
    }

    /// Where the learner stands in one pattern.
    public func standing(of pattern: Pattern) throws -> PatternStanding {
        PatternStanding(pattern.heading, try log.memories(of: .patterns, subject: pattern.id), opensAt: nil)
    }

    /// A pattern that the learner may practise.
    ///
    /// - Throws: `unknownPattern`; `patternLocked`, which says from which grade it is open.
    public func pattern(_ id: String) throws -> Pattern {
        let pattern = try curriculum.pattern(id).value
        let belts = curriculum.belts()
        let rule = PracticeRule(learner, grades: curriculum.patterns().value.map(\.grade), belts: belts)
        guard let grade = rule.opening(of: pattern.heading.grade) else { return pattern }
        let (from, own) = (belts.belt(of: grade)?.name ?? grade.id, belts.belt(of: learner.grade)?.name ?? learner.grade.id)
        throw Failure(
            .patternLocked, "\(pattern.heading.name) is not open to you yet: it opens at \(from), and you are \(own).",
            advice: "You can still look at it: `pattern show \(pattern.id)`. If your grade is wrong, `profile edit` changes it.")
    }
}

/// Where a learner stands in a pattern.
public struct PatternStanding: Sendable {
    /// The pattern.
    public let heading: PatternHeading
    /// How well it is known, in thousandths: the mean over its movements, those never met counted as 0.
    public let level: Int
    /// The level of each movement that was met, by its number.
    public let moves: [Int: MemoryState]
    /// The grade from which it is open; nil when it is open.
    public let opensAt: Grade?

    init(_ heading: PatternHeading, _ memories: [ItemMemory], opensAt: Grade?) {
        (self.heading, self.opensAt) = (heading, opensAt)
        let met = memories.compactMap { memory in Int(memory.target.part).map { ($0, memory) } }
        moves = Dictionary(met.map { ($0, $1.state) }, uniquingKeysWith: { $1 })
        level = heading.count == 0 ? 0 : min(Level.full, met.reduce(0) { $0 + $1.1.level } / heading.count)
    }

    /// Whether it may be practised.
    public var isOpen: Bool { opensAt == nil }
    /// The movements that are marked as shaky, in order.
    public var shaky: [Int] { moves.filter { $0.value.memory.level?.isShaky == true }.keys.sorted() }
    /// The day on which it was practised last; nil before.
    public var last: Day? { moves.values.map(\.last).max() }
}

/// Which forms a learner may practise, by the one belt rule, and from which grade the others.
public struct PracticeRule: Sendable {
    private let learner: Learner
    private let grades: Set<Grade>
    private let ladder: [Grade]

    /// The rule for forms of these grades.
    public init(_ learner: Learner, grades: [Grade], belts: BeltOrder) {
        (self.learner, self.grades) = (learner, Set(grades))
        ladder = Set(grades + belts.belts.map(\.grade)).sorted()
    }

    /// The first grade at which forms of a grade are open in the learner's mode; nil when they are open now.
    public func opening(of grade: Grade) -> Grade? {
        if learner.syllabus.opensPractice(of: grade, among: grades) { return nil }
        return ladder.first { Syllabus(grade: $0, mode: learner.mode).opensPractice(of: grade, among: grades) } ?? grade
    }
}
