import Backup
import Foundation
import Kernel
import TestSupport
import XCTest

/// Tests that invalid backups are refused with their reason and change nothing.
final class HostileArchiveTests: XCTestCase {
    private func assertRefused(_ tar: [UInt8], _ words: String, file: StaticString = #filePath, line: UInt = #line)
        throws
    {
        let place = try BackupPlace()
        let result = try place.run("restore", "all.tar", files: ["all.tar": tar])
        XCTAssertEqual(result.status, 65, result.text, file: file, line: line)
        XCTAssertTrue(result.text.contains(words), result.text, file: file, line: line)
        XCTAssertEqual(try place.state(), "", file: file, line: line)
        XCTAssertEqual(try place.leftovers(), [], file: file, line: line)
        XCTAssertFalse(FileManager.default.fileExists(atPath: place.home.path("data/Photos")), file: file, line: line)
    }

    func testHostileArchivesAreRefusedWithoutChanges() throws {
        let place = try BackupPlace.filled(1)
        try place.put("Photos/2026/1/snow.jpg", Array("snow".utf8))
        let sound = try Archive.members(XCTUnwrap(place.run("backup", "a").files["a"]))
        let photo = "backup/Photos/2026/1/snow.jpg"
        try assertRefused(Archive.packed(sound + [("backup/../../evil", [1])]), "not a safe name")
        try assertRefused(Archive.packed(sound + [("/etc/evil", [1])]), "outside the backup's folder")
        try assertRefused(Archive.packed(sound + [("backup/Photos/.restore-1/x", [1])]), "not a safe name")
        try assertRefused(Archive.packed(sound + [("backup/Other/x", [1])]), "does not belong in a backup of test")
        try assertRefused(Archive.packed(sound + [("backup/Small/x", [1])]), "does not belong in a backup of test")
        try assertRefused(Archive.packed(sound + [("backup/more.txt", [1])]), "does not belong in a backup of test")
        try assertRefused(Archive.packed(sound + [(photo, Array("snow".utf8))]), "is in it twice")
        try assertRefused(
            Archive.packed(sound.filter { $0.path != photo }, sums: false), "“Photos/2026/1/snow.jpg” is missing in it")
        try assertRefused(
            Archive.packed(sound + [("backup/Photos/z.jpg", [1])], sums: false),
            "is in it, but not in its list of checksums")
        try assertRefused(
            Archive.packed(Archive.changed(sound, photo, "snow", "snaw"), sums: false),
            "“Photos/2026/1/snow.jpg” in it is damaged")
        try assertRefused(
            Archive.packed(sound.filter { !$0.path.hasSuffix("log.jsonl") }), "log.jsonl is missing in it")
        try assertRefused(
            Archive.packed(Archive.changed(sound, "backup/log.jsonl", "plain", "plaan")), "of its records is damaged")
        try assertRefused(
            Archive.packed(Archive.changed(sound, "backup/backup.json", "\"test\"", "\"grain\"")),
            "It is a backup of grain, not of test.")
        try assertRefused(
            Archive.packed(Archive.changed(sound, "backup/backup.json", "\"version\":1", "\"version\":2")),
            "written by a newer version")
        try assertRefused(Archive.packed([("readme.txt", [1])]), "not a backup of test")
        try assertRefused(Array("not a tar".utf8), "cut short")
        try assertRefused([UInt8](repeating: 7, count: 5000), "It is not a tar archive")
        let archive = try Archive.packed(sound)
        for length in stride(from: 0, to: archive.count - 1024, by: 397) {
            try assertRefused(Array(archive[..<length]), "cannot be restored")
        }
    }

    func testLinksAndDevicesAreRefused() throws {
        let sound = try Archive.packed(Archive.members(XCTUnwrap(BackupPlace.filled(1).run("backup", "a").files["a"])))
        for (type, words) in [
            ("1", "a hard link"), ("2", "a symbolic link"), ("3", "a device"), ("6", "a pipe"), ("V", "not known"),
        ] {
            var header: [UInt8] = []
            var writer = TarWriter { header += $0 }
            try writer.add("backup/Photos/x", [], time: 0)
            header[156] = type.utf8.first ?? 0
            let sum = header.enumerated().reduce(0) { $0 + ((148..<156).contains($1.offset) ? 32 : Int($1.element)) }
            header.replaceSubrange(148..<154, with: Array(("000000" + String(sum, radix: 8)).suffix(6).utf8))
            try assertRefused(header + sound, words)
        }
    }

    func testHugeEntryIsRefusedBeforeReading() throws {
        var header: [UInt8] = []
        var writer = TarWriter { header += $0 }
        try writer.begin(TarEntry("backup/Photos/x", size: 1 << 40, time: 0))
        try assertRefused(header, "is too large")
    }

    /// A path cannot be a file and a folder, in either order.
    func testPathThatIsFileAndFolderIsRefused() throws {
        let sound = try Archive.members(XCTUnwrap(BackupPlace.filled(1).run("backup", "a").files["a"]))
        let file = ("backup/Photos/x", [UInt8(1)])
        let below = ("backup/Photos/x/y", [UInt8(2)])
        try assertRefused(Archive.packed(sound + [file, below]), "“Photos/x/y” in it is inside a file")
        try assertRefused(Archive.packed(sound + [below, file]), "“Photos/x” in it is a file and a folder")
    }

    /// The names differ only in Unicode normalization.
    func testCanonicallyEqualNamesStayTwoFiles() throws {
        let old = try BackupPlace.filled(1)
        let new = try BackupPlace()
        try old.put("Photos/\u{E9}.jpg", [1])
        try old.put("Photos/e\u{301}.jpg", [2])
        let result = try new.run("restore", "all.tar", files: old.run("backup", "all.tar").files)
        XCTAssertEqual(result.status, 0, result.text)
        XCTAssertEqual(try new.home.bytes("data/Photos/\u{E9}.jpg"), Data([1]))
        XCTAssertEqual(try new.home.bytes("data/Photos/e\u{301}.jpg"), Data([2]))
    }

    /// The restore counts the records itself.
    func testRecordCountOfArchiveIsNotTrusted() throws {
        let old = try BackupPlace()
        try old.store.write { try $0.put(Word("a", "t")) }
        let sound = try Archive.members(XCTUnwrap(old.run("backup", "a").files["a"]))
        let lies = Archive.changed(sound, "backup/backup.json", "\"records\":1", "\"records\":-9223372036854775808")
        let output = try BackupPlace().run("restore", "all.tar", files: ["all.tar": Archive.packed(lies)])
        XCTAssertTrue(output.text.contains("Restored 1 record as"), output.text)
    }

    /// The reader stops after many headers without a file.
    func testEndlessHeadersAreRefused() throws {
        var header: [UInt8] = []
        var writer = TarWriter { header += $0 }
        try writer.add("x", [], time: 0)
        header[156] = UInt8(ascii: "g")
        let sum = header[..<512].enumerated().reduce(0) {
            $0 + ((148..<156).contains($1.offset) ? 32 : Int($1.element))
        }
        header.replaceSubrange(148..<154, with: Array(("000000" + String(sum, radix: 8)).suffix(6).utf8))
        var count = 0
        var reader = TarReader {
            count += 1
            return count < 10_000 ? Array(header[..<512]) : nil
        }
        XCTAssertThrowsError(try reader.entry())
        XCTAssertLessThan(count, 100)
    }
}
