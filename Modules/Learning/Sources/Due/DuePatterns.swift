import Content
import Kernel
import Practice

extension PatternTraining {
    /// The open patterns of which movements come back on a day or before, the longest overdue first; nil means today.
    public func due(by day: Day? = nil) throws -> [DueSubject] {
        let returning = Dictionary(grouping: try log.returning(.patterns, by: day ?? log.today), by: \.target.subject)
        guard !returning.isEmpty else { return [] }
        let headings = curriculum.patterns().value
        let rule = PracticeRule(learner, grades: headings.map(\.grade), belts: curriculum.belts())
        return headings.compactMap { heading in
            guard let parts = returning[heading.id], rule.opening(of: heading.grade) == nil else { return nil }
            let moves = parts.compactMap { part in Int(part.target.part).map { (number: $0, part: part) } }
                .filter { (1...max(1, heading.count)).contains($0.number) }.sorted { $0.number < $1.number }
            return moves.isEmpty ? nil : DueSubject(.movements, heading.id, heading.name, moves.map(\.part))
        }.longestOverdueFirst
    }

    /// The movements of a pattern that are due today, in its order.
    public func dueMovements(of pattern: Pattern) throws -> [Int] {
        let due = Set(
            try log.returning(.patterns, by: log.today).filter { $0.target.subject == pattern.id }
                .compactMap { Int($0.target.part) })
        return pattern.moves.map(\.number).filter(due.contains)
    }

    /// What today's practice of patterns is: what was left goes on; else the movements that are due, of the pattern that waits longest; else today's pattern
    /// as a whole.
    ///
    /// - Parameter isNew: what was left does not go on, so that what is due comes first.
    /// - Returns: the pattern, and its movements that are due; none where all of it is practised.
    /// - Throws: `noPatternOpen`.
    public func practiceOfTheDay(isNew: Bool = false) throws -> (pattern: Pattern, due: [Int]) {
        let today = try patternOfTheDay()
        if try !isNew && isLeft("practice", today) { return (today, []) }
        for subject in try due() {
            let pattern = try curriculum.pattern(subject.id).value
            let moves = try dueMovements(of: pattern)
            if !moves.isEmpty { return (pattern, moves) }
        }
        return (today, [])
    }
}
