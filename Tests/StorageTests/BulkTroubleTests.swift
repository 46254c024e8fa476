import Foundation
import Kernel
import Storage
import Synchronization
import XCTest

private struct Once: Error {}

/// Bulk work that has to begin anew, finds no room, or is watched.
final class BulkTroubleTests: XCTestCase {
    private static let time = Instant(milliseconds: 1_763_661_909_120)

    private func open(
        _ directory: TemporaryDirectory, _ disk: any FileSystem = SystemCalls(), caller: StoreCaller = StoreCaller()
    ) throws -> FileStore {
        try FileStore(
            directory: "\(directory.path)/store", random: RandomSource(seed: 1), caller: caller, economy: .small, system: disk
        ) { Self.time }
    }

    // MARK: - Begun anew

    /// A store that has to do bulk work once more from the beginning, as one whose index file turns out to be damaged.
    private final class Repeating: ThinStore, @unchecked Sendable {
        override func renew<Value>(_ renewal: Renewal, closing: (any EngineTransaction) throws -> Value) throws -> Value {
            do { try base.engine.renew(renewal) { _ in throw Once() } } catch is Once {}
            return try base.engine.renew(renewal, closing: closing)
        }
    }

    func testWhatComesInIsReadOnceMoreWhereThatCanBe() throws {
        let many = 4_500
        let source = MemoryStore()
        try source.write { try $0.put(contentsOf: (0..<many).map { Word("w\($0)", "text \($0)") }) }
        let exported = try source.exportEverything()
        let directory = try TemporaryDirectory(isQuick: true)
        let store = Repeating(try open(directory))
        try store.write { try $0.put(Word("w7", "mine")) }
        let before = try store.exportEverything()
        var (begun, place) = (0, 0)
        func next() -> [ExportedRecord]? {
            guard place < exported.count else { return nil }
            defer { place += 700 }
            return Array(exported[place..<min(place + 700, exported.count)])
        }
        func begin() -> () -> [ExportedRecord]? {
            (begun, place) = (begun + 1, 0)
            return next
        }
        // From a pipe nothing comes twice.
        assertFails(.changedSince) { try store.importEverything(collections: [Word.collection], next) }
        XCTAssertEqual(try store.exportEverything(), before)
        place = 0
        try store.importEverything(collections: [Word.collection], again: begin, next)
        XCTAssertEqual(begun, 1)
        XCTAssertEqual(try store.undoSteps().map(\.label), ["Imported \(many) records"])
        XCTAssertEqual(try store.exportEverything().filter { $0.record.collection == "words" }, exported)
        XCTAssertEqual(try store.undoLast().label, "Imported \(many) records")
        XCTAssertEqual(try store.exportEverything(), before)
    }

    // MARK: - No room

    /// With so much room, whatever that is, bulk work is done or refused, leaves no draft, and what is small goes on.
    func testADiskThatFillsInTheMiddleLeavesTheStateBeforeOrAfter() throws {
        var seen: Set<Int> = []
        for isPartial in [false, true] {
            for free in stride(from: 2_000, through: 120_000, by: 4_000) {
                let directory = try TemporaryDirectory(isQuick: true)
                let full = SmallDisk(free: 1 << 20, isPartial: isPartial)
                let store = try open(directory, full)
                for number in 0..<6 { try store.write { try $0.put(Word("w\(number)", "old \(number)")) } }
                full.add(free - full.free)
                let renewal = Renewal(leaves: { address, _ in address.id < "w3" }) { arrivals in
                    for number in 4..<200 { try arrivals.put(Word("w\(number)", "new \(number)").stored(after: arrivals)) }
                }
                var isDone = false
                do {
                    try store.engine.renew(renewal)
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

    // MARK: - Watched

    /// Who uses a store is told how far a rewriting is, from its first records to its last, and at the end also where it fails.
    func testHowFarARewritingIsIsTold() throws {
        let told = Mutex<[(done: Int, total: Int)]>([])
        let caller = StoreCaller(rewrites: { done, total in told.withLock { $0.append((done, total)) } })
        func heard() -> [(done: Int, total: Int)] {
            told.withLock { all in
                defer { all = [] }
                return all
            }
        }
        let directory = try TemporaryDirectory(isQuick: true)
        let disk = FailingDisk(.error(EIO), at: 0)
        let store = try open(directory, disk, caller: caller)
        try store.write { try $0.put(contentsOf: (0..<50).map { Word("w\($0)", "t") }) }
        _ = heard()
        let work: [() throws -> Void] = [
            { _ = try store.engine.maintain(.compact) },
            { try store.engine.renew(Renewal(leaves: { address, _ in address.id < "w2" }) { _ in }) },
            { _ = try store.write { try $0.purge(Identifier<Word>("w9")) } },
        ]
        for (number, one) in work.enumerated() {
            try one()
            let all = heard()
            let steps = all.filter { $0.done < $0.total }.map(\.done)
            XCTAssertGreaterThan(steps.count, 20, "work \(number)")
            XCTAssertEqual(steps, steps.sorted(), "work \(number)")
            XCTAssertEqual(all.last.map { $0.done == $0.total }, true, "work \(number)")
        }
        var ends = 0
        for call in 1...8 {
            disk.fail(at: call)
            guard (try? store.engine.maintain(.compact)) == nil, let last = heard().last else { continue }
            XCTAssertEqual(last.done, last.total, "failed at call \(call)")
            ends += 1
        }
        XCTAssertGreaterThan(ends, 0)
    }
}
