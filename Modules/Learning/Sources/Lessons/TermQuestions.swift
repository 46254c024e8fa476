import Content
import Kernel
import Practice

/// What a grading asks of the words of a grade: one of four.
struct TermQuestions {
    let terms: [Term]
    private let judge: LazyJudge

    init(_ terms: [Term]) { (self.terms, judge) = (terms, LazyJudge(terms)) }

    /// The item of a word in a direction.
    static func item(_ term: Term, _ direction: Direction) -> Target {
        Target(.flashcards, term.id, direction.rawValue)
    }

    /// The task of an item; nil when there is no such word, or nothing to confuse it with.
    func task(_ item: Target) -> LessonTask? {
        guard let term = terms.first(where: { $0.id == item.subject }), let direction = Direction(rawValue: item.part),
            term.hasKorean
        else { return nil }
        // Which words are near is the same at every look; which of them are offered, chance decides later.
        var order = RandomSource(seed: 0)
        let distractors = Distractors(
            card: Card(term: term.id, direction: direction), term: term, judge: judge.judge)
        let sides = TermSides(term, asked: direction.asked)
        let wrong = distractors.wrong(
            from: terms.filter { $0.grade <= term.grade }, keeping: AnswerKey.plausible, &order)
        let key = AnswerKey(
            sides.answer, near: wrong.filter(distractors.isOneApart).map(sides.text), wrong: wrong.map(sides.text),
            grade: term.grade)
        guard key.hasChoices else { return nil }
        let ask =
            direction == .englishToKorean
            ? "What is “\(sides.prompt)” in Korean?"
            : sides.isName ? "Which name is \(sides.prompt)?" : "What does \(sides.prompt) mean?"
        return LessonTask(item, title: "Words, \(term.grade.id)", ask: ask, form: .asked(key))
    }
}

extension Lessons {
    /// A question with its choices about the simplest word of the learner's grade, as a test asks it; nil where there is nothing to confuse it with.
    public func sampleQuestion() throws -> LessonTask? {
        guard let word = NewOrder.simplest(of: learner.syllabus.opened(in: try book.library().terms)) else { return nil }
        let task = book.task(TermQuestions.item(word, .koreanToEnglish))?.offering(isTyped: false, seed: 1)
        return task.flatMap { $0.choices.isEmpty ? nil : $0 }
    }
}
