import Interface
import Kernel
import Terminal
import TerminalTesting
import XCTest

final class HomeViewTests: XCTestCase {
    private func homeScreen(
        _ contents: [HomeCard.Content], columns: Int = 80, terminal: Bool = true, words: [String] = []
    )
        -> String
    {
        let cards = contents.enumerated().map { place, content in HomeCard("card-\(place)", order: place) { content } }
        let console = ScriptedConsole(
            terminal: terminal, environment: ["TERM": "xterm-256color", "LANG": "C.UTF-8", "NO_COLOR": "1"],
            columns: columns)
        let shell = Shell(app: SampleApp.description, commands: [], homeCards: cards, today: { SampleApp.today })
        XCTAssertEqual(shell.run(words, on: console), 0, console.error)
        return console.output
    }

    private func panel(_ name: String, _ rows: Int, head: StyledText = "", now: HomeCard.Step? = nil)
        -> HomeCard.Content
    {
        HomeCard.Content(
            blocks: [.heading(StyledText(name))] + (0..<rows).map { .paragraph("\(name.lowercased())\($0)") },
            headerText: head,
            suggestedStep: now,
            members: [], next: ["do \(name.lowercased())"])
    }

    private func lines(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    func testHeaderShowsTitleAndDayAboveARule() {
        let text = lines(homeScreen([panel("A", 1, head: "Kim"), panel("B", 1, head: "9th keup")], columns: 60))
        XCTAssertEqual(
            text[0], "Kim  9th keup" + String(repeating: " ", count: 59 - 13 - 24) + "Friday, 20 November 2026")
        XCTAssertEqual(text[1], String(repeating: "─", count: 59))
        XCTAssertEqual(
            lines(homeScreen([panel("A", 1)], columns: 30)).prefix(3), ["Sample", "Friday, 20 November 2026", ""])
        XCTAssertEqual(
            lines(homeScreen([panel("A", 1)], terminal: false)).prefix(2), ["Sample · Friday, 20 November 2026", ""])
        let long = lines(
            homeScreen([panel("A", 1, head: StyledText(String(repeating: "Kim ", count: 20)))], columns: 60))
        XCTAssertTrue(long.contains("Friday, 20 November 2026"), "the day moves below a long title")
    }

    func testPanelsUseColumnsOnWideScreens() {
        let panels = [panel("A", 3), panel("B", 1), panel("C", 1)]
        let at = { (columns: Int) in
            self.lines(self.homeScreen(panels, columns: columns)).filter { $0.contains("A") || $0.contains("C") }
        }
        XCTAssertEqual(at(99), ["A", "C"])
        // Two columns of 48 and a gutter of four. B and C share the second column.
        XCTAssertEqual(at(100)[0], "A" + String(repeating: " ", count: 51) + "B")
        XCTAssertEqual(at(150)[0].split(separator: " ").map(String.init), ["A", "B", "C"])
        XCTAssertEqual(
            lines(homeScreen(panels, columns: 150, terminal: false)).filter { ["A", "B", "C"].contains($0) },
            ["A", "B", "C"])
    }

    func testWideWordIsNotBrokenByItsColumn() {
        let path = "/" + String(repeating: "long/", count: 12)
        let panels = [panel("A", 1), HomeCard.Content(blocks: [.paragraph(StyledText(path))], members: [])]
        XCTAssertTrue(lines(homeScreen(panels, columns: 100)).contains(path))
        XCTAssertTrue(
            lines(homeScreen(panels, columns: 180)).contains { $0.hasSuffix(path) && $0 != path }, "two columns fit")
    }

    func testLowestRankStepIsShownAsNow() {
        let cards = [
            panel("A", 1, now: .init("do a", because: "later", rank: 20)),
            panel("B", 1, now: .init("do b", because: "3 wait", rank: 10)),
        ]
        let text = lines(homeScreen(cards))
        XCTAssertEqual(text[2], "Now: sample do b  3 wait", "below the rule")
        XCTAssertTrue(text.contains("Next: sample do a"), "the step of Now is not repeated: \(text)")
        XCTAssertFalse(
            homeScreen(cards, words: ["--json"]).contains("3 wait"), "programs get only the members of a card")
    }

    func testCardPositionsOrderTheHomeView() {
        let cards: [HomeCard.Content] = [
            .init(blocks: [.paragraph("tip")], at: .foot, members: []),
            .init(blocks: [.paragraph("news")], at: .below, members: []),
            panel("Panel", 0), .init(blocks: [.paragraph("tour")], at: .above, members: []),
        ]
        let order = lines(homeScreen(cards)).filter { ["tip", "news", "Panel", "tour"].contains($0) }
        XCTAssertEqual(order, ["tour", "Panel", "news", "tip"])
    }
}
