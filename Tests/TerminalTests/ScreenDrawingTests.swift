import Interface
import Terminal
import XCTest

final class ScreenDrawingTests: XCTestCase {
    private func screen(_ width: Int, unicode: Bool = true, depth: ColorDepth = .none) -> Screen {
        Screen(width: width, palette: Palette(depth: depth), unicode: unicode)
    }

    private func block(_ texts: inout HostileText) -> Block {
        switch texts.number(0...9) {
        case 0: return .heading(texts.styled())
        case 1: return .paragraph(texts.styled(longest: 200))
        case 2: return .preformatted(texts.styled())
        case 3: return .facts((0..<texts.number(0...4)).map { _ in (texts.next(longest: 20), texts.styled()) })
        case 4:
            let columns = (0..<texts.number(1...7)).map { _ in
                Table.Column(texts.next(longest: 12), alignsRight: texts.number(0...2) == 0)
            }
            return .table(
                Table(
                    columns, rows: (0..<texts.number(0...4)).map { _ in columns.map { _ in texts.styled(longest: 30) } }
                ))
        case 5:
            let values = [0, 0.001, 3, 17.5, 1e300, -4, .infinity, .nan]
            let bars = (0..<texts.number(0...4)).map { _ in
                BarChart.Bar(texts.next(longest: 20), values[texts.number(0...7)], figure: texts.next(longest: 10))
            }
            return .bars(BarChart(bars, full: [nil, 0, 20, .nan][texts.number(0...3)]))
        case 6:
            return .digits(
                texts.number(0...1) == 0
                    ? texts.styled() : StyledText("-\(texts.number(0...99))  1:\(texts.number(10...59))"))
        case 7:
            return .banner(
                Banner(
                    texts.styled(), aside: texts.styled(longest: 30),
                    progress: [nil, 0, 0.4, .nan][texts.number(0...3)]))
        case 8:
            return .panels(
                (0..<texts.number(0...3)).map { _ in [.heading(texts.styled()), .paragraph(texts.styled(longest: 90))] }
            )
        default: return .gap
        }
    }

    func testNoLineIsWiderThanTheScreen() {
        var texts = HostileText(seed: 3)
        for _ in 0..<200 {
            let width = texts.number(1...90)
            let blocks = (0..<3).map { _ in block(&texts) }
            let depth = ColorDepth.allCases[texts.number(0...3)]
            let output = screen(width, unicode: texts.number(0...1) == 0, depth: depth).draw(blocks)
            for line in output.withoutColors.split(separator: "\n", omittingEmptySubsequences: false) {
                XCTAssertLessThanOrEqual(
                    DisplayWidth.columns(of: String(line)), width, "\(width): \(line.debugDescription)")
                XCTAssertNotEqual(line.last, " ")
                XCTAssertFalse(line.unicodeScalars.contains(where: \.isDangerous))
            }
        }
    }

    func testColorsDoNotChangeTheLayout() {
        var texts = HostileText(seed: 4)
        for _ in 0..<300 {
            let blocks = [block(&texts)]
            XCTAssertEqual(screen(50, depth: .full).draw(blocks).withoutColors, screen(50).draw(blocks))
        }
    }

    func testAParagraphKeepsItsWords() {
        var texts = HostileText(seed: 5)
        for _ in 0..<200 {
            let words = (0..<texts.number(1...30)).map { _ in
                String((0..<texts.number(1...9)).map { _ in Array("abc태권도漢é👍🏽")[texts.number(0...8)] })
            }
            let text = words.joined(separator: " ")
            let lines = screen(texts.number(4...40)).lines(of: [.paragraph(StyledText(text))])
            XCTAssertEqual(lines.joined().filter { $0 != " " }, words.joined())
            XCTAssertEqual(screen(10_000).lines(of: [.paragraph(StyledText(text))]), [text])
        }
    }

    func testWordsThatFitAreNotBroken() {
        let lines = screen(12).lines(of: [.paragraph("the quick brown fox 태권도를 배우자")])
        XCTAssertEqual(lines, ["the quick", "brown fox", "태권도를", "배우자"])
        XCTAssertEqual(screen(6).lines(of: [.paragraph("漢字漢字 abcdefgh")]), ["漢字漢", "字", "abcdef", "gh"])
        XCTAssertEqual(screen(20).lines(of: [.paragraph("one\n\n  two")]), ["one", "", "  two"])
    }

    /// Every cell has a mark, so the test finds the columns in the output.
    func testTableColumnsAreAligned() {
        var texts = HostileText(seed: 6)
        for _ in 0..<200 {
            let cells = (0..<5).map { _ in Array("태권도 a漢é👍🏽🇰🇷").prefix(texts.number(0...9)).map(String.init).joined() }
            let table = Table(
                [Table.Column("名"), Table.Column("x"), Table.Column("n", alignsRight: true)],
                rows: cells.map { ["|\(StyledText($0).text)", "|b", "7|"].map { StyledText($0) } })
            let lines = screen(texts.number(24...60)).lines(of: [.table(table)]).dropFirst()
            let places = lines.map { line in
                line.indices.filter { line[$0] == "|" }.map { DisplayWidth.columns(of: String(line[..<$0])) }
            }
            XCTAssertEqual(Set(places).count, 1, lines.joined(separator: "\n"))
            XCTAssertEqual(places.first?.count, 3)
        }
    }

    /// `list | grep` must find words that a terminal would cut.
    func testTableInAPipeIsNotTruncated() {
        let texts = ["차렷", "attention stance, feet together, eyes to the front, and not a word until told"]
        let table = Table([Table.Column("Word"), Table.Column("Meaning")], rows: [texts.map { StyledText($0) }])
        let pipe = Screen(width: 20, palette: Palette(theme: .classic, depth: .none), unicode: true, fit: .pipe)
        XCTAssertEqual(pipe.lines(of: [.table(table)]).last, texts.joined(separator: "  "))
    }

    func testATableShrinksItsWidestColumnAndNeverItsNumbers() {
        let table = Table(
            [Table.Column("Word"), Table.Column("Meaning"), Table.Column("Cards", alignsRight: true)],
            rows: [["차렷", "attention stance, feet together, eyes to the front", "1234567"], ["경례 👍🏽", "bow", "5"]])
        XCTAssertEqual(
            screen(40).draw([.table(table)]),
            """
            Word     Meaning                   Cards
            차렷     attention stance, fee…  1234567
            경례 👍🏽  bow                           5

            """)
        XCTAssertEqual(screen(18).lines(of: [.table(table)]).first, "Word")
    }

    func testFactsUseTwoColumnsOrStackedLines() {
        let facts: [(name: String, value: StyledText)] = [("Belt", "green"), ("Pattern", "Do-San, 24 movements")]
        XCTAssertEqual(
            screen(24).lines(of: [.facts(facts)]), ["Belt     green", "Pattern  Do-San, 24", "         movements"])
        XCTAssertEqual(screen(12).lines(of: [.facts(facts)]).prefix(2), ["Belt", "  green"])
    }

    func testBarsAreDrawnToScaleWithTheirFigures() {
        let chart = BarChart([
            BarChart.Bar("월", 50, figure: "50 min"), BarChart.Bar("Tue", 25, figure: "25 min"),
            BarChart.Bar("Wed", 0, figure: "0 min"),
        ])
        XCTAssertEqual(
            screen(30).lines(of: [.bars(chart)]),
            ["월   █████████████████  50 min", "Tue  ████████▌          25 min", "Wed                      0 min"])
        XCTAssertEqual(screen(30, unicode: false).lines(of: [.bars(chart)])[0], "wol  #################  50 min")
        XCTAssertEqual(screen(12).lines(of: [.bars(chart)])[1], "Tue   25 min")
    }

    func testDigitsAreLargeWhereTheyFitAndTextElsewhere() {
        let score = Block.digits(StyledText("-1", .title) + StyledText(" 0:4", .accent))
        let large = [
            "     █    ███   █ █",
            "     █    █ █ █ █ █",
            "███  █    █ █   ███",
            "     █    █ █ █   █",
            "     █    ███     █",
        ]
        XCTAssertEqual(screen(19).lines(of: [score]), large)
        XCTAssertEqual(screen(19, unicode: false).lines(of: [score])[2], "###  #    # #   ###")
        XCTAssertEqual(screen(18).lines(of: [score]), ["-1 0:4"])
        XCTAssertEqual(
            screen(26).lines(of: [.digits("1:04")]),
            [
                "  ██        ██████  ██  ██",
                "  ██    ██  ██  ██  ██  ██",
                "  ██        ██  ██  ██████",
                "  ██    ██  ██  ██      ██",
                "  ██        ██████      ██",
            ], "square dots for few digits")
        XCTAssertEqual(
            screen(25).lines(of: [.digits("1:04")])[1], " █  █ █ █ █ █", "half width before plain text")
        XCTAssertEqual(screen(80).lines(of: [.digits("1 Kim")]), ["1 Kim"], "letters are not drawn large")
    }
}
