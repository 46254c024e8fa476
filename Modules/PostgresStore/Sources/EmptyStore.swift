import EngineKit
import Kernel

/// What a rehearsal sees where there is no store yet: nothing, in memory.
final class EmptyStore: Store, StoreEngine, @unchecked Sendable {
    // Unchecked: the tables are touched only inside the turnstile.
    private let turnstile = Turnstile()
    private let tables = RecordTables()
    private let clock: HybridClock

    var engine: any StoreEngine { self }
    let partition = Partition.common

    init(now: @escaping @Sendable () -> Instant) { clock = HybridClock(now: now) }

    func read<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        try turnstile.pass { try tables.read(clock, as: "rehearsal") { try body($0) } }
    }

    /// Nothing stays of what is written here.
    func write<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        try turnstile.pass {
            try tables.write(clock, as: "rehearsal") {
                try body($0)
            } commit: { _ in
            }
        }
    }

    func changes(since sequence: Int, limit: Int) throws -> [Change] { try turnstile.pass { [] } }

    func inspect() throws -> StoreReport {
        try turnstile.pass { StoreReport(location: "nowhere yet", records: 0, bytes: 0, sequence: 0, findings: []) }
    }

    func close() throws { try turnstile.close() }
}
