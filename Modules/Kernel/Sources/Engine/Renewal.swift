/// Bulk work: what becomes of a store in one step, however much that is. Until the step is done everybody sees the state before, and nobody holds
/// all of it in memory. Its functions may run more than once.
public struct Renewal {
    /// Whether a live record goes and leaves a tombstone. Asked of what others write meanwhile, too.
    public var leaves: (_ address: RecordAddress, _ stamp: Stamp) throws -> Bool
    /// Where such records may stand; nil for everywhere. Nobody looks at others.
    public var partitions: Set<Partition>?
    /// Visits what goes, with the version of the tombstone that it leaves, and may put what is to be kept of it; nil where nobody wants to see it.
    public var parting: ((_ record: StoredRecord, _ left: Stamp, _ arrivals: any Arrivals) throws -> Void)?
    /// Puts what comes, record by record.
    public var arriving: (_ arrivals: any Arrivals) throws -> Void
    /// Whether nothing stays of what was there, not even a tombstone in an engine that can do without.
    public var isWhole = false
    /// Folders beside the store that are emptied, by name.
    public var emptied: [String] = []
    /// Folders beside the store in which everything stays, by name.
    public var joined: [String] = []
    /// The name of hidden folders, one in each of `emptied` and `joined`, whose contents take the place of what was there, or come beside what is
    /// there; nil when nothing does.
    public var staged: String?

    /// How many records are asked for at a time where there are many.
    static let batch = 4_096

    /// What goes, and what comes.
    public init(
        leaves: @escaping (_ address: RecordAddress, _ stamp: Stamp) throws -> Bool,
        arriving: @escaping (_ arrivals: any Arrivals) throws -> Void
    ) {
        (self.leaves, self.arriving) = (leaves, arriving)
    }

    /// What comes; nothing goes.
    public init(arriving: @escaping (_ arrivals: any Arrivals) throws -> Void) {
        self.init(leaves: { _, _ in false }, arriving: arriving)
        partitions = []
    }

    /// Everything goes, and something else comes.
    public static func whole(
        emptied: [String] = [], joined: [String] = [], staged: String? = nil,
        arriving: @escaping (_ arrivals: any Arrivals) throws -> Void = { _ in }
    ) -> Renewal {
        var renewal = Renewal(leaves: { _, _ in true }, arriving: arriving)
        (renewal.isWhole, renewal.emptied, renewal.joined, renewal.staged) = (true, emptied, joined, staged)
        return renewal
    }

    /// Does all of it in an ordinary transaction, which must be of this engine: what one does that has no better way, and can hold as much.
    public func perform<Value>(
        in transaction: any EngineTransaction, closing: (any EngineTransaction) throws -> Value
    ) throws -> Value {
        let arrivals = ArrivalsInTransaction(transaction)
        for partition in partitions.map({ $0.sorted { $0.rawValue < $1.rawValue } }) ?? [nil] as [Partition?] {
            let places = try transaction.addresses(in: partition)
            for start in stride(from: 0, to: places.count, by: Renewal.batch) {
                let some = try transaction.records(at: Array(places[start..<min(start + Renewal.batch, places.count)]))
                let leaving = try some.compactMap(\.self).filter { try leaves($0.address, $0.stamp) }
                try arrivals.remove(leaving, telling: parting)
            }
        }
        try arriving(arrivals)
        try arrivals.flush()
        return try closing(transaction)
    }
}

/// Where the records of bulk work arrive.
public protocol Arrivals: AnyObject {
    /// A time for the stamps of what arrives, greater than every stamp that was in the store when the work began.
    var time: HybridTime { get }

    /// The name of this device, for stamps.
    var device: String { get }
    /// The generation of a record that arrives where nothing stands.
    var firstGeneration: Int { get }

    /// Says which addresses will be asked for next, so that they can be fetched at once.
    func expect(_ addresses: [RecordAddress]) throws

    /// The record at an address as it was when the work began, or its tombstone.
    func record(at address: RecordAddress) throws -> StoredRecord?

    /// The version that an arriving record follows: of what stood at its address, or of the tombstone that this leaves; nil when there is none.
    func stamp(at address: RecordAddress) throws -> Stamp?

    /// Keeps a record or a tombstone. It gives way to what others write at its address before the work is done.
    ///
    /// - Parameter reindex: computes the entries of a record that was written before a unique index existed, so that its key counts too.
    /// - Throws: `recordTooLarge`; keys that are taken are found when the work is done.
    func put(_ record: StoredRecord, reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]) throws
}

extension Arrivals {
    /// Nothing: who has them at hand need not know.
    public func expect(_ addresses: [RecordAddress]) throws {}

    /// Keeps a record whose collection has no index that is younger than its records.
    public func put(_ record: StoredRecord) throws { try put(record) { $0.entries } }
}

extension StoreEngine {
    /// In one transaction: what an engine without files does, and one that can hold as much.
    public func renew<Value>(_ renewal: Renewal, closing: (any EngineTransaction) throws -> Value) throws -> Value {
        try write { try renewal.perform(in: $0, closing: closing) }
    }

    /// Bulk work that nothing else belongs to.
    public func renew(_ renewal: Renewal) throws { try renew(renewal) { _ in } }

    /// Exchanges everything for something else, all or nothing: no byte of what was there is left in the engine's files when this returns.
    ///
    /// - Throws: `duplicateKey` and the engine's `Failure`s, when nothing was changed; `erasureUnfinished` when it was, and what was there
    ///   has yet to go from the files.
    public func replaceAll(by replacement: Replacement) throws {
        try renew(
            .whole(emptied: replacement.emptied, joined: replacement.joined, staged: replacement.arriving) { arrivals in
                for record in replacement.records { try arrivals.put(record) }
            })
    }
}

/// Arrivals that are put into an ordinary transaction, some at a time.
private final class ArrivalsInTransaction: Arrivals {
    private let below: any EngineTransaction
    /// What has left, as it was.
    private var left: [RecordAddress: StoredRecord] = [:]
    /// What stands at some addresses, as far as it was asked for.
    private var fetched: [RecordAddress: StoredRecord?] = [:]
    /// What is yet to be put, and how the keys of each collection are computed.
    private var pending: [StoredRecord] = []
    private var reindex: [String: @Sendable (StoredRecord) throws -> [IndexEntry]] = [:]

    init(_ below: any EngineTransaction) { self.below = below }

    var time: HybridTime { below.time }
    var device: String { below.device }
    var firstGeneration: Int { below.firstGeneration }

    func expect(_ addresses: [RecordAddress]) throws {
        try flush()
        fetched = Dictionary(zip(addresses, try below.records(at: addresses)), uniquingKeysWith: { first, _ in first })
    }

    func record(at address: RecordAddress) throws -> StoredRecord? { try left[address] ?? standing(at: address) }

    func stamp(at address: RecordAddress) throws -> Stamp? { try standing(at: address)?.stamp }

    private func standing(at address: RecordAddress) throws -> StoredRecord? {
        if let known = fetched[address] { return known }
        try flush()
        return try below.record(at: address)
    }

    func put(_ record: StoredRecord, reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]) throws {
        if fetched[record.address] != nil { fetched[record.address] = .some(record) }
        self.reindex[record.address.collection] = reindex
        pending.append(record)
        if pending.count >= Renewal.batch { try flush() }
    }

    /// Puts what is at hand.
    func flush() throws {
        guard !pending.isEmpty else { return }
        let (records, known) = (pending, reindex)
        pending = []
        try below.put(records) { try known[$0.address.collection]?($0) ?? $0.entries }
    }

    /// Leaves tombstones.
    func remove(_ records: [StoredRecord], telling parting: ((StoredRecord, Stamp, any Arrivals) throws -> Void)?) throws {
        for old in records {
            let stamp = old.stamp.deletion(at: time, by: device)
            left[old.address] = old
            try put(
                StoredRecord(address: old.address, stamp: stamp, payloadVersion: old.payloadVersion, entries: [], payload: nil))
            try parting?(old, stamp, self)
        }
    }
}

extension Stamp {
    /// The version of the tombstone that follows this one.
    package func deletion(at time: HybridTime, by device: String) -> Stamp {
        Stamp(generation: generation, deleted: true, time: time, device: device)
    }
}
