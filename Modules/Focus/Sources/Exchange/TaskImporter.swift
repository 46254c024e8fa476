import Interchange
import Kernel

/// Converts the tasks of a file, and records skipped tasks and lost details.
struct TaskImporter {
    let form: FileFormat
    let time: TimeSource
    var refused = Tally()
    var lost = Tally()
    /// The task identifiers by the keys of the file.
    private var ids: [String: Identifier<FocusTask>] = [:]
    /// The identifiers that the file has used so far.
    private var assignedIDs: Set<Identifier<FocusTask>> = []
    /// The imported tasks with the keys of their links.
    private var imported: [(task: FocusTask, after: [String], parent: String?)] = []
    private let today: Day

    init(_ form: FileFormat, time: TimeSource) {
        self.form = form
        self.time = time
        today = time.today()
    }

    /// Returns the tasks of a file, in its order.
    ///
    /// - Parameter known: returns those of the given IDs that exist already.
    mutating func tasks(
        _ todos: [ParsedFile.PositionedValue<Todo>],
        known: ([Identifier<FocusTask>]) throws -> Set<Identifier<FocusTask>>
    )
        rethrows -> [FocusTask]
    {
        let nextDues = nextDueByTemplate(of: todos)
        for entry in todos {
            if entry.value.state == .deleted {
                refused.add("deleted there", "“\(entry.value.title.prefix(40))”")
            } else if let template = entry.value.template, entry.value.state == .open {
                importTask(occurrence: entry, of: template, due: nextDues[template])
            } else {
                importTask(entry, due: entry.value.state == .template ? entry.value.key.flatMap { nextDues[$0] } : nil)
            }
        }
        return try linkedTasks(known)
    }

    /// Returns the due time of the next occurrence of each template.
    private func nextDueByTemplate(of todos: [ParsedFile.PositionedValue<Todo>]) -> [String: Moment] {
        var nextDue: [String: Moment] = [:]
        for todo in todos.lazy.map(\.value) where todo.state == .open {
            guard let template = todo.template, let due = todo.due else { continue }
            if let other = nextDue[template], other.instant(in: time.calendar) <= due.instant(in: time.calendar) {
                continue
            }
            nextDue[template] = due
        }
        return nextDue
    }

    /// Imports a recurring task as one task.
    ///
    /// Its template represents it. If the file lacks the template, the first occurrence does.
    private mutating func importTask(
        occurrence entry: ParsedFile.PositionedValue<Todo>, of template: String, due: Moment?
    ) {
        var todo = entry.value
        (todo.key, todo.template) = (template, nil)
        let id = identifier(of: todo)
        if let key = entry.value.key { ids[key] = id }
        // A later template in the file has the same ID and is then skipped.
        guard !assignedIDs.contains(id) else { return }
        importTask(ParsedFile.PositionedValue(place: entry.place, value: todo), due: due)
    }

    /// Imports one entry, or adds it to `refused`.
    private mutating func importTask(_ entry: ParsedFile.PositionedValue<Todo>, due: Moment?) {
        let todo = entry.value
        let id = identifier(of: todo)
        if let key = todo.key { ids[key] = id }
        guard assignedIDs.insert(id).inserted else {
            if todo.state != .template { refused.add("in the file twice", "\(form.positionNoun) \(entry.place)") }
            return
        }
        var draft = draft(of: todo, due: due ?? todo.due, at: entry.place)
        if todo.state == .done { draft.recurrence = nil }
        let created =
            todo.extra["created"].flatMap { Instant($0) } ?? todo.entry?.instant(in: time.calendar) ?? time.now()
        do {
            var task = FocusTask(id: id, try draft.checked(today: today), createdAt: created)
            if todo.state == .done {
                task.doneOn = min(todo.end?.day(in: time.calendar) ?? today, today)
            } else if task.recurrence != nil {
                task.doneOn = todo.extra["done"].flatMap { Day($0) }.map { min($0, today) }
                task.monthDay = todo.extra["monthday"].flatMap { Int($0) }.flatMap { (1...31).contains($0) ? $0 : nil }
            }
            annotate(&task, todo, at: entry.place)
            imported.append((task, todo.dependencies, todo.parent))
        } catch {
            assignedIDs.remove(id)
            refused.add((error as? Failure)?.message ?? "it cannot be read", "\(form.positionNoun) \(entry.place)")
        }
    }

    /// Returns the identifier of a task, which is equal at every import of the same file.
    private mutating func identifier(of todo: Todo) -> Identifier<FocusTask> {
        // Taskwarrior copies unknown fields from a template to its occurrences.
        if todo.template == nil, let id = todo.extra["id"], ForeignNames.isValidID(id) { return Identifier(id) }
        if let key = todo.key { return Identifier(ForeignNames.id(of: key, form)) }
        // A task without a key is identified by its content and the number of equal tasks before
        // it.
        let entry = todo.entry?.day(in: time.calendar).description ?? ""
        var number = 0
        while true {
            let id = Identifier<FocusTask>(
                ForeignNames.id(of: [form.rawValue, todo.title, todo.project ?? "", entry, String(number)] + todo.tags))
            if !assignedIDs.contains(id) { return id }
            number += 1
        }
    }

    /// Returns the draft of an entry, and adds what it loses to `lost`.
    private mutating func draft(of todo: Todo, due: Moment?, at place: Int) -> TaskDraft {
        let position = "\(form.positionNoun) \(place)"
        var draft = TaskDraft(title: todo.title.split(whereSeparator: \.isWhitespace).joined(separator: " "))
        draft.note = note(todo.text, position)
        if draft.title.count > TaskDraft.longestTitle {
            draft.note = note(todo.title + (todo.text.map { "\n\n" + $0 } ?? ""), position)
            draft.title = String(draft.title.prefix(TaskDraft.longestTitle))
            lost.add("the end of a title, which is whole in its note", position)
        }
        (draft.tags, draft.project) = ForeignNames.labels(todo.tags, todo.project, losing: &lost, position)
        draft.priority = todo.priority.flatMap { FocusTask.Priority(rawValue: $0.rawValue) }
        draft.due = due?.day(in: time.calendar)
        // Programs use the last second of a day for a due date without a time.
        if let second = due?.second(in: time.calendar), second != 0, second != 86_399 {
            lost.add("the time of a due day", position)
        }
        draft.recurrence = todo.repetition.flatMap(Recurrence.init)
        if todo.repetition != nil, draft.recurrence == nil { lost.add("how it repeats", position) }
        draft.estimate = todo.extra["estimate"].flatMap { Int($0) }.flatMap {
            (60...Span.longest).contains($0) ? $0 : nil
        }
        draft.reminder = reminder(of: todo, due: due)
        if todo.alarm != nil, draft.reminder == nil { lost.add("a reminder on another day than the due day", position) }
        return draft
    }

    /// Returns the second of the due day at which an alarm rings, or nil for another day.
    private func reminder(of todo: Todo, due: Moment?) -> Int? {
        switch todo.alarm {
        case nil: return nil
        case .afterDue(let seconds)?:
            let second = (due?.second(in: time.calendar) ?? 0).addingReportingOverflow(seconds).partialValue
            return (0..<86_400).contains(second) ? second : nil
        case .at(let instant)?:
            let day = time.calendar.day(of: instant)
            return due == nil || due?.day(in: time.calendar) == day ? time.calendar.secondOfDay(of: instant) : nil
        }
    }

    /// Returns a note without control characters, cut at its limit.
    private mutating func note(_ text: String?, _ position: String) -> String? {
        guard let text else { return nil }
        let cleanText = String(
            String.UnicodeScalarView(
                text.unicodeScalars.filter { $0.value >= 32 && $0.value != 127 || $0 == "\n" || $0 == "\t" })
        )
        if cleanText.count > FocusTask.longestNote { lost.add("the end of a note", position) }
        return String(cleanText.prefix(FocusTask.longestNote))
    }

    /// Adds the notes of an entry as annotations, in pieces within the limit.
    private mutating func annotate(_ task: inout FocusTask, _ todo: Todo, at place: Int) {
        let exactTimes = (todo.extra["noted"] ?? "").split(separator: ",").compactMap { Instant(String($0)) }
        for (index, note) in todo.notes.enumerated() {
            let writtenTime = note.at ?? task.createdAt
            let moment =
                exactTimes.count == todo.notes.count && exactTimes[index].seconds == writtenTime.seconds
                ? exactTimes[index] : writtenTime
            var remaining = Substring(ForeignNames.line(note.text, limit: 20_000) ?? "")
            while !remaining.isEmpty {
                let part = remaining.prefix(FocusTask.longestAnnotation)
                remaining = remaining.dropFirst(part.count)
                if (try? task.annotate(String(part), at: moment)) == nil {
                    lost.add("an annotation", "\(form.positionNoun) \(place)")
                }
            }
        }
    }

    /// Returns the tasks with links to their dependencies and containing tasks, if those exist.
    private mutating func linkedTasks(
        _ known: ([Identifier<FocusTask>]) throws -> Set<Identifier<FocusTask>>
    ) rethrows -> [FocusTask] {
        func id(_ key: String) -> Identifier<FocusTask> { ids[key] ?? Identifier(ForeignNames.id(of: key, form)) }
        let linkedIDs = Set(imported.flatMap { $0.after + ($0.parent.map { [$0] } ?? []) }.map(id))
        let knownIDs = try known(linkedIDs.filter { !assignedIDs.contains($0) }.sorted()).union(assignedIDs)
        return imported.map { task, after, parent in
            var task = task
            let awaitedIDs = after.map(id)
            for other in awaitedIDs where !knownIDs.contains(other) {
                lost.add("waiting for a task that is not there", "“\(task.title.prefix(40))”")
            }
            let awaited = awaitedIDs.filter { knownIDs.contains($0) && $0 != task.id }
            if (try? task.wait(for: Array(awaited.prefix(FocusTask.mostAwaited)))) == nil {
                lost.add("what it waits for", "“\(task.title)”")
            }
            if let parent = parent.map(id), parent != task.id {
                if knownIDs.contains(parent) {
                    task.parent = parent
                } else {
                    lost.add("being a part of a task that is not there", "“\(task.title.prefix(40))”")
                }
            }
            return task
        }
    }
}
