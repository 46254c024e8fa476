import Diary
import Interface
import Kernel
import Pictures
import PicturesTesting
import Storage
import Synchronization
import Terminal
import TerminalTesting
import XCTest

/// The full-screen browser as a function of its size, the entries and the keys.
final class BrowserTests: XCTestCase {
    /// Creates a tool that returns pixels of one color and counts its calls.
    private func tool(_ calls: Count) -> ImageTool {
        ImageTool(
            name: "flat", prepare: { photo, _ in photo.bytes }, thumbnail: { _, _ in PhotoMaker.jpeg(8, 8) },
            pixels: { _, _ in
                calls.add()
                return PixelMap(width: 4, height: 3, bytes: Array(repeating: [200, 100, 50], count: 12).flatMap { $0 })
            })
    }

    private func fixture(_ ages: [Int], _ calls: Count = Count()) throws -> Fixture {
        let fixture = Fixture(tool: tool(calls))
        for ago in ages {
            _ = try fixture.diary.add(
                PhotoMaker.png(3, 2), note: ago % 3 == 0 ? "note \(ago)" : nil, on: Fixture.day(-ago))
        }
        return fixture
    }

    private func room(_ columns: Int, _ rows: Int, _ colors: ColorDepth = .full, unicode: Bool = true) -> ScreenRoom {
        .init(columns: columns, rows: rows, hasColors: colors != .none, unicode: unicode)
    }

    private func browser(_ fixture: Fixture, _ room: ScreenRoom) throws -> any Dialogue {
        var browser = try fixture.app().dialogue("browse")
        try browser.fit(room)
        return browser
    }

    private func text(_ dialogue: any Dialogue) -> String {
        (dialogue.view.rows ?? []).map(\.text).joined(separator: "\n")
    }

    private func press(_ dialogue: inout any Dialogue, _ keys: [Key]) throws {
        for key in keys { _ = try dialogue.handle(.key(key)) }
    }

    private static let keys: [Key] =
        [.left, .right, .up, .down, .home, .end, .pageUp, .pageDown, .enter, .escape, .backspace, .space, .tab]
        + "/fgs12349noteb0".map { .character($0) }

    /// Any keys on any screen size: nothing traps, an existing day stays selected, and nothing is
    /// drawn outside the screen.
    func testRandomKeysStayWithinScreenAndDiary() throws {
        var random = RandomSource(seed: 19)
        for (number, ages) in [[0], [0, 1, 2, 5], Array(0..<40)].enumerated() {
            let fixture = try fixture(ages)
            let days = Set(ages.map { "grain: \(Fixture.day(-$0))" })
            for size in [(1, 1), (2, 1), (1, 9), (12, 4), (39, 18), (79, 22), (199, 48), (500, 100)] {
                for colors in [ColorDepth.none, .full] {
                    var screen = try browser(fixture, room(size.0, size.1, colors))
                    for _ in 0..<60 {
                        let key = Self.keys.randomElement(using: &random) ?? .up
                        if Int.random(in: 0..<20, using: &random) == 0 {
                            try screen.fit(
                                room(
                                    Int.random(in: 1...130, using: &random), Int.random(in: 1...60, using: &random),
                                    colors))
                            try screen.fit(room(size.0, size.1, colors))
                        }
                        if case .finish = try screen.handle(.key(key)) {
                            screen = try browser(fixture, room(size.0, size.1, colors))
                        }
                        _ = try screen.handle(.tick)
                        let view = screen.view
                        if let rows = view.rows {
                            XCTAssertLessThanOrEqual(rows.count, size.1, "\(size) \(key)")
                            for row in rows.dropFirst(3) where colors == .full {
                                XCTAssertFalse(row.text.contains("\n"))
                            }
                        }
                        let title = try XCTUnwrap(view.title)
                        XCTAssertTrue(days.contains(title) || title == "grain: diary", "\(number): \(title)")
                    }
                }
            }
        }
    }

    /// Tiles are arranged in rows, and no tile exceeds the screen width.
    func testTilesFitScreenWidth() throws {
        let fixture = try fixture(Array(0..<60))
        for columns in [11, 20, 39, 59, 60, 79, 119, 120, 199, 333] {
            var screen = try browser(fixture, room(columns, 30))
            try press(&screen, [.right, .down])
            for row in screen.view.rows?.dropFirst(3) ?? [] {
                XCTAssertLessThanOrEqual(DisplayWidth.columns(of: row.text), columns, "\(columns): \(row.text)")
            }
        }
    }

    func testArrowKeysMoveThroughRowsAndPages() throws {
        let fixture = try fixture(Array(0..<50))
        var screen = try browser(fixture, room(79, 22))
        func day() -> String { screen.view.title ?? "" }
        XCTAssertTrue(text(screen).contains("Diary · 1 of 50"))
        for (keys, ago) in [
            ([Key.right], 1), ([.down], 5), ([.left, .up], 0), ([.pageDown], 8), ([.end], 49), ([.right], 49),
            ([.home], 0),
            ([.up], 0),
        ] {
            try press(&screen, keys)
            XCTAssertEqual(day(), "grain: \(Fixture.day(-ago))", "\(keys)")
        }
        try press(&screen, [.character("g")] + "2026-10-30".map { .character($0) } + [.enter])
        XCTAssertEqual(day(), "grain: 2026-10-30")
        // A typed date without a photo selects the nearest earlier day. Invalid input shows an
        // error.
        try press(&screen, "2026-11-19".map { .character($0) } + [.enter])
        XCTAssertEqual(day(), "grain: 2026-11-19")
        try press(&screen, "99".map { .character($0) } + [.enter])
        XCTAssertEqual(day(), "grain: 2026-11-19")
        XCTAssertTrue(text(screen).contains("99"), text(screen))
    }

    func testSearchResultsUpdateWithEachKey() throws {
        let fixture = Fixture(tool: tool(Count()))
        for (ago, note) in ["frost", "fog", "soup", "frozen soup"].enumerated() {
            _ = try fixture.diary.add(PhotoMaker.png(3, 2), note: note, on: Fixture.day(-ago))
        }
        var screen = try browser(fixture, room(79, 22))
        var counts: [String] = []
        for key in "/fro".map({ Key.character($0) }) + [.backspace] {
            try press(&screen, [key])
            counts.append(text(screen).split(separator: "\n").first.map(String.init) ?? "")
        }
        XCTAssertEqual(
            counts,
            [
                "Diary · 1 of 4", "Diary · “f” · 1 of 3", "Diary · “fr” · 1 of 2", "Diary · “fro” · 1 of 2",
                "Diary · “fr” · 1 of 2",
            ])
        XCTAssertTrue(screen.view.takesEveryKey)
        try press(&screen, [.enter, .right])
        XCTAssertEqual(screen.view.title, "grain: \(Fixture.day(-3))")
        try press(&screen, [.escape])
        XCTAssertTrue(text(screen).contains("4 of 4"), "escape brings all days back: \(text(screen))")
        try press(&screen, "/zzz".map { .character($0) })
        XCTAssertTrue(text(screen).contains("nothing found"), text(screen))
        for key in [Key.enter, .enter, .right, .character("e"), .character("s"), .character("o")] {
            try press(&screen, [key])
        }
        XCTAssertTrue(text(screen).contains("nothing found"))
    }

    func testStarsAndFilters() throws {
        let fixture = try fixture([0, 1, 2, 3])
        var screen = try browser(fixture, room(79, 22))
        try press(&screen, [.right, .character("s")])
        XCTAssertEqual(try fixture.diary.entry(on: Fixture.day(-1)).isStarred, true)
        XCTAssertTrue(text(screen).contains("★"), text(screen))
        try press(&screen, [.character("f"), .character("3")])
        XCTAssertTrue(text(screen).contains("Diary · starred days · 1 of 1"), text(screen))
        try press(&screen, [.character("f"), .character("2")])
        XCTAssertTrue(text(screen).contains("days with a note · "), text(screen))
        _ = try fixture.diary.change(on: Fixture.today, EntryChange(tags: ["sea"], mood: .set(.great)))
        try press(&screen, [.character("f"), .character("4")])
        XCTAssertTrue(text(screen).contains("great days · 1 of 1"), text(screen))
        try press(&screen, [.character("f"), .character("9")] + "SEA".map { .character($0) } + [.enter])
        XCTAssertTrue(text(screen).contains("tag SEA · 1 of 1"), text(screen))
    }

    func testEditorChangesNoteAndReturnsToBrowser() throws {
        let fixture = try fixture([0, 1])
        let console = ScriptedConsole(
            keys: [.right, .character("e"), .enter, .character("q")], terminal: true,
            environment: ["TERM": "xterm-256color"],
            edit: { _ in "from the editor" })
        XCTAssertEqual(fixture.app().run(["browse"], on: console), 0, console.error)
        XCTAssertEqual(try fixture.diary.entry(on: Fixture.day(-1)).note, "from the editor")
        XCTAssertTrue(console.output.contains("from the editor"), "the browser shows it")
        let opening = ScriptedConsole(
            keys: [.character("o"), .character("q")], terminal: true, environment: ["TERM": "xterm-256color"])
        XCTAssertEqual(fixture.app().run(["browse"], on: opening), 0, opening.error)
        XCTAssertTrue(
            opening.output.contains("no other program gets it") || !opening.opened.isEmpty,
            "a store in memory has no file to open")
    }

    /// Pictures load after key handling, once each, and only for visible tiles.
    func testPicturesLoadAfterKeysAndAreCached() throws {
        let calls = Count()
        let fixture = try fixture(Array(0..<50), calls)
        var screen = try browser(fixture, room(79, 22))
        let deadline = Date().addingTimeInterval(20)
        while screen.view.tickInterval != nil, Date() < deadline {
            _ = try screen.handle(.tick)
            usleep(2_000)
        }
        XCTAssertNil(screen.view.tickInterval)
        XCTAssertEqual(calls.value, 8, "two rows of four")
        XCTAssertFalse(text(screen).contains("…"))
        XCTAssertNil(try browser(fixture, room(79, 22)).view.tickInterval, "a second screen uses the cached pictures")
        XCTAssertEqual(calls.value, 8)
    }

    func testSealedEntryShowsNeitherPictureNorNote() throws {
        let calls = Count()
        let fixture = try fixture([0], calls)
        _ = try fixture.diary.pixels(of: fixture.diary.entry(on: Fixture.today))
        var change = EntryChange()
        change.sealedUntil = Fixture.day(30)
        _ = try fixture.diary.change(on: Fixture.today, change)
        var screen = try browser(fixture, room(79, 22))
        for keys in [[Key.right], [.character("s")], [.character("e")], [.character("o")], [.enter]] {
            XCTAssertNoThrow(try press(&screen, keys))
            let output = text(screen) + screen.text()
            XCTAssertTrue(output.lowercased().contains("sealed"), "\(keys): \(output)")
            XCTAssertFalse(output.contains("note 0"))
            XCTAssertNil(screen.view.picture?.shown.image())
            XCTAssertNil(screen.view.picture?.shown.pixels?(100))
        }
        XCTAssertNil(fixture.diary.cachedPixels(of: try fixture.diary.entry(on: Fixture.today)))
    }

    func testBrowserPrintsListInPipe() throws {
        let fixture = try fixture([0, 1])
        let run = fixture.app().run(["browse"])
        XCTAssertTrue(run.output.contains("Friday, 20 November 2026"), run.output)
        XCTAssertFalse(run.output.contains("\u{1B}"))
        XCTAssertTrue(Fixture().app().run(["browse"]).output.contains("Take your first photo!"))
    }

    func testBrowserShowsTenThousandDays() throws {
        let fixture = Fixture()
        let stored = StoredDiaryRepository(fixture.store)
        try stored.write(undo: nil) { records in
            for ago in 0..<10_000 {
                let path = try XCTUnwrap(PhotoPath(day: Fixture.day(-ago), name: "x\(ago)", type: .png))
                let photo = PhotoFacts(path: path, width: 1, height: 1, bytes: 1, type: .png)
                try records.save(Entry(day: Fixture.day(-ago), note: nil, photo: photo, createdAt: Fixture.noon))
            }
        }
        var screen = try browser(fixture, room(79, 22))
        try press(&screen, [.end, .up, .home, .pageDown])
        XCTAssertTrue(text(screen).contains("of 10000"), text(screen))
    }
}

/// A thread-safe counter.
final class Count: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func add() { count.withLock { $0 += 1 } }
}
