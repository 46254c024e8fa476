import Content
import Kernel
import Practice

/// What a grading asks about a pattern: to show it, and what single movements are.
struct PatternExamination {
    let pattern: Pattern

    /// The whole pattern, done.
    var performance: Target { Target(.patterns, pattern.id, "perform") }

    /// The movements whose technique can be asked.
    var items: [Target] {
        pattern.moves.map { Target(.patterns, pattern.id, "deed-\($0.number)") }.filter { task($0) != nil }
    }

    /// The task of an item; nil when it cannot be asked.
    func task(_ item: Target) -> LessonTask? {
        let (word, number) = item.place
        if word == "perform" { return perform(item) }
        guard word == "deed", let move = pattern.move(number), let done = PatternExamination.phrase(of: move) else { return nil }
        let others = pattern.moves.sorted { abs($0.number - number) < abs($1.number - number) }
        let near = others.filter { Likeness.isOneApart($0.fields, move.fields) }
        let key = AnswerKey(
            done, near: near.compactMap(PatternExamination.phrase), wrong: others.compactMap(PatternExamination.phrase),
            grade: pattern.heading.grade)
        guard key.hasChoices else { return nil }
        return LessonTask(
            item, title: pattern.heading.name, ask: "What is movement \(number) of \(pattern.moves.count)?", form: .asked(key))
    }

    private func perform(_ item: Target) -> LessonTask {
        LessonTask(
            item, title: pattern.heading.name,
            ask:
                "Do the whole pattern on the floor, without help: \(counted(pattern.heading.count, "movement")). Then say how it went.",
            facts: [.init("Ready", pattern.heading.ready)], form: .done(uncovering: []))
    }

    /// Stance and technique, without where they point: that is what the diagram is for.
    private static func phrase(of move: Move) -> String? {
        guard let ending = move.ending, !move.deeds.isEmpty else { return nil }
        let stance = [ending.side?.rawValue, ending.stance.rawValue].compactMap { $0 }.joined(separator: " ")
        let deeds = move.deeds.map {
            [$0.side?.rawValue, $0.section, $0.tool, $0.action].compactMap { $0 }.joined(separator: " ")
        }
        return "\(stance): \(deeds.joined(separator: ", "))"
    }
}
