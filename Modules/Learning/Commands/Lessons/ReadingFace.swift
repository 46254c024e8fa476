import Kernel
import Learning
import Practice
import PracticeCommands
import Terminal

/// Pages of theory, one after the other. A page counts as read when it is turned with enter or space.
struct ReadingFace: PracticeFace {
    typealias Kind = LessonExercise

    let desk: LessonDesk
    let lessons: Lessons

    var help: String { desk.feature }

    func look(at task: LessonTask, in run: Run<LessonExercise>, seconds: Double, saying said: [Block]) -> DialogueView {
        let belt = StyledText("  ") + BeltStripe.text(of: task, in: lessons.book)
        let place = StyledText("Page \(run.place + 1) of \(run.items.count)  \(content: task.title)", .muted)
        return DialogueView(
            said + [.paragraph(place + belt), .heading(StyledText(content: task.ask))] + text(of: task),
            wanted: .key(KeyTable.on("read") + [KeyTable.skip, KeyTable.undo(), KeyTable.quit()]),
            title: "theory \(run.place + 1)/\(run.items.count)", help: help,
            stage: Stage(
                StyledText(content: task.title, .title) + belt,
                aside: StyledText("page \(run.place + 1) of \(run.items.count)", .muted),
                progress: Double(run.place) / Double(max(1, run.items.count)),
                card: [.heading(StyledText(content: task.ask))] + text(of: task),
                said: said))
    }

    private func text(of task: LessonTask) -> [Block] {
        guard case .read(let topic) = task.form else { return [] }
        let doubt: [Block] =
            topic.doubt.isEmpty ? [] : [.gap, .paragraph(StyledText("Not sure: \(content: topic.doubt)", .warning))]
        return topic.text.flatMap { [Block.gap, .paragraph(StyledText(content: $0))] } + doubt
    }

    func press(_ key: Key, on task: LessonTask, in run: Run<LessonExercise>) -> Reaction {
        switch key {
        case .enter, .space: .answer(.read)
        case KeyTable.skip.key: .pass
        default: .stay
        }
    }

    func sentence(onTakingBack answer: Answer) -> String { "Taken back: not read." }

    func output(of run: Run<LessonExercise>, saying said: [Block]) throws -> Output { try desk.output(lessons, run, said) }
}
