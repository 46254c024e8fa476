import Kernel
import Search

/// Something to do, as a person wrote it down.
public struct FocusTask: Storable, Hashable {
    /// How much it matters.
    public enum Priority: String, Codable, CaseIterable, Sendable {
        /// Before everything else.
        case high
        /// Before what has none.
        case medium
        /// After what has none.
        case low
    }

    /// Its name.
    public let id: Identifier<FocusTask>
    /// What is to be done; 1–200 characters on one line.
    public var title: String
    /// What the file is called in which an editor changes it.
    public var draftName: String { "task-\(id).txt" }
    /// What the file is called in which an editor changes its note.
    public var noteDraftName: String { "task-note-\(id).txt" }
    /// Seconds that it is expected to take.
    public var estimate: Int?
    /// The day by which it should be done.
    public var due: Day?
    /// How much it matters; nil for neither much nor little.
    public var priority: Priority?
    /// Words to find and count it by, without `#`.
    public var tags: [String]
    /// What it is a part of.
    public var project: String?
    /// How it comes back; nil for once.
    public var recurrence: Recurrence?
    /// At which second of its due day, by the wall clock, to be reminded.
    public var reminder: Int?
    /// When it was written down.
    public let createdAt: Instant
    /// The day on which it was done; of a task that comes back, the last time.
    public var doneOn: Day?
    /// Milliseconds of focus spent on it.
    public var spent: Int
    /// The day of the month on which it was due before a shorter month moved it; nil while none has.
    public internal(set) var monthDay: Int?
    /// What a person wrote down of it, in several lines; 1–4,000 characters.
    public var note: String?
    /// What was noted of it, oldest first; at most 100.
    public internal(set) var annotations: [Annotation]?
    /// The task of which it is a part. That one may have gone, and what came from other devices may go round in a circle.
    public var parent: Identifier<FocusTask>?
    /// The tasks that come before it; at most 50. One that has gone holds nobody up, and what came from other devices may go round in a circle.
    public internal(set) var after: [Identifier<FocusTask>]?

    /// A task from what was written.
    public init(id: Identifier<FocusTask>, _ draft: TaskDraft, createdAt: Instant) {
        (self.id, title, estimate, due, priority) = (id, draft.title, draft.estimate, draft.due, draft.priority)
        (tags, project, recurrence, reminder) = (draft.tags, draft.project, draft.recurrence, draft.reminder)
        (note, self.createdAt, doneOn, spent) = (draft.note, createdAt, nil, 0)
    }

    /// Whether it is over: done, and does not come back.
    public var isClosed: Bool { doneOn != nil && recurrence == nil }

    /// Whether there is nothing to do for it on a day: it is closed, or it comes back later.
    public func isDone(on day: Day) -> Bool { isClosed || doneOn.map { $0 >= day } ?? false }

    /// What may be changed, as it is now.
    public var draft: TaskDraft {
        TaskDraft(
            title: title, estimate: estimate, due: due, priority: priority, tags: tags, project: project, recurrence: recurrence,
            reminder: reminder, note: note)
    }

    /// Marks it as done on a day; what comes back moves to its next day.
    mutating func finish(on today: Day) {
        doneOn = today
        guard let recurrence else { return }
        let before = due ?? today
        if case .months = recurrence { monthDay = monthDay ?? before.day }
        due = recurrence.next(from: before, after: today, monthDay: monthDay)
    }

    /// Opens it again; what comes back is due today.
    mutating func reopen(on today: Day) {
        doneOn = nil
        if recurrence != nil { due = today }
    }

    /// Takes over what was changed.
    mutating func take(_ draft: TaskDraft) {
        if draft.due != due || draft.recurrence != recurrence { monthDay = nil }
        (title, estimate, due, priority) = (draft.title, draft.estimate, draft.due, draft.priority)
        (tags, project, recurrence, reminder) = (draft.tags, draft.project, draft.recurrence, draft.reminder)
        note = draft.note
    }
}

extension FocusTask {
    /// Where each stands, one index for lists and counts, because each index that is used costs time once a process: `open` by due day,
    /// priority and age; `again`, which was done and comes back, by the day it was last done; `closed` by its day.
    static let byStanding = Index<FocusTask, IndexKey>.ordered("standing") { $0.standing }
    /// What has a project: by it, then as in `byStanding`.
    static let byProject = Index<FocusTask, IndexKey>.ordered("project") { task in
        task.project.map { IndexKey($0, task.standing) }
    }
    /// What is open, oldest first.
    static let byAge = Index<FocusTask, IndexKey>.ordered("age") { $0.isClosed ? nil : IndexKey($0.createdAt, $0.id) }
    /// What is open and reminds.
    static let byReminder = Index<FocusTask, IndexKey>.ordered("reminder") { task in
        task.reminder == nil || task.isClosed ? nil : IndexKey(task.due ?? Day(ordinal: .max), task.createdAt, task.id)
    }
    /// By the identifier read backwards: identifiers begin with their time and differ at their end, which is what a person types.
    static let byEnding = Index<FocusTask, String>.ordered("ending") { String($0.id.rawValue.reversed()) }
    /// What is open, by its title without regard to case.
    static let byTitle = Index<FocusTask, String>.ordered("title") { $0.isClosed ? nil : $0.title.lowercased() }
    /// What is a part of another, by that one: what is closed behind what is open.
    static let byParent = Index<FocusTask, IndexKey>.ordered("parent") { task in
        task.parent.map { IndexKey($0, task.isClosed ? "closed" : "open", task.createdAt, task.id) }
    }
    /// What is open and waits for others.
    static let byWaiting = Index<FocusTask, IndexKey>.ordered("waiting") { task in
        task.after == nil || task.isClosed ? nil : IndexKey(task.createdAt, task.id)
    }
    /// Where tasks are kept.
    public static let collection = RecordCollection<FocusTask>(
        "focus.tasks", indexes: [byStanding, byProject, byAge, byReminder, byEnding, byTitle, byParent, byWaiting],
        derived: ["spent"])

    /// Tasks are found by their titles, tags and projects, and by what is noted of them.
    static let searched = SearchSource(byStanding, revision: 2) { task in
        [task.title] + task.tags + [task.project ?? "", task.note ?? ""] + (task.annotations ?? []).map(\.text)
    }

    /// Where it stands among all.
    var standing: IndexKey {
        guard let doneOn else { return IndexKey("open", pressure) }
        return IndexKey(isClosed ? "closed" : "again", doneOn, id)
    }

    /// What orders open tasks: due day, priority, age.
    var pressure: IndexKey { IndexKey(due ?? Day(ordinal: .max), rank, createdAt, id) }

    private var rank: Int {
        switch priority {
        case .high: 0
        case .medium: 1
        case nil: 2
        case .low: 3
        }
    }
}
