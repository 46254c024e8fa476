import EngineKit
import Kernel

extension StoreContract {
    static var limits: [Promise] {
        [
            Promise("a record at its size limits is saved, and a larger one is refused", check: forms),
            Promise("any selection agrees with the records", check: selections),
        ]
    }

    /// A record in a form that no collection writes.
    private struct Form: Sendable {
        var generation = 0
        var deleted = false
        var milliseconds: Int64 = 1
        var counter = 0
        var version = 1
        var payload: String? = "{}"

        func record(_ number: Int, in partition: Partition) -> StoredRecord {
            let time = HybridTime(milliseconds: milliseconds, counter: counter)
            return StoredRecord(
                address: RecordAddress(partition: partition, collection: "contract.forms", id: "f\(number)"),
                stamp: Stamp(generation: generation, deleted: deleted, time: time, device: "d"),
                payloadVersion: version,
                entries: [], payload: payload.map { Data($0.utf8) })
        }
    }

    private static func forms(_ trial: Trial, _ store: any Store) throws {
        let limit = Int(UInt32.max)
        let good = [
            Form(), Form(generation: limit), Form(counter: limit), Form(version: 0), Form(version: limit),
            Form(payload: "{\"a\": [1,\u{7F} \"\"]}"), Form(deleted: true, payload: nil), Form(milliseconds: 0),
            Form(milliseconds: 999_999_999_999_999),
        ]
        let bad = [
            Form(generation: -1), Form(generation: limit + 1), Form(counter: -1), Form(counter: limit + 1),
            Form(version: -1),
            Form(version: limit + 1), Form(milliseconds: -1), Form(milliseconds: 1_000_000_000_000_000),
            Form(deleted: true),
            Form(payload: nil), Form(payload: ""), Form(payload: "[]"), Form(payload: "{"), Form(payload: "}"),
            Form(payload: "{} "), Form(payload: " {}"), Form(payload: "{\n}"), Form(payload: "{\u{1F}}"),
            Form(payload: "{\u{0}}"),
        ]
        func put(_ record: StoredRecord) throws { try store.engine.write { try $0.put(record) { $0.entries } } }
        for (number, form) in bad.enumerated() {
            trial.expect("\(form)", fails: .invalidRecord) { try put(form.record(number, in: store.partition)) }
        }
        for (number, form) in good.enumerated() {
            let record = form.record(number, in: store.partition)
            try put(record)
            trial.expect("\(form)", try store.engine.read { try $0.record(at: record.address) }, is: record)
        }
    }

    /// Tries keys that are empty, share a prefix, end within eight bytes or far after them, or
    /// differ in composition.
    private static func selections(_ trial: Trial, _ store: any Store) throws {
        var random = RandomSource(seed: 17)
        let tags = ["", "a", "aa", "aaaaaaaa", "aaaaaaaaa", "aaaaaaaaab", "aaaaaaaac", "b", "é", "e\u{301}", "z", "🙂"]
        var notes: [String: Note] = [:]
        for _ in 0..<4 {
            let newNotes = (0..<14).map { _ in
                Note(
                    "n" + tags[Int.random(in: 0..<tags.count, using: &random)],
                    rank: Int.random(in: -1...1, using: &random),
                    tag: Int.random(in: 0..<5, using: &random) == 0
                        ? nil : tags[Int.random(in: 0..<tags.count, using: &random)])
            }
            let deletedIDs = notes.keys.sorted().enumerated().filter { $0.offset % 4 == 1 }.map(\.element)
            try store.write { transaction in
                for note in newNotes { try transaction.put(note) }
                for id in deletedIDs { try transaction.delete(Identifier<Note>(id)) }
            }
            for note in newNotes { notes[note.id.rawValue] = note }
            for id in deletedIDs { notes[id] = nil }
            for _ in 0..<24 { try select(trial, store, Array(notes.values), tags, &random) }
        }
    }

    private static func select(
        _ trial: Trial, _ store: any Store, _ notes: [Note], _ tags: [String], _ random: inout RandomSource
    ) throws {
        func key() -> IndexKey {
            IndexKey(tags[Int.random(in: 0..<tags.count, using: &random)], Int.random(in: -1...1, using: &random))
        }
        let low = key()
        let high = key()
        let tag = tags[Int.random(in: 0..<tags.count, using: &random)]
        let index = Note.byTagAndRank
        let choices: [(Selection<Note>, (IndexKey) -> Bool)] = [
            (index.all, { _ in true }), (index.at(low), { $0 == low }), (index.from(low), { $0 >= low }),
            (index.before(high), { $0 < high }), (index.through(high), { $0 <= high }),
            (index.from(low, through: high), { $0 >= low && $0 <= high }),
            (index.under(tag), { $0.first(1) == tag.indexKey }),
        ]
        var (selection, contains) = choices[Int.random(in: 0..<choices.count, using: &random)]
        var expected = notes.compactMap { note in note.tag.map { (key: IndexKey($0, note.rank), note: note) } }
        expected = expected.filter { contains($0.key) }.sorted { left, right in
            left.key != right.key
                ? left.key < right.key : left.note.id.rawValue.indexKey < right.note.id.rawValue.indexKey
        }
        let groups = Dictionary(grouping: expected) { $0.key.first(1) }.sorted { $0.key < $1.key }
        trial.expect(
            "counts", try store.read { try $0.counts(selection, parts: 1).map { "\($0.key.text) \($0.count)" } },
            is: groups.map { "\($0.key.text) \($0.value.count)" })
        if Int.random(in: 0..<2, using: &random) == 0 {
            selection = selection.descending
            expected.reverse()
        }
        let limit = Int.random(in: 0..<8, using: &random)
        if limit < 6 {
            selection = selection.limit(limit)
            expected = Array(expected.prefix(limit))
        }
        trial.expect("records", try store.read { try $0.records(selection) }, is: expected.map(\.note))
        trial.expect("keys", try store.read { try $0.keys(selection) }, is: expected.map(\.key))
        trial.expect("how many", try store.read { try $0.count(selection) }, is: expected.count)
    }
}
