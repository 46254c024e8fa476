import Foundation
import Kernel
import TestSupport
import XCTest

/// Tests the commands `backup` and `restore`.
final class BackupTests: XCTestCase {
    func testBackupRoundTrips() throws {
        for seed in 0..<20 as Range<UInt64> {
            let old = try BackupPlace.filled(seed)
            let new = try BackupPlace()
            let backup = try old.run("backup", "all.tar")
            XCTAssertEqual(backup.status, 0, backup.text)
            let result = try new.run("restore", "all.tar", files: backup.files)
            XCTAssertEqual(result.status, 0, result.text)
            XCTAssertEqual(try new.state(), try old.state(), "seed \(seed)")
            XCTAssertEqual(try new.leftovers(), [])
            XCTAssertEqual(try new.store.words(), try old.store.words())
            let again = try new.run("backup", "-")
            XCTAssertEqual(
                again.bytes, backup.files["all.tar"], "seed \(seed): a backup of the restored data is the same")
            try new.store.write { try $0.put(Word("more", "t")) }
            XCTAssertEqual(
                try FileManager.default.attributesOfItem(atPath: new.home.path("data"))[.posixPermissions] as? Int,
                0o700)
        }
    }

    func testBackupIsReadableByTarAndSha256sum() throws {
        let place = try BackupPlace.filled(3)
        try place.put("Photos/2026/1/snow.jpg", Array("snow".utf8))
        let home = try Home()
        try home.file("all.tar", place.run("backup", "all.tar").files["all.tar"] ?? [])
        let script =
            "cd '\(home.path)' && tar tf all.tar > names && tar xf all.tar && cd backup && sha256sum -c --quiet SHA256SUMS"
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", script]
        try process.run()
        process.waitUntilExit()
        XCTAssertEqual(process.terminationStatus, 0)
        let names = home.text("names").split(separator: "\n").map(String.init)
        XCTAssertEqual(names.prefix(2), ["backup/backup.json", "backup/log.jsonl"])
        XCTAssertTrue(
            names.contains("backup/Photos/2026/1/snow.jpg") && !names.contains { $0.contains("Small") }, "\(names)")
        XCTAssertTrue(home.text("backup/log.jsonl").contains("\"collection\":\"words\""))
        // Another tar may repack the backup.
        process.waitUntilExit()
        let pack = Process()
        pack.executableURL = URL(fileURLWithPath: "/bin/sh")
        pack.arguments = ["-c", "cd '\(home.path)' && tar cf again.tar ./backup"]
        try pack.run()
        pack.waitUntilExit()
        let new = try BackupPlace()
        let result = try new.run("restore", "again.tar", files: ["again.tar": Array(home.bytes("again.tar"))])
        XCTAssertEqual(result.status, 0, result.text)
        XCTAssertEqual(try new.state(), try place.state())
    }

    func testOverwritingRequiresReplaceAndConfirmation() throws {
        let old = try BackupPlace.filled(5)
        let new = try BackupPlace.filled(6)
        let files = try old.run("backup", "all.tar").files
        XCTAssertEqual(try old.run("backup", "all.tar", files: files).status, 73)
        XCTAssertTrue(try old.run("backup", "all.tar", files: files).text.contains("--replace"))
        XCTAssertEqual(try old.run("backup", "all.tar", "--replace", files: files).status, 0)
        let before = try new.state()
        let refused = try new.run("restore", "all.tar", files: files)
        XCTAssertEqual(refused.status, 73)
        XCTAssertTrue(
            refused.text.contains("There is already something here: ") && refused.text.contains("--replace"),
            refused.text)
        XCTAssertNotEqual(try new.run("restore", "all.tar", "--replace", files: files).status, 0, "not confirmed")
        XCTAssertEqual(try new.run("restore", "all.tar", "--replace", files: files, dryRunCopy: true).status, 0)
        XCTAssertEqual(try new.state(), before)
        XCTAssertEqual(try new.leftovers(), [])
        XCTAssertEqual(try new.run("restore", "all.tar", "--replace", "--yes", files: files).status, 0)
        XCTAssertEqual(try new.state(), try old.state())
        XCTAssertEqual(try new.store.undoSteps().count, 0)
    }

    func testMissingFilesAreReported() throws {
        let place = try BackupPlace.filled(2)
        place.doctorChecks = [
            DoctorCheck("photos") {
                [.init(.damage, "The photo of 2026-11-19 is missing."), .init(.notice, "No matter.")]
            }
        ]
        let backup = try place.run("backup", "all.tar")
        XCTAssertEqual(backup.status, 0)
        XCTAssertTrue(
            backup.text.contains("Missing: The photo of 2026-11-19 is missing.") && !backup.text.contains("No matter"),
            backup.text)
        let new = try BackupPlace()
        new.doctorChecks = place.doctorChecks
        XCTAssertTrue(
            try new.run("restore", "all.tar", files: backup.files).text.contains("The photo of 2026-11-19 is missing."))
        let json = try JSONValue(Data(place.run("backup", "b.tar", "--json").bytes))
        XCTAssertEqual(json["missing"], .array([.string("The photo of 2026-11-19 is missing.")]))
    }
}
