import FileStore
import Foundation
import Kernel
import TestSupport
import XCTest

/// Tests every truncation and flipped bit of a log of 22 records.
///
/// The recovered records contain all acknowledged ones and only attempted ones. Every loss is
/// reported.
final class FileDamageTests: XCTestCase {
    private let count = 22
    private var directory: TemporaryDirectory?
    private var log = Data()
    private var witness = Data()

    override func setUpWithError() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        let store = try directory.store()
        for number in 1...count { try store.write { try $0.put(word(number)) } }
        try store.close()
        log = try directory.bytes("log-1.jsonl")
        witness = try directory.bytes("lock")
        self.directory = directory
    }

    // XCTest keeps its instances to the end, so `deinit` would never delete the directory.
    override func tearDown() { directory = nil }

    private func word(_ number: Int) -> Word { Word("w\(number)", "t\(number + 100)") }

    private func texts(_ numbers: some Sequence<Int>) -> [String] { numbers.map { "w\($0)=t\($0 + 100)" } }

    /// Opens the store with a damaged log and its other files unchanged.
    private func opened(_ bytes: Data, witnessed: Bool = true) throws -> FileStore {
        let directory = try XCTUnwrap(self.directory)
        try? FileManager.default.removeItem(atPath: "\(directory.path)/store/quarantine")
        try directory.put(bytes, in: "log-1.jsonl")
        try directory.put(witnessed ? witness : Data(), in: "lock")
        return try directory.store()
    }

    func testTruncatedLogYieldsAPrefixAndADamageReport() throws {
        for length in 0..<log.count {
            let store = try opened(log.prefix(length))
            let completeLines = max(0, log.prefix(length).count { $0 == 10 } - 1)
            XCTAssertEqual(try store.words(), texts(1..<completeLines + 1), "cut at \(length)")
            XCTAssertTrue(
                try store.damage().contains { $0.contains("lost") || $0.contains("missing") }, "cut at \(length)")
            assertFails(.storeDamaged) { try store.write { try $0.put(word(99)) } }
            XCTAssertEqual(try directory?.bytes("log-1.jsonl").count, length, "a damaged log must stay as it is")
        }
    }

    /// Without the witness, the end of the log is not known to be acknowledged.
    func testTruncatedLogWithoutWitnessIsQuarantined() throws {
        let header = try XCTUnwrap(log.firstIndex(of: 10)) + 1
        let beforeLast = try XCTUnwrap(log.dropLast().lastIndex(of: 10)) + 1
        for length in header...log.count {
            let store = try opened(log.prefix(length), witnessed: false)
            let completeLines = log.prefix(length).count { $0 == 10 } - 1
            XCTAssertEqual(try store.words(), texts(1..<completeLines + 1), "cut at \(length)")
            let isBetweenLines = log.prefix(length).last == 10
            XCTAssertEqual(try store.notices().count, isBetweenLines ? 0 : 1, "cut at \(length)")
            guard !isBetweenLines, length > beforeLast || length % 16 == 0 else { continue }
            let records = try directory.map {
                try FileManager.default.contentsOfDirectory(atPath: "\($0.path)/store/quarantine")
            }
            let name = try XCTUnwrap(records?.first)
            let truncated = log.prefix(length)
            XCTAssertEqual(
                try directory?.bytes("quarantine/\(name)"),
                truncated.suffix(from: try XCTUnwrap(truncated.lastIndex(of: 10)) + 1))
            try store.write { try $0.put(word(50)) }
            try store.close()
            let again = try XCTUnwrap(directory?.store())
            XCTAssertEqual(
                try again.words(),
                texts(Array(1..<completeLines + 1) + [50]).sorted {
                    $0.split(separator: "=")[1] < $1.split(separator: "=")[1]
                })
            XCTAssertTrue(try again.notices().contains { $0.contains(name) }, "later handles report the file")
        }
    }

    func testFlippedBitsAreDetected() throws {
        var silent = 0
        let all = texts(1...count)
        // About every byte by default; every bit with `COMMONPLACE_EVERY_BIT`, in two minutes.
        let step = ProcessInfo.processInfo.environment["COMMONPLACE_EVERY_BIT"] == nil ? 9 : 1
        for bit in stride(from: 0, to: log.count * 8, by: step) {
            var bytes = log
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            let store = try outcome(of: bytes)
            guard let store else { continue }
            let words = try store.words()
            XCTAssertTrue(Set(words).isSubset(of: all), "bit \(bit): a value that was never written: \(words)")
            let isNamed = try !store.damage().isEmpty
            if !isNamed { silent += 1 }
            XCTAssertTrue(words.count >= count - 2, "bit \(bit) costs more than the lines it touches: \(words)")
        }
        XCTAssertEqual(silent, 0)
    }

    /// Returns the opened store; nil when it refused to open because of the damage.
    private func outcome(of bytes: Data) throws -> FileStore? {
        do {
            return try opened(bytes)
        } catch let failure as Failure where [.storeDamaged, .newerStore].contains(failure.code) {
            return nil
        }
    }

    func testFlippedBitsInTheSmallFilesLoseNothing() throws {
        let directory = try XCTUnwrap(self.directory)
        for name in ["CURRENT", "lock", "device"] {
            let before = try directory.bytes(name)
            for bit in 0..<before.count * 8 {
                var bytes = before
                bytes[bit / 8] ^= 1 << UInt8(bit % 8)
                try directory.put(bytes, in: name)
                let store = try directory.store()
                XCTAssertEqual(try store.words(), texts(1...count), "\(name) bit \(bit)")
                try store.close()
            }
            try directory.put(before, in: name)
        }
    }

    /// A byte changes on the disk while the store is open; reading the record reports it.
    func testDamageDuringUseIsDetected() throws {
        let directory = try XCTUnwrap(self.directory)
        let store = try directory.store()
        var bytes = log
        let place = try XCTUnwrap(bytes.range(of: Data("t107\"}".utf8))).lowerBound
        bytes[place + 1] ^= 1
        try directory.put(bytes, in: "log-1.jsonl")
        assertFails(.storeDamaged) { _ = try store.read { try $0.record(Identifier<Word>("w7")) } }
        XCTAssertEqual(try store.read { try $0.record(Identifier<Word>("w8")) }, word(8))
        XCTAssertTrue(try store.damage().contains { $0.contains("change 7 ") })
        try directory.put(log.prefix(1000), in: "log-1.jsonl")
        assertFails(.storeDamaged) { try store.write { try $0.put(word(99)) } }
    }

    func testTrailingZerosAreQuarantined() throws {
        let store = try opened(log + Data(count: 5000))
        XCTAssertEqual(try store.words(), texts(1...count))
        XCTAssertEqual(try store.notices().count, 1)
        XCTAssertEqual(try store.damage(), [])
        try store.write { try $0.put(word(50)) }
        XCTAssertEqual(try directory?.store().words().count, count + 1)
    }

    /// A power cut may keep the last line and lose the one before it; neither was acknowledged.
    ///
    /// If the later line states that the lost line was durable, the loss is damage.
    func testLostLineIsDamageOnlyWhenKnownDurable() throws {
        let starts = log.indices.filter { $0 == 0 || log[$0 - 1] == 10 }
        var bytes = log
        bytes.replaceSubrange(starts[21]..<starts[22], with: Data(count: starts[22] - starts[21]))
        let damaged = try opened(bytes, witnessed: false)
        XCTAssertTrue(try damaged.damage().contains { $0.contains("change 21.") })
        XCTAssertEqual(try damaged.words(), texts(Array(1...20) + [22]))

        let last = String(decoding: log[starts[22]...].dropFirst(9).dropLast(), as: UTF8.self)
        let unaware = last.replacingOccurrences(of: "\"synced\":21", with: "\"synced\":20")
        XCTAssertNotEqual(last, unaware)
        let store = try opened(bytes[..<starts[22]] + Data("\(crc32c(unaware)) \(unaware)\n".utf8), witnessed: false)
        XCTAssertEqual(try store.damage(), [])
        XCTAssertEqual(try store.notices().count, 1)
        XCTAssertEqual(try store.words(), texts(1...20))
    }

    /// Each later line states up to which line the log was durable.
    func testLaterLineProvesLostLineDurable() throws {
        let starts = log.indices.filter { $0 == 0 || log[$0 - 1] == 10 } + [log.count]
        for (known, isDamage) in [
            ([18, 18, 18], false), ([19, 18, 18], true), ([18, 19, 18], true), ([18, 18, 22], true),
        ] {
            var bytes = log[..<starts[19]] + Data(count: starts[20] - starts[19])
            for (place, synced) in known.enumerated() {
                let line = String(
                    decoding: log[starts[20 + place]..<starts[21 + place] - 1].dropFirst(9), as: UTF8.self)
                let changedLine = line.replacingOccurrences(
                    of: "\"synced\":\(19 + place),", with: "\"synced\":\(synced),")
                bytes += Data("\(crc32c(changedLine)) \(changedLine)\n".utf8)
            }
            let store = try opened(bytes, witnessed: false)
            XCTAssertEqual(try !store.damage().isEmpty, isDamage, "\(known)")
            XCTAssertEqual(
                try store.words(), texts(isDamage ? Array(1...18) + [20, 21, 22] : Array(1...18)), "\(known)")
        }
    }

    func testMissingFilesAreReported() throws {
        let directory = try XCTUnwrap(self.directory)
        try FileManager.default.removeItem(atPath: "\(directory.path)/store/CURRENT")
        XCTAssertEqual(try directory.store().words(), texts(1...count))
        XCTAssertTrue(try directory.store().damage().contains { $0.contains("CURRENT") })
        try FileManager.default.removeItem(atPath: "\(directory.path)/store/log-1.jsonl")
        assertFails(.storeDamaged) { _ = try directory.store() }
        try FileManager.default.removeItem(atPath: "\(directory.path)/store/lock")
        XCTAssertEqual(try directory.store().words(), [], "no file proves that there was a store")
    }

    func testNewerFormatIsRefused() throws {
        let directory = try XCTUnwrap(self.directory)
        for (old, new) in [("\"format\":1", "\"format\":3"), ("\"schema\":1", "\"schema\":2")] {
            let header = String(decoding: log[..<(try XCTUnwrap(log.firstIndex(of: 10)))], as: UTF8.self)
            let rest = header.dropFirst(9).replacingOccurrences(of: old, with: new)
            let line = "\(crc32c(rest)) \(rest)\n"
            let bytes = Data(line.utf8) + log.suffix(from: try XCTUnwrap(log.firstIndex(of: 10)) + 1)
            assertFails(.newerStore) {
                let store = try opened(bytes)
                XCTAssertEqual(try store.words(), texts(1...count))
                try store.write { try $0.put(word(99)) }
            }
            XCTAssertEqual(try directory.bytes("log-1.jsonl"), bytes)
        }
    }

    /// Calculates CRC-32C bit by bit, independently of the store.
    private func crc32c(_ text: some StringProtocol) -> String {
        let sum = text.utf8.reduce(~UInt32(0)) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0x82F6_3B78 : value >> 1 }
        }
        let digits = String(~sum, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
