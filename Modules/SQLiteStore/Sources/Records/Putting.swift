import EngineKit
import Kernel

/// How a transaction changes the tables.
extension SQLiteTransaction {
    func put(
        _ record: StoredRecord, reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]
    ) throws {
        try check()
        guard isWriting else { throw Failure.readOnlyTransaction }
        try record.checkForm()
        let section = try sections.madeSection(record.address.partition, record.address.collection)
        let lists = try record.entries.map { try sections.madeList($0.name, of: section) }
        try record.checkUniqueness { key, index in
            guard let list = try list(index, of: section, reindex) else { return nil }
            return try database.ask(database.queries.holder) { row in
                try row.bind(list, at: 1)
                try row.bind(key.text, at: 2)
                try row.bind(record.address.id, at: 3)
                return try row.step() ? row.text(0) : nil
            }
        }
        try takeAway(record.address.id, of: section)
        try insert(record, lists, on: section)
    }

    private func insert(_ record: StoredRecord, _ lists: [Int], on section: Int) throws {
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
            try row.bind(section, at: 2)
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
        if record.isLive { try addKeys(record, lists, on: section, at: place) }
        (greatest, last) = (max(greatest, stamp.time), stamp.time)
        if stamp.time != time { clock.receive(stamp.time) }
    }

    /// Takes what stands at an address out of its table and of all lists.
    private func takeAway(_ id: String, of section: Int) throws {
        if absent.takes(id, on: section) { return }
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

    private func addKeys(_ record: StoredRecord, _ lists: [Int], on section: Int, at place: Int) throws {
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
        let known = try sections.lists(of: section)
        guard known.count > lists.count else { return }
        for (list, _) in known where !lists.contains(list) {
            try sections.markOlder(record.address.id, in: list)
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
        try addKeys(record, lists, on: section, at: place)
    }

    private func entryBytes(at place: Int) throws -> Data {
        try database.ask("SELECT entries FROM records WHERE place = ?", [.number(place)]) {
            try $0.step() ? $0.data(0) : Data()
        }
    }
}
