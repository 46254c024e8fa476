import Foundation
import Kernel
import XCTest

/// Compares `JSONValue` with `JSONDecoder`, and reads a file in pieces of every size.
final class JSONParserTests: XCTestCase {
    private static let texts = [
        "null", "true", "false", "0", "-1", "12", "123456789012345678", "1234567890123456789012", "0.5", "-2.25", "3.0",
        "1e3",
        "-0",
        "01", "1.", ".5", "\"\"", "\"한글 🥋\"", "\"a\\\"b\\\\c\\n\\t\\/\"", "\"\\u0041\\ud83d\\ude00\"", "\"\u{7}\"",
        "\"open",
        "[]",
        "[1,2,[3]]", "[1,]", "{}", "{\"a\":1,\"b\":{\"c\":[null]}}", "{\"a\":1,}", "{\"a\" : 1 , \"b\":\t2}", "nul",
        "tru",
        "{\"a\"}", "",
        " 7 ", "7 8",
    ]

    func testParserAgreesWithJSONDecoder() throws {
        var random = RandomSource(seed: 5)
        func agree(_ bytes: [UInt8]) {
            let data = Data(bytes)
            let expected = try? JSONDecoder().decode(JSONValue.self, from: data)
            XCTAssertEqual(try? JSONValue(data), expected, String(decoding: bytes, as: UTF8.self))
        }
        for text in Self.texts { agree(Array(text.utf8)) }
        for _ in 0..<3000 {
            let parts = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                Self.texts.randomElement(using: &random) ?? ""
            }
            var bytes = Array(
                (Bool.random(using: &random)
                    ? "[" + parts.joined(separator: ",") + "]"
                    : "{" + parts.enumerated().map { "\"m\($0)\":\($1)" }.joined(separator: ",") + "}").utf8)
            if Bool.random(using: &random), !bytes.isEmpty {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            agree(bytes)
        }
        XCTAssertThrowsError(try JSONValue(Data((String(repeating: "[", count: 20_000)).utf8)))
    }

    func testObjectMembersAreReadAcrossPieceBoundaries() throws {
        let text =
            "{ \"a\" : {\"x\":[1,\"]}\"]}, \"list\": [ {\"i\":1} ,\n{\"i\":\"\\\"}\"}, 3 ], \"b\":\"}\" , \"n\": 12}\n"
        for size in 1...text.utf8.count {
            XCTAssertEqual(
                try parts(text, by: size),
                ["a={\"x\":[1,\"]}\"]}", "{\"i\":1}", "{\"i\":\"\\\"}\"}", "3", "b=\"}\"", "n=12"], "\(size)")
        }
        for length in 0..<text.utf8.count - 2 {
            XCTAssertThrowsError(try parts(String(text.prefix(length)), by: 7), "\(length)") {
                XCTAssertEqual(($0 as? Failure)?.code, .invalidJSON)
            }
        }
        for wrong in ["[]", "{} x", "{\"a\"1}", "{\"a\":1 \"b\":2}", "{a:1}", "{\"list\":[1 2]}", "{\"a\":}", "{,}"] {
            XCTAssertThrowsError(try parts(wrong, by: 3), wrong)
        }
        XCTAssertEqual(try parts("{}", by: 1), [])
        XCTAssertEqual(try parts("{\"list\":[]}", by: 1), [])
    }

    private func parts(_ text: String, by size: Int) throws -> [String] {
        var rest = Array(text.utf8)[...]
        var members = JSONMembers(list: "list") {
            guard !rest.isEmpty else { return nil }
            defer { rest = rest.dropFirst(size) }
            return Array(rest.prefix(size))
        }
        var tokens: [String] = []
        while let part = try members.next() {
            switch part {
            case .member(let name, let value): tokens.append("\(name)=\(String(decoding: value, as: UTF8.self))")
            case .element(let value): tokens.append(String(decoding: value, as: UTF8.self))
            }
        }
        return tokens
    }
}
