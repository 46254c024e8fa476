import Kernel
import XCTest

final class JSONValueTests: XCTestCase {
    private func value(_ random: inout RandomSource, depth: Int) -> JSONValue {
        let texts = ["", "a", "é", "\u{0}\u{1B}\"\\/", "태권도", "🥋"]
        let count = Int.random(in: 0...4, using: &random)
        switch Int.random(in: 0...(depth > 0 ? 7 : 5), using: &random) {
        case 0: return .null
        case 1: return .bool(.random(using: &random))
        case 2: return .integer(Int(truncatingIfNeeded: random.next()))
        case 3: return .integer([.min, .max, 0, -1].randomElement(using: &random) ?? 0)
        case 4: return .number(.random(in: -1...1, using: &random) + 0.001_953_125)
        case 5: return .string(texts.randomElement(using: &random) ?? "")
        case 6: return .array((0..<count).map { _ in value(&random, depth: depth - 1) })
        default:
            let members = (0..<count).map { _ in
                (texts.randomElement(using: &random) ?? "", value(&random, depth: depth - 1))
            }
            return .object(Dictionary(members, uniquingKeysWith: { $1 }))
        }
    }

    func testValuesRoundTripToEqualBytes() throws {
        var random = RandomSource(seed: 50)
        for _ in 0..<1500 {
            let value = value(&random, depth: 4)
            let data = try JSONValue.encoder.encode(value)
            let again = try JSONValue(data)
            XCTAssertEqual(again, value)
            XCTAssertEqual(try JSONValue.encoder.encode(again), data)
        }
    }

    func testKindsAreDistinguished() throws {
        let text = #"{"a":true,"b":1,"c":0,"d":1.5,"e":"1","f":null,"g":[],"h":{}}"#
        let value = try JSONValue(Data(text.utf8))
        XCTAssertEqual(
            value,
            .object([
                "a": .bool(true), "b": .integer(1), "c": .integer(0), "d": .number(1.5), "e": .string("1"), "f": .null,
                "g": .array([]),
                "h": .object([:]),
            ]))
        XCTAssertEqual(String(decoding: try JSONValue.encoder.encode(value), as: UTF8.self), text)
    }

    func testObjectMembersAreReadSetAndRemoved() throws {
        var value = JSONValue.object(["a": .integer(1), "n": .null])
        XCTAssertEqual(value["a"], .integer(1))
        XCTAssertEqual(value["n"], .null)
        XCTAssertNil(value["x"])
        value["a"] = nil
        value["x"] = .bool(false)
        XCTAssertEqual(value, .object(["n": .null, "x": .bool(false)]))
        var list = JSONValue.array([])
        list["a"] = .null
        XCTAssertEqual(list, .array([]))
    }

    func testInvalidJSONThrowsWithoutTrapping() {
        for text in [
            "", "{", "[1 2]", "nul", "\"", "1e999", "[1e999]", "{\"a\":1}x", String(repeating: "[", count: 1_000_000),
        ] {
            XCTAssertThrowsError(try JSONValue(Data(text.utf8)), String(text.prefix(20)))
        }
        XCTAssertThrowsError(try JSONValue(Data([0xFF, 0xFE, 0x22])))
        XCTAssertThrowsError(try JSONValue.encoder.encode(JSONValue.number(.nan)))
    }
}
