import Kernel

/// An account of a sandbox as a value: what was done to it, and what follows from that by the clock.
struct SandboxAccount {
    let acts: [SandboxAct]
    let catalogue: Catalogue
    let settings: SandboxSettings

    init(_ acts: [SandboxAct], catalogue: Catalogue, settings: SandboxSettings) {
        self.acts = acts.sorted(by: SandboxAct.happened)
        (self.catalogue, self.settings) = (catalogue, settings)
    }

    /// What happened through an instant, in the order in which it counts.
    func history(through now: Instant) -> [LedgerEntry] {
        let past = acts.filter { $0.at <= now }
        let bills = Bills(past, failing: settings.failsRenewals)
        var seen: Set<Identifier<Receipt>> = []
        let series = past.compactMap(\.series).filter { seen.insert($0).inserted }
        let entries = series.flatMap { id in
            var timeline = SandboxTimeline(id, catalogue: catalogue, settings: settings, bills: bills)
            return timeline.run(past.filter { $0.series == id || $0.series == nil }, through: now)
        }
        return entries.sorted(by: LedgerEntry.counts)
    }

    /// Orders that wait for an answer, the oldest first.
    var waiting: [(series: Identifier<Receipt>, order: Order)] {
        acts.reduce(into: []) { open, act in
            guard let series = act.series, let order = act.order else { return }
            switch act.kind {
            case .asked: open.append((series, order))
            case .approved, .declined:
                if let first = open.firstIndex(where: { $0.series == series && $0.order == order }) { open.remove(at: first) }
            default: break
            }
        }
    }
}

/// When payments work.
struct Bills {
    private let changes: [(at: Instant, works: Bool)]
    private let worksAtFirst: Bool

    init(_ acts: [SandboxAct], failing: Bool) {
        worksAtFirst = !failing
        changes = acts.compactMap { act in
            act.kind == .cardFails ? (act.at, false) : act.kind == .cardWorks ? (act.at, true) : nil
        }
    }

    func work(at instant: Instant) -> Bool { changes.last { $0.at <= instant }?.works ?? worksAtFirst }
}
