import EngineKit
import Kernel

/// One transaction over the tables, which SQLite takes back as a whole.
final class SQLiteTransaction: EngineTransaction {
    let database: Database
    let shelves: Shelves
    private let clock: HybridClock
    /// Whether the body may put something.
    private let isWriting: Bool
    /// Whether the database takes what is worked out here, since the transaction has it for writing.
    private let mayNote: Bool
    private var isOver = false
    /// The number under which all of it is known when it is committed.
    let number: Int
    private var count = 0
    /// The greatest time of what was put, and that of what was put last.
    private(set) var (greatest, last) = (HybridTime.zero, HybridTime.zero)
    private(set) var forgotten: Forgotten?
    /// Whether an index was asked for that can only be brought up to date by a transaction that writes.
    private(set) var wantsNotes = false

    private var absent = Absent()
    private var lastDevice = ""

    let device: String
    private(set) lazy var time = clock.tick()
    let firstGeneration: Int

    /// - Parameter state: as it is when the transaction begins.
    init(
        _ state: StoreState, over database: Database, _ clock: HybridClock, isWriting: Bool,
        mayNote: Bool
    ) {
        (self.database, shelves, device, number) = (
            database, state.shelves, state.device, state.sequence + 1
        )
        (self.clock, self.isWriting, self.mayNote, firstGeneration) = (
            clock, isWriting, mayNote, state.firstGeneration
        )
    }

    func end() { isOver = true }

    /// Whether something was put.
    var hasChanged: Bool { count > 0 }

    // MARK: - Single records

    static let columns =
        "shelf, id, gone, generation, milliseconds, counter, device, version, payload, entries"

    private static let joinedColumns =
        "records.shelf, records.id, gone, generation, milliseconds, counter, device, version, payload, entries"

    func record(at address: RecordAddress) throws -> StoredRecord? {
        try check()
        guard let shelf = try shelves.shelf(address.partition, address.collection) else { return nil }
        return try database.ask(database.queries.record) { row in
            try row.bind(shelf, at: 1)
            return try address.id.withBytes { id in
                try row.bind(utf8: id, at: 2)
                guard try row.step() else {
                    if isWriting { absent.note(address.id, on: shelf) }
                    return nil
                }
                return try record(row, at: address, withEntries: true)
            }
        }
    }

    /// Where many are looked for, mostly there is nothing: then what lies between the first and the last of them is walked over once.
    func records(at addresses: [RecordAddress]) throws -> [StoredRecord?] {
        guard isWriting, addresses.count > 16, let first = addresses.first,
            addresses.allSatisfy({ $0.collection == first.collection && $0.partition == first.partition }),
            let shelf = try shelves.shelf(first.partition, first.collection), let known = try ids(near: addresses, on: shelf)
        else { return try addresses.map(record) }
        return try addresses.map { address in
            if !known.isEmpty, known.contains(address.id) { return try record(at: address) }
            absent.note(address.id, on: shelf)
            return nil
        }
    }

    /// What stands between the first and the last of some addresses; nil where that is more than half as many.
    private func ids(near addresses: [RecordAddress], on shelf: Int) throws -> Set<String>? {
        try check()
        var (least, greatest) = (addresses[0].id, addresses[0].id)
        for address in addresses {
            if byteOrder(address.id, least) < 0 { least = address.id }
            if byteOrder(address.id, greatest) > 0 { greatest = address.id }
        }
        let most = addresses.count / 2
        return try database.ask(
            "SELECT id FROM records WHERE shelf = ? AND id >= ? AND id <= ? LIMIT ?",
            [.number(shelf), .text(least), .text(greatest), .number(most)]
        ) { row in
            var found: Set<String> = []
            while try row.step() { found.insert(row.text(0)) }
            return found.count < most ? found : nil
        }
    }

    /// The record of a row of `columns`.
    func record(_ row: Statement, at address: RecordAddress? = nil, withEntries: Bool) throws
        -> StoredRecord
    {
        let shelf = row.number(0)
        let address = try address ?? shelves.address(shelf, row.text(1))
        lastDevice = row.text(6, like: lastDevice)
        let stamp = Stamp(
            generation: row.number(3), deleted: row.number(2) != 0,
            time: HybridTime(milliseconds: Int64(row.number(4)), counter: row.number(5)),
            device: lastDevice)
        return StoredRecord(
            address: address, stamp: stamp, payloadVersion: row.number(7),
            entries: withEntries ? try entries(row.data(9), on: shelf) : [],
            payload: row.isNone(8) ? nil : row.data(8))
    }

    private func entries(_ data: Data, on shelf: Int) throws -> [IndexEntry] {
        guard !data.isEmpty else { return [] }
        let lists = try shelves.lists(of: shelf)
        guard let found = EntryBytes.entries(data) else {
            throw damaged("the index entries of a record cannot be read")
        }
        return try found.map { list, isUnique, key in
            guard let name = lists.first(where: { $0.list == list })?.name else {
                throw damaged("a record stands in an index that is not there")
            }
            return IndexEntry(name: name, unique: isUnique, key: key)
        }
    }

    private func damaged(_ what: String) -> Failure {
        Failure(
            .storeDamaged, "\(database.path) is damaged: \(what).",
            advice: "`doctor --repair` saves what can be read.",
            kind: .badData)
    }

    // MARK: - Scans

    func scan(_ scan: IndexScan, _ visit: (StoredRecord) throws -> Bool) throws {
        guard let range = try range(scan) else { return }
        let joined = scan.index == nil ? "" : " CROSS JOIN records ON records.place = keys.place"
        let text = "SELECT \(Self.joinedColumns) FROM \(range.from)\(joined) \(range.tail)"
        // What is visited is what stood there when the scan began, whatever the visitor puts meanwhile.
        var all: [StoredRecord] = []
        try database.ask(text, range.values) { row in
            while try row.step() {
                let record = try record(row, withEntries: scan.wantsEntries)
                if mayNote {
                    all.append(record)
                } else {
                    guard try visit(record) else { return }
                }
            }
        }
        for record in all { guard try visit(record) else { return } }
    }

    func keys(_ scan: IndexScan, _ visit: (IndexKey) throws -> Bool) throws {
        guard let range = try range(scan) else { return }
        var all: [IndexKey] = []
        try database.ask("SELECT \(range.key) FROM \(range.from) \(range.tail)", range.values) { row in
            while try row.step() {
                let key = IndexKey(text: row.text(0))
                if mayNote {
                    all.append(key)
                } else {
                    guard try visit(key) else { return }
                }
            }
        }
        for key in all { guard try visit(key) else { return } }
    }

    func count(_ scan: IndexScan) throws -> Int {
        guard let range = try range(scan) else { return 0 }
        return try database.number(
            "SELECT count(*) FROM (SELECT 1 FROM \(range.from) \(range.tail))", range.values) ?? 0
    }

    func addresses(in partition: Partition?) throws -> [RecordAddress] {
        try check()
        var found: [RecordAddress] = []
        for shelf in try shelves.inOrder(of: partition) {
            try database.ask(
                "SELECT id FROM records WHERE shelf = ? AND gone = 0 ORDER BY id", [.number(shelf)]
            ) { row in
                while try row.step() { found.append(try shelves.address(shelf, row.text(0))) }
            }
        }
        return found
    }

    func forEachAddress(in partition: Partition?, _ visit: (RecordAddress) throws -> Void) throws {
        try check()
        guard !mayNote else { return try addresses(in: partition).forEach(visit) }
        for shelf in try shelves.inOrder(of: partition) {
            try database.ask(
                "SELECT id FROM records WHERE shelf = ? AND gone = 0 ORDER BY id", [.number(shelf)]
            ) { row in
                while try row.step() { try visit(shelves.address(shelf, row.text(0))) }
            }
        }
    }

    private struct Range {
        let (from, key, tail): (String, String, String)
        let values: [Statement.Value]
    }

    /// What of which table a scan meets, in which order; nil where that is nothing.
    private func range(_ scan: IndexScan) throws -> Range? {
        try check()
        guard let shelf = try shelves.shelf(scan.partition, scan.collection) else { return nil }
        var values: [Statement.Value]
        let (from, key, whose): (String, String, String)
        if let index = scan.index {
            guard let list = try list(index, of: shelf, scan.reindex) else { return nil }
            (from, key, whose, values) = ("keys", "key", "list = ?", [.number(list)])
        } else {
            (from, key, whose, values) = (
                "records", "records.id", "shelf = ? AND gone = 0", [.number(shelf)]
            )
        }
        var tail = "WHERE \(whose)"
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

    /// The list of an index, on which everything stands that belongs there; nil where nothing does.
    private func list(
        _ index: String, of shelf: Int, _ reindex: (StoredRecord) throws -> [IndexEntry]
    ) throws -> Int? {
        let known = try shelves.list(index, of: shelf)
        if let known, try !shelves.hasOlder(known) { return known }
        if known == nil {
            let isEmpty =
                try database.number(
                    "SELECT 1 FROM records WHERE shelf = ? AND gone = 0 LIMIT 1", [.number(shelf)]) == nil
            if isEmpty { return nil }
        } else if try database.number(
            "SELECT 1 FROM older WHERE list = ? AND known = 0 LIMIT 1", [.number(known ?? 0)]) == nil
        {
            return known
        }
        guard mayNote else {
            wantsNotes = true
            throw Failure.transactionOver
        }
        let list = try shelves.madeList(index, of: shelf)
        try settle(list, named: index, of: shelf, reindex)
        return list
    }

    /// Works out the keys of records that are older than a list, and keeps what it was told.
    private func settle(
        _ list: Int, named index: String, of shelf: Int,
        _ reindex: (StoredRecord) throws -> [IndexEntry]
    ) throws {
        let ids = try database.ask("SELECT id FROM older WHERE list = ? AND known = 0", [.number(list)]) { row in
            var ids: [String] = []
            while try row.step() { ids.append(row.text(0)) }
            return ids
        }
        for id in ids {
            guard let record = try record(at: shelves.address(shelf, id)), record.isLive else { continue }
            let key = try reindex(record).first { $0.name == index }?.key
            try database.tell(
                "INSERT OR REPLACE INTO older VALUES(?, ?, 1, ?)",
                [.number(list), .text(id), key.map { .text($0.text) } ?? .none])
            guard let key else { continue }
            try database.tell(
                "INSERT OR REPLACE INTO keys SELECT ?, ?, id, place FROM records WHERE shelf = ? AND id = ?",
                [.number(list), .text(key.text), .number(shelf), .text(id)])
        }
    }

    // MARK: - Changes

    func put(
        _ record: StoredRecord, reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]
    ) throws {
        try check()
        guard isWriting else { throw Failure.readOnlyTransaction }
        try record.checkForm()
        let shelf = try shelves.madeShelf(record.address.partition, record.address.collection)
        let lists = try record.entries.map { try shelves.madeList($0.name, of: shelf) }
        try record.checkUniqueness { key, index in
            guard let list = try list(index, of: shelf, reindex) else { return nil }
            return try database.ask(database.queries.holder) { row in
                try row.bind(list, at: 1)
                try row.bind(key.text, at: 2)
                try row.bind(record.address.id, at: 3)
                return try row.step() ? row.text(0) : nil
            }
        }
        try takeAway(record.address.id, of: shelf)
        try insert(record, lists, on: shelf)
    }

    private func insert(_ record: StoredRecord, _ lists: [Int], on shelf: Int) throws {
        guard count < Schema.placesOfTransaction else {
            throw Failure(
                .transactionTooLarge, "So much cannot be changed in one transaction.",
                advice: "Do it in parts.")
        }
        let place = number * Schema.placesOfTransaction + count
        let stamp = record.stamp
        count += 1
        let entries = EntryBytes.bytes(of: record.entries, in: lists)
        try database.ask(database.queries.insertRecord) { row in
            try row.bind(place, at: 1)
            try row.bind(shelf, at: 2)
            try row.bind(stamp.deleted ? 1 : 0, at: 4)
            try row.bind(stamp.generation, at: 5)
            try row.bind(Int(stamp.time.milliseconds), at: 6)
            try row.bind(stamp.time.counter, at: 7)
            try row.bind(record.payloadVersion, at: 9)
            try record.address.id.withBytes { id in
                try stamp.device.withBytes { device in
                    try entries.withUnsafeBytes { entries in
                        try row.bind(utf8: id, at: 3)
                        try row.bind(utf8: device, at: 8)
                        try row.bind(blob: entries, at: 10)
                        guard let payload = record.payload else {
                            _ = try row.step()
                            return
                        }
                        try payload.withUnsafeBytes {
                            try row.bind(utf8: $0, at: 11)
                            _ = try row.step()
                        }
                    }
                }
            }
        }
        if record.isLive { try addKeys(record, lists, on: shelf, at: place) }
        (greatest, last) = (max(greatest, stamp.time), stamp.time)
        if stamp.time != time { clock.receive(stamp.time) }
    }

    /// Takes what stands at an address out of its table and of all lists.
    private func takeAway(_ id: String, of shelf: Int) throws {
        if absent.takes(id, on: shelf) { return }
        let found = try database.ask(database.queries.place) { row in
            try row.bind(shelf, at: 1)
            try row.bind(id, at: 2)
            return try row.step()
                ? (place: row.number(0), isGone: row.number(1) != 0, entries: row.data(2)) : nil
        }
        guard let found else { return }
        if !found.isGone { try takeKeysAway(id, found.entries, of: shelf) }
        try database.ask(database.queries.deleteRecord) { row in
            try row.bind(found.place, at: 1)
            _ = try row.step()
        }
    }

    private func takeKeysAway(_ id: String, _ bytes: Data, of shelf: Int) throws {
        guard let entries = EntryBytes.entries(bytes) else {
            throw damaged("the index entries of a record cannot be read")
        }
        for case (let list, _, let key?) in entries {
            try database.ask(database.queries.deleteKey) { row in
                try row.bind(list, at: 1)
                try row.bind(key.text, at: 2)
                try row.bind(id, at: 3)
                _ = try row.step()
            }
        }
        for (list, _) in try shelves.lists(of: shelf)
        where !entries.contains(where: { $0.list == list }) {
            guard try shelves.hasOlder(list) else { continue }
            try database.tell(
                "DELETE FROM keys WHERE list = ?1 AND id = ?2 AND key = (SELECT key FROM older WHERE list = ?1 AND id = ?2)",
                [.number(list), .text(id)])
            try database.tell("DELETE FROM older WHERE list = ? AND id = ?", [.number(list), .text(id)])
        }
    }

    private func addKeys(_ record: StoredRecord, _ lists: [Int], on shelf: Int, at place: Int) throws {
        for (entry, list) in zip(record.entries, lists) {
            guard let key = entry.key else { continue }
            try database.ask(database.queries.insertKey) { row in
                try row.bind(list, at: 1)
                try row.bind(place, at: 4)
                try key.text.withBytes { key in
                    try record.address.id.withBytes { id in
                        try row.bind(utf8: key, at: 2)
                        try row.bind(utf8: id, at: 3)
                        _ = try row.step()
                    }
                }
            }
        }
        let known = try shelves.lists(of: shelf)
        guard known.count > lists.count else { return }
        for (list, _) in known where !lists.contains(list) {
            try shelves.markOlder(record.address.id, in: list)
        }
    }

    func forget(_ more: Forgotten) {
        forgotten = Forgotten(
            files: more.files.union(forgotten?.files ?? []),
            drafts: more.drafts.union(forgotten?.drafts ?? []))
    }

    private func check() throws { guard !isOver else { throw Failure.transactionOver } }
}

extension SQLiteTransaction {
    /// Puts another form of a record where it stands: its version is as it was, and nobody who follows the feed is told.
    func rewrite(_ record: StoredRecord) throws {
        let (shelf, id) = (
            try shelves.madeShelf(record.address.partition, record.address.collection), record.address.id
        )
        guard
            let place = try database.number(
                "SELECT place FROM records WHERE shelf = ? AND id = ?", [.number(shelf), .text(id)])
        else { return }
        try takeKeysAway(id, try entryBytes(at: place), of: shelf)
        let lists = try record.entries.map { try shelves.madeList($0.name, of: shelf) }
        for list in lists {
            try database.tell("DELETE FROM older WHERE list = ? AND id = ?", [.number(list), .text(id)])
        }
        try database.tell(
            "UPDATE records SET version = ?, entries = ?, payload = CAST(? AS TEXT) WHERE place = ?",
            [
                .number(record.payloadVersion),
                .bytes(Data(EntryBytes.bytes(of: record.entries, in: lists))),
                record.payload.map { .bytes($0) } ?? .none, .number(place),
            ])
        try addKeys(record, lists, on: shelf, at: place)
    }

    private func entryBytes(at place: Int) throws -> Data {
        try database.ask("SELECT entries FROM records WHERE place = ?", [.number(place)]) {
            try $0.step() ? $0.data(0) : Data()
        }
    }
}
