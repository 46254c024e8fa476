import Kernel
import Storage
import Sync
import SyncTesting

/// A device with files, small parts and no encryption program.
struct FileDevice {
    let store: MemoryStore
    let replica: Replica
    let home = MemoryFileHome()
    let drafts = MemoryFiles()
    let place: any FilePlace
    let isOn: Bool
    let part: Int
    private(set) var exchange: FileExchange

    init(
        _ name: String, _ records: any SyncTransport, _ place: any FilePlace, _ meeting: Meeting, isOn: Bool = true,
        part: Int = 1_000
    ) {
        let clock = meeting.clock
        self.place = place
        self.isOn = isOn
        self.part = part
        store = MemoryStore(device: name) { clock.now }
        let settings = SyncSettings(account: "mina", title: name, kinds: [Shot.collection, FileRecord.collection])
        let seal: any Seal = part > 1_000 ? Unsealed() : KeyedSeal(.sample())
        replica = Replica(of: store, at: records, seal: seal, settings: settings, ids: meeting.ids) { clock.now }
        let none = SyncableFiles(named: { [] }) { _ in true }
        exchange = FileExchange(of: replica, at: place, home: home, drafts: drafts, files: none, key: nil)
        begin()
    }

    /// Starts a new process of this device.
    mutating func begin() {
        let isOn = isOn
        let store = store
        let files = SyncableFiles(named: {
            guard isOn else { return [] }
            return try store.read { try $0.records(Selection<Shot>.all) }.map {
                SyncableFile(path: $0.path, order: $0.path.hasPrefix("Thumbnails") ? 0 : 1)
            }
        }) { _ in isOn }
        exchange = FileExchange(of: replica, at: place, home: home, drafts: drafts, files: files, key: .sample())
        exchange.partLength = part
    }

    func keep(_ path: String, _ content: [UInt8]) throws {
        try home.save(path) { try $0(content) }
        try store.write { try $0.put(Shot(id: .init(path.replacing("/", with: "-")), path: path)) }
    }

    @discardableResult
    func meet(_ limits: FileLimits = FileLimits()) throws -> FileReport {
        try exchange.round(after: replica.round(), limits)
    }

    func content(_ path: String) throws -> [UInt8]? {
        try home.size(of: path).map { try home.bytes(of: path, at: 0, count: $0) }
    }
}

/// Returns random bytes.
func sampleBytes(_ count: Int, _ seed: UInt64 = 1) -> [UInt8] {
    var random = RandomSource(seed: seed)
    return (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
}
