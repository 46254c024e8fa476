import Foundation
import Kernel
import XCTest

/// The founding document's journeys for Grain with real processes.
final class GrainJourneys: XCTestCase {
    private static let photos = ".local/share/grain"
    private let today = ["--today", "2026-11-20"]

    /// Onboarding → first photo → timeline.
    func testTourLeadsToFirstPhoto() throws {
        let user = try AppUser("grain", self)
        XCTAssertTrue(try user.run(today).output.contains("Take your first photo!"))
        try user.run(["tour"] + today, lines: ["", "", ""])
        let tours: [TourShape] = try user.run("tour", "--list", "--json").json()
        XCTAssertEqual(tours.map(\.completed), [true])
        let note = "Frost \(Int.random(in: 0...999, using: &user.random)) 눈 👨‍👩‍👧"
        try add(user, "today", note)
        let entries = try timeline(user)
        XCTAssertEqual(entries.map(\.day), ["2026-11-20"])
        XCTAssertEqual(entries.map(\.note), [note])
        XCTAssertEqual(entries.map { [$0.photo.width, $0.photo.height] }, [[16, 12]])
        let photo = try XCTUnwrap(entries.first?.photo)
        XCTAssertTrue(photo.path.hasPrefix("Photos/2026/11/"), photo.path)
        let file = try Data(contentsOf: URL(fileURLWithPath: "\(user.home)/\(GrainJourneys.photos)/\(photo.path)"))
        XCTAssertEqual(file.count, photo.bytes)
        let streak: StreakShape = try user.run(["streak", "--json"] + today).json()
        XCTAssertEqual(streak, try decoded(#"{"current":1,"longest":1,"total":1,"today":true}"#))
    }

    /// View → edit the note → the new note is shown; photo and day don't change.
    func testEditedNoteIsShown() throws {
        let user = try AppUser("grain", self)
        try add(user, "yesterday", "before")
        let before = try XCTUnwrap(timeline(user).first)
        XCTAssertTrue(try user.run(["show", "yesterday"] + today).output.contains("before"))
        try user.run(["edit", "yesterday", "-m", "after\nsecond line"] + today)
        let page = try user.run(["show", "yesterday"] + today).output
        XCTAssertTrue(page.contains("after\nsecond line") && page.contains("Edited on"), page)
        let after = try XCTUnwrap(timeline(user).first)
        XCTAssertEqual([after.id, after.day, after.createdAt], [before.id, before.day, before.createdAt])
        XCTAssertEqual(after.photo, before.photo)
        XCTAssertNotNil(after.updatedAt)
        let long = try user.run(
            ["edit", "yesterday", "-m", String(repeating: "é", count: 1001)] + today, status: 65)
        XCTAssertTrue(long.errors.contains("1 character too long"), long.errors)
        XCTAssertEqual(try timeline(user), [after])
    }

    /// Delete → confirm → undo; trash, restore and empty, with the photo files.
    func testDeletedEntriesCanBeRestoredUntilPurged() throws {
        let user = try AppUser("grain", self)
        for day in ["today", "yesterday", "2 days ago"] { try add(user, day, day) }
        let all = try timeline(user)
        try user.run(["delete", "yesterday"] + today, status: 64)
        XCTAssertEqual(try timeline(user), all)
        try user.run(["delete", "yesterday", "--yes"] + today)
        try user.run(["show", "yesterday"] + today, status: 1)
        XCTAssertEqual(try timeline(user), [all[0], all[2]])
        try user.run("undo")
        XCTAssertEqual(try timeline(user), all)
        try user.run(["delete", "today", "--yes"] + today)
        let trash: [TrashedShape] = try user.run(["trash", "list", "--json"] + today).json()
        XCTAssertEqual(trash.map(\.day), ["2026-11-20"])
        try user.run(["trash", "restore", XCTUnwrap(trash.first).id] + today)
        XCTAssertEqual(try timeline(user), all)
        try user.run(["delete", "today", "--yes"] + today)
        XCTAssertEqual(user.files(below: "\(GrainJourneys.photos)/Photos").count, 3)
        try user.run(["trash", "empty", "--yes"] + today)
        XCTAssertEqual(user.files(below: "\(GrainJourneys.photos)/Photos").count, 2)
        try user.run(["delete", "yesterday", "--purge", "--yes"] + today)
        XCTAssertEqual(user.files(below: "\(GrainJourneys.photos)/Photos").count, 1)
        try user.run("doctor")
        XCTAssertEqual(try timeline(user), [all[2]])
    }

    /// Twenty processes add twenty days at the same time, and all are kept.
    func testTwentyConcurrentAddsAreKept() throws {
        let user = try AppUser("grain", self)
        let lines = try (1...20).map { number in
            [
                "add", try photo(user, "\(number).png"), "--date", "2026-10-\(number < 10 ? "0" : "")\(number)", "-m",
                "\(number)",
            ]
        }
        for (result, line) in zip(try user.runTogether(lines), lines) {
            XCTAssertEqual(result.status, 0, "\(line) \(result.errors)")
        }
        XCTAssertEqual(try timeline(user).map(\.note), (1...20).reversed().map { "\($0)" })
        XCTAssertEqual(user.files(below: "\(GrainJourneys.photos)/Photos").count, 20)
    }

    /// Two processes add the same day: one succeeds, the other fails, and no extra photo remains.
    func testConcurrentAddsOfOneDayKeepOnePhoto() throws {
        let user = try AppUser("grain", self)
        for round in 1...5 {
            let lines = try ["a", "b"].map {
                ["add", try photo(user, "\($0)\(round).png"), "--date", "2026-10-0\(round)", "-m", $0]
            }
            let results = try user.runTogether(lines)
            XCTAssertEqual(results.map(\.status).sorted(), [0, 1], "\(results)")
            let (winner, loser) = results[0].status == 0 ? (0, 1) : (1, 0)
            XCTAssertTrue(results[loser].errors.contains("a day has one photo"), results[loser].errors)
            let entries = try timeline(user)
            XCTAssertEqual(entries.first?.note, ["a", "b"][winner])
            XCTAssertEqual(entries.count, round)
            XCTAssertEqual(user.files(below: "\(GrainJourneys.photos)/Photos").count, round)
        }
    }

    /// Text that isn't UTF-8 is refused, because a repaired note would be stored with wrong
    /// characters.
    func testNonUTF8NoteIsRefused() throws {
        let user = try AppUser("grain", self)
        try add(user, "2026-11-20", "café")
        let result = try user.shell("\"$APP\" edit 2026-11-20 -m \"$(printf 'caf\\351')\"")
        XCTAssertEqual(result.status, 65, result.errors)
        XCTAssertTrue(result.errors.contains("is not UTF-8 text"), result.errors)
        XCTAssertEqual(try timeline(user).map(\.note), ["café"])
    }

    /// Every export format contains every day.
    func testExportsContainAllEntries() throws {
        let user = try AppUser("grain", self)
        for day in ["2026-11-20", "2026-11-18", "2025-11-20"] { try add(user, day, "note of \(day) <b>") }
        let text = try user.run(["export", "--text"] + today).output
        let data: [GrainEntryShape] = try user.run(["export", "--json"] + today).json()
        XCTAssertEqual(data, try timeline(user).reversed())
        for entry in data {
            XCTAssertTrue(text.contains("/\(entry.day).") && text.contains("note of \(entry.day) <b>"))
        }
        try user.run(["export", "--photos", "out", "--from", "2026-01-01"] + today)
        XCTAssertEqual(user.files(below: "out").count, 2)
        try user.run(["export", "--html", "book.html"] + today)
        let book = try String(contentsOfFile: "\(user.home)/book.html", encoding: .utf8)
        XCTAssertEqual(book.components(separatedBy: "<section>").count - 1, 3)
        XCTAssertTrue(book.contains("note of 2025-11-20 &lt;b&gt;"))
        try user.run(["export", "--html", "book.html"] + today, status: 73)
    }

    // MARK: - Helpers

    private func photo(_ user: AppUser, _ name: String) throws -> String {
        try user.write(name, SnapShot.png(&user.random))
    }

    private func add(_ user: AppUser, _ day: String, _ note: String) throws {
        try user.run(["add", try photo(user, "new.png"), "--date", day, "-m", note] + today)
    }

    private func timeline(_ user: AppUser) throws -> [GrainEntryShape] {
        try user.run(["timeline", "--json"] + today).json()
    }

    private func decoded<Value: Decodable>(_ text: String) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }
}
