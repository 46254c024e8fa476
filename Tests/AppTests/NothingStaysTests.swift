import FeedbackCOIN
import Foundation
import Kernel
import PicturesTesting
import Storage
import XCTest

/// Checks that purged content remains in no file: the log, undo steps, an index, the search, a
/// draft, a copy, or a temporary folder. This also holds after a kill and a restart.
final class NothingStaysTests: XCTestCase {
    /// A JPEG with a unique comment, stored byte for byte.
    private func photo(_ comment: String) -> [UInt8] {
        let picture = PhotoMaker.jpeg(16, 12)
        let segment = [0xFF, 0xFE, 0, UInt8(comment.utf8.count + 2)] + Array(comment.utf8)
        return Array(picture.prefix(2)) + segment + Array(picture.dropFirst(2))
    }

    /// All files below the home, including temporary ones, that contain one of the words.
    private func holders(_ user: AppUser, _ words: [String], but spared: Set<String> = []) -> [String] {
        let names = FileManager.default.enumerator(atPath: user.home)?.compactMap { $0 as? String } ?? []
        return names.filter { name in
            guard !spared.contains(name), let bytes = FileManager.default.contents(atPath: "\(user.home)/\(name)")
            else {
                return false
            }
            return words.contains { name.contains($0) || bytes.range(of: Data($0.utf8)) != nil }
        }.sorted()
    }

    private func newUser(_ app: String) throws -> AppUser {
        let user = try AppUser(app, self)
        try FileManager.default.createDirectory(atPath: "\(user.home)/tmp", withIntermediateDirectories: true)
        return user
    }

    private func addPhoto(_ user: AppUser, _ day: String, _ note: String, _ comment: String) throws {
        try user.write("photo.jpg", photo(comment))
        try user.run("settings", "format", "original")
        try user.run("add", "photo.jpg", "--date", day, "-m", note)
        try FileManager.default.removeItem(atPath: "\(user.home)/photo.jpg")
    }

    /// Saves text in an editor that then fails, so that the text stays as a draft.
    private func leaveDraft(_ user: AppUser, _ words: String, _ text: String) throws {
        try user.write(
            "editor", Array("#!/bin/sh\necho '\(text)' > \"$1\"; cp \"$1\" \"$1~\"; exit 3\n".utf8), mode: 0o755)
        let result = try user.shell(
            "TMPDIR=$HOME/tmp EDITOR=$HOME/editor script -qec \"$APP \(words)\" /dev/null < /dev/null; rm $HOME/editor")
        XCTAssertFalse(holders(user, [text]).isEmpty, result.output + result.errors)
    }

    func testGrainPurgeLeavesNoTraces() throws {
        let user = try newUser("grain")
        let words = ["Zauberwort", "Zweitwort", "Drittwort", "PLANTED-PIXELS"]
        try addPhoto(user, "2 days ago", "harmless", "other")
        try addPhoto(user, "yesterday", "Zauberwort", "PLANTED-PIXELS")
        try user.run("edit", "yesterday", "-m", "Zweitwort")
        try user.run("delete", "yesterday", "--yes")
        try user.run("undo")
        try leaveDraft(user, "edit yesterday", "Drittwort")
        XCTAssertGreaterThan(holders(user, words).count, 2)
        try user.run("delete", "yesterday", "--purge", "--yes")
        XCTAssertEqual(holders(user, words), [])
        XCTAssertTrue(
            try user.run("undo", "--list").output.contains("Added the entry"), "earlier changes can be undone")

        try addPhoto(user, "yesterday", "Zauberwort", "PLANTED-PIXELS")
        try user.run("delete", "yesterday", "--yes")
        XCTAssertFalse(holders(user, words).isEmpty)
        try user.run("trash", "empty", "--yes")
        XCTAssertEqual(holders(user, words), [])
        XCTAssertTrue(try user.run("show", "2 days ago").output.contains("harmless"))

        try addPhoto(user, "yesterday", "Zauberwort", "PLANTED-PIXELS")
        try user.run("reset", "--yes")
        XCTAssertEqual(holders(user, words + ["harmless", "other"]), [])
        XCTAssertEqual(user.files(below: ".local/share/grain/Photos"), [])
        try user.run("doctor")
    }

    func testKilledGrainPurgeLeavesNoTraces() throws {
        let user = try newUser("grain")
        let words = ["Zauberwort", "PLANTED-PIXELS"]
        let began = ContinuousClock.now
        try user.run("streak")
        let command = ContinuousClock.now - began
        for round in 0..<15 {
            try addPhoto(user, "yesterday", "Zauberwort", "PLANTED-PIXELS")
            let line = [
                ["delete", "yesterday", "--purge", "--yes"], ["trash", "empty", "--yes"], ["reset", "--yes"],
            ][round % 3]
            if round % 3 == 1 { try user.run("delete", "yesterday", "--yes") }
            _ = try user.killed(after: command * Double.random(in: 0.3...1.6, using: &user.random), line, lines: [])
            // The next start finishes a started purge; otherwise the entry is complete.
            try user.run("doctor")
            let days = try user.run("timeline", "--plain").output + user.run("trash", "list", "--plain").output
            if days.contains("Zauberwort") { try user.run("reset", "--yes") }
            XCTAssertEqual(holders(user, words), [], "round \(round), \(line)")
        }
    }

    func testCoinPurgeLeavesNoTraces() throws {
        let user = try newUser("coin")
        let words = ["Zauberwort", "Zweitwort", "Drittwort", "zauber@example.org"]
        let folder = "\(user.home)/.local/share/coin"
        let store = try FileStore(directory: folder) { Instant(milliseconds: 1_763_661_909_120) }
        try StoredFeedbackRepository(store).write(undo: nil) { records in
            for number in 0..<250 {
                let text = FeedbackText(context: number == 7 ? "Zauberwort in the review" : "Context \(number)")
                try records.save(
                    FeedbackEntry(
                        id: Identifier("e\(number)"), text: text, createdAt: Instant(milliseconds: 1_763_661_909_120)))
            }
        }
        try store.close()
        try user.run("edit", "e7", "--impact", "Zweitwort", "--to", "Zauber <zauber@example.org>")
        XCTAssertTrue(try user.run("search", "Zauberwort").output.contains("Zauberwort"))
        XCTAssertTrue(
            holders(user, ["zauberwort"]).contains { $0.contains("search") }, "the search index exists")
        try leaveDraft(user, "edit e7", "Drittwort")
        try user.run("delete", "e7", "--purge", "--yes")
        XCTAssertEqual(holders(user, words + ["zauberwort", "zweitwort"]), [])
        XCTAssertTrue(try user.run("search", "Context").output.contains("Context"))
        try user.run("new", "--context", "Zauberwort again")
        try user.run("delete", "latest", "--yes")
        XCTAssertFalse(holders(user, words).isEmpty, "undo can restore it")
        try user.run("undo", "--forget", "--yes")
        XCTAssertEqual(holders(user, words), [])
        try user.run("new", "--context", "Zauberwort")
        try user.run("reset", "--yes")
        XCTAssertEqual(holders(user, words + ["Context"]), [])
    }

    func testFocusFlowPurgeLeavesNoTraces() throws {
        let user = try newUser("focusflow")
        let words = ["Zauberwort", "zauberwort", "geheimprojekt", "Zweitwort"]
        try user.run("task", "add", "Buy milk")
        try user.run("task", "add", "Zauberwort report +geheimprojekt")
        try user.run("start", "--task", "Zauberwort", "--detach")
        try user.run("stop", "--yes")
        try user.run("task", "edit", "Zauberwort", "--title", "Zweitwort report")
        XCTAssertFalse(holders(user, words).isEmpty)
        try user.run("task", "delete", "Zweitwort", "--purge", "--yes")
        XCTAssertEqual(holders(user, words), [])
        XCTAssertTrue(try user.run("task", "list").output.contains("Buy milk"))
        try user.run("task", "add", "Zauberwort")
        try user.run("reset", "--yes")
        XCTAssertEqual(holders(user, words + ["Buy milk"]), [])
    }

    func testDojangPurgeLeavesNoTraces() throws {
        let user = try newUser("dojang")
        let words = ["Zauberella", "zauberella", "Zweitella"]
        try user.run("profile", "list")
        try user.run("profile", "add", "Zauberella", "--belt", "9k")
        try user.run(
            ["--profile", "Zauberella", "study", "--mode", "learn", "--cards", "10"],
            lines: Array(repeating: "", count: 40))
        try user.run("profile", "edit", "Zauberella", "--rename", "Zweitella")
        try user.run("profile", "switch", "Zweitella")
        XCTAssertFalse(holders(user, words).isEmpty)
        try user.run("profile", "delete", "Zweitella", "--purge", "--yes")
        XCTAssertEqual(holders(user, words), [])
        XCTAssertTrue(try user.run("profile", "list").output.contains("Student"))
        try user.run("profile", "add", "Zauberella")
        try user.run("profile", "delete", "Zauberella", "--yes")
        XCTAssertFalse(holders(user, words).isEmpty, "undo can restore it")
        try user.run("reset", "--yes")
        XCTAssertEqual(holders(user, words), [])
    }
}
