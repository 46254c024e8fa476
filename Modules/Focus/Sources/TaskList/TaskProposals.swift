import Kernel

extension TaskList {
    /// A task that can be started now, and the reasons for it.
    package struct Proposal: Hashable, Sendable {
        package let row: Row
        package let urgency: TaskUrgency
    }

    /// The proposed next tasks.
    package struct Proposals: Hashable, Sendable {
        /// The most urgent tasks, as many as were requested.
        package let first: [Proposal]
        /// The number of all tasks that can be started now.
        package let count: Int
        /// The number of tasks that wait for others.
        package let waiting: Int
        /// A cycle of tasks of which each waits for the next, or an empty list.
        ///
        /// Two devices that change tasks independently can create one. None of its tasks can then
        /// be started.
        package let cycle: [FocusTask]
        /// Whether a session of the timer is open.
        package let isRunning: Bool
    }

    /// Returns the tasks that can be started now, the most urgent first.
    ///
    /// It omits tasks that are done, return later, wait for others or have open parts. Ties are
    /// ordered by due day, priority and age. Most tasks have neither links nor spent time. Of
    /// those, only as many are read as can be among the first.
    ///
    /// - Parameter seconds: the available time in seconds, if limited.
    package func proposals(limit: Int, time seconds: Int? = nil) throws -> Proposals {
        let today = time.today()
        let now = time.now()
        let gates = gates.snapshot()
        return try store.read { transaction in
            try transaction.prefetch(countPrefetches + [.record(CurrentSession.only)])
            let locked = try lockPredicate(by: gates, in: transaction)
            var session = try transaction.record(CurrentSession.only)?.session
            _ = session?.advance(to: now)
            let isRunning = session.map { $0.stage != .over } ?? false
            let linkedOrStarted = try transaction.linkedOrStarted(running: isRunning ? session?.purpose.task : nil)
            let open = linkedOrStarted.filter { !$0.isClosed && !$0.needsNoWork(on: today) }
            let precedence = Precedence(open)
            let rateTask = { (task: FocusTask) -> RatedTask in
                let urgency = TaskUrgency(
                    of: task, createdOn: time.calendar.day(of: task.createdAt),
                    in: .init(
                        today: today,
                        earlierDeadline: precedence.earlierDeadlines[task.id].map { ($0.day, $0.words(today)) },
                        waiting: precedence.waiterCounts[task.id] ?? 0,
                        isRunning: isRunning && session?.purpose.task == task.id,
                        time: seconds))
                return RatedTask(task: task, urgency: urgency, points: urgency.points)
            }
            let bestLinked = RatedTask.best(limit, of: open.filter { !precedence.isHeldUp($0.id) }.map(rateTask))
            let proposed = try transaction.bestOpen(
                adding: bestLinked, limit: limit, without: Set(linkedOrStarted.map(\.id)),
                bound: {
                    TaskUrgency.mostPoints(after: $0, createdOn: time.calendar.day(of: $0.createdAt), today)
                        + (seconds == nil ? 0 : TaskUrgency.fitPoints)
                },
                rateTask)
            let returningLaterCount = linkedOrStarted.count {
                !$0.isClosed && $0.doneOn != nil && $0.needsNoWork(on: today)
            }
            let openCount =
                try transaction.count(FocusTask.byState.under("open"))
                + transaction.count(FocusTask.byState.under("again"))
            return Proposals(
                first: proposed.map {
                    Proposal(row: Row($0.task, on: today, isLocked: locked($0.task)), urgency: $0.urgency)
                },
                count: openCount - returningLaterCount - open.count { precedence.isHeldUp($0.id) },
                waiting: open.count { precedence.waitingIDs.contains($0.id) }, cycle: TaskCycle.first(among: open),
                isRunning: isRunning)
        }
    }
}

/// A task and its points.
private struct RatedTask {
    let task: FocusTask
    let urgency: TaskUrgency
    let points: Int

    /// Returns the tasks with the most points. Ties are ordered by due day, priority and age.
    static func best(_ limit: Int, of all: [RatedTask]) -> [RatedTask] {
        Array(
            all.sorted { $0.points != $1.points ? $0.points > $1.points : $0.task.urgencyKey < $1.task.urgencyKey }
                .prefix(
                    limit))
    }
}

extension Transaction {
    /// Returns the tasks whose points depend on other tasks or on work already done.
    ///
    /// These are begun, recurring, waiting or awaited tasks, and tasks that have parts or are
    /// parts.
    fileprivate func linkedOrStarted(running: Identifier<FocusTask>?) throws -> [FocusTask] {
        try prefetch(
            .records(FocusTask.byBegun.all), .records(FocusTask.byWaiting.all), .records(FocusTask.byParent.all),
            .records(FocusTask.byState.under("again")))
        let linked = try records(FocusTask.byWaiting.all) + records(FocusTask.byParent.all)
        var tasksByID = Dictionary(linked.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        for task in try records(FocusTask.byBegun.all) + records(FocusTask.byState.under("again")) {
            tasksByID[task.id] = task
        }
        let linkedIDs = Set(
            linked.flatMap { ($0.after ?? []) + [$0.parent].compactMap { $0 } } + [running].compactMap { $0 })
        let missingIDs = linkedIDs.filter { tasksByID[$0] == nil }
        for case let task? in missingIDs.isEmpty ? [] : try records(Array(missingIDs)) { tasksByID[task.id] = task }
        return Array(tasksByID.values)
    }

    /// Returns the best of the given and all other open tasks.
    ///
    /// The others are read by due day, priority and age until none of the rest can be among the
    /// best.
    ///
    /// - Parameter bound: returns the most points of any task that follows a given one.
    fileprivate func bestOpen(
        adding rated: [RatedTask], limit: Int, without linkedOrStarted: Set<Identifier<FocusTask>>,
        bound: (FocusTask) -> Int,
        _ rate: (FocusTask) -> RatedTask
    ) throws -> [RatedTask] {
        var best = rated
        var size = max(64, 2 * limit)
        var lastKey: IndexKey?
        let end = IndexKey("open").endOfParts
        while true {
            let batch = try records(FocusTask.byState.from(lastKey ?? IndexKey("open"), through: end).limit(size))
                .filter { $0.stateKey != lastKey }
            best = RatedTask.best(limit, of: best + batch.filter { !linkedOrStarted.contains($0.id) }.map(rate))
            guard let last = batch.last, limit > 0 else { return best }
            if best.count == limit, best[limit - 1].points >= bound(last) { return best }
            lastKey = last.stateKey
            size = min(size * 4, 4_096)
        }
    }
}

/// The order among open tasks.
///
/// It visits each task once per link to it and tolerates cycles.
private struct Precedence {
    /// The earliest due day of the tasks that come after a task.
    struct EarlierDeadline {
        let day: Day
        /// The title of the task with that deadline.
        let title: String
        /// Whether that task contains this one instead of waiting for it.
        let containsTask: Bool

        /// Returns the reason as part of a line, such as "due today".
        func words(_ today: Day) -> String {
            let days = day.days(since: today)
            let when =
                days < 0 ? "overdue" : days == 0 ? "due today" : days == 1 ? "due tomorrow" : "due in \(days) days"
            return containsTask ? "part of “\(title)”, \(when)" : "“\(title)” waits for it, \(when)"
        }
    }

    /// The number of open tasks that wait for each task.
    private(set) var waiterCounts: [Identifier<FocusTask>: Int] = [:]
    /// The tasks that wait for an open task.
    private(set) var waitingIDs: Set<Identifier<FocusTask>> = []
    /// The earliest deadline of the tasks that come after each task.
    private(set) var earlierDeadlines: [Identifier<FocusTask>: EarlierDeadline] = [:]
    /// The tasks with an open part.
    private var containerIDs: Set<Identifier<FocusTask>> = []

    init(_ open: [FocusTask]) {
        guard open.contains(where: { $0.parent != nil || $0.after != nil }) else { return }
        let byID = Dictionary(open.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        var predecessors: [Identifier<FocusTask>: [(id: Identifier<FocusTask>, isPart: Bool)]] = [:]
        for task in open {
            for other in Set(task.after ?? []) where other != task.id && byID[other] != nil {
                waiterCounts[other, default: 0] += 1
                waitingIDs.insert(task.id)
                predecessors[task.id, default: []].append((other, false))
            }
            if let container = task.parent, container != task.id, byID[container] != nil {
                containerIDs.insert(container)
                predecessors[container, default: []].append((task.id, true))
            }
        }
        // Earliest first, so that the first day assigned to a task is its earliest.
        for task in open.filter({ $0.due != nil && predecessors[$0.id] != nil }).sorted(by: {
            $0.urgencyKey < $1.urgencyKey
        }) {
            guard let day = task.due else { continue }
            var pending = predecessors[task.id] ?? []
            while let link = pending.popLast() {
                guard link.id != task.id, earlierDeadlines[link.id] == nil else { continue }
                earlierDeadlines[link.id] = EarlierDeadline(day: day, title: task.title, containsTask: link.isPart)
                pending += predecessors[link.id] ?? []
            }
        }
    }

    /// Returns whether a task waits for another or has open parts.
    func isHeldUp(_ id: Identifier<FocusTask>) -> Bool { waitingIDs.contains(id) || containerIDs.contains(id) }
}
