import EngineKit
import Kernel

/// A transaction over the tables, which SQLite rolls back as a whole.
final class SQLiteTransaction: EngineTransaction {
    let (database, sections, waiting): (Database, Sections, PendingInserts)
    let clock: HybridClock
    let isWriting: Bool
    /// Whether computed keys may be stored, because the transaction holds the lock for writing.
    private let mayStore: Bool
    private var isOver = false
    /// The sequence number of the transaction after its commit.
    let number: Int
    /// The number of records that this transaction has put.
    var count = 0
    /// The greatest time of the records that were put, and the time of the last one.
    var greatest = HybridTime.zero
    var last = HybridTime.zero
    private(set) var purgedFiles: PurgedFiles?
    /// Whether a query needs an index that only a writing transaction can complete.
    private(set) var needsStoredKeys = false

    var freeAddresses = FreeAddresses()
    private var lastDevice = ""

    let device: String
    private(set) lazy var time = clock.tick()
    let firstGeneration: Int

    /// Creates a transaction.
    ///
    /// - Parameter state: The state at the start of the transaction.
    init(
        _ state: StoreState, over database: Database, _ clock: HybridClock, isWriting: Bool, mayStore: Bool
    ) {
        self.database = database
        sections = state.sections
        waiting = state.waiting
        device = state.device
        number = state.sequence + 1
        self.clock = clock
        self.isWriting = isWriting
        self.mayStore = mayStore
        firstGeneration = state.firstGeneration
    }

    func end() { isOver = true }

    var hasChanged: Bool { count > 0 }

    // MARK: - Single records

    private static let joinedColumns =
        "records.section, records.id, gone, generation, milliseconds, counter, device, version, payload, entries"

    func record(at address: RecordAddress) throws -> StoredRecord? {
        try check()
        guard let section = try sections.section(address.partition, address.collection) else {
            if isWriting { freeAddresses.append(address) }
            return nil
        }
        return try database.withStatement(database.queries.record) { row in
            try row.bind(section, at: 1)
            return try address.id.withBytes { id in
                try row.bind(utf8: id, at: 2)
                guard try row.step() else {
                    if isWriting { freeAddresses.append(address) }
                    return nil
                }
                return try record(row, at: address, withEntries: true)
            }
        }
    }

    /// Returns the records at some addresses. A writer of many usually finds few, so one scan from
    /// the first to the last address replaces the lookups.
    func records(at addresses: [RecordAddress]) throws -> [StoredRecord?] {
        guard isWriting, addresses.count > 16, let first = addresses.first,
            addresses.allSatisfy({ $0.collection == first.collection && $0.partition == first.partition }),
            let section = try sections.section(first.partition, first.collection),
            let existingIDs = try ids(near: addresses, on: section)
        else { return try addresses.map(record) }
        return try addresses.map { address in
            if !existingIDs.isEmpty, existingIDs.contains(address.id) { return try record(at: address) }
            freeAddresses.append(address)
            return nil
        }
    }

    /// Returns the identifiers between the first and the last address. It returns nil if they
    /// exceed half the number of addresses.
    private func ids(near addresses: [RecordAddress], on section: Int) throws -> Set<String>? {
        try check()
        var first = addresses[0].id
        var last = addresses[0].id
        for address in addresses {
            if byteOrder(address.id, first) < 0 { first = address.id }
            if byteOrder(address.id, last) > 0 { last = address.id }
        }
        let maximumAbsent = addresses.count / 2
        return try database.withStatement(
            "SELECT id FROM records WHERE section = ? AND id >= ? AND id <= ? LIMIT ?",
            [.number(section), .text(first), .text(last), .number(maximumAbsent)]
        ) { row in
            var ids: Set<String> = []
            while try row.step() { ids.insert(row.text(0)) }
            return ids.count < maximumAbsent ? ids : nil
        }
    }

    /// Decodes a record from a row of `columns`.
    func record(_ row: Statement, at address: RecordAddress? = nil, withEntries: Bool) throws
        -> StoredRecord
    {
        let section = row.number(0)
        let address = try address ?? sections.address(section, row.text(1))
        lastDevice = row.text(6, like: lastDevice)
        let stamp = Stamp(
            generation: row.number(3), deleted: row.number(2) != 0,
            time: HybridTime(milliseconds: Int64(row.number(4)), counter: row.number(5)), device: lastDevice)
        return StoredRecord(
            address: address, stamp: stamp, payloadVersion: row.number(7),
            entries: withEntries ? try entries(row.data(9), on: section) : [],
            payload: row.isNull(8) ? nil : row.data(8))
    }

    private func entries(_ data: Data, on section: Int) throws -> [IndexEntry] {
        guard !data.isEmpty else { return [] }
        let lists = try sections.lists(of: section)
        guard let decodedEntries = EntryBytes.entries(data) else {
            throw damaged("the index entries of a record cannot be read")
        }
        return try decodedEntries.map { list, isUnique, key in
            guard let name = lists.first(where: { $0.list == list })?.name else {
                throw damaged("a record stands in an index that is not there")
            }
            return IndexEntry(name: name, unique: isUnique, key: key)
        }
    }

    func damaged(_ what: String) -> Failure {
        Failure(
            .storeDamaged, "\(database.path) is damaged: \(what).", advice: "`doctor --repair` saves what can be read.",
            kind: .badData)
    }

    // MARK: - Scans

    func scan(_ scan: IndexScan, _ visit: (StoredRecord) throws -> Bool) throws {
        guard let range = try range(scan) else { return }
        let join = scan.index == nil ? "" : " CROSS JOIN records ON records.place = keys.place"
        let text = "SELECT \(Self.joinedColumns) FROM \(range.from)\(join) \(range.tail)"
        // The scan visits the records of its start, whatever the visitor puts meanwhile.
        var records: [StoredRecord] = []
        try database.withStatement(text, range.values) { row in
            while try row.step() {
                let record = try record(row, withEntries: scan.wantsEntries)
                if mayStore {
                    records.append(record)
                } else {
                    guard try visit(record) else { return }
                }
            }
        }
        for record in records { guard try visit(record) else { return } }
    }

    func keys(_ scan: IndexScan, _ visit: (IndexKey) throws -> Bool) throws {
        guard let range = try range(scan) else { return }
        var keys: [IndexKey] = []
        try database.withStatement("SELECT \(range.key) FROM \(range.from) \(range.tail)", range.values) { row in
            while try row.step() {
                let key = IndexKey(text: row.text(0))
                if mayStore {
                    keys.append(key)
                } else {
                    guard try visit(key) else { return }
                }
            }
        }
        for key in keys { guard try visit(key) else { return } }
    }

    func count(_ scan: IndexScan) throws -> Int {
        guard let range = try range(scan) else { return 0 }
        return try database.number(
            "SELECT count(*) FROM (SELECT 1 FROM \(range.from) \(range.tail))", range.values) ?? 0
    }

    func addresses(in partition: Partition?) throws -> [RecordAddress] {
        try check()
        var addresses: [RecordAddress] = []
        for section in try sections.sortedSections(of: partition) {
            try database.withStatement(
                "SELECT id FROM records WHERE section = ? AND gone = 0 ORDER BY id", [.number(section)]
            ) { row in
                while try row.step() { addresses.append(try sections.address(section, row.text(0))) }
            }
        }
        return addresses
    }

    func forEachAddress(in partition: Partition?, _ visit: (RecordAddress) throws -> Void) throws {
        try check()
        guard !mayStore else { return try addresses(in: partition).forEach(visit) }
        for section in try sections.sortedSections(of: partition) {
            try database.withStatement(
                "SELECT id FROM records WHERE section = ? AND gone = 0 ORDER BY id", [.number(section)]
            ) { row in
                while try row.step() { try visit(sections.address(section, row.text(0))) }
            }
        }
    }

    /// The SQL text of a scan, with the values of its parameters.
    private struct Range {
        let (from, key, tail): (String, String, String)
        let values: [Statement.Value]
    }

    /// Returns the table, range and order of a scan, or nil if it is empty.
    private func range(_ scan: IndexScan) throws -> Range? {
        try check()
        guard let section = try sections.section(scan.partition, scan.collection) else { return nil }
        var values: [Statement.Value]
        let (from, key, condition): (String, String, String)
        if let index = scan.index {
            guard let list = try list(index, of: section, scan.reindex) else { return nil }
            from = "keys"
            key = "key"
            condition = "list = ?"
            values = [.number(list)]
        } else {
            from = "records"
            key = "records.id"
            condition = "section = ? AND gone = 0"
            values = [.number(section)]
        }
        var tail = "WHERE \(condition)"
        for (bound, sign) in [(scan.lower, ">="), (scan.upper, "<")] {
            guard let bound else { continue }
            tail += " AND \(key) \(sign) ?"
            values.append(.text(bound.text))
        }
        let direction = scan.descending ? " DESC" : ""
        tail += " ORDER BY \(key)\(direction)"
        if scan.index != nil { tail += ", keys.id\(direction)" }
        if let limit = scan.limit {
            tail += " LIMIT ?"
            values.append(.number(max(0, limit)))
        }
        return Range(from: from, key: key, tail: tail, values: values)
    }

    /// Returns the complete list of an index, or nil if it is empty.
    func list(
        _ index: String, of section: Int, _ reindex: (StoredRecord) throws -> [IndexEntry]
    ) throws -> Int? {
        let existingList = try sections.list(index, of: section)
        if let existingList, try !sections.hasOlder(existingList) { return existingList }
        if existingList == nil {
            let isEmpty =
                try database.number(
                    "SELECT 1 FROM records WHERE section = ? AND gone = 0 LIMIT 1", [.number(section)]) == nil
            if isEmpty { return nil }
        } else if try database.number(
            "SELECT 1 FROM older WHERE list = ? AND known = 0 LIMIT 1", [.number(existingList ?? 0)]) == nil
        {
            return existingList
        }
        guard mayStore else {
            needsStoredKeys = true
            throw Failure.transactionOver
        }
        let list = try sections.ensureList(index, of: section)
        try computeKeys(list, named: index, of: section, reindex)
        return list
    }

    /// Computes and stores the keys of records that are older than a list.
    private func computeKeys(
        _ list: Int, named index: String, of section: Int, _ reindex: (StoredRecord) throws -> [IndexEntry]
    ) throws {
        let ids = try database.withStatement("SELECT id FROM older WHERE list = ? AND known = 0", [.number(list)]) {
            row in
            var ids: [String] = []
            while try row.step() { ids.append(row.text(0)) }
            return ids
        }
        for id in ids {
            guard let record = try record(at: sections.address(section, id)), record.isLive else { continue }
            let key = try reindex(record).first { $0.name == index }?.key
            try database.execute(
                "INSERT OR REPLACE INTO older VALUES(?, ?, 1, ?)",
                [.number(list), .text(id), key.map { .text($0.text) } ?? .none])
            guard let key else { continue }
            try database.execute(
                "INSERT OR REPLACE INTO keys SELECT ?, ?, id, place FROM records WHERE section = ? AND id = ?",
                [.number(list), .text(key.text), .number(section), .text(id)])
        }
    }

    func markForPurging(_ files: PurgedFiles) { purgedFiles = files.union(purgedFiles) }

    func check() throws { guard !isOver else { throw Failure.transactionOver } }
}
