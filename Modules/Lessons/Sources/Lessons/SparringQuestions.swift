import Content
import Learning
import Practice

/// The questions about the exchanges of step sparring.
///
/// Every question names its exchange or shows enough to identify it, so that exactly one answer is
/// right.
package struct SparringQuestions {
    let exercises: [SparringExercise]
    /// The maximum number of wrong answers to look for.
    private var plausible = AnswerKey.maximumWrongAnswers

    package init(exercises: [SparringExercise]) { self.exercises = exercises }

    /// The word in the names of short questions for a small child.
    static let short = "answer"

    /// Returns the first short question about an exchange, or nil if no step has one.
    func shortItem(about exercise: SparringExercise) -> Target? {
        exercise.steps.indices.lazy.map { exercise.item("\(SparringQuestions.short)-\($0 + 1)") }.first {
            task($0) != nil
        }
    }

    /// Returns all questions about an exchange.
    package func items(about exercise: SparringExercise) -> [Target] {
        let steps = exercise.steps.indices.flatMap { step in
            ["defence", "counter", "stance", "section"].map { exercise.item("\($0)-\(step + 1)") }
        }
        // The first wrong answer proves that a question can be asked. Judging all of them takes six
        // times as long.
        var singleChoice = self
        singleChoice.plausible = 1
        return (steps + [exercise.item("number")]).filter { singleChoice.task($0) != nil }
    }

    /// Returns the question of an item, or nil if it cannot be asked.
    func task(_ item: Target) -> LessonTask? {
        guard let exercise = exercises.first(where: { $0.id == item.subject }) else { return nil }
        let (word, number) = item.place
        if word == "number" { return numberTask(exercise) }
        guard exercise.steps.indices.contains(number - 1) else { return nil }
        let question = StepQuestion(exercise: exercise, number: number, plausible: plausible)
        switch word {
        case SparringQuestions.short: return answer(question)
        case "defence": return defence(question)
        case "counter": return counter(question)
        case "stance": return stance(question)
        case "section": return section(question)
        default: return nil
        }
    }

    /// A question about one step of an exchange.
    private struct StepQuestion {
        let exercise: SparringExercise
        let number: Int
        let plausible: Int
        var step: SparringExercise.Step { exercise.steps[number - 1] }

        /// Returns a question whose wrong answers are other parts.
        func task(
            _ word: String, _ ask: String, _ facts: [LessonTask.Fact], _ part: SparringExercise.Part,
            among others: [SparringExercise.Part]
        ) -> LessonTask? {
            let nearParts = others.filter { WordSimilarity.isOneApart($0.fields, part.fields) }
            return task(word, ask, facts, part.phrase, near: nearParts.map(\.phrase), wrong: others.map(\.phrase))
        }

        /// Returns a question with an answer, or nil if no wrong answer exists.
        func task(
            _ word: String, _ ask: String, _ facts: [LessonTask.Fact], _ answer: String, near: [String] = [],
            wrong: [String]
        ) -> LessonTask? {
            let key = AnswerKey(answer, near: near, wrong: wrong, grade: exercise.grade, keeping: plausible)
            guard key.hasChoices else { return nil }
            return LessonTask(
                exercise.item("\(word)-\(number)"), title: exercise.title(ofStep: number), prompt: ask, facts: facts,
                form: .asked(key))
        }
    }

    // MARK: - Attack and defense

    private func defence(_ question: StepQuestion) -> LessonTask? {
        guard !question.step.defence.actions.isEmpty else { return nil }
        let otherParts = byNearness(question.exercise).flatMap { $0.steps.map(\.defence) }.filter {
            !$0.actions.isEmpty
        }
        return question.task(
            "defence", "Which defence answers it?", [.init("Attack", question.step.attack.phrase)],
            question.step.defence,
            among: otherParts
        )
    }

    /// Returns a short question about the defense for a small child: the action of the arm or leg
    /// without feet, stances and sections.
    private func answer(_ question: StepQuestion) -> LessonTask? {
        let exercise = question.exercise
        guard !question.step.defence.actions.isEmpty else { return nil }
        let otherParts = byNearness(exercise).flatMap { $0.steps.map(\.defence) }.filter { !$0.actions.isEmpty }
        let key = AnswerKey(
            question.step.defence.words(withSection: false), wrong: otherParts.map { $0.words(withSection: false) },
            grade: exercise.grade, keeping: plausible)
        guard key.hasChoices else { return nil }
        return LessonTask(
            exercise.item("\(SparringQuestions.short)-\(question.number)"),
            title: question.number == 1 ? exercise.name : exercise.title(ofStep: question.number),
            prompt: "How do you defend?",
            facts: [.init("Your partner", question.step.attack.words(withSection: true))], form: .asked(key))
    }

    private func counter(_ question: StepQuestion) -> LessonTask? {
        guard let counter = question.step.counter, !counter.actions.isEmpty else { return nil }
        let otherParts = byNearness(question.exercise).flatMap { $0.steps.compactMap(\.counter) }.filter {
            !$0.actions.isEmpty
        }
        let facts: [LessonTask.Fact] = [
            .init("Attack", question.step.attack.phrase), .init("Defence", question.step.defence.phrase),
        ]
        return question.task("counter", "How does the defender counter?", facts, counter, among: otherParts)
    }

    /// Returns the question for the name of an exchange from its defenses, or nil if two exchanges
    /// of the kind have the same defenses.
    private func numberTask(_ exercise: SparringExercise) -> LessonTask? {
        let siblings = exercises.filter { $0.kind == exercise.kind }
        guard siblings.count > 1, exercise.steps.contains(where: { !$0.defence.actions.isEmpty }) else { return nil }
        let facts = SparringQuestions.defences(of: exercise)
        let otherExchanges = siblings.filter { SparringQuestions.defences(of: $0) != facts }
        guard otherExchanges.count == siblings.count - 1 else { return nil }
        let wrong = otherExchanges.sorted { abs($0.number - exercise.number) < abs($1.number - exercise.number) }.map(
            \.name)
        let key = AnswerKey(exercise.name, wrong: wrong, grade: exercise.grade, keeping: plausible)
        return LessonTask(
            exercise.item("number"), title: exercise.kind.title, prompt: "Which exchange is defended like this?",
            facts: facts, form: .asked(key))
    }

    /// Returns the defenses of all steps, which identify an exchange.
    private static func defences(of exercise: SparringExercise) -> [LessonTask.Fact] {
        exercise.answers(isNumbered: exercise.steps.count > 1)
    }

    // MARK: - Stance and section

    private func stance(_ question: StepQuestion) -> LessonTask? {
        guard let stance = question.step.defence.ending?.stance, !question.step.defence.actions.isEmpty else {
            return nil
        }
        let otherStances = byNearness(question.exercise).flatMap { $0.steps.flatMap { [$0.defence, $0.attack] } }
            .compactMap {
                $0.ending?.stance.rawValue
            }
        let facts: [LessonTask.Fact] = [
            .init("Attack", question.step.attack.phrase), .init("Defence", question.step.defence.action),
        ]
        return question.task(
            "stance", "In which stance does the defender end?", facts, stance.rawValue, wrong: otherStances)
    }

    /// Returns a question about the section of the attack, or nil if all attacks of the kind have
    /// the same section.
    private func section(_ question: StepQuestion) -> LessonTask? {
        let attack = question.step.attack
        guard attack.actions.count == 1, let action = attack.actions.first, let section = action.technique.section
        else {
            return nil
        }
        let sections = Set(
            exercises.filter { $0.kind == question.exercise.kind }.flatMap { $0.steps.flatMap(\.attack.actions) }
                .compactMap(
                    \.technique.section))
        guard sections.count > 1 else { return nil }
        let name = [action.technique.side?.rawValue, action.technique.action].compactMap { $0 }.joined(separator: " ")
        return question.task(
            "section", "How high does the attack come?", [.init("Attack", name)], section,
            wrong: ["high", "middle", "low"])
    }

    /// Returns the exercises in order of nearness: the exercise itself, those of its kind, then the
    /// others.
    private func byNearness(_ exercise: SparringExercise) -> [SparringExercise] {
        exercises.enumerated().sorted { left, right in
            (left.element.kind == exercise.kind ? 0 : 1, abs(left.element.number - exercise.number), left.offset)
                < (
                    right.element.kind == exercise.kind ? 0 : 1, abs(right.element.number - exercise.number),
                    right.offset
                )
        }.map(\.element)
    }
}

extension SparringExercise.Part {
    /// Returns the action without side and form, such as `middle punch`, or the phrase of the part
    /// if the partner chooses.
    fileprivate func words(withSection includesSection: Bool) -> String {
        guard !actions.isEmpty else { return phrase }
        return actions.map { action in
            let omittedWords = [
                action.technique.side?.rawValue, action.form?.rawValue,
                includesSection ? nil : action.technique.section,
            ]
            return action.phrase.split(separator: " ").map(String.init).filter { !omittedWords.contains($0) }.joined(
                separator: " ")
        }.joined(separator: ", then ")
    }
}
