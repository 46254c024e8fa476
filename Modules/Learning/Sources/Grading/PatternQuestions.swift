import Content
import Kernel

/// What a grading asks about a pattern: to show it, and what single movements are.
struct PatternQuestions {
    let pattern: Pattern

    /// The whole pattern, done.
    var performance: Mastery.Item { Mastery.Item(.patterns, pattern.id, "perform") }

    /// The movements whose technique can be asked.
    var items: [Mastery.Item] {
        pattern.moves.map { Mastery.Item(.patterns, pattern.id, "deed-\($0.number)") }.filter { task($0) != nil }
    }

    /// The task of an item; nil when it cannot be asked.
    func task(_ item: Mastery.Item) -> LessonTask? {
        let (word, number) = item.place
        if word == "perform" { return perform(item) }
        guard word == "deed", let move = pattern.move(number), let done = PatternQuestions.phrase(of: move) else { return nil }
        let others = pattern.moves.sorted { abs($0.number - number) < abs($1.number - number) }
        let key = AnswerKey(done, wrong: others.compactMap(PatternQuestions.phrase), grade: pattern.heading.grade)
        guard key.hasChoices else { return nil }
        return LessonTask(
            item, title: pattern.heading.name, ask: "What is movement \(number) of \(pattern.moves.count)?", form: .asked(key))
    }

    private func perform(_ item: Mastery.Item) -> LessonTask {
        LessonTask(
            item, title: pattern.heading.name,
            ask: "Do the whole pattern on the floor, without help: \(pattern.heading.count) movements. Then say how it went.",
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

/// What a grading asks of the words of a grade: one of four.
struct TermQuestions {
    let terms: [Term]

    init(_ terms: [Term]) { self.terms = terms }

    /// The item of a word in a direction.
    static func item(_ term: Term, _ direction: Direction) -> Mastery.Item {
        Mastery.Item(.flashcards, term.id, direction.rawValue)
    }

    /// The task of an item; nil when there is no such word, or nothing to confuse it with.
    func task(_ item: Mastery.Item) -> LessonTask? {
        guard let term = terms.first(where: { $0.id == item.subject }), let direction = Direction(rawValue: item.part),
            term.hasKorean
        else { return nil }
        // Which words are near is the same at every look; which of them are offered, chance decides later.
        var order = RandomSource(seed: 0)
        let distractors = Distractors(
            card: Card(term: term.id, direction: direction), term: term, judge: AnswerJudge(among: terms))
        let face: (Term) -> String = { direction == .koreanToEnglish ? $0.english : $0.korean }
        let wrong = distractors.choices(from: terms.filter { $0.grade <= term.grade }, &order).filter { $0.id != term.id }
        let key = AnswerKey(face(term), wrong: wrong.map(face), grade: term.grade)
        guard key.hasChoices else { return nil }
        let ask = direction == .koreanToEnglish ? "What does \(term.korean) mean?" : "What is “\(term.english)” in Korean?"
        return LessonTask(item, title: "Words, \(term.grade.id)", ask: ask, form: .asked(key))
    }
}
