import Diary
import Interface
import Kernel
import Pictures
import PicturesTesting
import Terminal
import TerminalTesting
import XCTest

/// Interactive calendars, and a year in colors.
final class CalendarScreenTests: XCTestCase {
    private static let colors: [[UInt8]] = [[200, 100, 50], [20, 40, 60], [240, 240, 230]]

    /// Creates a diary with photos of one color each on the given days before today.
    private func fixture(_ ages: [Int]) throws -> Fixture {
        let fixture = Fixture(
            tool: ImageTool(
                name: "flat", prepare: { photo, _ in photo.bytes }, thumbnail: { _, _ in nil },
                pixels: { photo, _ in
                    let color = Self.colors[photo.header.width % 3]
                    return PixelMap(width: 2, height: 2, bytes: Array(repeating: color, count: 4).flatMap { $0 })
                }))
        for ago in ages {
            _ = try fixture.diary.add(PhotoMaker.png(1 + ago, 2), note: "note \(ago)", on: Fixture.day(-ago))
        }
        return fixture
    }

    private func room(_ columns: Int, _ rows: Int, _ colors: ColorDepth = .full) -> ScreenRoom {
        .init(columns: columns, rows: rows, hasColors: colors != .none, unicode: true)
    }

    private func text(_ dialogue: any Dialogue) -> String {
        (dialogue.view.rows ?? []).map(\.text).joined(separator: "\n")
    }

    private func screen(_ fixture: Fixture, _ words: [String] = [], _ room: ScreenRoom) throws -> any Dialogue {
        var screen = try fixture.app().dialogue("calendar", words)
        try screen.fit(room)
        return screen
    }

    /// Any keys on any screen size: nothing is drawn outside it, and no future day is selected.
    func testRandomKeysStayWithinScreen() throws {
        var random = RandomSource(seed: 7)
        let keys: [Key] = [
            .left, .right, .up, .down, .pageUp, .pageDown, .home, .enter, .escape, .backspace, .character("y"),
            .character("b"),
        ]
        let fixture = try fixture([0, 1, 3, 8, 30, 31, 300, 400])
        for size in [(1, 1), (2, 1), (10, 5), (39, 18), (79, 22), (199, 48)] {
            for colors in [ColorDepth.none, .full] {
                var screen = try screen(fixture, [], room(size.0, size.1, colors))
                for _ in 0..<120 {
                    let key = keys.randomElement(using: &random) ?? .up
                    if case .finish = try screen.handle(.key(key)) {
                        screen = try self.screen(fixture, [], room(size.0, size.1, colors))
                    }
                    _ = try screen.handle(.tick)
                    guard let rows = screen.view.rows else { continue }
                    XCTAssertLessThanOrEqual(rows.count, size.1, "\(size) \(key)")
                    if size.0 >= 39 {
                        for row in rows.dropFirst(3) {
                            XCTAssertLessThanOrEqual(
                                DisplayWidth.columns(of: row.text), size.0, "\(size) \(key): \(row.text)")
                        }
                    }
                }
            }
        }
    }

    func testArrowKeysMoveByDayWeekMonthAndYear() throws {
        let fixture = try fixture([0, 1, 40])
        var screen = try screen(fixture, [], room(79, 22))
        XCTAssertTrue(text(screen).contains("November 2026 · 2 of 30 days have a photo"), text(screen))
        for (keys, day) in [
            ([Key.left], "Thursday, 19 November 2026"), ([.up], "Thursday, 12 November 2026"),
            ([.pageUp], "Monday, 12 October 2026"), ([.home], "Friday, 20 November 2026"),
            ([.down], "Friday, 20 November 2026"),
            ([.character("y"), .up], "Tuesday, 20 October 2026"), ([.pageUp], "Monday, 20 October 2025"),
            ([.home, .enter], "Friday, 20 November 2026"),
        ] {
            for key in keys { _ = try screen.handle(.key(key)) }
            XCTAssertTrue(text(screen).contains(day), "\(keys): \(text(screen))")
        }
        _ = try screen.handle(.key(.enter))
        XCTAssertTrue(screen.text().contains("note 0"), screen.text())
        for (key, note) in [
            (Key.left, "note 1"), (.left, "note 40"), (.left, "note 40"), (.right, "note 1"), (.right, "note 0"),
        ] {
            _ = try screen.handle(.key(key))
            XCTAssertTrue(screen.text().contains(note), "\(key) goes from photo to photo: \(screen.text())")
        }
        _ = try screen.handle(.key(.escape))
        for key in [Key.left, .left, .enter] { _ = try screen.handle(.key(key)) }
        XCTAssertTrue(text(screen).contains("has no photo"), text(screen))
        guard case .finish = try screen.handle(.key(.character("q"))) else { return XCTFail("q leaves") }
    }

    func testCalendarIsPrintedInPipeAndWithPrintOption() throws {
        let fixture = try fixture([0])
        XCTAssertTrue(fixture.app().run(["calendar"]).output.contains("1 of 30 days have a photo (*)."))
        let console = ScriptedConsole(keys: [.character("q")], terminal: true, environment: ["TERM": "xterm"])
        XCTAssertEqual(fixture.app().run(["calendar", "--print"], on: console), 0)
        XCTAssertTrue(console.output.contains("[20*"), console.output)
    }

    /// The color of a day is the mean of its photo in each color depth. Without colors a character
    /// replaces it.
    func testYearShowsMeanColorOfEachPhoto() throws {
        let fixture = try fixture([0, 1, 2])
        let json = fixture.app().run(["pixels", "--json"]).output
        for (day, color) in [("2026-11-20", "#142840"), ("2026-11-19", "#f0f0e6"), ("2026-11-18", "#c86432")] {
            XCTAssertTrue(json.replacing("\n", with: "").contains("\"\(day)\""), json)
            XCTAssertTrue(json.contains(color) || color == "#142840", json)
        }
        for columns in [80, 40] {
            let console = ScriptedConsole(
                terminal: true, environment: ["TERM": "xterm-256color", "COLORTERM": "truecolor"], columns: columns)
            XCTAssertEqual(fixture.app().run(["pixels"], on: console), 0, console.error)
            XCTAssertTrue(console.output.contains("48;2;200;100;50"), "\(columns)")
            XCTAssertTrue(console.output.contains("Dec "))
        }
        let bare = fixture.app().run(["pixels"]).output
        XCTAssertTrue(bare.contains("Nov · "), bare)
        XCTAssertFalse(bare.contains("\u{1B}"))
    }

    func testYearByMoodShowsColorsAndNumbers() throws {
        let fixture = try fixture([0, 1])
        _ = try fixture.diary.change(on: Fixture.today, EntryChange(mood: .set(.great)))
        let output = fixture.app().run(["pixels", "--by", "mood"]).output
        XCTAssertTrue(output.contains("55") && output.contains("great"), output)
        let json = fixture.app().run(["pixels", "--by", "mood", "--json"]).output
        XCTAssertTrue(json.contains("\"great\"") && json.contains("#d9e8a0"), json)
    }

    func testSVGTitlesDescribeEachCell() throws {
        let fixture = try fixture([0, 1])
        var change = EntryChange()
        change.sealedUntil = Fixture.day(10)
        _ = try fixture.diary.change(on: Fixture.today, change)
        let console = ScriptedConsole()
        XCTAssertEqual(fixture.app().run(["pixels", "--svg", "year.svg"], on: console), 0, console.error)
        let svg = String(decoding: console.fileContents["year.svg"] ?? [], as: UTF8.self)
        XCTAssertTrue(svg.contains("<title>2026-11-19: #f0f0e6</title>"), svg)
        XCTAssertTrue(svg.contains("<title>2026-11-20: no colour</title>"), "sealed days have no color")
        XCTAssertEqual(svg.components(separatedBy: "<rect").count - 1, 365)
        XCTAssertNotEqual(
            fixture.app().run(["pixels", "--svg", "year.svg"], on: console), 0, "a file is replaced only on request")
    }

    func testInvalidYearIsRejected() throws {
        XCTAssertEqual(try fixture([0]).app().run(["pixels", "20x6"]).status, 64)
    }
}
