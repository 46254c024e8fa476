import Kernel

/// One transaction over tables. What is put stands in them at once, and is taken back when the transaction fails.
///
/// The engine hands it to the body, then calls `end()` and keeps `changed`, or `rollBack()`: `RecordTables.read` and `write` do.
public final class RecordTransaction: EngineTransaction {
    private let tables: RecordTables
    private let clock: HybridClock
    private let isWriting: Bool
    private var before: [(address: RecordAddress, record: StoredRecord?)] = []
    private var touched: Set<RecordAddress> = []
    private var isOver = false

    /// The name of this device, for stamps.
    public let device: String
    /// The time of everything that this transaction writes: later than all that the clock was told of.
    public private(set) lazy var time = clock.tick()
    /// What is to go for good with what is deleted here; nil when nothing is.
    public private(set) var forgotten: Forgotten?

    /// - Parameters:
    ///   - clock: that of the engine, which it tells of the stamps that it reads back.
    ///   - isWriting: whether anything may be put.
    public init(over tables: RecordTables, clock: HybridClock, device: String, isWriting: Bool) {
        (self.tables, self.clock, self.device, self.isWriting) = (tables, clock, device, isWriting)
    }

    // MARK: - For the engine

    /// What stands now where something was put, each address once, in the order in which they were first put.
    public var changed: [StoredRecord] { before.compactMap { tables.record(at: $0.address) } }

    /// Makes the transaction useless, should somebody have kept it.
    public func end() { isOver = true }

    /// Puts back what stood before, and ends.
    public func rollBack() {
        isOver = true
        for (address, record) in before.reversed() { tables.replace(address, with: record) }
    }

    // MARK: - For the body

    public func record(at address: RecordAddress) throws -> StoredRecord? {
        try check()
        return tables.record(at: address)
    }

    public func scan(_ scan: IndexScan, _ visit: (StoredRecord) throws -> Bool) throws {
        try check()
        guard let table = tables.table(of: scan) else { return }
        // As they are when the scan begins, whatever the visitor puts meanwhile.
        for record in try table.elements(of: scan).compactMap({ table.records[$0.id] }) {
            guard try visit(record) else { return }
        }
    }

    public func count(_ scan: IndexScan) throws -> Int {
        try check()
        return try tables.table(of: scan)?.count(of: scan) ?? 0
    }

    public func keys(_ scan: IndexScan, _ visit: (IndexKey) throws -> Bool) throws {
        try check()
        for element in try tables.table(of: scan)?.elements(of: scan) ?? [] {
            guard try visit(IndexKey(text: element.key)) else { return }
        }
    }

    public func put(_ record: StoredRecord, reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]) throws {
        try check()
        guard isWriting else { throw Failure.readOnlyTransaction }
        try record.checkForm()
        try record.checkUniqueness { key, index in
            try tables.holder(of: key, in: index, except: record.address, reindex: reindex)
        }
        let old = tables.replace(record.address, with: record)
        if touched.insert(record.address).inserted { before.append((record.address, old)) }
        if record.stamp.time != time { clock.receive(record.stamp.time) }
    }

    public func forget(_ more: Forgotten) {
        forgotten = Forgotten(
            files: more.files.union(forgotten?.files ?? []), drafts: more.drafts.union(forgotten?.drafts ?? []))
    }

    public func addresses(in partition: Partition?) throws -> [RecordAddress] {
        try check()
        return tables.addresses(in: partition)
    }

    private func check() throws { guard !isOver else { throw Failure.transactionOver } }
}

extension RecordTables {
    /// Runs a body over what stands here.
    public func read<Value>(
        _ clock: HybridClock, as device: String, _ body: (RecordTransaction) throws -> Value
    ) throws -> Value {
        let transaction = RecordTransaction(over: self, clock: clock, device: device, isWriting: false)
        defer { transaction.end() }
        return try body(transaction)
    }

    /// Runs a body, and commits what it put: when either throws, everything is as it was before.
    ///
    /// - Parameter commit: brings what was put to where it stays, as one thing; not called where nothing was put.
    public func write<Value>(
        _ clock: HybridClock, as device: String, _ body: (RecordTransaction) throws -> Value,
        commit: (_ changed: [StoredRecord]) throws -> Void
    ) throws -> Value {
        let transaction = RecordTransaction(over: self, clock: clock, device: device, isWriting: true)
        do {
            let value = try body(transaction)
            transaction.end()
            let changed = transaction.changed
            if !changed.isEmpty { try commit(changed) }
            return value
        } catch {
            transaction.rollBack()
            throw error
        }
    }
}
