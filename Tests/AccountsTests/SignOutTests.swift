import Accounts
import Kernel
import Sync
import TestSupport
import XCTest

/// Scopes that are off, pausing, signing out and reset.
final class SignOutTests: XCTestCase {
    func testSignOutRequiresExportOfUnsentChanges() throws {
        let pair = try Pair()
        try pair.one.write("n", "Unsent")
        do {
            try pair.one.accounts.signOut(export: nil)
            XCTFail("it signed out")
        } catch let failure as Failure {
            XCTAssertEqual(failure.code, .accountUnsent)
            XCTAssertEqual(failure.message, "1 change has not left this device yet.")
            XCTAssertTrue(failure.advice.contains("--export"), failure.advice)
        }
        XCTAssertEqual(try pair.one.accounts.status().state, .signedIn)
        try pair.one.accounts.signOut(export: "before.tar")
        XCTAssertNotNil(pair.one.copies.withLock { $0["before.tar"] })
        XCTAssertEqual(try pair.one.accounts.status().state, .guest)
        XCTAssertEqual(try pair.one.note("n"), "Unsent")
        // Without unsent changes it needs no backup.
        try pair.other.accounts.signOut(export: nil)
        XCTAssertEqual(try pair.other.accounts.status().state, .guest)
    }

    func testDisabledScopeIsNotSent() throws {
        let pair = try Pair()
        try pair.one.accounts.setScope("diary", on: false)
        try pair.one.write("d", day: 20, "Planted in the diary")
        try pair.one.write("n", "Planted in a note")
        for _ in 0..<3 { try pair.meet() }
        XCTAssertFalse(try pair.place.words().contains("Planted in the diary"))
        XCTAssertTrue(try pair.place.words().contains("Planted in a note"))
        XCTAssertEqual(try pair.other.pages(), [])
        XCTAssertEqual(try pair.one.accounts.waiting(), 0)
        // Incoming records are stored nevertheless.
        try pair.other.write("e", day: 21, "Of the other")
        try pair.meet()
        XCTAssertEqual(try pair.one.pages(), ["Planted in the diary", "Of the other"])
        try pair.one.accounts.setScope("diary", on: true)
        try pair.meet()
        XCTAssertEqual(try pair.other.pages(), ["Planted in the diary", "Of the other"])
        XCTAssertEqual(code { try pair.one.accounts.setScope("nothing", on: true) }, "accountScopeUnknown")
    }

    func testPausedAccountSendsAndReceivesNothing() throws {
        let pair = try Pair()
        XCTAssertTrue(pair.one.run("sync", "pause").output.contains("Syncing rests. What you write waits here."))
        try pair.one.write("n", "Mine")
        try pair.other.write("o", "Theirs")
        try pair.other.accounts.round()
        let calls = pair.place.calls
        let run = pair.one.run("sync", "now")
        XCTAssertEqual(run.status, 1)
        XCTAssertTrue(run.error.contains("Syncing is paused."), run.error)
        XCTAssertEqual(pair.place.calls, calls, "the place was not contacted")
        XCTAssertTrue(pair.one.run("sync", "status").output.contains("signed in, and paused"))
        XCTAssertTrue(pair.one.run("sync", "pause", "--off").output.contains("Syncing goes on."))
        XCTAssertEqual(pair.one.run("sync", "now").output.split(separator: "\n").first, "Sent 1, received 1.")
        XCTAssertEqual(try pair.one.note("o"), "Theirs")
    }

    /// `reset` explains the account and signs out before it erases everything.
    func testResetExplainsAndSignsOutFirst() throws {
        let pair = try Pair()
        try pair.one.write("n", "Unsent")
        let resetHook = try XCTUnwrap(pair.one.app().registry().all(.resetHooks).first { $0.name == "account" })
        let confirmation = try XCTUnwrap(resetHook.confirmationText())
        for words in [
            "leaves the account in /place first", "1 change has not left this device, and goes with the rest",
            "account show --key",
        ] {
            XCTAssertTrue(confirmation.contains(words), confirmation)
        }
        XCTAssertEqual(try resetHook.perform(), "You are signed out; what lies in /place is still there.")
        XCTAssertEqual(try pair.one.accounts.status().state, .guest)
        XCTAssertNil(try resetHook.confirmationText())
        XCTAssertNil(try resetHook.perform())
        try pair.other.accounts.round()
        XCTAssertEqual(try pair.other.accounts.devices().map(\.title), ["Phone"], "a device that left is not listed")
    }
}
