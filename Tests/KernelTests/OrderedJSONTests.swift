import Foundation
import Kernel
import XCTest

/// The error messages are tested in Content's `HostileJSONTests`.
final class OrderedJSONTests: XCTestCase {
    private func read(_ text: String) throws -> OrderedJSON { try OrderedJSON(Array(text.utf8)) }

    func testMembersKeepOrderAndDuplicatesAreRefused() throws {
        let names = (0..<40).map { "m\($0 * 7 % 40)" }
        let text = "{" + names.map { "\"\($0)\":\"\($0)\"" }.joined(separator: ", ") + "}"
        XCTAssertEqual(
            try read(text), .object(names.map { OrderedJSON.Member(name: $0, value: .string($0)) }))
        for count in [2, 15, 16, 17, 40] {
            let twice = "{" + (names.prefix(count - 1) + ["m0"]).map { "\"\($0)\":1" }.joined(separator: ",") + "}"
            XCTAssertThrowsError(try read(twice)) {
                XCTAssertEqual(($0 as? JSONFault)?.sentence, "the field “m0” is here twice")
            }
        }
    }

    func testFaultsNameLineAndColumn() {
        for (text, line, column) in [
            ("", 1, 1), ("?", 1, 1), ("\n\n ?", 3, 2), ("[1 2]", 1, 4), ("[\n1,\n  \"é한\" 2]", 3, 8),
            ("{\"a\":1}\nx", 2, 1),
            ("\u{FEFF}[,", 1, 2), ("[1,\r\n]", 2, 1),
        ] {
            XCTAssertThrowsError(try read(text), text) {
                let fault = $0 as? JSONFault
                XCTAssertEqual([fault?.line, fault?.column], [line, column], text)
            }
        }
    }

    /// Compares the result with `JSONDecoder` for each damaged text that is not refused.
    func testDamagedTextIsReadAsByJSONDecoder() throws {
        let seed = Array(
            #"{"a":[1,-2.5,1e3,true,null,"é\n\ud83d\ude00"],"b":{"c":{}, "d":[[]]},"e":"한글","f":0}"#.utf8)
        var random = RandomSource(seed: 8259)
        var readable = 0
        for _ in 0..<6000 {
            var bytes = seed
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = seed.randomElement(using: &random) ?? 0
                case 1: bytes.remove(at: place)
                default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
                }
            }
            guard let value = try? OrderedJSON(bytes) else { continue }
            readable += 1
            let expected = try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
            XCTAssertEqual(unordered(value), expected, String(decoding: bytes, as: UTF8.self))
            XCTAssertEqual(try JSONValue(Data(bytes)), expected)
        }
        XCTAssertGreaterThan(readable, 1000)
    }

    private func unordered(_ value: OrderedJSON) -> JSONValue {
        switch value {
        case .null: .null
        case .bool(let truth): .bool(truth)
        case .number(let number): Int(exactly: number).map { .integer($0) } ?? .number(number)
        case .string(let text): .string(text)
        case .array(let items): .array(items.map(unordered))
        case .object(let members):
            .object(Dictionary(uniqueKeysWithValues: members.map { ($0.name, unordered($0.value)) }))
        }
    }
}
