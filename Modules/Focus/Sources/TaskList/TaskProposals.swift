import Kernel

extension TaskList {
    /// A task that can be started now, and the reasons for it.
    package struct Proposal: Hashable, Sendable {
        package let row: Row
        package let urgency: TaskUrgency
    }

    /// The proposed next tasks.
    package struct Proposals: Hashable, Sendable {
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
            let order = Precedence(open)
            let rate = { (task: FocusTask) -> RatedTask in
                let urgency = TaskUrgency(
                    of: task, createdOn: time.calendar.day(of: task.createdAt),
                    in: .init(
                        today: today, earlierDeadline: order.sooner[task.id].map { ($0.day, $0.words(today)) },
                        waiting: order.waiting[task.id] ?? 0, isRunning: isRunning && session?.purpose.task == task.id,
                        time: seconds))
                return RatedTask(task: task, urgency: urgency, points: urgency.points)
            }
            let best = RatedTask.best(limit, of: open.filter { !order.isHeldUp($0.id) }.map(rate))
            let first = try transaction.bestOpen(
                adding: best, limit: limit, without: Set(linkedOrStarted.map(\.id)),
                bound: {
                    TaskUrgency.mostPoints(after: $0, createdOn: time.calendar.day(of: $0.createdAt), today)
                        + (seconds == nil ? 0 : TaskUrgency.fitPoints)
                },
                rate)
            let resting = linkedOrStarted.count { !$0.isClosed && $0.doneOn != nil && $0.needsNoWork(on: today) }
            let count =
                try transaction.count(FocusTask.byState.under("open"))
                + transaction.count(FocusTask.byState.under("again"))
            return Proposals(
                first: first.map {
                    Proposal(row: Row($0.task, on: today, isLocked: locked($0.task)), urgency: $0.urgency)
                },
                count: count - resting - open.count { order.isHeldUp($0.id) },
                waiting: open.count { order.awaits.contains($0.id) }, cycle: TaskCycle.first(among: open),
                isRunning: isRunning)
        }
    }
}

/// A task and its points.
private struct RatedTask {
    let task: FocusTask
    let urgency: TaskUrgency
    let points: Int

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
        var found = Dictionary(linked.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        for task in try records(FocusTask.byBegun.all) + records(FocusTask.byState.under("again")) {
            found[task.id] = task
        }
        let named = Set(
            linked.flatMap { ($0.after ?? []) + [$0.parent].compactMap { $0 } } + [running].compactMap { $0 })
        let others = named.filter { found[$0] == nil }
        for case let task? in others.isEmpty ? [] : try records(Array(others)) { found[task.id] = task }
        return Array(found.values)
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
        var after: IndexKey?
        let end = IndexKey("open").endOfParts
        while true {
            let some = try records(FocusTask.byState.from(after ?? IndexKey("open"), through: end).limit(size))
                .filter { $0.stateKey != after }
            best = RatedTask.best(limit, of: best + some.filter { !linkedOrStarted.contains($0.id) }.map(rate))
            guard let last = some.last, limit > 0 else { return best }
            if best.count == limit, best[limit - 1].points >= bound(last) { return best }
            after = last.stateKey
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
        let title: String
        /// Whether that task contains this one instead of waiting for it.
        let isWhole: Bool

        func words(_ today: Day) -> String {
            let days = day.days(since: today)
            let when =
                days < 0 ? "overdue" : days == 0 ? "due today" : days == 1 ? "due tomorrow" : "due in \(days) days"
            return isWhole ? "part of “\(title)”, \(when)" : "“\(title)” waits for it, \(when)"
        }
    }

    private(set) var waiting: [Identifier<FocusTask>: Int] = [:]
    private(set) var awaits: Set<Identifier<FocusTask>> = []
    private(set) var sooner: [Identifier<FocusTask>: EarlierDeadline] = [:]
    private var wholes: Set<Identifier<FocusTask>> = []

    init(_ open: [FocusTask]) {
        guard open.contains(where: { $0.parent != nil || $0.after != nil }) else { return }
        let byID = Dictionary(open.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        var before: [Identifier<FocusTask>: [(id: Identifier<FocusTask>, isPart: Bool)]] = [:]
        for task in open {
            for other in Set(task.after ?? []) where other != task.id && byID[other] != nil {
                waiting[other, default: 0] += 1
                awaits.insert(task.id)
                before[task.id, default: []].append((other, false))
            }
            if let whole = task.parent, whole != task.id, byID[whole] != nil {
                wholes.insert(whole)
                before[whole, default: []].append((task.id, true))
            }
        }
        // Earliest first, so that the first day assigned to a task is its earliest.
        for task in open.filter({ $0.due != nil && before[$0.id] != nil }).sorted(by: { $0.urgencyKey < $1.urgencyKey })
        {
            guard let day = task.due else { continue }
            var ways = before[task.id] ?? []
            while let way = ways.popLast() {
                guard way.id != task.id, sooner[way.id] == nil else { continue }
                sooner[way.id] = EarlierDeadline(day: day, title: task.title, isWhole: way.isPart)
                ways += before[way.id] ?? []
            }
        }
    }

    func isHeldUp(_ id: Identifier<FocusTask>) -> Bool { awaits.contains(id) || wholes.contains(id) }
}
