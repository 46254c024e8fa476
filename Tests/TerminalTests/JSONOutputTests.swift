import Foundation
import Interface
import Kernel
import Synchronization
import TerminalTesting
import XCTest

/// `--json` keeps every value of any number of records and contains no control character.
final class JSONOutputTests: XCTestCase {
    /// The kinds of values that were computed, in order, without repetitions.
    private final class ComputedKinds: Sendable {
        private let names = Mutex<[String]>([])

        func add(_ name: String) { names.withLock { if $0.last != name { $0.append(name) } } }

        func removeAll() -> [String] {
            names.withLock { names in
                defer { names = [] }
                return names
            }
        }
    }

    private struct Line: Sendable, Equatable {
        let number: Int
        let text: String
        let parts: [String]
    }

    private static let fields: [Field<Line>] = [
        Field("number", "its place") { .integer($0.number) }, Field("text", "what it says") { .text($0.text) },
        Field("parts", "the same in pieces") { .texts($0.parts) },
        Field("half", "half of it") {
            .object([.init("value", .number(Double($0.number) / 2)), .init("none", .null)])
        },
    ]

    private static func lines(_ count: Int, _ random: inout RandomSource) -> [Line] {
        // Characters that need an escape, their neighbors, and characters with similar encodings.
        let scalars: [Unicode.Scalar] = [
            "a", "\"", "\\", "\n", "\t", "\u{0}", "\u{1F}", " ", "~", "\u{7F}", "\u{80}", "\u{9F}", "\u{A0}", "é", "눈",
            "\u{2027}",
            "\u{2028}", "\u{202E}", "\u{202F}", "\u{2065}", "\u{2066}", "\u{2069}", "\u{206A}", "\u{3000}", "😀",
        ]
        return (0..<count).map { number in
            let parts = (0..<Int.random(in: 0..<4, using: &random)).map { _ in
                var text = String.UnicodeScalarView()
                for _ in 0..<Int.random(in: 0..<9, using: &random) {
                    text.append(scalars.randomElement(using: &random) ?? "a")
                }
                return String(text)
            }
            return Line(number: number, text: parts.joined(separator: " "), parts: parts)
        }
    }

    func testListRoundTripsThroughJSON() throws {
        var random = RandomSource(seed: 7)
        // Few lines, and enough lines for several cores.
        for count in [0, 1, 2, 499, 500, 1001, 2750] {
            let lines = Self.lines(count, &random)
            let command = Command(
                "lines", "Show lines", examples: [.init("lines", "Show lines")], returns: .list(Self.fields)
            ) {
                .list(lines, Self.fields, empty: "There is nothing.")
            }
            let console = ScriptedConsole()
            XCTAssertEqual(SampleApp(extra: [command]).run(["lines", "--json"], on: console), 0)
            let output = console.output
            for scalar in output.unicodeScalars where scalar.isControl && scalar != "\n" {
                return XCTFail("U+\(String(scalar.value, radix: 16)) is not escaped")
            }
            let read = try XCTUnwrap(JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]])
            XCTAssertEqual(
                read.map {
                    Line(
                        number: $0["number"] as? Int ?? -1, text: $0["text"] as? String ?? "?",
                        parts: $0["parts"] as? [String] ?? ["?"])
                },
                lines)
            XCTAssertEqual(
                (read.last?["half"] as? [String: Any])?["value"] as? Double, lines.last.map { Double($0.number) / 2 })
            XCTAssertEqual(output.hasSuffix("]\n"), true)
        }
    }

    func testJSONLayoutIsStable() {
        let command = Command("two", "Show two", examples: [.init("two", "Show two")], returns: .list(Self.fields)) {
            .list(
                [Line(number: 1, text: "", parts: []), Line(number: 2, text: "\u{9B}31m", parts: ["눈"])], Self.fields,
                empty: "")
        }
        let console = ScriptedConsole()
        XCTAssertEqual(SampleApp(extra: [command]).run(["two", "--json"], on: console), 0)
        XCTAssertEqual(
            console.output,
            """
            [
              {
                "number": 1,
                "text": "",
                "parts": [],
                "half": {
                  "value": 0.5,
                  "none": null
                }
              },
              {
                "number": 2,
                "text": "\\u009b31m",
                "parts": [
                  "눈"
                ],
                "half": {
                  "value": 1,
                  "none": null
                }
              }
            ]

            """)
    }

    /// Output for people computes only cells, and output for programs computes only values.
    func testOnlyCellsOrOnlyValuesAreComputed() {
        let computed = ComputedKinds()
        let fields: [Field<Line>] = [
            Field(
                "number", title: "Number", "its place",
                cell: { _ in
                    computed.add("cell"); return "-"
                }
            ) {
                computed.add("value")
                return .integer($0.number)
            }
        ]
        let line = Line(number: 1, text: "", parts: [])
        let commands = [
            Command("many", "Show many", examples: [.init("many", "Show many")], returns: .list(fields)) {
                .list([line], fields, empty: "")
            },
            Command("one", "Show one", examples: [.init("one", "Show one")], returns: .one(fields)) {
                .one(line, fields)
            },
        ]
        for command in ["many", "one"] {
            XCTAssertEqual(SampleApp(extra: commands).run([command], on: ScriptedConsole()), 0)
            XCTAssertEqual(computed.removeAll(), ["cell"], command)
            XCTAssertEqual(SampleApp(extra: commands).run([command, "--json"], on: ScriptedConsole()), 0)
            XCTAssertEqual(computed.removeAll(), ["value"], command)
        }
    }
}
