import Interchange
import Kernel

/// Makes tasks of what stands in a file, and notes what cannot be taken and what is not kept.
struct TaskReceiving {
    let form: Form
    let time: TimeSource
    /// What is no task here.
    var refused = Tally()
    /// What a task has there and not here.
    var lost = Tally()
    private var ids: [String: Identifier<FocusTask>] = [:]
    private var given: Set<Identifier<FocusTask>> = []
    private var made: [(task: FocusTask, after: [String], parent: String?)] = []
    private let today: Day

    init(_ form: Form, time: TimeSource) { (self.form, self.time, today) = (form, time, time.today()) }

    /// The tasks of a file, in its order.
    ///
    /// - Parameter known: which tasks there are that the file only names.
    mutating func tasks(_ found: [Parcel.Found<Todo>], known: ([Identifier<FocusTask>]) throws -> Set<Identifier<FocusTask>>)
        rethrows -> [FocusTask]
    {
        let templates = occurrences(of: found)
        for one in found {
            if one.value.state == .deleted {
                refused.add("deleted there", "“\(one.value.title.prefix(40))”")
            } else if let template = one.value.template, one.value.state == .open {
                take(occurrence: one, of: template, due: templates[template])
            } else {
                take(one, due: one.value.state == .template ? one.value.key.flatMap { templates[$0] } : nil)
            }
        }
        return try connected(known)
    }

    /// When the next occurrence is due, of what others are made from.
    private func occurrences(of found: [Parcel.Found<Todo>]) -> [String: Moment] {
        var next: [String: Moment] = [:]
        for todo in found.lazy.map(\.value) where todo.state == .open {
            guard let template = todo.template, let due = todo.due else { continue }
            if let other = next[template], other.instant(in: time.calendar) <= due.instant(in: time.calendar) { continue }
            next[template] = due
        }
        return next
    }

    /// What comes back is one task here: its template stands for it, or, where that is not in the file, the first occurrence.
    private mutating func take(occurrence one: Parcel.Found<Todo>, of template: String, due: Moment?) {
        var todo = one.value
        (todo.key, todo.template) = (template, nil)
        let id = identifier(of: todo)
        if let key = one.value.key { ids[key] = id }
        // A template that follows in the file has the same name, and is passed over then.
        guard !given.contains(id) else { return }
        take(Parcel.Found(place: one.place, value: todo), due: due)
    }

    private mutating func take(_ one: Parcel.Found<Todo>, due: Moment?) {
        let todo = one.value
        let id = identifier(of: todo)
        if let key = todo.key { ids[key] = id }
        guard given.insert(id).inserted else {
            if todo.state != .template { refused.add("in the file twice", "\(form.place) \(one.place)") }
            return
        }
        var draft = draft(of: todo, due: due ?? todo.due, at: one.place)
        if todo.state == .done { draft.recurrence = nil }
        let created = todo.extra["created"].flatMap { Instant($0) } ?? todo.entry?.instant(in: time.calendar) ?? time.now()
        do {
            var task = FocusTask(id: id, try draft.checked(today: today), createdAt: created)
            if todo.state == .done {
                task.doneOn = min(todo.end?.day(in: time.calendar) ?? today, today)
            } else if task.recurrence != nil {
                task.doneOn = todo.extra["done"].flatMap { Day($0) }.map { min($0, today) }
                task.monthDay = todo.extra["monthday"].flatMap { Int($0) }.flatMap { (1...31).contains($0) ? $0 : nil }
            }
            annotate(&task, todo, at: one.place)
            made.append((task, todo.after, todo.parent))
        } catch {
            given.remove(id)
            refused.add((error as? Failure)?.message ?? "it cannot be read", "\(form.place) \(one.place)")
        }
    }

    private mutating func identifier(of todo: Todo) -> Identifier<FocusTask> {
        // Taskwarrior copies what it does not know from a template to what comes of it.
        if todo.template == nil, let id = todo.extra["id"], Foreign.isName(id) { return Identifier(id) }
        if let key = todo.key { return Identifier(Foreign.id(of: key, form)) }
        // What has no name is known by what it says, and by how many say the same before it.
        let entry = todo.entry?.day(in: time.calendar).description ?? ""
        var number = 0
        while true {
            let id = Identifier<FocusTask>(
                Foreign.id(of: [form.rawValue, todo.title, todo.project ?? "", entry, String(number)] + todo.tags))
            if !given.contains(id) { return id }
            number += 1
        }
    }

    private mutating func draft(of todo: Todo, due: Moment?, at place: Int) -> TaskDraft {
        let here = "\(form.place) \(place)"
        var draft = TaskDraft(title: todo.title.split(whereSeparator: \.isWhitespace).joined(separator: " "))
        draft.note = note(todo.text, here)
        if draft.title.count > TaskDraft.longestTitle {
            draft.note = note(todo.title + (todo.text.map { "\n\n" + $0 } ?? ""), here)
            draft.title = String(draft.title.prefix(TaskDraft.longestTitle))
            lost.add("the end of a title, which is whole in its note", here)
        }
        for tag in todo.tags {
            if let word = Foreign.word(tag), draft.tags.count < 20 { draft.tags.append(word) } else { lost.add("a tag", here) }
        }
        if let project = todo.project {
            draft.project = Foreign.word(project, isProject: true)
            if draft.project == nil { lost.add("a project that does not begin with a letter", here) }
        }
        draft.priority = todo.priority.flatMap { FocusTask.Priority(rawValue: $0.rawValue) }
        draft.due = due?.day(in: time.calendar)
        // The last second of a day is how programs say that it is due on the day.
        if let second = due?.second(in: time.calendar), second != 0, second != 86_399 { lost.add("the time of a due day", here) }
        draft.recurrence = todo.repeats.flatMap(Recurrence.init)
        if todo.repeats != nil, draft.recurrence == nil { lost.add("how it repeats", here) }
        draft.estimate = todo.extra["estimate"].flatMap { Int($0) }.flatMap { (60...Span.longest).contains($0) ? $0 : nil }
        draft.reminder = reminder(of: todo, due: due)
        if todo.alarm != nil, draft.reminder == nil { lost.add("a reminder on another day than the due day", here) }
        return draft
    }

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

    private mutating func note(_ text: String?, _ here: String) -> String? {
        guard let text else { return nil }
        let clean = String(
            String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 32 && $0.value != 127 || $0 == "\n" || $0 == "\t" })
        )
        if clean.count > FocusTask.longestNote { lost.add("the end of a note", here) }
        return String(clean.prefix(FocusTask.longestNote))
    }

    private mutating func annotate(_ task: inout FocusTask, _ todo: Todo, at place: Int) {
        let exact = (todo.extra["noted"] ?? "").split(separator: ",").compactMap { Instant(String($0)) }
        for (number, note) in todo.notes.enumerated() {
            let shown = note.at ?? task.createdAt
            let at = exact.count == todo.notes.count && exact[number].seconds == shown.seconds ? exact[number] : shown
            var rest = Substring(Foreign.line(note.text, limit: 20_000) ?? "")
            while !rest.isEmpty {
                let part = rest.prefix(FocusTask.longestAnnotation)
                rest = rest.dropFirst(part.count)
                if (try? task.annotate(String(part), at: at)) == nil { lost.add("an annotation", "\(form.place) \(place)") }
            }
        }
    }

    /// The tasks with those that they wait for and of which they are parts, as far as those are there.
    private mutating func connected(
        _ known: ([Identifier<FocusTask>]) throws -> Set<Identifier<FocusTask>>
    ) rethrows -> [FocusTask] {
        func id(_ key: String) -> Identifier<FocusTask> { ids[key] ?? Identifier(Foreign.id(of: key, form)) }
        let named = Set(made.flatMap { $0.after + ($0.parent.map { [$0] } ?? []) }.map(id))
        let there = try known(named.filter { !given.contains($0) }.sorted()).union(given)
        return made.map { task, after, parent in
            var task = task
            let others = after.map(id)
            for other in others where !there.contains(other) {
                lost.add("waiting for a task that is not there", "“\(task.title.prefix(40))”")
            }
            let awaited = others.filter { there.contains($0) && $0 != task.id }
            if (try? task.wait(for: Array(awaited.prefix(FocusTask.mostAwaited)))) == nil {
                lost.add("what it waits for", "“\(task.title)”")
            }
            if let parent = parent.map(id), parent != task.id {
                if there.contains(parent) {
                    task.parent = parent
                } else {
                    lost.add("being a part of a task that is not there", "“\(task.title.prefix(40))”")
                }
            }
            return task
        }
    }
}
