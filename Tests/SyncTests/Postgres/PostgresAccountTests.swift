import Kernel
import Postgres
import Sync
import SyncAdapters
import TestSupport
import XCTest

/// Accounts in a database: joining, leaving, and crashes between any two steps.
final class PostgresAccountTests: XCTestCase {
    private var home: Home?

    override func setUpWithError() throws { home = try Home() }
    override func tearDownWithError() throws { home = nil }

    private func device(_ url: String, _ name: String, mayMake: Bool = false) throws -> PostgresTransport {
        try SyncServer.transport(url, XCTUnwrap(home), device: name, mayMake: mayMake)
    }

    func testDevicesJoinByPassAndRemovedDeviceIsLockedOut() throws {
        let url = try SyncServer.place()
        let phone = try device(url, "phone", mayMake: true)
        let first = try XCTUnwrap(phone.create("mina"))
        // A process killed before it received the pass requests another one.
        let pass = try XCTUnwrap(phone.create("mina"))
        XCTAssertNotEqual(pass, first)
        let tablet = try device(url, "tablet")
        let old = try device(url, "old")
        for device in [tablet, old] {
            XCTAssertEqual(try device.enter("mina", pass: pass), "mina")
            try device.join("mina")
        }
        try phone.offer(.sample(1, 1, of: "p"))
        try old.offer(.sample(1, 1, of: "o"))
        XCTAssertEqual(try tablet.devices(), ["o", "p"])

        let removed = try phone.remove("o")
        XCTAssertTrue(removed.isLockedOut)
        for attempt in [
            { try old.join("mina") }, { _ = try old.envelopes(of: "p", after: 0, limit: 1) },
            { try old.offer(.sample(2, 2, of: "o")) },
            { try old.offer(.sample(1, 1, of: "other")) },
        ] as [() throws -> Void] {
            expectFailure(.syncNotAdmitted, attempt)
        }
        // A restart does not help the removed device: its old pass is rejected.
        expectFailure(.syncNotAdmitted) { try device(url, "old").join("mina") }
        try FileManager.default.removeItem(atPath: XCTUnwrap(home).path("login-old"))
        expectFailure(.syncPassRefused) { _ = try device(url, "old").enter("mina", pass: pass) }
        // The other devices continue, its data stays readable, and the new pass is valid.
        XCTAssertEqual(try tablet.envelopes(of: "o", after: 0, limit: 9), [.sample(1, 1, of: "o")])
        try tablet.offer(.sample(1, 1, of: "t"))
        expectFailure(.syncDeviceRemoved) { try tablet.offer(.sample(2, 2, of: "o")) }
        XCTAssertEqual(try device(url, "late").enter("mina", pass: removed.pass), "mina")
        expectFailure(.syncNoSuchDevice) { _ = try phone.remove("nobody") }
    }

    func testRenewedPassInvalidatesOldOne() throws {
        let url = try SyncServer.place()
        let phone = try device(url, "phone", mayMake: true)
        let pass = try XCTUnwrap(phone.create("mina"))
        let renewed = try XCTUnwrap(phone.renewPass())
        expectFailure(.syncPassRefused) { _ = try device(url, "t").enter("mina", pass: pass) }
        expectFailure(.syncPassRefused) { _ = try device(url, "u").enter("mina", pass: "mellon") }
        XCTAssertEqual(try device(url, "t").enter("mina", pass: renewed), "mina")
    }

    func testSignedOutDeviceIsLockedOutAndOthersStay() throws {
        let url = try SyncServer.place()
        let phone = try device(url, "phone", mayMake: true)
        let tablet = try device(url, "tablet")
        let pass = try phone.create("mina")
        _ = try tablet.enter("mina", pass: pass)
        try phone.offer(.sample(1, 1))
        try phone.signOut()
        try phone.signOut()
        expectFailure(.syncNotAdmitted) { try device(url, "phone").join("mina") }
        XCTAssertEqual(try tablet.envelopes(of: "a", after: 0, limit: 9), [.sample(1, 1)])
        // It returns with the pass.
        XCTAssertEqual(try phone.enter("mina", pass: pass), "mina")
        XCTAssertEqual(try phone.devices(), ["a"])
    }

    func testDeletedAccountLeavesNoData() throws {
        let server = try SyncServer.running()
        let url = try SyncServer.place()
        let schema = try XCTUnwrap(url.split(separator: "schema=").last)
        let phone = try device(url, "phone", mayMake: true)
        let tablet = try device(url, "tablet")
        _ = try tablet.enter("mina", pass: phone.create("mina"))
        let otto = try device(url, "otto", mayMake: true)
        _ = try otto.create("otto")
        for device in [phone, otto] {
            try device.offer(.sample(1, 1))
            try device.publish([1], of: "a")
            try device.offer(SnapshotEnvelope(through: ["a": 1], bytes: [1]))
        }
        try phone.deleteAccount()
        expectFailure(.syncNotAdmitted) { try tablet.join("mina") }
        let output = try server.psql(
            ["logins", "devices", "parcels", "snapshots", "accounts"].map {
                "SELECT count(*) FROM \(schema).\($0) WHERE account <> 'otto';"
            }.joined(), as: "postgres")
        XCTAssertEqual(output.output, "0\n0\n0\n0\n0")
        XCTAssertEqual(try otto.envelopes(of: "a", after: 0, limit: 9), [.sample(1, 1)])
        XCTAssertNotNil(try device(url, "phone", mayMake: true).create("mina"))
    }

    /// The login is stored before the server creates it, so a lost answer is recovered.
    func testCrashDuringAccountCreationIsRecovered() throws {
        let server = try SyncServer.running()
        let proxy = try CuttingProxy(to: String(XCTUnwrap(server.url.split(separator: "host=").last)))
        let home = try XCTUnwrap(home)
        for how in [CuttingProxy.Cut.before, .behind] {
            for number in stride(from: how == .before ? 1 : 2, through: 24, by: 2) {
                let schema = "sync_\(SyncServer.next())"
                let cut = try SyncServer.transport(
                    "postgresql://owner@/commonplace?host=\(proxy.folder)&schema=\(schema)", home, device: schema,
                    mayMake: true)
                proxy.cut(at: number, how)
                let first = try? cut.create("mina")
                proxy.stopCutting()
                // Another process continues.
                let next = try device("\(server.url)&schema=\(schema)", schema, mayMake: true)
                let pass = try first ?? next.create("mina")
                try next.join("mina")
                XCTAssertEqual(
                    try device("\(server.url)&schema=\(schema)", schema + "t").enter("mina", pass: pass), "mina",
                    "\(how) \(number)")
            }
        }
    }

    func testHostedDatabaseAdmitsEachLogin() throws {
        let url = try SyncServer.rented()
        let phone = try device(url, "phone", mayMake: true)
        let tablet = try device(url, "tablet")
        XCTAssertNil(try phone.create("mina"))
        XCTAssertEqual(try tablet.enter("mina", pass: nil), "mina")
        try phone.offer(.sample(1, 1, of: "p"))
        try tablet.offer(.sample(1, 1, of: "t"))
        expectFailure(.syncOtherAccount) { try device(url, "second", mayMake: true).join("otto") }
        // The device loses its name only. Locking it out needs another database password.
        let removed = try phone.remove("t")
        XCTAssertEqual(removed.isLockedOut, false)
        XCTAssertNil(removed.pass)
        expectFailure(.syncDeviceRemoved) { try tablet.offer(.sample(2, 2, of: "t")) }
        XCTAssertFalse(FileManager.default.fileExists(atPath: try XCTUnwrap(home).path("login-phone")))
        try phone.signOut()
        XCTAssertEqual(try tablet.devices(), ["p", "t"])
    }

    func testSetupWithoutPermissionIsRejected() throws {
        let server = try SyncServer.running()
        _ = try server.psql("CREATE ROLE passer LOGIN PASSWORD 'rent';")
        let rented = try SyncServer.rented()
        let user = try XCTUnwrap(rented.split(separator: "/").dropFirst().first?.split(separator: "@").first)
        let url = rented.replacing("//\(user)@", with: "//passer@")
        expectFailure(.syncNotAdmitted) { _ = try device(url, "p", mayMake: true).create("mina") }
        // With an existing account, a login without permission is still rejected.
        XCTAssertNil(try device(rented, "q", mayMake: true).create("mina"))
        expectFailure(.syncNotAdmitted) { _ = try device(url, "p", mayMake: true).create("otto") }
    }

    func testLoginFileMustBePrivate() throws {
        let home = try XCTUnwrap(home)
        let url = try SyncServer.place()
        _ = try device(url, "phone", mayMake: true).create("mina")
        let path = home.path("login-phone")
        XCTAssertEqual(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int, 0o600)
        XCTAssertFalse(home.text("login-phone").contains("pass\":"), "the pass is not kept")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        expectFailure(.syncLoginNotKept) { try device(url, "phone").join("mina") }
        try home.file("login-phone", "something else")
        expectFailure(.syncLoginNotKept) { try device(url, "phone").join("mina") }
    }
}
