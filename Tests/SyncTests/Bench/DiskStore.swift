import EngineKit
import Kernel
import Synchronization

/// The disk of a device as a value. A copy is a clone, and an old copy is a restored backup.
struct Disk {
    var device: String
    var records: [RecordAddress: StoredRecord] = [:]
    var feed: [Change] = []
    var sequence = 0
    /// The greatest timestamp stored.
    var reached = HybridTime.zero
    /// One more than the greatest generation of the forgotten tombstones.
    var firstGeneration = 0
    var forgotten = 0
}

/// A defect of the store's clock.
enum EngineDefect: Sendable { case wallClock, deafClock, forgetfulClock }

/// Thrown instead of a kill of the process.
struct Killed: Error {}

/// A store over a disk value, with an adjustable wall clock and faults.
final class DiskStore: Store, StoreEngine, @unchecked Sendable {
    // Unchecked: a test uses one thread.
    private(set) var disk: Disk
    private let fault: EngineDefect?
    private let now: @Sendable () -> Instant
    /// The greatest known time of a deaf clock (its own) or of a forgetful clock (since the start).
    private var own = HybridTime.zero
    /// The number of writes before the process is killed, before or after a commit.
    var killedIn: Int?

    var engine: any StoreEngine { self }
    let partition = Partition.common

    init(_ disk: Disk, fault: EngineDefect? = nil, now: @escaping @Sendable () -> Instant) {
        self.disk = disk
        self.fault = fault
        self.now = now
        guard fault == .deafClock else { return }
        own = disk.records.values.filter { $0.stamp.device == disk.device }.map(\.stamp.time).max() ?? .zero
    }

    func read<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        try body(DiskTransaction(disk, time: next()))
    }

    func write<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        let transaction = DiskTransaction(disk, time: next())
        let value = try body(transaction)
        guard !transaction.changed.isEmpty else { return value }
        try countDown()
        var disk = transaction.disk
        disk.sequence += 1
        for address in transaction.changed {
            guard let record = disk.records[address] else { continue }
            disk.feed.append(Change(sequence: disk.sequence, address: address, stamp: record.stamp))
            disk.reached = max(disk.reached, record.stamp.time)
            if fault == .forgetfulClock { own = max(own, record.stamp.time) }
        }
        own = max(own, transaction.time)
        self.disk = disk
        try countDown()
        return value
    }

    private func countDown() throws {
        guard let remaining = killedIn else { return }
        killedIn = remaining - 1
        if remaining <= 0 { throw Killed() }
    }

    private func next() -> HybridTime {
        switch fault {
        case .wallClock: HybridTime(milliseconds: now().milliseconds, counter: 0)
        case .deafClock: HybridClock(startingAt: own, now: now).tick()
        case .forgetfulClock: HybridClock(startingAt: own, now: now).tick()
        case nil: HybridClock(startingAt: disk.reached, now: now).tick()
        }
    }

    func changes(since sequence: Int, limit: Int) throws -> [Change] {
        let rest = disk.feed.drop { $0.sequence <= sequence }
        guard rest.count > limit, let last = rest.dropFirst(max(0, limit - 1)).first?.sequence else {
            return Array(rest)
        }
        let whole = rest.prefix { $0.sequence < last }
        return Array(
            whole.isEmpty || rest.prefix(limit).last?.sequence != rest.dropFirst(limit).first?.sequence
                ? rest.prefix { $0.sequence <= last } : whole)
    }

    func lastPrunedSequence() throws -> Int { disk.forgotten }

    func inspect() throws -> StoreReport {
        StoreReport(location: "disk", records: disk.records.count, bytes: 0, sequence: disk.sequence, findings: [])
    }

    func close() throws {}

    /// Removes superseded changes from the feed.
    func compact() {
        let last = Dictionary(disk.feed.map { ($0.address, $0.sequence) }, uniquingKeysWith: { _, last in last })
        disk.feed.removeAll { last[$0.address] != $0.sequence }
    }

    /// Deletes tombstones up to a time.
    func sweep(through time: HybridTime) {
        let tombstones = disk.records.values.filter { !$0.isLive && $0.stamp.time <= time }
        for record in tombstones {
            disk.records[record.address] = nil
            disk.firstGeneration = max(disk.firstGeneration, record.stamp.generation + 1)
            for change in disk.feed where change.address == record.address {
                disk.forgotten = max(disk.forgotten, change.sequence)
            }
            disk.feed.removeAll { $0.address == record.address }
        }
    }

    /// Returns the live records of a collection in order.
    func live(_ collection: String) -> [StoredRecord] {
        disk.records.values.filter { $0.isLive && $0.address.collection == collection }.sorted {
            $0.address.id < $1.address.id
        }
    }
}

private final class DiskTransaction: EngineTransaction {
    private(set) var disk: Disk
    let time: HybridTime
    private(set) var changed: [RecordAddress] = []
    var device: String { disk.device }
    var firstGeneration: Int { disk.firstGeneration }

    init(_ disk: Disk, time: HybridTime) {
        self.disk = disk
        self.time = time
    }

    func record(at address: RecordAddress) throws -> StoredRecord? { disk.records[address] }

    func scan(_ scan: IndexScan, _ visit: (StoredRecord) throws -> Bool) throws {
        var entries: [(key: IndexKey, record: StoredRecord)] = []
        for record in disk.records.values
        where record.isLive && record.address.collection == scan.collection
            && record.address.partition == scan.partition
        {
            var key: IndexKey? = IndexKey(text: record.address.id)
            if let name = scan.index {
                let entry = record.entries.first { $0.name == name }
                key = try (entry ?? scan.reindex(record).first { $0.name == name })?.key
            }
            if let key, scan.contains(key) { entries.append((key, record)) }
        }
        entries.sort { ($0.key.text, $0.record.address.id) < ($1.key.text, $1.record.address.id) }
        if scan.descending { entries.reverse() }
        for (_, record) in entries.prefix(max(0, scan.limit ?? Int.max)) { guard try visit(record) else { return } }
    }

    func count(_ scan: IndexScan) throws -> Int { try page(scan).count }

    func addresses(in partition: Partition?) throws -> [RecordAddress] {
        disk.records.values.filter { $0.isLive && (partition == nil || $0.address.partition == partition) }.map(
            \.address
        )
        .sorted { ($0.partition.rawValue, $0.collection, $0.id) < ($1.partition.rawValue, $1.collection, $1.id) }
    }

    func put(_ record: StoredRecord, reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]) throws {
        if record.isLive {
            for entry in record.entries where entry.unique {
                for other in disk.records.values
                where other.isLive && other.address != record.address
                    && other.address.collection == record.address.collection
                    && other.address.partition == record.address.partition && entry.key != nil
                {
                    guard !other.entries.contains(entry) else {
                        throw Failure(.duplicateKey, "“\(entry.name)” is taken.")
                    }
                }
            }
        }
        disk.records[record.address] = record
        if !changed.contains(record.address) { changed.append(record.address) }
    }
}
