import Kernel
import Storage
import Sync
import TestSupport

/// Devices of one account with a shared clock.
struct Meeting: Sendable {
    let clock = ManualClock()
    let ids = IDSource.counting(prefix: "d")

    func replica(of store: any Store, at place: any SyncTransport, _ settings: SyncSettings = .sample) -> Replica {
        Replica(of: store, at: place, settings: settings, ids: ids) { [clock] in clock.now }
    }

    /// Returns a device with a store in memory.
    func device(
        _ name: String, at place: any SyncTransport, _ settings: SyncSettings = .sample
    ) -> (store: MemoryStore, replica: Replica) {
        let store = MemoryStore(device: name) { [clock] in clock.now }
        return (store, replica(of: store, at: place, settings))
    }

    /// Returns a device with a disk value, for copies and forgotten tombstones.
    func disk(
        _ disk: Disk, at place: any SyncTransport, _ settings: SyncSettings = .sample
    ) -> (store: DiskStore, replica: Replica) {
        let store = DiskStore(disk) { [clock] in clock.now }
        return (store, replica(of: store, at: place, settings))
    }

    /// Writes a note one second later.
    func write(_ text: String, _ store: any Store, _ id: String = "a") throws {
        clock.advance(seconds: 1)
        try store.write { try $0.put(Note(id: Identifier(id), text: text)) }
    }

    /// Deletes a note one second later.
    func delete(_ store: any Store, _ id: String = "a") throws {
        clock.advance(seconds: 1)
        try store.write { _ = try $0.delete(Identifier<Note>(id)) }
    }
}

func text(_ store: any Store, _ id: String = "a") throws -> String? {
    try store.read { try $0.record(Identifier<Note>(id))?.text }
}

func texts(_ store: any Store) throws -> [String] { try store.read { try $0.records(Selection<Note>.all) }.map(\.text) }

extension Replica {
    /// Returns the texts of the recovered versions.
    func recoveredTexts() throws -> [String] {
        try recovered().compactMap { try texts(of: $0)?.lost.payload }.map { String(decoding: $0, as: UTF8.self) }
    }
}
