import Documents
import Foundation
import Kernel
import XCTest

/// Tests archives of this module and of `zip`.
final class ZipTests: XCTestCase {
    private func random(_ count: Int, seed: UInt64) -> [UInt8] {
        var random = RandomSource(seed: seed)
        return (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }

    func testArchiveRoundTrips() throws {
        let entries = [
            (name: "photos/a.jpg", bytes: random(70_000, seed: 1)), (name: "Journal.json", bytes: []),
            (name: "눈.txt", bytes: random(9, seed: 2)),
        ]
        let archive = try ZipArchive(ZipWriter.archive(entries), names: .folders)
        XCTAssertEqual(archive.names, Set(entries.map(\.name)))
        for (name, bytes) in entries {
            XCTAssertEqual(try archive.contents(of: name, limit: 1 << 20), bytes)
            XCTAssertEqual(archive.size(of: name), bytes.count)
        }
        XCTAssertNil(try archive.contents(of: "other", limit: 9))
        XCTAssertThrowsError(try archive.contents(of: "photos/a.jpg", limit: 69_999))
        XCTAssertThrowsError(try ZipArchive(ZipWriter.archive(entries)), "names with folders need `names: .folders`")
    }

    /// Large archives are read in parts.
    func testReadingOneEntryReadsLittleMore() throws {
        let complete = ZipWriter.archive((0..<50).map { ("\($0)", random(100_000, seed: UInt64($0))) })
        let reads = ReadCounter()
        let archive = try ZipArchive(size: complete.count, names: .flat) { offset, count in
            reads.count += count
            return Array(complete[offset..<offset + count])
        }
        XCTAssertEqual(try archive.contents(of: "31", limit: 1 << 20), random(100_000, seed: 31))
        XCTAssertLessThan(reads.count, 300_000)
    }

    private final class ReadCounter: @unchecked Sendable { var count = 0 }

    func testArchivesWorkWithUnzipAndZip() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("zip-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: "\(folder)/photos", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        func run(_ program: String, _ arguments: [String]) throws -> Int32 {
            guard FileManager.default.isExecutableFile(atPath: "/usr/bin/\(program)") else {
                throw XCTSkip("\(program) is not installed")
            }
            let process = Process()
            (process.executableURL, process.arguments) = (URL(fileURLWithPath: "/usr/bin/\(program)"), arguments)
            process.currentDirectoryURL = URL(fileURLWithPath: folder)
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            return process.terminationStatus
        }
        let noise = random(90_000, seed: 5)
        let text = Array(String(repeating: "frost and snow, ", count: 9_000).utf8)
        let archive = ZipWriter.archive([("photos/a.jpg", noise), ("눈.txt", text)])
        try Data(archive).write(to: URL(fileURLWithPath: "\(folder)/ours.zip"))
        XCTAssertEqual(try run("unzip", ["-tq", "ours.zip"]), 0)
        try Data(noise).write(to: URL(fileURLWithPath: "\(folder)/photos/b.jpg"))
        try Data(text).write(to: URL(fileURLWithPath: "\(folder)/-text.txt"))
        XCTAssertEqual(try run("zip", ["-qr", "theirs.zip", "photos", "--", "-text.txt"]), 0)
        let data = try XCTUnwrap(FileManager.default.contents(atPath: "\(folder)/theirs.zip"))
        let theirs = try ZipArchive(Array(data), names: .folders)
        XCTAssertEqual(theirs.names, ["photos/b.jpg", "-text.txt"])
        XCTAssertEqual(try theirs.contents(of: "photos/b.jpg", limit: 1 << 20), noise)
        XCTAssertEqual(try theirs.contents(of: "-text.txt", limit: 1 << 20), text)
    }
}
