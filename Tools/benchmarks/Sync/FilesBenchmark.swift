import Foundation
import Kernel
import Storage
import Sync
import SyncAdapters

/// A benchmark of photos that sync with records: many of which none is new, and a gigabyte over a
/// link that drops.
struct FilesBenchmark {
    let directory: String
    let rounds: Int

    /// A device and the work it does in a round.
    private struct Device {
        let replica: Replica
        let exchange: FileExchange

        @discardableResult
        func meet() throws -> FileReport { try exchange.round(after: replica.round()) }
    }

    private func device(
        _ name: String, _ photos: MadePhotos, _ home: any FileHome, _ files: any FilePlace, at place: String
    )
        throws
        -> (store: FileStore, device: Device)
    {
        let store = try FileStore(directory: "\(directory)/\(name)", now: now)
        let settings = SyncSettings(account: "bench", title: name, kinds: [Note.collection, FileRecord.collection])
        let replica = Replica(
            of: store, at: FolderTransport(place, mayMake: true), settings: settings,
            ids: .counting(prefix: name.filter(\.isLetter)), now: now)
        let named = photos.files
        let exchange = FileExchange(
            of: replica, at: files, home: home, drafts: FolderFiles("\(directory)/\(name)-drafts", mayMake: true),
            files: SyncableFiles(named: { named }) { _ in true }, key: nil)
        return (store, Device(replica: replica, exchange: exchange))
    }

    /// Measures rounds of records and files with ten thousand photos in the place: one without
    /// changes, and one after a change of a record.
    func quiet() throws -> [Row] {
        let place = "\(directory)/quiet-place"
        let photos = MadePhotos(count: 10_000, size: 2_000)
        // The clock is a minute ahead, because folders that changed a moment ago are read file by
        // file.
        let folder = FolderFiles(place, mayMake: false) { Instant(milliseconds: now().milliseconds + 60_000) }
        let (store, phone) = try device("quiet", photos, photos, folder, at: place)
        defer { try? store.close() }
        for _ in 0..<3 { try phone.meet() }
        var nothing = Samples()
        var change = Samples()
        for _ in 0..<rounds * 5 {
            nothing.add(
                try timed {
                    guard try phone.meet() == FileReport() else { throw BenchmarkError("the round is not idle") }
                })
        }
        for number in 0..<rounds {
            try store.write { try $0.put(Note(number)) }
            change.add(try timed { try phone.meet() })
            try phone.meet()
        }
        return [
            Row("a round with nothing to do, with files", "ours", nothing, note: "target 15 ms; 10,000 photos"),
            Row("a round behind a change, with files", "ours", change, note: "10,000 photos are looked for"),
        ]
    }

    /// Measures a gigabyte of photos sent between two devices by a folder. Each link has 50 MB a
    /// second and drops every ten seconds.
    func dropping() throws -> Row {
        let place = "\(directory)/dropping-place"
        let photos = MadePhotos(count: 320, size: 3_125_000)
        let album = KeptPhotos(directory: "\(directory)/dropping-kept")
        try FileManager.default.createDirectory(atPath: album.directory, withIntermediateDirectories: true)
        func link() -> DroppingLink { DroppingLink(over: FolderFiles(place, mayMake: false), bytesASecond: 50e6) }
        var samples = Samples()
        var tries = 0
        var dropped = 0
        func importNotes(_ device: Device, _ link: DroppingLink) throws {
            var report = FileReport()
            repeat {
                report = try device.meet()
                tries += 1
                if report.stopped != nil { usleep(200_000) }
            } while report.waiting > 0
            dropped += link.drops
            try device.meet()
        }
        let out = link()
        let (first, phone) = try device("dropping-p", photos, photos, out, at: place)
        samples.add(try timed { try importNotes(phone, out) })
        let into = link()
        let (second, tablet) = try device("dropping-t", photos, album, into, at: place)
        samples.add(try timed { try importNotes(tablet, into) })
        for file in photos.files where try album.size(of: file.path) != photos.size {
            throw BenchmarkError("\(file.path) is not whole")
        }
        for store in [first, second] { try store.close() }
        let length = Double(photos.count * photos.size)
        let sent = Double(out.traffic.sent) / length
        let received = Double(into.traffic.received) / length
        let note = String(
            format: "all whole; %d drops, %d rounds, %.3f × of the bytes sent, %.3f × received", dropped, tries, sent,
            received)
        return Row("1 GB of photos by a link that drops", "ours", samples, note: note)
    }
}
