import Dispatch
import EngineKit
import Kernel
import Synchronization

extension StoreContract {
    static var transactions: [Promise] {
        [
            Promise("a transaction reads its own writes", check: readYourWrites),
            Promise("a read returns earlier writes", check: writesPersist),
            Promise("several collections change together", check: severalCollections),
            Promise("a closure that throws changes nothing", check: rollBack),
            Promise("the last change of each record in a transaction wins", check: manyChanges),
            Promise("a nested transaction is refused", check: nested),
            Promise("a transaction is valid until its closure returns or throws", check: endedTransaction),
            Promise("a read changes nothing", check: readOnly),
            Promise("a closed store refuses every call", check: closed),
            Promise("unique keys hold among concurrent writers", check: concurrentWriters),
            Promise("no increment is lost among concurrent writers", check: concurrentCounters),
        ]
    }

    private static func readYourWrites(_ trial: Trial, _ store: any Store) throws {
        try store.putNotes(Note("a", rank: 1))
        try store.write { transaction in
            try transaction.put(Note("b", rank: 2))
            try transaction.put(Note("a", title: "new", rank: 3))
            trial.expect("the record just put", try transaction.record(Identifier<Note>("b"))?.rank, is: 2)
            trial.expect(
                "the order by rank", try transaction.records(Note.byRank.all).map(\.id.rawValue), is: ["b", "a"])
            try transaction.delete(Identifier<Note>("a"))
            trial.expect("the record just deleted", try transaction.record(Identifier<Note>("a")), is: nil)
            trial.expect("the count after deleting", try transaction.count(Note.byRank.all), is: 1)
            trial.expect("deleting what is not there", try transaction.delete(Identifier<Note>("a")), is: false)
        }
    }

    private static func writesPersist(_ trial: Trial, _ store: any Store) throws {
        for number in 0..<40 { try store.putNotes(Note("n\(number)", rank: number)) }
        for number in 0..<40 { trial.expect("note \(number)", try store.note("n\(number)")?.rank, is: number) }
        for number in 0..<40 { try store.putNotes(Note("n\(number)", rank: -number)) }
        for number in 0..<40 {
            trial.expect("note \(number), rewritten", try store.note("n\(number)")?.rank, is: -number)
        }
    }

    private static func severalCollections(_ trial: Trial, _ store: any Store) throws {
        let before = try store.lastSequence()
        try store.write {
            try $0.put(Note("a"))
            try $0.put(Tally(id: "a", value: 1))
        }
        trial.expect("the tally", try store.read { try $0.record(Identifier<Tally>("a"))?.value }, is: 1)
        let changes = try store.changes(since: before)
        trial.expect("changes", changes.count, is: 2)
        trial.expect("transactions", Set(changes.map(\.sequence)).count, is: 1)
    }

    private static func rollBack(_ trial: Trial, _ store: any Store) throws {
        try store.putNotes(Note("a", title: "old", rank: 1), Note("b", rank: 2))
        let before = try store.lastSequence()
        do {
            try store.write { transaction in
                try transaction.put(Note("a", title: "new", rank: 9))
                try transaction.delete(Identifier<Note>("b"))
                try transaction.put(Note("c", title: "old", rank: 3))
                try transaction.put(Tally(id: "a", value: 1))
                // The counts force all changes to reach the engine.
                trial.expect("the notes within", try transaction.count(Selection<Note>.all), is: 2)
                trial.expect("the tallies within", try transaction.count(Selection<Tally>.all), is: 1)
                throw AbortError()
            }
            trial.expect("the closure's error came through", false)
        } catch is AbortError {}
        trial.expect("the note that was rewritten", try store.note("a")?.title, is: "old")
        trial.expect("the order by rank", try store.notes(Note.byRank.all), is: ["a", "b"])
        trial.expect("the tally", try store.read { try $0.count(Selection<Tally>.all) }, is: 0)
        trial.expect("the last transaction's number", try store.lastSequence(), is: before)
        trial.expect("a refused put leaves the others out", fails: .duplicateKey) {
            try store.putNotes(Note("d", rank: 4), Note("e", title: "old"))
        }
        trial.expect("the note put before the refused one", try store.note("d"), is: nil)
        trial.expect(
            "the keys", try store.read { try $0.keys(Note.byTitle.all) },
            is: ["old", "title of b"].map { IndexKey($0) })
        trial.expect("the counts", try store.read { try $0.count(Note.byRank.from(3)) }, is: 0)
        try store.putNotes(Note("f", title: "new", rank: 9))
        trial.expect("who has the title that was taken back", try store.notes(Note.byTitle.at("new")), is: ["f"])
    }

    /// Tries random puts and deletions of existing, new and just changed records.
    private static func manyChanges(_ trial: Trial, _ store: any Store) throws {
        var random = RandomSource(seed: 12)
        var expected: [Int: Int] = [:]
        for round in 0..<8 {
            let steps = (0..<400).map { _ in (id: Int(random.next() % 300), value: Int(random.next() % 1000)) }
            let commits = round % 3 != 2
            var next = expected
            var changed: [Int] = []
            let before = try store.lastSequence()
            do {
                try store.write { transaction in
                    next = expected
                    changed = []
                    for (id, value) in steps {
                        if value % 4 > 0 {
                            try transaction.put(Tally(id: Identifier("t\(id)"), value: value))
                        } else if try !transaction.delete(Identifier<Tally>("t\(id)")) {
                            continue
                        }
                        next[id] = value % 4 > 0 ? value : nil
                        if !changed.contains(id) { changed.append(id) }
                    }
                    if !commits { throw AbortError() }
                }
                expected = next
            } catch is AbortError {
                changed = []
            }
            let tallies = try store.read { try $0.records(Selection<Tally>.all) }
            trial.expect(
                "the records of round \(round)",
                Dictionary(uniqueKeysWithValues: tallies.map { ($0.id.rawValue, $0.value) }),
                is: Dictionary(uniqueKeysWithValues: expected.map { ("t\($0)", $1) }))
            trial.expect(
                "the feed of round \(round)", try store.changes(since: before).map(\.address.id).sorted(),
                is: changed.map { "t\($0)" }.sorted())
        }
    }

    private static func nested(_ trial: Trial, _ store: any Store) throws {
        trial.expect("a write in a write", fails: .nestedTransaction) {
            try store.write { _ in try store.write { try $0.put(Note("inner")) } }
        }
        trial.expect("a write in a read", fails: .nestedTransaction) {
            try store.read { _ in try store.write { try $0.put(Note("inner")) } }
        }
        trial.expect("a write from another partition", fails: .nestedTransaction) {
            try store.write { _ in
                try store.scoped(to: Partition(rawValue: "other")).write { try $0.put(Note("inner")) }
            }
        }
        try store.putNotes(Note("after"))
        trial.expect("the store goes on", try store.notes(), is: ["after"])
    }

    private static func endedTransaction(_ trial: Trial, _ store: any Store) throws {
        try store.putNotes(Note("a"))
        var units: [UnitOfWork] = []
        try store.read { units.append($0.unitOfWork) }
        try store.write { transaction in
            units.append(transaction.unitOfWork)
            try transaction.put(Note("b"))
        }
        try? store.write { transaction in
            units.append(transaction.unitOfWork)
            throw Failure(.readOnlyTransaction, "enough")
        }
        for unit in units {
            trial.expect("a record", fails: .transactionOver) { _ = try unit.transaction.record(Note("a").id) }
            trial.expect("a scan", fails: .transactionOver) { _ = try unit.transaction.records(Selection<Note>.all) }
            trial.expect("a count", fails: .transactionOver) { _ = try unit.transaction.count(Note.byRank.all) }
            trial.expect("keys", fails: .transactionOver) { _ = try unit.transaction.keys(Note.byRank.all) }
            trial.expect("counts", fails: .transactionOver) { _ = try unit.transaction.counts(Note.byRank.all) }
            trial.expect("addresses", fails: .transactionOver) { try unit.transaction.erase() }
            trial.expect("a put", fails: .transactionOver) { try unit.transaction.put(Note("late")) }
        }
        trial.expect("the store goes on", try store.notes(), is: ["a", "b"])
    }

    private static func readOnly(_ trial: Trial, _ store: any Store) throws {
        try store.putNotes(Note("a"))
        trial.expect("a put", fails: .readOnlyTransaction) { try store.read { try $0.put(Note("b")) } }
        trial.expect("a deletion", fails: .readOnlyTransaction) {
            try store.read { _ = try $0.delete(Identifier<Note>("a")) }
        }
        trial.expect("the notes", try store.notes(), is: ["a"])
    }

    private static func closed(_ trial: Trial, _ store: any Store) throws {
        try store.putNotes(Note("a"))
        try store.close()
        trial.expect("a read", fails: .storeClosed) { _ = try store.notes() }
        trial.expect("a write", fails: .storeClosed) { try store.putNotes(Note("b")) }
        trial.expect("the feed", fails: .storeClosed) { _ = try store.changes(since: 0) }
        trial.expect("the report", fails: .storeClosed) { _ = try store.engine.inspect() }
        try store.close()
    }

    private static func concurrentWriters(_ trial: Trial, _ store: any Store) throws {
        let outcomes = Mutex((accepted: 0, refused: 0, other: [String]()))
        DispatchQueue.concurrentPerform(iterations: 4) { writer in
            for number in 0..<10 {
                do {
                    try store.putNotes(Note("w\(writer)-\(number)", title: "seat \(number)"))
                    outcomes.withLock { $0.accepted += 1 }
                } catch let failure as Failure where failure.code == .duplicateKey {
                    outcomes.withLock { $0.refused += 1 }
                } catch {
                    outcomes.withLock { $0.other.append("\(error)") }
                }
            }
        }
        let counts = outcomes.withLock { $0 }
        trial.expect("seats given", counts.accepted, is: 10)
        trial.expect("writers refused", counts.refused, is: 30)
        trial.expect("other errors", counts.other, is: [])
        trial.expect("notes", try store.notes().count, is: 10)
    }

    private static func concurrentCounters(_ trial: Trial, _ store: any Store) throws {
        let errors = Mutex([String]())
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<10 {
                do {
                    try store.write { transaction in
                        let value = try transaction.record(Identifier<Tally>("t"))?.value ?? 0
                        try transaction.put(Tally(id: "t", value: value + 1))
                    }
                } catch {
                    errors.withLock { $0.append("\(error)") }
                }
            }
        }
        trial.expect("errors", errors.withLock { $0 }, is: [])
        trial.expect("the sum", try store.read { try $0.record(Identifier<Tally>("t"))?.value }, is: 40)
    }
}
