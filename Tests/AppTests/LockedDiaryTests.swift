import Composition
import Foundation
import GrainWiring
import Kernel
import PicturesTesting
import Programs
import XCTest

/// Tests of a locked diary, as real processes with the programs of this machine. No file contains
/// its text, and a killed lock loses nothing.
final class LockedDiaryTests: XCTestCase {
    private static let words = ["Zauberwort", "Zweitwort", "Drittwort", "Sansibar", "geheimtag"]
    private static let pixels = "PLANTED-PIXELS"
    private static let passphrase = "vier Worte aus Zufall"

    /// The collections that stay readable in a locked diary. Each new collection is added here or
    /// to the sealed ones.
    private static let readable: Set<String> = [
        // Days with a photo, and the achievements.
        "diary.badges", "diary.settings", "diary.camera",
        // The lock itself and the sealed records.
        "vault.lock", "vault.bundles",
        // Messages to and from the community, and purchases.
        "community.copy", "community.device", "community.outbox", "community.outbox.book", "community.read",
        "monetization.ledger", "monetization.sandbox",
        // Seen help texts and reminder times.
        "guidance.device", "guidance.profile", "guidance.releases", "guidance.tips", "guidance.usage",
        "reminders.quiet",
        "reminders.said", "reminders.settings",
        // Names, versions and times of the records on other devices.
        "sync.cards", "sync.files", "sync.merges", "sync.quiet", "sync.sent", "sync.state", "sync.strays",
        "sync.versions",
    ]

    func testEveryCollectionIsSealedOrListedAsReadable() throws {
        let grain = try XCTUnwrap(App.all.first { $0.name == "grain" })
        let all = Set(try App.registry(of: grain).collections.map(\.name))
        XCTAssertEqual(
            all.subtracting(GrainVault.sealed).subtracting(Self.readable).sorted(), [],
            "these collections are neither sealed nor listed")
        XCTAssertEqual(GrainVault.sealed.intersection(Self.readable).sorted(), [], "these are sealed and listed")
        XCTAssertEqual(GrainVault.sealed.subtracting(all).sorted(), [], "grain has no such kind")
        XCTAssertEqual(Self.readable.subtracting(all).sorted(), [], "grain has no such kind")
    }

    /// A JPEG with a unique comment, stored byte for byte.
    private func photo(_ comment: String, _ width: Int = 16) -> [UInt8] {
        let picture = PhotoMaker.jpeg(width, 12)
        let segment = [0xFF, 0xFE, 0, UInt8(comment.utf8.count + 2)] + Array(comment.utf8)
        return Array(picture.prefix(2)) + segment + Array(picture.dropFirst(2))
    }

    /// All files below the home, including temporary ones, that contain a word, a pixel or the
    /// passphrase.
    private func holders(_ user: AppUser) -> [String] {
        let names = FileManager.default.enumerator(atPath: user.home)?.compactMap { $0 as? String } ?? []
        return names.filter { name in
            guard name != "pass", let bytes = FileManager.default.contents(atPath: "\(user.home)/\(name)") else {
                return false
            }
            return (Self.words + [Self.pixels, Self.passphrase]).contains { bytes.range(of: Data($0.utf8)) != nil }
        }.sorted()
    }

    /// A user with days of every kind: edited, sealed, deleted, searched, exported.
    private func diarist(days: Int = 3) throws -> AppUser {
        let programs = ProgramPath(path: "/usr/bin:/bin")
        for name in ["age", "age-keygen", "openssl"] where programs.find(name) == nil {
            throw XCTSkip("\(name) is not installed")
        }
        let user = try AppUser("grain", self)
        try user.write("pass", Array(Self.passphrase.utf8))
        try user.run("settings", "format", "original")
        for day in 1...days {
            try user.write("photo.jpg", photo("\(Self.pixels) \(day)", 8 * day))
            try user.run(
                "add", "photo.jpg", "--date", "\(day) days ago", "-m", "Zauberwort \(day)", "--tag", "geheimtag",
                "--place",
                "Sansibar",
                "--mood", "great", "--star")
            try FileManager.default.removeItem(atPath: "\(user.home)/photo.jpg")
        }
        try user.run("edit", "yesterday", "-m", "Zweitwort")
        try user.run("edit", "2 days ago", "-m", "Drittwort", "--seal")
        try user.run("delete", "\(days) days ago", "--yes")
        try user.run("search", "Zauber")
        try user.run("pixels", "--svg", "year.svg")
        return user
    }

    private let lock = ["lock", "--yes", "--passphrase-file", "pass"]

    func testLockedDiaryLeavesNoReadableContent() throws {
        let user = try diarist()
        XCTAssertGreaterThan(holders(user).count, 3)
        try user.run(lock)
        XCTAssertEqual(holders(user), [])
        let result = try user.attempt(["show", "yesterday"])
        XCTAssertNotEqual(result.status, 0)
        XCTAssertFalse((result.output + result.errors).contains("Zweitwort"))
        // Days stay readable. The passphrase opens everything and leaves no readable file.
        XCTAssertTrue(try user.run("streak", "--json").output.contains("\"total\""))
        let read = try user.shell(
            "GRAIN_PASSPHRASE='\(Self.passphrase)' $APP show yesterday; GRAIN_PASSPHRASE='\(Self.passphrase)' $APP search Zweit"
        )
        XCTAssertTrue(read.output.contains("Zweitwort") && read.output.contains("Sansibar"), read.output + read.errors)
        let changed = try user.shell("GRAIN_PASSPHRASE='\(Self.passphrase)' $APP edit yesterday -m 'Zauberwort again'")
        XCTAssertEqual(changed.status, 0, changed.errors)
        XCTAssertEqual(holders(user), [])
        let health = try user.shell("GRAIN_PASSPHRASE='\(Self.passphrase)' $APP doctor")
        XCTAssertEqual(health.status, 0, health.output + health.errors)
        try user.run("lock", "--off", "--yes", "--passphrase-file", "pass")
        XCTAssertTrue(try user.run("show", "yesterday").output.contains("Zauberwort again"))
        try user.run("undo")
        XCTAssertTrue(try user.run("show", "yesterday").output.contains("Zweitwort"))
        XCTAssertTrue(try user.run("trash", "list").output.contains("Zauberwort 3"))
    }

    /// Kills `lock` at random times: with the passphrase all content is readable, and the same
    /// command completes the lock.
    func testKilledLockLosesNothing() throws {
        let user = try diarist(days: 12)
        func copy() throws -> AppUser {
            let twin = try AppUser("grain", self)
            try FileManager.default.removeItem(atPath: twin.home)
            try FileManager.default.copyItem(atPath: user.home, toPath: twin.home)
            return twin
        }
        let before = try user.run("export", "--json").output
        let completeCopy = try copy()
        let began = ContinuousClock.now
        try completeCopy.run(lock)
        let pace = ContinuousClock.now - began
        var halves = 0
        for round in 0..<4 {
            let victim = try copy()
            _ = try victim.killed(
                after: pace * ((Double(round) + Double.random(in: 0...1, using: &user.random)) / 4), lock, lines: [])
            let result = try victim.shell("GRAIN_PASSPHRASE='\(Self.passphrase)' $APP export --json")
            XCTAssertEqual(result.status, 0, result.errors)
            XCTAssertEqual(result.output, before, "round \(round)")
            let remaining = holders(victim)
            if !remaining.isEmpty, remaining != holders(user) { halves += 1 }
            try victim.run(lock)
            XCTAssertEqual(holders(victim), [], "round \(round)")
            try victim.run("lock", "--off", "--yes", "--passphrase-file", "pass")
            XCTAssertEqual(try victim.run("export", "--json").output, before, "round \(round)")
        }
        print("\(halves) of 4 were killed half-way")
    }
}
