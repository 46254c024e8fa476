import Kernel

/// A sandbox account as a value: the recorded acts, and their consequences by the clock.
struct SandboxAccount {
    let acts: [SandboxAct]
    let catalog: Catalog
    let settings: SandboxSettings

    init(_ acts: [SandboxAct], catalog: Catalog, settings: SandboxSettings) {
        self.acts = acts.sorted(by: SandboxAct.happened)
        self.catalog = catalog
        self.settings = settings
    }

    /// Returns the events through an instant, in counting order.
    func history(through now: Instant) -> [LedgerEntry] {
        let past = acts.filter { $0.at <= now }
        let bills = PaymentCalendar(past, failing: settings.failsRenewals)
        var seen: Set<Identifier<Receipt>> = []
        let series = past.compactMap(\.series).filter { seen.insert($0).inserted }
        let entries = series.flatMap { id in
            var timeline = SandboxTimeline(id, catalog: catalog, settings: settings, bills: bills)
            return timeline.run(past.filter { $0.series == id || $0.series == nil }, through: now)
        }
        return entries.sorted(by: LedgerEntry.precedes)
    }

    /// The orders that wait for an answer, oldest first.
    var waiting: [(series: Identifier<Receipt>, order: Order)] {
        acts.reduce(into: []) { waitingOrders, act in
            guard let series = act.series, let order = act.order else { return }
            switch act.kind {
            case .asked: waitingOrders.append((series, order))
            case .approved, .declined:
                if let first = waitingOrders.firstIndex(where: { $0.series == series && $0.order == order }) {
                    waitingOrders.remove(at: first)
                }
            default: break
            }
        }
    }
}

/// The times at which payments work.
struct PaymentCalendar {
    private let changes: [(at: Instant, works: Bool)]
    private let worksAtFirst: Bool

    init(_ acts: [SandboxAct], failing: Bool) {
        worksAtFirst = !failing
        changes = acts.compactMap { act in
            act.kind == .cardFails ? (act.at, false) : act.kind == .cardWorks ? (act.at, true) : nil
        }
    }

    /// Returns whether payments work at an instant.
    func work(at instant: Instant) -> Bool { changes.last { $0.at <= instant }?.works ?? worksAtFirst }
}
