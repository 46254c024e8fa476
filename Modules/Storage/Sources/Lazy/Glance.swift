import EngineKit
import Kernel
import Synchronization

/// A look at a store by several who do not know of each other, such as the cards of a first screen: they see one state and ask the engine each
/// thing once.
///
/// The store that is read first is looked at. Whoever writes, or wants more of a store than to read, does so alone, and the look begins anew
/// behind them: so far they have only read, and are simply run again.
public final class Glance: Sendable {
    private let sight = Mutex<Sight?>(nil)

    /// Nobody looks.
    public init() {}

    /// A store that takes part in the looks.
    public func store(over base: any Store) -> any Store { GlancedStore(base, self) }

    /// Runs steps one behind the other, over one state as long as they only read. A step may run twice.
    ///
    /// - Throws: what a step throws, and the store's `Failure`s.
    public func take(_ steps: [() throws -> Void]) throws {
        let own = Sight()
        let isFirst = sight.withLock { sight in
            guard sight == nil else { return false }
            sight = own
            return true
        }
        guard isFirst else { return try steps.forEach { try $0() } }
        defer { sight.withLock { $0 = nil } }
        var next = 0
        while next < steps.count {
            // Until something is read nobody knows what to look at, and no store is opened.
            own.state = .expecting
            let outcome = Result { try steps[next]() }
            if case .met(let store) = own.state {
                next = try own.look(at: store, steps, from: next)
                if next == steps.count { return }
                own.state = .alone
                try steps[next]()
            } else {
                try outcome.get()
            }
            next += 1
        }
    }

    /// The look that this thread is taking.
    fileprivate var own: Sight? { sight.withLock { $0 }.flatMap { $0.isHere ? $0 : nil } }
}

/// What one look has come to.
private final class Sight: @unchecked Sendable {
    // Unchecked: only the thread that looks touches it.
    enum State {
        /// Nothing was read yet.
        case expecting
        /// A step has come upon a store, and is to be run again over it.
        case met(GlancedStore)
        /// Steps run over one state of a store.
        case looking(GlancedStore, RememberingTransaction, isReading: Bool)
        /// A step that was looking wants more than that, and is to be run again alone.
        case broken
        /// A step runs as if nobody looked.
        case alone
    }

    var state = State.expecting
    private let thread = CurrentThread.number

    var isHere: Bool { CurrentThread.number == thread }

    /// - Returns: the first step that was not run to its end.
    func look(at store: GlancedStore, _ steps: [() throws -> Void], from first: Int) throws -> Int {
        var next = first
        try store.base.read { below in
            // It may run twice.
            next = first
            let seen = RememberingTransaction(over: below, remembering: .everything)
            state = .looking(store, seen, isReading: false)
            defer { seen.end() }
            while next < steps.count {
                let outcome = Result { try steps[next]() }
                if case .broken = state { return }
                try outcome.get()
                next += 1
            }
        }
        return next
    }
}

private final class GlancedStore: Store, StoreEngine {
    let base: any StoreEngine
    private let glance: Glance

    var engine: any StoreEngine { self }
    var partition: Partition { .common }

    init(_ base: any Store, _ glance: Glance) { (self.base, self.glance) = (base.engine, glance) }

    func read<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        guard let sight = glance.own else { return try base.read(body) }
        switch sight.state {
        case .expecting:
            sight.state = .met(self)
            throw Failure.nestedTransaction
        case .met, .broken: throw Failure.nestedTransaction
        case .looking(let store, let seen, let isReading) where store === self:
            guard !isReading else { throw Failure.nestedTransaction }
            sight.state = .looking(store, seen, isReading: true)
            defer { sight.state = .looking(store, seen, isReading: false) }
            return try body(seen)
        case .looking, .alone: return try base.read(body)
        }
    }

    /// Breaks a look off; the step that did it is not told apart from others that fail, and run again.
    private func leave() throws {
        guard let sight = glance.own else { return }
        switch sight.state {
        case .expecting, .alone: sight.state = .alone
        case .looking(_, _, let isReading):
            if !isReading { sight.state = .broken }
            throw Failure.nestedTransaction
        case .met, .broken: throw Failure.nestedTransaction
        }
    }

    func write<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        try leave()
        return try base.write(body)
    }

    func changes(since sequence: Int, limit: Int) throws -> [Change] {
        try leave()
        return try base.changes(since: sequence, limit: limit)
    }

    func forgottenDeletions() throws -> Int {
        try leave()
        return try base.forgottenDeletions()
    }

    func inspect() throws -> StoreReport {
        try leave()
        return try base.inspect()
    }

    func space() throws -> [StoreSpace] {
        try leave()
        return try base.space()
    }

    func maintain(_ work: Maintenance) throws -> [String] {
        try leave()
        return try base.maintain(work)
    }

    func rewrite(_ form: (StoredRecord) throws -> StoredRecord?) throws -> [String] {
        try leave()
        return try base.rewrite(form)
    }

    func renew<Value>(_ renewal: Renewal, closing: (any EngineTransaction) throws -> Value) throws -> Value {
        try leave()
        return try base.renew(renewal, closing: closing)
    }

    func close() throws { try base.close() }
}
