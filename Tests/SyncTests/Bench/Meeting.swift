import Kernel
import Storage
import Sync
import TestBench

/// Devices of one account, with one clock, as a test has them meet.
struct Meeting: Sendable {
    let clock = HandClock()
    let ids = IDSource.counting(prefix: "d")

    /// A replica of a store.
    func replica(of store: any Store, at place: any SyncTransport, _ settings: SyncSettings = .sample) -> Replica {
        Replica(of: store, at: place, settings: settings, ids: ids) { [clock] in clock.now }
    }

    /// A device with a store in memory.
    func device(
        _ name: String, at place: any SyncTransport, _ settings: SyncSettings = .sample
    ) -> (store: MemoryStore, replica: Replica) {
        let store = MemoryStore(device: name) { [clock] in clock.now }
        return (store, replica(of: store, at: place, settings))
    }

    /// A device with a disk that is a value, for copies and for tombstones that are let go.
    func disk(
        _ disk: Disk, at place: any SyncTransport, _ settings: SyncSettings = .sample
    ) -> (store: DiskStore, replica: Replica) {
        let store = DiskStore(disk) { [clock] in clock.now }
        return (store, replica(of: store, at: place, settings))
    }

    /// Writes a note a second later.
    func write(_ text: String, _ store: any Store, _ id: String = "a") throws {
        clock.advance(seconds: 1)
        try store.write { try $0.put(Note(id: Identifier(id), text: text)) }
    }

    /// Deletes a note a second later.
    func delete(_ store: any Store, _ id: String = "a") throws {
        clock.advance(seconds: 1)
        try store.write { _ = try $0.delete(Identifier<Note>(id)) }
    }
}

/// The text of a note.
func text(_ store: any Store, _ id: String = "a") throws -> String? {
    try store.read { try $0.record(Identifier<Note>(id))?.text }
}

/// The texts of all notes.
func texts(_ store: any Store) throws -> [String] { try store.read { try $0.records(Selection<Note>.all) }.map(\.text) }

extension Replica {
    /// What was kept of the texts that gave way here.
    func recoveredTexts() throws -> [String] {
        try recovered().compactMap { try texts(of: $0)?.lost.payload }.map { String(decoding: $0, as: UTF8.self) }
    }
}
