import EngineKit
import Kernel
import Synchronization

/// A read that independent readers share, such as the cards of a first screen.
///
/// All readers see one state, and the engine answers each question once. The first store that a
/// step reads is the shared one.
///
/// A step that writes or needs more than a read runs alone, and a new shared read begins after it.
/// The step can simply run again, because it has only read so far.
public final class SharedRead: Sendable {
    private let pendingRead = Mutex<PendingRead?>(nil)

    public init() {}

    /// Returns a store that takes part in shared reads.
    public func store(over base: any Store) -> any Store { SharedReadStore(base, self) }

    /// Runs steps in order over one state while they only read. A step may run twice.
    ///
    /// - Throws: the errors of the steps, and the store's `Failure`s.
    public func run(_ steps: [() throws -> Void]) throws {
        let current = PendingRead()
        let isFirst = pendingRead.withLock { pendingRead in
            guard pendingRead == nil else { return false }
            pendingRead = current
            return true
        }
        guard isFirst else { return try steps.forEach { try $0() } }
        defer { pendingRead.withLock { $0 = nil } }
        var next = 0
        while next < steps.count {
            // The first read determines the store. Until then no store is opened.
            current.state = .awaitingStore
            let outcome = Result { try steps[next]() }
            if case .reachedStore(let store) = current.state {
                next = try current.runSteps(at: store, steps, from: next)
                if next == steps.count { return }
                current.state = .alone
                try steps[next]()
            } else {
                try outcome.get()
            }
            next += 1
        }
    }

    /// The shared read of this thread.
    fileprivate var current: PendingRead? { pendingRead.withLock { $0 }.flatMap { $0.isHere ? $0 : nil } }
}

/// The state of one shared read.
private final class PendingRead: @unchecked Sendable {
    // Unchecked: only the reading thread uses it.
    enum State {
        case awaitingStore
        /// A step has reached a store and must run again over it.
        case reachedStore(SharedReadStore)
        case reading(SharedReadStore, CachingTransaction, isReading: Bool)
        /// A step needed more than a read and must run again alone.
        case interrupted
        /// A step runs without a shared read.
        case alone
    }

    var state = State.awaitingStore
    private let thread = CurrentThread.number

    /// Whether the current thread began the read.
    var isHere: Bool { CurrentThread.number == thread }

    /// Runs steps over one state of a store.
    ///
    /// - Returns: the index of the first unfinished step.
    func runSteps(at store: SharedReadStore, _ steps: [() throws -> Void], from first: Int) throws -> Int {
        var next = first
        try store.base.read { below in
            // The body may run twice.
            next = first
            let transaction = CachingTransaction(over: below, caching: .everything)
            state = .reading(store, transaction, isReading: false)
            defer { transaction.end() }
            while next < steps.count {
                let outcome = Result { try steps[next]() }
                if case .interrupted = state { return }
                try outcome.get()
                next += 1
            }
        }
        return next
    }
}

private final class SharedReadStore: Store, StoreEngine {
    let base: any StoreEngine
    private let sharedRead: SharedRead

    var engine: any StoreEngine { self }
    var partition: Partition { .common }

    init(_ base: any Store, _ sharedRead: SharedRead) {
        self.base = base.engine
        self.sharedRead = sharedRead
    }

    func read<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        guard let read = sharedRead.current else { return try base.read(body) }
        switch read.state {
        case .awaitingStore:
            read.state = .reachedStore(self)
            throw Failure.nestedTransaction
        case .reachedStore, .interrupted: throw Failure.nestedTransaction
        case .reading(let store, let transaction, let isReading) where store === self:
            guard !isReading else { throw Failure.nestedTransaction }
            read.state = .reading(store, transaction, isReading: true)
            defer { read.state = .reading(store, transaction, isReading: false) }
            return try body(transaction)
        case .reading, .alone: return try base.read(body)
        }
    }

    /// Ends a shared read. The step that caused it counts as failed and runs again.
    private func endSharedRead() throws {
        guard let read = sharedRead.current else { return }
        switch read.state {
        case .awaitingStore, .alone: read.state = .alone
        case .reading(_, _, let isReading):
            if !isReading { read.state = .interrupted }
            throw Failure.nestedTransaction
        case .reachedStore, .interrupted: throw Failure.nestedTransaction
        }
    }

    func write<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        try endSharedRead()
        return try base.write(body)
    }

    func changes(since sequence: Int, limit: Int) throws -> [Change] {
        try endSharedRead()
        return try base.changes(since: sequence, limit: limit)
    }

    func lastPrunedSequence() throws -> Int {
        try endSharedRead()
        return try base.lastPrunedSequence()
    }

    func inspect() throws -> StoreReport {
        try endSharedRead()
        return try base.inspect()
    }

    func space() throws -> [StoreSpace] {
        try endSharedRead()
        return try base.space()
    }

    func maintain(_ work: Maintenance) throws -> [String] {
        try endSharedRead()
        return try base.maintain(work)
    }

    func rewrite(_ form: (StoredRecord) throws -> StoredRecord?) throws -> [String] {
        try endSharedRead()
        return try base.rewrite(form)
    }

    func replaceInBulk<Value>(_ replacement: BulkReplacement, closing: (any EngineTransaction) throws -> Value) throws
        -> Value
    {
        try endSharedRead()
        return try base.replaceInBulk(replacement, closing: closing)
    }

    func close() throws { try base.close() }
}
