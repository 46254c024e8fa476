import Kernel

/// What a person writes down of a task.
public struct TaskDraft: Hashable, Sendable {
    /// The longest title, in characters.
    public static let longestTitle = 200
    /// The longest tag or project, in characters.
    static let longestWord = 40

    /// What is to be done.
    public var title: String
    /// Seconds that it is expected to take.
    public var estimate: Int?
    /// The day by which it should be done.
    public var due: Day?
    /// How much it matters.
    public var priority: FocusTask.Priority?
    /// Words to find and count it by, without `#`.
    public var tags: [String]
    /// What it is a part of.
    public var project: String?
    /// How it comes back.
    public var recurrence: Recurrence?
    /// At which second of its due day to be reminded, 0…86,399.
    public var reminder: Int?
    /// What else there is to say of it, in several lines; no part of the quick line.
    public var note: String?

    /// What was written, not checked yet.
    public init(
        title: String, estimate: Int? = nil, due: Day? = nil, priority: FocusTask.Priority? = nil, tags: [String] = [],
        project: String? = nil, recurrence: Recurrence? = nil, reminder: Int? = nil, note: String? = nil
    ) {
        (self.title, self.estimate, self.due, self.priority) = (title, estimate, due, priority)
        (self.tags, self.project, self.recurrence, self.reminder) = (tags, project, recurrence, reminder)
        self.note = note
    }

    /// The same with another note: what is read from a quick line has none.
    public func noted(_ note: String?) -> TaskDraft {
        var draft = self
        draft.note = note
        return draft
    }

    /// The draft as it is kept: composed (NFC), one space between words, tags once each. A task that comes back or reminds and has no day is
    /// due on `today`.
    ///
    /// - Throws: `titleInvalid`, `tagInvalid`, `estimateInvalid`, `reminderInvalid`, `noteInvalid`.
    public func checked(today: Day) throws -> TaskDraft {
        var draft = self
        draft.title = try TaskDraft.line(title, limit: TaskDraft.longestTitle, "title", code: .titleInvalid)
        draft.tags = try tags.map(TaskDraft.word).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        draft.project = try project.map(TaskDraft.word)
        guard draft.project?.first?.isLetter != false else {
            throw Failure(
                .tagInvalid, "A project's name must begin with a letter.", advice: "Choose another name.", kind: .badData)
        }
        guard tags.count <= 20 else { throw Failure(.tagInvalid, "A task has at most 20 tags.", kind: .badData) }
        guard (60...Span.longest).contains(estimate ?? 60) else {
            throw Failure(.estimateInvalid, "An estimate is 1 minute to 24 hours.", kind: .badData)
        }
        guard (0..<86_400).contains(reminder ?? 0) else {
            throw Failure(.reminderInvalid, "A reminder is a time of day.", advice: "Write it as in 09:00.", kind: .badData)
        }
        draft.note = try TaskDraft.note(note)
        draft.reminder = reminder.map { $0 / 60 * 60 }
        if due == nil, recurrence != nil || reminder != nil { draft.due = today }
        return draft
    }

    private static func note(_ text: String?) throws -> String? {
        try TypedText(upTo: FocusTask.longestNote, .many).keptIfAny(text) { fault in
            if case .tooLong(let count) = fault {
                return Failure(
                    .noteInvalid, "The note is \(counted(count, "character")) too long; it can have \(FocusTask.longestNote).",
                    advice: "Shorten it. Nothing was changed.", kind: .badData)
            }
            return Failure(
                .noteInvalid, "The note holds control characters.", advice: "Remove them. Nothing was changed.", kind: .badData)
        }
    }

    private static func word(_ text: String) throws -> String {
        let word = try line(text, limit: longestWord, "tag or project", code: .tagInvalid)
        guard !word.contains(" "), word.first != "\\" else {
            throw Failure(.tagInvalid, "“\(word)” is not one word.", advice: "Join the words with dashes.", kind: .badData)
        }
        return word
    }

    /// One line of text; control characters and what only reorders text are refused rather than dropped.
    static func line(_ text: String, limit: Int, _ what: String, code: Failure.Code) throws -> String {
        try TypedText(upTo: limit, .joined).kept(text) { fault in
            switch fault {
            case .empty, .tooLong: Failure(code, "A \(what) has 1 to \(limit) characters.", kind: .badData)
            case .unseen:
                Failure(code, "The \(what) holds control characters.", advice: "Leave them out.", kind: .badData)
            }
        }
    }
}
