import Files
import Kernel
import Pictures
import PicturesAdapters
import Sync
import SyncAdapters
import SyncTesting
import TestSupport
import XCTest

/// Contracts of file places and of device files, and the file place in a folder.
final class FilePlaceTests: XCTestCase {
    private let called = String(repeating: "a1", count: 16)

    func testFilePlacesSatisfyContract() throws {
        let home = try Home()
        var number = 0
        let makers: [() throws -> (() throws -> any FilePlace)] = [
            {
                let place = MemoryFiles()
                return { place }
            },
            {
                number += 1
                let path = home.path("place\(number)")
                return { FolderFiles(path, mayMake: true) }
            },
            {
                number += 1
                let path = home.path("place\(number)")
                return {
                    FolderFiles(path, mayMake: true) {
                        Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
                    }
                }
            },
        ]
        for make in makers { XCTAssertEqual(FilePlaceContract.over(make).brokenPromises().map(\.description), []) }
    }

    func testFileHomesSatisfyContract() throws {
        let home = try Home()
        var number = 0
        XCTAssertEqual(
            FileHomeContract.over(path: "Photos/a") { MemoryFileHome() }.brokenPromises().map(\.description), [])
        let path = BlobFiles<SamplePath>.text(of: SamplePath(name: "a"))
        XCTAssertEqual(path, "Samples/a.bin")
        let folders = FileHomeContract.over(path: path) {
            number += 1
            return BlobFiles(FolderBlobStore<SamplePath>(root: home.path("\(number)")))
        }
        XCTAssertEqual(folders.brokenPromises().map(\.description), [])
        let both = FileHomeContract.over(path: path) {
            FileHomes([BlobFiles(MemoryBlobStore<SamplePath> { Instant(milliseconds: 0) })])
        }
        XCTAssertEqual(both.brokenPromises().map(\.description), [])
        let blobs = BlobFiles(MemoryBlobStore<SamplePath> { Instant(milliseconds: 0) })
        for path in ["", "a.bin", "Samples/../a.bin", "/etc/passwd", "Samples/.a", "Other/a.bin"] {
            XCTAssertFalse(FileHomes([blobs]).accepts(path), path)
            XCTAssertThrowsError(try FileHomes([blobs]).size(of: path))
            XCTAssertThrowsError(try blobs.save(path) { _ in })
        }
    }

    /// A subfolder unchanged for a while is recognized by its modification time. Every later change
    /// is still detected.
    func testUnchangedSubfolderIsNotReadAgain() throws {
        let home = try Home()
        let now = Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
        let path = home.path("place")
        let place = FolderFiles(path, mayMake: true) { now }
        let reading = FolderFiles(path, mayMake: true)
        func wait(_ seconds: Double) throws {
            let date = Date(timeIntervalSince1970: Double(now.milliseconds) / 1000 - seconds)
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path + "/files/a1")
        }
        let other = "a1" + String(repeating: "0", count: 30)
        try place.put([1], as: FilePart(name: called, number: 0))
        try wait(9)
        XCTAssertEqual(try place.fingerprint(), try reading.fingerprint(), "the subfolder is read")
        try wait(-3600)
        XCTAssertEqual(try place.fingerprint(), try reading.fingerprint(), "a clock ahead of the local one")
        try wait(11)
        let rested = try place.fingerprint()
        XCTAssertNotEqual(rested, try reading.fingerprint())
        XCTAssertEqual(try place.fingerprint(), rested)
        try place.put([1], as: FilePart(name: other, number: 0))
        let changed = try place.fingerprint()
        XCTAssertNotEqual(changed, rested)
        try wait(10.5)
        XCTAssertNotEqual(try place.fingerprint(), rested)
        try place.remove(other)
        XCTAssertNotEqual(try place.fingerprint(), rested)
        XCTAssertNotEqual(try place.fingerprint(), changed)
    }

    /// Truncated files, wrong names, links, copies and drafts are not parts.
    func testInvalidFilesAreNotParts() throws {
        let home = try Home()
        let place = FolderFiles(home.path("place"), mayMake: true)
        let part = FilePart(name: called, number: 0)
        let hundred: [UInt8] = Array(0..<100)
        try place.put(hundred, as: part)
        let folder = home.path("place") + "/files/a1"
        let file = "\(folder)/\(called)-0-100"
        let bytes = try XCTUnwrap(FileManager.default.contents(atPath: file))
        let endings: [String] = ["-1-99", "-01-100", "-1-100~", "-2", "-x-100", " (1)-3-100"]
        let others: [String] = endings.map { called + $0 } + ["." + called + "-1-100.7.0"]
        for other in others {
            try bytes.write(to: URL(fileURLWithPath: "\(folder)/\(other)"))
        }
        XCTAssertEqual(symlink("/etc/passwd", "\(folder)/\(called)-5-100"), 0)
        XCTAssertEqual(mkfifo("\(folder)/\(called)-6-100", 0o600), 0)
        XCTAssertEqual(symlink("/", home.path("place") + "/files/bb"), 0)
        XCTAssertEqual(try place.parts(), [called: [0]])
        XCTAssertEqual(try place.bytes(of: FilePart(name: called, number: 5)), nil)
        XCTAssertEqual(try place.bytes(of: FilePart(name: called, number: 1)), nil)
        try bytes.prefix(40).write(to: URL(fileURLWithPath: file))
        XCTAssertEqual(try place.parts(), [:])
        XCTAssertEqual(try place.bytes(of: part), nil)
        try place.put(hundred, as: part)
        XCTAssertEqual(try place.bytes(of: part), hundred)
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        XCTAssertEqual(mode, 0o600)
    }
}

/// A path of a feature's blob store.
private struct SamplePath: BlobPath {
    static let roots = ["Samples"]
    static let depth = 2
    let name: String

    init(name: String) { self.name = name }

    init?(components: [String]) {
        guard components.count == 2, components[0] == "Samples", components[1].hasSuffix(".bin") else { return nil }
        name = String(components[1].dropLast(4))
        guard SamplePath.isSafe(name) else { return nil }
    }

    var components: [String] { ["Samples", "\(name).bin"] }
    var description: String { components.joined(separator: "/") }

    func failure(_ failure: BlobError) -> Failure {
        Failure(.fileUnreadable, "\(self): \(failure).", kind: .missingInput)
    }
}
