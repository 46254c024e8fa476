import Kernel

/// The parts of a task that the user writes.
package struct TaskDraft: Hashable, Sendable {
    /// The longest title, in characters.
    package static let longestTitle = 200
    /// The longest tag or project, in characters.
    static let longestWord = 40

    package var title: String
    /// The estimate in seconds.
    package var estimate: Int?
    package var due: Day?
    package var priority: FocusTask.Priority?
    /// Words for searches and sums, without `#`.
    package var tags: [String]
    /// The project, one word without `+`.
    package var project: String?
    package var recurrence: Recurrence?
    /// The second of its due day at which to remind, 0…86,399.
    package var reminder: Int?
    /// The note in several lines, which is not part of the quick line.
    package var note: String?

    package init(
        title: String, estimate: Int? = nil, due: Day? = nil, priority: FocusTask.Priority? = nil, tags: [String] = [],
        project: String? = nil, recurrence: Recurrence? = nil, reminder: Int? = nil, note: String? = nil
    ) {
        self.title = title
        self.estimate = estimate
        self.due = due
        self.priority = priority
        self.tags = tags
        self.project = project
        self.recurrence = recurrence
        self.reminder = reminder
        self.note = note
    }

    /// Returns a copy with another note, which a quick line cannot contain.
    package func withNote(_ note: String?) -> TaskDraft {
        var draft = self
        draft.note = note
        return draft
    }

    /// Returns the draft in its stored form: composed (NFC), single spaces, each tag once.
    ///
    /// A task with a recurrence or a reminder but no day is due on `today`.
    ///
    /// - Throws: `titleInvalid`, `tagInvalid`, `estimateInvalid`, `reminderInvalid`, `noteInvalid`.
    package func checked(today: Day) throws -> TaskDraft {
        var draft = self
        draft.title = try TaskDraft.line(title, limit: TaskDraft.longestTitle, "title", code: .titleInvalid)
        draft.tags = try tags.map(TaskDraft.word).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        draft.project = try project.map(TaskDraft.word)
        guard draft.project?.first?.isLetter != false else {
            throw Failure(
                .tagInvalid, "A project's name must begin with a letter.", advice: "Choose another name.",
                kind: .badData)
        }
        guard draft.tags.count <= 20 else { throw Failure(.tagInvalid, "A task has at most 20 tags.", kind: .badData) }
        guard (60...Span.longest).contains(estimate ?? 60) else {
            throw Failure(.estimateInvalid, "An estimate is 1 minute to 24 hours.", kind: .badData)
        }
        guard (0..<86_400).contains(reminder ?? 0) else {
            throw Failure(
                .reminderInvalid, "A reminder is a time of day.", advice: "Write it as in 09:00.", kind: .badData)
        }
        draft.note = try TaskDraft.note(note)
        draft.reminder = reminder.map { $0 / 60 * 60 }
        if due == nil, recurrence != nil || reminder != nil { draft.due = today }
        return draft
    }

    /// Returns a valid note, or nil for an empty one.
    ///
    /// - Throws: `noteInvalid`.
    private static func note(_ text: String?) throws -> String? {
        try InputTextRule(upTo: FocusTask.longestNote, .many).validatedIfPresent(text) { fault in
            if case .tooLong(let count) = fault {
                return Failure(
                    .noteInvalid,
                    "The note is \(counted(count, "character")) too long; it can have \(FocusTask.longestNote).",
                    advice: "Shorten it. Nothing was changed.", kind: .badData)
            }
            return Failure(
                .noteInvalid, "The note holds control characters.", advice: "Remove them. Nothing was changed.",
                kind: .badData)
        }
    }

    /// Returns a valid tag or project.
    ///
    /// - Throws: `tagInvalid`.
    private static func word(_ text: String) throws -> String {
        let word = try line(text, limit: longestWord, "tag or project", code: .tagInvalid)
        guard !word.contains(" "), word.first != "\\" else {
            throw Failure(
                .tagInvalid, "“\(word)” is not one word.", advice: "Join the words with dashes.", kind: .badData)
        }
        return word
    }

    /// Checks one line of text.
    ///
    /// It refuses control characters and marks that reorder text.
    static func line(_ text: String, limit: Int, _ name: String, code: Failure.Code) throws -> String {
        try InputTextRule(upTo: limit, .joined).validated(text) { fault in
            switch fault {
            case .empty, .tooLong: Failure(code, "A \(name) has 1 to \(limit) characters.", kind: .badData)
            case .invisibleCharacters:
                Failure(code, "The \(name) holds control characters.", advice: "Leave them out.", kind: .badData)
            }
        }
    }
}
