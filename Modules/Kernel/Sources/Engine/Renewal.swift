/// Bulk work: what becomes of a store in one step, however much that is. Until the step is done everybody sees the state before, and nobody holds
/// all of it in memory. Its functions may run more than once.
public struct Renewal {
    /// Whether a live record goes and leaves a tombstone. Asked of what others write meanwhile, too.
    public var leaves: (_ address: RecordAddress, _ stamp: Stamp) throws -> Bool
    /// Visits what goes, with the version of the tombstone that it leaves, and may put what is to be kept of it; nil where nobody wants to see it.
    public var parting: ((_ record: StoredRecord, _ left: Stamp, _ arrivals: any Arrivals) throws -> Void)?
    /// Puts what comes, record by record.
    public var arriving: (_ arrivals: any Arrivals) throws -> Void
    /// Whether nothing stays of what was there, not even a tombstone in an engine that can do without.
    public var isWhole = false
    /// Folders beside the store that are emptied, by name.
    public var emptied: [String] = []
    /// The name of hidden folders, one in each of `emptied`, whose contents take the place of what was there; nil when nothing does.
    public var staged: String?

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
    }

    /// Everything goes, and something else comes.
    public static func whole(
        emptied: [String] = [], staged: String? = nil, arriving: @escaping (_ arrivals: any Arrivals) throws -> Void = { _ in }
    ) -> Renewal {
        var renewal = Renewal(leaves: { _, _ in true }, arriving: arriving)
        (renewal.isWhole, renewal.emptied, renewal.staged) = (true, emptied, staged)
        return renewal
    }
}

/// Where the records of bulk work arrive.
public protocol Arrivals: AnyObject {
    /// A time for the stamps of what arrives, greater than every stamp that was in the store when the work began.
    var time: HybridTime { get }

    /// The name of this device, for stamps.
    var device: String { get }

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
    /// Keeps a record whose collection has no index that is younger than its records.
    public func put(_ record: StoredRecord) throws { try put(record) { $0.entries } }
}

extension StoreEngine {
    /// In one transaction: what an engine without files does, and one that can hold as much.
    public func renew<Value>(_ renewal: Renewal, closing: (any EngineTransaction) throws -> Value) throws -> Value {
        try write { transaction in
            let leaving = try transaction.addresses(in: nil).filter { address in
                guard let stamp = try transaction.record(at: address)?.stamp else { return false }
                return try renewal.leaves(address, stamp)
            }
            let arrivals = ArrivalsInTransaction(transaction)
            for address in leaving { try arrivals.remove(address, telling: renewal.parting) }
            try renewal.arriving(arrivals)
            return try closing(transaction)
        }
    }

    /// Bulk work that nothing else belongs to.
    public func renew(_ renewal: Renewal) throws { try renew(renewal) { _ in } }

    /// Exchanges everything for something else, all or nothing: no byte of what was there is left in the engine's files when this returns.
    ///
    /// - Throws: `duplicateKey` and the engine's `Failure`s, when nothing was changed; `erasureUnfinished` when it was, and what was there
    ///   has yet to go from the files.
    public func replaceAll(by replacement: Replacement) throws {
        try renew(
            .whole(emptied: replacement.emptied, staged: replacement.arriving) { arrivals in
                for record in replacement.records { try arrivals.put(record) }
            })
    }
}

/// Arrivals that are put into an ordinary transaction.
private final class ArrivalsInTransaction: Arrivals {
    private let below: any EngineTransaction
    /// What has left, as it was.
    private var left: [RecordAddress: StoredRecord] = [:]

    init(_ below: any EngineTransaction) { self.below = below }

    var time: HybridTime { below.time }
    var device: String { below.device }

    func record(at address: RecordAddress) throws -> StoredRecord? { try left[address] ?? below.record(at: address) }

    func stamp(at address: RecordAddress) throws -> Stamp? { try below.record(at: address)?.stamp }

    func put(_ record: StoredRecord, reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]) throws {
        try below.put(record, reindex: reindex)
    }

    /// Leaves a tombstone.
    func remove(_ address: RecordAddress, telling parting: ((StoredRecord, Stamp, any Arrivals) throws -> Void)?) throws {
        guard let old = try below.record(at: address) else { return }
        let stamp = old.stamp.deletion(at: time, by: device)
        left[address] = old
        try below.put(
            StoredRecord(address: address, stamp: stamp, payloadVersion: old.payloadVersion, entries: [], payload: nil))
        try parting?(old, stamp, self)
    }
}

extension Stamp {
    /// The version of the tombstone that follows this one.
    package func deletion(at time: HybridTime, by device: String) -> Stamp {
        Stamp(generation: generation, deleted: true, time: time, device: device)
    }
}
