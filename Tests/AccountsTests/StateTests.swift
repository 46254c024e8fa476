import Accounts
import Kernel
import Sync
import TestBench
import XCTest

/// Guest, signed in, needs upgrade, suspended: every way from one to another.
final class StateTests: XCTestCase {
    private let clock = HandClock("2026-11-20T12:00:00Z")

    private func device(_ name: String = "m", at place: Place) -> Device { Device(name, at: place, clock: clock) }

    /// The founding document's table, word for word.
    func testTheFourLinesOfTheFoundingDocument() throws {
        let rows: [(isPro: Bool, isSignedIn: Bool, SyncStatus, line: String, button: String)] = [
            (true, true, .active, "☁️ Cloud Sync: Active", "Sync Now"),
            (true, false, .needsSignIn, "☁️ Sign in to sync", "Sign In"),
            (false, true, .needsUpgrade, "☁️ Upgrade for sync", "Upgrade"),
            (false, false, .needsUpgrade, "☁️ Upgrade for sync", "Upgrade"),
        ]
        for (isPro, isSignedIn, status, line, button) in rows {
            let device = device(at: Place())
            if isSignedIn { _ = try device.accounts.create(at: SyncPlace.sample, called: "Laptop", isSealed: false) }
            device.isOpen.withLock { $0 = isPro }
            XCTAssertEqual(try device.accounts.situation().sync, status)
            let shown = device.run("sync", "status").output
            XCTAssertTrue(shown.hasPrefix("\(line)  [\(button)]\n"), shown)
            let said = device.run("sync", "status", "--json").output
            for member in ["\"status\":\"\(status.rawValue)\"", "\"line\":\"\(line)\"", "\"action\":\"\(button)\""] {
                XCTAssertTrue(said.replacing(": ", with: ":").contains(member.replacing(": ", with: ":")), said)
            }
        }
    }

    func testEveryWayFromOneStateToAnother() throws {
        let place = Place()
        let (one, other) = (device(at: place), device("p", at: place))
        XCTAssertEqual(try one.accounts.situation().state, .guest)
        XCTAssertEqual(code { try one.accounts.active() }, "accountMissing")
        _ = try one.accounts.create(at: SyncPlace.sample, called: "Laptop", isSealed: false)
        _ = try one.accounts.moveIn()
        XCTAssertEqual(try one.accounts.situation().state, .signedIn)
        one.isOpen.withLock { $0 = false }
        XCTAssertEqual(try one.accounts.situation().state, .needsUpgrade)
        XCTAssertEqual(code { try one.accounts.round() }, "accountNeedsUpgrade")
        one.isOpen.withLock { $0 = true }
        XCTAssertEqual(try one.accounts.situation().state, .signedIn)
        _ = try other.accounts.join(at: SyncPlace.sample, key: nil, called: "Phone")
        _ = try other.accounts.moveIn()
        try other.accounts.delete()
        XCTAssertEqual(try other.accounts.situation().state, .guest)
        XCTAssertEqual(code { try one.accounts.round() }, "syncAccountGone")
        XCTAssertEqual(try one.accounts.situation().state, .suspended)
        XCTAssertEqual(code { try one.accounts.round() }, "accountSuspended")
        // It comes before what has to be bought.
        one.isOpen.withLock { $0 = false }
        XCTAssertEqual(try one.accounts.situation().state, .suspended)
        try one.accounts.signOut(export: nil)
        XCTAssertEqual(try one.accounts.situation().state, .guest)
    }

    /// Who has neither an account nor what has to be bought is told of the latter, as the table has it.
    func testAGuestWithoutTheRightIsToldOfTheRight() throws {
        let one = device(at: Place())
        one.isOpen.withLock { $0 = false }
        XCTAssertEqual(code { try one.accounts.active() }, "accountNeedsUpgrade")
        do { try one.accounts.round() } catch let failure as Failure {
            XCTAssertEqual(failure.denial?.gate, AccountGates.cloudSync)
        }
    }
}
