import Accounts
import Interface
import Kernel
import Sync
import TerminalTesting
import TestSupport
import XCTest

/// Superseded versions: listing, comparison, restoration and dismissal.
final class RecoveredTests: XCTestCase {
    /// Returns the device that has the superseded version.
    private func loser(_ pair: Pair) throws -> Device {
        try XCTUnwrap([pair.one, pair.other].first { try !$0.accounts.supersededVersions().isEmpty })
    }

    func testSupersededVersionIsListedWithItsDevice() throws {
        let pair = try Pair()
        try pair.clash()
        let device = try loser(pair)
        let version = try XCTUnwrap(device.accounts.supersededVersions().first)
        XCTAssertEqual(version.line, "Cat")
        XCTAssertEqual(version.kept.cause, .edited)
        XCTAssertEqual(version.part, Scope.tasks.title)
        XCTAssertTrue(["Laptop", "Phone"].contains(version.device), version.device)
        XCTAssertEqual(version.differences.map(\.name), ["text"])
        let list = device.run("sync", "recovered").output
        XCTAssertTrue(list.contains("edited there too"), list)
        let plain = device.run("sync", "recovered", "--plain").output
        XCTAssertTrue(plain.hasPrefix("\(version.id)\t"), plain)
    }

    func testBothVersionsAreComparedWithinScreenWidth() throws {
        let pair = try Pair()
        try pair.clash()
        let device = try loser(pair)
        for columns in [80, 40] {
            let console = ScriptedConsole(terminal: true, columns: columns, rows: 60)
            XCTAssertEqual(device.app().run(["sync", "recovered", "1"], on: console), 0, console.error)
            XCTAssertTrue(console.output.contains("[-sat-]"), console.output)
            XCTAssertTrue(console.output.contains("{+lay+}"), console.output)
            for line in console.output.split(separator: "\n") {
                XCTAssertLessThanOrEqual(DisplayWidth.columns(of: String(line)), columns, String(line))
            }
        }
    }

    /// Text from another device is untrusted: no control code reaches the terminal.
    func testControlCodesInSyncedTextAreRemoved() throws {
        let pair = try Pair()
        try pair.clash("\u{1B}[2J\u{1B}]0;gone\u{07} mine \u{202E}sdrawkcab", "\u{9B}31m theirs \u{1B}[31m")
        let device = try loser(pair)
        for words in [["recovered"], ["recovered", "1"]] {
            let console = ScriptedConsole(terminal: false, columns: 80)
            _ = device.app().run(["sync"] + words, on: console)
            for scalar in console.output.unicodeScalars where scalar != "\n" {
                XCTAssertFalse([.control, .format].contains(scalar.properties.generalCategory), console.output)
            }
        }
    }

    func testRestoredVersionBecomesCurrentAndCanBeUndone() throws {
        let pair = try Pair()
        try pair.clash()
        let device = try loser(pair)
        let stood = try device.note("n")
        let run = device.run("sync", "recovered", "1", "--take-back")
        XCTAssertTrue(run.output.hasPrefix("“Cat” stands again ("), run.output + run.error)
        XCTAssertNotEqual(try device.note("n"), stood)
        XCTAssertEqual(try device.accounts.supersededVersions().count, 0)
        XCTAssertEqual(try device.store.undoLast().label, "Took back “Cat”")
        XCTAssertEqual(try device.note("n"), stood)
        let again = try XCTUnwrap(
            device.accounts.supersededVersions().first, "undo restores the superseded version too")
        XCTAssertEqual(again.differences.count, 1, "with its texts")
        try device.accounts.restore(again)
        try pair.meet()
        XCTAssertEqual(try pair.one.note("n"), try pair.other.note("n"))
        XCTAssertNotEqual(try pair.one.note("n"), stood)
        XCTAssertEqual(code { try device.accounts.restore(again) }, "recoveredUnknown")
    }

    /// A record was deleted on one device and edited on the other. Its restoration begins a new
    /// generation that the deletion cannot supersede.
    func testRestoredRecordSurvivesItsDeletion() throws {
        let pair = try Pair()
        try pair.one.write("n", "Plan", "First")
        try pair.meet()
        try pair.one.delete("n")
        try pair.other.write("n", "Plan", "Second")
        try pair.meet()
        XCTAssertNil(try pair.other.note("n"))
        let version = try XCTUnwrap(pair.other.accounts.supersededVersions().first)
        XCTAssertEqual(version.kept.cause, .deleted)
        XCTAssertTrue(pair.other.run("sync", "recovered", "1").output.contains("[-Second-]"))
        try pair.other.accounts.restore(version)
        for _ in 0..<3 { try pair.meet() }
        XCTAssertEqual(try pair.one.note("n"), "Second")
        XCTAssertEqual(try pair.other.note("n"), "Second")
    }

    /// Two pages of one day: the superseded page cannot be restored next to the other, and the
    /// error names the conflict.
    func testRestoreRespectsUniqueKeys() throws {
        let pair = try Pair()
        try pair.one.write("a", day: 20, "The first page")
        try pair.other.write("b", day: 20, "The second page")
        try pair.meet()
        XCTAssertEqual(try pair.one.pages(), try pair.other.pages())
        let device = try loser(pair)
        let version = try XCTUnwrap(device.accounts.supersededVersions().first)
        XCTAssertEqual(version.kept.cause, .sameKey)
        do {
            try device.accounts.restore(version)
            XCTFail("two pages of one day exist")
        } catch let failure as Failure {
            XCTAssertEqual(failure.code, .recoveredInTheWay)
            XCTAssertTrue(failure.advice.contains("in pages already has this day"), failure.advice)
        }
        XCTAssertEqual(try device.accounts.supersededVersions().count, 1)
        // It can be restored after the conflict is removed.
        try device.store.write { _ = try $0.delete(Identifier<Page>("a")) }
        try device.accounts.restore(version)
        for _ in 0..<3 { try pair.meet() }
        XCTAssertEqual(try pair.one.pages(), ["The second page"])
        XCTAssertEqual(try pair.other.pages(), ["The second page"])
    }

    func testDismissedVersionIsRemoved() throws {
        let pair = try Pair()
        try pair.clash()
        let device = try loser(pair)
        let version = try XCTUnwrap(device.accounts.supersededVersions().first)
        XCTAssertEqual(device.run("sync", "recovered", "1", "--take-back", "--dismiss").status, 64)
        XCTAssertEqual(device.run("sync", "recovered", "--dismiss").status, 64)
        XCTAssertTrue(device.run("sync", "recovered", version.id, "--dismiss").output.contains("is let go of"))
        XCTAssertEqual(try device.accounts.supersededVersions().count, 0)
        XCTAssertTrue(device.run("sync", "recovered").output.contains("Nothing gave way."))
        XCTAssertEqual(device.run("sync", "recovered", "1").status, 1)
    }

    /// Keys in the review screen, given as lines in a pipe.
    func testReviewScreenRestoresWithOneKey() throws {
        let pair = try Pair()
        for (id, own, theirs) in [("n", "mine one", "theirs one"), ("o", "mine two", "theirs two")] {
            try pair.one.write(id, "Note \(id)")
            try pair.meet()
            try pair.one.write(id, "Note \(id)", own)
            try pair.other.write(id, "Note \(id)", theirs)
            try pair.meet()
        }
        let device = try loser(pair)
        XCTAssertEqual(try device.accounts.supersededVersions().map(\.line), ["Note o", "Note n"])
        let stood = try device.note("n")
        let run = device.app().run(["sync", "recovered", "--review"], lines: ["down", "u", "q"])
        XCTAssertEqual(run.status, 0, run.error)
        XCTAssertTrue(run.output.contains("“Note n” stands again."), run.output)
        XCTAssertNotEqual(try device.note("n"), stood)
        XCTAssertEqual(try device.accounts.supersededVersions().map(\.line), ["Note o"])
        let last = device.app().run(["sync", "recovered", "--review"], lines: ["d"])
        XCTAssertTrue(last.output.contains("“Note o” is let go of."), last.output)
        XCTAssertEqual(try device.accounts.supersededVersions().count, 0)
    }

    func testReviewScreenExplainsFailedRestore() throws {
        let pair = try Pair()
        try pair.one.write("a", day: 20, "The first page")
        try pair.other.write("b", day: 20, "The second page")
        try pair.meet()
        let device = try loser(pair)
        let run = device.app().run(["sync", "recovered", "--review"], lines: ["u", "q"])
        XCTAssertTrue(run.output.contains("cannot be taken back"), run.output)
        XCTAssertEqual(try device.accounts.supersededVersions().count, 1)
    }
}
