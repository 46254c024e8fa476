import Interface
import Kernel
import Terminal
import XCTest

/// The parts of a layout that shrink on narrow screens, and those that never do.
final class ScreenFitTests: XCTestCase {
    private struct Task: Sendable {
        let id, title, path, day: String
    }

    private static let fields: [Field<Task>] = [
        Field("id", title: "Id", "the id") { .text($0.id) },
        Field("title", title: "Task", "the title") { .text($0.title) },
        Field("path", title: "Path", "the path") { .text($0.path) },
        Field("day", title: "Due", "the day") { .text($0.day) },
    ]
    private static let task = Task(
        id: "01ka7gq2fp3xw9ab",
        title: "Write the report on the meeting of last Friday and send it to everybody who was there",
        path: "", day: "2026-11-20")

    private func lines(_ blocks: [Block], _ width: Int, _ fit: Screen.Fit = .page) -> [String] {
        Screen(width: width, palette: .plain, unicode: true, fit: fit).lines(of: blocks)
    }

    func testTableShrinksTextsButKeepsIdsAndDays() {
        let list = Output.list([Self.task], Self.fields, empty: "").numbered(shownBy: "task show ROW")
        let drawnLines = lines(list.blocks, 80)
        XCTAssertTrue(drawnLines[1].hasPrefix("  1  01ka7gq2fp3xw9ab  Write the report on the meeting"), drawnLines[1])
        XCTAssertTrue(drawnLines[1].hasSuffix("  2026-11-20"), drawnLines[1])
        XCTAssertTrue(drawnLines[1].contains("…"))
        XCTAssertEqual(drawnLines[2], "Some texts are cut to fit; `task show ROW` shows them in full.")
        XCTAssertEqual(lines(list.blocks, 160).count, 2, "nothing is cut, so there is no notice")
        XCTAssertEqual(lines(list.blocks, 20, .pipe).last?.contains(Self.task.title), true)
    }

    func testPageKeepsBarLabelsWhole() {
        let days = Block.bars(BarChart([.init("tue 2026-11-24", 3, figure: "33 answers, 0 min")]))
        XCTAssertEqual(lines([days], 40), ["tue 2026-11-24  █████  33 answers, 0 min"])
        XCTAssertEqual(lines([days], 38), ["tue 2026-11-24       33 answers, 0 min"], "too narrow for a bar")
        let pages = Block.bars(BarChart([.init("The meaning of the pattern Chon-Ji", 1, figure: "11 %")], full: 2))
        XCTAssertEqual(
            lines([pages], 36),
            [
                "The meaning of the pattern Chon-Ji",
                String(repeating: "█", count: 15) + String(repeating: "░", count: 15) + "  11 %",
            ])
        XCTAssertEqual(lines([pages], 20)[1...].first, "pattern Chon-Ji")
        XCTAssertTrue(lines([pages], 36, .screen)[0].contains("…"), "a full screen cuts labels")
    }

    /// On a full screen the main column wraps between words, and the other columns are cut.
    func testMainColumnWrapsOnAFullScreen() {
        let words = ["a", "+1", "hand attack to body or head"].map { StyledText($0) }
        func drawTable(_ room: Table.Room) -> [String] {
            let table = Table([.init("Key"), .init("Worth"), .init("For", room: room)], rows: [words])
            return lines([.table(table)], 28, .screen)
        }
        let main = drawTable(.main)
        XCTAssertEqual(main.count, 3, "\(main)")
        XCTAssertTrue(main[1].contains("hand attack to") && main.last?.contains("body or head") == true, "\(main)")
        XCTAssertTrue(drawTable(.flexible).joined().contains("…"))
    }

    func testListItemsUseAHangingIndent() {
        let map: [Block] = [.paragraph("• a map of the last 26 weeks, the darker the more answers")]
        XCTAssertEqual(lines(map, 40), ["• a map of the last 26 weeks, the darker", "  the more answers"])
        let choice: [Block] = [.paragraph(StyledText("2", .input) + StyledText("  a stance with the feet apart"))]
        XCTAssertEqual(lines(choice, 20), ["2  a stance with the", "   feet apart"])
        XCTAssertEqual(
            lines([.paragraph("2  a stance with the feet apart")], 20)[1], "   feet apart", "a number too")
        XCTAssertEqual(
            lines([.paragraph("2 stances with the feet apart")], 20)[1], "feet apart",
            "without two spaces it is no list item")
        XCTAssertEqual(
            lines([.paragraph("★ Achievement reached: A Week")], 20), ["★ Achievement", "  reached: A Week"])
        XCTAssertEqual(lines([.paragraph("    a line that is indented")], 20), ["    a line that is", "    indented"])
        XCTAssertEqual(lines([.heading("↻ Theory comes back")], 14), ["↻ Theory comes", "  back"])
        XCTAssertEqual(
            lines([.paragraph("🎮 Six games with words")], 16), ["🎮 Six games", "   with words"],
            "the symbol has two columns")
        XCTAssertEqual(lines(map, 40, .pipe).count, 1)
    }

    /// French has a space before some signs and within quotation marks. No line ends there.
    func testFrenchPunctuationStaysWithItsWord() {
        let text = "Voulez-vous « vraiment » retirer « ce mot » de la série ? Oui : tout part ; rien ne reste !"
        for width in 12...60 {
            for line in lines([.paragraph(StyledText(text))], width) {
                let line = line.trimmed()
                XCTAssertFalse([":", ";", "?", "!", "»"].contains { line.hasPrefix($0) }, "\(width): \(line)")
                XCTAssertFalse(line.hasSuffix("«"), "\(width): \(line)")
            }
        }
        XCTAssertEqual(
            lines([.paragraph("a :b and c")], 3).first, "a", "a symbol at the start of a word is no punctuation")
    }

    func testPercentSignStaysWithItsNumber() {
        for width in 4...30 {
            let text = lines([.paragraph("2 sessions, best 33 %, quickest 12 s")], width).joined(separator: "\n")
            XCTAssertTrue(text.contains("33 %"), text)
        }
    }

    func testCellsWrapWithoutACommandThatShowsThemInFull() {
        let list = Output.list([Self.task, Self.task], Self.fields, empty: "")
        for width in [60, 80, 100] {
            let text = lines(list.blocks, width).joined(separator: "\n")
            XCTAssertFalse(text.contains("…"), text)
            let words = text.split(whereSeparator: { $0 == " " || $0 == "\n" }).map(String.init)
            for word in Self.task.title.split(separator: " ") {
                XCTAssertEqual(words.count { $0 == word } % 2, 0, "\(word) in \(text)")
            }
        }
        XCTAssertTrue(lines(list.blocks, 30)[0].hasPrefix("Id  "), "the narrowest layout is a list of facts")
    }

    func testPathsAndCommandsStayWholeInATable() {
        let path = "/home/kim/.local/share/dojang/kept/before-reset-20261122151621559.jsonl"
        let task = Task(
            id: "a1", title: "Use `doctor --import FILE --yes` for it, or leave it as it is for now", path: path,
            day: "")
        let list = Output.list([task], Self.fields, empty: "").shown(by: "task show ID")
        for width in [30, 40, 80, 120, 200] {
            let text = lines(list.blocks, width).joined(separator: "\n")
            XCTAssertTrue(text.contains(path) && text.contains("`doctor --import FILE --yes`"), "\(width): \(text)")
        }
    }

    /// A command that fits a line is never broken. A longer one exceeds the line.
    func testCommandsAreNeverBrokenAtAnyWidth() {
        let commands = [
            "coin share 7gq2f --to sam@example.org", "task add 'Buy 30m of rope @friday'", "help",
            "profile edit Kim --belt 9k",
        ]
        var random = RandomSource(seed: 3)
        let words = ["Then", "say", "it", "aloud,", "and", "again;", "한글은", "소리대로", "—"]
        for width in [10, 20, 40, 80, 200] {
            for _ in 0..<40 {
                var text = StyledText("")
                for command in commands.shuffled(using: &random) {
                    for _ in 0..<Int.random(in: 1...6, using: &random) {
                        text = text + StyledText((words.randomElement(using: &random) ?? "") + " ")
                    }
                    text =
                        text + (Bool.random(using: &random) ? StyledText("`\(command)`") : StyledText(command, .input))
                        + StyledText(" ")
                }
                let drawnLines = lines([.paragraph(text)], width)
                for command in commands {
                    XCTAssertTrue(drawnLines.contains { $0.contains(command) }, "\(command) at \(width): \(drawnLines)")
                }
                for line in drawnLines where DisplayWidth.columns(of: line) > width {
                    XCTAssertTrue(
                        commands.contains { line == $0 || line == "`\($0)`" },
                        "“\(line)” could be broken at \(width)")
                }
                XCTAssertEqual(lines([.paragraph(text)], width, .pipe).count, 1, "in a pipe a paragraph is a line")
                let strict = lines([.paragraph(text)], width, .screen)
                XCTAssertTrue(
                    strict.allSatisfy { DisplayWidth.columns(of: $0) <= width },
                    "a full screen is never exceeded: \(strict)")
            }
        }
    }

    func testLoneBacktickDoesNotPreventBreaks() {
        XCTAssertEqual(lines([.paragraph("a ` sign and many more words")], 12), ["a ` sign and", "many more", "words"])
    }

    func testCommandMovesBelowItsNameOnNarrowScreens() {
        let facts = Block.facts([("Again", StyledText("coin share 7gq2f --to sam@example.org", .input))])
        XCTAssertEqual(lines([facts], 40), ["Again", "  coin share 7gq2f --to sam@example.org"])
        XCTAssertEqual(lines([facts], 50), ["Again  coin share 7gq2f --to sam@example.org"])
    }
}
