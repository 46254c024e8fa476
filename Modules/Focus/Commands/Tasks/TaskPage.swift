import Focus
import Interface
import Kernel

/// The command that shows everything about one task.
extension TaskCommands {
    var show: Command {
        Command(
            "task show", "Show one task, with its parts, its notes and what it waits for",
            examples: [.init("task show 'Write report'", "By its title")], name,
            returns: .one(TaskCommands.detailsFields)
        ) { name in
            let details = try tasks.details(of: name)
            return .one(
                details, TaskCommands.detailsFields, blocks: blocks(of: details),
                next: ["start --task \(details.row.task.id.shortForm)"])
        }
    }

    private static let detailsFields: [Field<TaskList.Details>] =
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

    /// Returns everything about a task for people.
    private func blocks(of details: TaskList.Details) -> [Block] {
        let task = details.row.task
        let hidden = ["estimate", "spent", "line", "id"]
        let fields = TaskFields.detail.filter { $0.title != nil && !hidden.contains($0.name) }
        var facts: [(name: String, value: StyledText)] = fields.compactMap { field in
            let value = field.cell(details.row)
            return value.text.isEmpty ? nil : (field.title ?? "", value)
        }
        if let time = TaskCommands.time(of: details) { facts.append(("Time", time)) }
        if let container = TaskCommands.titles(details.ancestors, most: 5) {
            facts.append(("A part of", StyledText(container)))
        }
        if let awaited = TaskCommands.titles(details.row.awaited, most: 10) {
            facts.append(("Waits for", StyledText(awaited)))
        }
        if let waiting = TaskCommands.titles(details.waiting, most: 10) {
            facts.append(("Waiting for it", StyledText(waiting)))
        }
        facts.append(("Line", StyledText(QuickLine.line(of: task.draft), .muted)))
        facts.append(("Id", StyledText(task.id.rawValue, .muted)))
        return [.facts(facts)] + parts(of: details) + notes(of: task)
    }

    /// The greatest number of parts on the page.
    private static let mostParts = 50

    /// Returns the parts of a task, indented by their depth.
    private func parts(of details: TaskList.Details) -> [Block] {
        guard !details.parts.isEmpty else { return [] }
        let doneCount = details.parts.count { $0.row.isDone }
        let lines = details.parts.prefix(TaskCommands.mostParts).map { part in
            let indent = String(repeating: "  ", count: min(part.level, FocusTask.deepest) - 1)
            return Block.paragraph(StyledText(indent) + TaskFields.line(of: part.row))
        }
        let hiddenCount = details.parts.count - lines.count
        return [.gap, .heading(StyledText("Parts, \(doneCount) of \(details.parts.count) done"))] + lines
            + (hiddenCount > 0 ? [.paragraph(StyledText("and \(hiddenCount) more", .muted))] : [])
    }

    /// Returns the note and the annotations of a task.
    private func notes(of task: FocusTask) -> [Block] {
        let note: [Block] =
            task.note.map {
                [.gap, .heading("Note")]
                    + $0.split(separator: "\n", omittingEmptySubsequences: false).map {
                        $0.isEmpty ? .gap : .paragraph(StyledText(String($0)))
                    }
            } ?? []
        let annotations = (task.annotations ?? []).enumerated().map { index, annotation in
            let day = time.calendar.day(of: annotation.at)
            return Block.paragraph(StyledText("\(index + 1)  \(day)  ", .muted) + StyledText(annotation.text))
        }
        return note + (annotations.isEmpty ? [] : [.gap, .heading("Annotations")] + annotations)
    }

    /// Returns the spent time and the estimate, such as "1h10m of 2h", with the time of its parts.
    private static func time(of details: TaskList.Details) -> StyledText? {
        guard details.spent > 0 || details.estimate != nil else { return nil }
        let spent = Span.minutes(milliseconds: details.spent)
        let timeText = details.estimate.map { "\(spent) of \(Span(seconds: $0))" } ?? "\(spent) spent"
        let overText =
            details.isOver
            ? details.estimate.map { " (\(Span.minutes(milliseconds: details.spent - $0 * 1000)) over)" } ?? "" : ""
        let partsNote = details.parts.isEmpty ? "" : ", with its parts"
        let partsExcess =
            details.row.task.estimate.flatMap { own in details.estimateOfParts.map { $0 > own ? $0 : 0 } } ?? 0
        let partsText = partsExcess > 0 ? "; its parts alone should take \(Span(seconds: partsExcess))" : ""
        return StyledText(declared: timeText) + StyledText(declared: overText, .bad)
            + StyledText(declared: partsNote, .muted)
            + StyledText(declared: partsText, .muted)
    }
}
