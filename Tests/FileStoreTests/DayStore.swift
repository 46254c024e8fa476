import DiskKit
import FileStore
import Foundation
import Kernel

/// Opens stores with a clock set to a number of days after a fixed start.
extension TemporaryDirectory {
    static let start: Int64 = 1_763_661_909_120
    static let day: Int64 = 86_400_000

    func open(
        _ name: String = "store", day: Double, peers: Peers = .none, disk: any FileSystem = SystemCalls(),
        compactionPolicy: FileStore.CompactionPolicy = .init()
    ) throws -> FileStore {
        let time = TemporaryDirectory.start + Int64(day * Double(TemporaryDirectory.day))
        return try FileStore(
            directory: "\(path)/\(name)", random: RandomSource(seed: UInt64(bitPattern: time)), peers: peers,
            compactionPolicy: compactionPolicy, system: disk
        ) { Instant(milliseconds: time) }
    }

    /// Opens a handle, passes it to `body` and closes it.
    @discardableResult
    func with<Value>(
        _ name: String = "store", day: Double, compactionPolicy: FileStore.CompactionPolicy = .init(),
        _ body: (FileStore) throws -> Value
    ) throws -> Value {
        let store = try open(name, day: day, compactionPolicy: compactionPolicy)
        let value = try body(store)
        try store.close()
        return value
    }
}

extension FileStore {
    /// Returns the ids of records with a tombstone.
    func deleted() throws -> [String] { try changes(since: 0).filter(\.stamp.deleted).map(\.address.id) }

    func compact() throws { _ = try engine.maintain(.compact) }
}
