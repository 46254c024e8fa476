import Diary
import DiaryCommands
import Foundation
import Kernel
import Pictures
import PicturesTesting
import Storage
import TerminalTesting
import XCTest

/// Sealed entries show nothing before their day (issue 19).
final class CapsuleTests: XCTestCase {
    private static let opens = Fixture.day(30)

    /// Creates a diary with three sealed entries that contain `secret`: today, a year ago and in
    /// the trash.
    private func planted(_ secret: String) throws -> Fixture {
        let fixture = Fixture(tool: Self.tool)
        var words = EntryChange(
            note: "note\(secret) and more", tags: ["tag\(secret)"], isStarred: true, mood: .set(.awful),
            place: "place\(secret)")
        words.sealedUntil = Self.opens
        _ = try fixture.diary.add(PhotoMaker.png(7, 3), on: Fixture.today.adding(months: -12), details: words)
        _ = try fixture.diary.add(PhotoMaker.png(7, 3), on: Fixture.today, details: words)
        _ = try fixture.diary.add(PhotoMaker.png(7, 3), on: Fixture.day(-2), details: words)
        _ = try fixture.diary.delete(on: Fixture.day(-2))
        _ = try fixture.diary.add(PhotoMaker.png(2, 2), note: "open", on: Fixture.day(-1))
        return fixture
    }

    private static let picture = PhotoMaker.jpeg(9, 9)
    private static let tool = ImageTool(
        name: "test", prepare: { photo, _ in photo.bytes },
        thumbnail: { photo, _ in photo.header.width == 7 ? picture : nil })

    /// Every command line that shows entries.
    private static func lines(_ secret: String) -> [[String]] {
        let year = "\(Fixture.today.adding(months: -12))"
        let row = ["--json"]
        let plain: [[String]] = [
            [], ["timeline"], ["timeline", "--limit", "9"], ["timeline", "--starred"], ["timeline", "--mood", "awful"],
            ["timeline", "--tag", "tag\(secret)"], ["timeline", "--with-notes"], ["show", "today"], ["show", year],
            ["search", "note\(secret)"], ["search", "tag\(secret)"], ["search", "place\(secret)"], ["search", "note"],
            ["on-this-day"], ["on-this-day", "today"], ["calendar"], ["calendar", String(year.prefix(4))], ["streak"],
            ["memory"], ["memory", "--mood", "awful"], ["achievements"], ["settings"], ["trash", "list"],
            ["export"], ["export", "--text"], ["export", "--html", "-"], ["export", "--photos", "out"],
            ["edit", "today"], ["edit", "today", "-m", "x"], ["edit", "today", "--seal-until", "in 3 years"],
            ["add", "-", "--date", "today", "--replace"], ["add", "-", "--date", "today"], ["unseal", "today"],
            ["delete", "today", "--yes"], ["trash", "restore", "today"], ["trash", "empty", "--yes"], ["undo"],
            ["delete", year, "--purge", "--yes"],
        ]
        return plain + plain.filter { !["delete", "trash", "undo", "add"].contains($0.first ?? "") }.map { $0 + row }
    }

    func testNoOutputContainsSealedContent() throws {
        for seed in 1...3 {
            var random = RandomSource(seed: UInt64(seed))
            let secret = String((0..<12).map { _ in "bcdfghjklmnpqrstvwxz".randomElement(using: &random) ?? "q" })
            for isTerminal in [false, true] {
                let fixture = try planted(secret)
                for line in Self.lines(secret) {
                    let console = ScriptedConsole(
                        keys: [.down, .enter], terminal: isTerminal, files: ["-": PhotoMaker.png(3, 3)],
                        edit: { $0 + "." },
                        draw: { bytes, _ in bytes == Self.picture ? "PICTURE" : nil })
                    let run = fixture.run(line, console)
                    // The output may repeat the user's own input.
                    let output = (run.output + run.error + console.paged.joined()).replacing("\u{1B}[", with: "")
                    let remaining = line.dropFirst().reduce(output) { $0.replacing($1, with: "") }
                    for word in [
                        secret, "awful", "★", "PICTURE", "Photos/2025/11/p", Data(Self.picture).base64EncodedString(),
                    ] {
                        XCTAssertFalse(remaining.contains(word), "\(line) shows \(word): \(remaining)")
                    }
                    XCTAssertFalse(
                        console.fileContents.values.contains { String(decoding: $0, as: UTF8.self).contains(secret) })
                }
                XCTAssertEqual(try fixture.outlet.contents().count, 1, "only the open photo is copied")
            }
        }
    }

    func testSealedEntryOpensOnItsDay() throws {
        let fixture = try planted("qqq")
        XCTAssertTrue(fixture.run(["show", "today"]).output.contains("Sealed until"))
        let included = fixture.run(["export", "--json", "--include-sealed"]).output
        XCTAssertTrue(included.contains("noteqqq"))
        fixture.pass(days: 29)
        XCTAssertTrue(fixture.run(["search", "noteqqq"]).output.contains("0 found"))
        fixture.pass(days: 1)
        XCTAssertTrue(fixture.run([]).output.contains("Opened today"))
        XCTAssertTrue(fixture.run(["show", "\(Fixture.today)"]).output.contains("It was sealed until"))
        XCTAssertTrue(fixture.run(["search", "noteqqq"]).output.contains("2 found"))
        XCTAssertEqual(try fixture.diary.search(["tagqqq"], limit: 1).records.map(\.day), [Fixture.today])
        fixture.pass(days: 1)
        XCTAssertFalse(fixture.run([]).output.contains("Opened today"))
    }

    func testOnlyConfirmedUnsealOpensAnEntry() throws {
        let fixture = try planted("qqq")
        XCTAssertEqual(fixture.run(["unseal", "today"]).status, 64)
        for attempt in [
            ["edit", "today", "-m", "x"], ["edit", "today", "--seal-until", "tomorrow"], ["edit", "today", "--star"],
        ] {
            let run = fixture.run(attempt)
            XCTAssertEqual(run.status, 1, "\(attempt)")
            XCTAssertTrue(run.error.contains("is sealed until"), run.error)
        }
        XCTAssertEqual(fixture.run(["edit", "today", "--seal-until", "in 2 months"]).status, 0)
        XCTAssertTrue(try fixture.diary.entry(on: Fixture.today).isSealed)
        XCTAssertEqual(fixture.run(["unseal", "today", "--yes"]).status, 0)
        XCTAssertEqual(try fixture.diary.entry(on: Fixture.today).note, "noteqqq and more")
        XCTAssertEqual(fixture.run(["unseal", "today", "--yes"]).status, 1)
        _ = try fixture.store.undoLast()
        XCTAssertNil(try fixture.diary.entry(on: Fixture.today).note)
    }

    func testSealLastsAYearByDefaultAndNeverEndsInThePast() throws {
        let fixture = Fixture()
        _ = try fixture.diary.add(PhotoMaker.png(1, 1), note: "n", on: Fixture.today)
        for past in ["today", "yesterday", "2001-01-01"] {
            XCTAssertEqual(fixture.run(["edit", "today", "--seal-until", past]).status, 65, past)
        }
        XCTAssertEqual(fixture.run(["edit", "today", "--seal"]).status, 0)
        XCTAssertEqual(try fixture.diary.entry(on: Fixture.today).sealedUntil, Fixture.today.adding(months: 12))
    }

    /// A sealed entry as shown never overwrites the stored entry.
    func testSealedContentSurvivesTrashAndRestore() throws {
        let fixture = try planted("qqq")
        _ = try fixture.diary.delete(on: Fixture.today)
        XCTAssertNil(try fixture.diary.trash().first?.entry.note)
        XCTAssertTrue(try fixture.diary.restore("\(Fixture.today)").isSealed)
        let saved = try fixture.diary.entry(on: Fixture.today)
        XCTAssertThrowsError(try fixture.diary.photo(of: saved))
        XCTAssertThrowsError(try fixture.diary.thumbnail(of: saved))
        XCTAssertThrowsError(try fixture.diary.file(of: saved))
        XCTAssertNil(fixture.diary.cachedThumbnail(of: saved))
        fixture.pass(days: 30)
        let open = try fixture.diary.entry(on: Fixture.today)
        XCTAssertEqual(open.note, "noteqqq and more")
        XCTAssertEqual(open.mood, .awful)
        XCTAssertNoThrow(try fixture.diary.photo(of: open))
    }

    func testMemoryIsNeverSealed() throws {
        let fixture = try planted("qqq")
        var random = RandomSource(seed: 1)
        for _ in 0..<50 { XCTAssertEqual(try fixture.diary.memory(using: &random)?.day, Fixture.day(-1)) }
        var starred = EntryRange()
        starred.onlyStarred = true
        XCTAssertNil(try fixture.diary.memory(in: starred, using: &random))
    }
}
