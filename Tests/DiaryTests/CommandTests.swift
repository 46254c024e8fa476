import Diary
import DiaryCommands
import Foundation
import Interface
import Kernel
import Pictures
import PicturesTesting
import TerminalTesting
import XCTest

final class CommandTests: XCTestCase {
    private static func filled() throws -> Fixture {
        let app = Fixture()
        let notes = ["today's frost\nsecond line\nthird line", nil, "two days ago"]
        for (index, note) in notes.enumerated() {
            _ = try app.diary.add(PhotoMaker.jpeg(16, 8), note: note, on: Fixture.day(-index))
        }
        _ = try app.diary.add(PhotoMaker.png(2, 2), note: "a year ago", on: Fixture.today.adding(months: -12))
        return app
    }

    func testCommandsFollowTheCommandLineRules() throws {
        let app = Fixture()
        let rules = CommandRules(app: "grain", commands: try app.app().shell().allCommands) {
            let app = try CommandTests.filled()
            // One entry to unseal, one in the trash, and one orphaned photo.
            var seal = EntryChange()
            seal.sealedUntil = Fixture.day(30)
            _ = try app.diary.change(on: Fixture.day(-1), seal)
            _ = try app.diary.delete(on: Fixture.day(-2))
            _ = try app.diary.add(PhotoMaker.png(1, 1), on: Fixture.day(-5))
            _ = try app.store.undoLast()
            app.pass(days: 0.1)
            return CommandRules.Subject(
                run: { app.run($0, $1 as? ScriptedConsole ?? ScriptedConsole()).status },
                fingerprint: { try app.fingerprint() })
        }
        for broken in try rules.brokenRules() { XCTFail(broken.description) }
    }

    /// vips or ImageMagick 7 alone suffices. ImageMagick 6 needs both of its programs.
    func testWelcomeTourReportsInstalledPrograms() throws {
        let helpers = [
            "vipsthumbnail", "magick", "identify", "convert", "heif-enc", "chafa", "xdg-open", "open", "age",
        ]
        for set in 0..<(1 << helpers.count) {
            var there = Set(helpers.enumerated().filter { set >> $0.offset & 1 == 1 }.map(\.element))
            // None of these programs suffices alone.
            if there.contains("age") { there.formUnion(["openssl", "chromium"]) }
            let steps = try Fixture(programs: there).app().registry().all(.welcomeSteps)
            let facts = steps.flatMap { $0.step.facts() }.filter {
                ["Photos", "HEIC", "Terminal", "Looking", "Locking", "Books"].contains($0.name)
            }
            let makes =
                there.contains("vipsthumbnail") || there.contains("magick")
                || there.isSuperset(of: ["identify", "convert"])
            XCTAssertEqual(
                facts.map { $0.value.hasPrefix("ready: ") },
                [
                    makes, makes && there.contains("heif-enc"), there.contains("chafa"),
                    !there.isDisjoint(with: ["xdg-open", "open"]), there.contains("age"), there.contains("age"),
                ], "\(there)")
        }
    }

    func testAddingTheFirstPhotos() throws {
        let app = Fixture()
        XCTAssertTrue(app.run([]).output.contains("Take your first photo!"))
        XCTAssertTrue(app.run(["timeline"]).output.contains("Take your first photo!"))
        let taken = PhotoMaker.jpeg(
            16, 8, exif: PhotoMaker.Exif(taken: "2026:11:19 23:50:00", offsetOriginal: "+09:00").block)
        let added = app.run(["add", "-", "-m", "  first\nlight "], ScriptedConsole(files: ["-": taken]))
        XCTAssertEqual(added.status, 0, added.error)
        let sentence = added.output.replacing("\n", with: " ")
        XCTAssertTrue(
            sentence.contains("Added the photo of 2026-11-19") && sentence.contains("camera's clock (UTC+09:00)"),
            added.output)
        let second = app.run(
            ["add", "--date", "today", "-x.png"], ScriptedConsole(files: ["-x.png": PhotoMaker.png(1, 1)]))
        XCTAssertEqual(second.status, 64, "a name that begins with a dash looks like an option")
        let third = app.run(
            ["add", "--date", "today", "--", "-x.png"], ScriptedConsole(files: ["-x.png": PhotoMaker.png(1, 1)]))
        XCTAssertTrue(third.output.replacing("\n", with: " ").contains("2 days in a row!"), third.output + third.error)
        XCTAssertTrue(app.run([]).output.contains("Today's photo is taken."))
        let again = app.run(
            ["add", "x.png", "--date", "today"], ScriptedConsole(files: ["x.png": PhotoMaker.png(1, 1)]))
        XCTAssertEqual([again.status, again.output.isEmpty ? 0 : 1], [1, 0])
        XCTAssertTrue(again.error.contains("already"), again.error)
    }

    func testTimelineAsJSON() throws {
        let app = try CommandTests.filled()
        let data = Data(app.run(["timeline", "--json"]).output.utf8)
        let list = try XCTUnwrap(JSONSerialization.jsonObject(with: data) as? [[String: Any]])
        XCTAssertEqual(
            list.compactMap { $0["day"] as? String }, ["2026-11-20", "2026-11-19", "2026-11-18", "2025-11-20"])
        XCTAssertEqual(
            Set(list[0].keys),
            [
                "id", "day", "note", "tags", "starred", "mood", "place", "sealedUntil", "sealed", "createdAt",
                "updatedAt",
                "photo",
            ])
        let photo = try XCTUnwrap(list[0]["photo"] as? [String: Any])
        XCTAssertEqual(Set(photo.keys), ["path", "width", "height", "bytes", "type"])
        XCTAssertEqual(photo["path"] as? String, "Photos/2026/11/p1.jpg")
        XCTAssertEqual(photo["width"] as? Int, 16)
        XCTAssertTrue(list[1]["note"] is NSNull && list[1]["updatedAt"] is NSNull)
        let streak = try XCTUnwrap(
            JSONSerialization.jsonObject(with: Data(app.run(["streak", "--json"]).output.utf8)) as? [String: Any])
        XCTAssertEqual(streak["current"] as? Int, 3)
        XCTAssertEqual(streak["longest"] as? Int, 3)
        XCTAssertEqual(streak["total"] as? Int, 4)
        XCTAssertEqual(streak["today"] as? Bool, true)
        XCTAssertEqual(streak["documented"] as? Int, 3)
        XCTAssertEqual(streak["daysOfYear"] as? Int, 365)
        XCTAssertEqual(streak.count, 6)
        XCTAssertTrue(app.run(["streak"]).output.contains("3/365 days documented"))
    }

    func testTimelineShowsPreviewStreakAndNextPage() throws {
        let app = try CommandTests.filled()
        let page = app.run(["timeline", "--limit", "2"]).output
        XCTAssertTrue(
            page.contains("3 days in a row!") && page.contains("second line …") && !page.contains("third line"), page)
        XCTAssertTrue(page.contains("grain timeline --before 2026-11-19"), page)
        let next = app.run(["timeline", "--before", "2026-11-19", "--with-notes"]).output
        XCTAssertTrue(next.contains("two days ago") && next.contains("a year ago") && !next.contains("frost"), next)
        XCTAssertEqual(
            app.run(["timeline", "--from", "2026-11-19", "--to", "2026-11-19", "--plain"]).output.split(separator: "\n")
                .count, 1)
        XCTAssertEqual(app.run(["timeline", "--before", "junk"]).status, 64)
    }

    func testEmptyPageDistinguishesEmptyDiary() {
        let app = Fixture()
        XCTAssertTrue(app.run(["timeline"]).output.contains("Take your first photo!"))
        for options in [
            ["--before", "2026-11-19"], ["--from", "yesterday"], ["--to", "yesterday"], ["--with-notes"],
        ] {
            XCTAssertTrue(app.run(["timeline"] + options).output.contains("There is no such entry."), "\(options)")
        }
    }

    func testShowKeepsEmptyLinesOfNote() throws {
        let app = Fixture()
        _ = try app.diary.add(PhotoMaker.png(1, 1), note: "one\n\ntwo", on: Fixture.today)
        XCTAssertTrue(app.run(["show", "today"]).output.contains("one\n\ntwo\n"))
    }

    func testExportFolderPathHasValidLength() throws {
        let app = try CommandTests.filled()
        for (path, status) in [
            (String(repeating: "x", count: 4095), 0), (String(repeating: "x", count: 4096), 64), ("", 64),
        ] {
            XCTAssertEqual(app.run(["export", "--photos", path]).status, Int32(status), "\(path.count)")
        }
    }

    func testEditChangesAndRemovesNote() throws {
        let app = try CommandTests.filled()
        XCTAssertTrue(app.run(["edit", "today", "-m", "other"]).output.contains("Changed the note of 2026-11-20"))
        XCTAssertTrue(app.run(["show", "today"]).output.contains("Edited on"))
        let before = try app.fingerprint()
        let left = app.run(["edit", "today"], ScriptedConsole(terminal: true) { $0 })
        XCTAssertTrue(left.output.contains("was not changed"), left.output + left.error)
        let spaces = app.run(["edit", "today"], ScriptedConsole(terminal: true) { $0 + "\n" })
        XCTAssertTrue(spaces.output.contains("was not changed"), spaces.output)
        let long = app.run(["edit", "today", "-m", String(repeating: "é", count: 1001)])
        XCTAssertEqual(long.status, 65)
        XCTAssertTrue(long.error.contains("1 character too long"), long.error)
        XCTAssertEqual(try app.fingerprint(), before)
        app.run(["edit", "today"], ScriptedConsole(terminal: true) { $0 + " and more\n" })
        XCTAssertEqual(try app.diary.entry(on: Fixture.today).note, "other and more")
        XCTAssertTrue(app.run(["edit", "today", "-m", ""]).output.contains("Took the note of 2026-11-20"))
        XCTAssertNil(try app.diary.entry(on: Fixture.today).note)
    }

    func testDeleteAsksForConfirmationAndCanBeUndone() throws {
        let app = try CommandTests.filled()
        XCTAssertEqual(app.run(["delete", "today"]).status, 64)
        let no = app.run(["delete", "today"], ScriptedConsole(lines: ["n"], terminal: true))
        XCTAssertNotEqual(no.status, 0)
        XCTAssertTrue(no.error.contains("Are you sure?"), no.error)
        XCTAssertTrue(app.run(["delete", "today", "--yes"]).output.contains("it is in the trash as p1"))
        XCTAssertTrue(app.run([]).output.contains("not taken yet"))
        XCTAssertTrue(app.run(["trash", "list"]).output.contains("p1"))
        XCTAssertTrue(app.run(["trash", "restore", "today"]).output.contains("Restored 2026-11-20"))
        app.run(["delete", "today", "--yes"])
        XCTAssertEqual(app.run(["undo"]).status, 0)
        XCTAssertEqual(try app.diary.entry(on: Fixture.today).photo.path.name, "p1")
        app.run(["delete", "today", "--purge", "--yes"])
        XCTAssertTrue(app.run(["trash", "list"]).output.contains("The trash is empty."))
        XCTAssertEqual(app.run(["show", "today"]).status, 1)
        app.run(["delete", "yesterday", "--yes"])
        XCTAssertTrue(app.run(["trash", "empty", "--yes"]).output.contains("1 entry is gone"))
        XCTAssertEqual(try app.library.contents().count, 2)
    }

    func testCalendarMarksDaysWithoutColor() throws {
        let app = try CommandTests.filled()
        let page = app.run(["calendar", "2026-11", "--color", "never"]).output
        XCTAssertTrue(page.contains(" 18*") && page.contains("[20*") && page.contains(" 17 "), page)
        XCTAssertTrue(page.contains("3 of 30 days"), page)
        XCTAssertTrue(app.run(["calendar", "2024-02"]).output.contains("0 of 29 days"))
    }

    func testOnThisDayAndSearch() throws {
        let app = try CommandTests.filled()
        XCTAssertTrue(app.run(["on-this-day"]).output.contains("a year ago"))
        XCTAssertTrue(
            app.run([]).output.contains("On this day") && app.run([]).output.contains("\n2025\n"), app.run([]).output)
        XCTAssertTrue(app.run(["search", "FROST"]).output.contains("1 found"))
        XCTAssertTrue(app.run(["search", "nowhere"]).output.contains("Nothing has all of these words."))
    }

    func testSettings() throws {
        let app = Fixture()
        let output = app.run(["settings"]).output
        for word in ["high", "heic", "0.1.0", "stays on this machine", "support@grainapp.com"] {
            XCTAssertTrue(output.contains(word), word)
        }
        for (key, value) in [
            ("quality", "full"), ("quality", "medium"), ("format", "jpeg"), ("keep-location", "yes"),
        ] {
            XCTAssertEqual(app.run(["settings", key, value]).status, 0, key)
        }
        let settings = try app.diary.settings()
        XCTAssertEqual(
            [settings.quality.rawValue, settings.format.rawValue], ["medium", "jpeg"])
        XCTAssertTrue(settings.keepLocation)
        XCTAssertEqual(app.run(["settings", "camera", "front"]).status, 0)
        XCTAssertEqual(app.run(["settings", "sync", "yes"]).status, 64, "and nothing to take part in")
        XCTAssertEqual(app.run(["settings", "quality", "low"]).status, 64)
        XCTAssertEqual(app.run(["settings", "quality"]).status, 64)
    }

    func testShowWithoutDayShowsLatestPhoto() throws {
        XCTAssertTrue(Fixture().run(["show"]).error.contains("There is no photo yet."))
        let app = try CommandTests.filled()
        _ = try app.diary.delete(on: Fixture.today)
        XCTAssertTrue(app.run(["show"]).output.contains("Thursday, 19 November 2026"))
        XCTAssertTrue(app.run(["show", "Nov 20, 2025"]).output.contains("a year ago"))
    }

    func testOnThisDayAcceptsADateInEveryYear() throws {
        let app = try CommandTests.filled()
        let output = app.run(["on-this-day", "20 nov"]).output
        XCTAssertTrue(
            output.contains("On 20 November") && output.contains("today's frost") && output.contains("a year ago"),
            output)
        XCTAssertFalse(app.run(["on-this-day"]).output.contains("today's frost"))
        XCTAssertTrue(app.run(["on-this-day", "1.1."]).output.contains("There is no photo of 1 January yet."))
        XCTAssertTrue(Fixture().run(["on-this-day", "today"]).output.contains("There is no photo of 20 November yet."))
    }

    func testCalendarOfAYear() throws {
        let app = try CommandTests.filled()
        let page = app.run(["calendar", "2026", "--color", "never"]).output
        XCTAssertTrue(page.contains("\nNov  .................***..........\n"), page)
        XCTAssertTrue(page.contains("3 of 365 days have a photo (*).") && page.contains("grain calendar 2026-11"), page)
        XCTAssertTrue(app.run(["calendar", "2024"]).output.contains("0 of 366 days"))
        let data = Data(app.run(["calendar", "2025", "--json"]).output.utf8)
        let value = try XCTUnwrap(JSONSerialization.jsonObject(with: data) as? [String: Any])
        XCTAssertEqual(value["month"] as? String, "2025")
        XCTAssertEqual(value["days"] as? [String], ["2025-11-20"])
        XCTAssertTrue(app.run(["calendar", "november 2025"]).output.contains("1 of 30 days"))
        XCTAssertEqual([["0"], ["20x6"], ["02026"]].map { app.run(["calendar"] + $0).status }, [64, 64, 64])
    }

    func testExports() throws {
        let app = try CommandTests.filled()
        let text = app.run(["export", "--text", "--from", "2026-11-20"]).output
        XCTAssertEqual(
            text, "Friday, 20 November 2026\nPhotos/2026/11/2026-11-20.jpg\n\ntoday's frost\nsecond line\nthird line\n")
        let list = try XCTUnwrap(
            JSONSerialization.jsonObject(with: Data(app.run(["export", "--json"]).output.utf8)) as? [[String: Any]])
        XCTAssertEqual(
            list.compactMap { $0["day"] as? String }, ["2025-11-20", "2026-11-18", "2026-11-19", "2026-11-20"])
        for _ in 0..<2 {
            XCTAssertTrue(
                app.run(["export", "--photos", "/somewhere", "--from", "2026-11-19"]).output.contains("Copied 2 photos")
            )
        }
        XCTAssertEqual(
            try app.outlet.contents().map(\.path.description),
            ["Photos/2026/11/2026-11-19.jpg", "Photos/2026/11/2026-11-20.jpg"])
    }

    func testControlCharactersAndDamagedPhotosAreRejected() throws {
        let app = try CommandTests.filled()
        let attack = app.run(
            ["add", "x", "--date", "2026-01-01", "-m", "a\u{1B}[2Jb"],
            ScriptedConsole(files: ["x": PhotoMaker.png(1, 1)]))
        XCTAssertEqual(attack.status, 65)
        XCTAssertFalse(attack.error.contains("\u{1B}"))
        for bytes in [[], Array("text".utf8), Array(PhotoMaker.jpeg(8, 8).dropLast(3))] as [[UInt8]] {
            XCTAssertEqual(
                app.run(["add", "x.jpg", "--date", "2026-01-01"], ScriptedConsole(files: ["x.jpg": bytes])).status, 65)
        }
        XCTAssertEqual(app.run(["add", "missing.jpg"]).status, 66)
        let entry = try app.diary.entry(on: Fixture.today)
        try app.library.remove(entry.photo.path)
        let findings = try app.app().registry().all(.doctorChecks).flatMap { try $0.examine() }.map(\.message)
        XCTAssertTrue(findings.contains { $0.contains("2026-11-20 is missing") }, "\(findings)")
        XCTAssertTrue(findings.contains { $0.contains("libvips-tools") }, "\(findings)")
    }
}
