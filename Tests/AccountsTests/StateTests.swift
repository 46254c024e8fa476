import Accounts
import Kernel
import Sync
import TestSupport
import XCTest

/// Account states: guest, signed in, needs upgrade and suspended, with all transitions.
final class StateTests: XCTestCase {
    private let clock = ManualClock("2026-11-20T12:00:00Z")

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
            let text = device.run("sync", "status").output
            XCTAssertTrue(text.hasPrefix("\(line)  [\(button)]\n"), text)
            let output = device.run("sync", "status", "--json").output
            for member in ["\"status\":\"\(status.rawValue)\"", "\"line\":\"\(line)\"", "\"action\":\"\(button)\""] {
                XCTAssertTrue(output.replacing(": ", with: ":").contains(member.replacing(": ", with: ":")), output)
            }
        }
    }

    func testAllStateTransitions() throws {
        let place = Place()
        let first = device(at: place)
        let other = device("p", at: place)
        XCTAssertEqual(try first.accounts.status().state, .guest)
        XCTAssertEqual(code { try first.accounts.syncableAccount() }, "accountMissing")
        _ = try first.accounts.create(at: SyncPlace.sample, called: "Laptop", isSealed: false)
        _ = try first.accounts.migrate()
        XCTAssertEqual(try first.accounts.status().state, .signedIn)
        first.isOpen.withLock { $0 = false }
        XCTAssertEqual(try first.accounts.status().state, .needsUpgrade)
        XCTAssertEqual(code { try first.accounts.round() }, "accountNeedsUpgrade")
        first.isOpen.withLock { $0 = true }
        XCTAssertEqual(try first.accounts.status().state, .signedIn)
        _ = try other.accounts.join(at: SyncPlace.sample, key: nil, called: "Phone")
        _ = try other.accounts.migrate()
        try other.accounts.delete()
        XCTAssertEqual(try other.accounts.status().state, .guest)
        XCTAssertEqual(code { try first.accounts.round() }, "syncAccountGone")
        XCTAssertEqual(try first.accounts.status().state, .suspended)
        XCTAssertEqual(code { try first.accounts.round() }, "accountSuspended")
        // A suspended account takes precedence over a missing purchase.
        first.isOpen.withLock { $0 = false }
        XCTAssertEqual(try first.accounts.status().state, .suspended)
        try first.accounts.signOut(export: nil)
        XCTAssertEqual(try first.accounts.status().state, .guest)
    }

    /// A guest without the purchase sees the upgrade message, as in the table.
    func testGuestWithoutPurchaseSeesUpgradeMessage() throws {
        let first = device(at: Place())
        first.isOpen.withLock { $0 = false }
        XCTAssertEqual(code { try first.accounts.syncableAccount() }, "accountNeedsUpgrade")
        do { try first.accounts.round() } catch let failure as Failure {
            XCTAssertEqual(failure.denial?.gate, AccountGates.cloudSync)
        }
    }
}
