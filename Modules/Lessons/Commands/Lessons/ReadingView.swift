import Interface
import Kernel
import LearningCommands
import Lessons
import Practice
import PracticeCommands

/// Theory pages in sequence, each marked as read when the learner turns it with Enter or Space.
struct ReadingView: ExerciseView {
    typealias Kind = LessonExercise

    let lessonCommands: LessonCommands
    let lessons: LessonStudy

    var help: String { lessonCommands.feature }

    func render(_ task: LessonTask, in run: Run<LessonExercise>, seconds: Double, saying messages: [Block])
        -> DialogueView
    {
        let belt = StyledText("  ") + BeltStripe.text(of: task, in: lessons.book)
        let positionText = StyledText("Page \(run.place + 1) of \(run.items.count)  \(content: task.title)", .muted)
        return DialogueView(
            messages + [.paragraph(positionText + belt), .heading(StyledText(content: task.prompt))] + text(of: task),
            wanted: .key(KeyTable.advance("read") + [KeyTable.skip, KeyTable.undo(), KeyTable.quit()]),
            title: "theory \(run.place + 1)/\(run.items.count)", help: help,
            stage: Stage(
                StyledText(content: task.title, .title) + belt,
                aside: StyledText("page \(run.place + 1) of \(run.items.count)", .muted),
                progress: Double(run.place) / Double(max(1, run.items.count)),
                card: [.heading(StyledText(content: task.prompt))] + text(of: task),
                feedback: messages))
    }

    /// Returns the paragraphs of a page and the doubts about them, if any.
    private func text(of task: LessonTask) -> [Block] {
        guard case .read(let topic) = task.form else { return [] }
        let doubt: [Block] =
            topic.doubt.isEmpty ? [] : [.gap, .paragraph(StyledText("Not sure: \(content: topic.doubt)", .warning))]
        return topic.text.flatMap { [Block.gap, .paragraph(StyledText(content: $0))] } + doubt
    }

    func handle(_ key: Key, on task: LessonTask, in run: Run<LessonExercise>) -> Reaction {
        switch key {
        case .enter, .space: .answer(.read)
        case KeyTable.skip.key: .skip
        default: .stay
        }
    }

    func undoMessage(onTakingBack answer: Answer) -> String { "Taken back: not read." }

    func output(of run: Run<LessonExercise>, saying messages: [Block]) throws -> Output {
        try lessonCommands.output(lessons, run, messages)
    }
}
