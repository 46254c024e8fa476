import Kernel
import Sync
import SyncTesting

/// A device with files and simulated faults.
final class FileNode {
    var store: DiskStore
    let transport: FaultyTransport
    let place: FaultyFiles
    let drafts = MemoryFiles()
    let home = MemoryFileHome()
    let fuse = Fuse()
    let clock: Clockwork
    let ids: IDSource

    init(
        _ device: String, _ transport: FaultyTransport, _ place: any FilePlace, faults: Int, seed: UInt64, ids: IDSource
    ) {
        clock = Clockwork(Instant(milliseconds: 1_800_000_000_000))
        self.transport = transport
        self.ids = ids
        store = DiskStore(Disk(device: device), fault: nil, now: clock.read)
        self.place = FaultyFiles(over: place, faults: faults, fuse: fuse, seed: seed)
    }

    var replica: Replica {
        var settings = SyncSettings(account: "mina", title: "Phone", kinds: [Shot.collection, FileRecord.collection])
        (settings.batch.records, settings.attempts, settings.leastCollected) = (4, 2, 600)
        return Replica(of: store, at: transport, settings: settings, ids: ids, now: clock.read)
    }

    var exchange: FileExchange {
        let files = SyncableFiles(named: { [store] in
            try store.scoped(to: .common).read { try $0.records(Selection<Shot>.all) }.map {
                SyncableFile(path: $0.path, order: $0.path.hasPrefix("Small") ? 0 : 1)
            }
        }) { _ in true }
        var exchange = FileExchange(
            of: replica, at: place, home: FusedHome(home: home, fuse: fuse),
            drafts: FaultyFiles(over: drafts, fuse: fuse),
            files: files, key: .sample())
        exchange.partLength = FileSyncFixture.part
        return exchange
    }

    var shots: [String] {
        store.live("shots").compactMap { try? JSONDecoder().decode(Shot.self, from: $0.payload ?? Data()).path }
    }

    func reopen() {
        store = DiskStore(store.disk, fault: nil, now: clock.read)
        fuse.light(nil)
        transport.kill(in: nil)
    }

    /// Deletes the files that no record refers to, as the feature does.
    func tidy() {
        let shotNames = Set(shots)
        for path in home.paths() where !shotNames.contains(path) { home.remove(path) }
    }
}

/// Two to four devices that share files, driven by a random seed.
struct FileSyncFixture {
    static let part = 8
    var random: RandomSource
    let transport = MemoryTransport()
    let place: any FilePlace
    let ids = IDSource.counting(prefix: "d")
    var nodes: [FileNode] = []
    /// The content stored at each path.
    var contents: [String: [UInt8]] = [:]

    init(seed: UInt64, at place: any FilePlace) {
        random = RandomSource(seed: seed)
        self.place = place
        for _ in 0..<2 + draw(2) { join() }
    }

    mutating func draw(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

    private mutating func join() {
        let faults = [0, 10, 20][draw(3)]
        let faulty = FaultyTransport(over: transport, faults: faults, seed: random.next())
        nodes.append(FileNode("e\(nodes.count)", faulty, place, faults: faults, seed: random.next(), ids: ids))
    }

    mutating func step() throws {
        let node = nodes[draw(nodes.count)]
        switch draw(100) {
        case ..<25: try shoot(node)
        case ..<33:
            _ = try node.store.scoped(to: .common).write { [id = draw(4)] in try $0.delete(Identifier<Shot>("s\(id)")) }
        case ..<37: node.tidy()
        case ..<42: try bringBack(node)
        case ..<72: meet(node)
        case ..<84: meet(node, killed: true)
        case ..<88: node.clock.move(Int64(draw(40)) * 86_400_000)
        case ..<92: if let floor = try node.replica.seenByAll() { node.store.sweep(through: floor) }
        case ..<96: try damage()
        default: if nodes.count < 4 { join() }
        }
    }

    private mutating func shoot(_ node: FileNode) throws {
        let path = ["Small", "Large"][draw(2)] + "/\(contents.count)"
        let known = contents.values.sorted { $0.lexicographicallyPrecedes($1) }
        let isTwin = draw(3) == 0 && !known.isEmpty
        let content =
            isTwin ? known[draw(known.count)] : (0..<draw(FileSyncFixture.part * 4)).map { UInt8(draw(256) * $0 & 255) }
        contents[path] = content
        try node.home.save(path) { try $0(content) }
        let shot = Shot(id: .init("s\(draw(4))"), path: path)
        try node.store.scoped(to: .common).write { try $0.put(shot) }
    }

    /// Refers to an existing file once more.
    private mutating func bringBack(_ node: FileNode) throws {
        let leftoverPaths = Set(node.home.paths()).subtracting(node.shots).sorted()
        guard !leftoverPaths.isEmpty else { return }
        let shot = Shot(id: .init("s\(draw(4))"), path: leftoverPaths[draw(leftoverPaths.count)])
        try node.store.scoped(to: .common).write { try $0.put(shot) }
    }

    private mutating func damage() throws {
        let parts = try place.parts().sorted { $0.key < $1.key }.flatMap { name, numbers in
            numbers.sorted().map { FilePart(name: name, number: $0) }
        }
        guard !parts.isEmpty else { return }
        let part = parts[draw(parts.count)]
        if draw(2) == 0 { try place.put([1, 2, 3], as: part) } else { try place.remove(part) }
    }

    mutating func meet(_ node: FileNode, killed: Bool = false) {
        if killed {
            switch draw(3) {
            case 0: node.store.killedIn = draw(16)
            case 1: node.transport.kill(in: draw(12))
            default: node.fuse.light(draw(30))
            }
        }
        node.transport.belong(to: try? node.replica.device())
        do {
            let report = try node.replica.round()
            let limits = FileLimits(bytes: draw(3) == 0 ? 100 : nil)
            try node.exchange.round(after: report, limits)
        } catch is Killed { node.reopen() } catch {}
        node.store.killedIn = nil
        node.transport.kill(in: nil)
        node.fuse.light(nil)
    }

    // MARK: - Convergence

    mutating func settle() -> String? {
        let times = nodes.flatMap { [$0.clock.read().milliseconds, $0.store.disk.reached.milliseconds] }
        var moment = (times.max() ?? 0) + 2 * 86_400_000
        for node in nodes { (node.transport.isFaulty, node.place.isFaulty) = (false, false) }
        // Unused files are deleted after a month.
        for turn in 0..<16 {
            moment += turn < 6 ? 1_000 : 25 * 86_400_000
            for node in nodes {
                node.clock.set(Instant(milliseconds: moment))
                node.transport.belong(to: try? node.replica.device())
                do {
                    let files = try node.exchange.round(after: node.replica.round())
                    if let trouble = files.stopped { return "it stopped: \(trouble)" }
                } catch { return "a round failed: \(error)" }
                node.tidy()
            }
        }
        return broken()
    }

    private func broken() -> String? {
        guard let shotNames = nodes.first.map({ Set($0.shots) }) else { return nil }
        for (number, node) in nodes.enumerated() {
            guard Set(node.shots) == shotNames else { return "n\(number) names other files" }
            for path in shotNames.sorted() {
                guard let size = try? node.home.size(of: path) else { return "n\(number) lacks \(path)" }
                guard (try? node.home.bytes(of: path, at: 0, count: size)) == contents[path] else {
                    return "n\(number) has something else at \(path)"
                }
            }
            if let parts = try? node.drafts.parts(), !parts.isEmpty { return "n\(number) keeps drafts" }
        }
        let expected = Set(shotNames.compactMap { path in contents[path].map { nodes[0].exchange.name(of: $0) } })
        guard let there = try? Set(place.parts().keys) else { return "the place is away" }
        if !expected.isSubset(of: there) { return "the place lacks a file" }
        if !there.isSubset(of: expected) {
            return "the place holds \(there.subtracting(expected).count) files that nobody names"
        }
        return nil
    }

    /// Runs a random schedule.
    ///
    /// - Returns: A description of the broken law, or nil.
    static func run(seed: UInt64, steps: Int = 60, at place: any FilePlace = MemoryFiles()) -> String? {
        var world = FileSyncFixture(seed: seed, at: place)
        do { for _ in 0..<steps { try world.step() } } catch { return "a step failed: \(error)" }
        return world.settle()
    }
}

extension FileExchange {
    /// Returns the name of this content in the place.
    func name(of content: [UInt8]) -> String {
        name(of: SHA256.digest(content).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
    }
}
