import Content
import Kernel
import Learning
import Practice

/// The tasks about a pattern in a grading: to perform it and to name single movements.
package struct PatternExamination {
    let pattern: Pattern

    package init(pattern: Pattern) { self.pattern = pattern }

    /// The item that asks for the whole pattern on the floor.
    package var performance: Target { Target(.patterns, pattern.id, "perform") }

    /// The questions about single movements.
    package var items: [Target] {
        pattern.moves.map { Target(.patterns, pattern.id, "deed-\($0.number)") }.filter { task($0) != nil }
    }

    /// Returns the task of an item, or nil if it cannot be asked.
    func task(_ item: Target) -> LessonTask? {
        let (word, number) = item.place
        if word == "perform" { return performanceTask(item) }
        guard word == "deed", let move = pattern.move(number), let answer = PatternExamination.phrase(of: move) else {
            return nil
        }
        let otherMoves = pattern.moves.sorted { abs($0.number - number) < abs($1.number - number) }
        let nearMoves = otherMoves.filter { WordSimilarity.isOneApart($0.fields, move.fields) }
        let key = AnswerKey(
            answer, near: nearMoves.compactMap(PatternExamination.phrase),
            wrong: otherMoves.compactMap(PatternExamination.phrase),
            grade: pattern.heading.grade)
        guard key.hasChoices else { return nil }
        return LessonTask(
            item, title: pattern.heading.name, prompt: "What is movement \(number) of \(pattern.moves.count)?",
            form: .asked(key))
    }

    private func performanceTask(_ item: Target) -> LessonTask {
        LessonTask(
            item, title: pattern.heading.name,
            prompt:
                "Do the whole pattern on the floor, without help: \(counted(pattern.heading.count, "movement")). Then say how it went.",
            facts: [.init("Ready", pattern.heading.ready)], form: .done(uncovering: []))
    }

    /// Returns the stance and technique without the direction, which the diagram shows.
    private static func phrase(of move: Move) -> String? {
        guard let ending = move.ending, !move.actions.isEmpty else { return nil }
        let stance = [ending.side?.rawValue, ending.stance.rawValue].compactMap { $0 }.joined(separator: " ")
        let techniques = move.actions.map {
            [$0.side?.rawValue, $0.section, $0.tool, $0.action].compactMap { $0 }.joined(separator: " ")
        }
        return "\(stance): \(techniques.joined(separator: ", "))"
    }
}
