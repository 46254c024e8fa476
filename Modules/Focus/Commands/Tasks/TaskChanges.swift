import Focus
import Interface
import Kernel

/// The commands that edit, complete, reopen and delete a task.
extension TaskCommands {
    var edit: Command {
        Command(
            "task edit", "Change a task",
            discussion: [
                "A line replaces the whole task. Without a line or options, an editor opens with the current line.",
                TaskCommands.grammar,
            ].joined(separator: "\n\n"),
            examples: [.init("task edit 'Write report' --due tomorrow --priority high", "Another day and priority")],
            name,
            .rest("words", .text("WORDS"), isRequired: false, "the whole task on one line, as for task add"),
            .option("title", .text("TEXT", limit: TaskDraft.longestTitle), "another title"),
            .option("due", .day, "another day"),
            .option("estimate", .duration, "another estimate"),
            Parameter<FocusTask.Priority?>.option("priority", .choice, "another priority"),
            returns: .one(TaskFields.row),
            changes: true
        ) { name, words, title, due, estimate, priority in
            let row = try tasks.task(name)
            let line = words.joined(separator: " ")
            let changesParts = title != nil || due != nil || estimate != nil || priority != nil
            guard !line.isEmpty || changesParts else {
                return Output(
                    continuation: .edit(text: QuickLine.line(of: row.task.draft) + "\n", fileName: row.task.draftName) {
                        saved in
                        guard let saved else {
                            return Output(notice: "“\(row.task.title)” stays as it is.", next: ["task list"])
                        }
                        let parsedLine = try parse(saved)
                        return try changed(row, parsedLine.doubts) { $0 = parsedLine.draft.withNote($0.note) }
                    })
            }
            let parsedLine = try line.isEmpty ? nil : parse(line)
            return try changed(row, parsedLine?.doubts ?? []) { draft in
                draft = parsedLine?.draft.withNote(draft.note) ?? draft
                draft.title = title ?? draft.title
                draft.due = due ?? draft.due
                draft.estimate = estimate ?? draft.estimate
                draft.priority = priority ?? draft.priority
            }
        }
    }

    var done: Command {
        Command(
            "task done", "Mark a task as done; a repeating task moves to its next day",
            discussion: """
                A task is done after its parts: with --parts they are done with it. What waited for it is named when it can begin.
                """,
            examples: [
                .init("task done 'Write report'", "By its title"),
                .init("task done 'Write report' --parts", "With all of its open parts"),
            ],
            name, .flag("parts", "its open parts are done with it"), returns: .one(TaskFields.row), changes: true
        ) { name, withParts in
            let completion = try tasks.finish(tasks.task(name).task.id, withParts: withParts)
            let task = completion.task
            let recurrenceSentence = task.recurrence == nil ? nil : task.due.map { "It repeats on \($0.spelledOut)." }
            let sentences = [
                "Done: “\(task.title)” (\(task.id)).", recurrenceSentence,
                TaskCommands.titles(completion.parts).map { "With it: \($0)." },
                TaskCommands.titles(completion.awaited).map {
                    completion.awaited.count == 1
                        ? "It was waiting for \($0), which is still open."
                        : "It was waiting for \($0), which are still open."
                },
                TaskCommands.titles(completion.unblocked).map { "You can begin now: \($0)." },
            ]
            return .changed(
                sentences.compactMap { $0 }.joined(separator: " "), row(task), TaskFields.row,
                next: [
                    completion.unblocked.first.map { "start --task \($0.id.shortForm)" } ?? "task list",
                    "task reopen \(task.id.shortForm)",
                ])
        }
    }

    /// Returns the titles of the first few tasks, or nil if there are none.
    static func titles(_ tasks: [FocusTask], most: Int = 3) -> String? {
        guard !tasks.isEmpty else { return nil }
        let titles = tasks.prefix(most).map { "“\($0.title)”" }
        return tasks.count > most
            ? Kernel.listed(titles + ["\(tasks.count - most) more"]) : titles.joined(separator: ", ")
    }

    var reopen: Command {
        Command(
            "task reopen", "Open a finished task again",
            discussion: "A repeating task is then due today. The limit of open tasks applies, as for a new one.",
            examples: [.init("task reopen 'Write report'", "By its title", runs: false)], name(doneFirst: true),
            returns: .one(TaskFields.row), changes: true
        ) { name in
            let task = try tasks.reopen(tasks.task(name, doneFirst: true).task.id)
            let closedContainer = try tasks.ancestors(of: task).first.flatMap { $0.isClosed ? $0 : nil }
            let containerText =
                closedContainer.map {
                    " “\($0.title)”, of which it is a part, is done; `task reopen \($0.id.shortForm)` opens it, too."
                } ?? ""
            return .changed(
                "Open again: “\(task.title)” (\(task.id)).\(TaskFields.sentence(of: task))\(containerText) \(try tasks.usage()).",
                row(task), TaskFields.row, next: ["task list", "start --task \(task.id.shortForm)"])
        }
    }

    var delete: Command {
        Command(
            "task delete", "Delete a task",
            discussion: """
                The focus on it stays in history. Its parts stay, and what waits for it waits no longer. `undo` brings the task back. With --purge it is deleted at once: no word of it stays in any \
                file, and history keeps only the time.
                """,
            examples: [
                .init("task delete 'Write report' --yes", "Without asking"),
                .init("task delete 'Write report' --purge --yes", "For good"),
            ],
            name, .flag("purge", "delete for good, at once"), returns: .one(TaskFields.row), changes: true
        ) { name, isPermanent in
            let row = try tasks.task(name)
            let parts = try tasks.countParts(of: row.task.id)
            let container = try tasks.ancestors(of: row.task).first
            let partsSentence = parts == 0 ? "" : " \(TaskCommands.partsSentence(of: parts, in: container))"
            return .confirm(
                isPermanent
                    ? "Delete “\(row.task.title)” for good?\(partsSentence)"
                    : "Delete “\(row.task.title)”?\(partsSentence)"
            ) {
                if isPermanent {
                    try tasks.purge(row.task.id)
                    return .changed(
                        "Deleted \(row.task.id) for good.\(partsSentence)", row, TaskFields.row, next: ["task list"])
                }
                try tasks.delete(row.task.id, title: row.task.title)
                return .changed(
                    "Deleted “\(row.task.title)” (\(row.task.id)).\(partsSentence)", row, TaskFields.row,
                    next: ["undo", "task list"])
            }
        }
    }

    /// Returns a sentence that says where the parts of a deleted task go.
    private static func partsSentence(of parts: Int, in container: FocusTask?) -> String {
        if parts == 1 {
            return container.map { "Its part stays, as a part of “\($0.title)”." }
                ?? "Its part stays, as a task by itself."
        }
        return container.map { "Its \(parts) parts stay, as parts of “\($0.title)”." }
            ?? "Its \(parts) parts stay, as tasks by themselves."
    }
}
