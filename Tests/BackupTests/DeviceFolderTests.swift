import Foundation
import Kernel
import XCTest

/// Tests folders of one device, such as purchases: backed up, merged on restore, never erased.
final class DeviceFolderTests: XCTestCase {
    private func move(_ old: BackupPlace, to new: BackupPlace, _ words: String...) throws -> CommandResult {
        let backup = try old.run("backup", "all.tar")
        XCTAssertEqual(backup.status, 0, backup.text)
        let seen =
            try words.isEmpty
            ? new.run("restore", "all.tar", files: backup.files)
            : new.run("restore", "all.tar", "--replace", "--yes", files: backup.files)
        XCTAssertEqual(seen.status, 0, seen.text)
        XCTAssertEqual(try new.leftovers(), [])
        return seen
    }

    private func papers(_ place: BackupPlace) -> [String: String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: place.home.path("data/Papers"))) ?? []
        return Dictionary(uniqueKeysWithValues: names.map { ($0, place.home.text("data/Papers/\($0)")) })
    }

    func testDeviceFolderIsRestoredWithoutExcludedFiles() throws {
        let old = try BackupPlace.filled(2)
        let new = try BackupPlace()
        try old.put("Papers/a.paper", Array("paid".utf8))
        try old.put("Papers/notes", Array("seen here".utf8))
        let backup = try old.run("backup", "all.tar")
        XCTAssertTrue(backup.text.contains(" and 1 paper, "), backup.text)
        let result = try move(old, to: new)
        XCTAssertTrue(result.text.contains(" and 1 paper, "), result.text)
        XCTAssertEqual(papers(new), ["a.paper": "paid"])
        XCTAssertEqual(try new.state(), try old.state())
        XCTAssertEqual(
            try FileManager.default.attributesOfItem(atPath: new.home.path("data/Papers/a.paper"))[.posixPermissions]
                as? Int,
            0o600)
    }

    func testExistingDeviceFilesAreKeptAndReported() throws {
        let old = try BackupPlace.filled(2)
        let new = try BackupPlace()
        for (name, text) in [("a", "old a"), ("b", "same"), ("c", "old c")] {
            try old.put("Papers/\(name)", Array(text.utf8))
        }
        for (name, text) in [("a", "new a"), ("b", "same"), ("notes", "mine"), ("d", "new d")] {
            try new.put("Papers/\(name)", Array(text.utf8))
        }
        let result = try move(old, to: new)
        XCTAssertTrue(result.text.contains("Left as here, where the backup has something else: Papers/a."), result.text)
        let all = ["a": "new a", "b": "same", "c": "old c", "d": "new d", "notes": "mine"]
        XCTAssertEqual(papers(new), all, "existing device files need no --replace and are kept")
        XCTAssertTrue(try move(old, to: new, "--replace").text.contains("Left as here"))
        XCTAssertEqual(papers(new), all)
        XCTAssertEqual(try new.run("reset", "--yes").status, 0)
        XCTAssertEqual(papers(new), all, "reset keeps device files")
        XCTAssertEqual(try new.state(), "")
    }

    /// Restores random files over random files: existing files win.
    func testRestoredDeviceFolderIsTheUnionOfBothSides() throws {
        for seed in 0..<30 as Range<UInt64> {
            var random = RandomSource(seed: seed)
            let old = try BackupPlace.filled(seed)
            let new = try BackupPlace()
            var (theirs, ours): ([String: String], [String: String]) = ([:], [:])
            for number in 0..<6 {
                if Bool.random(using: &random) {
                    theirs["p\(number)"] = "theirs \(Int.random(in: 0...1, using: &random))"
                }
                if Bool.random(using: &random) {
                    ours["p\(number)"] = "theirs \(Int.random(in: 0...1, using: &random))"
                }
            }
            for (name, text) in theirs { try old.put("Papers/\(name)", Array(text.utf8)) }
            for (name, text) in ours { try new.put("Papers/\(name)", Array(text.utf8)) }
            let result = try move(old, to: new)
            XCTAssertEqual(papers(new), theirs.merging(ours) { _, here in here }, "seed \(seed)")
            for (name, text) in theirs {
                let isOther = ours[name].map { $0 != text } ?? false
                XCTAssertEqual(result.text.contains("Papers/\(name)"), isOther, "seed \(seed), \(name): \(result.text)")
            }
            XCTAssertEqual(try new.state(), try old.state(), "seed \(seed)")
        }
    }

    func testExcludedFileInArchiveIsRefused() throws {
        let place = try BackupPlace.filled(1)
        try place.put("Papers/a", [1])
        let sound = try Archive.members(XCTUnwrap(place.run("backup", "a").files["a"]))
        let new = try BackupPlace()
        let forged = try Archive.packed(sound + [("backup/Papers/notes", [1])])
        let result = try new.run("restore", "all.tar", files: ["all.tar": forged])
        XCTAssertEqual(result.status, 65)
        XCTAssertTrue(result.text.contains("does not belong in a backup of test"), result.text)
        XCTAssertEqual(papers(new), [:])
    }

    func testSecretFilesAreListedAndNotBackedUp() throws {
        let place = try BackupPlace.filled(1)
        try place.put("key", Array("SECRET".utf8))
        let backup = try place.run("backup", "all.tar")
        XCTAssertTrue(backup.text.contains("Left out, because it is secret: the key (key)."), backup.text)
        XCTAssertNil(Data(backup.files["all.tar"] ?? []).range(of: Data("SECRET".utf8)))
        let help = try place.run("backup", "--help").text.replacing("\n", with: " ")
        XCTAssertTrue(help.contains("the key (key)"), help)
    }
}
