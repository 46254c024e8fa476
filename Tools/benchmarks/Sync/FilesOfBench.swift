import Foundation
import Kernel
import Sync
import Synchronization

/// Photos generated from numbers, so that a gigabyte of them takes no disk space on the device.
struct MadePhotos: FileHome {
    let count: Int
    let size: Int

    var files: [SyncableFile] { (0..<count).map { SyncableFile(path: "Photos/\($0)") } }

    private func number(_ path: String) -> Int? {
        path.hasPrefix("Photos/") ? Int(path.dropFirst(7)).flatMap { (0..<count).contains($0) ? $0 : nil } : nil
    }

    func accepts(_ path: String) -> Bool { number(path) != nil }

    func size(of path: String) throws -> Int? { number(path).map { _ in size } }

    func bytes(of path: String, at offset: Int, count: Int) throws -> [UInt8] {
        guard let number = number(path) else { throw BenchmarkError("there is no \(path)") }
        return (offset..<offset + count).map { place in
            var word = UInt64(place >> 3) &+ UInt64(number) << 32
            word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
            return UInt8(truncatingIfNeeded: (word ^ word >> 27) >> UInt64(place & 7))
        }
    }

    func save(_ path: String, fill: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws {
        throw BenchmarkError("nothing comes here")
    }
}

/// Photos on a disk.
struct KeptPhotos: FileHome {
    let directory: String

    private func place(_ path: String) -> String { directory + "/" + path.replacing("/", with: "-") }

    func accepts(_ path: String) -> Bool { path.hasPrefix("Photos/") }

    func size(of path: String) throws -> Int? {
        try? (FileManager.default.attributesOfItem(atPath: place(path))[.size] as? NSNumber)?.intValue
    }

    func bytes(of path: String, at offset: Int, count: Int) throws -> [UInt8] {
        guard let file = FileHandle(forReadingAtPath: place(path)) else { throw BenchmarkError("there is no \(path)") }
        defer { try? file.close() }
        try file.seek(toOffset: UInt64(offset))
        return Array(try file.read(upToCount: count) ?? Data())
    }

    func save(_ path: String, fill: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws {
        let draft = place(path) + ".draft"
        guard FileManager.default.createFile(atPath: draft, contents: nil),
            let file = FileHandle(forWritingAtPath: draft)
        else {
            throw BenchmarkError("\(draft) cannot be made")
        }
        try fill { try file.write(contentsOf: Data($0)) }
        try file.synchronize()
        try file.close()
        try FileManager.default.moveItem(atPath: draft, toPath: place(path))
    }
}

/// A link with a fixed number of bytes per second that drops for a second every ten seconds.
///
/// A transfer in progress is lost when the link drops.
final class DroppingLink: FilePlace {
    private let place: any FilePlace
    private let speed: Double
    private let start = ContinuousClock.now
    private let counted = Mutex((sent: 0, received: 0, lost: 0))

    init(over place: any FilePlace, bytesASecond speed: Double) {
        self.place = place
        self.speed = speed
    }

    /// The bytes that were transferred completely, and the number of lost calls.
    var traffic: (sent: Int, received: Int, lost: Int) { counted.withLock { $0 } }

    var drops: Int { Int((.now - start) / .seconds(11)) }

    private func passing<Value>(_ bytes: Int = 0, _ body: () throws -> Value) throws -> Value {
        let before = drops
        usleep(UInt32(Double(bytes) / speed * 1e6))
        let isDown = (ContinuousClock.now - start) / .seconds(11) - Double(drops) > 10.0 / 11
        guard !isDown, before == drops else {
            counted.withLock { $0.lost += 1 }
            throw Failure(.syncPlaceAway, "The link is down.", kind: .temporary)
        }
        return try body()
    }

    func parts() throws -> [String: Set<Int>] { try passing { try place.parts() } }
    func fingerprint() throws -> String { try passing { try place.fingerprint() } }

    func put(_ bytes: [UInt8], as part: FilePart) throws {
        try passing(bytes.count) { try place.put(bytes, as: part) }
        counted.withLock { $0.sent += bytes.count }
    }

    func bytes(of part: FilePart) throws -> [UInt8]? {
        let bytes = try place.bytes(of: part)
        return try passing(bytes?.count ?? 0) {
            counted.withLock { $0.received += bytes?.count ?? 0 }
            return bytes
        }
    }

    func remove(_ part: FilePart) throws { try passing { try place.remove(part) } }
    func remove(_ name: String) throws { try passing { try place.remove(name) } }
    func size() throws -> Int { try passing { try place.size() } }
}
