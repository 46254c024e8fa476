import Kernel
import Synchronization

/// A shop that lives as long as the process: every payment works, time passes as in life.
public final class MemoryStoreFront: StoreFront {
    private let acts = Mutex<[SandboxAct]>([])
    private let catalogue: Catalogue
    private let ids: IDSource

    /// An empty account.
    public init(catalogue: Catalogue, ids: IDSource) { (self.catalogue, self.ids) = (catalogue, ids) }

    public func buy(_ order: Order, at now: Instant) throws -> PurchaseOutcome {
        let id = ids.next(SandboxAct.self)
        let series = order.series ?? Identifier(id.rawValue)
        acts.withLock { $0.append(SandboxAct(id, at: now, .bought, series: series, order: order)) }
        return .bought(series)
    }

    public func history(through now: Instant) throws -> [LedgerEntry] {
        let acts = acts.withLock { $0 }
        return SandboxAccount(acts, catalogue: catalogue, settings: SandboxSettings()).history(through: now)
    }

    public func setAutoRenew(_ isOn: Bool, of series: Identifier<Receipt>, at now: Instant) throws {
        let id = ids.next(SandboxAct.self)
        acts.withLock { $0.append(SandboxAct(id, at: now, isOn ? .renewOn : .renewOff, series: series)) }
    }
}
