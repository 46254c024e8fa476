import Backup
import Foundation
import Kernel
import TestSupport
import XCTest

/// Tests compatibility with `tar` in both directions, and invalid archives.
final class TarTests: XCTestCase {
    private func run(_ words: [String]) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/tar")
        process.arguments = words
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }

    private func read(_ bytes: [UInt8], pieces size: Int = 700) throws -> [(TarEntry, [UInt8])] {
        var rest = bytes[...]
        var reader = TarReader {
            guard !rest.isEmpty else { return nil }
            defer { rest = rest.dropFirst(size) }
            return Array(rest.prefix(size))
        }
        var entries: [(TarEntry, [UInt8])] = []
        while let entry = try reader.entry() {
            var contents: [UInt8] = []
            try reader.read { contents += $0 }
            entries.append((entry, contents))
        }
        return entries
    }

    private func sample(_ random: inout RandomSource) -> [(path: String, bytes: [UInt8])] {
        let folders = [
            "a", "Photos/2026/11", String(repeating: "long/", count: 30) + "end", "사진/겨울",
            String(repeating: "x", count: 120),
        ]
        return (0..<12).map { number in
            let size = [0, 1, 511, 512, 513, 70_000].randomElement(using: &random) ?? 0
            return (
                "\(folders.randomElement(using: &random) ?? "a")/\(number).jpg",
                (0..<size).map { _ in UInt8.random(in: 0...255, using: &random) }
            )
        }
    }

    private func archive(_ files: [(path: String, bytes: [UInt8])]) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var writer = TarWriter { bytes += $0 }
        for file in files { try writer.add(file.path, file.bytes, time: 1_763_661_909) }
        try writer.finish()
        return bytes
    }

    func testArchivesAreCompatibleWithTar() throws {
        for seed in 0..<6 as Range<UInt64> {
            var random = RandomSource(seed: seed)
            let files = sample(&random)
            let home = try Home()
            let tarFile = try home.file("ours.tar", archive(files))
            try home.folder("out")
            XCTAssertEqual(try run(["xf", tarFile, "-C", home.path("out")]), 0, "seed \(seed)")
            for file in files {
                XCTAssertEqual(try Array(home.bytes("out/\(file.path)")), file.bytes, "seed \(seed): \(file.path)")
            }
            for form in ["ustar", "pax", "gnu", "posix"]
            where form != "ustar" || files.allSatisfy({ $0.path.utf8.count < 100 }) {
                XCTAssertEqual(
                    try run(["cf", home.path("\(form).tar"), "--format=\(form)", "-C", home.path("out"), "."]), 0)
                let entries = try read(Array(home.bytes("\(form).tar")), pieces: 100 + Int(seed) * 333)
                let plain = entries.filter { $0.0.kind == .file }.map { ($0.0.path.dropFirst(2), $0.1) }
                XCTAssertEqual(plain.count, files.count)
                for (path, bytes) in plain {
                    XCTAssertEqual(files.first { $0.path == path }?.bytes, bytes, "\(form): \(path)")
                }
            }
        }
    }

    func testArchivesRoundTripForAnyPieceSize() throws {
        var random = RandomSource(seed: 4)
        let files = sample(&random)
        let bytes = try archive(files)
        for size in [1, 511, 512, 100_000] {
            let entries = try read(bytes, pieces: size)
            XCTAssertEqual(entries.map(\.0.path), files.map(\.path))
            XCTAssertEqual(entries.map(\.1), files.map(\.bytes))
            XCTAssertEqual(Set(entries.map(\.0.time)), [1_763_661_909])
        }
    }

    /// Uses a sparse file on disk to save memory. The header stores the size as a binary number.
    func testSizesBeyondEightGigabytesAreRead() throws {
        let home = try Home(isQuick: false)
        let big = try home.file("big", [])
        XCTAssertEqual(truncate(big, 9 << 30), 0)
        for form in ["gnu", "pax"] {
            XCTAssertEqual(try run(["cSf", home.path("s.tar"), "--format=gnu", "-C", home.path, "big"]), 0)
            var head: [UInt8] = []
            var writer = TarWriter { if head.isEmpty || head.count < 4096 { head += $0 } }
            try writer.begin(TarEntry("big", size: 9 << 30, time: 0))
            var rest: [UInt8]? = head
            var reader = TarReader { rest.take() }
            XCTAssertEqual(try reader.entry()?.size, 9 << 30, form)
        }
    }

    func testTruncationAndHeaderBitFlipsAreDetected() throws {
        let bytes = try archive([("a/b.txt", Array("hello".utf8))])
        // The second block of zeros at the end is optional.
        for length in 0..<(bytes.count - 512) {
            XCTAssertThrowsError(try read(Array(bytes[..<length])), "cut at \(length)") {
                XCTAssertEqual(($0 as? Failure)?.code, .backupDamaged)
            }
        }
        for bit in 0..<(512 * 8) {
            var flipped = bytes
            flipped[bit / 8] ^= 1 << UInt8(bit % 8)
            // Some digits of the checksum may be blanks, and its terminator is ignored.
            do {
                let entries = try read(flipped)
                XCTAssertTrue((148..<156).contains(bit / 8), "bit \(bit)")
                XCTAssertEqual(entries.map(\.0.path), ["a/b.txt"], "bit \(bit)")
            } catch let failure as Failure { XCTAssertEqual(failure.code, .backupDamaged) }
        }
    }

    /// Reading random bytes ends without a trap.
    func testRandomBytesNeverTrap() throws {
        var random = RandomSource(seed: 9)
        let sound = try archive(sample(&random))
        for _ in 0..<300 {
            var bytes = sound
            for _ in 0..<20 {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            // Correct some checksums, so that the header fields are read.
            for start in stride(from: 0, to: bytes.count - 511, by: 512) where Bool.random(using: &random) {
                let block = bytes[start..<(start + 512)]
                let sum = block.enumerated().reduce(0) { $0 + ((148..<156).contains($1.offset) ? 32 : Int($1.element)) }
                let digits = String(sum, radix: 8)
                let field = Array((String(repeating: "0", count: 6 - digits.count) + digits).utf8) + [0, 32]
                bytes.replaceSubrange((start + 148)..<(start + 156), with: field)
            }
            _ = try? read(bytes)
        }
    }
}
