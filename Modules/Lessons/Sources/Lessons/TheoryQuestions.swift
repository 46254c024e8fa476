import Content
import Kernel
import Practice

extension TheoryTopic {
    /// The target that records the reading of the page.
    package var reading: Target { Target(.theory, id, "read") }

    /// The targets of the page's questions, numbered from 1.
    package var questionItems: [Target] { questions.indices.map { Target(.theory, id, "question-\($0 + 1)") } }

    /// Returns the task of the page or of one of its questions, or nil for any other part.
    func task(_ item: Target) -> LessonTask? {
        guard item == reading else { return task(question: item.place.number) }
        return LessonTask(item, title: subject.title, prompt: title, form: .read(self))
    }

    /// Returns a question of the page. Without wrong answers, the learner thinks of the answer,
    /// looks it up and marks it.
    func task(question number: Int) -> LessonTask? {
        guard questions.indices.contains(number - 1) else { return nil }
        let question = questions[number - 1]
        let key = AnswerKey(
            question.answer, alsoRight: question.alternativeAnswers, wrong: question.wrong, grade: grade)
        let isOpen = !key.hasChoices && !key.isShort
        return LessonTask(
            Target(.theory, id, "question-\(number)"), title: subject.title, prompt: question.prompt,
            form: isOpen ? .done(uncovering: [[.init("Answer", question.answer)]]) : .asked(key))
    }
}

extension TheoryTopic.Subject {
    /// The display name, such as `Etiquette`.
    var title: String { rawValue.capitalizedFirst }
}

extension LineWork {
    /// Returns the task of a line by its number from 1, or nil if there is none.
    func task(line number: Int) -> LessonTask? {
        guard exercises.indices.contains(number - 1) else { return nil }
        let line = exercises[number - 1]
        let doubt = line.doubt.isEmpty ? [] : [LessonTask.Fact("Not sure", line.doubt)]
        return LessonTask(
            Target(.lineWork, grade.id, String(number)),
            title: "Line work \(grade.id), line \(number) of \(exercises.count)",
            prompt: "Do it, then say how it went.",
            facts: [.init("Way", line.way.rawValue), .init("Technique", line.parts.joined(separator: ", "))] + doubt,
            form: .done(uncovering: []))
    }

    /// The targets of the lines, numbered from 1.
    package var items: [Target] { exercises.indices.map { Target(.lineWork, grade.id, String($0 + 1)) } }
}
