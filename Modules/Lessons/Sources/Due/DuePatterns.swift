import Content
import Kernel
import Learning
import Practice

extension PatternTraining {
    /// Returns the open patterns with movements due on or before a day, the longest overdue first.
    /// The default day is today.
    package func due(by day: Day? = nil) throws -> [DueSubject] {
        let dueByPattern = Dictionary(grouping: try log.dueItems(.patterns, by: day ?? log.today), by: \.target.subject)
        guard !dueByPattern.isEmpty else { return [] }
        let headings = curriculum.patterns().value
        let rule = PracticeRule(learner, grades: headings.map(\.grade), belts: curriculum.belts())
        return headings.compactMap { heading in
            guard let parts = dueByPattern[heading.id], rule.opening(of: heading.grade) == nil else { return nil }
            let moves = parts.compactMap { part in Int(part.target.part).map { (number: $0, part: part) } }
                .filter { (1...max(1, heading.count)).contains($0.number) }.sorted { $0.number < $1.number }
            return moves.isEmpty ? nil : DueSubject(.movements, heading.id, heading.name, moves.map(\.part))
        }.longestOverdueFirst
    }

    /// Returns the movements of a pattern due today, in pattern order.
    package func dueMovements(of pattern: Pattern) throws -> [Int] {
        let dueNumbers = Set(
            try log.dueItems(.patterns, by: log.today).filter { $0.target.subject == pattern.id }
                .compactMap { Int($0.target.part) })
        return pattern.moves.map(\.number).filter(dueNumbers.contains)
    }

    /// Returns today's pattern practice.
    ///
    /// An unfinished practice resumes first. Otherwise the result is the longest overdue pattern
    /// with its due movements, or today's pattern as a whole.
    ///
    /// - Parameter isNew: whether to ignore an unfinished practice, so that due movements come
    ///   first.
    /// - Returns: the pattern and its due movements, or no movements for the whole pattern.
    /// - Throws: `noPatternOpen`.
    package func practiceOfTheDay(isNew: Bool = false) throws -> (pattern: Pattern, due: [Int]) {
        let todaysPattern = try patternOfTheDay()
        if try !isNew && isUnfinished("practice", todaysPattern) { return (todaysPattern, []) }
        for subject in try due() {
            let pattern = try curriculum.pattern(subject.id).value
            let moves = try dueMovements(of: pattern)
            if !moves.isEmpty { return (pattern, moves) }
        }
        return (todaysPattern, [])
    }
}
