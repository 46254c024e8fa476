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
        /// Whether the timer goes on.
        public let isRunning: Bool
    }

    /// What could be begun now, the most urgent first: nothing that is done, comes back later, waits for something, or has parts that come before it.
    /// Equal points go by due day, priority and age.
    ///
    /// - Parameter time: how many seconds there are, if that matters.
    public func proposals(limit: Int, time seconds: Int? = nil) throws -> Proposals {
        let (today, now) = (time.today(), time.now())
        let gates = gates.settled()
        return try store.read { transaction in
            try transaction.foresee(figures + [.record(CurrentSession.only)])
            let locked = try lock(by: gates, in: transaction)
            let all =
                try transaction.records(FocusTask.byStanding.under("open"))
                + transaction.records(FocusTask.byStanding.under("again"))
            let open = all.filter { !$0.rests(on: today) }
            var session = try transaction.record(CurrentSession.only)?.session
            _ = session?.advance(to: now)
            let isRunning = session.map { $0.stage != .over } ?? false
            let running = isRunning ? session?.purpose.task : nil
            let order = Precedence(open)
            let free = open.filter { !order.isHeldUp($0.id) }
            let judged = free.map { task -> (task: FocusTask, urgency: TaskUrgency, points: Int) in
                let urgency = TaskUrgency(
                    of: task, createdOn: time.calendar.day(of: task.createdAt),
                    in: .init(
                        today: today, sooner: order.sooner[task.id].map { ($0.day, $0.words(today)) },
                        waiting: order.waiting[task.id] ?? 0, runs: running == task.id, time: seconds))
                return (task, urgency, urgency.points)
            }
            let best = judged.sorted { $0.points != $1.points ? $0.points > $1.points : $0.task.pressure < $1.task.pressure }
                .prefix(limit)
            let first = best.map { Proposal(row: Row($0.task, on: today, isLocked: locked($0.task)), urgency: $0.urgency) }
            return Proposals(
                first: first, count: free.count, waiting: open.count { order.awaits.contains($0.id) },
                isRunning: isRunning)
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
