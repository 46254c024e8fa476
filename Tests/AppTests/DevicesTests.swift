import Foundation
import Kernel
import XCTest

/// The sync matrix of the founding document, with real programs on two devices that share a folder.
final class DevicesTests: XCTestCase {
    private struct Made: Decodable { let account, device, key: String }
    private struct Task: Decodable, Equatable { let id, title: String }
    private struct Standing: Decodable { let state, sync: String }
    private struct Gone: Decodable { let id: String }

    /// Two devices of a person with Pro, each with its own home.
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

    // MARK: - The five rows of the sync matrix

    func testOfflineEditQueuesAndSyncsWhenOnline() throws {
        let (a, b, _) = try devices()
        try a.run("task", "add", "Write report")
        try sync(a, b)
        XCTAssertEqual(try titles(b), ["Write report"])
        // The shared folder is unavailable, as without a network.
        try FileManager.default.moveItem(atPath: place(a), toPath: place(a) + ".away")
        try a.run("task", "edit", "Write report", "--title", "Write the report")
        let away = try a.run("sync", "now", status: 75)
        XCTAssertTrue(away.errors.contains("Nothing is lost"), away.errors)
        XCTAssertEqual(try titles(b), ["Write report"])
        try FileManager.default.moveItem(atPath: place(a) + ".away", toPath: place(a))
        try sync(a, b)
        XCTAssertEqual(try titles(b), ["Write the report"])
    }

    func testLastOfTwoEditsWins() throws {
        let (a, b, _) = try devices()
        try a.run("task", "add", "Plan")
        try sync(a, b)
        try a.run("task", "edit", "Plan", "--title", "Plan of A")
        try b.run("task", "edit", "Plan", "--title", "Plan of B")
        try sync(a, b, a)
        XCTAssertEqual(try titles(a), ["Plan of B"])
        XCTAssertEqual(try titles(b), ["Plan of B"])
        let recovered: [Gone] = try b.run("sync", "recovered", "--json").json()
        let alsoGone: [Gone] = try a.run("sync", "recovered", "--json").json()
        XCTAssertFalse(recovered.isEmpty && alsoGone.isEmpty, "the losing edit can be recovered")
    }

    func testDeletionWinsOverEdit() throws {
        let (a, b, _) = try devices()
        try a.run("task", "add", "Old")
        try sync(a, b)
        try a.run("task", "delete", "Old", "--yes")
        try b.run("task", "edit", "Old", "--title", "Newer")
        try sync(a, b, a)
        XCTAssertEqual(try titles(a), [])
        XCTAssertEqual(try titles(b), [])
        let recovered: [Gone] = try b.run("sync", "recovered", "--json").json()
        XCTAssertEqual(recovered.count, 1, "the edit of the deleted task can be recovered")
    }

    func testCompletedSessionSyncsToOtherDevice() throws {
        struct Stretch: Decodable { let title: String?; let preset: String }
        let (a, b, _) = try devices()
        try a.run("start", "Deep Work", "--detach")
        Thread.sleep(forTimeInterval: 1.1)
        try a.run("stop")
        try sync(a, b)
        let history: [Stretch] = try b.run("history", "--json").json()
        XCTAssertEqual(history.map(\.preset), ["Deep Work"])
    }

    func testNewPresetSyncsToOtherDevice() throws {
        struct Preset: Decodable { let name: String }
        let (a, b, _) = try devices()
        try a.run("preset", "add", "Nap", "--focus", "20m")
        try sync(a, b)
        let presets: [Preset] = try b.run("preset", "list", "--json").json()
        XCTAssertTrue(presets.map(\.name).contains("Nap"), "\(presets)")
    }

    // MARK: - Access

    func testSyncStatusTextsAreVerbatim() throws {
        let user = try AppUser("focusflow", self)
        func shows(_ words: String...) throws {
            let output = try user.run("sync", "status").output
            for word in words { XCTAssertTrue(output.contains(word), output) }
        }
        func buys() throws { try user.run("plan", "sandbox", "buy", "com.focusflow.pro.monthly", "--yes") }
        func gives() throws { try user.run("plan", "sandbox", "refund") }
        // A guest without Pro.
        try shows("☁️ Upgrade for sync", "Upgrade")
        try buys()
        try shows("☁️ Sign in to sync", "Sign In")
        try user.run("account", "create", place(user), "--yes")
        try shows("☁️ Cloud Sync: Active", "Sync Now")
        try gives()
        try shows("☁️ Upgrade for sync")
        try user.run("task", "add", "Waits")
        try user.run("sync", "now", status: 1)
        try buys()
        try user.run("sync", "now")
    }

    // MARK: - Guests

    func testSignInKeepsGuestDataAndCanBeUndone() throws {
        let user = try AppUser("focusflow", self)
        try user.run("task", "add", "Before")
        try user.run("plan", "sandbox", "buy", "com.focusflow.pro.monthly", "--yes")
        let sheet = try user.run("account", "create", place(user), "--yes")
        XCTAssertEqual(try titles(user), ["Before"])
        XCTAssertTrue((sheet.output + sheet.errors).contains("copies/before-account"), sheet.output + sheet.errors)
        try user.run("task", "add", "After")
        try user.run("account", "undo", "--yes")
        XCTAssertEqual(try titles(user), ["Before"])
        let account: Standing = try user.run("account", "show", "--json").json()
        XCTAssertEqual(account.state, "guest")
        // The folder is empty again, and another account can use it.
        try user.run("account", "create", place(user), "--yes")
        XCTAssertEqual(try titles(user), ["Before"])
    }

    func testKilledAccountCreationResumes() throws {
        let owner = try AppUser("coin", self)
        try owner.run("plan", "sandbox", "buy", "com.coin.premium.yearly", "--yes")
        for number in 0..<40 {
            try owner.run("new", "--context", "c\(number)", "--observation", "o", "--impact", "i", "--next-steps", "n")
        }
        for milliseconds in [5, 15, 30, 50, 80, 120, 200, 350] {
            _ = try owner.killed(
                after: .milliseconds(milliseconds), ["account", "create", place(owner), "--yes"], lines: [])
        }
        _ = try owner.attempt(["account", "create", place(owner), "--yes"])
        try owner.run("sync", "now")
        let account: Standing = try owner.run("account", "show", "--json").json()
        XCTAssertEqual(account.state, "signedIn")
        let other = try AppUser("coin", self)
        try other.run("plan", "sandbox", "buy", "com.coin.premium.yearly", "--yes")
        struct Key: Decodable { let key: String }
        let key: Key = try owner.run("account", "show", "--key", "--json").json()
        try other.run("account", "join", place(owner), "--key", key.key, "--yes")
        let entries: [Gone] = try other.run("list", "--limit", "100", "--json").json()
        XCTAssertEqual(Set(entries.map(\.id)).count, 40)
        XCTAssertEqual(entries.count, 40)
    }

    func testSignOutRefusesUnsentChanges() throws {
        let (a, _, _) = try devices()
        try FileManager.default.moveItem(atPath: place(a), toPath: place(a) + ".away")
        try a.run("task", "add", "Unsent")
        let refused = try a.run("account", "sign-out", "--yes", status: 1)
        XCTAssertTrue(refused.errors.contains("1 change has not left"), refused.errors)
        try a.run("account", "sign-out", "--export", "\(a.home)/kept.tar", "--yes")
        XCTAssertTrue(FileManager.default.fileExists(atPath: "\(a.home)/kept.tar"))
        XCTAssertEqual(try titles(a), ["Unsent"])
    }

    // MARK: - Other people

    func testSharedFolderIsUnreadableWithoutKey() throws {
        let (a, b, key) = try devices()
        try a.run("task", "add", "Aardvark secret plan", "#zebra")
        try sync(a, b)
        let result = try a.shell("grep -r -a -l -i -e aardvark -e zebra -e Laptop -e focus.tasks \(place(a)) || true")
        XCTAssertEqual(result.output, "")
        let thief = try AppUser("focusflow", self)
        let refused = try thief.run("account", "join", place(a), "--yes", status: 65)
        XCTAssertTrue(refused.errors.contains("key"), refused.errors)
        XCTAssertFalse(try a.shell("cat \(place(a))/account.json").output.contains(key))
    }
}
