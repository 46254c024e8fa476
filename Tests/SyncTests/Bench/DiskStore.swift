import Kernel
import Synchronization

/// What a device has on its disk: copied, it is a clone; put back, it is a restored backup.
struct Disk {
    var device: String
    var records: [RecordAddress: StoredRecord] = [:]
    var feed: [Change] = []
    var sequence = 0
    /// The greatest time in it.
    var reached = HybridTime.zero
    /// Above the generations of tombstones that were let go.
    var firstGeneration = 0
    var forgotten = 0
}

/// What a broken engine does wrong.
enum EngineFault: Sendable { case wallClock, deafClock, forgetfulClock }

/// The process was killed.
struct Killed: Error {}

/// An engine over a disk that is a value, with a wall clock that a test moves, and faults.
final class DiskStore: Store, StoreEngine, @unchecked Sendable {
    // Unchecked: a test has one thread.
    private(set) var disk: Disk
    private let fault: EngineFault?
    private let now: @Sendable () -> Instant
    /// What a deaf clock has heard of: its own readings. And a forgetful one since it was opened.
    private var own = HybridTime.zero
    /// So many writes from now on the process is killed: before a commit, or behind it.
    var killedIn: Int?

    var engine: any StoreEngine { self }
    let partition = Partition.common

    init(_ disk: Disk, fault: EngineFault? = nil, now: @escaping @Sendable () -> Instant) {
        (self.disk, self.fault, self.now) = (disk, fault, now)
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
        guard let left = killedIn else { return }
        killedIn = left - 1
        if left <= 0 { throw Killed() }
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
        guard rest.count > limit, let last = rest.dropFirst(max(0, limit - 1)).first?.sequence else { return Array(rest) }
        let whole = rest.prefix { $0.sequence < last }
        return Array(
            whole.isEmpty || rest.prefix(limit).last?.sequence != rest.dropFirst(limit).first?.sequence
                ? rest.prefix { $0.sequence <= last } : whole)
    }

    func forgottenDeletions() throws -> Int { disk.forgotten }

    func inspect() throws -> StoreReport {
        StoreReport(location: "disk", records: disk.records.count, bytes: 0, sequence: disk.sequence, findings: [])
    }

    func close() throws {}

    /// Forgets what was overtaken.
    func compact() {
        let last = Dictionary(disk.feed.map { ($0.address, $0.sequence) }, uniquingKeysWith: { _, last in last })
        disk.feed.removeAll { last[$0.address] != $0.sequence }
    }

    /// Lets tombstones go up to a time.
    func sweep(through time: HybridTime) {
        let gone = disk.records.values.filter { !$0.isLive && $0.stamp.time <= time }
        for record in gone {
            disk.records[record.address] = nil
            disk.firstGeneration = max(disk.firstGeneration, record.stamp.generation + 1)
            for change in disk.feed where change.address == record.address {
                disk.forgotten = max(disk.forgotten, change.sequence)
            }
            disk.feed.removeAll { $0.address == record.address }
        }
    }

    /// The live records of a collection, in order.
    func live(_ collection: String) -> [StoredRecord] {
        disk.records.values.filter { $0.isLive && $0.address.collection == collection }.sorted { $0.address.id < $1.address.id }
    }
}

private final class DiskTransaction: EngineTransaction {
    private(set) var disk: Disk
    let time: HybridTime
    private(set) var changed: [RecordAddress] = []
    var device: String { disk.device }
    var firstGeneration: Int { disk.firstGeneration }

    init(_ disk: Disk, time: HybridTime) { (self.disk, self.time) = (disk, time) }

    func record(at address: RecordAddress) throws -> StoredRecord? { disk.records[address] }

    func scan(_ scan: IndexScan, _ visit: (StoredRecord) throws -> Bool) throws {
        var found: [(key: IndexKey, record: StoredRecord)] = []
        for record in disk.records.values
        where record.isLive && record.address.collection == scan.collection && record.address.partition == scan.partition {
            var key: IndexKey? = IndexKey(text: record.address.id)
            if let name = scan.index {
                let entry = record.entries.first { $0.name == name }
                key = try (entry ?? scan.reindex(record).first { $0.name == name })?.key
            }
            if let key, scan.contains(key) { found.append((key, record)) }
        }
        found.sort { ($0.key.text, $0.record.address.id) < ($1.key.text, $1.record.address.id) }
        if scan.descending { found.reverse() }
        for (_, record) in found.prefix(max(0, scan.limit ?? Int.max)) { guard try visit(record) else { return } }
    }

    func count(_ scan: IndexScan) throws -> Int { try page(scan).count }

    func addresses(in partition: Partition?) throws -> [RecordAddress] {
        disk.records.values.filter { $0.isLive && (partition == nil || $0.address.partition == partition) }.map(\.address)
            .sorted { ($0.partition.rawValue, $0.collection, $0.id) < ($1.partition.rawValue, $1.collection, $1.id) }
    }

    func put(_ record: StoredRecord, reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]) throws {
        if record.isLive {
            for entry in record.entries where entry.unique {
                for other in disk.records.values
                where other.isLive && other.address != record.address && other.address.collection == record.address.collection
                    && other.address.partition == record.address.partition && entry.key != nil
                {
                    guard !other.entries.contains(entry) else { throw Failure(.duplicateKey, "“\(entry.name)” is taken.") }
                }
            }
        }
        disk.records[record.address] = record
        if !changed.contains(record.address) { changed.append(record.address) }
    }
}
