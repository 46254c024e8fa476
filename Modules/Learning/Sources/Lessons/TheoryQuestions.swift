import Content
import Kernel
import Practice

extension TheoryTopic {
    /// What is kept when the page was read.
    var reading: Target { Target(.theory, id, "read") }

    /// The questions that the page answers, by number from 1.
    var questionItems: [Target] { questions.indices.map { Target(.theory, id, "question-\($0 + 1)") } }

    /// The page itself, or a question that it answers; nil for any other part.
    func task(_ item: Target) -> LessonTask? {
        guard item == reading else { return task(question: item.place.number) }
        return LessonTask(item, title: subject.title, ask: title, form: .read(self))
    }

    /// A question of the page; where it has no wrong answers it is thought of, looked up, and judged by the learner.
    func task(question number: Int) -> LessonTask? {
        guard questions.indices.contains(number - 1) else { return nil }
        let question = questions[number - 1]
        let key = AnswerKey(question.answer, alsoRight: question.alsoRight, wrong: question.wrong, grade: grade)
        let isOpen = !key.hasChoices && !key.isShort
        return LessonTask(
            Target(.theory, id, "question-\(number)"), title: subject.title,
            ask: question.ask,
            form: isOpen ? .done(uncovering: [[.init("Answer", question.answer)]]) : .asked(key))
    }
}

extension TheoryTopic.Subject {
    /// For people: `Etiquette`.
    var title: String { rawValue.capitalizedFirst }
}

extension LineWork {
    /// The task of a line.
    func task(line number: Int) -> LessonTask? {
        guard exercises.indices.contains(number - 1) else { return nil }
        let line = exercises[number - 1]
        let doubt = line.doubt.isEmpty ? [] : [LessonTask.Fact("Not sure", line.doubt)]
        return LessonTask(
            Target(.lineWork, grade.id, String(number)),
            title: "Line work \(grade.id), line \(number) of \(exercises.count)",
            ask: "Do it, then say how it went.",
            facts: [.init("Way", line.way.rawValue), .init("Technique", line.parts.joined(separator: ", "))] + doubt,
            form: .done(uncovering: []))
    }

    /// What can be done of it.
    var items: [Target] { exercises.indices.map { Target(.lineWork, grade.id, String($0 + 1)) } }
}
