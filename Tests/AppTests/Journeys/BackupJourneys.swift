import Foundation
import Kernel
import PicturesTesting
import XCTest

/// Backup and restore between machines with real processes.
final class BackupJourneys: XCTestCase {
    private static let photos = ".local/share/grain/Photos"

    private func photo(_ number: Int) -> [UInt8] {
        let comment = Array("number \(number)".utf8)
        let picture = PhotoMaker.jpeg(20, 12)
        return Array(picture.prefix(2)) + [0xFF, 0xFE, 0, UInt8(comment.count + 2)] + comment
            + Array(picture.dropFirst(2))
    }

    private func diary(_ user: AppUser, _ days: Int) throws {
        try user.run("settings", "format", "original")
        for day in 1...days {
            try user.write("p.jpg", photo(day))
            try user.run("add", "p.jpg", "--date", "\(day) days ago", "-m", "Day \(day) 눈")
        }
    }

    /// The files of a folder of the home with their bytes.
    private func contents(_ user: AppUser, _ folder: String) throws -> [String: Data] {
        let pairs = try user.files(below: folder).map {
            ($0, try Data(contentsOf: URL(fileURLWithPath: "\(user.home)/\(folder)/\($0)")))
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    func testDiaryMovesToNewMachineAndReportsMissingPhoto() throws {
        let old = try AppUser("grain", self)
        try diary(old, 4)
        let file = "\(old.home)/grain.tar"
        try old.run("backup", file)
        XCTAssertEqual(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int, 0o600)
        try old.run("backup", file, status: 73)
        let new = try AppUser("grain", self)
        try new.run([])
        let result = try new.run("restore", file)
        XCTAssertTrue(result.output.contains("4 photos"), result.output)
        XCTAssertEqual(try contents(new, BackupJourneys.photos), try contents(old, BackupJourneys.photos))
        XCTAssertEqual(try new.run("export", "--json").output, try old.run("export", "--json").output)
        try new.run("doctor")
        try new.run("restore", file, status: 73)

        // Through pipes, as between two machines.
        let third = try AppUser("grain", self)
        let piped = try old.shell("$APP backup - | HOME=\(third.home) $APP restore -")
        XCTAssertEqual(piped.status, 0, piped.errors)
        XCTAssertEqual(try contents(third, BackupJourneys.photos), try contents(old, BackupJourneys.photos))

        let lost = try XCTUnwrap(new.files(below: BackupJourneys.photos).first)
        try FileManager.default.removeItem(atPath: "\(new.home)/\(BackupJourneys.photos)/\(lost)")
        let missing = try new.run("backup", "\(new.home)/b.tar").output.replacing("\n", with: " ")
        XCTAssertTrue(missing.contains("Missing: ") && missing.contains(lost), missing)
        let day = try XCTUnwrap(missing.split(separator: " ").first { $0.hasPrefix("20") }.map(String.init))
        XCTAssertTrue(try new.run("show", day).output.contains("The photo is missing"))
        XCTAssertTrue(try new.run("show", day, "--json").output.contains("\"photoIsMissing\": true"))
        try new.run("doctor", status: 65)
        let fourth = try AppUser("grain", self)
        let output = try fourth.run("restore", "\(new.home)/b.tar").output.replacing("\n", with: " ")
        XCTAssertTrue(output.contains("Missing: The photo of"), output)
    }

    /// The names in an export are those of the exported copies.
    func testExportNamesMatchExportedFiles() throws {
        struct Exported: Decodable { let file: String }
        let user = try AppUser("grain", self)
        try diary(user, 3)
        try user.run("export", "--photos", "out")
        let entries: [Exported] = try user.run("export", "--json").json()
        XCTAssertEqual(entries.map(\.file).sorted(), user.files(below: "out"))
        for each in entries { XCTAssertTrue(try user.run("export", "--text").output.contains(each.file)) }
    }

    func testForeignBackupAndUnsupportedProfileOptionAreRefused() throws {
        let coin = try AppUser("coin", self)
        try coin.run("new", "--context", "Words")
        try coin.run("backup", "\(coin.home)/coin.tar")
        let focus = try AppUser("focusflow", self)
        XCTAssertTrue(
            try focus.run("restore", "\(coin.home)/coin.tar", status: 65).errors.contains(
                "a backup of coin, not of focusflow"))
        for user in [coin, focus] {
            XCTAssertTrue(try user.run("--profile", "Kim", "status", status: 64).errors.contains("has no profiles"))
            XCTAssertFalse(try user.run("help").output.contains("--profile"))
        }
    }

    /// The data folder is a link to another disk, and then a moved folder.
    func testLinkedAndMovedDataFoldersWork() throws {
        let user = try AppUser("grain", self)
        try FileManager.default.createDirectory(
            atPath: "\(user.home)/disk/grain", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700]
        )
        try FileManager.default.createDirectory(atPath: "\(user.home)/.local/share", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: "\(user.home)/.local/share/grain", withDestinationPath: "\(user.home)/disk/grain")
        try diary(user, 2)
        XCTAssertEqual(user.files(below: "disk/grain/Photos").count, 2)
        try user.run("delete", "1 day ago", "--purge", "--yes")
        XCTAssertEqual(user.files(below: "disk/grain/Photos").count, 1)
        try user.run("backup", "b.tar")
        try FileManager.default.moveItem(atPath: "\(user.home)/disk/grain", toPath: "\(user.home)/moved")
        XCTAssertTrue(try user.run("--data", "moved", "timeline").output.contains("Day 2"))
        try FileManager.default.createDirectory(
            atPath: "\(user.home)/disk/grain", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700]
        )
        try user.run("restore", "b.tar")
        XCTAssertTrue(try user.run("timeline").output.contains("Day 2"))
        try user.run("doctor")
    }

    /// Kills a restore: it is complete or has no effect, and the next start removes its drafts.
    func testKilledRestoreIsAllOrNothing() throws {
        let old = try AppUser("grain", self)
        try diary(old, 5)
        try old.run("backup", "a.tar")
        let original = try contents(old, BackupJourneys.photos)
        let export = try old.run("export", "--json").output
        let user = try AppUser("grain", self)
        let began = ContinuousClock.now
        try user.run("streak")
        let command = ContinuousClock.now - began
        for round in 0..<12 {
            try user.run("reset", "--yes")
            try diary(user, 1)
            let before = (try contents(user, BackupJourneys.photos), try user.run("export", "--json").output)
            let pause = command * Double.random(in: 0.4...2, using: &user.random)
            _ = try user.killed(after: pause, ["restore", "\(old.home)/a.tar", "--replace", "--yes"], lines: [])
            try user.run("doctor")
            let after = (try contents(user, BackupJourneys.photos), try user.run("export", "--json").output)
            XCTAssertTrue(after == (original, export) || after == before, "round \(round): \(after.0.keys)")
            let names =
                FileManager.default.enumerator(atPath: "\(user.home)/.local/share/grain")?.compactMap { $0 as? String }
                ?? []
            XCTAssertEqual(names.filter { $0.contains("restor") }, [], "round \(round)")
        }
    }
}
