import EngineKit
import Kernel

/// The changes of the tables in a transaction.
extension SQLiteTransaction {
    func put(
        _ record: StoredRecord, reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]
    ) throws { try put(CollectionOfOne(record), reindex) }

    func put(
        _ records: [StoredRecord], reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]
    ) throws { try put(records, reindex) }

    private func put(
        _ records: some Sequence<StoredRecord>, _ reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]
    ) throws {
        try check()
        guard isWriting else { throw Failure.readOnlyTransaction }
        waiting.clear()
        var tables: TablePair?
        do {
            for record in records {
                try record.checkForm()
                if tables?.accepts(record) != true {
                    try waiting.flush()
                    tables = try sections.tablePair(for: record)
                }
                guard let tables else { continue }
                try put(record, on: tables, reindex)
            }
        } catch {
            // The records before the refused one are stored.
            try waiting.flush()
            throw error
        }
        try waiting.flush()
    }

    private func put(
        _ record: StoredRecord, on tables: TablePair,
        _ reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]
    ) throws {
        let id = record.address.id
        if tables.isUnique {
            try waiting.flush()
            try checkUniqueness(of: record, in: tables.section, reindex)
        }
        if !freeAddresses.consume(record.address) {
            if waiting.contains(id) { try waiting.flush() }
            try deleteRecord(id, of: tables.section)
        }
        let place = try nextPlace(record.stamp)
        waiting.add(
            record, in: tables.section, entries: EntryBytes.bytes(of: record.entries, in: tables.lists), at: place)
        if record.isLive { try addKeys(record, tables.lists, tables.others, at: place) }
        try waiting.flushIfFull()
    }

    private func checkUniqueness(
        of record: StoredRecord, in section: Int, _ reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]
    ) throws {
        try record.checkUniqueness { key, index in
            guard let list = try list(index, of: section, reindex) else { return nil }
            return try database.withStatement(database.queries.holder) { row in
                try row.bind(list, at: 1)
                try row.bind(key.text, at: 2)
                try row.bind(record.address.id, at: 3)
                return try row.step() ? row.text(0) : nil
            }
        }
    }

    /// Returns the next place for a record of this version.
    private func nextPlace(_ stamp: Stamp) throws -> Int {
        guard count < Schema.placesOfTransaction else {
            throw Failure(
                .transactionTooLarge, "One transaction cannot change so many records.", advice: "Do it in parts.")
        }
        defer { count += 1 }
        greatest = max(greatest, stamp.time)
        last = stamp.time
        if stamp.time != time { clock.receive(stamp.time) }
        return number * Schema.placesOfTransaction + count
    }

    private func addKeys(
        _ record: StoredRecord, _ lists: [Int], _ otherLists: [Int], at place: Int
    ) throws {
        for (entry, list) in zip(record.entries, lists) {
            guard let key = entry.key else { continue }
            try waiting.add(key: key, of: record.address.id, in: list, at: place)
        }
        for list in otherLists { try sections.markOlder(record.address.id, in: list) }
    }

    /// Deletes the record at an address from its table and from all lists.
    private func deleteRecord(_ id: String, of section: Int) throws {
        let current = try database.withStatement(database.queries.place) { row in
            try row.bind(section, at: 1)
            try row.bind(id, at: 2)
            return try row.step()
                ? (place: row.number(0), isGone: row.number(1) != 0, entries: row.data(2)) : nil
        }
        guard let current else { return }
        if !current.isGone { try deleteKeys(id, current.entries, of: section) }
        try database.withStatement(database.queries.deleteRecord) { row in
            try row.bind(current.place, at: 1)
            _ = try row.step()
        }
    }

    private func deleteKeys(_ id: String, _ bytes: Data, of section: Int) throws {
        guard let entries = EntryBytes.entries(bytes) else {
            throw damaged("the index entries of a record cannot be read")
        }
        for case (let list, _, let key?) in entries {
            try database.withStatement(database.queries.deleteKey) { row in
                try row.bind(list, at: 1)
                try row.bind(key.text, at: 2)
                try row.bind(id, at: 3)
                _ = try row.step()
            }
        }
        for (list, _) in try sections.lists(of: section)
        where !entries.contains(where: { $0.list == list }) {
            guard try sections.hasOlder(list) else { continue }
            try database.execute(
                "DELETE FROM keys WHERE list = ?1 AND id = ?2 AND key = (SELECT key FROM older WHERE list = ?1 AND id = ?2)",
                [.number(list), .text(id)])
            try database.execute("DELETE FROM older WHERE list = ? AND id = ?", [.number(list), .text(id)])
        }
    }

    /// Replaces a record with another form of itself. The version is kept, and followers of the
    /// feed see no change.
    func rewrite(_ record: StoredRecord) throws {
        let section = try sections.ensureSection(record.address.partition, record.address.collection)
        let id = record.address.id
        guard
            let place = try database.number(
                "SELECT place FROM records WHERE section = ? AND id = ?", [.number(section), .text(id)])
        else { return }
        try deleteKeys(id, try entryBytes(at: place), of: section)
        let lists = try record.entries.map { try sections.ensureList($0.name, of: section) }
        for list in lists {
            try database.execute("DELETE FROM older WHERE list = ? AND id = ?", [.number(list), .text(id)])
        }
        try database.execute(
            "UPDATE records SET version = ?, entries = ?, payload = CAST(? AS TEXT) WHERE place = ?",
            [
                .number(record.payloadVersion), .bytes(Data(EntryBytes.bytes(of: record.entries, in: lists))),
                record.payload.map { .bytes($0) } ?? .none, .number(place),
            ])
        waiting.clear()
        try addKeys(record, lists, sections.others(than: lists, of: section), at: place)
        try waiting.flush()
    }

    private func entryBytes(at place: Int) throws -> Data {
        try database.withStatement("SELECT entries FROM records WHERE place = ?", [.number(place)]) {
            try $0.step() ? $0.data(0) : Data()
        }
    }
}
