import EngineKit
import Kernel
import Postgres

/// A transaction of a store on a server. Changes are collected and sent together with the next
/// query or the commit.
final class PostgresTransaction: EngineTransaction {
    let connection: PostgresConnection
    let queries: StoreQueries
    let clock: HybridClock
    let device: String
    let isWriting: Bool
    /// The changes that were not sent yet.
    var waiting = PendingPuts()
    /// The known shapes of the records of each place.
    var shapes: [PartitionedCollection: Set<String>] = [:]
    /// The index that lacks entries of older records, requested in a read-only transaction.
    private(set) var neededBackfill: IndexBackfill?
    /// The addresses known to be free. A record put there replaces nothing.
    private var absentAddresses: Set<RecordAddress> = []
    /// Whether the transaction changes records.
    private(set) var hasPut = false
    /// Whether deleted data must also leave the server's files.
    private(set) var purges = false
    private var isOver = false
    /// The number of cursors so far, for their names.
    private var cursors = 0

    /// The error of locking the store's row, in case the closure caught it.
    private var lockError: (any Error)?

    /// A generation above those of forgotten deletions.
    private var generation = 0
    var firstGeneration: Int {
        _ = time
        return generation
    }

    /// A time later than every stamp in the store. A writer locks the row first.
    private(set) lazy var time = {
        if isWriting, waiting.sequence == nil { _ = try? ask([]) }
        return clock.tick()
    }()

    init(
        _ connection: PostgresConnection, _ queries: StoreQueries, _ clock: HybridClock, device: String,
        isWriting: Bool
    ) {
        self.connection = connection
        self.queries = queries
        self.clock = clock
        self.device = device
        self.isWriting = isWriting
    }

    /// Ends the transaction, so that a retained reference to it throws.
    func end() { isOver = true }

    func check() throws { guard !isOver else { throw Failure.transactionOver } }

    // MARK: - Queries

    /// Runs queries after the collected changes. The first query locks the store's row, so that
    /// nothing is read before the lock.
    func ask(_ statements: [PostgresStatement]) throws -> [PostgresRows] {
        try checkLock()
        let lockStatements = isWriting && waiting.sequence == nil ? [queries.storeLock] : []
        let leadingStatements = lockStatements + waiting.drainStatements(for: queries.tables)
        do {
            let rows = try connection.answers(to: leadingStatements + statements)
            if let state = rows.first, !lockStatements.isEmpty { try begin(state) }
            return Array(rows.dropFirst(leadingStatements.count))
        } catch {
            if !lockStatements.isEmpty { lockError = error }
            throw error
        }
    }

    /// Takes the sequence number, the time and the generation from the locked row.
    private func begin(_ state: PostgresRows) throws {
        guard let row = state.first else { throw Tables.empty(queries.tables.name) }
        guard try row.int(3) <= queries.tables.form else { throw Tables.newer(try row.int(3)) }
        clock.receive(HybridTime(milliseconds: Int64(try row.int(1)), counter: try row.int(2)))
        (waiting.sequence, generation) = (try row.int(0) + 1, try row.int(4))
    }

    /// Deletes everything including tombstones. A store without any transaction is left alone.
    func clear() throws {
        if waiting.sequence == nil { _ = try ask([]) }
        guard let sequence = waiting.sequence, sequence > 1 else { return }
        if let row = try ask([queries.tables.clearStatement(at: sequence)]).last?.first { generation = try row.int(0) }
        hasPut = true
        purges = true
    }

    /// Throws the error of locking the row, even if the closure caught it.
    func checkLock() throws { if let lockError { throw lockError } }

    private func ask(_ statement: PostgresStatement, about scan: IndexScan? = nil) throws -> PostgresRows {
        guard let rows = try ask([statement], about: scan.map { [$0] } ?? []).last else {
            throw Failure.transactionOver
        }
        return rows
    }

    /// Runs queries after making sure that all records in the scans have the entries of their
    /// indexes.
    private func ask(_ statements: [PostgresStatement], about scans: [IndexScan]) throws -> [PostgresRows] {
        let scans = scans.filter { $0.index != nil }
        var unknownPlaces: [PartitionedCollection] = []
        for scan in scans
        where shapes[PartitionedCollection(scan)] == nil && !unknownPlaces.contains(PartitionedCollection(scan)) {
            unknownPlaces.append(PartitionedCollection(scan))
        }
        let rows = try ask(unknownPlaces.map(queries.shapes) + statements)
        for (place, rows) in zip(unknownPlaces, rows) { shapes[place] = Set(try rows.map { try $0.text(0) }) }
        let neededBackfills = scans.compactMap { scan in
            scan.index.map { IndexBackfill(PartitionedCollection(scan), index: $0, reindex: scan.reindex) }
        }
        .filter { $0.isNeeded(by: shapes[$0.place] ?? []) }
        guard !neededBackfills.isEmpty else { return Array(rows.dropFirst(unknownPlaces.count)) }
        for neededBackfill in neededBackfills { try backfill(neededBackfill) }
        return try ask(statements)
    }

    /// Adds the entries of an index to older records. A read-only transaction throws instead, and
    /// its caller adds them and starts over.
    func backfill(_ indexBackfill: IndexBackfill) throws {
        guard isWriting else {
            neededBackfill = indexBackfill
            throw BackfillNeeded()
        }
        try indexBackfill.perform(in: self)
        shapes[indexBackfill.place] = nil
    }

    /// An error that ends a read-only transaction until an index is complete.
    struct BackfillNeeded: Error {}

    // MARK: - Reads

    func record(at address: RecordAddress) throws -> StoredRecord? {
        try check()
        return try decoded(ask(queries.record(at: address)), at: address)
    }

    private func decoded(_ rows: PostgresRows, at address: RecordAddress) throws -> StoredRecord? {
        guard let row = rows.first else {
            recordAbsence(of: [address])
            return nil
        }
        return try StoreQueries.record(row, at: address)
    }

    func records(at addresses: [RecordAddress]) throws -> [StoredRecord?] {
        try check()
        var records = [StoredRecord?](repeating: nil, count: addresses.count)
        guard !addresses.isEmpty else { return [] }
        for row in try ask(queries.records(at: addresses)) {
            let index = try row.int(7) - 1
            records[index] = try StoreQueries.record(row, at: addresses[index])
        }
        recordAbsence(of: zip(addresses, records).lazy.filter { $1 == nil }.map(\.0))
        return records
    }

    func page(_ scan: IndexScan) throws -> [StoredRecord] {
        try check()
        guard !scan.isEmpty else { return [] }
        return try StoreQueries.records(ask(queries.page(scan), about: scan), of: scan)
    }

    func count(_ scan: IndexScan) throws -> Int {
        try check()
        return scan.isEmpty ? 0 : try ask(queries.count(scan), about: scan).first?.int(0) ?? 0
    }

    func keys(_ scan: IndexScan, _ visit: (IndexKey) throws -> Bool) throws {
        try check()
        guard !scan.isEmpty else { return }
        for row in try ask(queries.keys(scan), about: scan) { guard try visit(StoreQueries.key(row)) else { return } }
    }

    func counts(_ scan: IndexScan, parts: Int) throws -> [KeyCount] {
        try check()
        return scan.isEmpty
            ? [] : try StoreQueries.counts(ask(queries.counts(scan, parts: parts), about: scan), parts: parts)
    }

    /// Returns the answers to several queries, all sent before the first answer is awaited.
    func answers(to questions: [EngineQuestion]) throws -> [EngineAnswer] {
        try check()
        guard !questions.isEmpty else { return [] }
        let scans: [IndexScan] = questions.compactMap {
            switch $0 {
            case .record: nil
            case .page(let scan), .count(let scan), .keys(let scan), .counts(let scan, _): scan
            }
        }
        let rows = try ask(questions.map(queries.statement), about: scans)
        return try zip(questions, rows).map { question, rows in
            switch question {
            case .record(let address): .record(try decoded(rows, at: address))
            case .page(let scan): .page(try StoreQueries.records(rows, of: scan))
            case .count: .count(try rows.first?.int(0) ?? 0)
            case .keys: .keys(try rows.map(StoreQueries.key))
            case .counts(_, let parts): .counts(try StoreQueries.counts(rows, parts: parts))
            }
        }
    }

    /// Remembers that some addresses have no record.
    private func recordAbsence(of addresses: some Sequence<RecordAddress>) {
        guard isWriting else { return }
        if absentAddresses.count > PostgresTransaction.maximumAbsentAddresses { absentAddresses = [] }
        absentAddresses.formUnion(addresses)
    }

    /// The limit of remembered free addresses. A single question may exceed it.
    private static let maximumAbsentAddresses = 100_000

    // MARK: - Scans

    /// The number of rows of a batch in a scan without a limit.
    private static let batchSize = 2_000

    func scan(_ scan: IndexScan, _ visit: (StoredRecord) throws -> Bool) throws {
        try check()
        guard !scan.isEmpty else { return }
        if let limit = scan.limit, limit <= PostgresTransaction.batchSize {
            for record in try page(scan) { guard try visit(record) else { return } }
            return
        }
        try walk(queries.page(scan), about: [scan]) { rows in
            for record in try StoreQueries.records(rows, of: scan) { guard try visit(record) else { return false } }
            return true
        }
    }

    func addresses(in partition: Partition?) throws -> [RecordAddress] {
        try check()
        return try ask(queries.addresses(in: partition)).map(StoreQueries.address)
    }

    func forEachAddress(in partition: Partition?, _ visit: (RecordAddress) throws -> Void) throws {
        try check()
        try walk(queries.addresses(in: partition), about: []) { rows in
            for row in rows { try visit(StoreQueries.address(row)) }
            return true
        }
    }

    /// Visits rows in batches, as they were when the walk began.
    private func walk(
        _ statement: PostgresStatement, about scans: [IndexScan], _ visit: (PostgresRows) throws -> Bool
    ) throws {
        cursors += 1
        let name = "walk\(cursors)"
        let fetch = PostgresStatement("FETCH \(PostgresTransaction.batchSize) FROM \(name)", isPrepared: false)
        if scans.contains(where: { $0.index != nil }) { _ = try ask([], about: scans) }
        var rows = try ask([statement.cursor(name), fetch]).last
        while let batch = rows, !batch.isEmpty {
            guard try visit(batch), batch.count == PostgresTransaction.batchSize else { break }
            try check()
            rows = try connection.answer(fetch)
        }
        waiting.close(name)
    }

    // MARK: - Changes

    func put(_ record: StoredRecord, reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]) throws {
        try put([record], reindex: reindex)
    }

    func put(_ records: [StoredRecord], reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]) throws {
        try check()
        guard isWriting else { throw Failure.readOnlyTransaction }
        // The records before a refused one are stored.
        let validRecords = records.prefix { (try? $0.checkForm()) != nil }
        try putUnique(validRecords, reindex: reindex)
        if validRecords.count < records.count { try records[validRecords.count].checkForm() }
    }

    func markForPurging(_ files: PurgedFiles) { purges = true }

    /// Adds a checked record to the waiting changes, and sends them once they are many.
    func add(_ record: StoredRecord) throws {
        hasPut = true
        if record.stamp.time != time { clock.receive(record.stamp.time) }
        if record.isLive, shapes[PartitionedCollection(record.address)] != nil {
            shapes[PartitionedCollection(record.address)]?.insert(
                EntryBytes.shape(record.entries.map(\.name), in: record.address.collection))
        }
        waiting.add(record, isNew: absentAddresses.remove(record.address) != nil)
        // The server stores these while the next ones are prepared.
        if waiting.isHeavy { try connection.post(waiting.drainStatements(for: queries.tables)) }
    }
}

extension StoreQueries {
    func statement(for question: EngineQuestion) -> PostgresStatement {
        switch question {
        case .record(let address): record(at: address)
        case .page(let scan): page(scan)
        case .count(let scan): count(scan)
        case .keys(let scan): keys(scan)
        case .counts(let scan, let parts): counts(scan, parts: parts)
        }
    }
}
