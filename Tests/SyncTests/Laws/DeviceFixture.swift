import Kernel
import Sync
import XCTest

/// A deliberate defect of a replica or its store. Nil: none.
enum Mutant: String, CaseIterable {
    case wallClock = "wall clock instead of the hybrid one"
    case deafClock = "no receive of the times of others"
    case forgetfulClock = "hybrid time not kept over a start"
    case editsWin = "no win for deletions"
    case earlySweep = "tombstones removed early"
    case skipsGaps = "gaps skipped"
    case noTieBreak = "no tie-break by device"

    var engine: EngineDefect? {
        switch self {
        case .wallClock: .wallClock
        case .deafClock: .deafClock
        case .forgetfulClock: .forgetfulClock
        default: nil
        }
    }

    var order: (@Sendable (StoredRecord, StoredRecord) -> Bool)? {
        switch self {
        case .editsWin:
            { one, other in
                let one = one.stamp
                let other = other.stamp
                return (one.generation, one.time, one.device) > (other.generation, other.time, other.device)
            }
        case .noTieBreak:
            { one, other in
                let one = one.stamp
                let other = other.stamp
                return (one.generation, one.deleted ? 1 : 0, one.time) > (
                    other.generation, other.deleted ? 1 : 0, other.time
                )
            }
        default: nil
        }
    }
}

/// A device in a random schedule.
final class Node {
    let name: String
    var store: DiskStore
    var replica: Replica
    let transport: FaultyTransport
    let clock: Clockwork
    /// A copy of the disk for a later restore.
    var backup: Disk?
    /// The name under which the others know the device, and the step since when.
    var known: (name: String, since: Int)?
    /// The time up to which all devices have everything, and the step when this device learned it.
    var floor: (time: HybridTime, since: Int)?

    init(_ name: String, _ store: DiskStore, _ replica: Replica, _ transport: FaultyTransport, _ clock: Clockwork) {
        self.name = name
        self.store = store
        self.replica = replica
        self.transport = transport
        self.clock = clock
    }
}

/// Several devices and one place. All events follow from the random seed.
struct DeviceFixture {
    var random: RandomSource
    let mutant: Mutant?
    let place: any SyncTransport
    let ids = IDSource.counting(prefix: "d")
    var nodes: [Node] = []
    var texts = 0
    var joined = 0
    /// Texts that their user replaced or deleted knowingly, or that were lost with a disk.
    var settled: Set<String> = []
    /// Every acknowledged text.
    var written: Set<String> = []
    /// Every text ever shown as recovered.
    var shown: Set<String> = []
    /// The greatest generation in which each record was deleted.
    var deleted: [RecordAddress: Int] = [:]
    var hasLostDisk = false
    /// The number of steps so far.
    var moment = 0
    /// For each forgotten tombstone, the step when all devices had seen it.
    var swept: [RecordAddress: Int] = [:]
    /// The origin of each text.
    var origins: [String: Origin] = [:]

    /// The first write of a text, for the laws.
    struct Origin {
        let address: RecordAddress
        let node: String
        /// The text that it replaced.
        let before: String?
        /// The step since when the other devices know the writing device.
        var known: Int?
    }

    init(seed: UInt64, mutant: Mutant? = nil, at place: any SyncTransport = MemoryTransport()) {
        random = RandomSource(seed: seed)
        self.mutant = mutant
        self.place = place
        for _ in 0..<2 + draw(2) { join(Disk(device: "e\(joined)")) }
    }

    mutating func draw(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

    mutating func join(_ disk: Disk, at moment: Instant? = nil) {
        let clock = Clockwork(moment ?? Instant(milliseconds: 1_800_000_000_000 + Int64(draw(3)) * 1_000))
        let faulty = FaultyTransport(over: place, faults: [0, 10, 20][draw(3)], seed: random.next())
        let store = DiskStore(disk, fault: mutant?.engine, now: clock.read)
        let node = Node("n\(joined)", store, replica(of: store, faulty, clock), faulty, clock)
        nodes.append(node)
        joined += 1
    }

    private func replica(of store: DiskStore, _ transport: FaultyTransport, _ clock: Clockwork) -> Replica {
        var settings = SyncSettings.sample
        (settings.batch.records, settings.attempts) = (3, 2)
        settings.leastCollected = 600
        let view: any SyncTransport = mutant == .skipsGaps ? GapSkipper(over: transport) : transport
        var replica = Replica(of: store, at: view, settings: settings, ids: ids, now: clock.read)
        if let order = mutant?.order { replica.order = order }
        return replica
    }

    /// Ends the process of a node and starts another one.
    func reopen(_ node: Node, _ disk: Disk? = nil) {
        node.store = DiskStore(disk ?? node.store.disk, fault: mutant?.engine, now: node.clock.read)
        node.replica = replica(of: node.store, node.transport, node.clock)
        node.transport.kill(in: nil)
    }

    // MARK: - Steps

    mutating func step() throws {
        moment += 1
        let node = nodes[draw(nodes.count)]
        switch draw(100) {
        case ..<34: try write(node)
        case ..<40: try delete(node)
        case ..<72: meet(node)
        case ..<76: meet(node, killed: true)
        case ..<80: node.clock.move(Int64(draw(5_000)))
        case ..<83: node.clock.move((Int64(draw(7_300)) - 3_650) * 86_400_000)
        case ..<86: for node in nodes { node.clock.move(Int64(draw(40)) * 86_400_000) }
        case ..<88: reopen(node)
        case ..<90: node.store.compact()
        case ..<93: try sweep(node)
        case ..<95: if nodes.count < 5 { copy(node) }
        case ..<97: node.backup = node.store.disk
        case ..<98: restore(node)
        default: if nodes.count < 5 { join(Disk(device: "e\(joined)")) }
        }
    }

    private mutating func write(_ node: Node) throws {
        texts += 1
        let text = "<\(texts)>"
        let id = "r\(draw(4))"
        var before: String?
        var place = RecordAddress(partition: .common, collection: "notes", id: id)
        do {
            if draw(3) == 0 {
                let day = draw(3)
                place = RecordAddress(partition: .common, collection: "entries", id: id)
                before = try node.store.read { try $0.record(Identifier<Entry>(id))?.text }
                try node.store.write { try $0.put(Entry(id: Identifier(id), day: day, text: text)) }
            } else {
                before = try node.store.read { try $0.record(Identifier<Note>(id))?.text }
                try node.store.write { try $0.put(Note(id: Identifier(id), text: text)) }
            }
            written.insert(text)
            origins[text] = Origin(address: place, node: node.name, before: before)
            if let before { settled.insert(before) }
        } catch let failure as Failure where failure.code == .duplicateKey {}
    }

    private mutating func delete(_ node: Node) throws {
        let id = Identifier<Note>("r\(draw(4))")
        guard let before = try node.store.read({ try $0.record(id) }) else { return }
        try node.store.write { _ = try $0.delete(id) }
        settled.insert(before.text)
        let address = RecordAddress(partition: .common, collection: "notes", id: id.rawValue)
        deleted[address] = max(deleted[address] ?? 0, node.store.disk.records[address]?.stamp.generation ?? 0)
    }

    @discardableResult
    mutating func meet(_ node: Node, killed: Bool = false) -> Bool {
        if killed {
            if draw(2) == 0 { node.store.killedIn = draw(12) } else { node.transport.kill(in: draw(12)) }
        }
        node.transport.belong(to: try? node.replica.device())
        defer { note(node) }
        do {
            _ = try node.replica.round()
            node.store.killedIn = nil
            node.transport.kill(in: nil)
            return true
        } catch is Killed {
            reopen(node)
            return false
        } catch {
            node.store.killedIn = nil
            node.transport.kill(in: nil)
            return false
        }
    }

    private mutating func sweep(_ node: Node) throws {
        let all = node.store.disk.records
        if mutant == .earlySweep {
            node.store.sweep(through: node.store.disk.reached)
        } else if let floor = try node.replica.seenByAll() {
            node.store.sweep(through: floor)
        }
        let since = mutant == .earlySweep ? moment : node.floor?.since ?? moment
        for address in all.keys where node.store.disk.records[address] == nil {
            swept[address] = min(since, swept[address] ?? .max)
        }
    }

    private mutating func copy(_ node: Node) {
        var disk = node.store.disk
        // Some engines detect that they were copied.
        if draw(2) == 0 { disk.device = "e\(joined)" }
        join(disk, at: node.clock.read())
    }

    private mutating func restore(_ node: Node) {
        guard let backup = node.backup else { return }
        hasLostDisk = true
        let before = node.store.disk
        reopen(node, backup)
        let remaining = nodes.map { $0.store.disk.everything }.joined() + ((try? place.everything()) ?? "")
        for text in written.subtracting(settled) where before.everything.contains(text) && !remaining.contains(text) {
            settled.insert(text)
        }
    }

    mutating func note(_ node: Node) {
        if let floor = try? node.replica.seenByAll(), floor != node.floor?.time { node.floor = (floor, moment) }
        if let name = try? node.replica.device(), (try? place.card(of: name)) != nil {
            if node.known?.name != name { node.known = (name, moment) }
            for (text, origin) in origins where origin.node == node.name && origin.known == nil {
                origins[text]?.known = node.known?.since
            }
        }
        for record in node.store.live("sync.versions") { if let text = record.text { shown.insert(text) } }
    }
}
