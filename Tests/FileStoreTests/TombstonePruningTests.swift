import Foundation
import Kernel
import TestSupport
import XCTest

/// Tests compactions that prune tombstones: killed at each step, and the header they write.
final class TombstonePruningTests: XCTestCase {
    /// After a kill or failure at any call, either all tombstones or none are pruned.
    func testKilledTombstonePruningKeepsRecords() throws {
        for fault in [FailingDisk.Fault.dies, .error(ENOSPC), .short] {
            var seen: Set<Int> = []
            for step in 1...40 {
                let directory = try TemporaryDirectory(isQuick: true)
                try directory.with(day: 0) { store in
                    try store.write { try $0.put(contentsOf: (0..<20).map { Word("w\($0)", "t") }) }
                    try store.write { for number in 1..<20 { _ = try $0.delete(Identifier<Word>("w\(number)")) } }
                }
                if let store = try? directory.open(day: 31, disk: FailingDisk(fault, at: step)) { try? store.compact() }
                let next = try directory.open(day: 31)
                XCTAssertEqual(try next.damage(), [], "\(fault) at \(step)")
                XCTAssertEqual(try next.words(), ["w0=t"])
                let tombstones = try next.deleted().count
                seen.insert(tombstones)
                XCTAssertEqual(try next.engine.lastPrunedSequence(), tombstones == 0 ? 2 : 0, "\(fault) at \(step)")
                try next.write { try $0.put(Word("w1", "again")) }
                XCTAssertEqual(try next.words().sorted(), ["w0=t", "w1=again"])
            }
            XCTAssertEqual(seen, [0, 19], "\(fault)")
        }
    }

    func testHeaderStatesTheTombstoneHorizon() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        try directory.with(day: 0) { store in
            try store.write { try $0.put(Word("a", "t")) }
            try store.write { _ = try $0.delete(Identifier<Word>("a")) }
            try store.write { try $0.put(Word("b", "t")) }
            try store.compact()
        }
        func header() throws -> String {
            String(decoding: try directory.bytes(directory.log).prefix { $0 != 10 }, as: UTF8.self)
        }
        XCTAssertTrue(try header().contains("\"format\":1,"), "a log without a horizon has format 1")
        try directory.with(day: 31) { try $0.compact() }
        let time = TemporaryDirectory.start + TemporaryDirectory.day
        let second = try header()
        XCTAssertTrue(second.contains("\"format\":2,"), second)
        XCTAssertTrue(second.contains(",\"horizon\":[\"\(time)-0\",2,0],\"kept\":1 "), second)
        let log = try directory.bytes(directory.log)
        for (old, new) in [
            ("-0\",2,0]", "-0\",2]"), ("-0\",2,0]", "-0\",2,0,0]"), ("\"format\":2", "\"format\":1"),
            ("[\"\(time)-0\"", "[\"\(time)\""), ("horizon", "horizen"), ("2,0]", "02,0]"),
        ] {
            let body = second.dropFirst(9).replacingOccurrences(of: old, with: new)
            // The length precedes the JSON.
            let parts = body.split(separator: " ", maxSplits: 2)
            let line = "\(parts[2].utf8.count) \(parts[1]) \(parts[2])"
            let sum = CRC32C.text(of: Data(line.utf8))
            try directory.put(
                Data("\(sum) \(line)\n".utf8) + log[(try XCTUnwrap(log.firstIndex(of: 10)) + 1)...], in: directory.log)
            XCTAssertNotEqual(try directory.open(day: 31).damage(), [], new)
        }
    }
}
