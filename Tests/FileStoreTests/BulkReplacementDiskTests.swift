import DiskKit
import FileStore
import Foundation
import Kernel
import Storage
import Synchronization
import TestSupport
import XCTest

/// Tests bulk replacements on a full disk, and their progress reports.
final class BulkReplacementDiskTests: XCTestCase {
    private static let time = Instant(milliseconds: 1_763_661_909_120)

    private func open(
        _ directory: TemporaryDirectory, _ disk: any FileSystem = SystemCalls(), caller: StoreClient = StoreClient()
    ) throws -> FileStore {
        try FileStore(
            directory: "\(directory.path)/store", random: RandomSource(seed: 1), caller: caller,
            compactionPolicy: .small,
            system: disk
        ) { Self.time }
    }

    // MARK: - Full disk

    /// A refused replacement leaves no draft, and small writes still succeed.
    func testFullDiskDuringBulkReplacementLeavesOldOrNewState() throws {
        var seen: Set<Int> = []
        for isPartial in [false, true] {
            for free in stride(from: 2_000, through: 120_000, by: 4_000) {
                let directory = try TemporaryDirectory(isQuick: true)
                let full = SmallDisk(free: 1 << 20, isPartial: isPartial)
                let store = try open(directory, full)
                for number in 0..<6 { try store.write { try $0.put(Word("w\(number)", "old \(number)")) } }
                full.add(free - full.free)
                let renewal = BulkReplacement(shouldDelete: { address, _ in address.id < "w3" }) { arrivals in
                    for number in 4..<200 {
                        try arrivals.put(Word("w\(number)", "new \(number)").stored(after: arrivals))
                    }
                }
                var isDone = false
                do {
                    try store.engine.replaceInBulk(renewal)
                    isDone = true
                } catch let failure as Failure {
                    XCTAssertEqual(failure.code, .diskFull, "\(free): \(failure)")
                    XCTAssertFalse(failure.advice.isEmpty)
                }
                XCTAssertEqual(try store.words().count, isDone ? 197 : 6, "\(free)")
                let names = try FileManager.default.contentsOfDirectory(atPath: "\(directory.path)/store")
                XCTAssertEqual(names.filter { $0.hasSuffix(".new") }, [], "\(free)")
                full.add(1 << 20)
                try store.write { try $0.put(Word("last", "t")) }
                let next = try open(directory)
                XCTAssertEqual(try next.words().count, isDone ? 198 : 7, "\(free)")
                XCTAssertEqual(try next.damage(), [])
                seen.insert(isDone ? 1 : 0)
            }
        }
        XCTAssertEqual(seen, [0, 1])
    }

    // MARK: - Progress

    /// A failed rewrite also reports its end.
    func testRewritesReportTheirProgress() throws {
        let progress = Mutex<[(done: Int, total: Int)]>([])
        let caller = StoreClient(onRewriteProgress: { done, total in progress.withLock { $0.append((done, total)) } })
        func takeProgress() -> [(done: Int, total: Int)] {
            progress.withLock { all in
                defer { all = [] }
                return all
            }
        }
        let directory = try TemporaryDirectory(isQuick: true)
        let disk = FailingDisk(.error(EIO), at: 0)
        let store = try open(directory, disk, caller: caller)
        try store.write { try $0.put(contentsOf: (0..<50).map { Word("w\($0)", "t") }) }
        _ = takeProgress()
        let work: [() throws -> Void] = [
            { _ = try store.engine.maintain(.compact) },
            {
                try store.engine.replaceInBulk(
                    BulkReplacement(shouldDelete: { address, _ in address.id < "w2" }) { _ in })
            },
            { _ = try store.write { try $0.purge(Identifier<Word>("w9")) } },
        ]
        for (number, step) in work.enumerated() {
            try step()
            let all = takeProgress()
            let steps = all.filter { $0.done < $0.total }.map(\.done)
            XCTAssertGreaterThan(steps.count, 20, "work \(number)")
            XCTAssertEqual(steps, steps.sorted(), "work \(number)")
            XCTAssertEqual(all.last.map { $0.done == $0.total }, true, "work \(number)")
        }
        var ends = 0
        for call in 1...8 {
            disk.fail(at: call)
            guard (try? store.engine.maintain(.compact)) == nil, let last = takeProgress().last else { continue }
            XCTAssertEqual(last.done, last.total, "failed at call \(call)")
            ends += 1
        }
        XCTAssertGreaterThan(ends, 0)
    }
}
