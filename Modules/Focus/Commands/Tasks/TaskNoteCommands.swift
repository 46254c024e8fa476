import Focus
import Interface
import Kernel

/// The commands for the notes of a task.
extension TaskCommands {
    var note: Command {
        Command(
            "task note", "Write a note for a task",
            discussion: """
                A note has several lines and up to 4,000 characters. Without a text your editor opens with the note; an empty one removes it, and so does \
                --remove. What happens on the way is better said with task annotate, which keeps the day.
                """,
            examples: [
                .init("task note 'Write report' 'The figures are in the blue folder.'", "In place of the note before"),
                .init("task note 'Write report' --remove", "No note any more"),
            ],
            name, .rest("text", .text("TEXT", limit: FocusTask.longestNote), isRequired: false, "the note"),
            .flag("remove", "remove the note"), returns: .one(TaskFields.detail), changes: true
        ) { name, words, removes in
            let row = try tasks.task(name)
            if removes || !words.isEmpty { return try saveNote(row, removes ? nil : words.joined(separator: " ")) }
            return Output(
                continuation: .edit(text: row.task.note ?? "", fileName: row.task.noteDraftName) { saved in
                    guard let saved else {
                        return Output(
                            notice: "The note of “\(row.task.title)” stays as it is.",
                            next: ["task show \(row.task.id.shortForm)"])
                    }
                    return try saveNote(row, saved)
                })
        }
    }

    /// Saves or removes the note of a task, and returns the output.
    private func saveNote(_ row: TaskList.Row, _ text: String?) throws -> Output {
        let task = try tasks.setNote(row.task.id, text)
        let notice =
            switch (row.task.note, task.note) {
            case (nil, nil): "“\(task.title)” has no note."
            case (_, nil): "Removed the note of “\(task.title)” (\(task.id))."
            case (nil, _): "Noted, for “\(task.title)” (\(task.id))."
            case (_, _): "Changed the note of “\(task.title)” (\(task.id))."
            }
        return .changed(notice, self.row(task), TaskFields.detail, next: ["task show \(task.id.shortForm)", "undo"])
    }

    var annotate: Command {
        Command(
            "task annotate", "Add a dated line to a task",
            discussion: """
                Up to \(FocusTask.mostAnnotations) lines of up to \(FocusTask.longestAnnotation) characters, shown by task show with their days. --remove takes \
                one away, by its number there.
                """,
            examples: [.init("task annotate 'Write report' 'Mina has the figures'", "What happened, and when")],
            name, .rest("text", .text("TEXT", limit: FocusTask.longestAnnotation), isRequired: false, "one line"),
            .option("remove", .integer(1...FocusTask.mostAnnotations), "the number of a line to remove"),
            returns: .one(TaskFields.detail), changes: true
        ) { name, words, number in
            guard words.isEmpty != (number == nil) else {
                throw Failure(
                    .annotateWhat, "Say either a text or --remove N.",
                    advice: "`task annotate 'Write report' 'Mina has the figures'`", kind: .usage)
            }
            let id = try tasks.task(name).task.id
            let task =
                try number.map { try tasks.removeAnnotation($0, of: id) }
                ?? tasks.annotate(id, words.joined(separator: " "))
            let notice = number == nil ? "Noted, for" : "Removed line \(number ?? 0) of"
            return .changed(
                "\(notice) “\(task.title)” (\(task.id)).", row(task), TaskFields.detail,
                next: ["task show \(task.id.shortForm)", "undo"])
        }
    }
}
