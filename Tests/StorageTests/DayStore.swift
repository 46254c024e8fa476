import Foundation
import Kernel
import Storage

/// Stores by the day on which they are opened.
extension TemporaryDirectory {
    static let start: Int64 = 1_763_661_909_120
    static let day: Int64 = 86_400_000

    func open(
        _ name: String = "store", day: Double, peers: Peers = .none, disk: any FileSystem = SystemCalls(),
        economy: FileStore.Economy = .init()
    ) throws -> FileStore {
        let time = TemporaryDirectory.start + Int64(day * Double(TemporaryDirectory.day))
        return try FileStore(
            directory: "\(path)/\(name)", random: RandomSource(seed: UInt64(bitPattern: time)), peers: peers,
            economy: economy, system: disk
        ) { Instant(milliseconds: time) }
    }

    /// A handle, which is closed behind the body.
    @discardableResult
    func with<Value>(
        _ name: String = "store", day: Double, economy: FileStore.Economy = .init(), _ body: (FileStore) throws -> Value
    ) throws -> Value {
        let store = try open(name, day: day, economy: economy)
        let value = try body(store)
        try store.close()
        return value
    }
}

extension FileStore {
    /// The names of records of which a tombstone is there.
    func deleted() throws -> [String] { try changes(since: 0).filter(\.stamp.deleted).map(\.address.id) }

    func compact() throws { _ = try engine.maintain(.compact) }
}
