import Dispatch
import Kernel
import Storage
import Synchronization

extension StoreContract {
    static var handles: [Promise] {
        [
            Promise("one read sees one state, however many queries it runs", check: consistentRead),
            Promise("handles see each other's writes at once", of: .handles, check: visibleToHandles),
            Promise("unique keys hold among handles", of: .handles, check: uniqueAmongHandles),
            Promise("no increment is lost among handles", of: .handles, check: countersAmongHandles),
            Promise("a handle without close loses nothing", of: .handles, check: unclosedHandle),
            Promise(
                "a handle sees the exchange, maintenance and rewrite of another handle", of: .handles,
                check: maintenanceByOtherHandle),
        ]
    }

    private static func consistentRead(_ trial: Trial, _ store: any Store) throws {
        try store.putNotes(Note("a", rank: 1), Note("b", rank: 1))
        let writer = trial.extent >= .handles ? try trial.openAnotherHandle() : store
        let isBegun = Mutex(false)
        let writerDone = DispatchSemaphore(value: 0)
        let writerError = Mutex<String?>(nil)
        try store.read { transaction in
            // All answers must show the state of the first one.
            let isOld = try transaction.record(Identifier<Note>("a"))?.rank == 1
            let isFirst = isBegun.withLock { begun in
                defer { begun = true }
                return !begun
            }
            if isFirst {
                DispatchQueue.global().async {
                    do {
                        try writer.write { transaction in
                            try transaction.put(contentsOf: [Note("a", rank: 2), Note("c", rank: 2)])
                            try transaction.delete(Identifier<Note>("b"))
                        }
                    } catch { writerError.withLock { $0 = "\(error)" } }
                    writerDone.signal()
                }
                // An engine may admit the writer meanwhile or let it wait for the end of this read.
                if writerDone.wait(timeout: .now() + .milliseconds(400)) == .success { writerDone.signal() }
            }
            let names = isOld ? ["a", "b"] : ["a", "c"]
            trial.expect("the records", try transaction.records(Note.byRank.all).map(\.id.rawValue), is: names)
            trial.expect("by identifier", try transaction.records(Selection<Note>.all).map(\.id.rawValue), is: names)
            trial.expect("the count", try transaction.count(Note.byRank.at(isOld ? 1 : 2)), is: 2)
            trial.expect("the keys", Set(try transaction.keys(Note.byRank.all)), is: [IndexKey(isOld ? 1 : 2)])
            trial.expect("the record", try transaction.record(Identifier<Note>("b")) != nil, is: isOld)
            trial.expect(
                "the same record again", try transaction.record(Identifier<Note>("a"))?.rank, is: isOld ? 1 : 2)
        }
        writerDone.wait()
        trial.expect("the writer's trouble", writerError.withLock { $0 }, is: nil)
        trial.expect("the next read", try store.notes(Note.byRank.all), is: ["a", "c"])
    }

    private static func visibleToHandles(_ trial: Trial, _ one: any Store) throws {
        let other = try trial.openAnotherHandle()
        var mark = try one.lastSequence()
        trial.expect("nothing yet", try other.notes(), is: [])
        for round in 1...3 {
            let (writer, reader) = round % 2 == 1 ? (one, other) : (other, one)
            try writer.putNotes(Note("n\(round)", title: "title \(round)", rank: -round), Note("shared", rank: round))
            trial.expect("what the other handle wrote", try reader.note("shared")?.rank, is: round)
            trial.expect("by its rank", try reader.notes(Note.byRank.all).first, is: "n\(round)")
            trial.expect("the count", try reader.read { try $0.count(Selection<Note>.all) }, is: round + 1)
            trial.expect("by its title", try reader.notes(Note.byTitle.at("title \(round)")), is: ["n\(round)"])
            trial.expect(
                "the feed", Set(try reader.changes(since: mark).map(\.address.id)), is: ["n\(round)", "shared"])
            mark = try reader.lastSequence()
            trial.expect("the last number", try writer.engine.inspect().sequence, is: mark)
        }
        try other.write { _ = try $0.delete(Identifier<Note>("n1")) }
        trial.expect("what the other handle deleted", try one.note("n1"), is: nil)
        trial.expect("the order without it", try one.notes(Note.byRank.all), is: ["n3", "n2", "shared"])
    }

    private static func uniqueAmongHandles(_ trial: Trial, _ one: any Store) throws {
        let stores = [one, try trial.openAnotherHandle()]
        try one.putNotes(Note("first", title: "taken"))
        trial.expect("a title that the other handle has given", fails: .duplicateKey) {
            try stores[1].putNotes(Note("second", title: "taken"))
        }
        let accepted = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 2) { writer in
            for number in 0..<10
            where (try? stores[writer].putNotes(Note("w\(writer)-\(number)", title: "seat \(number)"))) != nil {
                accepted.withLock { $0 += 1 }
            }
        }
        trial.expect("seats given", accepted.withLock { $0 }, is: 10)
        trial.expect("seats", Set(try one.read { try $0.records(Selection<Note>.all).map(\.title) }).count, is: 11)
        trial.expect("notes", try stores[1].notes().count, is: 11)
    }

    private static func countersAmongHandles(_ trial: Trial, _ one: any Store) throws {
        let stores = [one, try trial.openAnotherHandle(), try trial.openAnotherHandle()]
        let errors = Mutex([String]())
        DispatchQueue.concurrentPerform(iterations: 3) { writer in
            do { try stores[writer].increase(10) } catch { errors.withLock { $0.append("\(error)") } }
        }
        trial.expect("errors", errors.withLock { $0 }, is: [])
        for store in stores { trial.expect("the sum", try store.total(), is: 30) }
        // Another handle increments between question and answer: it waits, or this transaction runs
        // again.
        let isBegun = Mutex(false)
        let writerDone = DispatchSemaphore(value: 0)
        try one.write { transaction in
            let value = try transaction.record(Identifier<Tally>("t"))?.value ?? 0
            if isBegun.withLock({ begun in
                defer { begun = true }
                return !begun
            }) {
                DispatchQueue.global().async {
                    do { try stores[1].increase(1) } catch { errors.withLock { $0.append("\(error)") } }
                    writerDone.signal()
                }
                if writerDone.wait(timeout: .now() + .milliseconds(400)) == .success { writerDone.signal() }
            }
            try transaction.put(Tally(id: "t", value: value + 1))
        }
        writerDone.wait()
        trial.expect("errors", errors.withLock { $0 }, is: [])
        trial.expect("the sum with one that came in between", try stores[2].total(), is: 32)
    }

    private static func unclosedHandle(_ trial: Trial, _ store: any Store) throws {
        for number in 0..<12 { try store.putNotes(Note("n\(number)", rank: number)) }
        let other = try trial.openAnotherHandle()
        trial.expect("what was acknowledged", try other.notes(Note.byRank.all), is: (0..<12).map { "n\($0)" })
        try other.putNotes(Note("late", rank: 99))
        try other.close()
        trial.expect("what it sees itself", try store.notes(Note.byRank.from(11)), is: ["n11", "late"])
    }

    private static func maintenanceByOtherHandle(_ trial: Trial, _ one: any Store) throws {
        let other = try trial.openAnotherHandle()
        try one.putNotes(Note("a", rank: 2), Note("b", rank: 1))
        try one.write { try $0.put(Person.First(id: "p", name: "Ada Lovelace")) }
        trial.expect("before", try other.notes(Note.byRank.all), is: ["b", "a"])
        _ = try one.engine.maintain(.compact)
        trial.expect("behind a compaction", try other.notes(Note.byRank.all), is: ["b", "a"])
        try other.putNotes(Note("c", rank: 3))
        _ = try other.migrate([Person.Second.collection])
        trial.expect("behind a migration", try one.notes(Note.byRank.all), is: ["b", "a", "c"])
        try one.putNotes(Note("d", rank: 0))
        trial.expect(
            "the record that was migrated", try one.read { try $0.first(Person.Second.byLast.all)?.last },
            is: "Lovelace")
        try other.engine.replaceAll(by: Replacement(records: one.engine.allRecords().filter { $0.address.id != "a" }))
        trial.expect("behind an exchange", try one.notes(Note.byRank.all), is: ["d", "b", "c"])
        try one.putNotes(Note("e", rank: 9))
        trial.expect("behind all of it", try other.notes(Note.byRank.all), is: ["d", "b", "c", "e"])
    }
}

extension Store {
    /// Reads a sum and writes it plus one, a number of times.
    func increase(_ times: Int) throws {
        for _ in 0..<times {
            try write { transaction in
                let value = try transaction.record(Identifier<Tally>("t"))?.value ?? 0
                try transaction.put(Tally(id: "t", value: value + 1))
            }
        }
    }

    func total() throws -> Int { try read { try $0.record(Identifier<Tally>("t"))?.value ?? 0 } }
}

extension StoreContract {
    static var lasting: [Promise] {
        [
            Promise("a reopened store contains every write", of: .lasting, check: recordsPersist),
            Promise(
                "stamps, numbers and the feed continue in a reopened store", of: .lasting, check: feedPersists),
            Promise(
                "undo, partitions and migrations work in a reopened store", of: .lasting,
                check: typedDataPersists
            ),
        ]
    }

    private static func recordsPersist(_ trial: Trial, _ store: any Store) throws {
        try store.putNotes(
            Note("a", title: "one", rank: 2, tag: "x"), Note("b", rank: 1), Note("c", title: "two", rank: 3))
        try store.putNotes(Note("b", rank: 5))
        try store.write { _ = try $0.delete(Identifier<Note>("c")) }
        let records = try store.engine.allRecords()
        let sequence = try store.engine.inspect().sequence
        trial.expect("records and tombstones", records.count >= 3)
        var reopened = store
        for _ in 0..<3 {
            reopened = try trial.reopened(reopened)
            trial.expect("records and tombstones, opened again", try reopened.engine.allRecords(), is: records)
            trial.expect("the last number", try reopened.engine.inspect().sequence, is: sequence)
            trial.expect("the order by rank", try reopened.notes(Note.byRank.all), is: ["a", "b"])
            trial.expect("the count", try reopened.read { try $0.count(Note.byRank.from(3)) }, is: 1)
            trial.expect("a taken title", fails: .duplicateKey) { try reopened.putNotes(Note("z", title: "one")) }
        }
        try reopened.putNotes(Note("d", title: "two", rank: 0))
        reopened = try trial.reopened(reopened)
        trial.expect(
            "what was written to the store that was opened again", try reopened.notes(Note.byRank.all),
            is: ["d", "a", "b"])
        trial.expect("the handle that was closed", fails: .storeClosed) { _ = try store.notes() }
    }

    private static func feedPersists(_ trial: Trial, _ store: any Store) throws {
        try store.putNotes(Note("a"), Note("b"))
        try store.write { _ = try $0.delete(Identifier<Note>("b")) }
        let address = RecordAddress(partition: store.partition, collection: Note.collection.name, id: "a")
        func stamp(_ store: any Store) throws -> Stamp? { try store.engine.read { try $0.record(at: address)?.stamp } }
        let feed = try store.changes(since: 0)
        var reopened = store
        var last = try stamp(store)
        var mark = try store.lastSequence()
        for rank in 1...3 {
            reopened = try trial.reopened(reopened)
            trial.expect("nothing new", try reopened.changes(since: mark), is: [])
            try reopened.putNotes(Note("a", rank: rank))
            let next = try stamp(reopened)
            if let last, let next { trial.expect("a stamp greater than \(last)", last < next) }
            trial.expect("the feed", try reopened.changes(since: mark).map(\.sequence), is: [mark + 1])
            last = next
            mark = mark + 1
        }
        trial.expect(
            "the number of a deletion",
            try reopened.changes(since: 0).contains { change in change.stamp.deleted && feed.contains(change) })
    }

    private static func typedDataPersists(_ trial: Trial, _ store: any Store) throws {
        let other = Partition(rawValue: "other")
        try store.putNotes(Note("a", rank: 1))
        try store.scoped(to: other).putNotes(Note("a", rank: 7))
        try store.write(undo: "Changed a") { try $0.put(Note("a", rank: 2)) }
        try store.write { try $0.put(Person.First(id: "p", name: "Ada Lovelace")) }
        var reopened = try trial.reopened(store)
        trial.expect("the other partition", try reopened.scoped(to: other).note("a")?.rank, is: 7)
        trial.expect(
            "by an index that is younger than its records",
            try reopened.read { try $0.first(Person.Second.byLast.at("Lovelace"))?.first }, is: "Ada")
        trial.expect("the step taken back", try reopened.undoLast().label, is: "Changed a")
        reopened = try trial.reopened(reopened)
        trial.expect("the note", try reopened.note("a")?.rank, is: 1)
        trial.expect("steps", try reopened.undoSteps().count, is: 0)
        try reopened.scoped(to: other).write { try $0.erase() }
        reopened = try trial.reopened(reopened)
        trial.expect("the partition that was erased", try reopened.scoped(to: other).notes(), is: [])
        trial.expect("the one that was not", try reopened.notes(), is: ["a"])
    }
}
