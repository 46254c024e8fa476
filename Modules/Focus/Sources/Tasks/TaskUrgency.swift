import Kernel

/// How much a task wants to be done now, as a sum of points each of which has its words. The numbers stand in the README.
public struct TaskUrgency: Hashable, Sendable {
    /// One thing that speaks for a task, or against it.
    public struct Reason: Hashable, Sendable {
        /// By how much.
        public let points: Int
        /// What it is, in the middle of a line: "due today".
        public let words: String
    }

    /// What else bears on a task than itself.
    struct Circumstances {
        let today: Day
        /// The day by which something must be done that comes behind it, when that is sooner than its own: what it is, and in which way.
        var sooner: (day: Day, words: String)?
        /// How many wait for it.
        var waiting = 0
        /// Whether the timer is for it.
        var runs = false
        /// How many seconds there are for it.
        var time: Int?
    }

    /// What speaks for it, the most first.
    public let reasons: [Reason]

    /// All of it together.
    public var points: Int { reasons.reduce(0) { $0 + $1.points } }

    init(of task: FocusTask, createdOn: Day, in circumstances: Circumstances) {
        let today = circumstances.today
        var found: [Reason?] = []
        if let sooner = circumstances.sooner, task.due.map({ sooner.day < $0 }) ?? true {
            found.append(
                TaskUrgency.due(in: sooner.day.days(since: today)).map { Reason(points: $0.points, words: sooner.words) })
        } else if let due = task.due {
            found.append(TaskUrgency.due(in: due.days(since: today)))
        }
        if circumstances.runs { found.append(Reason(points: 50, words: "the timer runs for it")) }
        switch task.priority {
        case .high: found.append(Reason(points: 30, words: "high priority"))
        case .medium: found.append(Reason(points: 15, words: "medium priority"))
        case .low: found.append(Reason(points: -15, words: "low priority"))
        case nil: break
        }
        if circumstances.waiting > 0 {
            let words =
                circumstances.waiting == 1 ? "1 task waits for it" : "\(circumstances.waiting) tasks wait for it"
            found.append(Reason(points: 10 * min(circumstances.waiting, 3), words: words))
        }
        if task.spent > 0 { found.append(Reason(points: 12, words: "begun, \(Span.minutes(milliseconds: task.spent)) spent")) }
        found.append(TaskUrgency.age(today.days(since: createdOn) / 7))
        found.append(TaskUrgency.fit(task, in: circumstances.time))
        reasons = found.compactMap { $0 }.enumerated().sorted { ($1.element.points, $0.offset) < ($0.element.points, $1.offset) }
            .map(\.element)
    }

    /// What fits counts so much.
    static let fits = 10
    /// High priority and the greatest age.
    private static let mostBesideDay = 40

    /// The most points that a task without links may have which stands behind this one in the order of day, priority and age.
    static func most(behind task: FocusTask, createdOn: Day, _ today: Day) -> Int {
        let points = TaskUrgency(of: task, createdOn: createdOn, in: Circumstances(today: today)).points
        guard let due = task.due else { return points }
        let later = TaskUrgency.due(in: (due < today ? due : due.adding(days: 1)).days(since: today))?.points ?? 0
        return max(points, later + mostBesideDay)
    }

    private static func due(in days: Int) -> Reason? {
        switch days {
        case ..<0: Reason(points: 100 + min(-days, 20), words: "\(counted(-days, "day")) overdue")
        case 0: Reason(points: 90, words: "due today")
        case 1: Reason(points: 60, words: "due tomorrow")
        case ...14: Reason(points: 64 - 4 * days, words: "due in \(days) days")
        default: nil
        }
    }

    private static func age(_ weeks: Int) -> Reason? {
        weeks < 1 ? nil : Reason(points: min(weeks, 10), words: "\(counted(weeks, "week")) old")
    }

    /// What is left of its estimate, beside the time that there is.
    private static func fit(_ task: FocusTask, in time: Int?) -> Reason? {
        guard let time, let estimate = task.estimate else { return nil }
        let left = max(60, estimate - task.spent / 1000)
        return left <= time
            ? Reason(points: fits, words: "its \(Span(seconds: left / 60 * 60)) fit")
            : Reason(points: -40, words: "it needs \(Span(seconds: left / 60 * 60))")
    }
}
