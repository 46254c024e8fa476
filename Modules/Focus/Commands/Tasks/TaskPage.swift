import Focus
import Kernel
import Terminal

/// Everything about one task.
extension TaskDesk {
    var show: Command {
        Command(
            "task show", "Show one task, with its parts, its notes and what it waits for",
            examples: [.init("task show 'Write report'", "By its title")], name, returns: .one(TaskDesk.storyFields)
        ) { name in
            let story = try tasks.story(of: name)
            return .one(
                story, TaskDesk.storyFields, blocks: blocks(of: story), next: ["start --task \(story.row.task.id.end)"])
        }
    }

    private static let storyFields: [Field<TaskList.Story>] =
        TaskFields.detail.map { field in Field(field.name, field.help) { field.value($0.row) } } + [
            Field("parts", "the identifiers of its parts, and of theirs") { .texts($0.parts.map(\.row.task.id.rawValue)) },
            Field("holdsUp", "the identifiers of the open tasks that wait for it") { .texts($0.waiting.map(\.id.rawValue)) },
            Field("estimateWithParts", "the seconds that it should take with its parts") { .integer($0.estimate) },
            Field("spentWithParts", "seconds of focus spent on it and its parts") { .integer($0.spent / 1000) },
            Field("over", "whether more was spent than it should take") { .bool($0.isOver) },
        ]

    private func blocks(of story: TaskList.Story) -> [Block] {
        let task = story.row.task
        let hidden = ["estimate", "spent", "line", "id"]
        let shown = TaskFields.detail.filter { $0.title != nil && !hidden.contains($0.name) }
        var facts: [(name: String, value: StyledText)] = shown.compactMap { field in
            let value = field.cell(story.row)
            return value.text.isEmpty ? nil : (field.title ?? "", value)
        }
        if let time = TaskDesk.time(of: story) { facts.append(("Time", time)) }
        if let whole = TaskDesk.naming(story.wholes, most: 5) { facts.append(("A part of", StyledText(whole))) }
        if let awaited = TaskDesk.naming(story.row.awaited, most: 10) { facts.append(("Waits for", StyledText(awaited))) }
        if let waiting = TaskDesk.naming(story.waiting, most: 10) { facts.append(("Waiting for it", StyledText(waiting))) }
        facts.append(("Line", StyledText(QuickLine.line(of: task.draft), .muted)))
        facts.append(("Id", StyledText(task.id.rawValue, .muted)))
        return [.facts(facts)] + parts(of: story) + notes(of: task)
    }

    /// How many parts a page shows.
    private static let mostParts = 50

    private func parts(of story: TaskList.Story) -> [Block] {
        guard !story.parts.isEmpty else { return [] }
        let done = story.parts.count { $0.row.isDone }
        let lines = story.parts.prefix(TaskDesk.mostParts).map { part in
            let indent = String(repeating: "  ", count: min(part.level, FocusTask.deepest) - 1)
            return Block.paragraph(StyledText(indent) + TaskFields.line(of: part.row))
        }
        let more = story.parts.count - lines.count
        return [.gap, .heading(StyledText("Parts, \(done) of \(story.parts.count) done"))] + lines
            + (more > 0 ? [.paragraph(StyledText("and \(more) more", .muted))] : [])
    }

    private func notes(of task: FocusTask) -> [Block] {
        let note: [Block] =
            task.note.map {
                [.gap, .heading("Note")]
                    + $0.split(separator: "\n", omittingEmptySubsequences: false).map {
                        $0.isEmpty ? .gap : .paragraph(StyledText(String($0)))
                    }
            } ?? []
        let noted = (task.annotations ?? []).enumerated().map { place, one in
            let day = time.calendar.day(of: one.at)
            return Block.paragraph(StyledText("\(place + 1)  \(day)  ", .muted) + StyledText(one.text))
        }
        return note + (noted.isEmpty ? [] : [.gap, .heading("Annotations")] + noted)
    }

    /// What was spent beside what it should take: "1h10m of 2h", with the parts where it has some.
    private static func time(of story: TaskList.Story) -> StyledText? {
        guard story.spent > 0 || story.estimate != nil else { return nil }
        let spent = Span.minutes(milliseconds: story.spent)
        let ratio = story.estimate.map { "\(spent) of \(Span(seconds: $0))" } ?? "\(spent) spent"
        let over =
            story.isOver ? story.estimate.map { " (\(Span.minutes(milliseconds: story.spent - $0 * 1000)) over)" } ?? "" : ""
        let own = story.parts.isEmpty ? "" : ", with its parts"
        let beyond = story.row.task.estimate.flatMap { own in story.estimateOfParts.map { $0 > own ? $0 : 0 } } ?? 0
        let parts = beyond > 0 ? "; its parts alone should take \(Span(seconds: beyond))" : ""
        return StyledText(declared: ratio) + StyledText(declared: over, .bad) + StyledText(declared: own, .muted)
            + StyledText(declared: parts, .muted)
    }
}
