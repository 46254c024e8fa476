import Interface
import Kernel
import Terminal
import TerminalTesting
import XCTest

final class DialogueDriverTests: XCTestCase {
    private func driver(_ console: PlayedConsole, usesKeys: Bool = true, reducesMotion: Bool = false) -> DialogueDriver
    {
        DialogueDriver(
            console: console, palette: .plain, unicode: true,
            preferences: .init(usesKeys: usesKeys, reducesMotion: reducesMotion),
            seconds: { 0 })
    }

    private func keystrokes(_ text: String) -> [PlayedConsole.Play] {
        text.unicodeScalars.map { .key($0 == "\r" ? .enter : $0 == " " ? .space : .character(Character($0))) }
    }

    private func bytes(_ output: Output) -> String? {
        guard case .bytes(let bytes) = output.content else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    func testTerminalSendsKeysAndLinesToTheDialogue() throws {
        let console = PlayedConsole(keystrokes(" 태권도\r") + [.key(.up)] + keystrokes("z Tt\r") + keystrokes("Q"))
        XCTAssertEqual(bytes(try driver(console).run(NotingDialogue())), "line:태권도 line:Tt")
        XCTAssertTrue(console.isGivenBack)
    }

    func testPipeSendsLinesToTheSameDialogue() throws {
        let console = PlayedConsole(lines: ["space", "태권도", "nonsense", " q "], isTerminal: false)
        XCTAssertEqual(bytes(try driver(console).run(NotingDialogue())), "line:태권도")
        XCTAssertFalse(console.output.contains("\u{1B}"))
        XCTAssertEqual(
            console.output.components(separatedBy: "Notes").count - 1, 2, "a view is printed once per change")
        XCTAssertTrue(console.error.hasPrefix("“nonsense” is not a key here. Keys: space (name),"), console.error)
    }

    func testLineModeListsTheKeysOnce() throws {
        let console = PlayedConsole(lines: ["z", "q"])
        _ = try driver(console, usesKeys: false).run(NotingDialogue())
        XCTAssertEqual(console.output.components(separatedBy: "Keys: space (name)").count - 1, 1)
        XCTAssertFalse(console.output.contains("\u{1B}"))
    }

    func testEndOfInputEndsTheDialogue() throws {
        for isTerminal in [true, false] {
            let output = try driver(PlayedConsole(isTerminal: isTerminal)).run(NotingDialogue())
            guard case .none = output.content else { return XCTFail("\(output)") }
        }
        let output = try driver(PlayedConsole(keystrokes("\u{04}q"))).run(NotingDialogue())
        guard case .none = output.content else { return XCTFail("Ctrl-D is the end: \(output)") }
    }

    func testFailureRestoresTheTerminal() {
        let console = PlayedConsole(keystrokes("x"))
        XCTAssertThrowsError(try driver(console).run(NotingDialogue())) {
            XCTAssertEqual(($0 as? Failure)?.code, .init("broken"))
        }
        XCTAssertTrue(console.isGivenBack)
    }

    func testTicksFollowTheRequestedInterval() throws {
        let console = PlayedConsole([.key(.character("t")), .pause, .pause] + keystrokes("q"))
        XCTAssertEqual(bytes(try driver(console).run(NotingDialogue())), "tick tick")
        XCTAssertEqual(console.waits, [nil, 0.5, 0.5, 0.5])
        let slow = PlayedConsole([.key(.character("t")), .pause] + keystrokes("q"))
        _ = try driver(slow, reducesMotion: true).run(NotingDialogue())
        XCTAssertEqual(slow.waits, [nil, 1, 1])
    }

    func testOpeningMessageIsShownUntilTheFirstEvent() throws {
        let console = PlayedConsole([.key(.character("t")), .pause] + keystrokes("q"))
        _ = try driver(console).run(NotingDialogue(), openingBlocks: [.paragraph("Going on.")])
        XCTAssertTrue(console.written.first?.contains("Going on.") ?? false, "\(console.written)")
        XCTAssertTrue(console.written.dropFirst().first?.hasPrefix("\u{1B}[1;1HNotes") ?? false, "\(console.written)")
    }

    func testUnchangedViewIsDrawnOnce() throws {
        let console = ScriptedConsole(
            keys: [.up, .character("z"), .character("q")], terminal: true, environment: ["TERM": "xterm"])
        let driver = DialogueDriver(console: console, palette: .plain, unicode: true, seconds: { 0 })
        XCTAssertEqual(bytes(try driver.run(NotingDialogue())), "")
        XCTAssertEqual(console.output.components(separatedBy: "\u{1B}[1;1HNotes").count - 1, 1)
    }

    func testOnlyChangedLinesAreDrawn() throws {
        let console = PlayedConsole([.key(.character("t")), .pause] + keystrokes("q"))
        _ = try driver(console).run(NotingDialogue())
        XCTAssertEqual(console.written.count, 2, "a view that looks the same is not drawn again")
        XCTAssertEqual(console.written.last, "\u{1B}[2;1Htick\u{1B}[K")
    }

    func testBellRingsOnceAndTitleIsSanitized() throws {
        let console = PlayedConsole(keystrokes("bz") + [.key(.character("t")), .pause] + keystrokes("q"))
        _ = try driver(console).run(NotingDialogue())
        XCTAssertTrue(console.output.contains("\u{1B}]2;Notes ␛]\u{07}"))
        XCTAssertEqual(console.output.filter { $0 == "\u{07}" }.count, 2, "one ends the title")
    }

    func testResizeRedrawsTheWholeScreen() throws {
        let console = PlayedConsole([.resize(30, 8)] + keystrokes("q"))
        _ = try driver(console).run(NotingDialogue())
        let first = DrawnScreen(console.written[0], rows: 10)
        XCTAssertEqual(first.lines.prefix(5), ["Notes", "", "line 0", "", "space: name   t: tick   b: bell"])
        XCTAssertEqual(
            DrawnScreen(console.written[1], rows: 8).lines.prefix(5),
            ["Notes", "", "line 0", "", "space: name   t: tick"])
    }

    func testLongViewsScrollAndHelpListsKeys() throws {
        let console = PlayedConsole(
            keystrokes("l") + [.key(.pageDown)] + keystrokes("?") + keystrokes("z") + keystrokes("q"))
        _ = try driver(console).run(NotingDialogue())
        XCTAssertTrue(console.written[1].contains("page-down: 26 more lines"), console.written[1])
        XCTAssertTrue(console.written[2].contains("line 5"))
        XCTAssertTrue(console.written[3].contains("ctrl-d"), console.written[3].debugDescription)
        for codes in console.written {
            for row in codes.matches(of: /\[(\d+);1H/) { XCTAssertLessThanOrEqual(Int(row.1) ?? 99, 10) }
        }
    }

    func testPromptShowsTheCursorAfterTheTypedText() throws {
        let console = PlayedConsole(keystrokes(" 태"))
        _ = try driver(console).run(NotingDialogue())
        XCTAssertTrue(
            console.written.last?.hasSuffix("Name? 태\u{1B}[K\u{1B}[6;9H\u{1B}[?25h") ?? false, "\(console.written)")
    }
}
