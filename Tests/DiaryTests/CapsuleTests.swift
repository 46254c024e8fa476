import Diary
import DiaryCommands
import Foundation
import Kernel
import Pictures
import PicturesContract
import Storage
import TerminalContract
import XCTest

/// What is sealed until a day shows nothing before it (issue 19).
final class CapsuleTests: XCTestCase {
    private static let opens = Bench.day(30)

    /// A diary in which a day a year ago, and one in the trash, are sealed with planted words.
    private func planted(_ secret: String) throws -> Bench {
        let bench = Bench(tool: Self.tool)
        var words = EntryChange(
            note: "note\(secret) and more", tags: ["tag\(secret)"], isStarred: true, mood: .set(.awful), place: "place\(secret)")
        words.sealedUntil = Self.opens
        _ = try bench.diary.add(PhotoMaker.png(7, 3), on: Bench.today.adding(months: -12), saying: words)
        _ = try bench.diary.add(PhotoMaker.png(7, 3), on: Bench.today, saying: words)
        _ = try bench.diary.add(PhotoMaker.png(7, 3), on: Bench.day(-2), saying: words)
        _ = try bench.diary.delete(on: Bench.day(-2))
        _ = try bench.diary.add(PhotoMaker.png(2, 2), note: "open", on: Bench.day(-1))
        return bench
    }

    private static let picture = PhotoMaker.jpeg(9, 9)
    private static let tool = ImageTool(
        name: "test", prepare: { photo, _ in photo.bytes }, thumbnail: { photo, _ in photo.header.width == 7 ? picture : nil })

    /// Every command line that shows something of entries.
    private static func lines(_ secret: String) -> [[String]] {
        let (year, row) = ("\(Bench.today.adding(months: -12))", ["--json"])
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

    func testNoWordOfWhatIsSealedIsInAnyOutput() throws {
        for seed in 1...3 {
            var random = RandomSource(seed: UInt64(seed))
            let secret = String((0..<12).map { _ in "bcdfghjklmnpqrstvwxz".randomElement(using: &random) ?? "q" })
            for isTerminal in [false, true] {
                let bench = try planted(secret)
                for line in Self.lines(secret) {
                    let console = ScriptedConsole(
                        keys: [.down, .enter], terminal: isTerminal, files: ["-": PhotoMaker.png(3, 3)], edit: { $0 + "." },
                        draw: { bytes, _ in bytes == Self.picture ? "PICTURE" : nil })
                    let run = bench.run(line, console)
                    // What a person types themselves may be said again.
                    let shown = (run.output + run.error + console.paged.joined()).replacing("\u{1B}[", with: "")
                    let said = line.dropFirst().reduce(shown) { $0.replacing($1, with: "") }
                    for word in [secret, "awful", "★", "PICTURE", "Photos/2025/11/p", Data(Self.picture).base64EncodedString()] {
                        XCTAssertFalse(said.contains(word), "\(line) shows \(word): \(said)")
                    }
                    XCTAssertFalse(console.fileContents.values.contains { String(decoding: $0, as: UTF8.self).contains(secret) })
                }
                XCTAssertEqual(try bench.outlet.contents().count, 1, "only the open photo is copied")
            }
        }
    }

    func testItOpensOnItsDayAndSaysSo() throws {
        let bench = try planted("qqq")
        XCTAssertTrue(bench.run(["show", "today"]).output.contains("Sealed until"))
        let included = bench.run(["export", "--json", "--include-sealed"]).output
        XCTAssertTrue(included.contains("noteqqq"))
        bench.pass(days: 29)
        XCTAssertTrue(bench.run(["search", "noteqqq"]).output.contains("0 found"))
        bench.pass(days: 1)
        XCTAssertTrue(bench.run([]).output.contains("Opened today"))
        XCTAssertTrue(bench.run(["show", "\(Bench.today)"]).output.contains("It was sealed until"))
        XCTAssertTrue(bench.run(["search", "noteqqq"]).output.contains("2 found"))
        XCTAssertEqual(try bench.diary.search(["tagqqq"], limit: 1).records.map(\.day), [Bench.today])
        bench.pass(days: 1)
        XCTAssertFalse(bench.run([]).output.contains("Opened today"))
    }

    func testUnsealingAsksAndNothingElseOpens() throws {
        let bench = try planted("qqq")
        XCTAssertEqual(bench.run(["unseal", "today"]).status, 64)
        for attempt in [
            ["edit", "today", "-m", "x"], ["edit", "today", "--seal-until", "tomorrow"], ["edit", "today", "--star"],
        ] {
            let run = bench.run(attempt)
            XCTAssertEqual(run.status, 1, "\(attempt)")
            XCTAssertTrue(run.error.contains("is sealed until"), run.error)
        }
        XCTAssertEqual(bench.run(["edit", "today", "--seal-until", "in 2 months"]).status, 0)
        XCTAssertTrue(try bench.diary.entry(on: Bench.today).isSealed)
        XCTAssertEqual(bench.run(["unseal", "today", "--yes"]).status, 0)
        XCTAssertEqual(try bench.diary.entry(on: Bench.today).note, "noteqqq and more")
        XCTAssertEqual(bench.run(["unseal", "today", "--yes"]).status, 1)
        _ = try bench.store.undoLast()
        XCTAssertNil(try bench.diary.entry(on: Bench.today).note)
    }

    func testASealIsAYearUnlessSaidAndNeverInThePast() throws {
        let bench = Bench()
        _ = try bench.diary.add(PhotoMaker.png(1, 1), note: "n", on: Bench.today)
        for past in ["today", "yesterday", "2001-01-01"] {
            XCTAssertEqual(bench.run(["edit", "today", "--seal-until", past]).status, 65, past)
        }
        XCTAssertEqual(bench.run(["edit", "today", "--seal"]).status, 0)
        XCTAssertEqual(try bench.diary.entry(on: Bench.today).sealedUntil, Bench.today.adding(months: 12))
    }

    /// What is seen never finds its way back into what is kept.
    func testWhatIsSealedStaysWholeThroughTrashAndExchange() throws {
        let bench = try planted("qqq")
        _ = try bench.diary.delete(on: Bench.today)
        XCTAssertNil(try bench.diary.trash().first?.entry.note)
        XCTAssertTrue(try bench.diary.restore("\(Bench.today)").isSealed)
        let kept = try bench.diary.entry(on: Bench.today)
        XCTAssertThrowsError(try bench.diary.photo(of: kept))
        XCTAssertThrowsError(try bench.diary.thumbnail(of: kept))
        XCTAssertThrowsError(try bench.diary.file(of: kept))
        XCTAssertNil(bench.diary.keptThumbnail(of: kept))
        bench.pass(days: 30)
        let open = try bench.diary.entry(on: Bench.today)
        XCTAssertEqual(open.note, "noteqqq and more")
        XCTAssertEqual(open.mood, .awful)
        XCTAssertNoThrow(try bench.diary.photo(of: open))
    }

    func testAMemoryIsNeverSealed() throws {
        let bench = try planted("qqq")
        var random = RandomSource(seed: 1)
        for _ in 0..<50 { XCTAssertEqual(try bench.diary.memory(using: &random)?.day, Bench.day(-1)) }
        var starred = EntryRange()
        starred.onlyStarred = true
        XCTAssertNil(try bench.diary.memory(in: starred, using: &random))
    }
}
