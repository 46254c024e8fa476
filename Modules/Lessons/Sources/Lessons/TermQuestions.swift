import Content
import Kernel
import Learning
import Practice

/// The multiple-choice questions about the words of a grade.
package struct TermQuestions {
    package let terms: [Term]
    private let judge: LazyJudge

    init(_ terms: [Term]) {
        self.terms = terms
        judge = LazyJudge(terms)
    }

    /// Returns the target of a word in one direction.
    package static func item(_ term: Term, _ direction: Direction) -> Target {
        Target(.flashcards, term.id, direction.rawValue)
    }

    /// Returns the task of an item, or nil if the word does not exist or has no wrong choices.
    func task(_ item: Target) -> LessonTask? {
        guard let term = terms.first(where: { $0.id == item.subject }), let direction = Direction(rawValue: item.part),
            term.hasKorean
        else { return nil }
        // The fixed seed keeps the set of near words stable. A later random draw selects the
        // offered ones.
        var random = RandomSource(seed: 0)
        let distractors = WrongChoices(
            card: Card(term: term.id, direction: direction), term: term, judge: judge.judge)
        let sides = TermSides(term, asked: direction.asked)
        let wrong = distractors.wrong(
            from: terms.filter { $0.grade <= term.grade }, keeping: AnswerKey.maximumWrongAnswers, &random)
        let key = AnswerKey(
            sides.answer, near: wrong.filter(distractors.isOneApart).map(sides.text), wrong: wrong.map(sides.text),
            grade: term.grade)
        guard key.hasChoices else { return nil }
        let ask =
            direction == .englishToKorean
            ? "What is “\(sides.prompt)” in Korean?"
            : sides.isName ? "Which name is \(sides.prompt)?" : "What does \(sides.prompt) mean?"
        return LessonTask(item, title: "Words, \(term.grade.id)", prompt: ask, form: .asked(key))
    }
}

extension LessonStudy {
    /// Returns a multiple-choice question about the simplest word of the learner's grade, or nil if
    /// it has no wrong choices.
    package func sampleQuestion() throws -> LessonTask? {
        guard let word = NewOrder.simplest(of: learner.syllabus.opened(in: try book.library().terms)) else {
            return nil
        }
        let task = book.task(TermQuestions.item(word, .koreanToEnglish))?.offering(isTyped: false, seed: 1)
        return task.flatMap { $0.choices.isEmpty ? nil : $0 }
    }
}
