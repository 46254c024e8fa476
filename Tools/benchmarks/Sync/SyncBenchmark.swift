import Foundation
import Kernel
import Storage
import Sync
import SyncAdapters

/// Devices of one account that meet in a shared folder, each with a file store by default.
struct SyncBenchmark {
    let directory: String
    let rounds: Int

    struct Page: Storable {
        let id: Identifier<Page>
        var text: String
        static let collection = RecordCollection<Page>("pages")
    }

    func run() throws -> Report {
        let files = FilesBenchmark(directory: directory, rounds: rounds)
        let rows = [try begin()] + (try idle()) + (try files.quiet()) + [try files.dropping(), try tenYears()]
        return Report(title: "Sync by a folder (\(rounds) rounds)", rows: rows)
    }

    private static let ids = IDSource.timeOrdered(now: now, random: .system())

    private func replica(
        _ store: any Store, _ place: String, now clock: @escaping @Sendable () -> Instant = now
    ) -> Replica {
        Replica(
            of: store, at: FolderTransport(place, mayMake: true),
            settings: SyncSettings(account: "bench", title: "Phone", kinds: [Page.collection]), ids: SyncBenchmark.ids,
            now: clock
        )
    }

    private func store(_ name: String) throws -> FileStore {
        try FileStore(directory: "\(directory)/\(name)", now: now)
    }

    private func fill(_ store: any Store, _ count: Int) throws {
        for start in stride(from: 0, to: count, by: 10_000) {
            try store.write { transaction in
                let numbers = start..<min(start + 10_000, count)
                try transaction.put(
                    contentsOf: numbers.map { Page(id: Identifier("p\($0)"), text: "page \($0) of a diary") })
            }
        }
    }

    /// Measures the transfer of ten thousand records from one device to an empty one.
    func begin() throws -> Row {
        var both = Samples()
        var taking = Samples()
        for number in 0..<max(1, min(5, rounds / 4)) {
            let phone = try store("begin-p\(number)")
            let tablet = try store("begin-t\(number)")
            try fill(phone, 10_000)
            let place = "\(directory)/begin-\(number)"
            let sending = try timed { try replica(phone, place).round() }
            let time = try timed { try replica(tablet, place).round() }
            guard try tablet.read({ try $0.count(Selection<Page>.all) }) == 10_000 else {
                throw BenchmarkError("something is missing")
            }
            both.add(sending + time)
            taking.add(time)
            try phone.close()
            try tablet.close()
        }
        return Row(
            "10,000 records to a new device", "ours", both,
            note: "target 3 s; \(Int(taking.median * 1_000)) ms of it taking in")
    }

    /// Measures rounds among ten devices with a hundred thousand records: one round without
    /// changes, and one after a change of one record.
    func idle() throws -> [Row] {
        let place = "\(directory)/idle-place"
        let phone = try store("idle")
        defer { try? phone.close() }
        try fill(phone, 100_000)
        let ours = replica(phone, place)
        try ours.round()
        for number in 0..<9 { try replica(MemoryStore(device: "m\(number)", now: now), place).round() }
        for _ in 0..<3 { try ours.round() }
        guard try ours.round() == SyncReport() else { throw BenchmarkError("the round is not idle") }
        var nothing = Samples()
        var change = Samples()
        var bytes = 0
        for _ in 0..<rounds * 5 { nothing.add(try timed { try ours.round() }) }
        for number in 0..<rounds * 2 {
            let before = try size(of: place)
            change.add(
                try timed {
                    try phone.write { try $0.put(Page(id: "p7", text: "page \(number) of a diary, changed")) }
                    try ours.round()
                })
            let name = try ours.device() ?? ""
            let card = try size(of: "\(place)/devices/\(name)/card.jsonl")
            bytes = max(bytes, try size(of: place) - before + card)
        }
        return [
            Row("a round with nothing to do", "ours", nothing, note: "target 15 ms; 10 devices, 100,000 records"),
            Row(
                "a change of one record, kept and sent", "ours", change,
                note: "target 40 ms; \(bytes) bytes left, target 2,000"),
        ]
    }

    /// Simulates a hundred devices for ten years, each meeting the others every half a year.
    ///
    /// In each half year a device writes three pages of a kilobyte and a half. Two of them are
    /// edits of pages by any device. Every second time the device also deletes a page. The stores
    /// are in memory, and the folder is on disk.
    func tenYears() throws -> Row {
        let place = "\(directory)/years"
        let clock = HalfYears()
        let devices = (0..<100).map { number in
            let store = MemoryStore(device: "y\(number)") { clock.now }
            return (store: store, replica: replica(store, place) { clock.now })
        }
        var random = RandomSource(seed: 7)
        var made = 0
        var peak = 0.0
        var samples = Samples()
        for half in 0..<20 {
            clock.advance()
            for (number, device) in devices.enumerated() {
                try device.store.write { transaction in
                    for turn in 0..<3 {
                        let isNew = turn == 0 || made == 0
                        let page = isNew ? made : Int(random.next() % UInt64(made))
                        if isNew { made += 1 }
                        let text = "\(half) \(number) " + String(repeating: "a line of a diary ", count: 80)
                        try transaction.put(Page(id: Identifier("y\(page)"), text: text))
                    }
                    let old = Identifier<Page>("y\(random.next() % UInt64(made))")
                    if (half + number) % 2 == 0 { _ = try transaction.delete(old) }
                }
                samples.add(try timed { try device.replica.round() })
            }
            if half > 3 { peak = max(peak, try ratio(devices[99].store, place).0) }
        }
        // In these rounds every device receives all changes and releases its own.
        for _ in 0..<3 { for device in devices { try device.replica.round() } }
        let (share, live) = try ratio(devices[0].store, place)
        for device in devices where try device.store.read({ try $0.count(Selection<Page>.all) }) != live {
            throw BenchmarkError("they differ")
        }
        let most = String(format: "%.2f", peak)
        let note =
            "target 1.3: the folder beside its \(live) live records; at most \(most) meanwhile; p50 is that of a round"
        return Row("100 devices, ten years", "ours", samples, ratio: share, note: note)
    }

    /// Returns the size of the folder divided by the size of the live records, and the number of
    /// live records.
    private func ratio(_ store: MemoryStore, _ place: String) throws -> (Double, Int) {
        var bytes = 0
        var count = 0
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        for record in try store.engine.allRecords()
        where record.isLive && record.address.collection == Page.collection.name {
            bytes += try encoder.encode(record).count + 1
            count += 1
        }
        return (Double(try size(of: place)) / Double(bytes), count)
    }

    private func size(of path: String) throws -> Int {
        let facts = try FileManager.default.attributesOfItem(atPath: path)
        guard facts[.type] as? FileAttributeType == .typeDirectory else {
            return (facts[.size] as? NSNumber)?.intValue ?? 0
        }
        return try FileManager.default.contentsOfDirectory(atPath: path).reduce(0) {
            $0 + (try size(of: "\(path)/\($1)"))
        }
    }
}

/// A clock that advances by half a year at a time.
private final class HalfYears: @unchecked Sendable {
    // Unchecked: one thread reads and advances it.
    private(set) var now = Instant(milliseconds: 1_800_000_000_000)

    func advance() { now = Instant(milliseconds: now.milliseconds + 182 * 86_400_000) }
}
