import Foundation
import Kernel
import Storage
import StorageCommands
import Terminal
import TerminalContract
import TestBench
import XCTest

/// A backup is everything in one file, and comes back exactly or not at all.
final class BackupTests: XCTestCase {
    private struct Words: Plugin {
        let name = "Words"
        let checkups: [Checkup]

        func contribute(to registry: inout Registry) {
            registry.add(collections: [Word.collection])
            registry.add(DataFolder("Photos", of: "photo"), to: .dataFolders)
            registry.add(DataFolder("Small", of: "small picture", isKept: false), to: .dataFolders)
            registry.add(all: checkups, to: .checkups)
        }
    }

    /// An app in a directory of its own.
    private final class Place {
        let home: Home
        let store: FileStore
        var checkups: [Checkup] = []
        var app = "test"
        private let clock = HandClock("2026-11-20T12:00:00Z")

        init() throws {
            home = try Home(isQuick: true)
            store = try FileStore(directory: home.path("data"), surroundings: .ofApp) { Instant(milliseconds: 1_763_661_909_120) }
        }

        func run(_ words: String..., files: [String: [UInt8]] = [:], rehearsed: Bool = false) throws -> Seen {
            let console = ScriptedConsole(columns: 200, files: files)
            let place = StorePlace(app: app, directory: home.path("data"), isRehearsal: rehearsed)
            let base: any Store = rehearsed ? try DryRunStore(over: store) : store
            let registry = try Registry([
                Words(checkups: checkups), StoragePlugin(store: base, place: place, time: clock.source()),
            ])
            let shell = Shell(
                app: AppDescription(name: app, about: "An app of tests.", version: "1", credits: [], privacy: "", support: ""),
                commands: registry.all(.commands), homeCards: [], today: clock.source().today)
            let (options, rest) = try GlobalOptions.split(words + (rehearsed ? ["--dry-run"] : []))
            let status = shell.run(options, rest, on: console)
            return Seen(
                status: status, text: console.output + console.error, bytes: console.outputBytes, files: console.fileContents)
        }

        func put(_ path: String, _ bytes: some Sequence<UInt8>) throws {
            let folder = URL(fileURLWithPath: home.path("data/\(path)")).deletingLastPathComponent().path
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try home.file("data/\(path)", bytes)
        }

        /// Records without what changes with the place, and all files that belong to people.
        func state() throws -> String {
            let records = try store.engine.allRecords().filter { $0.address.collection == "words" }
            let lines = records.map {
                "\($0.address) \($0.stamp) \($0.entries) \($0.payload.map { String(decoding: $0, as: UTF8.self) } ?? "-")"
            }
            let photos = FileManager.default.enumerator(atPath: home.path("data/Photos"))?.compactMap { $0 as? String } ?? []
            let files = try photos.sorted().filter { $0.contains(".") }.map {
                "\($0) \(try home.bytes("data/Photos/\($0)").count) \(CRC32C.text(of: try home.bytes("data/Photos/\($0)")))"
            }
            return (lines + files).joined(separator: "\n")
        }

        func leftovers() throws -> [String] {
            let all = FileManager.default.enumerator(atPath: home.path("data"))?.compactMap { $0 as? String } ?? []
            return all.filter { $0.contains(".restore") || $0.contains("restoring") }
        }
    }

    private struct Seen {
        let status: Int32
        let text: String
        let bytes: [UInt8]
        let files: [String: [UInt8]]
    }

    private func filled(_ seed: UInt64 = 1) throws -> Place {
        var chance = RandomSource(seed: seed)
        let place = try Place()
        for number in 0..<Int.random(in: 1...30, using: &chance) {
            let text = ["plain", "é 한글 \"q\" \\ / 🥋", "tab\tnewline\n", ""].randomElement(using: &chance) ?? ""
            try place.store.scoped(to: Partition(rawValue: ["", "p"].randomElement(using: &chance) ?? "")).write(undo: "Wrote") {
                try $0.put(Word("w\(number % 12)", "\(text)\(number)"))
            }
            if number % 5 == 0 { try place.store.write { _ = try $0.delete(Identifier<Word>("w\(number % 12)")) } }
        }
        for number in 0..<Int.random(in: 0...9, using: &chance) {
            let bytes = (0..<Int.random(in: 0...3000, using: &chance)).map { _ in UInt8.random(in: 0...255, using: &chance) }
            try place.put("Photos/2026/\(number % 3)/photo-\(number).jpg", bytes)
        }
        try place.put("Small/1.jpg", [1])
        return place
    }

    func testWhatIsBackedUpComesBackExactly() throws {
        for seed in 0..<20 as Range<UInt64> {
            let (old, new) = (try filled(seed), try Place())
            let made = try old.run("backup", "all.tar")
            XCTAssertEqual(made.status, 0, made.text)
            let seen = try new.run("restore", "all.tar", files: made.files)
            XCTAssertEqual(seen.status, 0, seen.text)
            XCTAssertEqual(try new.state(), try old.state(), "seed \(seed)")
            XCTAssertEqual(try new.leftovers(), [])
            XCTAssertEqual(try new.store.words(), try old.store.words())
            let again = try new.run("backup", "-")
            XCTAssertEqual(again.bytes, made.files["all.tar"], "seed \(seed): a backup of what was restored is the same")
            try new.store.write { try $0.put(Word("more", "t")) }
            XCTAssertEqual(
                try FileManager.default.attributesOfItem(atPath: new.home.path("data"))[.posixPermissions] as? Int, 0o700)
        }
    }

    func testOtherToolsReadIt() throws {
        let place = try filled(3)
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
        XCTAssertTrue(names.contains("backup/Photos/2026/1/snow.jpg") && !names.contains { $0.contains("Small") }, "\(names)")
        XCTAssertTrue(home.text("backup/log.jsonl").contains("\"collection\":\"words\""))
        // And what another tar has packed again is a backup still.
        process.waitUntilExit()
        let pack = Process()
        pack.executableURL = URL(fileURLWithPath: "/bin/sh")
        pack.arguments = ["-c", "cd '\(home.path)' && tar cf again.tar ./backup"]
        try pack.run()
        pack.waitUntilExit()
        let new = try Place()
        let seen = try new.run("restore", "again.tar", files: ["again.tar": Array(home.bytes("again.tar"))])
        XCTAssertEqual(seen.status, 0, seen.text)
        XCTAssertEqual(try new.state(), try place.state())
    }

    func testNothingIsOverwrittenUnlessSomebodySaysSo() throws {
        let (old, new) = (try filled(5), try filled(6))
        let made = try old.run("backup", "all.tar").files
        XCTAssertEqual(try old.run("backup", "all.tar", files: made).status, 73)
        XCTAssertTrue(try old.run("backup", "all.tar", files: made).text.contains("--replace"))
        XCTAssertEqual(try old.run("backup", "all.tar", "--replace", files: made).status, 0)
        let before = try new.state()
        let refused = try new.run("restore", "all.tar", files: made)
        XCTAssertEqual(refused.status, 73)
        XCTAssertTrue(
            refused.text.contains("There is already something here: ") && refused.text.contains("--replace"), refused.text)
        XCTAssertNotEqual(try new.run("restore", "all.tar", "--replace", files: made).status, 0, "nobody said yes")
        XCTAssertEqual(try new.run("restore", "all.tar", "--replace", files: made, rehearsed: true).status, 0)
        XCTAssertEqual(try new.state(), before)
        XCTAssertEqual(try new.leftovers(), [])
        XCTAssertEqual(try new.run("restore", "all.tar", "--replace", "--yes", files: made).status, 0)
        XCTAssertEqual(try new.state(), try old.state())
        XCTAssertEqual(try new.store.undoSteps().count, 0)
    }

    func testWhatIsMissingIsSaid() throws {
        let place = try filled(2)
        place.checkups = [
            Checkup("photos") { [.init(.damage, "The photo of 2026-11-19 is missing."), .init(.notice, "No matter.")] }
        ]
        let made = try place.run("backup", "all.tar")
        XCTAssertEqual(made.status, 0)
        XCTAssertTrue(
            made.text.contains("Missing: The photo of 2026-11-19 is missing.") && !made.text.contains("No matter"), made.text)
        let new = try Place()
        new.checkups = place.checkups
        XCTAssertTrue(try new.run("restore", "all.tar", files: made.files).text.contains("The photo of 2026-11-19 is missing."))
        let json = try JSONValue(Data(place.run("backup", "b.tar", "--json").bytes))
        XCTAssertEqual(json["missing"], .array([.string("The photo of 2026-11-19 is missing.")]))
    }

    // MARK: - Hostile archives

    private typealias Member = (path: String, bytes: [UInt8])

    private func members(_ tar: [UInt8]) throws -> [Member] {
        var rest: [UInt8]? = tar
        var reader = TarReader { rest.take() }
        var found: [Member] = []
        while let entry = try reader.entry() {
            var bytes: [UInt8] = []
            try reader.read { bytes += $0 }
            found.append((entry.path, bytes))
        }
        return found
    }

    private func packed(_ members: [Member], sums: Bool = true) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var writer = TarWriter { bytes += $0 }
        for member in members where !(sums && member.path.hasSuffix("SHA256SUMS")) {
            try writer.add(member.path, member.bytes, time: 0)
        }
        if sums {
            let lines = members.filter { !$0.path.hasSuffix("SHA256SUMS") }.map { member in
                SHA256.digest(member.bytes).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "  "
                    + member.path.split(separator: "/").dropFirst().joined(separator: "/") + "\n"
            }
            try writer.add("backup/SHA256SUMS", Array(lines.joined().utf8), time: 0)
        }
        try writer.finish()
        return bytes
    }

    private func assertRefused(_ tar: [UInt8], _ words: String, file: StaticString = #filePath, line: UInt = #line) throws {
        let place = try Place()
        let seen = try place.run("restore", "all.tar", files: ["all.tar": tar])
        XCTAssertEqual(seen.status, 65, seen.text, file: file, line: line)
        XCTAssertTrue(seen.text.contains(words), seen.text, file: file, line: line)
        XCTAssertEqual(try place.state(), "", file: file, line: line)
        XCTAssertEqual(try place.leftovers(), [], file: file, line: line)
        XCTAssertFalse(FileManager.default.fileExists(atPath: place.home.path("data/Photos")), file: file, line: line)
    }

    private func changed(_ members: [Member], _ path: String, _ old: String, _ new: String) -> [Member] {
        members.map {
            (
                $0.path,
                $0.path == path ? Array(String(decoding: $0.bytes, as: UTF8.self).replacing(old, with: new).utf8) : $0.bytes
            )
        }
    }

    func testEachHostileArchiveIsNamedAndChangesNothing() throws {
        let place = try filled(1)
        try place.put("Photos/2026/1/snow.jpg", Array("snow".utf8))
        let sound = try members(XCTUnwrap(place.run("backup", "a").files["a"]))
        let photo = "backup/Photos/2026/1/snow.jpg"
        try assertRefused(packed(sound + [("backup/../../evil", [1])]), "not a safe name")
        try assertRefused(packed(sound + [("/etc/evil", [1])]), "outside the backup's folder")
        try assertRefused(packed(sound + [("backup/Photos/.restore-1/x", [1])]), "not a safe name")
        try assertRefused(packed(sound + [("backup/Other/x", [1])]), "does not belong in a backup of test")
        try assertRefused(packed(sound + [("backup/Small/x", [1])]), "does not belong in a backup of test")
        try assertRefused(packed(sound + [("backup/more.txt", [1])]), "does not belong in a backup of test")
        try assertRefused(packed(sound + [(photo, Array("snow".utf8))]), "is in it twice")
        try assertRefused(packed(sound.filter { $0.path != photo }, sums: false), "“Photos/2026/1/snow.jpg” is missing in it")
        try assertRefused(
            packed(sound + [("backup/Photos/z.jpg", [1])], sums: false), "is in it, but not in its list of checksums")
        try assertRefused(packed(changed(sound, photo, "snow", "snaw"), sums: false), "“Photos/2026/1/snow.jpg” in it is damaged")
        try assertRefused(packed(sound.filter { !$0.path.hasSuffix("log.jsonl") }), "log.jsonl is missing in it")
        try assertRefused(packed(changed(sound, "backup/log.jsonl", "plain", "plaan")), "of its records is damaged")
        try assertRefused(
            packed(changed(sound, "backup/backup.json", "\"test\"", "\"grain\"")), "It is a backup of grain, not of test.")
        try assertRefused(
            packed(changed(sound, "backup/backup.json", "\"version\":1", "\"version\":2")), "written by a newer version")
        try assertRefused(packed([("readme.txt", [1])]), "not a backup of test")
        try assertRefused(Array("not a tar".utf8), "cut short")
        try assertRefused([UInt8](repeating: 7, count: 5000), "It is not a tar archive")
        let whole = try packed(sound)
        for cut in stride(from: 0, to: whole.count - 1024, by: 397) {
            try assertRefused(Array(whole[..<cut]), "cannot be restored")
        }
    }

    func testLinksAndDevicesAreRefused() throws {
        let sound = try packed(members(XCTUnwrap(filled(1).run("backup", "a").files["a"])))
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

    func testAnEntryThatSaysToBeHugeIsRefusedBeforeItIsRead() throws {
        var header: [UInt8] = []
        var writer = TarWriter { header += $0 }
        try writer.begin(TarEntry("backup/Photos/x", size: 1 << 40, time: 0))
        try assertRefused(header, "is too large")
    }
}
