import Interface
import Kernel
import Terminal
import XCTest

@testable import struct Terminal.Glyph
@testable import struct Terminal.LineEditor

/// The timing of ticks, and the handling of keys and lines.
final class DialogueInputTests: XCTestCase {
    private func run(
        _ plays: [PlayedConsole.Play] = [], lines: [String] = [], _ dialogue: any Dialogue = NotingDialogue(),
        usesKeys: Bool = true,
        isTerminal: Bool = true, help: [Block] = []
    ) throws -> PlayedConsole {
        let console = PlayedConsole(plays, lines: lines, isTerminal: isTerminal)
        let driver = DialogueDriver(
            console: console, palette: .plain, unicode: true, preferences: .init(usesKeys: usesKeys),
            help: { _ in help },
            seconds: { console.seconds })
        let output = try driver.run(dialogue)
        if case .bytes(let bytes) = output.content { console.write("ENDED " + String(decoding: bytes, as: UTF8.self)) }
        return console
    }

    private func keystrokes(_ text: String) -> [PlayedConsole.Play] {
        text.unicodeScalars.map { .key($0 == "\r" ? .enter : $0 == " " ? .space : .character(Character($0))) }
    }

    private func ending(_ console: PlayedConsole) -> String? {
        console.written.last.flatMap { $0.hasPrefix("ENDED ") ? String($0.dropFirst(6)) : nil }
    }

    func testTicksKeepTheirIntervalAndMissedTicksAreSkipped() throws {
        let begin = PlayedConsole.Play.key(.character("t"))
        let facts: [(plays: [PlayedConsole.Play], waits: [Double?], ticks: Int)] = [
            ([begin, .pause, .pause], [nil, 0.5, 0.5, 0.5], 2),
            ([begin, .after(0.125, .up), .pause], [nil, 0.5, 0.375, 0.5], 1),
            ([begin, .late(0.25)], [nil, 0.5, 0.25], 1),
            ([begin, .late(0.5)], [nil, 0.5, 0.5], 1), ([begin, .late(7)], [nil, 0.5, 0.5], 1),
            ([begin, .resize(30, 8)], [nil, 0.5, 0.5], 0),
            ([begin, .after(0.125, .up), .resize(30, 8)], [nil, 0.5, 0.375, 0.375], 0),
        ]
        for fact in facts {
            let console = try run(fact.plays + keystrokes("q"))
            XCTAssertEqual(console.waits, fact.waits, "\(fact.plays)")
            XCTAssertEqual(
                ending(console), Array(repeating: "tick", count: fact.ticks).joined(separator: " "), "\(fact.plays)")
        }
    }

    func testEndOfInputEndsADialogueWithoutTicks() throws {
        XCTAssertEqual(
            try run([.pause] + keystrokes("q")).waits, [nil], "no key without a timeout means the end of the input")
        XCTAssertEqual(ending(try run([.resize(30, 8)] + keystrokes("q"))), "", "a redraw is not the end")
    }

    func testCtrlDDeletesWithinALineAndEndsAnEmptyOne() throws {
        let delete = PlayedConsole.Play.key(.character("\u{04}"))
        XCTAssertEqual(ending(try run(keystrokes(" ab") + [.key(.home), delete] + keystrokes("\rq"))), "line:b")
        XCTAssertEqual(
            ending(try run(keystrokes(" ab") + [delete] + keystrokes("\rq"))), "line:ab",
            "nothing is deleted, and the dialogue continues")
        XCTAssertNil(ending(try run(keystrokes(" ") + [delete] + keystrokes("a\rq"))))
    }

    func testQuestionMarkIsALineWithoutHelp() throws {
        XCTAssertEqual(ending(try run(keystrokes(" ?\r") + keystrokes("q"))), "line:?")
        XCTAssertEqual(ending(try run(lines: ["space", "?", "q"], usesKeys: false)), "line:?")
    }

    private struct Asking: Dialogue {
        var wanted = DialogueView.Wanted.line(prompt: "Name\u{1B}?")
        var notes: [String] = []
        var rings = [true, true, false, true]
        var view: DialogueView {
            DialogueView(
                [.paragraph(StyledText("\(notes.count / 9)"))], wanted: wanted, ringsBell: rings[min(notes.count, 3)],
                help: "sheet")
        }

        mutating func handle(_ event: DialogueEvent) -> DialogueStep {
            if event == .end { return .finish(.text(notes.joined(separator: ","))) }
            notes.append("\(event)")
            return .stay
        }
    }

    func testLineModePrintsHelpToErrorAndRingsOncePerRequest() throws {
        let help: [Block] = [.paragraph(StyledText("How it is done", .accent))]
        let console = try run(lines: ["a", "?", "b", "c"], Asking(), usesKeys: false, help: help)
        XCTAssertEqual(ending(console), #"line("a"),line("b"),line("c")"#)
        XCTAssertEqual(console.error, "How it is done\n")
        XCTAssertEqual(console.output.filter { $0 == "\u{07}" }.count, 2)
        XCTAssertEqual(console.output.components(separatedBy: "Name␛? ").count - 1, 5)
        XCTAssertEqual(
            console.output.components(separatedBy: "0\n").count - 1, 1, "an unchanged view is printed once")
        XCTAssertEqual(
            try run(lines: ["a"], Asking(wanted: .line(prompt: "")), usesKeys: false).written,
            ["0\n", "\u{07}", "", "", "\n", "ENDED line(\"a\")"])
        XCTAssertFalse(try run(lines: ["a"], Asking(), isTerminal: false).output.contains("\u{07}"))
        XCTAssertFalse(
            try run(lines: ["a"], Asking(), isTerminal: false).output.contains("Name"), "a pipe gets no prompt")
    }

    func testUnknownKeyNamesAreQuotedAndQuestionMarkListsKeys() throws {
        let keys = Asking(
            wanted: .key([KeyHint(.enter, "on"), KeyHint(.pageUp, "up\u{1B}"), KeyHint(.character("q"), "quit")]))
        let listed = "Keys: enter (on), page-up (up␛), q (quit)."
        for (line, expected) in [
            ("?", "\(listed)\n"), ("nope", "“nope” is not a key here. \(listed)\n"),
            (
                String(repeating: "x", count: 30),
                "“\(String(repeating: "x", count: 30))” is not a key here. \(listed)\n"
            ),
            (
                String(repeating: "x", count: 31),
                "“\(String(repeating: "x", count: 29))…” is not a key here. \(listed)\n"
            ),
            ("", ""), (" Page-Up ", ""), ("Q", ""),
        ] {
            XCTAssertEqual(try run(lines: [line], keys, usesKeys: false, isTerminal: false).error, expected, line)
        }
        let sheet = try run(lines: ["?"], keys, usesKeys: false, isTerminal: false, help: [.paragraph("How")])
        XCTAssertEqual(sheet.error, "How\n\(listed)\n")
        XCTAssertEqual(
            try run(lines: ["x", "q"], keys, usesKeys: false).output.replacing("\n", with: " ").components(
                separatedBy: listed
            )
            .count, 2,
            "listed once, in lines that fit")
    }

    func testKeyNamesParseBack() {
        let keys: [Key] = [
            .enter, .space, .tab, .escape, .backspace, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown,
            .character("x"),
            .character("한"), .character("?"),
        ]
        for key in keys { XCTAssertEqual(Key(key.description), key) }
        XCTAssertEqual([Key(""), Key(" "), Key("upp")], [.enter, .space, nil])
        XCTAssertEqual(Set(keys.map(\.description)).count, keys.count)
    }

    // MARK: - The line that is typed

    private func editor(_ text: String, then keys: [Key] = []) -> LineEditor {
        var editor = LineEditor()
        for character in text { _ = editor.handle(.character(character)) }
        for key in keys { _ = editor.handle(key) }
        return editor
    }

    func testEditedLineScrollsAroundTheCursor() {
        let facts: [(prompt: String, typed: String, keys: [Key], width: Int, line: String, cursor: Int)] = [
            ("Name?", "abcde", [], 12, "Name? abcde", 11), ("Name?", "abcdef", [], 12, "Name? bcdef", 11),
            ("Name?", "abcdef", [.home], 12, "Name? abcde", 6), ("Name?", "abcdef", [.left], 12, "Name? abcde", 11),
            ("Name?", "abcd", [.left, .left], 12, "Name? abcd", 8), ("Surname", "ab", [], 12, "Surna> ab", 9),
            ("Sender", "ab", [], 12, "Sender ab", 9), ("", "abc", [], 4, "abc", 3), ("", "abc", [], 3, "bc", 2),
            ("", "abc", [], 2, "c", 1), ("", "한글", [], 4, "글", 2), ("", "", [], 4, "", 0),
        ]
        for fact in facts {
            let drawn = editor(fact.typed, then: fact.keys).drawn(
                after: [Glyph].line(of: StyledText(fact.prompt)), width: fact.width)
            XCTAssertEqual(drawn.line.text, fact.line, "\(fact)")
            XCTAssertEqual(drawn.cursor, fact.cursor, "\(fact)")
        }
    }

    func testKeysAtBothEndsOfALineDoNothing() {
        func line(_ text: String, _ keys: [Key]) -> String? {
            var editor = editor(text, then: keys)
            return editor.handle(.enter)
        }
        XCTAssertEqual(line("ab", [.home, .backspace, .left, .character("x")]), "xab")
        XCTAssertEqual(line("ab", [.right, .character("\u{7F}"), .character("x")]), "abx")
        XCTAssertEqual(
            line("", [.backspace, .left, .right, .home, .end, .tab, .escape, .up, .down, .pageUp, .pageDown]), "")
        XCTAssertEqual(line("one two  ", [.character("\u{17}")]), "one ")
        XCTAssertEqual(line("one", [.character("\u{17}"), .character("\u{17}")]), "")
        XCTAssertEqual(
            line("a", [.character("\u{01}"), .character("\u{9B}"), .space]), "a ", "control characters are ignored")
    }

    func testEditedLineHasAMaximumLength() {
        let long = String(repeating: "x", count: 4090)
        var editor = editor(long, then: [.home] + Array(repeating: .character("y"), count: 10))
        XCTAssertEqual(editor.handle(.enter), String(repeating: "y", count: 6) + long)
    }
}
