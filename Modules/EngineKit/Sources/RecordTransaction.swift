import Kernel

/// One transaction over tables, whose writes are visible at once and undone when the transaction
/// fails.
///
/// The engine passes it to the body. It then calls `end()` and stores `changed`, or it calls
/// `rollBack()`. `RecordTables.read` and `write` do so.
public final class RecordTransaction: EngineTransaction {
    private let tables: RecordTables
    private let clock: HybridClock
    private let isWriting: Bool
    /// The records before this transaction, in the order of their first write.
    private var previousRecords: [(address: RecordAddress, record: StoredRecord?)] = []
    private var writtenAddresses: Set<RecordAddress> = []
    private var isOver = false

    public let device: String
    /// The time of everything that this transaction writes, later than every time that the clock
    /// has observed.
    public private(set) lazy var time = clock.tick()
    /// The files to purge with the records deleted here, or nil if there are none.
    public private(set) var purgedFiles: PurgedFiles?

    /// Creates a transaction over tables.
    ///
    /// - Parameters:
    ///   - clock: the clock of the engine, which has observed the stamps that the engine read back.
    ///   - isWriting: whether writes are allowed.
    public init(over tables: RecordTables, clock: HybridClock, device: String, isWriting: Bool) {
        self.tables = tables
        self.clock = clock
        self.device = device
        self.isWriting = isWriting
    }

    // MARK: - For the engine

    /// The current records at the written addresses, each address once, in the order of their first
    /// write.
    public var changed: [StoredRecord] { previousRecords.compactMap { tables.record(at: $0.address) } }

    /// Ends the transaction, so that a reference kept after its closure is unusable.
    public func end() { isOver = true }

    /// Restores the previous records and ends the transaction.
    public func rollBack() {
        isOver = true
        for (address, record) in previousRecords.reversed() { tables.replace(address, with: record) }
    }

    // MARK: - For the body

    public func record(at address: RecordAddress) throws -> StoredRecord? {
        try check()
        return tables.record(at: address)
    }

    public func scan(_ scan: IndexScan, _ visit: (StoredRecord) throws -> Bool) throws {
        try check()
        guard let table = tables.table(of: scan) else { return }
        // The records as they are when the scan begins, regardless of what the visitor writes.
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
        let previous = tables.replace(record.address, with: record)
        if writtenAddresses.insert(record.address).inserted { previousRecords.append((record.address, previous)) }
        if record.stamp.time != time { clock.receive(record.stamp.time) }
    }

    public func markForPurging(_ files: PurgedFiles) { purgedFiles = files.union(purgedFiles) }

    public func addresses(in partition: Partition?) throws -> [RecordAddress] {
        try check()
        return tables.addresses(in: partition)
    }

    private func check() throws { guard !isOver else { throw Failure.transactionOver } }
}

extension RecordTables {
    /// Runs a body that reads these tables.
    public func read<Value>(
        _ clock: HybridClock, as device: String, _ body: (RecordTransaction) throws -> Value
    ) throws -> Value {
        let transaction = RecordTransaction(over: self, clock: clock, device: device, isWriting: false)
        defer { transaction.end() }
        return try body(transaction)
    }

    /// Runs a body and commits what it wrote. When either throws, the tables are restored.
    ///
    /// - Parameter commit: persists the written records atomically. It is not called if nothing was
    ///   written.
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
