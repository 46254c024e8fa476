import Foundation
import Kernel
import TestSupport
import XCTest

/// Tests the canonical form and the length of log lines.
final class LineTests: XCTestCase {
    /// Line ends fall on, before and after the ends of a reader's pieces.
    func testLinesOfAnyLengthAreRead() throws {
        for lengths in [
            [4_094, 4_095, 4_096, 4_097, 4_098, 8_192, 700], [65_535, 700, 65_536, 65_537, 131_071, 131_072, 131_073],
            [64_000, 1_000, 64_000, 2_000, 700, 140_000, 700],
        ] {
            let texts = try LineLengths.texts(lengths)
            let directory = try TemporaryDirectory(isQuick: true)
            let writer = try directory.store()
            let near = try directory.store()
            let far = try directory.store()
            for (number, text) in texts.enumerated() {
                let before = try writer.engine.inspect().bytes
                try writer.write { try $0.put(Plain(id: Identifier("p\(number)"), text: text)) }
                XCTAssertEqual(try writer.engine.inspect().bytes - before, lengths[number])
                XCTAssertEqual(try near.read { try $0.record(Identifier<Plain>("p\(number)"))?.text }, text)
            }
            for store in [near, far, try directory.store()] {
                XCTAssertEqual(try store.read { try $0.records(Selection<Plain>.all).map(\.text) }, texts, "\(lengths)")
                XCTAssertEqual(try store.damage() + store.notices(), [])
                XCTAssertEqual(try store.changes(since: 0).map(\.sequence), Array(1...lengths.count))
            }
        }
    }

    func testReaderCatchesUpOnManyShortLines() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        let writer = try directory.store()
        let reader = try directory.store()
        for count in [1, 15, 16, 17, 40, 400] {
            for number in 0..<count { try writer.write { try $0.put(Word("w\(number)", "\(count)")) } }
            XCTAssertEqual(Set(try reader.words()), Set(try writer.words()))
            XCTAssertEqual(try reader.words().count { $0.hasSuffix("=\(count)") }, count)
        }
        XCTAssertEqual(try directory.store().words(), try writer.words())
    }

    // MARK: - Invalid lines with valid checksums

    /// Returns a line with its checksum and length.
    private func line(_ json: String, _ number: String = "2") -> String {
        let rest = "\(json.utf8.count) \(number) \(json)"
        return "\(CRC32C.text(of: Data(rest.utf8))) \(rest)"
    }

    private func filled() throws -> (directory: TemporaryDirectory, lines: [String]) {
        let directory = try TemporaryDirectory(isQuick: true)
        let store = try directory.store()
        try store.write { try $0.put(Word("w1", "t1")) }
        try store.scoped(to: Partition(rawValue: "p")).write { try $0.put(Word("w2", "t2")) }
        try store.write { try $0.put(Word("w3", "t3")) }
        try store.close()
        let lines = String(decoding: try directory.bytes("log-1.jsonl"), as: UTF8.self).split(separator: "\n").map(
            String.init)
        return (directory, lines)
    }

    private func isSound(_ lines: [String], _ number: Int, _ line: String, in directory: TemporaryDirectory) throws
        -> Bool
    {
        var lines = lines
        lines[number] = line
        try directory.put(Data((lines.joined(separator: "\n") + "\n").utf8), in: "log-1.jsonl")
        // An empty lock file has no witness of the original line.
        try directory.put(Data(), in: "lock")
        let store = try directory.store()
        let damage = try store.damage()
        if damage.isEmpty { XCTAssertEqual(try store.changes(since: 0).map(\.sequence), [1, 2, 3]) }
        return damage.isEmpty
    }

    /// Returns the canonical form of a line; nil for invalid JSON or other contents.
    private func canonical(_ text: String, payload: String) -> String? {
        guard text.hasSuffix(payload + "}]}"), let value = try? JSONValue(Data(text.utf8)),
            case .integer(let synced)? = value["synced"], case .array(let operations)? = value["ops"],
            operations.count == 1,
            case .string(let collection)? = operations[0]["collection"],
            case .string(let home)? = operations[0]["partition"],
            case .string(let id)? = operations[0]["id"], case .array(let stamp)? = operations[0]["stamp"],
            stamp.count == 4,
            case .integer(let generation) = stamp[0], case .string(let time) = stamp[2],
            case .string(let device) = stamp[3],
            case .integer(let version)? = operations[0]["version"], case .array(let keys)? = operations[0]["keys"],
            case .string(let sum)? = operations[0]["crc"], case .integer(let size)? = operations[0]["size"],
            size == payload.utf8.count, [generation, version].allSatisfy({ (0...Int(UInt32.max)).contains($0) }),
            sum.utf8.count == 8, sum.allSatisfy({ "0123456789abcdef".contains($0) })
        else { return nil }
        let parts = time.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, parts.allSatisfy({ $0 == Int($0).map(String.init) && !$0.hasPrefix("-") }) else {
            return nil
        }
        var entries: [String] = []
        for entry in keys {
            guard case .array(let parts) = entry, parts.count == 3, case .string(let name) = parts[0],
                case .bool(let unique) = parts[1], case .string(let key) = parts[2]
            else { return nil }
            entries.append("[\"\(name)\",\(unique),\"\(key)\"]")
        }
        return
            "{\"synced\":\(synced),\"ops\":[{\"collection\":\"\(collection)\",\"partition\":\"\(home)\",\"id\":\"\(id)\""
            + ",\"stamp\":[\(generation),false,\"\(time)\",\"\(device)\"],\"version\":\(version),\"keys\":["
            + entries.joined(separator: ",") + "],\"crc\":\"\(sum)\",\"size\":\(size),\"payload\":\(payload)}]}"
    }

    /// Removes, inserts or replaces a character before the payload.
    ///
    /// Only canonical lines are accepted.
    func testNoncanonicalLineIsDamage() throws {
        let (directory, lines) = try filled()
        var random = RandomSource(seed: 9)
        let json = String(lines[2].drop { $0 != "{" })
        let payload = "{\"id\":\"w2\",\"text\":\"t2\"}"
        XCTAssertEqual(canonical(json, payload: payload), json)
        XCTAssertTrue(try isSound(lines, 2, line(json), in: directory))
        var taken = 0
        let end = json.utf8.count - payload.utf8.count
        for round in 0..<2 * end {
            var bytes = Array(json.utf8)
            let other = Array("0519 \",:af[]{}-".utf8)[Int(random.next() % 15)]
            let place = round / 2
            switch random.next() % 3 {
            case 0: bytes.remove(at: place)
            case 1: bytes.insert(other, at: place)
            default: bytes[place] = other
            }
            let text = String(decoding: bytes, as: UTF8.self)
            let isOurs = canonical(text, payload: payload) == text
            XCTAssertEqual(try isSound(lines, 2, line(text), in: directory), isOurs, text)
            taken += isOurs ? 1 : 0
        }
        XCTAssertGreaterThan(taken, 40)
    }

    func testLineNumbersMustBeCanonical() throws {
        let (directory, lines) = try filled()
        let json = String(lines[2].drop { $0 != "{" })
        func changed(_ old: String, _ new: String) -> String {
            XCTAssertTrue(json.contains(old), old)
            return line(json.replacingOccurrences(of: old, with: new))
        }
        let validLine = line(json)
        let rest = String(validLine.dropFirst(9))
        func summed(_ rest: String) -> String { "\(CRC32C.text(of: Data(rest.utf8))) \(rest)" }
        let count = json.utf8.count
        let bad = [
            summed(""), summed("12"), summed("12 2"), summed("12 2 "), String(validLine.prefix(8)),
            String(validLine.prefix(7)),
            "",
            line("{\"synced\":1"), line(json, "3"), line(json, "02"), line(json, "2 "), line(json, ""),
            line(json, "-2"),
            summed("0" + rest), summed(" " + rest), summed(rest + " "),
            summed("\(count + 1)" + rest.drop { $0 != " " }),
            summed("\(count - 1)" + rest.drop { $0 != " " }), validLine.prefix(8) + "_" + validLine.dropFirst(9),
            String(validLine.dropFirst()), "0" + validLine, changed("{\"synced\":1,", "{\"kept\":1,"),
            changed("\"synced\":1", "\"synced\":1000000000000000000"),
            changed("\"version\":1", "\"version\":4294967296"),
            changed("\"stamp\":[0", "\"stamp\":[4294967296"), changed("120-1\"", "120-4294967296\""),
            changed("\"1763661909120-", "\"1000000000000000000-"),
        ]
        for text in bad { XCTAssertFalse(try isSound(lines, 2, text, in: directory), text) }
        let good = [
            validLine, changed("\"synced\":1", "\"synced\":999999999999999999"),
            changed("\"version\":1", "\"version\":4294967295"),
            changed("\"stamp\":[0", "\"stamp\":[4294967295"), changed("120-1\"", "120-4294967295\""),
            changed("\"1763661909120-", "\"999999999999999999-"),
        ]
        for text in good { XCTAssertTrue(try isSound(lines, 2, text, in: directory), text) }
        let upper = validLine.prefix(8).uppercased() + validLine.dropFirst(8)
        XCTAssertEqual(try isSound(lines, 2, upper, in: directory), upper == validLine)
    }

    /// A header of a newer format is refused and not reported as damage.
    func testHeaderMustBeCanonical() throws {
        let (directory, lines) = try filled()
        let json = String(lines[0].drop { $0 != "{" })
        XCTAssertTrue(try isSound(lines, 0, line(json, "0"), in: directory))
        for good in ["2}", "1,\"kept\":0}", "1,\"kept\":0         }", "1   }"] {
            XCTAssertTrue(try isSound(lines, 0, line(json.dropLast(2) + good, "0"), in: directory), good)
        }
        for bad in [
            "1", "1}}", "1} ", "1}x", "1,}", "1,\"kept\":}", "1,\"kept\":1}", "1,\"kept\":01}", "}", "\"1\"}", "01}",
        ] {
            XCTAssertFalse(try isSound(lines, 0, line(json.dropLast(2) + bad, "0"), in: directory), bad)
        }
        for (old, new) in [
            ("\"magic\"", "\"magik\""), ("commonplace log", "commonplace"), ("{", "{ "), ("\"store\":\"", "\"store\":"),
            ("\"format\":1", "\"format\":01"), ("\"schema\":1,", ""), ("\"format\":1", "\"format\":-1"),
        ] {
            XCTAssertTrue(json.contains(old), old)
            let text = json.replacingOccurrences(of: old, with: new)
            XCTAssertFalse(try isSound(lines, 0, line(text, "0"), in: directory), text)
        }
        XCTAssertFalse(try isSound(lines, 0, line(json, "1"), in: directory), "the header has sequence number 0")
        let newer = json.replacingOccurrences(of: "\"format\":1", with: "\"format\":3")
        for text in [newer, newer.dropLast() + ",\"more\":[]}"] {
            assertFails(.newerStore) { _ = try isSound(lines, 0, line(text, "0"), in: directory) }
        }
    }
}
