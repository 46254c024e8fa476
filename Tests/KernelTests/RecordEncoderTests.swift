import Foundation
import XCTest

@testable import Kernel

/// Compares the bytes of `RecordEncoder` with those of `JSONEncoder`.
final class RecordEncoderTests: XCTestCase {
    private func assertSameEncoding(_ value: some Encodable, line: UInt = #line) throws {
        let expected = try JSONValue.encoder.encode(value)
        XCTAssertEqual(
            String(decoding: try RecordEncoder.encode(value), as: UTF8.self), String(decoding: expected, as: UTF8.self),
            line: line)
    }

    private struct Plain: Codable {
        var zebra = "a\"b\\c/d\u{0}\u{8}\u{c}\n\r\t\u{1f}\u{7f}é한\u{1F94B}"
        var apple: Int? = nil
        var mango: Double? = 0.1
        var list: [[String?]] = [[], [nil, "x"]]
        var map = ["b": 1, "a": 2, "é": 3, "e\u{301}x": 4]
        var numbers: [Int: Bool] = [10: true, 9: false]
        var small: [Int8] = [.min, .max]
        var great: [UInt64] = [0, 9, 10, .max]
        var floats: [Float] = [0.1, 1, 1e20, -0.0]
        var flag = true
    }

    private struct WithDate: Codable {
        var text = "x"
        var date = Date(timeIntervalSince1970: 7)
        var data = Data([1, 2])
        var place = URL(string: "https://example.org/a b")
        var amount = Decimal(string: "1.50")
    }

    private class Base: Encodable {
        var one = 1
    }

    private final class Derived: Base {
        enum CodingKeys: String, CodingKey { case two }
        override func encode(to encoder: any Encoder) throws {
            try super.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(2, forKey: .two)
        }
    }

    /// Encodes in ways that synthesized conformances never use.
    private struct ByHand: Encodable {
        enum CodingKeys: String, CodingKey { case b, a }
        let way: Int

        func encode(to encoder: any Encoder) throws {
            switch way {
            case 0: break
            case 1:
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(1, forKey: .b)
                try container.encode(2, forKey: .b)
            case 2:
                var container = encoder.container(keyedBy: CodingKeys.self)
                var inner = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .b)
                try container.encode(1, forKey: .a)
                try inner.encode(2, forKey: .a)
            case 3:
                var container = encoder.unkeyedContainer()
                var inner = container.nestedUnkeyedContainer()
                try inner.encode("x")
                var other = container.superEncoder().unkeyedContainer()
                try other.encodeNil()
            case 4:
                var container = encoder.container(keyedBy: CodingKeys.self)
                try Plain().encode(to: container.superEncoder(forKey: .a))
            default:
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode([ByHand](), forKey: .b)
                try container.encode([String: Int](), forKey: .a)
            }
        }
    }

    func testEveryContainerShapeMatchesJSONEncoder() throws {
        try assertSameEncoding(Plain())
        try assertSameEncoding(WithDate())
        try assertSameEncoding(["x": WithDate()])
        try assertSameEncoding(Derived())
        try assertSameEncoding([Optional(1), nil])
        try assertSameEncoding(1.0)
        for way in 1...5 { try assertSameEncoding(ByHand(way: way)) }
        try assertSameEncoding([ByHand(way: 0)])
    }

    func testUnencodableValuesAreRefused() {
        XCTAssertThrowsError(try RecordEncoder.encode([Double.infinity]))
        XCTAssertThrowsError(try RecordEncoder.encode(ByHand(way: 0)))
    }

    func testRandomNumbersMatchJSONEncoder() throws {
        var random = RandomSource(seed: 3)
        for _ in 0..<5000 {
            let bits = random.next()
            try assertSameEncoding([Int(bitPattern: UInt(bits)), Int(bits >> 60), -Int(bits >> 40)])
            let number = Double(bitPattern: bits)
            if number.isFinite {
                try assertSameEncoding([number, number.rounded(), Double(Int32(truncatingIfNeeded: bits)) / 8])
            }
        }
    }

    /// Uses random texts with every kind of byte at every position.
    func testRandomValuesMatchJSONEncoder() throws {
        var random = RandomSource(seed: 5)
        for _ in 0..<3000 { try assertSameEncoding(RecordEncoderTests.value(&random, depth: 4)) }
    }

    private static func value(_ random: inout RandomSource, depth: Int) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &random) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &random))
        case 2: return .integer(Int.random(in: Int.min...Int.max, using: &random))
        case 3: return .number(Double.random(in: -1e9...1e9, using: &random))
        case 4: return .string(text(&random))
        case 5: return .array((0..<Int.random(in: 0..<4, using: &random)).map { _ in value(&random, depth: depth - 1) })
        default:
            let members = (0..<Int.random(in: 0..<6, using: &random)).map { _ in
                (text(&random), value(&random, depth: depth - 1))
            }
            return .object(Dictionary(members, uniquingKeysWith: { first, _ in first }))
        }
    }

    private static func text(_ random: inout RandomSource) -> String {
        let alphabet = Array("abcdefghijklmnop\"\\/\u{0}\u{1f} \n\u{7f}é한ㄱ\u{301}\u{1F94B}".unicodeScalars)
        let scalars = (0..<Int.random(in: 0..<24, using: &random)).map { _ in
            alphabet[Int.random(in: 0..<(Bool.random(using: &random) ? 16 : alphabet.count), using: &random)]
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
