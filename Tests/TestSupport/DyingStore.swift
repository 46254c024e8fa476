import Kernel
import Synchronization

/// Counts writes and simulates the end of the process at one of them, before the transaction or
/// right after it.
public final class WriteFuse: Sendable {
    private let state: Mutex<(left: Int, isBlown: Bool)>
    let isAfter: Bool

    public init(step: Int, isAfter: Bool) {
        state = Mutex((step, false))
        self.isAfter = isAfter
    }

    public var hasBlown: Bool { state.withLock { $0.isBlown } }

    /// Counts a write and returns whether it is the last one.
    func burn() -> Bool {
        state.withLock { state in
            state.left -= 1
            if state.left == 0 { state.isBlown = true }
            return state.left == 0
        }
    }
}

/// A store that fails after its fuse has blown, as if its process had ended.
public struct DyingStore: Store, StoreEngine {
    private let base: any Store
    private let fuse: WriteFuse

    public init(_ base: any Store, _ fuse: WriteFuse) {
        self.base = base
        self.fuse = fuse
    }

    public var engine: any StoreEngine { self }
    public var partition: Partition { .common }
    private static let killed = Failure(.systemFailure("killed"), "The process is gone.")

    public func read<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        if fuse.hasBlown { throw DyingStore.killed }
        return try base.engine.read(body)
    }

    public func write<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        if fuse.hasBlown { throw DyingStore.killed }
        let dies = fuse.burn()
        if dies, !fuse.isAfter { throw DyingStore.killed }
        let value = try base.engine.write(body)
        if dies { throw DyingStore.killed }
        return value
    }

    public func changes(since sequence: Int, limit: Int) throws -> [Change] {
        try base.engine.changes(since: sequence, limit: limit)
    }
    public func inspect() throws -> StoreReport { try base.engine.inspect() }
    public func close() throws {}
}
