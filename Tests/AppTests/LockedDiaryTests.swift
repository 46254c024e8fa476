import Composition
import Foundation
import GrainPage
import Kernel
import PicturesContract
import Programs
import XCTest

/// A diary that somebody lives in and locks, as real processes with the programs of this machine: no file tells a word of it, and a lock that is killed
/// on the way has lost nothing.
final class LockedDiaryTests: XCTestCase {
    private static let words = ["Zauberwort", "Zweitwort", "Drittwort", "Sansibar", "geheimtag"]
    private static let pixels = "PLANTED-PIXELS"
    private static let passphrase = "vier Worte aus Zufall"

    /// Whoever adds a kind of record to grain decides here whether a locked diary closes it.
    private static let inSight: Set<String> = [
        // Which days have a photo, and what is reached by that.
        "diary.badges", "diary.settings", "diary.camera",
        // The lock itself, and what it closed.
        "vault.lock", "vault.bundles",
        // What somebody told the community, and what it said; what they bought.
        "community.copy", "community.device", "community.outbox", "community.outbox.book", "community.read",
        "monetization.ledger", "monetization.sandbox",
        // What was seen of help, and when it reminds.
        "guidance.device", "guidance.profile", "guidance.releases", "guidance.tips", "guidance.usage", "reminders.quiet",
        "reminders.said", "reminders.settings",
        // Names, versions and times of what other devices have.
        "sync.cards", "sync.files", "sync.merges", "sync.quiet", "sync.sent", "sync.state", "sync.strays", "sync.versions",
    ]

    func testEveryKindOfRecordIsClosedOrNamedAsInSight() throws {
        let grain = try XCTUnwrap(App.all.first { $0.name == "grain" })
        let all = Set(try App.registry(of: grain).collections.map(\.name))
        XCTAssertEqual(
            all.subtracting(GrainVault.sealed).subtracting(Self.inSight).sorted(), [], "nobody has decided about these")
        XCTAssertEqual(GrainVault.sealed.intersection(Self.inSight).sorted(), [], "these are both")
        XCTAssertEqual(GrainVault.sealed.subtracting(all).sorted(), [], "grain has no such kind")
        XCTAssertEqual(Self.inSight.subtracting(all).sorted(), [], "grain has no such kind")
    }

    /// A JPEG with a comment that no other has, kept byte for byte.
    private func photo(_ comment: String, _ width: Int = 16) -> [UInt8] {
        let picture = PhotoMaker.jpeg(width, 12)
        let segment = [0xFF, 0xFE, 0, UInt8(comment.utf8.count + 2)] + Array(comment.utf8)
        return Array(picture.prefix(2)) + segment + Array(picture.dropFirst(2))
    }

    /// Everything below the home, temporary files too, that holds a word, a pixel or the passphrase.
    private func holders(_ user: Traveller) -> [String] {
        let names = FileManager.default.enumerator(atPath: user.home)?.compactMap { $0 as? String } ?? []
        return names.filter { name in
            guard name != "pass", let bytes = FileManager.default.contents(atPath: "\(user.home)/\(name)") else { return false }
            return (Self.words + [Self.pixels, Self.passphrase]).contains { bytes.range(of: Data($0.utf8)) != nil }
        }.sorted()
    }

    /// Somebody with days of every kind: edited, sealed, deleted, found, looked at.
    private func diarist(days: Int = 3) throws -> Traveller {
        let programs = Programs(path: "/usr/bin:/bin")
        for name in ["age", "age-keygen", "openssl"] where programs.find(name) == nil {
            throw XCTSkip("\(name) is not installed")
        }
        let user = try Traveller("grain", self)
        try user.keep("pass", Array(Self.passphrase.utf8))
        try user.run("settings", "format", "original")
        for day in 1...days {
            try user.keep("photo.jpg", photo("\(Self.pixels) \(day)", 8 * day))
            try user.run(
                "add", "photo.jpg", "--date", "\(day) days ago", "-m", "Zauberwort \(day)", "--tag", "geheimtag", "--place",
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

    func testNoFileTellsAWordOrAPixelOfALockedDiary() throws {
        let user = try diarist()
        XCTAssertGreaterThan(holders(user).count, 3)
        try user.run(lock)
        XCTAssertEqual(holders(user), [])
        let shown = try user.attempt(["show", "yesterday"])
        XCTAssertNotEqual(shown.status, 0)
        XCTAssertFalse((shown.output + shown.errors).contains("Zweitwort"))
        // Days stay in sight; with the passphrase all is there, and still nothing lies open.
        XCTAssertTrue(try user.run("streak", "--json").output.contains("\"total\""))
        let read = try user.shell(
            "GRAIN_PASSPHRASE='\(Self.passphrase)' $APP show yesterday; GRAIN_PASSPHRASE='\(Self.passphrase)' $APP search Zweit")
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

    /// Killed wherever it is: what was there is there for whoever has the passphrase, and the same command ends what was begun.
    func testALockThatIsKilledOnTheWayLosesNothing() throws {
        let user = try diarist(days: 12)
        func copy() throws -> Traveller {
            let twin = try Traveller("grain", self)
            try FileManager.default.removeItem(atPath: twin.home)
            try FileManager.default.copyItem(atPath: user.home, toPath: twin.home)
            return twin
        }
        let before = try user.run("export", "--json").output
        let whole = try copy()
        let began = ContinuousClock.now
        try whole.run(lock)
        let pace = ContinuousClock.now - began
        var halves = 0
        for round in 0..<4 {
            let victim = try copy()
            _ = try victim.killed(
                after: pace * ((Double(round) + Double.random(in: 0...1, using: &user.chance)) / 4), lock, lines: [])
            let seen = try victim.shell("GRAIN_PASSPHRASE='\(Self.passphrase)' $APP export --json")
            XCTAssertEqual(seen.status, 0, seen.errors)
            XCTAssertEqual(seen.output, before, "round \(round)")
            let kept = holders(victim)
            if !kept.isEmpty, kept != holders(user) { halves += 1 }
            try victim.run(lock)
            XCTAssertEqual(holders(victim), [], "round \(round)")
            try victim.run("lock", "--off", "--yes", "--passphrase-file", "pass")
            XCTAssertEqual(try victim.run("export", "--json").output, before, "round \(round)")
        }
        print("\(halves) of 4 were killed half-way")
    }
}
