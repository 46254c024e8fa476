import Kernel
import Search

/// A task as the user wrote it.
package struct FocusTask: Storable, Hashable {
    /// The importance of a task.
    package enum Priority: String, Codable, CaseIterable, Sendable {
        case high
        case medium
        case low
    }

    package let id: Identifier<FocusTask>
    /// The title, 1–200 characters on one line.
    package var title: String
    /// The file name under which an editor opens the task.
    package var draftName: String { "task-\(id).txt" }
    /// The file name under which an editor opens its note.
    package var noteDraftName: String { "task-note-\(id).txt" }
    /// The estimate in seconds.
    package var estimate: Int?
    /// The day by which it should be done.
    package var due: Day?
    package var priority: Priority?
    /// Words for searches and sums, without `#`.
    package var tags: [String]
    /// The project, one word without `+`.
    package var project: String?
    /// The recurrence, or nil for a task that is done once.
    package var recurrence: Recurrence?
    /// The second of its due day, by the wall clock, at which to remind.
    package var reminder: Int?
    package let createdAt: Instant
    /// The day on which it was done.
    ///
    /// For a recurring task it is the last such day.
    package var doneOn: Day?
    /// Milliseconds of focus spent on it.
    package var spent: Int
    /// The original due day of the month, or nil if no shorter month has moved it.
    package internal(set) var monthDay: Int?
    /// The note in several lines, 1–4,000 characters.
    package var note: String?
    /// The annotations, oldest first, at most 100.
    package internal(set) var annotations: [Annotation]?
    /// The task that contains it.
    ///
    /// That task may be deleted. Changes from other devices may form a cycle.
    package var parent: Identifier<FocusTask>?
    /// The tasks for which it waits, at most 50.
    ///
    /// A deleted one blocks nothing. Changes from other devices may form a cycle.
    package internal(set) var after: [Identifier<FocusTask>]?

    package init(id: Identifier<FocusTask>, _ draft: TaskDraft, createdAt: Instant) {
        self.id = id
        title = draft.title
        estimate = draft.estimate
        due = draft.due
        priority = draft.priority
        tags = draft.tags
        project = draft.project
        recurrence = draft.recurrence
        reminder = draft.reminder
        note = draft.note
        self.createdAt = createdAt
        doneOn = nil
        spent = 0
    }

    /// Whether it is done and does not recur.
    package var isClosed: Bool { doneOn != nil && recurrence == nil }

    /// Returns whether it is closed, or was done on this day or later.
    package func isDone(on day: Day) -> Bool { isClosed || doneOn.map { $0 >= day } ?? false }

    /// The current values of everything that the user may change.
    package var draft: TaskDraft {
        TaskDraft(
            title: title, estimate: estimate, due: due, priority: priority, tags: tags, project: project,
            recurrence: recurrence, reminder: reminder, note: note)
    }

    /// Marks it as done on a day, and moves a recurring task to its next day.
    mutating func finish(on today: Day) {
        doneOn = today
        guard let recurrence else { return }
        let before = due ?? today
        if case .months = recurrence { monthDay = monthDay ?? before.day }
        due = recurrence.next(from: before, after: today, monthDay: monthDay)
    }

    /// Reopens it.
    ///
    /// A recurring task is then due today.
    mutating func reopen(on today: Day) {
        doneOn = nil
        if recurrence != nil { due = today }
    }

    /// Applies the changes of a draft. A new due day or recurrence replaces the remembered day of
    /// the month.
    mutating func apply(_ draft: TaskDraft) {
        if draft.due != due || draft.recurrence != recurrence { monthDay = nil }
        title = draft.title
        estimate = draft.estimate
        due = draft.due
        priority = draft.priority
        tags = draft.tags
        project = draft.project
        recurrence = draft.recurrence
        reminder = draft.reminder
        note = draft.note
    }
}

extension FocusTask {
    /// The index of the state of tasks, for lists and counts.
    ///
    /// It is a single index, because each index that a process uses costs time once. Its keys are
    /// `open` by due day, priority and age, `again` for finished recurring tasks by the last day,
    /// and `closed` by day.
    static let byState = Index<FocusTask, IndexKey>.ordered("standing") { $0.stateKey }
    /// The index by project, then as in `byState`.
    static let byProject = Index<FocusTask, IndexKey>.ordered("project") { task in
        task.project.map { IndexKey($0, task.stateKey) }
    }
    /// The index of open tasks, oldest first.
    static let byAge = Index<FocusTask, IndexKey>.ordered("age") { $0.isClosed ? nil : IndexKey($0.createdAt, $0.id) }
    /// The index of open tasks with a reminder, by due day.
    static let byReminder = Index<FocusTask, IndexKey>.ordered("reminder") { task in
        task.reminder == nil || task.isClosed ? nil : IndexKey(task.due ?? Day(ordinal: .max), task.createdAt, task.id)
    }
    /// The index by reversed identifier.
    ///
    /// Identifiers begin with their time and differ at their end, which users type.
    static let byEnding = Index<FocusTask, String>.ordered("ending") { String($0.id.rawValue.reversed()) }
    /// The index of open tasks by title, without regard to case.
    static let byTitle = Index<FocusTask, String>.ordered("title") { $0.isClosed ? nil : $0.title.lowercased() }
    /// The index of parts by their containing task, open ones before closed ones.
    static let byParent = Index<FocusTask, IndexKey>.ordered("parent") { task in
        task.parent.map { IndexKey($0, task.isClosed ? "closed" : "open", task.createdAt, task.id) }
    }
    /// The index of open tasks with spent time.
    static let byBegun = Index<FocusTask, IndexKey>.ordered("begun") { task in
        task.spent == 0 || task.isClosed ? nil : IndexKey(task.createdAt, task.id)
    }
    /// The index of open tasks that wait for others.
    static let byWaiting = Index<FocusTask, IndexKey>.ordered("waiting") { task in
        task.after == nil || task.isClosed ? nil : IndexKey(task.createdAt, task.id)
    }
    package static let collection = RecordCollection<FocusTask>(
        "focus.tasks",
        indexes: [byState, byProject, byAge, byReminder, byEnding, byTitle, byParent, byBegun, byWaiting],
        derived: ["spent"])

    /// The search source of tasks: titles, tags, projects, notes and annotations.
    static let searched = SearchSource(byState, revision: 2) { task in
        [task.title] + task.tags + [task.project ?? "", task.note ?? ""] + (task.annotations ?? []).map(\.text)
    }

    /// The key in `byState`.
    var stateKey: IndexKey {
        guard let doneOn else { return IndexKey("open", urgencyKey) }
        return IndexKey(isClosed ? "closed" : "again", doneOn, id)
    }

    /// The sort key of open tasks: due day, priority, age.
    var urgencyKey: IndexKey { IndexKey(due ?? Day(ordinal: .max), rank, createdAt, id) }

    /// The position of the priority in the order of tasks.
    private var rank: Int {
        switch priority {
        case .high: 0
        case .medium: 1
        case nil: 2
        case .low: 3
        }
    }
}
