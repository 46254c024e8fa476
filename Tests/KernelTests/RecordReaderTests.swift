import Foundation
import XCTest

@testable import Kernel

/// Reads many payloads with one reader and compares the values with `JSONDecoder`.
final class RecordReaderTests: XCTestCase {
    private static let texts = [
        "", "a", "plain text that is longer than a word of the machine", "\"", "\\", "a\"b\\c/d", "\u{8}\u{c}\n\r\t",
        "\u{1f}\u{7f}",
        "é", "e\u{301}", "한글 🥋", "12345678", "1234567\"", "123456789012345\\", "\u{0}", "\u{10FFFF}",
    ]
    private static let numbers = [
        "0", "-0", "7", "-1", "123456789012345678", "9223372036854775807", "-9223372036854775808",
        "9223372036854775808", "0.1",
        "-2.5e3", "1E400", "1.0", "01", "-", "5.",
    ]

    private var random = RandomSource(seed: 3)

    private func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &random)] }

    /// Returns JSON that is usually in the form that `RecordEncoder` writes.
    ///
    /// One value in 40 has blanks, numeric escapes, duplicate members or invalid JSON.
    private func json(_ depth: Int) -> String {
        let isOdd = Int.random(in: 0..<40, using: &random) == 0
        switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &random) {
        case 0: return pick(["null", "true", "false"] + (isOdd ? ["nul", "True"] : []))
        case 1: return pick(isOdd ? Self.numbers : Array(Self.numbers.prefix(5)))
        case 2, 3, 4: return quoted(pick(Self.texts), isOdd: isOdd)
        case 5:
            let parts = (0..<Int.random(in: 0...4, using: &random)).map { _ in json(depth - 1) }
            return "[" + parts.joined(separator: isOdd ? " , " : ",") + "]"
        default:
            var names = ["", "a", "aa", "ab", "b", "key", "a name that is longer than sixteen bytes", "é"].filter { _ in
                Bool.random(using: &random)
            }
            names.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            if isOdd { names += names.prefix(1) }
            let members = names.map { quoted($0, isOdd: isOdd) + (isOdd ? ": " : ":") + json(depth - 1) }
            return "{" + members.joined(separator: ",") + "}"
        }
    }

    private func quoted(_ text: String, isOdd: Bool) -> String {
        let plain = (try? RecordEncoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return isOdd ? plain.replacingOccurrences(of: "a", with: "\\u0061") : plain
    }

    func testFastReaderAgreesWithJSONDecoderOnRandomJSON() throws {
        struct Members: Codable, Hashable {
            var a: String?
            var aa: Int?
            var b: [String]?
            var key: [String: JSONValue]?
        }
        var reader = RecordReader(capacity: 0)
        var quick = 0
        func agree<Value: Codable & Equatable>(_ type: Value.Type, _ payload: Data) {
            let expected = try? JSONDecoder().decode(type, from: payload)
            XCTAssertEqual(try? reader.decode(type, from: payload), expected, String(decoding: payload, as: UTF8.self))
            if (try? reader.read(type, from: payload)) != nil { quick += 1 }
        }
        for _ in 0..<4_000 {
            let payload = Data(json(4).utf8)
            agree(JSONValue.self, payload)
            agree(Members.self, payload)
            agree([String: String?].self, payload)
            agree([[Int]].self, payload)
            agree(String.self, payload)
        }
        XCTAssertGreaterThan(quick, 4_000, "the fast path reads most payloads")
    }

    func testSliceOfAPayloadIsReadAlone() throws {
        let payload = Data("[\"one\",{\"a\":12},\"one\"]".utf8)
        var reader = RecordReader(capacity: 0)
        XCTAssertEqual(try reader.read([String: Int].self, from: payload[7..<15]), ["a": 12])
        XCTAssertEqual(try reader.read(Int.self, from: payload[12..<13]), 1, "bytes after the slice are not read")
        XCTAssertThrowsError(try reader.decode(String.self, from: payload[1..<5]))
        XCTAssertThrowsError(try reader.decode(String.self, from: Data()))
    }

    /// A value may retain its decoder, though it should not.
    func testRetainedDecoderKeepsItsPayload() throws {
        struct Keeper: Decodable {
            let decoder: any Decoder
            init(from decoder: any Decoder) { self.decoder = decoder }
        }
        var reader = RecordReader(capacity: 0)
        let keepers = try (0..<50).map { try reader.read(Keeper.self, from: Data("{\"number\":\($0)}".utf8)) }
        for (number, keeper) in keepers.enumerated() {
            XCTAssertEqual(try [String: Int](from: keeper.decoder), ["number": number])
        }
    }

    func testDeepNestingFallsBackToJSONDecoder() throws {
        var reader = RecordReader(capacity: 0)
        for depth in [1, 20, 63, 64, 65, 400] {
            let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            XCTAssertEqual((try? reader.read(JSONValue.self, from: Data(text.utf8))) != nil, depth <= 64, "\(depth)")
            XCTAssertEqual(
                try reader.decode(JSONValue.self, from: Data(text.utf8)),
                try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)))
        }
    }
}
