import Kernel

extension TaskList {
    /// A task that one may begin now, and what speaks for it.
    public struct Proposal: Hashable, Sendable {
        /// The task today.
        public let row: Row
        /// Why it stands where it does.
        public let urgency: TaskUrgency
    }

    /// What to do next.
    public struct Proposals: Hashable, Sendable {
        /// The first of them, the most urgent first.
        public let first: [Proposal]
        /// How many could be begun in all.
        public let count: Int
        /// How many are not done and wait for others.
        public let waiting: Int
        /// Tasks that wait for each other, each for the next and the last for the first; none where nothing goes round. Two devices that know nothing of
        /// each other can make that, and then none of them can be begun.
        public let circle: [FocusTask]
        /// Whether the timer goes on.
        public let isRunning: Bool
    }

    /// What could be begun now, the most urgent first: nothing that is done, comes back later, waits for something, or has parts that come before it.
    /// Equal points go by due day, priority and age.
    ///
    /// Of the tasks that have neither links nor time spent on them, which are most of them, no more are read than may be among the first.
    ///
    /// - Parameter seconds: how many there are, if that matters.
    public func proposals(limit: Int, time seconds: Int? = nil) throws -> Proposals {
        let (today, now) = (time.today(), time.now())
        let gates = gates.settled()
        return try store.read { transaction in
            try transaction.foresee(figures + [.record(CurrentSession.only)])
            let locked = try lock(by: gates, in: transaction)
            var session = try transaction.record(CurrentSession.only)?.session
            _ = session?.advance(to: now)
            let isRunning = session.map { $0.stage != .over } ?? false
            let special = try transaction.special(running: isRunning ? session?.purpose.task : nil)
            let open = special.filter { !$0.isClosed && !$0.rests(on: today) }
            let order = Precedence(open)
            let judge = { (task: FocusTask) -> Judged in
                let urgency = TaskUrgency(
                    of: task, createdOn: time.calendar.day(of: task.createdAt),
                    in: .init(
                        today: today, sooner: order.sooner[task.id].map { ($0.day, $0.words(today)) },
                        waiting: order.waiting[task.id] ?? 0, runs: isRunning && session?.purpose.task == task.id, time: seconds))
                return Judged(task: task, urgency: urgency, points: urgency.points)
            }
            let best = Judged.best(limit, of: open.filter { !order.isHeldUp($0.id) }.map(judge))
            let first = try transaction.plain(
                beside: best, limit: limit, without: Set(special.map(\.id)),
                bound: {
                    TaskUrgency.most(behind: $0, createdOn: time.calendar.day(of: $0.createdAt), today)
                        + (seconds == nil ? 0 : TaskUrgency.fits)
                },
                judge)
            let resting = special.count { !$0.isClosed && $0.doneOn != nil && $0.rests(on: today) }
            let count =
                try transaction.count(FocusTask.byStanding.under("open")) + transaction.count(FocusTask.byStanding.under("again"))
            return Proposals(
                first: first.map { Proposal(row: Row($0.task, on: today, isLocked: locked($0.task)), urgency: $0.urgency) },
                count: count - resting - open.count { order.isHeldUp($0.id) },
                waiting: open.count { order.awaits.contains($0.id) }, circle: TaskCircle.first(among: open),
                isRunning: isRunning)
        }
    }
}

/// A task and its points.
private struct Judged {
    let task: FocusTask
    let urgency: TaskUrgency
    let points: Int

    static func best(_ limit: Int, of all: [Judged]) -> [Judged] {
        Array(all.sorted { $0.points != $1.points ? $0.points > $1.points : $0.task.pressure < $1.task.pressure }.prefix(limit))
    }
}

extension Transaction {
    /// All tasks whose points depend on others, or on what was done for them: what is begun, waits, is awaited, has parts or is one, or comes back.
    fileprivate func special(running: Identifier<FocusTask>?) throws -> [FocusTask] {
        try foresee(
            .records(FocusTask.byBegun.all), .records(FocusTask.byWaiting.all), .records(FocusTask.byParent.all),
            .records(FocusTask.byStanding.under("again")))
        let linked = try records(FocusTask.byWaiting.all) + records(FocusTask.byParent.all)
        var found = Dictionary(linked.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        for task in try records(FocusTask.byBegun.all) + records(FocusTask.byStanding.under("again")) { found[task.id] = task }
        let named = Set(linked.flatMap { ($0.after ?? []) + [$0.parent].compactMap { $0 } } + [running].compactMap { $0 })
        let others = named.filter { found[$0] == nil }
        for case let task? in others.isEmpty ? [] : try records(Array(others)) { found[task.id] = task }
        return Array(found.values)
    }

    /// The best of these and of all other open tasks, which are read in the order of due day, priority and age until none behind them can be among the
    /// best.
    ///
    /// - Parameter bound: how many points one may have that stands behind another.
    fileprivate func plain(
        beside these: [Judged], limit: Int, without special: Set<Identifier<FocusTask>>, bound: (FocusTask) -> Int,
        _ judge: (FocusTask) -> Judged
    ) throws -> [Judged] {
        var (best, size) = (these, max(64, 2 * limit))
        var after: IndexKey?
        let end = IndexKey("open").endOfParts
        while true {
            let some = try records(FocusTask.byStanding.from(after ?? IndexKey("open"), through: end).limit(size))
                .filter { $0.standing != after }
            best = Judged.best(limit, of: best + some.filter { !special.contains($0.id) }.map(judge))
            guard let last = some.last, limit > 0 else { return best }
            if best.count == limit, best[limit - 1].points >= bound(last) { return best }
            after = last.standing
            size = min(size * 4, 4_096)
        }
    }
}

/// Who comes before whom among what is open. Each task is looked at so often as it is named, and a circle is none the worse.
private struct Precedence {
    /// The soonest day by which something behind a task must be done.
    struct Sooner {
        let day: Day
        let title: String
        /// Whether it is what the task is a part of, or what waits for it.
        let isWhole: Bool

        func words(_ today: Day) -> String {
            let days = day.days(since: today)
            let when = days < 0 ? "overdue" : days == 0 ? "due today" : days == 1 ? "due tomorrow" : "due in \(days) days"
            return isWhole ? "part of “\(title)”, \(when)" : "“\(title)” waits for it, \(when)"
        }
    }

    /// How many wait for each.
    private(set) var waiting: [Identifier<FocusTask>: Int] = [:]
    /// What waits for something that is open.
    private(set) var awaits: Set<Identifier<FocusTask>> = []
    private(set) var sooner: [Identifier<FocusTask>: Sooner] = [:]
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
        // The soonest first: whoever has a day already has a sooner one.
        for task in open.filter({ $0.due != nil && before[$0.id] != nil }).sorted(by: { $0.pressure < $1.pressure }) {
            guard let day = task.due else { continue }
            var ways = before[task.id] ?? []
            while let way = ways.popLast() {
                guard way.id != task.id, sooner[way.id] == nil else { continue }
                sooner[way.id] = Sooner(day: day, title: task.title, isWhole: way.isPart)
                ways += before[way.id] ?? []
            }
        }
    }

    func isHeldUp(_ id: Identifier<FocusTask>) -> Bool { awaits.contains(id) || wholes.contains(id) }
}
