import FileStore
import Foundation
import Kernel
import TestSupport
import XCTest

/// Tests index files with arbitrary numbers and valid checksums: no call traps or hangs.
final class CraftedIndexTests: XCTestCase {
    private func open(_ directory: TemporaryDirectory) throws -> FileStore {
        var compactionPolicy = FileStore.CompactionPolicy()
        compactionPolicy.tailLimit = 0
        return try FileStore(
            directory: "\(directory.path)/store", random: RandomSource(seed: 1), compactionPolicy: compactionPolicy
        ) {
            Instant(milliseconds: 1_763_661_909_120)
        }
    }

    /// - Parameter words: 9 fit in one page; 90 need several pages and a parent page.
    private func filled(words: Int = 9) throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory(isQuick: true)
        let store = try open(directory)
        for number in 0..<words { try store.write { try $0.put(Word("w\(number)", "t\(number % 4)")) } }
        try store.scoped(to: Partition(rawValue: "p")).write { try $0.put(Plain(id: "x", text: "y")) }
        try store.write { _ = try $0.delete(Identifier<Word>("w3")) }
        _ = try store.words()
        try store.close()
        return directory
    }

    /// Runs every kind of query, also with an index that the file does not contain.
    private func use(_ directory: TemporaryDirectory) throws {
        for round in 0..<2 {
            let store = try open(directory)
            _ = try? store.words()
            _ = try? store.read { try $0.records(Longer.byLength.all.descending) }
            _ = try? store.read { try $0.count(Longer.byLength.all) }
            for number in 0..<9 { _ = try? store.read { try $0.record(Identifier<Word>("w\(number)")) } }
            _ = try? store.exportEverything()
            _ = try? store.changes(since: 0)
            _ = try? store.engine.inspect()
            try? store.write { try $0.put(Word("w1", "new \(round)")) }
            try? store.write { _ = try $0.delete(Identifier<Word>("w5")) }
            try? store.close()
        }
    }

    func testCraftedDirectoryNumbersNeverTrap() throws {
        let directory = try filled()
        let log = try directory.bytes("log-1.jsonl")
        let index = try IndexBytes(directory.bytes("index-1.bin"))
        let lock = try directory.bytes("lock")
        for place in stride(from: index.directory, to: index.bytes.count, by: 8) {
            let value = index.number(place)
            for other in [value &+ 1, value &- 1, 0, -1, value << 32 | 1, .max, .min, 1 << 40] where other != value {
                var crafted = index
                crafted.set(other, at: place)
                crafted.sum()
                try directory.put(log, in: "log-1.jsonl")
                try directory.put(lock, in: "lock")
                try? FileManager.default.removeItem(atPath: "\(directory.path)/store/index-1.bin")
                try directory.make(Data(crafted.bytes), as: "index-1.bin")
                try use(directory)
            }
        }
    }

    func testCraftedRowAndKeyNumbersNeverTrap() throws {
        for words in [9, 90] { try tryPages(filled(words: words)) }
    }

    private func tryPages(_ directory: TemporaryDirectory) throws {
        let log = try directory.bytes("log-1.jsonl")
        let index = try IndexBytes(directory.bytes("index-1.bin"))
        let lock = try directory.bytes("lock")
        XCTAssertEqual(index.blocks.count, 2, "the roots of records and entries")
        var random = RandomSource(seed: 6)
        for block in index.blocks {
            for place in stride(from: block.start, to: block.end, by: 8) {
                let value = index.number(place)
                let others = [
                    value ^ 1 << Int(random.next() % 64), -1, 0, .max, value | 0xFFFF_FFFF, value | -1 << 32,
                    value ^ 1 << 49,
                ]
                let other = others[Int(random.next() % 7)]
                guard other != value else { continue }
                var crafted = index
                crafted.set(other, at: place)
                crafted.sum(block)
                try directory.put(log, in: "log-1.jsonl")
                try directory.put(lock, in: "lock")
                try? FileManager.default.removeItem(atPath: "\(directory.path)/store/index-1.bin")
                try directory.make(Data(crafted.bytes), as: "index-1.bin")
                try use(directory)
            }
        }
    }

    func testIndexWithForeignHeaderIsIgnored() throws {
        let directory = try filled()
        let index = try IndexBytes(directory.bytes("index-1.bin"))
        for place in stride(from: 0, to: 40, by: 8) {
            for other in [index.number(place) &+ 1, 0, -1, .max, .min] {
                var crafted = index
                crafted.set(other, at: place)
                crafted.sumHead()
                try? FileManager.default.removeItem(atPath: "\(directory.path)/store/index-1.bin")
                try directory.make(Data(crafted.bytes), as: "index-1.bin")
                let disk = CountingDisk()
                let store = try FileStore(directory: "\(directory.path)/store", system: disk) {
                    Instant(milliseconds: 1)
                }
                XCTAssertGreaterThan(
                    disk.taken, try directory.bytes("log-1.jsonl").count, "\(place): \(other) is skipped")
                XCTAssertEqual(try store.words().count, 8)
            }
        }
    }
}

/// Words with an additional index.
private struct Longer: Storable {
    let id: Identifier<Longer>
    var text: String
    static let byLength = Index<Longer, Int>.ordered("length") { $0.text.count }
    static let collection = RecordCollection<Longer>("words", indexes: [byLength])
}

/// The bytes of an index file, with methods that correct its checksums after a change.
private struct IndexBytes {
    private(set) var bytes: [UInt8]

    init(_ data: Data) throws { bytes = [UInt8](data) }

    var directory: Int { number(16) }

    func number(_ place: Int) -> Int { bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: Int.self) } }

    mutating func set(_ number: Int, at place: Int) {
        withUnsafeBytes(of: number) { bytes.replaceSubrange(place..<place + 8, with: $0) }
    }

    /// A range of bytes.
    struct Block {
        let start: Int
        let end: Int
        /// The offset of the block's checksum in the directory.
        let sum: Int
    }

    /// The blocks that the directory lists by offset, size and checksum.
    var blocks: [Block] {
        stride(from: directory, to: bytes.count - 24, by: 8).compactMap { place in
            let start = number(place)
            let size = number(place + 8)
            guard start >= 64, size > 0, start < directory, size <= directory - start else { return nil }
            let block = Block(start: start, end: start + size, sum: place + 16)
            return sum(of: block) == number(block.sum) ? block : nil
        }
    }

    private func sum(of block: Block) -> Int {
        var lanes: [UInt64] = [
            0x9E37_79B9_7F4A_7C15, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x85EB_CA77_C2B2_AE63,
            0x27D4_EB2F_1656_67C5,
            0x2545_F491_4F6C_DD1D, 0xD6E8_FEB8_6659_FD93, 0xFF51_AFD7_ED55_8CCD,
        ]
        for place in stride(from: block.start, to: block.end - 63, by: 64) {
            for lane in 0..<8 {
                lanes[lane] =
                    (lanes[lane] ^ UInt64(bitPattern: Int64(number(place + lane * 8)))) &* 0x9E37_79B1_85EB_CA87
                lanes[lane] ^= lanes[lane] >> 29
            }
        }
        let sum = lanes.reduce(UInt64(0)) { sum, lane in
            let mixed = (sum ^ lane) &* 0xFF51_AFD7_ED55_8CCD
            return mixed ^ mixed >> 33
        }
        return Int(bitPattern: UInt(sum))
    }

    /// Updates the checksum of a block, of the directory and of the header.
    mutating func sum(_ block: Block) {
        set(sum(of: block), at: block.sum)
        sum()
    }

    mutating func sum() {
        set(sum(of: Block(start: directory, end: bytes.count, sum: 32)), at: 32)
        sumHead()
    }

    mutating func sumHead() {
        let sum = CRC32C.text(of: Data(bytes[..<40]))
        set(Int(sum, radix: 16) ?? 0, at: 40)
    }
}
