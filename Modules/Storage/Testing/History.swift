import Kernel

extension StoreContract {
    static var history: [Promise] {
        [
            Promise("a deletion leaves a tombstone with a greater stamp", check: tombstones),
            Promise("stamps only grow", check: stampsGrow),
            Promise("undo restores the previous record", check: undo),
            Promise("undo refuses a record with newer changes", check: undoChangedSince),
            Promise("a purge leaves undo of earlier changes possible", check: purge),
            Promise("an archive restores the same records", check: archive),
            Promise("a report counts the records", check: report),
        ]
    }

    private static func tombstones(_ trial: Trial, _ store: any Store) throws {
        var stamps: [Stamp] = []
        func recordStamp() throws { if let stamp = try store.stored("a")?.stamp { stamps.append(stamp) } }
        try store.putNotes(Note("a"))
        try recordStamp()
        try store.write { _ = try $0.delete(Identifier<Note>("a")) }
        try recordStamp()
        try store.putNotes(Note("a", rank: 2))
        try recordStamp()
        trial.expect("deletions", stamps.map(\.deleted), is: [false, true, false])
        trial.expect("generations", stamps.map(\.generation), is: [0, 0, 1])
        trial.expect("the order of the stamps", zip(stamps, stamps.dropFirst()).allSatisfy { $0 < $1 })
        trial.expect("the device's name", Set(stamps.map(\.device)).count, is: 1)
        if let first = stamps.first, let deletion = stamps.dropFirst().first {
            let later = HybridTime(milliseconds: deletion.time.milliseconds + 1_000_000, counter: 0)
            let edit = Stamp(generation: first.generation, deleted: false, time: later, device: "z")
            trial.expect("a deletion wins over a later edit", edit < deletion)
        }
    }

    private static func stampsGrow(_ trial: Trial, _ store: any Store) throws {
        var latest = HybridTime.zero
        for rank in 0..<50 {
            try store.putNotes(Note("n\(rank % 5)", rank: rank), Note("m", rank: rank))
            let times = Set(try ["n\(rank % 5)", "m"].compactMap { try store.stored($0)?.stamp.time })
            trial.expect("the times of write \(rank)", times.count, is: 1)
            trial.expect("a time later than those before", (times.min() ?? .zero) > latest)
            latest = times.max() ?? latest
        }
    }

    private static func undo(_ trial: Trial, _ store: any Store) throws {
        try store.putNotes(Note("a", title: "old", rank: 1), Note("b", rank: 2))
        try store.write(undo: "Changed three notes") { transaction in
            try transaction.put(Note("a", title: "new", rank: 5))
            try transaction.delete(Identifier<Note>("b"))
            try transaction.put(Note("c", rank: 3))
        }
        trial.expect("the step's label", try store.undoSteps().map(\.label), is: ["Changed three notes"])
        trial.expect("the step taken back", try store.undoLast().label, is: "Changed three notes")
        trial.expect("the notes", try store.notes(Note.byRank.all), is: ["a", "b"])
        trial.expect("the old title", try store.read { try $0.first(Note.byTitle.at("old"))?.id.rawValue }, is: "a")
        trial.expect("once more", fails: .nothingToUndo) { _ = try store.undoLast() }
    }

    private static func undoChangedSince(_ trial: Trial, _ store: any Store) throws {
        try store.putNotes(Note("a", rank: 1), Note("b", rank: 1))
        try store.write(undo: "Changed two notes") { try $0.put(contentsOf: [Note("a", rank: 2), Note("b", rank: 2)]) }
        try store.putNotes(Note("b", rank: 3))
        trial.expect("undoing", fails: .changedSince) { _ = try store.undoLast() }
        trial.expect("the note that nobody touched", try store.note("a")?.rank, is: 2)
        trial.expect("the steps", try store.undoSteps().count, is: 1)
    }

    private static func purge(_ trial: Trial, _ store: any Store) throws {
        try store.write(undo: "Wrote b") { try $0.put(Note("b", rank: 1)) }
        try store.write(undo: "Wrote a") { try $0.put(Note("a", rank: 1)) }
        try store.write(undo: "Wrote a and c") { try $0.put(contentsOf: [Note("a", rank: 2), Note("c", rank: 2)]) }
        trial.expect("purging", try store.write { try $0.purge(Identifier<Note>("a")) }, is: true)
        trial.expect("purging once more", try store.write { try $0.purge(Identifier<Note>("a")) }, is: false)
        trial.expect("the notes", try store.notes(Note.byRank.all), is: ["b", "c"])
        trial.expect("the steps", try store.undoSteps().map(\.label), is: ["An earlier change of 1 record", "Wrote b"])
        for _ in 0..<2 { _ = try store.undoLast() }
        trial.expect("the notes after undoing all of it", try store.notes(Note.byRank.all), is: [])
        try store.write(undo: "Wrote d, then purged it") { transaction in
            try transaction.put(contentsOf: [Note("d"), Note("e", rank: 3)])
            try transaction.purge(Identifier<Note>("d"))
        }
        _ = try store.undoLast()
        trial.expect("what a step did besides", try store.notes(Note.byRank.all), is: [])
        try store.write(undo: "Wrote f") { try $0.put(Note("f")) }
        trial.expect("how many were forgotten", try store.deleteUndoSteps(), is: 1)
        trial.expect("steps", try store.undoSteps().count, is: 0)
    }

    private static func archive(_ trial: Trial, _ store: any Store) throws {
        try store.putNotes(Note("a", title: "one", rank: 3, tag: "x"), Note("b", rank: 1))
        try store.write {
            try $0.put(Card.Rich(id: "a", title: "one", colour: "red", front: .init(text: "x", hint: "y")))
        }
        try store.write { try $0.put(Person.First(id: "p", name: "Ada Lovelace")) }
        let records = try store.archive().filter { $0.collection.hasPrefix("contract.") }
        trial.expect("the archive's order", records.map(\.id), is: ["a", "a", "b", "p"])
        let copy = store.scoped(to: Partition(rawValue: "copy"))
        let collections: [any StoredCollection] = [Note.collection, Card.Plain.collection, Person.Second.collection]
        try copy.write { try $0.restore(records, collections: collections) }
        trial.expect("the copy's archive", try copy.archive(), is: records)
        trial.expect("by rank in the copy", try copy.notes(Note.byRank.all), is: ["b", "a"])
        trial.expect("a foreign collection", fails: .foreignRecord) {
            try copy.write { try $0.restore(records, collections: [Tally.collection]) }
        }
    }

    private static func report(_ trial: Trial, _ store: any Store) throws {
        try store.putNotes(Note("a"), Note("b"), Note("c"))
        try store.write { _ = try $0.delete(Identifier<Note>("c")) }
        let report = try store.engine.inspect()
        trial.expect("records", report.records, is: 2)
        trial.expect("the number of the last transaction", report.sequence, is: try store.lastSequence())
        trial.expect("damage", report.findings.contains { $0.severity == .damage }, is: false)
    }
}
