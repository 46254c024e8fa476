import EngineKit
import Kernel

/// How a transaction changes the tables.
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
        var shelf: Shelf?
        do {
            for record in records {
                try record.checkForm()
                if shelf?.takes(record) != true {
                    try waiting.put()
                    shelf = try sections.shelf(for: record)
                }
                guard let shelf else { continue }
                try put(record, on: shelf, reindex)
            }
        } catch {
            // What was put before the one that is refused stands there.
            try waiting.put()
            throw error
        }
        try waiting.put()
    }

    private func put(
        _ record: StoredRecord, on shelf: Shelf, _ reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]
    ) throws {
        let id = record.address.id
        if shelf.isUnique {
            try waiting.put()
            try checkUniqueness(of: record, in: shelf.section, reindex)
        }
        if !absent.takes(record.address) {
            if waiting.has(id) { try waiting.put() }
            try takeAway(id, of: shelf.section)
        }
        let place = try nextPlace(record.stamp)
        waiting.add(record, in: shelf.section, entries: EntryBytes.bytes(of: record.entries, in: shelf.lists), at: place)
        if record.isLive { try addKeys(record, shelf.lists, shelf.others, at: place) }
        try waiting.putMany()
    }

    private func checkUniqueness(
        of record: StoredRecord, in section: Int, _ reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]
    ) throws {
        try record.checkUniqueness { key, index in
            guard let list = try list(index, of: section, reindex) else { return nil }
            return try database.ask(database.queries.holder) { row in
                try row.bind(list, at: 1)
                try row.bind(key.text, at: 2)
                try row.bind(record.address.id, at: 3)
                return try row.step() ? row.text(0) : nil
            }
        }
    }

    /// The next place, for a record of this version.
    private func nextPlace(_ stamp: Stamp) throws -> Int {
        guard count < Schema.placesOfTransaction else {
            throw Failure(
                .transactionTooLarge, "So much cannot be changed in one transaction.",
                advice: "Do it in parts.")
        }
        defer { count += 1 }
        (greatest, last) = (max(greatest, stamp.time), stamp.time)
        if stamp.time != time { clock.receive(stamp.time) }
        return number * Schema.placesOfTransaction + count
    }

    private func addKeys(
        _ record: StoredRecord, _ lists: [Int], _ others: [Int], at place: Int
    ) throws {
        for (entry, list) in zip(record.entries, lists) {
            guard let key = entry.key else { continue }
            try waiting.add(key: key, of: record.address.id, in: list, at: place)
        }
        for list in others { try sections.markOlder(record.address.id, in: list) }
    }

    /// Takes what stands at an address out of its table and of all lists.
    private func takeAway(_ id: String, of section: Int) throws {
        let found = try database.ask(database.queries.place) { row in
            try row.bind(section, at: 1)
            try row.bind(id, at: 2)
            return try row.step()
                ? (place: row.number(0), isGone: row.number(1) != 0, entries: row.data(2)) : nil
        }
        guard let found else { return }
        if !found.isGone { try takeKeysAway(id, found.entries, of: section) }
        try database.ask(database.queries.deleteRecord) { row in
            try row.bind(found.place, at: 1)
            _ = try row.step()
        }
    }

    private func takeKeysAway(_ id: String, _ bytes: Data, of section: Int) throws {
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
        for (list, _) in try sections.lists(of: section)
        where !entries.contains(where: { $0.list == list }) {
            guard try sections.hasOlder(list) else { continue }
            try database.tell(
                "DELETE FROM keys WHERE list = ?1 AND id = ?2 AND key = (SELECT key FROM older WHERE list = ?1 AND id = ?2)",
                [.number(list), .text(id)])
            try database.tell("DELETE FROM older WHERE list = ? AND id = ?", [.number(list), .text(id)])
        }
    }

    /// Puts another form of a record where it stands: its version is as it was, and nobody who follows the feed is told.
    func rewrite(_ record: StoredRecord) throws {
        let (section, id) = (
            try sections.madeSection(record.address.partition, record.address.collection), record.address.id
        )
        guard
            let place = try database.number(
                "SELECT place FROM records WHERE section = ? AND id = ?", [.number(section), .text(id)])
        else { return }
        try takeKeysAway(id, try entryBytes(at: place), of: section)
        let lists = try record.entries.map { try sections.madeList($0.name, of: section) }
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
        waiting.clear()
        try addKeys(record, lists, sections.others(than: lists, of: section), at: place)
        try waiting.put()
    }

    private func entryBytes(at place: Int) throws -> Data {
        try database.ask("SELECT entries FROM records WHERE place = ?", [.number(place)]) {
            try $0.step() ? $0.data(0) : Data()
        }
    }
}
