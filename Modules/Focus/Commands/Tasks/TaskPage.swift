import Focus
import Interface
import Kernel

/// The command that shows everything about one task.
extension TaskCommands {
    var show: Command {
        Command(
            "task show", "Show one task, with its parts, its notes and what it waits for",
            examples: [.init("task show 'Write report'", "By its title")], name, returns: .one(TaskCommands.storyFields)
        ) { name in
            let story = try tasks.details(of: name)
            return .one(
                story, TaskCommands.storyFields, blocks: blocks(of: story),
                next: ["start --task \(story.row.task.id.shortForm)"])
        }
    }

    private static let storyFields: [Field<TaskList.Details>] =
        TaskFields.detail.map { field in Field(field.name, field.help) { field.value($0.row) } } + [
            Field("parts", "the identifiers of its parts, and of theirs") {
                .texts($0.parts.map(\.row.task.id.rawValue))
            },
            Field("holdsUp", "the identifiers of the open tasks that wait for it") {
                .texts($0.waiting.map(\.id.rawValue))
            },
            Field("estimateWithParts", "the seconds that it should take with its parts") { .integer($0.estimate) },
            Field("spentWithParts", "seconds of focus spent on it and its parts") { .integer($0.spent / 1000) },
            Field("over", "whether more was spent than it should take") { .bool($0.isOver) },
        ]

    private func blocks(of story: TaskList.Details) -> [Block] {
        let task = story.row.task
        let hidden = ["estimate", "spent", "line", "id"]
        let shown = TaskFields.detail.filter { $0.title != nil && !hidden.contains($0.name) }
        var facts: [(name: String, value: StyledText)] = shown.compactMap { field in
            let value = field.cell(story.row)
            return value.text.isEmpty ? nil : (field.title ?? "", value)
        }
        if let time = TaskCommands.time(of: story) { facts.append(("Time", time)) }
        if let whole = TaskCommands.titles(story.ancestors, most: 5) { facts.append(("A part of", StyledText(whole))) }
        if let awaited = TaskCommands.titles(story.row.awaited, most: 10) {
            facts.append(("Waits for", StyledText(awaited)))
        }
        if let waiting = TaskCommands.titles(story.waiting, most: 10) {
            facts.append(("Waiting for it", StyledText(waiting)))
        }
        facts.append(("Line", StyledText(QuickLine.line(of: task.draft), .muted)))
        facts.append(("Id", StyledText(task.id.rawValue, .muted)))
        return [.facts(facts)] + parts(of: story) + notes(of: task)
    }

    private static let mostParts = 50

    private func parts(of story: TaskList.Details) -> [Block] {
        guard !story.parts.isEmpty else { return [] }
        let done = story.parts.count { $0.row.isDone }
        let lines = story.parts.prefix(TaskCommands.mostParts).map { part in
            let indent = String(repeating: "  ", count: min(part.level, FocusTask.deepest) - 1)
            return Block.paragraph(StyledText(indent) + TaskFields.line(of: part.row))
        }
        let hiddenCount = story.parts.count - lines.count
        return [.gap, .heading(StyledText("Parts, \(done) of \(story.parts.count) done"))] + lines
            + (hiddenCount > 0 ? [.paragraph(StyledText("and \(hiddenCount) more", .muted))] : [])
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

    /// Returns the spent time and the estimate, such as "1h10m of 2h", with the time of its parts.
    private static func time(of story: TaskList.Details) -> StyledText? {
        guard story.spent > 0 || story.estimate != nil else { return nil }
        let spent = Span.minutes(milliseconds: story.spent)
        let ratio = story.estimate.map { "\(spent) of \(Span(seconds: $0))" } ?? "\(spent) spent"
        let over =
            story.isOver
            ? story.estimate.map { " (\(Span.minutes(milliseconds: story.spent - $0 * 1000)) over)" } ?? "" : ""
        let partsNote = story.parts.isEmpty ? "" : ", with its parts"
        let beyond = story.row.task.estimate.flatMap { own in story.estimateOfParts.map { $0 > own ? $0 : 0 } } ?? 0
        let parts = beyond > 0 ? "; its parts alone should take \(Span(seconds: beyond))" : ""
        return StyledText(declared: ratio) + StyledText(declared: over, .bad) + StyledText(declared: partsNote, .muted)
            + StyledText(declared: parts, .muted)
    }
}
