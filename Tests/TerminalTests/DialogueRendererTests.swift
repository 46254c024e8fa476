import Interface
import Kernel
import Terminal
import XCTest

/// The content of the full screen at every size and after every key.
final class DialogueRendererTests: XCTestCase {
    /// Shows the next view after each event. `q` ends.
    private struct ViewSequence: Dialogue {
        var slides: [DialogueView]
        var place = 0
        var view: DialogueView { slides[min(place, slides.count - 1)] }

        mutating func handle(_ event: DialogueEvent) -> DialogueStep {
            place += 1
            return event == .key(.character("q")) ? .finish(Output()) : .stay
        }
    }

    private static let hints = [
        KeyHint(.character("n"), "next"), KeyHint(.space, "turn"), KeyHint(.character("q"), "quit"),
    ]

    private func lines(_ count: Int) -> [Block] { (0..<count).map { .preformatted(StyledText("line \($0)")) } }

    private func view(
        _ count: Int, wanted: DialogueView.Wanted = .key(hints), bell: Bool = false, title: String? = nil,
        help: String? = nil,
        progress: Double? = nil
    ) -> DialogueView {
        DialogueView(lines(count), wanted: wanted, ringsBell: bell, title: title, help: help, progress: progress)
    }

    @discardableResult private func play(
        _ slides: [DialogueView], _ keys: [Key], size: (columns: Int, rows: Int) = (60, 10), term: String = "xterm",
        setsTitle: Bool = true, saying: [Block] = []
    ) throws -> PlayedConsole {
        let plays = keys.map { PlayedConsole.Play.key($0) }
        let console = PlayedConsole(plays, size: size, environment: ["TERM": term])
        let driver = DialogueDriver(
            console: console, palette: .plain, unicode: true, preferences: .init(setsTitle: setsTitle),
            help: { name in name == "sheet" ? (0..<12).map { .preformatted(StyledText("help \($0)")) } : [] },
            seconds: { 0 })
        _ = try driver.run(ViewSequence(slides: slides), openingBlocks: saying)
        return console
    }

    /// Returns the lines of the screen after each write.
    private func screens(_ console: PlayedConsole) -> [[String]] {
        var screen = DrawnScreen("", rows: console.size.rows)
        return console.written.map { codes in
            screen.draw(codes)
            var drawnLines = screen.lines
            while drawnLines.last == "" { drawnLines.removeLast() }
            return drawnLines
        }
    }

    private let footer = "n: next   space: turn   q: quit   ?: keys"

    /// Returns the expected screen of a view with `count` lines, scrolled to line `top`.
    private func page(_ count: Int, rows: Int, top: Int) -> [String] {
        let all = (0..<count).map { "line \($0)" }
        guard count > rows - 2 else { return all + (count > 0 && count + 1 < rows ? [""] : []) + [footer] }
        let visible = rows - 3
        let hidden = count - top - visible
        let below = hidden > 0 ? ["page-down: \(hidden) more line\(hidden == 1 ? "" : "s")"] : []
        let note = (below + (top > 0 ? ["page-up: \(top) before"] : [])).joined(separator: "   ")
        return all[top..<top + visible] + [note, "", footer]
    }

    func testScrollingReachesEveryLineAndCountsHiddenLines() throws {
        for rows in [4, 5, 6, 9, 12] {
            for count in Array(0...13) + [26] {
                var top = 0
                var expected = [page(count, rows: rows, top: 0)]
                var keys: [Key] = []
                let last = max(0, count - (rows - 3))
                while count > rows - 2, top < last {
                    top = min(last, top + rows / 2)
                    keys.append(.pageDown)
                    expected.append(page(count, rows: rows, top: top))
                }
                while top > 0 {
                    top = max(0, top - rows / 2)
                    keys.append(.pageUp)
                    expected.append(page(count, rows: rows, top: top))
                }
                let console = try play([view(count)], keys, size: (60, rows))
                XCTAssertEqual(screens(console), expected, "\(count) lines in \(rows) rows")
            }
        }
    }

    func testSmallestScreensShowTheViewFirst() throws {
        let facts: [(rows: Int, count: Int, shown: [String])] = [
            (1, 1, ["line 0"]), (2, 1, ["line 0", footer]), (2, 2, ["line 0", "page-down: 1 more line"]),
            (3, 1, ["line 0", "", footer]), (3, 2, ["line 0", "page-down: 1 more line", footer]),
        ]
        for fact in facts {
            XCTAssertEqual(screens(try play([view(fact.count)], [], size: (60, fact.rows))).last, fact.shown, "\(fact)")
        }
        let keys = "enter: send   ctrl-d: end"
        for (rows, expected) in [
            (2, ["line 0", "Name?"]), (3, ["line 0", keys, "Name?"]), (4, ["line 0", "", keys, "Name?"]),
        ] {
            let console = try play([view(1, wanted: .line(prompt: "Name?"))], [], size: (60, rows))
            XCTAssertEqual(screens(console).last, expected)
            XCTAssertTrue(console.output.hasSuffix("\u{1B}[\(rows);7H\u{1B}[?25h"), console.output.debugDescription)
            XCTAssertTrue(console.output.hasPrefix("\u{1B}[?25l"), "no cursor while it is drawn")
        }
    }

    func testScrollingOnAScreenWithOneRow() throws {
        let console = try play([view(3)], [.pageDown, .pageDown, .pageUp], size: (40, 1))
        XCTAssertEqual(screens(console), [["line 0"], ["line 1"], ["line 2"], ["line 1"]])
    }

    func testKeysOfTheViewOverrideScrolling() throws {
        let paging = DialogueView(
            lines(30), wanted: .key([KeyHint(.pageDown, "on"), KeyHint(.character("q"), "quit")]))
        XCTAssertEqual(screens(try play([paging, view(1)], [.pageDown])).last?.count, 3)
    }

    func testShorterViewClearsOldRowsAndClampsScrolling() throws {
        let next = Key.character("n")
        let console = try play([view(5), view(2), view(2), view(4)], [next, next, next])
        XCTAssertEqual(screens(console).map(\.count), [7, 4, 6], "the same view is not drawn again")
        XCTAssertEqual(console.written[1], "\u{1B}[3;1H\u{1B}[K\u{1B}[4;1H\(footer)\u{1B}[K\u{1B}[5;1H\u{1B}[J")
        XCTAssertFalse(console.written[2].contains("\u{1B}[J"), "a longer view clears nothing")
        let scrolled = try play([view(30), view(9)], [.pageDown, .pageDown, .pageDown, next])
        XCTAssertEqual(screens(scrolled).last?.prefix(2), ["line 2", "line 3"], "the last lines of the shorter view")
    }

    func testKeyHintsWrapWithoutHidingAny() throws {
        let parts = ["n: next", "space: turn", "q: quit"]
        for columns in 12...60 {
            for help in [nil, "sheet", "none"] {
                var expected: [String] = []
                for part in parts + [help == nil ? "?: keys" : "?: help"] {
                    if let last = expected.last, last.count + 3 + part.count < columns {
                        expected[expected.count - 1] = last + "   " + part
                    } else {
                        expected.append(part)
                    }
                }
                let drawnScreens = screens(try play([view(1, help: help)], [], size: (columns, 12)))
                XCTAssertEqual(drawnScreens.last?.suffix(expected.count), expected[...], "\(columns)")
            }
        }
    }

    func testNarrowScreenMergesKeyHintsAndUsesRanges() throws {
        let rating = zip("1234", ["again", "hard", "good", "easy"]).map { KeyHint(.character($0), $1) }
        let outcomes = zip(rating, ["today", "1 day", "2 days", "4 days"]).map {
            KeyHint($0.key, $0.meaning, outcome: $1)
        }
        let choosing = "1234".map { KeyHint(.character($0), "choose") }
        let turning = [KeyHint(.space, "flip"), KeyHint(.enter, "flip"), KeyHint(.character("q"), "quit")]
        let facts: [(hints: [KeyHint], columns: Int, shown: [String])] = [
            (turning, 60, ["space: flip   enter: flip   q: quit   ?: keys"]),
            (turning, 40, ["space, enter: flip   q: quit   ?: keys"]),
            (rating + turning, 80, ["1: again   2: hard   3: good   4: easy   space, enter: flip   q: quit   ?: keys"]),
            (rating + turning, 40, ["1-4: again to easy   space, enter: flip", "q: quit   ?: keys"]),
            (
                outcomes + turning, 80,
                [
                    "1: again today   2: hard 1 day   3: good 2 days   4: easy 4 days   space: flip",
                    "enter: flip   q: quit   ?: keys",
                ]
            ),
            (outcomes + turning, 40, ["1-4: again to easy   space, enter: flip", "q: quit   ?: keys"]),
            (choosing, 60, ["1: choose   2: choose   3: choose   4: choose   ?: keys"]),
            (choosing, 30, ["1-4: choose   ?: keys"]),
        ]
        for fact in facts {
            let drawnScreens = screens(
                try play([DialogueView(lines(1), wanted: .key(fact.hints))], [], size: (fact.columns, 12)))
            XCTAssertEqual(drawnScreens.last?.dropFirst(2), fact.shown[...], "\(fact.columns)")
        }
        let many = "abcdefghijklm".map { KeyHint(.character($0), "does \($0)") }
        let crowded = screens(try play([DialogueView(lines(1), wanted: .key(many))], [], size: (16, 12)))
        XCTAssertEqual(crowded.last?.count, 6, "the keys take a third of the screen and no more")
        XCTAssertEqual(crowded.last?.last, "?: keys", "the last hint opens the list of all keys")
    }

    func testDialogueCanHandleTheQuestionMark() throws {
        let custom = DialogueView(lines(1), wanted: .key([KeyHint(.character("?"), "hint")]))
        let drawnScreens = screens(try play([custom, view(3)], [.character("?")]))
        XCTAssertEqual(drawnScreens[0].last, "?: hint")
        XCTAssertEqual(drawnScreens[1].count, 5)
    }

    func testHelpOpensAtItsTopAndAnyKeyReturnsToTheView() throws {
        let question = Key.character("?")
        let sheet = screens(try play([view(30, help: "sheet")], [.pageDown, question, .pageDown, .pageUp, .pageUp]))
        XCTAssertEqual(sheet.map(\.first), ["line 0", "line 5", "help 0", "help 5", "help 0", "line 5"])
        XCTAssertEqual(sheet[2].last, "any key: back")
        let keys = screens(try play([view(2)], [question, .pageDown]))
        XCTAssertEqual(
            keys[1], ["Keys", "", "n       next", "space   turn", "q       quit", "ctrl-d  end", "", "any key: back"])
        XCTAssertEqual(keys[2].prefix(2), ["line 0", "line 1"], "a key without scrolling closes help")
        let both = screens(try play([view(2, help: "sheet")], [question], size: (40, 30)))
        XCTAssertEqual(both[1].prefix(16).suffix(4), ["", "Keys", "", "n       next"])
        let line = view(2, wanted: .line(prompt: "Name?"), help: "sheet")
        XCTAssertEqual(screens(try play([line, view(3)], [question, .enter]))[2].first, "help 0")
        let silent = view(2, wanted: .line(prompt: "Name?"), help: "none")
        XCTAssertEqual(
            screens(try play([silent, view(3)], [question, .enter])).last?.count, 5,
            "a line that is only a question mark")
    }

    func testOpeningMessageIsAboveTheViewWithABlankLine() throws {
        let drawnScreens = screens(try play([view(1), view(2)], [.character("n")], saying: [.paragraph("Going on.")]))
        XCTAssertEqual(drawnScreens[0].prefix(3), ["Going on.", "", "line 0"])
        XCTAssertEqual(drawnScreens[1].first, "line 0")
    }

    func testBellRingsOncePerRequest() throws {
        let rings = [true, true, false, true].map { view(1, bell: $0) }
        let console = try play(rings, Array(repeating: .character("n"), count: 3))
        XCTAssertEqual(console.output.filter { $0 == "\u{07}" }.count, 2)
        XCTAssertEqual(console.written.first?.first, "\u{07}")
    }

    func testTitleIsSetOnChangeAndTruncated() throws {
        let titled = ["one", "one", "two"].map { view(1, title: $0) } + [view(1)]
        let keys: [Key] = Array(repeating: .character("n"), count: 3)
        func titles(_ console: PlayedConsole) -> [Int] {
            console.output.matches(of: /\]2;([^\u{07}]*)\u{07}/.matchingSemantics(.unicodeScalar)).map { $0.1.count }
        }
        XCTAssertEqual(titles(try play(titled, keys)), [3, 3])
        XCTAssertEqual(titles(try play(titled, keys, term: "linux")), [])
        XCTAssertEqual(titles(try play(titled, keys, setsTitle: false)), [])
        XCTAssertEqual(titles(try play([view(1, title: String(repeating: "t", count: 99))], [])), [80])
        XCTAssertEqual(
            titles(try play([view(1, title: "one")], [.character("\u{0C}")])), [3, 3], "Ctrl-L sends everything again")
    }

    func testTaskBarProgressIsSetInPercentAndCleared() throws {
        let slides = [0.25, 0.251, nil, -3, 7, 0.5].map { view(1, progress: $0) }
        let keys: [Key] = Array(repeating: .character("n"), count: 5)
        XCTAssertEqual(
            try play(slides, keys).taskBar,
            ["on", "1;25", "0", "off", "on", "1;0", "1;100", "1;50", "0", "off"])
        XCTAssertEqual(try play(slides, keys, term: "linux").taskBar, [])
        XCTAssertEqual(try play(slides, keys, setsTitle: false).taskBar, [])
        XCTAssertEqual(try play([view(1)], [.character("\u{0C}")]).taskBar, [], "no progress, no codes")
        XCTAssertEqual(try play([slides[0]], [.character("\u{0C}")]).taskBar, ["on", "1;25", "1;25", "0", "off"])
    }
}
