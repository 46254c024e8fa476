import Accounts
import Kernel
import Sync
import TestSupport
import XCTest

/// Account states: guest, signed in, needs upgrade and suspended, with all transitions.
final class StateTests: XCTestCase {
    private let clock = HandClock("2026-11-20T12:00:00Z")

    private func device(_ name: String = "m", at place: Place) -> Device { Device(name, at: place, clock: clock) }

    /// The status table of the founding document, verbatim.
    func testStatusLinesOfFoundingDocument() throws {
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
            XCTAssertEqual(try device.accounts.status().sync, status)
            let shown = device.run("sync", "status").output
            XCTAssertTrue(shown.hasPrefix("\(line)  [\(button)]\n"), shown)
            let said = device.run("sync", "status", "--json").output
            for member in ["\"status\":\"\(status.rawValue)\"", "\"line\":\"\(line)\"", "\"action\":\"\(button)\""] {
                XCTAssertTrue(said.replacing(": ", with: ":").contains(member.replacing(": ", with: ":")), said)
            }
        }
    }

    func testAllStateTransitions() throws {
        let place = Place()
        let one = device(at: place)
        let other = device("p", at: place)
        XCTAssertEqual(try one.accounts.status().state, .guest)
        XCTAssertEqual(code { try one.accounts.syncableAccount() }, "accountMissing")
        _ = try one.accounts.create(at: SyncPlace.sample, called: "Laptop", isSealed: false)
        _ = try one.accounts.migrate()
        XCTAssertEqual(try one.accounts.status().state, .signedIn)
        one.isOpen.withLock { $0 = false }
        XCTAssertEqual(try one.accounts.status().state, .needsUpgrade)
        XCTAssertEqual(code { try one.accounts.round() }, "accountNeedsUpgrade")
        one.isOpen.withLock { $0 = true }
        XCTAssertEqual(try one.accounts.status().state, .signedIn)
        _ = try other.accounts.join(at: SyncPlace.sample, key: nil, called: "Phone")
        _ = try other.accounts.migrate()
        try other.accounts.delete()
        XCTAssertEqual(try other.accounts.status().state, .guest)
        XCTAssertEqual(code { try one.accounts.round() }, "syncAccountGone")
        XCTAssertEqual(try one.accounts.status().state, .suspended)
        XCTAssertEqual(code { try one.accounts.round() }, "accountSuspended")
        // A suspended account takes precedence over a missing purchase.
        one.isOpen.withLock { $0 = false }
        XCTAssertEqual(try one.accounts.status().state, .suspended)
        try one.accounts.signOut(export: nil)
        XCTAssertEqual(try one.accounts.status().state, .guest)
    }

    /// A guest without the purchase sees the upgrade message, as in the table.
    func testGuestWithoutPurchaseSeesUpgradeMessage() throws {
        let one = device(at: Place())
        one.isOpen.withLock { $0 = false }
        XCTAssertEqual(code { try one.accounts.syncableAccount() }, "accountNeedsUpgrade")
        do { try one.accounts.round() } catch let failure as Failure {
            XCTAssertEqual(failure.denial?.gate, AccountGates.cloudSync)
        }
    }
}
