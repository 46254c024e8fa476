import Kernel
import Storage
import Synchronization

extension StoreContract {
    static var upkeep: [Promise] {
        [
            Promise("an exchange is atomic", check: exchange),
            Promise("a bulk write is atomic", check: bulkIsAtomic),
            Promise("a bulk write keeps keys unique among new and existing records", check: bulkUniqueness),
            Promise("the feed reports bulk writes", check: bulkInFeed),
            Promise("maintenance changes nothing that a reader sees", check: maintenance),
            Promise("a rewrite keeps records, indexes, stamps and the feed", check: rewriting),
            Promise(
                "tombstones stay until other devices have seen them", of: .lasting, needsAging: true,
                check: tombstoneRetention
            ),
        ]
    }

    private static func exchange(_ trial: Trial, _ store: any Store) throws {
        try store.putNotes(Note("a", title: "one", rank: 1), Note("b", title: "two", rank: 2))
        let old = try store.engine.allRecords()
        try store.write { _ = try $0.delete(Identifier<Note>("b")) }
        try store.putNotes(Note("c", title: "two", rank: 3))
        let mark = try store.lastSequence()
        trial.expect("one key twice", fails: .duplicateKey) {
            try store.engine.replaceAll(
                by: Replacement(records: old + store.engine.allRecords().filter { $0.address.id == "c" }))
        }
        trial.expect("the notes as they were", try store.notes(Note.byRank.all), is: ["a", "c"])
        try store.engine.replaceAll(by: Replacement(records: old))
        trial.expect("the notes", try store.notes(Note.byRank.all), is: ["a", "b"])
        let stamps = try store.engine.allRecords().filter { $0.address.collection == Note.collection.name && $0.isLive }
            .map(
                \.stamp)
        trial.expect(
            "the stamps", stamps, is: old.filter { $0.address.collection == Note.collection.name }.map(\.stamp))
        trial.expect(
            "what the feed tells", Set(try store.changes(since: mark).map(\.address.id)).isSuperset(of: ["a", "b"]))
        try store.putNotes(Note("d", rank: 4))
        trial.expect("a note more", try store.notes(Note.byRank.all), is: ["a", "b", "d"])
        let last = try store.lastSequence()
        try store.engine.replaceAll(by: Replacement())
        trial.expect("nothing", try store.notes(Note.byRank.all), is: [])
        // A follower of the feed receives the deletion or must start over.
        let reported = try store.changes(since: last).filter { $0.stamp.deleted }.map(\.address.id)
        trial.expect(
            "what has gone is told: \(reported)",
            try store.engine.lastPrunedSequence() > last || Set(reported).isSuperset(of: ["a", "b", "d"]))
    }

    /// Returns everything visible in a store, except its own files.
    private static func view(of store: any Store) throws -> [String] {
        let records = try store.engine.allRecords().map { record in
            let payload = record.payload.map { String(decoding: $0, as: UTF8.self) } ?? "deleted"
            let entries = record.entries.map { "\($0.name)=\($0.key?.text ?? "")" }.sorted()
            return "\(record.address) \(record.stamp) \(record.payloadVersion) \(entries) \(payload)"
        }
        let orders: [Selection<Note>] = [
            Note.byRank.all, Note.byTitle.all.descending, Note.byTagAndRank.under("x"), .all,
        ]
        let notes = try orders.map { try store.notes($0).joined(separator: " ") }
        let keys = try store.read { try $0.keys(Note.byTagAndRank.all).map(\.text) }
        let counts = try store.read {
            try $0.counts(Note.byTagAndRank.all, parts: 1).map { "\($0.key.text) \($0.count)" }
        }
        let last = try store.engine.inspect().sequence
        return records + notes + keys + counts + ["last \(last)"] + [
            try store.undoSteps().map(\.label).joined(separator: " ")
        ]
    }

    private static func maintenance(_ trial: Trial, _ store: any Store) throws {
        for round in 1...2 {
            for number in 0..<30 {
                try store.putNotes(Note("n\(number % 12)", rank: number * round, tag: number % 3 == 0 ? nil : "x"))
            }
            try store.write(undo: "Deleted three") { transaction in
                for number in 0..<3 { try transaction.delete(Identifier<Note>("n\(number + round * 3)")) }
            }
            let mark = try store.lastSequence()
            for work in [Maintenance.upkeep, .compact, .repair] {
                let before = try view(of: store)
                _ = try store.engine.maintain(work)
                trial.expect("what is seen behind \(work.rawValue)", try view(of: store), is: before)
                trial.expect("what the feed gives from the end on", try store.changes(since: mark), is: [])
            }
            trial.expect("a taken title", fails: .duplicateKey) {
                try store.putNotes(Note("other", title: "title of n11"))
            }
            trial.expect("undoing", try store.undoLast().label, is: "Deleted three")
            trial.expect("the number of the next transaction", try store.lastSequence(), is: mark + 1)
            trial.expect("the notes that came back", try store.notes().count, is: 12)
        }
        if trial.extent >= .lasting {
            let before = try view(of: store)
            trial.expect("what is seen when it is opened again", try view(of: trial.reopened(store)), is: before)
        }
    }

    private static func rewriting(_ trial: Trial, _ store: any Store) throws {
        try store.write { transaction in
            try transaction.put(Person.First(id: "a", name: "Ada Lovelace"))
            try transaction.put(Person.First(id: "b", name: "Alan Turing"))
            try transaction.put(Note("n", title: "taken", rank: 4, tag: "x"))
            try transaction.put(Note("gone", rank: 1))
        }
        try store.write { _ = try $0.delete(Identifier<Note>("gone")) }
        let mark = try store.lastSequence()
        let stamps = try store.engine.allRecords().map(\.stamp)
        // Replaced versions may be missing from then on.
        func feed() throws -> Set<Change> {
            Set(try store.changes(since: 0).filter { $0.address.id != "gone" || $0.stamp.deleted })
        }
        let before = try feed()
        trial.expect("a function that gives up", fails: .unreadableRecord) {
            // Engines without files have nothing to rewrite and never call the closure.
            let sentences = try store.engine.rewrite { _ in throw Failure(.unreadableRecord, "I give up.") }
            if sentences.isEmpty { throw Failure(.unreadableRecord, "Nothing was rewritten.") }
        }
        trial.expect(
            "the names", try store.read { try $0.records(Person.Second.byLast.all).map(\.last) },
            is: ["Lovelace", "Turing"])
        _ = try store.migrate([Person.Second.collection, Note.collection])
        trial.expect("stamps", try store.engine.allRecords().map(\.stamp), is: stamps)
        trial.expect("what is new in the feed", try store.changes(since: mark), is: [])
        trial.expect("the feed", try feed(), is: before)
        trial.expect(
            "by the new index", try store.read { try $0.first(Person.Second.byLast.at("Turing"))?.first }, is: "Alan")
        trial.expect(
            "its keys", try store.read { try $0.keys(Person.Second.byLast.all) },
            is: ["Lovelace", "Turing"].map { IndexKey($0) })
        trial.expect("by an index that was there", try store.notes(Note.byTagAndRank.under("x")), is: ["n"])
        trial.expect("by title", try store.notes(Note.byTitle.at("taken")), is: ["n"])
        trial.expect("a taken title", fails: .duplicateKey) { try store.putNotes(Note("other", title: "taken")) }
        try store.write { try $0.put(Person.Second(id: "b", first: "Alan", last: "Zuse")) }
        trial.expect(
            "rewritten since", try store.read { try $0.records(Person.Second.byLast.all).map(\.last) },
            is: ["Lovelace", "Zuse"])
        trial.expect("the next number", try store.lastSequence(), is: mark + 1)
    }
}

// MARK: - Bulk work

extension StoreContract {
    /// Returns records as another engine put them: payloads and entries are correct, and the
    /// versions are assigned again.
    private static func stored(_ notes: [Note], in partition: Partition) throws -> [StoredRecord] {
        let store = MemoryStore().scoped(to: partition)
        try store.write { try $0.put(contentsOf: notes) }
        return try store.engine.allRecords()
    }

    private static func putNotes(_ notes: [Note], to arrivals: any IncomingRecords, in partition: Partition) throws {
        for record in try stored(notes, in: partition) {
            let old = try arrivals.stamp(at: record.address)
            let stamp = Stamp(
                generation: (old?.generation ?? 0) + (old?.deleted == true ? 1 : 0), deleted: false,
                time: arrivals.time, device: arrivals.device)
            try arrivals.put(
                StoredRecord(
                    address: record.address, stamp: stamp, payloadVersion: record.payloadVersion,
                    entries: record.entries, payload: record.payload))
        }
    }

    private static func keep(_ note: Note, in transaction: any EngineTransaction, _ partition: Partition) throws {
        for record in try stored([note], in: partition) {
            let stamp = Stamp(generation: 0, deleted: false, time: transaction.time, device: transaction.device)
            try transaction.put(
                StoredRecord(
                    address: record.address, stamp: stamp, payloadVersion: record.payloadVersion,
                    entries: record.entries, payload: record.payload))
        }
    }

    /// Returns bulk work that deletes one note and adds others.
    private static func replacement(
        of store: any Store, without deletedID: String, _ notes: [Note], then: @escaping () throws -> Void = {}
    ) -> BulkReplacement {
        let partition = store.partition
        let target = RecordAddress(partition: partition, collection: Note.collection.name, id: deletedID)
        return BulkReplacement { address, _ in
            address == target
        } addRecords: { arrivals in
            try putNotes(notes, to: arrivals, in: partition)
            try then()
        }
    }

    private static func bulkIsAtomic(_ trial: Trial, _ store: any Store) throws {
        try store.putNotes(Note("a", rank: 1), Note("b", rank: 2))
        let mark = try store.lastSequence()
        let many = (0..<300).map { Note("n\($0)", rank: 10 + $0) }
        let failing: [(String, () throws -> Void)] = [
            (
                "records that end in the middle",
                { try store.engine.replaceInBulk(replacement(of: store, without: "b", many) { throw AbortError() }) }
            ),
            (
                "a last transaction that gives up",
                {
                    try store.engine.replaceInBulk(replacement(of: store, without: "b", many)) {
                        try keep(Note("last", rank: 0), in: $0, store.partition)
                        throw AbortError()
                    }
                }
            ),
        ]
        for (what, work) in failing {
            do {
                try work()
                trial.expect("\(what) fail", false)
            } catch is AbortError {}
            trial.expect("the notes behind \(what)", try store.notes(Note.byRank.all), is: ["a", "b"])
            trial.expect("the feed behind \(what)", try store.changes(since: mark), is: [])
        }
        let value = try store.engine.replaceInBulk(replacement(of: store, without: "b", many)) { transaction in
            try keep(Note("last", rank: 0), in: transaction, store.partition)
            return 7
        }
        trial.expect("what the last transaction gave", value, is: 7)
        let expected = ["last", "a"] + many.map(\.id.rawValue)
        trial.expect("the notes", try store.notes(Note.byRank.all), is: expected)
        trial.expect("what is left of the one that went", try store.stored("b")?.stamp.deleted, is: true)
        trial.expect("a note by its title", try store.notes(Note.byTitle.at("title of n299")), is: ["n299"])
        try store.putNotes(Note("b", rank: 500))
        trial.expect("a note that comes back", try store.notes(Note.byRank.all), is: expected + ["b"])
        if trial.extent >= .lasting {
            trial.expect(
                "when it is opened again", try trial.reopened(store).notes(Note.byRank.all), is: expected + ["b"])
        }
    }

    private static func bulkUniqueness(_ trial: Trial, _ store: any Store) throws {
        try store.putNotes(Note("a", title: "one"), Note("b", title: "two"))
        trial.expect("two that arrive", fails: .duplicateKey) {
            try store.engine.replaceInBulk(replacement(of: store, without: "", [Note("c", title: "three")]) {})
            try store.engine.replaceInBulk(
                BulkReplacement { arrivals in
                    try putNotes([Note("d", title: "four")], to: arrivals, in: store.partition)
                    try putNotes([Note("e", title: "four")], to: arrivals, in: store.partition)
                })
        }
        trial.expect("one that stays", fails: .duplicateKey) {
            try store.engine.replaceInBulk(replacement(of: store, without: "b", [Note("d", title: "one")]))
        }
        trial.expect("the notes", try store.notes(), is: ["a", "b", "c"])
        try store.engine.replaceInBulk(replacement(of: store, without: "b", [Note("d", title: "two")]))
        trial.expect("who has the title of the one that went", try store.notes(Note.byTitle.at("two")), is: ["d"])
        for title in ["one", "two", "three"] {
            trial.expect("a title that is taken", fails: .duplicateKey) {
                try store.putNotes(Note("other", title: title))
            }
        }
    }

    private static func bulkInFeed(_ trial: Trial, _ store: any Store) throws {
        try store.putNotes(Note("a", rank: 1), Note("b", rank: 2), Note("c", rank: 3))
        let mark = try store.lastSequence()
        let many = [Note("a", rank: 9)] + (0..<50).map { Note("n\($0)", rank: 10 + $0) }
        try store.engine.replaceInBulk(replacement(of: store, without: "b", many))
        let changes = try store.changes(since: mark)
        let numbers = changes.map(\.sequence)
        trial.expect("numbers that grow", numbers == numbers.sorted() && numbers.allSatisfy { $0 > mark })
        let reported = Dictionary(changes.map { ($0.address.id, $0.stamp) }, uniquingKeysWith: { $1 })
        trial.expect("of what", Set(reported.keys), is: Set(many.map(\.id.rawValue) + ["b"]))
        for (id, stamp) in reported { trial.expect("the version of \(id)", try store.stored(id)?.stamp, is: stamp) }
        let end = try store.lastSequence()
        try store.putNotes(Note("z", rank: 0))
        trial.expect("what comes behind it", try store.changes(since: end).map(\.address.id), is: ["z"])
    }
}

// MARK: - Other devices

extension StoreContract {
    private static func tombstoneRetention(_ trial: Trial, _ store: any Store) throws {
        try store.close()
        let day: Int64 = 86_400_000
        let first = 20_000 * day
        let clock = Mutex(first)
        let peersTime = Mutex<HybridTime?>(.zero)
        let aged = try trial.openWithClock(
            now: { Instant(milliseconds: clock.withLock { $0 }) }, peers: { peersTime.withLock { $0 } })
        try aged.putNotes(Note("a", rank: 1), Note("b", rank: 2))
        try aged.write { _ = try $0.delete(Identifier<Note>("a")) }
        clock.withLock { $0 += 5 * day }
        try aged.write { _ = try $0.delete(Identifier<Note>("b")) }
        clock.withLock { $0 += 40 * day }
        try aged.putNotes(Note("c", rank: 3))
        let steps: [(String, HybridTime?, left: [String])] = [
            ("nobody has seen anything", .zero, ["a", "b"]),
            ("the first deletion was seen", HybridTime(milliseconds: first + 2 * day, counter: 0), ["b"]),
            ("there is no other device", nil, []),
        ]
        for (when, time, left) in steps {
            peersTime.withLock { $0 = time }
            _ = try aged.engine.maintain(.compact)
            trial.expect(
                "what is remembered when \(when)",
                try ["a", "b"].filter { try aged.stored($0)?.stamp.deleted == true }, is: left)
            trial.expect("that \(when) is told", try (aged.engine.lastPrunedSequence() > 0) == (left.count < 2))
        }
        trial.expect("the notes", try aged.notes(Note.byRank.all), is: ["c"])
    }
}
