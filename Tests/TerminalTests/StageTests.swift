import Interface
import Kernel
import Terminal
import XCTest

/// A dialogue with a header, a card and keys, and its fallback on small screens.
final class StageTests: XCTestCase {
    private struct FixedDialogue: Dialogue {
        let view: DialogueView
        func handle(_ event: DialogueEvent) -> DialogueStep { .finish(Output()) }
    }

    private static let keys = DialogueView.Wanted.key(
        KeyTable.advance("flip") + [KeyTable.undo(), KeyTable.skip, KeyTable.quit()])

    private func card(_ texts: [String], said: [Block] = [], wanted: DialogueView.Wanted = keys) -> DialogueView {
        let blocks = texts.map { Block.paragraph(StyledText($0)) }
        return DialogueView(
            [.paragraph("Card 3 of 10, Korean to English")] + blocks, wanted: wanted,
            stage: Stage(
                "Korean to English", aside: "card 3 of 10", progress: 0.2,
                card: Array(blocks.map { [$0] }.joined(separator: [.gap])), feedback: said))
    }

    private var timer: DialogueView {
        DialogueView(
            [.digits("24:59"), .paragraph("Focus")], wanted: .key([KeyHint(.space, "pause"), KeyTable.quit()]),
            tickInterval: nil,
            stage: Stage(
                "Thesis", aside: "round 1 of 4", progress: 0.5, card: [.digits("24:59"), .gap, .paragraph("Focus")],
                isFramed: false))
    }

    private func screen(_ view: DialogueView, _ columns: Int, _ rows: Int, unicode: Bool = true) throws -> [String] {
        let console = PlayedConsole([.key(.character("q"))], size: (columns, rows))
        let driver = DialogueDriver(
            console: console, palette: .plain, unicode: unicode, preferences: .init(setsTitle: false),
            help: { _ in [] },
            seconds: { 0 })
        _ = try driver.run(FixedDialogue(view: view))
        var screen = DrawnScreen("", rows: rows)
        screen.draw(console.written[0])
        return screen.lines
    }

    func testCardIsCenteredWithABorderAtEverySize() throws {
        for (columns, rows) in [(80, 24), (120, 40), (200, 50), (40, 20), (60, 16)] {
            let lines = try screen(card(["태권도 (taekwon-do)", "foot, hand, way"]), columns, rows)
            XCTAssertEqual(lines.count, rows)
            XCTAssertTrue(lines.allSatisfy { DisplayWidth.columns(of: $0) < columns }, "\(columns): \(lines)")
            XCTAssertTrue(lines[0].hasPrefix("Korean to English") && lines[0].hasSuffix("card 3 of 10"), lines[0])
            XCTAssertEqual(lines[1].count { $0 == "━" }, Int((Double(columns - 1) * 0.2).rounded()))
            let top = try XCTUnwrap(lines.firstIndex { $0.contains("╭") }),
                bottom = try XCTUnwrap(lines.firstIndex { $0.contains("╰") })
            let word = try XCTUnwrap(lines.firstIndex { $0.contains("태권도") })
            XCTAssertTrue(top < word && word < bottom, lines.joined(separator: "\n"))
            let line = lines[word].replacing("│", with: " ")
            let before = line.prefix { $0 == " " }.count
            let after = columns - 1 - DisplayWidth.columns(of: line) + line.reversed().prefix { $0 == " " }.count
            XCTAssertLessThanOrEqual(abs(before - after), 3, "\(columns): “\(lines[word])”")
            XCTAssertTrue(lines.suffix(2).joined().contains("q: quit"), lines.joined(separator: "\n"))
        }
    }

    func testSmallScreenDropsTheBorderAndKeepsTheText() throws {
        for (columns, rows) in [(39, 20), (30, 12), (60, 6), (20, 8)] {
            let text = try screen(card(["one", "two"], said: [.paragraph("Right: three.")]), columns, rows).joined(
                separator: "\n")
            for word in ["one", "two", "Right: three."] {
                XCTAssertTrue(text.contains(word), "\(columns)×\(rows): \(text)")
            }
            if columns < 40 { XCTAssertFalse(text.contains("╭"), text) }
        }
    }

    /// With one spare line the screen shows the position instead of the progress bar.
    func testPositionIsTheLastHeaderPartToBeDropped() throws {
        func lines(_ rows: Int) throws -> [String] {
            try screen(card((1...9).map { "word \($0)" }, said: [.paragraph("✗ No pair.")]), 40, rows)
        }
        // Nine words, a message, the position, and below them a gap and two lines of keys.
        let place = try XCTUnwrap((10...24).first { rows in try lines(rows).contains { $0.contains("card 3 of 10") } })
        let lean = try lines(place)
        XCTAssertTrue(lean[0].hasPrefix("Korean to English") && lean[0].hasSuffix("card 3 of 10"), "\(lean)")
        XCTAssertFalse(lean.joined().contains("━"), "no bar: \(lean)")
        for word in ["✗ No pair.", "word 1", "word 9"] { XCTAssertTrue(lean.contains { $0.contains(word) }, "\(lean)") }
        XCTAssertTrue(try (place...40).contains { try lines($0).joined().contains("━") })
        let bare = try lines(place - 1)
        XCTAssertTrue(bare.contains { $0.contains("word 9") } || bare.contains { $0.contains("page-down") }, "\(bare)")
    }

    func testLongTitleWraps() throws {
        let title = StyledText("Three-step sparring 1, step 1 of 3  8th keup", .title)
        let view = DialogueView(
            ["x"].map { .paragraph(StyledText($0)) }, wanted: Self.keys,
            stage: Stage(title, aside: "1 of 24", card: [.paragraph("You attack.")]))
        let lines = try screen(view, 40, 20)
        XCTAssertEqual(Array(lines.prefix(2)), ["Three-step sparring 1, step 1 of 3  8th", "keup"])
        XCTAssertTrue(lines[2].hasSuffix("1 of 24"), lines[2])
    }

    func testLongCardFallsBackToPages() throws {
        let long = card((0..<40).map { "paragraph \($0)" })
        let lines = try screen(long, 80, 24)
        XCTAssertTrue(
            lines[0].hasPrefix("Card 3 of 10") && lines.joined().contains("page-down"), lines.joined(separator: "\n"))
    }

    func testClockScalesWithTheScreenAndIsAlwaysShown() throws {
        var heights: [Int] = []
        for (columns, rows) in [(40, 20), (80, 24), (120, 40), (200, 50)] {
            let lines = try screen(timer, columns, rows)
            let blockLines = lines.filter { $0.contains("█") }
            heights.append(blockLines.count)
            XCTAssertTrue(lines.contains { $0.contains("Focus") })
            let indent = blockLines.map { $0.prefix { $0 == " " }.count }.min() ?? 0
            let right = columns - 1 - (blockLines.map(\.count).max() ?? 0)
            XCTAssertLessThanOrEqual(abs(indent - right), 2, "in the middle at \(columns)")
        }
        XCTAssertEqual(heights, [5, 10, 15, 25])
        let talking = DialogueView(
            timer.blocks, wanted: timer.wanted,
            stage: Stage(
                "Thesis",
                card: [.digits("24:59"), .gap, .paragraph("Focus, round 1 of 4"), .gap, .paragraph("The timer runs.")],
                isFramed: false))
        for (columns, rows) in [(14, 4), (8, 2), (20, 5), (10, 3)] {
            XCTAssertTrue(try screen(talking, columns, rows).contains { $0.contains("24:59") }, "\(columns)×\(rows)")
            XCTAssertTrue(try screen(timer, columns, rows).contains { $0.contains("24:59") }, "\(columns)×\(rows)")
        }
    }

    func testASCIITerminalDrawsAnASCIICard() throws {
        let text = try screen(card(["one"]), 80, 24, unicode: false).joined()
        XCTAssertTrue(text.unicodeScalars.allSatisfy(\.isASCII), text)
        XCTAssertTrue(text.contains("+-----") && text.contains("===="), text)
    }

    func testPromptIsAlignedWithTheCard() throws {
        let lines = try screen(card(["one"], wanted: .line(prompt: "English:")), 120, 40)
        let edge = try XCTUnwrap(lines.first { $0.contains("╰") }).prefix { $0 == " " }.count
        XCTAssertEqual(lines.last?.prefix { $0 == " " }.count, edge, "the prompt begins where the card does")
        XCTAssertTrue(lines.last?.contains("English:") ?? false)
    }
}
