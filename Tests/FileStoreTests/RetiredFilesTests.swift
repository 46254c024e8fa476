import DiskKit
import FileStore
import Foundation
import Kernel
import Storage
import TestSupport
import XCTest

/// Tests the deletion of old or excess retired files, and the report of used space.
final class RetiredFilesTests: XCTestCase {
    /// Milliseconds since 1970 when the test began. Days are counted from there, because files get
    /// their dates from the machine.
    private let start = Int64(Date().timeIntervalSince1970 * 1000)

    private func open(_ directory: TemporaryDirectory, day: Double, disk: any FileSystem = SystemCalls()) throws
        -> FileStore
    {
        let time = start + Int64(day * 86_400_000)
        return try FileStore(directory: "\(directory.path)/store", random: RandomSource(seed: 1), system: disk) {
            Instant(milliseconds: time)
        }
    }

    private func write(_ directory: TemporaryDirectory, day: Double) throws {
        let store = try open(directory, day: day)
        try store.write { try $0.put(Word("w", "\(day)")) }
        try store.close()
    }

    /// Creates a file of zeros that was last modified on a day.
    private func addFile(_ path: String, in directory: TemporaryDirectory, size: Int = 10, day: Double = 0) throws {
        let file = "\(directory.path)/store/\(path)"
        try FileManager.default.createDirectory(
            atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        XCTAssertTrue(
            FileManager.default.createFile(atPath: file, contents: nil, attributes: [.posixPermissions: 0o600]))
        XCTAssertEqual(truncate(file, off_t(size)), 0)
        let time = Date(timeIntervalSince1970: Double(start) / 1000 + day * 86_400)
        try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: file)
    }

    private let own: Set<String> = [
        "lock", "CURRENT", "device", "log-1.jsonl", "log-2.jsonl", "index-1.bin", "index-2.bin",
    ]

    private func fileNames(_ directory: TemporaryDirectory) throws -> Set<String> {
        let all = try XCTUnwrap(FileManager.default.enumerator(atPath: "\(directory.path)/store")).compactMap {
            $0 as? String
        }
        var isFolder: ObjCBool = false
        return Set(
            all.filter {
                FileManager.default.fileExists(atPath: "\(directory.path)/store/\($0)", isDirectory: &isFolder)
                    && !isFolder.boolValue
            }
        ).subtracting(own)
    }

    private let old: Set<String> = [
        "quarantine/log-1-at-5.bytes", "recovered/log-1 (copy).jsonl", "recovered/log-1 (copy)-replaced.jsonl",
        "aside-1-log-2.jsonl", "backup-1.jsonl", "kept/one.json",
    ]
    private let young: Set<String> = [
        "quarantine/log-1-at-9.bytes", "recovered/log-2 (copy).jsonl", "recovered/log-2 (copy)-replaced.jsonl",
        "recovered/log-2 (copy)-doubtful.jsonl", "aside-1-log-3.jsonl", "backup-2.jsonl", "kept/two.json",
    ]

    private func filled() throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory(isQuick: true)
        try write(directory, day: 0)
        for name in old { try addFile(name, in: directory) }
        for name in young { try addFile(name, in: directory, day: 1) }
        for other in ["Photos/a.jpg", "drafts/d/text", "aside.txt"] { try addFile(other, in: directory) }
        return directory
    }

    private let others: Set<String> = ["Photos/a.jpg", "drafts/d/text", "aside.txt"]

    func testOldRetiredFilesAreDeletedExceptTheNewest() throws {
        let directory = try filled()
        try write(directory, day: 89)
        XCTAssertEqual(try fileNames(directory), old.union(young).union(others))
        let reader = try open(directory, day: 91)
        _ = try reader.words()
        try reader.close()
        XCTAssertEqual(try fileNames(directory), old.union(young).union(others), "a reader deletes nothing")
        try write(directory, day: 90.5)
        XCTAssertEqual(try fileNames(directory), young.union(others))
        try write(directory, day: 200)
        XCTAssertEqual(try fileNames(directory), young.union(others), "the newest file is kept at any age")
    }

    func testRetiredFilesAreCheckedOnceADay() throws {
        let directory = try filled()
        // Noon on that day, at any hour of the test.
        let noon = 95.5 - Double(start % 86_400_000) / 86_400_000
        try write(directory, day: noon)
        XCTAssertEqual(try fileNames(directory), young.union(others))
        for name in old { try addFile(name, in: directory) }
        try write(directory, day: noon + 0.2)
        XCTAssertEqual(try fileNames(directory), old.union(young).union(others))
        try write(directory, day: noon + 1)
        XCTAssertEqual(try fileNames(directory), young.union(others))
    }

    func testRetiredFilesBeyondTheSizeLimitAreDeletedOldestFirst() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        try write(directory, day: 0)
        for (name, size, day) in [("a", 40, 4.0), ("b", 20, 3), ("c", 10, 2), ("d", 4, 1)] {
            try addFile("quarantine/\(name).bytes", in: directory, size: size << 20, day: day)
        }
        try write(directory, day: 5)
        XCTAssertEqual(try fileNames(directory), ["quarantine/a.bytes", "quarantine/b.bytes", "quarantine/d.bytes"])
        // The newest file of another kind counts, so older files are deleted.
        try addFile("recovered/big.jsonl", in: directory, size: 30 << 20, day: 5)
        try write(directory, day: 6)
        XCTAssertEqual(try fileNames(directory), ["quarantine/a.bytes", "recovered/big.jsonl"])
    }

    /// An unmerged branch is the only copy of its records.
    func testUnmergedBranchIsNotDeleted() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        try write(directory, day: 0)
        try FileManager.default.copyItem(atPath: "\(directory.path)/store", toPath: "\(directory.path)/other")
        let time = Instant(milliseconds: start + 1000)
        let other = try FileStore(directory: "\(directory.path)/other", random: RandomSource(seed: 2)) { time }
        try other.write { try $0.put(Word("there", "t")) }
        try other.close()
        let log = try Data(contentsOf: URL(fileURLWithPath: "\(directory.path)/other/log-1.jsonl"))
        let names = ["quarantine/log-1-branch.jsonl", "aside-1-log-1.jsonl"]
        for name in names {
            try addFile(name, in: directory)
            try log.write(to: URL(fileURLWithPath: "\(directory.path)/store/\(name)"))
        }
        try addFile("quarantine/younger.bytes", in: directory, day: 1)
        try addFile("aside-2-log-1.jsonl", in: directory, day: 1)
        try write(directory, day: 100)
        XCTAssertTrue(try fileNames(directory).isSuperset(of: names))
        let store = try open(directory, day: 101)
        _ = try store.engine.maintain(.repair)
        XCTAssertTrue(try store.words().contains("there=t"))
        try store.close()
        XCTAssertTrue(try fileNames(directory).isDisjoint(with: names))
        try write(directory, day: 250)
        XCTAssertEqual(
            try fileNames(directory).filter { $0.hasPrefix("recovered/") }.count, 1, "a merged branch expires too")
    }

    func testImplausibleClockDeletesNothing() throws {
        let directory = try filled()
        try write(directory, day: 400)
        XCTAssertEqual(try fileNames(directory), old.union(young).union(others))
    }

    func testCompactionDeletesRetiredFilesAndReportsThem() throws {
        let directory = try filled()
        let store = try open(directory, day: 91)
        let report = try store.engine.maintain(.compact)
        XCTAssertEqual(report.last, "6 old files with 60 bytes have gone from what was kept aside.")
        XCTAssertEqual(try fileNames(directory), young.union(others))
        XCTAssertEqual(try store.engine.maintain(.compact).count, 1)
    }

    /// After a kill or failure at any call, no other file is deleted.
    func testInterruptedDeletionContinuesOnAnotherDay() throws {
        var seen: Set<Int> = []
        for fault in [FailingDisk.Fault.dies, .error(EIO)] {
            for step in 1...40 {
                let directory = try filled()
                if let store = try? open(directory, day: 95, disk: FailingDisk(fault, at: step)) {
                    try? store.write { try $0.put(Word("w", "new")) }
                    try? store.close()
                }
                let now = try fileNames(directory)
                XCTAssertTrue(now.isSuperset(of: young.union(others)), "\(fault) at \(step)")
                seen.insert(now.intersection(old).count)
                let next = try open(directory, day: 96)
                XCTAssertEqual(try next.damage(), [], "\(fault) at \(step)")
                try next.write { try $0.put(Word("w", "last")) }
                try next.close()
                XCTAssertEqual(try fileNames(directory), young.union(others), "\(fault) at \(step)")
            }
        }
        XCTAssertEqual(seen, Set(0...6), "interrupted before and after each file")
    }

    // MARK: - Space

    func testSpaceReportCountsEveryByteOnce() throws {
        let directory = try filled()
        let profile = Partition(rawValue: "p")
        let store = try open(directory, day: 3)
        for number in 0..<5 {
            try store.scoped(to: profile).write {
                try $0.put(contentsOf: (0...number).map { Word("w\($0)", "t\(number)") })
            }
        }
        try store.scoped(to: profile).write { _ = try $0.delete(Identifier<Word>("w1")) }
        try store.close()
        let again = try open(directory, day: 4)
        let spaces = try again.engine.space()
        let files = try fileNames(directory).union(own)
        let size = files.reduce(0) { sum, name in sum + ((try? directory.bytes(name).count) ?? 0) }
        XCTAssertEqual(spaces.reduce(0) { $0 + $1.bytes }, size)
        func counts(_ kind: StoreSpace.Kind) -> [String] {
            spaces.filter { $0.kind == kind }.map { "\($0.partition.rawValue) \($0.name) \($0.count)" }
        }
        XCTAssertEqual(counts(.records), [" words 1", "p words 4"])
        XCTAssertEqual(counts(.tombstones), ["p words 1"])
        XCTAssertEqual(counts(.overtaken), ["p words 11"])
        XCTAssertEqual(counts(.folder), [" Photos 1", " drafts 1"])
        XCTAssertEqual(counts(.quarantine), ["  2"])
        XCTAssertEqual(counts(.recovered), ["  5"])
        XCTAssertEqual([counts(.aside), counts(.backups), counts(.kept)], [["  2"], ["  2"], ["  2"]])
        _ = try again.engine.maintain(.compact)
        XCTAssertEqual(try again.engine.space().filter { $0.kind == .overtaken }, [])
        XCTAssertEqual(try LazyStore { again }.engine.space(), try again.engine.space())
    }
}
