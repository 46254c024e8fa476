import Diary
import Interface
import Kernel
import Pictures
import PicturesTesting
import Terminal
import TerminalTesting
import TestSupport
import XCTest

/// The diary's screens in a terminal with pixel graphics.
final class PixelScreenTests: XCTestCase {
    private static let cell = CellPixels(width: 10, height: 20)

    /// Creates a diary with photos of one color each, and records the requested sizes.
    private func fixture(_ ages: Range<Int>, _ requestedSides: AskedSides = AskedSides()) throws -> Fixture {
        let fixture = Fixture(
            tool: ImageTool(
                name: "flat", prepare: { photo, _ in photo.bytes }, thumbnail: { _, _ in nil },
                pixels: { photo, side in
                    requestedSides.add(side)
                    let color: [UInt8] = [UInt8(photo.header.width % 200 + 20), 100, 50]
                    return PixelMap(width: 8, height: 6, bytes: Array(repeating: color, count: 48).flatMap { $0 })
                }))
        for ago in ages {
            _ = try fixture.diary.add(PhotoMaker.png(1 + ago, 2), note: "note \(ago)", on: Fixture.day(-ago))
        }
        return fixture
    }

    private func room(_ columns: Int, _ rows: Int, cell: CellPixels? = cell) -> ScreenRoom {
        .init(columns: columns, rows: rows, hasColors: true, unicode: true, cell: cell)
    }

    /// Returns the view after all pictures have loaded.
    private func settledView(_ screen: inout any Dialogue) throws -> DialogueView {
        let deadline = SteadyClock.seconds() + 20
        while screen.view.tickInterval != nil, SteadyClock.seconds() < deadline {
            _ = try screen.handle(.tick)
            usleep(1_000)
        }
        XCTAssertNil(screen.view.tickInterval)
        return screen.view
    }

    /// Checks that pictures stay on the screen, do not overlap, and cover no text.
    private func check(_ view: DialogueView, _ room: ScreenRoom, _ message: String) {
        let rows = (view.rows ?? []).map { Array($0.text) }
        var taken = Set<Int>()
        for picture in view.pictures {
            XCTAssertTrue(picture.row >= 0 && picture.row + picture.rows <= room.rows, "\(message) \(picture.row)")
            XCTAssertTrue(picture.column >= 0 && picture.column + picture.columns <= room.columns, message)
            for row in picture.row..<(picture.row + picture.rows) {
                for column in picture.column..<(picture.column + picture.columns) {
                    XCTAssertTrue(
                        taken.insert(row * 10_000 + column).inserted, "\(message): two pictures at \(row), \(column)")
                    if row < rows.count, column < rows[row].count, rows[row][column] != " " {
                        XCTFail("\(message): “\(rows[row][column])” is covered by a picture")
                    }
                }
            }
        }
    }

    func testBrowserShowsPictureInEveryTile() throws {
        let sides = AskedSides()
        let fixture = try fixture(0..<60, sides)
        for (columns, rows) in [(79, 22), (119, 38), (199, 48), (39, 18), (24, 12)] {
            let room = room(columns, rows)
            var screen = try fixture.app().dialogue("browse")
            XCTAssertTrue(screen.hasPictures)
            try screen.fit(room)
            for key in [Key.home, .right, .down, .pageDown, .end, .up] {
                _ = try screen.handle(.key(key))
                let view = try settledView(&screen)
                let tiles = (view.rows ?? []).joined().text.matches(of: /\d+ (Nov|Oct|Sep)/).count
                XCTAssertGreaterThan(view.pictures.count, 0, "\(columns) × \(rows)")
                XCTAssertEqual(view.pictures.count, Set(view.pictures.map(\.name)).count)
                XCTAssertGreaterThanOrEqual(tiles, view.pictures.count)
                check(view, room, "\(columns) × \(rows), \(key)")
            }
        }
        // A tile of 17 columns is 170 pixels wide. The cached 48 pixels are too few, and a
        // thumbnail's 400 suffice.
        XCTAssertTrue(sides.all.allSatisfy { $0 > PhotoPath.pixelSide && $0 <= 400 }, "\(sides.all.prefix(5))")
    }

    /// Pictures are created once a screen and are not stored in the blob store.
    func testPicturesAreCreatedOnceForAScreen() throws {
        let sides = AskedSides()
        let fixture = try fixture(0..<8, sides)
        var screen = try fixture.app().dialogue("browse")
        try screen.fit(room(79, 22))
        let view = try settledView(&screen)
        XCTAssertEqual(view.pictures.count, 8)
        for key in [Key.right, .down, .home, .enter, .escape] { _ = try screen.handle(.key(key)) }
        XCTAssertEqual(try settledView(&screen).pictures.count, 8)
        XCTAssertEqual(sides.all.count, 8)
        XCTAssertNil(fixture.diary.cachedPixels(of: try fixture.diary.entry(on: Fixture.today)))
        XCTAssertEqual(screen.view.pictures.first?.map.mean, RGBColor(red: 21, green: 100, blue: 50))
        // A terminal without pixel graphics shows none.
        try screen.fit(room(79, 22, cell: nil))
        XCTAssertEqual(try settledView(&screen).pictures.count, 0)
    }

    func testCalendarMonthShowsPictures() throws {
        let fixture = try fixture(0..<40)
        for (columns, rows) in [(79, 22), (119, 38), (199, 48), (60, 12), (79, 8)] {
            let room = room(columns, rows)
            var screen = try fixture.app().dialogue("calendar", [])
            try screen.fit(room)
            for key in [Key.left, .up, .pageUp, .home] {
                _ = try screen.handle(.key(key))
                check(try settledView(&screen), room, "\(columns) × \(rows), \(key)")
            }
            // 12 to 20 November and the visible days of the previous month fit on a tall screen.
            if rows > 20 { XCTAssertEqual(screen.view.pictures.count, 20) }
            _ = try screen.handle(.key(.character("y")))
            XCTAssertEqual(try settledView(&screen).pictures.count, 0, "a year is a grid of colors")
        }
    }

    /// A sealed entry shows neither characters nor pixels.
    func testSealedEntryHasNoPixels() throws {
        let fixture = try fixture(0..<2)
        var change = EntryChange()
        change.sealedUntil = Fixture.day(30)
        _ = try fixture.diary.change(on: Fixture.today, change)
        var screen = try fixture.app().dialogue("browse")
        try screen.fit(room(79, 22))
        let view = try settledView(&screen)
        XCTAssertEqual(view.pictures.map(\.column), [view.pictures[0].column])
        XCTAssertFalse(view.pictures[0].name.contains("\(Fixture.today)"))
        XCTAssertThrowsError(try fixture.diary.pixels(of: fixture.diary.entry(on: Fixture.today), longestSide: 100))
    }

    /// Printed lists contain pictures as tall as the text next to them.
    func testPrintedListsShowPixels() throws {
        let fixture = try fixture(0..<3)
        for words in [["timeline", "--limit", "3"], ["search", "note"], ["on-this-day", "2026-11-20"], []] {
            let console = ScriptedConsole(
                terminal: true, environment: ["TERM": "xterm-kitty", "COLORTERM": "truecolor"], columns: 100, rows: 40)
            XCTAssertEqual(fixture.app().run(words, on: console), 0, console.error)
            var screen = PixelScreen(columns: 100, rows: 40, cell: (10, 20))
            screen.take(console.output)
            XCTAssertEqual(screen.complaints, [], "\(words)")
            XCTAssertGreaterThan(screen.covered, 10, "\(words): \(console.output.prefix(300))")
            let first = try XCTUnwrap(screen.lines.firstIndex { $0.contains("note 0") }, "\(words)")
            XCTAssertNotNil((0...2).lazy.compactMap { screen.color(row: first - $0, column: 0) }.first, "\(words)")
        }
        // The full list of a month goes to the pager.
        let many = try self.fixture(0..<30)
        let console = ScriptedConsole(terminal: true, environment: ["TERM": "xterm-kitty"], columns: 100, rows: 40)
        XCTAssertEqual(many.app().run(["timeline", "--limit", "30"], on: console), 0)
        XCTAssertEqual(console.paged.count, 1)
        XCTAssertFalse(console.paged[0].contains("\u{1B}_G"))
    }
}

/// The requested picture sizes, collected from any thread.
final class AskedSides: @unchecked Sendable {
    private let lock = NSLock()
    private var sides: [Int] = []
    var all: [Int] { lock.withLock { sides } }
    func add(_ side: Int) { lock.withLock { sides.append(side) } }
}
