import Foundation
import XCTest

@testable import Kernel

/// Compares `RecordDecoder` with `JSONDecoder`: both return the same value or both refuse.
final class RecordDecoderTests: XCTestCase {
    private var reader = RecordReader(capacity: 0)

    private struct Inner: Codable, Hashable {
        var name = "x"
        var day: Day? = Day("2026-11-20")
    }

    private enum Way: String, Codable { case up, down }

    private enum Purpose: Codable, Hashable {
        case none
        case task(id: Identifier<Note>, parts: [Int])
    }

    private struct Plain: Codable, Hashable {
        var zebra = "a\"b\\c/d\u{8}\u{c}\n\r\t\u{1f}\u{7f}é한\u{1F94B}"
        var apple: Int? = nil
        var mango: Double? = 0.1
        var list: [[String?]] = [[], [nil, "x"]]
        var map = ["a": 2, "b": 1]
        var numbers: [Int: Bool] = [10: true, 9: false]
        var small: [Int8] = [.min, .max]
        var great: [UInt64] = [0, 9, 10, 1 << 60]
        var ways: [Way] = [.up, .down]
        var inner = [Inner(), Inner(name: "", day: nil)]
        var instant = Instant(milliseconds: 1_763_661_909_120)
        var purpose = Purpose.task(id: Identifier("a1"), parts: [1, -2])
        var nothing = Purpose.none
        var flag = true
    }

    private struct Note: Storable, Hashable {
        var id: Identifier<Note>
        var text = ""
        static let collection = RecordCollection<Note>("notes")
    }

    /// Asserts that both decoders return the same value, or both none.
    private func assertSameDecoding<Value: Codable>(_ type: Value.Type, _ payload: Data, line: UInt = #line) throws {
        let actual = try? JSONValue.encoder.encode(reader.decode(type, from: payload))
        let theirs = try? JSONValue.encoder.encode(JSONDecoder().decode(type, from: payload))
        XCTAssertEqual(
            actual.map { String(decoding: $0, as: UTF8.self) }, theirs.map { String(decoding: $0, as: UTF8.self) },
            String(decoding: payload, as: UTF8.self), line: line)
    }

    func testRecordsAreReadWithoutJSONDecoder() throws {
        let payload = try RecordEncoder.encode(Plain())
        XCTAssertEqual(try reader.read(Plain.self, from: payload), Plain())
        XCTAssertEqual(
            try reader.read(Note.self, from: try RecordEncoder.encode(Note(id: Identifier("a")))),
            Note(id: Identifier("a")))
    }

    /// Reads a `JSONValue` within a record. Schedulers store fractions, and these must not send
    /// the whole record to `JSONDecoder`.
    func testJSONValuesAreReadAsByJSONDecoder() throws {
        struct Carrier: Codable, Hashable { var carried: JSONValue }
        for text in [
            "1.5", "-0.25", "9.898842524080402", "7", "-7", "true", "false", "null", "\"a\\nb\"", "[]", "{}",
            "[1,2.5,[\"x\"],{}]",
            "{\"a\":{\"b\":[null,1.25]},\"c\":\"걷는\"}",
        ] {
            let payload = Data("{\"carried\":\(text)}".utf8)
            XCTAssertNoThrow(try reader.read(Carrier.self, from: payload), text)
            try assertSameDecoding(Carrier.self, payload)
        }
        for text in ["1.0", "1e3", "-0", "1e400", "123456789012345678901", "{\"a\":1,\"a\":2}", "\"\\ud83d\""] {
            try assertSameDecoding(Carrier.self, Data("{\"carried\":\(text)}".utf8))
        }
    }

    func testUnsupportedInputFallsBackToJSONDecoder() throws {
        struct WithDate: Codable, Hashable {
            var date = Date(timeIntervalSince1970: 7)
            var data = Data([1, 2])
            var ratio: Float = 0.1
        }
        let payload = try RecordEncoder.encode(WithDate())
        XCTAssertThrowsError(try reader.read(WithDate.self, from: payload))
        XCTAssertEqual(try reader.decode(WithDate.self, from: payload), WithDate())
        for text in [
            "{ \"id\":\"a\",\"text\":\"b\"}", "{\"text\":\"b\",\"id\":\"a\"}",
            "{\"id\":\"\\ud83e\\udd4b\",\"text\":\"\"}",
        ] {
            XCTAssertThrowsError(try reader.read(Note.self, from: Data(text.utf8)), text)
            try assertSameDecoding(Note.self, Data(text.utf8))
        }
    }

    func testNumbersAtTheirLimits() throws {
        for number in [
            "0", "-0", "00", "01", "1.0", "1.5", "1e2", "-1", "9223372036854775807", "9223372036854775808",
            "-9223372036854775808",
            "-9223372036854775809", "18446744073709551615", "1e999", "-", "+1", ".5", "5.", "1e", "127", "128", "-129",
            "0.1",
            "null", "true",
        ] {
            try assertSameDecoding([Int].self, Data("[\(number)]".utf8))
            try assertSameDecoding([Int8?].self, Data("[\(number)]".utf8))
            try assertSameDecoding([UInt64].self, Data("[\(number)]".utf8))
            try assertSameDecoding([Double].self, Data("[\(number)]".utf8))
            try assertSameDecoding([Bool].self, Data("[\(number)]".utf8))
        }
    }

    func testMissingAndMistypedMembersThrowDecodingErrors() {
        for text in [
            "{\"id\":\"a\"}", "{\"id\":\"a\",\"text\":null}", "{\"id\":1,\"text\":\"\"}", "[]", "", "{",
            "{\"id\":\"a\",\"text\":\"\u{1}\"}",
        ] {
            XCTAssertThrowsError(try reader.decode(Note.self, from: Data(text.utf8)), text) {
                XCTAssertTrue($0 is DecodingError, "\($0)")
            }
        }
    }

    /// Damages a payload at random: changes, inserts or removes a byte, or repeats a piece.
    func testDamagedBytesAreReadAsByJSONDecoder() throws {
        var random = RandomSource(seed: 11)
        let encoded = try RecordEncoder.encode(Plain())
        let marks = Array("\"\\{}[],:0123456789.eE-+ntfu \u{0}".utf8) + [0xC3, 0xFF]
        for _ in 0..<4000 {
            var bytes = [UInt8](encoded)
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                let mark = marks[Int.random(in: 0..<marks.count, using: &random)]
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = mark
                case 1: bytes.insert(mark, at: place)
                case 2: bytes.remove(at: place)
                default: bytes.insert(contentsOf: bytes[place...].prefix(9), at: place)
                }
            }
            try assertSameDecoding(Plain.self, Data(bytes))
        }
    }
}
