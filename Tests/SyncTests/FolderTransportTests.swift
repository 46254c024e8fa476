import Kernel
import Sync
import SyncAdapters
import SyncTesting
import TestSupport
import XCTest

/// The shared folder: the transport contract, foreign files, partial copies and conflict copies.
final class FolderTransportTests: XCTestCase {
    private var place = ""
    private var home: Home?

    override func setUpWithError() throws {
        let home = try Home()
        self.home = home
        place = home.path("place")
    }

    override func tearDownWithError() throws { home = nil }

    private func transport() -> FolderTransport { FolderTransport(place, mayMake: true) }

    private func leave(_ envelopes: [BatchEnvelope]) throws {
        try transport().join("mina")
        for envelope in envelopes { try transport().offer(envelope) }
    }

    private func sample(_ first: Int, _ last: Int) -> BatchEnvelope {
        BatchEnvelope(device: "a", first: first, last: last, bytes: Array("changes \(first)\nto \(last)".utf8))
    }

    private func put(_ text: String, _ name: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: place + "/" + name))
    }

    func testFolderTransportSatisfiesContract() throws {
        var number = 0
        let broken = SyncTransportContract.over { [place] in
            number += 1
            let path = "\(place)/\(number)"
            return { FolderTransport(path, mayMake: true) }
        }.brokenPromises()
        XCTAssertEqual(broken.map(\.description), [])
    }

    func testFaultyTransportWithoutFaultsSatisfiesContract() throws {
        var number = 0
        let broken = SyncTransportContract.over { [place] in
            number += 1
            let path = "\(place)/\(number)"
            return { FaultyTransport(over: FolderTransport(path, mayMake: true), faults: 0, seed: 1) }
        }.brokenPromises()
        XCTAssertEqual(broken.map(\.description), [])
    }

    func testForeignFolderIsRejectedAndUnchanged() throws {
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        try put("mine", "holiday.txt")
        XCTAssertThrowsError(try transport().join("mina")) { XCTAssertEqual(($0 as? Failure)?.code, .syncForeignPlace) }
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: place), ["holiday.txt"])
        try put("{\"kind\":\"commonplace-sync\",\"form\":2,\"account\":\"mina\"}", "account.json")
        XCTAssertThrowsError(try transport().join("mina")) { XCTAssertEqual(($0 as? Failure)?.code, .syncNewerForm) }
        try put("{\"kind\":\"shopping\"}", "account.json")
        XCTAssertThrowsError(try transport().join("mina")) { XCTAssertEqual(($0 as? Failure)?.code, .syncForeignPlace) }
    }

    func testMissingFolderIsReportedAndNotCreated() throws {
        let away = FolderTransport(place, mayMake: false)
        XCTAssertThrowsError(try away.join("mina")) { XCTAssertEqual(($0 as? Failure)?.code, .syncPlaceAway) }
        XCTAssertFalse(FileManager.default.fileExists(atPath: place))
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        // The mount point of a disk that is not connected.
        XCTAssertThrowsError(try away.join("mina")) { XCTAssertEqual(($0 as? Failure)?.isPermanent, false) }
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: place), [])
    }

    /// A truncated or changed file is ignored, at every length and for every byte.
    func testTruncatedOrChangedFileIsIgnored() throws {
        try leave([sample(1, 2), sample(3, 3)])
        let path = place + "/devices/a/1-2.jsonl"
        let bytes = try XCTUnwrap(FileManager.default.contents(atPath: path))
        for count in 0..<bytes.count {
            try bytes.prefix(count).write(to: URL(fileURLWithPath: path))
            XCTAssertEqual(try transport().envelopes(of: "a", after: 0, limit: 9), [sample(3, 3)], "\(count) bytes")
        }
        for index in bytes.indices {
            var edited = bytes
            edited[index] ^= 1
            try edited.write(to: URL(fileURLWithPath: path))
            XCTAssertEqual(try transport().envelopes(of: "a", after: 0, limit: 9), [sample(3, 3)], "byte \(index)")
        }
        // The device that wrote the file repairs it.
        try transport().offer(sample(1, 2))
        XCTAssertEqual(try transport().envelopes(of: "a", after: 0, limit: 9), [sample(1, 2), sample(3, 3)])
    }

    func testCopiesConflictsAndDraftsAreIgnored() throws {
        try leave([sample(1, 2)])
        let bytes = try XCTUnwrap(FileManager.default.contents(atPath: place + "/devices/a/1-2.jsonl"))
        for name in [
            "1-2 (1).jsonl", "1-2.sync-conflict-20261123-120000-ABCDEFG.jsonl", ".1-2.jsonl.77.0", "01-2.jsonl",
            "1-2.jsonl~",
            "1-2.jsonl.tmp", "2-1.jsonl", "-2.jsonl", "1-.jsonl", "3-99999999999999999999.jsonl", "٣-٤.jsonl",
            "notes.txt",
            // Valid names with other content.
            "3-4.jsonl",
        ] { try bytes.write(to: URL(fileURLWithPath: place + "/devices/a/" + name)) }
        try FileManager.default.createDirectory(
            atPath: place + "/devices/a/5-6.jsonl", withIntermediateDirectories: true)
        XCTAssertEqual(symlink("/etc/passwd", place + "/devices/a/7-8.jsonl"), 0)
        XCTAssertEqual(mkfifo(place + "/devices/a/9-10.jsonl", 0o600), 0)
        XCTAssertEqual(symlink("/", place + "/devices/root"), 0)
        for name in ["B", "a b", "..a", "a.sync-conflict"] {
            try FileManager.default.createDirectory(
                atPath: place + "/devices/" + name, withIntermediateDirectories: true)
            try bytes.write(to: URL(fileURLWithPath: "\(place)/devices/\(name)/1-2.jsonl"))
        }
        XCTAssertEqual(try transport().devices(), ["a"])
        XCTAssertEqual(try transport().envelopes(of: "a", after: 0, limit: 99), [sample(1, 2)])
        XCTAssertEqual(try transport().latest(of: "a"), sample(1, 2).mark)
        XCTAssertEqual(try transport().envelopes(of: "../devices/a", after: 0, limit: 99), [])
        XCTAssertThrowsError(try transport().offer(BatchEnvelope(device: "../b", first: 1, last: 1, bytes: [])))
    }

    func testHostileFileIsSkippedQuickly() throws {
        try leave([sample(1, 2)])
        let lines = String(repeating: "\n", count: 5_000_000)
        let deep = String(repeating: "[", count: 1_000_000)
        try put(lines, "devices/a/3-4.jsonl")
        try put(deep, "devices/a/5-6.jsonl")
        try put("12345678 99999999999 x\n", "devices/a/7-8.jsonl")
        let file = open(place + "/devices/a/9-10.jsonl", O_WRONLY | O_CREAT, 0o600)
        XCTAssertEqual(ftruncate(file, 1 << 40), 0)
        close(file)
        XCTAssertEqual(try transport().envelopes(of: "a", after: 0, limit: 9), [sample(1, 2)])
        XCTAssertEqual(try transport().latest(of: "a"), sample(1, 2).mark)
    }

    func testFilesArePrivateAndDraftsAreDeleted() throws {
        try leave([sample(1, 2)])
        try transport().publish([1], of: "a")
        try transport().publish([2], of: "a")
        XCTAssertEqual(
            try FileManager.default.contentsOfDirectory(atPath: place + "/devices/a").sorted(),
            ["1-2.jsonl", "card.jsonl"])
        let mode =
            try FileManager.default.attributesOfItem(atPath: place + "/devices/a/1-2.jsonl")[.posixPermissions] as? Int
        XCTAssertEqual(mode, 0o600)
    }
}
