import Kernel

extension RecordCollection {
    /// Returns a new record in the form in which a transaction puts it.
    fileprivate func stored(_ record: Record, stampedBy transaction: any EngineTransaction) throws -> StoredRecord {
        let unindexed = StoredRecord(
            address: RecordAddress(partition: .common, collection: name, id: record.id.rawValue),
            stamp: Stamp(generation: 0, deleted: false, time: transaction.time, device: transaction.device),
            payloadVersion: version, entries: [], payload: try JSONValue.encoder.encode(record))
        return StoredRecord(
            address: unindexed.address, stamp: unindexed.stamp, payloadVersion: version,
            entries: try entries(of: unindexed),
            payload: unindexed.payload)
    }
}

extension StoreContract {
    static var queries: [Promise] {
        [
            Promise("a unique key belongs to one record", check: unique),
            Promise("a deleted record frees its unique key", check: uniqueFreed),
            Promise("a range is sorted, in both directions, up to a limit", check: ranges),
            Promise("a compound key sorts by its parts in order", check: compound),
            Promise("a count agrees with the records", check: counts),
            Promise("a count by key parts agrees with the keys", check: countsByParts),
            Promise("a batch of queries gives the same results as single queries", check: batchedQuestions),
            Promise("any sequence of changes leaves correct indexes", check: randomChanges),
            Promise("an undeclared index is refused", check: undeclared),
            Promise("partitions are separate", check: isolation),
            Promise("erasing empties one partition", check: erasing),
            Promise("keys sort by bytes and may contain any character", check: oddCharacters),
            Promise("a store holds ten thousand records", check: tenThousand),
        ]
    }

    private static func countsByParts(_ trial: Trial, _ store: any Store) throws {
        func counted(_ selection: Selection<Note>, parts: Int = 1) throws -> [String] {
            try store.read { try $0.counts(selection, parts: parts).map { "\($0.key.text)=\($0.count)" } }
        }
        trial.expect("of nothing", try counted(Note.byTagAndRank.all), is: [])
        try store.putNotes(
            Note("a", rank: 1, tag: "red"), Note("b", rank: 1, tag: "red"), Note("c", rank: 1, tag: "redder"),
            Note("d"), Note("e", rank: 2, tag: "red"), Note("f", tag: "blue"), Note("g", rank: 1, tag: "gone"),
            Note("h", tag: "red!"))
        try store.write { _ = try $0.delete(Identifier<Note>("g")) }
        trial.expect("by the first", try counted(Note.byTagAndRank.all), is: ["blue=1", "red=3", "red!=1", "redder=1"])
        trial.expect("of a range", try counted(Note.byTagAndRank.under("red")), is: ["red=3"])
        trial.expect(
            "by two", try counted(Note.byTagAndRank.under("red"), parts: 2),
            is: [IndexKey("red", 1).text + "=2", IndexKey("red", 2).text + "=1"])
        trial.expect("of a plain index", try counted(Note.byRank.through(1)).map { $0.suffix(2) }, is: ["=3", "=3"])
        trial.expect("by identifier", try counted(.all).count, is: 7)
        trial.expect(
            "the keys", try store.read { try $0.keys(Note.byTagAndRank.under("red").descending.limit(2)) },
            is: [IndexKey("red", 2), IndexKey("red", 1)])
    }

    private static func batchedQuestions(_ trial: Trial, _ store: any Store) throws {
        func ask(_ transaction: any EngineTransaction, _ when: String) throws {
            func scan(_ index: String?, from lower: Int? = nil, limit: Int? = nil, descending: Bool = false)
                -> IndexScan
            {
                IndexScan(
                    partition: .common, collection: Note.collection.name, index: index, lower: lower?.indexKey,
                    descending: descending, limit: limit, reindex: { try Note.collection.entries(of: $0) })
            }
            func address(_ id: String) -> RecordAddress {
                RecordAddress(partition: .common, collection: Note.collection.name, id: id)
            }
            let questions: [EngineQuestion] = [
                .count(scan("rank", from: 2)), .record(address("a")), .page(scan("rank", limit: 3, descending: true)),
                .record(address("gone")), .keys(scan("tagRank")), .record(address("never")),
                .counts(scan("tagRank"), parts: 1),
                .page(scan(nil)), .count(scan("title")), .keys(scan(nil, limit: 2)), .record(address("a")),
                .page(scan("rank", from: 100)),
            ]
            trial.expect(when, try transaction.answers(to: questions), is: try questions.map(transaction.answer))
            trial.expect("\(when), nothing", try transaction.answers(to: []).count, is: 0)
        }
        try store.putNotes(
            Note("a", rank: 1, tag: "red"), Note("b", rank: 2), Note("c", rank: 3, tag: "blue"), Note("gone"))
        try store.write { _ = try $0.delete(Identifier<Note>("gone")) }
        try store.engine.read { try ask($0, "in a read") }
        try store.engine.write { transaction in
            try ask(transaction, "in a write")
            let note = try Note.collection.stored(Note("d", rank: 2, tag: "red"), stampedBy: transaction)
            try transaction.put(note)
            try ask(transaction, "behind a put")
            trial.expect(
                "what was put", try transaction.answers(to: [.record(note.address)]), is: [.record(note)])
        }
    }

    private static func unique(_ trial: Trial, _ store: any Store) throws {
        try store.putNotes(Note("a", title: "one"))
        trial.expect("a second note with the title", fails: .duplicateKey) {
            try store.putNotes(Note("b", title: "one"))
        }
        try store.putNotes(Note("a", title: "one", rank: 5))
        trial.expect("the note rewritten with its own title", try store.note("a")?.rank, is: 5)
        try store.putNotes(Note("a", title: "two"), Note("b", title: "one"))
        trial.expect("titles handed on", try store.notes(Note.byTitle.all), is: ["b", "a"])
    }

    private static func uniqueFreed(_ trial: Trial, _ store: any Store) throws {
        try store.putNotes(Note("a", title: "one"))
        try store.write { _ = try $0.delete(Identifier<Note>("a")) }
        try store.putNotes(Note("b", title: "one"))
        trial.expect("who has the title", try store.notes(Note.byTitle.at("one")), is: ["b"])
        trial.expect("the deleted note put back with a title that is taken", fails: .duplicateKey) {
            try store.putNotes(Note("a", title: "one"))
        }
    }

    private static func ranges(_ trial: Trial, _ store: any Store) throws {
        try store.write { transaction in
            for rank in [3, -2, 7, 0, 5, 3] {
                let count = try transaction.count(Selection<Note>.all)
                try transaction.put(Note("n\(count)", rank: rank))
            }
        }
        trial.expect("all", try store.notes(Note.byRank.all), is: ["n1", "n3", "n0", "n5", "n4", "n2"])
        trial.expect(
            "backwards", try store.notes(Note.byRank.all.descending), is: ["n2", "n4", "n5", "n0", "n3", "n1"])
        trial.expect("at", try store.notes(Note.byRank.at(3)), is: ["n0", "n5"])
        trial.expect("from through", try store.notes(Note.byRank.from(0, through: 5)), is: ["n3", "n0", "n5", "n4"])
        trial.expect("before", try store.notes(Note.byRank.before(3)), is: ["n1", "n3"])
        trial.expect("through", try store.notes(Note.byRank.through(3)), is: ["n1", "n3", "n0", "n5"])
        trial.expect("first two from", try store.notes(Note.byRank.from(1).limit(2)), is: ["n0", "n5"])
        trial.expect("last two", try store.notes(Note.byRank.all.descending.limit(2)), is: ["n2", "n4"])
        trial.expect("none", try store.notes(Note.byRank.all.limit(0)), is: [])
        trial.expect("an empty range", try store.notes(Note.byRank.from(5, through: 4)), is: [])
        trial.expect("by identifier, backwards", try store.notes(Selection.all.descending.limit(2)), is: ["n5", "n4"])
    }

    private static func compound(_ trial: Trial, _ store: any Store) throws {
        try store.putNotes(
            Note("a", rank: 2, tag: "red"), Note("b", rank: 10, tag: "red"), Note("c", rank: 1, tag: "redder"),
            Note("d", rank: -1), Note("e", rank: -5, tag: "red"), Note("f", rank: 0, tag: "blue"))
        trial.expect("all with a tag", try store.notes(Note.byTagAndRank.all), is: ["f", "e", "a", "b", "c"])
        trial.expect(
            "one tag", try store.notes(Note.byTagAndRank.prefix(IndexKey("red", IndexKey(text: "")))),
            is: ["e", "a", "b"])
        trial.expect(
            "a tag from a rank",
            try store.notes(Note.byTagAndRank.from(IndexKey("red", 2), through: IndexKey("red", 10))),
            is: ["a", "b"])
    }

    private static func counts(_ trial: Trial, _ store: any Store) throws {
        try store.write { transaction in for rank in 0..<30 { try transaction.put(Note("n\(rank)", rank: rank % 7)) } }
        try store.write { transaction in for rank in 0..<10 { try transaction.delete(Identifier<Note>("n\(rank)")) } }
        for selection in [
            .all, Note.byRank.all, Note.byRank.at(3), Note.byRank.from(4), Note.byRank.all.limit(6).descending,
        ] {
            let recordCount = try store.notes(selection).count
            trial.expect("the count", try store.read { try $0.count(selection) }, is: recordCount)
        }
        trial.expect("records left", try store.notes().count, is: 20)
    }

    private static func randomChanges(_ trial: Trial, _ store: any Store) throws {
        var random = RandomSource(seed: 7)
        var expected: [String: Note] = [:]
        for _ in 0..<60 {
            let plan = (0..<8).map { _ in
                (id: "n\(Int.random(in: 0..<40, using: &random))", rank: Int.random(in: -5...5, using: &random))
            }
            let aborts = Int.random(in: 0..<4, using: &random) == 0
            var next = expected
            try? store.write { transaction in
                for (id, rank) in plan {
                    next[id] = rank == 0 ? nil : Note(id, rank: rank, tag: rank > 2 ? nil : "t\(rank % 2)")
                    if let note = next[id] {
                        try transaction.put(note)
                    } else {
                        try transaction.delete(Identifier<Note>(id))
                    }
                }
                if aborts { throw AbortError() }
            }
            if !aborts { expected = next }
        }
        let order = expected.values.sorted { ($0.rank, $0.id) < ($1.rank, $1.id) }
        trial.expect("the notes", try store.read { try $0.records(Note.byRank.all) }, is: order)
        let tagged = order.filter { $0.tag != nil }.sorted {
            ($0.tag ?? "", $0.rank, $0.id) < ($1.tag ?? "", $1.rank, $1.id)
        }
        trial.expect("by tag", try store.read { try $0.records(Note.byTagAndRank.all) }, is: tagged)
        trial.expect("the count by title", try store.read { try $0.count(Note.byTitle.all) }, is: expected.count)
    }

    private static func undeclared(_ trial: Trial, _ store: any Store) throws {
        trial.expect("records", fails: .undeclaredIndex) {
            _ = try store.read { try $0.records(UndeclaredIndexRecord.forgotten.all) }
        }
        trial.expect("a count", fails: .undeclaredIndex) {
            _ = try store.read { try $0.count(UndeclaredIndexRecord.forgotten.all) }
        }
    }

    private static func isolation(_ trial: Trial, _ store: any Store) throws {
        let one = store.scoped(to: Partition(rawValue: "one"))
        let two = store.scoped(to: Partition(rawValue: "two"))
        try one.putNotes(Note("a", title: "same", rank: 1), Note("b", rank: 2))
        try two.putNotes(Note("a", title: "same", rank: 3))
        trial.expect("the first", try one.note("a")?.rank, is: 1)
        trial.expect("the second", try two.notes(Note.byRank.all), is: ["a"])
        try two.write { _ = try $0.delete(Identifier<Note>("a")) }
        trial.expect("the first after deleting in the second", try one.note("a")?.rank, is: 1)
        trial.expect("a third", try store.scoped(to: Partition(rawValue: "three")).notes(), is: [])
        try one.write { try $0.scoped(to: Partition(rawValue: "two")) { try $0.put(Note("c")) } }
        trial.expect("put from the first into the second", try two.notes(), is: ["c"])
    }

    private static func erasing(_ trial: Trial, _ store: any Store) throws {
        let one = store.scoped(to: Partition(rawValue: "one"))
        let two = store.scoped(to: Partition(rawValue: "two"))
        for store in [one, two] {
            try store.putNotes(Note("a"), Note("b"))
            try store.write { try $0.put(Tally(id: "t", value: 1)) }
        }
        try one.write { try $0.erase() }
        trial.expect("notes in the erased one", try one.notes(), is: [])
        trial.expect("its archive", try one.archive(), is: [])
        trial.expect("notes in the other", try two.notes(), is: ["a", "b"])
        try one.putNotes(Note("a"))
        trial.expect("the erased one is used again", try one.notes(), is: ["a"])
    }

    private static func oddCharacters(_ trial: Trial, _ store: any Store) throws {
        let oddTexts = [
            "\u{0}", "\u{1}a", "\n", "\"", "\\", "a", "a\u{7F}", "é", "e\u{301}x", "한글", "\u{FFFD}", "🙂", "z",
        ]
        try store.write { transaction in
            for text in oddTexts {
                try transaction.put(Note("id \(text)", title: "t\(text)\"\\\n", rank: 1, tag: text))
            }
        }
        let sorted = oddTexts.map { Identifier<Note>("id \($0)").rawValue }.sorted {
            $0.utf8.lexicographicallyPrecedes($1.utf8)
        }
        trial.expect("by identifier", try store.notes(), is: sorted)
        for text in oddTexts {
            trial.expect("title of \(text.debugDescription)", try store.note("id \(text)")?.title, is: "t\(text)\"\\\n")
        }
        trial.expect("tagged", try store.read { try $0.count(Note.byTagAndRank.all) }, is: oddTexts.count)
    }

    private static func tenThousand(_ trial: Trial, _ store: any Store) throws {
        var random = RandomSource(seed: 3)
        let ranks = (0..<10_000).shuffled(using: &random)
        for start in stride(from: 0, to: 10_000, by: 2_500) {
            try store.write { transaction in
                for rank in ranks[start..<start + 2_500] { try transaction.put(Note("n\(rank)", rank: rank)) }
            }
        }
        trial.expect("the count", try store.read { try $0.count(Note.byRank.all) }, is: 10_000)
        trial.expect(
            "the newest", try store.notes(Note.byRank.all.descending.limit(3)), is: ["n9999", "n9998", "n9997"])
        trial.expect(
            "a range", try store.notes(Note.byRank.from(5_000, through: 5_002)), is: ["n5000", "n5001", "n5002"])
        trial.expect("a taken title", fails: .duplicateKey) { try store.putNotes(Note("other", title: "title of n77")) }
        try checkWideRanges(trial, store, Set(0..<10_000))
        // A separate stretch, with and without the records at its ends.
        try store.write { transaction in
            for rank in 1_100..<2_300 { try transaction.delete(Identifier<Note>("n\(rank)")) }
            for rank in 1_500..<1_503 { try transaction.put(Note("n\(rank)", rank: rank)) }
        }
        try checkWideRanges(trial, store, Set(0..<10_000).subtracting(1_100..<1_500).subtracting(1_503..<2_300))
    }

    /// Tries ranges of more than one page of keys, from both ends.
    private static func checkWideRanges(_ trial: Trial, _ store: any Store, _ ranks: Set<Int>) throws {
        for (low, high) in [(1_000, 2_600), (4_600, 5_800), (9_300, 12_000)] {
            let all = (low...high).filter(ranks.contains).map { IndexKey($0) }
            let range = Note.byRank.from(low, through: high)
            try store.read { transaction in
                trial.expect("as many from \(low)", try transaction.count(range), is: all.count)
                for limit in [1, 512, 513, 20_000] {
                    trial.expect(
                        "the first \(limit)", try transaction.keys(range.limit(limit)) == Array(all.prefix(limit)))
                    let last = try transaction.keys(range.descending.limit(limit))
                    trial.expect("the last \(limit)", last == Array(all.suffix(limit).reversed()))
                }
            }
        }
    }
}
