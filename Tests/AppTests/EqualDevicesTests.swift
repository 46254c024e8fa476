import Foundation
import Kernel
import Storage
import TestSupport
import XCTest

/// `doctor --devices`, `reset` and a device that was removed, with real programs in homes of their
/// own.
final class EqualDevicesTests: XCTestCase {
    private struct Made: Decodable { let key: String }
    private struct Task: Decodable { let id, title: String }
    private struct Standing: Decodable { let state: String }
    private struct Shown: Decodable { let key: String }
    private struct Profile: Decodable { let name: String }
    private struct Health: Decodable {
        struct Device: Decodable {
            struct Difference: Decodable, Equatable { let collection: String, otherwise, onlyHere, onlyThere: [String] }
            let name, outcome: String
            let records: Int?
            let differences: [Difference]
        }
        let devices: [Device]?
    }

    private func devices(_ app: String = "focusflow") throws -> (a: AppUser, b: AppUser, key: String) {
        let a = try AppUser(app, self)
        let b = try AppUser(app, self)
        if app == "focusflow" {
            for device in [a, b] { try device.run("plan", "sandbox", "buy", "com.focusflow.pro.monthly", "--yes") }
        }
        let account: Made = try a.run("account", "create", place(a), "--name", "Laptop", "--yes", "--json").json()
        try b.run("account", "join", place(a), "--key", account.key, "--name", "Phone", "--yes")
        return (a, b, account.key)
    }

    private func place(_ user: AppUser) -> String { "\(user.home)/Shared" }

    private func titles(_ user: AppUser) throws -> [String] {
        let tasks: [Task] = try user.run("task", "list", "--json").json()
        return tasks.map(\.title).sorted()
    }

    private func sync(_ users: AppUser...) throws { for user in users { try user.run("sync", "now") } }

    private func compared(_ user: AppUser, status: Int32 = 0) throws -> [Health.Device] {
        let health: Health = try user.run("doctor", "--devices", "--json", status: status).json()
        return try XCTUnwrap(health.devices)
    }

    // MARK: - Accounts of developers

    func testHubSyncNeedsNoPurchase() throws {
        let (a, b, _) = try devices("hub")
        try sync(a, b)
        for device in [a, b] {
            XCTAssertTrue(try device.run("sync", "status").output.contains("☁️ Cloud Sync: Active"))
        }
        XCTAssertEqual(try compared(a).map(\.name), ["Phone"])
        try b.run("account", "sign-out", "--yes")
        XCTAssertTrue(try b.run("sync", "status").output.contains("☁️ Sign in to sync"))
    }

    // MARK: - doctor

    func testDoctorComparesEqualDevices() throws {
        let (a, b, _) = try devices()
        for title in ["Write report", "Buy milk"] { try a.run("task", "add", title) }
        try sync(a, b)
        let text = try a.run("doctor", "--devices").output
        XCTAssertTrue(text.contains("Phone has not answered yet: it does when it syncs the next time."), text)
        try sync(b)
        let same = try compared(a)
        XCTAssertEqual(same.map(\.name), ["Phone"])
        XCTAssertEqual(same.map(\.outcome), ["same"])
        XCTAssertGreaterThanOrEqual(same.first?.records ?? 0, 2)
        let output = try a.run("doctor", "--devices").output
        XCTAssertTrue(output.contains("Phone has the same: ") && output.contains("every one alike."), output)
        // The request of one device also answers the other.
        XCTAssertEqual(try compared(b).map(\.outcome), ["same"])
        // Without the option no device is asked.
        let quiet: Health = try a.run("doctor", "--json").json()
        XCTAssertNil(quiet.devices)
        // Changes since the last sync are not compared.
        try b.run("sync", "pause")
        try a.run("task", "add", "Third")
        XCTAssertEqual(try compared(a).map(\.outcome), ["apart"])
    }

    /// Changes a stored record directly, as a damaged disk or an intruder would.
    func testDoctorExplainsDifferencesAndTheirRepair() throws {
        let (a, b, _) = try devices()
        for title in ["Write report", "Buy milk"] { try a.run("task", "add", title) }
        try sync(a, b)
        let store = try FileStore(directory: "\(b.home)/.local/share/focusflow") { Instant(milliseconds: 0) }
        _ = try store.engine.rewrite { record in
            guard record.address.collection == "focus.tasks", let payload = record.payload,
                let text = String(data: payload, encoding: .utf8), text.contains("Buy milk")
            else { return nil }
            return StoredRecord(
                address: record.address, stamp: record.stamp, payloadVersion: record.payloadVersion,
                entries: record.entries,
                payload: Data(text.replacing("Buy milk", with: "Buy silk").utf8))
        }
        try store.close()
        XCTAssertEqual(try titles(b), ["Buy silk", "Write report"])
        XCTAssertEqual(try compared(a).map(\.outcome), ["asked"])
        try sync(b)
        let unnamed = try a.run("doctor", "--devices", status: 65)
        XCTAssertTrue(unnamed.output.contains("Phone does not have the same:"), unnamed.output)
        XCTAssertTrue(unnamed.output.contains("Tasks (focus.tasks): which of them, Phone says"), unnamed.output)
        try sync(b)
        let named = try a.run("doctor", "--devices", status: 65)
        XCTAssertTrue(named.output.contains("1 otherwise there: “Buy milk”"), named.output)
        XCTAssertTrue(named.errors.contains("Change each thing that differs once more where it is right"), named.errors)
        XCTAssertEqual(try compared(a, status: 65).first?.differences.map(\.otherwise.count), [1])
        // The advice resolves the difference.
        try a.run("task", "edit", "Buy milk", "--title", "Buy milk!")
        try sync(a, b)
        XCTAssertEqual(try titles(b), ["Buy milk!", "Write report"])
        _ = try compared(a)
        try sync(b)
        XCTAssertEqual(try compared(a).map(\.outcome), ["same"])
    }

    func testDoctorRefusesDeviceComparisonForGuests() throws {
        for (app, expected) in [("coin", "Cloud sync: part of COIN Premium"), ("hub", "You are not signed in")] {
            let refused = try AppUser(app, self).run("doctor", "--devices", status: 1)
            XCTAssertTrue(refused.errors.contains(expected), refused.errors)
        }
    }

    // MARK: - Scheduled programs

    /// Programs that cron and systemd start don't see the variables of a shell.
    func testScheduledSyncGetsMovedDataFolder() throws {
        let user = try AppUser("grain", self)
        XCTAssertFalse(try user.run("sync", "install", "--with", "cron", "--print").output.contains("--data"))
        let moved = try user.shell("XDG_DATA_HOME=/mnt/mine \"$APP\" sync install --with cron --print")
        XCTAssertTrue(moved.output.contains("'--data' '/mnt/mine/grain'"), moved.output)
    }

    // MARK: - reset

    func testResetSignsOutFirst() throws {
        let (a, b, key) = try devices()
        try a.run("task", "add", "Shared")
        try sync(a, b)
        try a.run("sync", "pause")
        try a.run("task", "add", "Unsent")
        try a.run("reset", status: 64)
        XCTAssertEqual(try titles(a), ["Shared", "Unsent"], "nothing was changed")
        let dryRunCopy = try a.run("reset", "--dry-run", "--yes")
        XCTAssertEqual(try titles(a), ["Shared", "Unsent"], dryRunCopy.output)
        let done = try a.run("reset", "--yes")
        XCTAssertTrue((done.output + done.errors).contains("You are signed out"), "\(done)")
        let standing: Standing = try a.run("account", "show", "--json").json()
        XCTAssertEqual(standing.state, "guest")
        XCTAssertEqual(try titles(a), [])
        XCTAssertEqual(try a.shell("grep -r -a -l Unsent .local/share/focusflow || true").output, "")
        try sync(b)
        XCTAssertEqual(try titles(b), ["Shared"], "the other devices keep their records")
        struct Device: Decodable { let name: String }
        let devices: [Device] = try b.run("account", "devices", "--json").json()
        XCTAssertEqual(devices.map(\.name), ["Phone"])
        // The device can join again with the printed commands.
        try a.run("plan", "sandbox", "buy", "com.focusflow.pro.monthly", "--yes")
        try a.run("account", "join", place(a), "--key", key, "--yes")
        XCTAssertEqual(try titles(a), ["Shared"])
    }

    func testResetWithoutSharedFolderReportsUninformedDevices() throws {
        let (a, _, _) = try devices()
        try FileManager.default.moveItem(atPath: place(a), toPath: place(a) + ".away")
        let done = try a.run("reset", "--yes")
        XCTAssertTrue((done.output + done.errors).contains("The other devices could not be told"), "\(done)")
        let standing: Standing = try a.run("account", "show", "--json").json()
        XCTAssertEqual(standing.state, "guest")
    }

    // MARK: - Removed devices

    func testRejoiningDeviceRestoresNoDeletedRecords() throws {
        let (a, b, key) = try devices()
        for title in ["Stays", "Goes"] { try a.run("task", "add", title) }
        try sync(a, b)
        try a.run("account", "remove-device", "Phone", "--yes")
        try a.run("task", "delete", "Goes", "--yes")
        try sync(a)
        try b.run("task", "add", "Written while away")
        let refused = try b.run("sync", "now", status: 1)
        XCTAssertTrue(refused.errors.contains("removed"), refused.errors)
        let result = try b.run("sync", "now", status: 1)
        XCTAssertTrue(result.errors.contains("`account join`"), result.errors)
        try b.run("account", "join", place(a), "--yes", status: 65)
        try b.run("account", "join", place(a), "--key", key, "--yes")
        try sync(a, b)
        XCTAssertEqual(try titles(a), ["Stays", "Written while away"])
        XCTAssertEqual(try titles(b), ["Stays", "Written while away"])
    }

    /// The server denies access before the device can read about its removal, and the previously
    /// shown key is no longer valid.
    func testRemovedDeviceRejoinsDatabaseWithNewKey() throws {
        try XCTSkipUnless(PrivateServer.isInstalled, "no PostgreSQL here: apt-get install postgresql")
        let server = try PrivateServer()
        let address = "postgres:" + server.url
        let a = try AppUser("dojang", self)
        let b = try AppUser("dojang", self)
        let result = try a.attempt(["account", "create", address, "--name", "Laptop", "--yes", "--json"])
        try XCTSkipIf(result.errors.contains("this build has no PostgreSQL"), result.errors)
        let old = try result.json(Made.self).key
        try b.run("account", "join", address, "--key", old, "--name", "Phone", "--yes")
        try sync(a, b)
        try a.run("account", "remove-device", "Phone", "--yes")
        try b.run("profile", "edit", "Student", "--rename", "Written while away")
        // The server reports the removal once; later the device knows it from its own record.
        try b.run("sync", "now", status: 1)
        XCTAssertTrue(try b.run("sync", "now", status: 1).errors.contains("`account join`"))
        let late = try b.attempt(["account", "join", address, "--key", old, "--yes"])
        XCTAssertTrue(late.errors.contains("Ask for the key again"), late.output + late.errors)
        let account: Shown = try a.run("account", "show", "--key", "--json").json()
        try b.run("account", "join", address, "--key", account.key, "--yes")
        try sync(b, a, b)
        let profiles: [Profile] = try a.run("profile", "list", "--json").json()
        XCTAssertEqual(profiles.map(\.name), ["Written while away"])
        XCTAssertEqual(try compared(a).map(\.name), ["Phone"])
    }

    // MARK: - Default records

    func testUnusedDefaultProfileIsNotDuplicatedBySync() throws {
        func names(_ user: AppUser) throws -> [String] {
            let profiles: [Profile] = try user.run("profile", "list", "--json").json()
            return profiles.map(\.name).sorted()
        }
        let a = try AppUser("dojang", self)
        let b = try AppUser("dojang", self)
        for device in [a, b] { try device.run("profile", "list") }
        try a.run("profile", "edit", "Student", "--goal", "15")
        let account: Made = try a.run("account", "create", place(a), "--yes", "--json").json()
        try b.run("account", "join", place(a), "--key", account.key, "--yes")
        try sync(a, b)
        XCTAssertEqual(try names(a), ["Student"])
        XCTAssertEqual(try names(b), ["Student"])
        // A used default profile is kept.
        let c = try AppUser("dojang", self)
        try c.run("profile", "edit", "Student", "--belt", "9k")
        try c.run("account", "join", place(a), "--key", account.key, "--yes")
        try sync(a)
        XCTAssertEqual(try names(a), ["Student", "Student 2"])
        XCTAssertEqual(try names(c), ["Student", "Student 2"])
    }
}
