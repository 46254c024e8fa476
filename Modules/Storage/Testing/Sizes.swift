import EngineKit
import Kernel

extension StoreContract {
    static var sizes: [Promise] {
        [
            Promise("a read returns a record as saved: stamp, version, entries and payload", check: roundTrip),
            Promise(
                "a payload up to 16 MiB is unchanged after a read, and a longer one is refused",
                check: payloadSizes),
            Promise(
                "the longest keys sort by bytes, and a longer one is refused", check: keySizes),
            Promise("a store holds fifty thousand records", check: fiftyThousand),
        ]
    }

    /// Returns a record with a payload of a number of bytes.
    static func record(_ id: String, of size: Int, in partition: Partition) -> StoredRecord {
        var payload = Data("{}".utf8)
        if size >= 8 {
            payload = Data("{\"t\":\"".utf8) + Data(repeating: UInt8(ascii: "a"), count: size - 8) + Data("\"}".utf8)
        }
        let stamp = Stamp(generation: 0, deleted: false, time: HybridTime(milliseconds: 1, counter: 0), device: "d")
        return StoredRecord(
            address: RecordAddress(partition: partition, collection: "contract.sizes", id: id), stamp: stamp,
            payloadVersion: 1, entries: [IndexEntry(name: "size", unique: true, key: IndexKey(size))], payload: payload)
    }

    /// Tries records from a merge: stamps of other devices, older and later than the store's own,
    /// in any order.
    private static func roundTrip(_ trial: Trial, _ store: any Store) throws {
        let address = record("one", of: 2, in: store.partition).address
        let stamps: [(generation: Int, deleted: Bool, milliseconds: Int64, device: String)] = [
            (0, false, 5_000, "far"), (0, false, 1, "near"), (0, true, 7_000, "far"), (2, false, 3_000, "a"),
            (1, true, 9_000, ""),
        ]
        for (version, sample) in stamps.enumerated() {
            let stamp = Stamp(
                generation: sample.generation, deleted: sample.deleted,
                time: HybridTime(milliseconds: sample.milliseconds, counter: version), device: sample.device)
            let entries =
                sample.deleted
                ? [] : [IndexEntry(name: "size", unique: true, key: version == 1 ? nil : IndexKey(version))]
            let record = StoredRecord(
                address: address, stamp: stamp, payloadVersion: version, entries: entries,
                payload: sample.deleted ? nil : Data("{\"v\": \(version)}".utf8))
            let mark = try store.engine.inspect().sequence
            try store.engine.write { transaction in
                try transaction.put(record)
                trial.expect("the record in its transaction", try transaction.record(at: address), is: record)
            }
            trial.expect("the record afterwards", try store.engine.read { try $0.record(at: address) }, is: record)
            trial.expect("its change", try store.changes(since: mark).map(\.stamp), is: [stamp])
        }
        let latest = HybridTime(milliseconds: 9_000, counter: 4)
        trial.expect("a time behind all that was met", try store.engine.write { $0.time } > latest)
        try store.putNotes(Note("own"))
        trial.expect("the next stamp", try store.stored("own").map { $0.stamp.time > latest } == true)
    }

    private static func payloadSizes(_ trial: Trial, _ store: any Store) throws {
        let limit = 16 << 20
        let sizes = [2, 8, 99_999, 100_000, 1 << 20, limit - 1, limit]
        func address(_ size: Int) -> RecordAddress { record("s\(size)", of: 2, in: store.partition).address }
        for size in sizes {
            try store.engine.write { try $0.put(record("s\(size)", of: size, in: store.partition)) }
            let isWhole = try store.engine.read {
                try $0.record(at: address(size)) == record("s\(size)", of: size, in: store.partition)
            }
            trial.expect("a payload of \(size) bytes comes back", isWhole)
        }
        trial.expect("a byte more", fails: .recordTooLarge) {
            try store.engine.write { try $0.put(record("s\(limit + 1)", of: limit + 1, in: store.partition)) }
        }
        trial.expect(
            "what was refused", try store.engine.read { try $0.record(at: address(limit + 1)) } == nil, is: true)
        let reopened = trial.extent >= .lasting ? try trial.reopened(store) : store
        let scan = IndexScan(partition: store.partition, collection: "contract.sizes", index: "size")
        var foundSizes: [Int] = []
        try reopened.engine.read { transaction in
            foundSizes = []
            try transaction.scan(scan) { found in
                foundSizes.append(found.payload?.count ?? 0)
                return true
            }
        }
        trial.expect("the payloads in the order of their sizes", foundSizes, is: sizes)
    }

    /// Tries keys that differ only in their last bytes. Their text has no repetitions, so that no
    /// engine can compress them.
    private static func keySizes(_ trial: Trial, _ store: any Store) throws {
        var random = RandomSource(seed: 23)
        let address = record("k0", of: 2, in: store.partition).address
        let name = "long"
        let fixedSize = [address.partition.rawValue, address.collection, address.id, name].reduce(0) {
            $0 + $1.utf8.count
        }
        let commonPrefix = text(StoredRecord.greatestKeySize - fixedSize - 2, &random)
        func put(_ id: String, _ end: String, isUnique: Bool = true) throws {
            try store.engine.write {
                try $0.put(record("other", of: 2, in: store.partition))
                try $0.put(
                    keyed(
                        id, in: store.partition,
                        [IndexEntry(name: name, unique: isUnique, key: IndexKey(text: commonPrefix + end))]))
            }
        }
        for isUnique in [true, false] {
            trial.expect("a longer key", fails: .keyTooLong) { try put("k9", "abc", isUnique: isUnique) }
        }
        trial.expect("what was put before it", try store.engine.read { try $0.addresses(in: store.partition) }, is: [])
        let ends = ["zz", "é", "", "~", "ab", "a"]
        for (number, end) in ends.enumerated() { try put("k\(number)", end) }
        trial.expect("a long key that is taken", fails: .duplicateKey) { try put("k9", "zz") }
        let reopened = trial.extent >= .lasting ? try trial.reopened(store) : store
        let sorted = ends.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        func found(from lower: String? = nil, before upper: String? = nil, descending: Bool = false) throws -> [String]
        {
            let scan = IndexScan(
                partition: store.partition, collection: address.collection, index: name,
                lower: lower.map { IndexKey(text: commonPrefix + $0) },
                upper: upper.map { IndexKey(text: commonPrefix + $0) },
                descending: descending)
            var found: [String] = []
            try reopened.engine.read { transaction in
                found = []
                try transaction.scan(scan) { record in
                    found.append(
                        record.entries.first?.key.map { String($0.text.dropFirst(commonPrefix.count)) } ?? "none")
                    return true
                }
            }
            return found
        }
        trial.expect("the longest keys", try found(), is: sorted)
        trial.expect("the longest keys, backwards", try found(descending: true), is: sorted.reversed())
        trial.expect("those from one to another", try found(from: "a", before: "zz"), is: ["a", "ab"])
        try nameSizes(trial, reopened, &random)
    }

    private static func nameSizes(_ trial: Trial, _ store: any Store, _ random: inout RandomSource) throws {
        let limit = StoredRecord.greatestKeySize - store.partition.rawValue.utf8.count - "contract.sizes".utf8.count
        let longest = keyed(text(limit, &random), in: store.partition, [])
        let longer = keyed(text(limit + 1, &random), in: store.partition, [])
        try store.engine.write { try $0.put(longest) }
        trial.expect("the longest name", try store.engine.read { try $0.record(at: longest.address) }, is: longest)
        trial.expect("a longer name", fails: .keyTooLong) { try store.engine.write { try $0.put(longer) } }
    }

    private static func keyed(_ id: String, in partition: Partition, _ entries: [IndexEntry]) -> StoredRecord {
        let sample = record(id, of: 2, in: partition)
        return StoredRecord(
            address: sample.address, stamp: sample.stamp, payloadVersion: sample.payloadVersion, entries: entries,
            payload: sample.payload
        )
    }

    private static func text(_ count: Int, _ random: inout RandomSource) -> String {
        String(decoding: (0..<count).map { _ in UInt8.random(in: 33...126, using: &random) }, as: UTF8.self)
    }

    private static func fiftyThousand(_ trial: Trial, _ store: any Store) throws {
        let count = 50_000
        func id(_ number: Int) -> String { "t\(number + 100_000)" }
        for start in stride(from: 0, to: count, by: 10_000) {
            try store.write { transaction in
                try transaction.put(
                    contentsOf: (start..<start + 10_000).map { Tally(id: Identifier(id($0)), value: $0) })
            }
        }
        let ascending = IndexScan(partition: store.partition, collection: Tally.collection.name)
        let descendingScan = IndexScan(partition: store.partition, collection: Tally.collection.name, descending: true)
        for (scan, first, last) in [(ascending, 0, count - 1), (descendingScan, count - 1, 0)] {
            var ids: [String] = []
            try store.engine.read { transaction in
                ids = []
                try transaction.scan(scan) { record in
                    ids.append(record.address.id)
                    return true
                }
                var keyCount = 0
                try transaction.keys(scan) { _ in
                    keyCount += 1
                    return true
                }
                trial.expect("the keys", keyCount, is: count)
                trial.expect("the count", try transaction.count(scan), is: count)
            }
            trial.expect("the records of a scan", ids.count, is: count)
            trial.expect("the first and the last of them", [ids.first, ids.last], is: [id(first), id(last)])
        }
        trial.expect(
            "their addresses", try store.engine.read { try $0.addresses(in: store.partition).count }, is: count)
        let report = try store.engine.inspect().records
        trial.expect("the report's count", report >= count)
    }
}
