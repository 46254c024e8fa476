import Kernel

/// The urgency of a task as a sum of points, each with a reason.
///
/// The numbers are in the README.
package struct TaskUrgency: Hashable, Sendable {
    /// A reason for or against starting a task.
    package struct Reason: Hashable, Sendable {
        /// The points for starting the task, or negative ones against it.
        package let points: Int
        /// The reason as part of a line, such as "due today".
        package let text: String
    }

    /// The context of a task that affects its urgency.
    struct Context {
        let today: Day
        /// The earliest due day of a task that comes after it, if earlier than its own, and the
        /// reason.
        var earlierDeadline: (day: Day, words: String)?
        /// The number of tasks that wait for it.
        var waiting = 0
        /// Whether the timer runs for the task.
        var isRunning = false
        /// The available time in seconds.
        var time: Int?
    }

    /// The reasons, the strongest first.
    package let reasons: [Reason]

    package var points: Int { reasons.reduce(0) { $0 + $1.points } }

    init(of task: FocusTask, createdOn: Day, in context: Context) {
        let today = context.today
        var candidates: [Reason?] = []
        if let deadline = context.earlierDeadline, task.due.map({ deadline.day < $0 }) ?? true {
            candidates.append(
                TaskUrgency.due(in: deadline.day.days(since: today)).map {
                    Reason(points: $0.points, text: deadline.words)
                })
        } else if let due = task.due {
            candidates.append(TaskUrgency.due(in: due.days(since: today)))
        }
        if context.isRunning { candidates.append(Reason(points: 50, text: "the timer runs for it")) }
        switch task.priority {
        case .high: candidates.append(Reason(points: 30, text: "high priority"))
        case .medium: candidates.append(Reason(points: 15, text: "medium priority"))
        case .low: candidates.append(Reason(points: -15, text: "low priority"))
        case nil: break
        }
        if context.waiting > 0 {
            let text =
                context.waiting == 1 ? "1 task waits for it" : "\(context.waiting) tasks wait for it"
            candidates.append(Reason(points: 10 * min(context.waiting, 3), text: text))
        }
        if task.spent > 0 {
            candidates.append(Reason(points: 12, text: "begun, \(Span.minutes(milliseconds: task.spent)) spent"))
        }
        candidates.append(TaskUrgency.ageReason(today.days(since: createdOn) / 7))
        candidates.append(TaskUrgency.fitReason(task, in: context.time))
        reasons = candidates.compactMap { $0 }.enumerated().sorted {
            ($1.element.points, $0.offset) < ($0.element.points, $1.offset)
        }
        .map(\.element)
    }

    /// The points of a task that fits into the available time.
    static let fitPoints = 10
    /// The points of a task with high priority and the greatest age.
    private static let mostWithoutDueDay = 40

    /// Returns the most points of any task without links that follows this one by day, priority and
    /// age.
    static func mostPoints(after task: FocusTask, createdOn: Day, _ today: Day) -> Int {
        let points = TaskUrgency(of: task, createdOn: createdOn, in: Context(today: today)).points
        guard let due = task.due else { return points }
        let later = TaskUrgency.due(in: (due < today ? due : due.adding(days: 1)).days(since: today))?.points ?? 0
        return max(points, later + mostWithoutDueDay)
    }

    /// Returns the reason of a due day, or nil beyond two weeks.
    private static func due(in days: Int) -> Reason? {
        switch days {
        case ..<0: Reason(points: 100 + min(-days, 20), text: "\(counted(-days, "day")) overdue")
        case 0: Reason(points: 90, text: "due today")
        case 1: Reason(points: 60, text: "due tomorrow")
        case ...14: Reason(points: 64 - 4 * days, text: "due in \(days) days")
        default: nil
        }
    }

    /// Returns the reason of a task's age, or nil below one week.
    private static func ageReason(_ weeks: Int) -> Reason? {
        weeks < 1 ? nil : Reason(points: min(weeks, 10), text: "\(counted(weeks, "week")) old")
    }

    /// Returns a reason if the rest of the estimate fits into the available time.
    private static func fitReason(_ task: FocusTask, in time: Int?) -> Reason? {
        guard let time, let estimate = task.estimate else { return nil }
        let remaining = max(60, estimate - task.spent / 1000)
        return remaining <= time
            ? Reason(points: fitPoints, text: "its \(Span(seconds: remaining / 60 * 60)) fit")
            : Reason(points: -40, text: "it needs \(Span(seconds: remaining / 60 * 60))")
    }
}
