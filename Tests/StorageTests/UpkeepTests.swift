import Foundation
import Kernel
import Programs
import Storage
import StorageCommands
import Synchronization
import TestBench
import XCTest

/// A log that would take long to be rewritten is left to somebody who has time, and closing a store takes no longer for it. What happens when
/// whoever rewrites it is killed is in `DiskTroubleTests`, `PowerCutTests` and `ManyProcessesTests`: it is the same rewriting.
final class UpkeepTests: XCTestCase {
    /// Counts bytes both ways.
    private final class Scales: PassingDisk {
        private let count = Mutex(0)

        func moved(by body: () throws -> Void) rethrows -> Int {
            let before = count.withLock { $0 }
            try body()
            return count.withLock { $0 } - before
        }

        func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
            count.withLock { $0 += buffer.count }
            return real.read(file, into: buffer, at: offset)
        }

        func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int {
            count.withLock { $0 += bytes.count }
            return real.write(file, bytes, at: offset)
        }
    }

    /// Somebody who is asked, and who may be there.
    private final class Helper: Sendable {
        private let count = Mutex(0)
        let isThere: Bool

        init(isThere: Bool = true) { self.isThere = isThere }

        var asked: Int { count.withLock { $0 } }
        var caller: StoreCaller {
            StoreCaller(upkeep: { [self] in
                count.withLock { $0 += 1 }
                return isThere
            })
        }
    }

    private let longest = 20_000

    private func handle(
        _ directory: TemporaryDirectory, _ helper: Helper?, day: Int64 = 0, on disk: any FileSystem = SystemCalls()
    ) throws -> FileStore {
        var economy = FileStore.Economy()
        (economy.leastLog, economy.leastTail, economy.greatestLogAtClosing) = (700, .max / 2, longest)
        return try FileStore(
            directory: "\(directory.path)/store", caller: helper?.caller ?? StoreCaller(), economy: economy, system: disk
        ) { Instant(milliseconds: TemporaryDirectory.start + day * TemporaryDirectory.day) }
    }

    private func fill(_ store: any Store, _ number: Int, _ bytes: Int) throws {
        try store.write { try $0.put(Plain(id: Identifier("p\(number)"), text: String(repeating: "x", count: bytes))) }
    }

    private func length(_ directory: TemporaryDirectory) throws -> Int { try directory.bytes(directory.log).count }

    /// Histories of two handles: whatever the log is when the second one is closed, it is rewritten there, or somebody is asked, or neither.
    func testClosingRewritesWhatIsShortAndCopiesNothingOfWhatIsLong() throws {
        var random = RandomSource(seed: 14)
        var seen = [0, 0, 0]
        for _ in 0..<120 {
            let directory = try TemporaryDirectory(isQuick: true)
            let helper = Helper(), disk = Scales()
            let bytes = Int.random(in: 1_000...4_000, using: &random), records = Int.random(in: 2...12, using: &random)
            let first = try handle(directory, helper)
            for number in 0..<records { try fill(first, number, bytes) }
            try first.close()
            XCTAssertEqual(helper.asked, 0)
            let (current, before) = (try length(directory), directory.log)
            let store = try handle(directory, helper, on: disk)
            for _ in 0..<Int.random(in: 1...2 * records, using: &random) {
                try fill(store, Int.random(in: 0..<records, using: &random), bytes)
            }
            let end = try store.engine.inspect().bytes
            // The weight of what is current is known to the store alone; where it is a close thing either may be.
            let (isDue, isSurelyNot) = (end * 100 > current * 215, end * 100 < current * 170)
            let moved = try disk.moved { try store.close() }
            XCTAssertEqual(try handle(directory, nil).read { try $0.count(Selection<Plain>.all) }, records)
            if end > longest {
                XCTAssertEqual(directory.log, before, "nothing is rewritten")
                XCTAssertLessThan(moved, 8_000, "of \(end)")
                XCTAssertLessThanOrEqual(helper.asked, isSurelyNot ? 0 : 1)
                XCTAssertGreaterThanOrEqual(helper.asked, isDue ? 1 : 0)
                seen[helper.asked] += 1
            } else {
                XCTAssertEqual(helper.asked, 0, "what is short nobody else need do")
                if isDue { XCTAssertNotEqual(directory.log, before) }
                if isSurelyNot { XCTAssertEqual(directory.log, before) }
                seen[2] += isDue ? 1 : 0
            }
        }
        XCTAssertTrue(seen.allSatisfy { $0 > 5 }, "\(seen)")
    }

    /// Twelve records, each rewritten so often, by a handle that is closed.
    private func grow(_ directory: TemporaryDirectory, _ helper: Helper?, rounds: Int) throws {
        let store = try handle(directory, helper)
        for _ in 0..<rounds { for number in 0..<12 { try fill(store, number, 2_000) } }
        try store.close()
    }

    func testWhereNobodyWillItIsRewrittenAtTheEnd() throws {
        for helper in [Helper(isThere: false), nil] {
            let directory = try TemporaryDirectory(isQuick: true)
            try grow(directory, helper, rounds: 3)
            XCTAssertEqual(helper?.asked ?? 1, 1)
            XCTAssertEqual(directory.log, "log-2.jsonl")
            XCTAssertLessThan(try length(directory), 30_000)
        }
    }

    /// Whoever said that he would never comes: nothing grows for ever.
    func testALogThatIsFourTimesTooLongIsRewrittenByWhoeverWrites() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        let helper = Helper()
        var greatest = 0
        for round in 0..<40 {
            let store = try handle(directory, helper)
            for number in 0..<12 where (number + round) % 3 == 0 || round == 0 { try fill(store, number, 2_000) }
            try store.close()
            greatest = max(greatest, try length(directory))
        }
        XCTAssertGreaterThan(helper.asked, 5, "he was asked again and again")
        XCTAssertNotEqual(directory.log, "log-1.jsonl")
        XCTAssertGreaterThan(greatest, 80_000)
        XCTAssertLessThan(greatest, 4 * 29_000)
    }

    func testWhoOnlyReadsAsksNobody() throws {
        let directory = try TemporaryDirectory(isQuick: true), helper = Helper()
        try grow(directory, helper, rounds: 3)
        XCTAssertEqual(helper.asked, 1)
        let reader = try handle(directory, helper)
        XCTAssertEqual(try reader.read { try $0.count(Selection<Plain>.all) }, 12)
        try reader.close()
        XCTAssertEqual(helper.asked, 1)
    }

    func testWhatSomebodyElseHasRewrittenMeanwhileNobodyIsAskedFor() throws {
        let directory = try TemporaryDirectory(isQuick: true), helper = Helper()
        let store = try handle(directory, helper)
        for _ in 0..<3 { for number in 0..<12 { try fill(store, number, 2_000) } }
        _ = try handle(directory, nil).engine.maintain(.upkeep)
        try store.close()
        XCTAssertEqual(helper.asked, 0)
        XCTAssertEqual(directory.log, "log-2.jsonl")
    }

    /// Whoever comes for it has written nothing himself, and finds work only as long as there is some.
    func testUpkeepRewritesWhatIsDueAndNothingElse() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        try grow(directory, Helper(), rounds: 3)
        let upkeep = { [self] in try handle(directory, nil).engine.maintain(.upkeep) }
        XCTAssertEqual(try upkeep().count, 1)
        XCTAssertEqual(directory.log, "log-2.jsonl")
        XCTAssertEqual(try upkeep(), [])
        XCTAssertEqual(directory.log, "log-2.jsonl")
        XCTAssertEqual(try handle(directory, nil).read { try $0.count(Selection<Plain>.all) }, 12)
        XCTAssertEqual(try handle(directory, nil).damage(), [])
    }

    /// What was written in many small pieces has no index file yet; writing a long one is not for whoever closes the store, writing a short one is.
    func testALongIndexIsLeftToWhoeverHasTime() throws {
        for (records, asks) in [(10, 0), (40, 1)] {
            for helper in [Helper(), Helper(isThere: false), nil] {
                let directory = try TemporaryDirectory(isQuick: true)
                func handle(_ helper: Helper?, on disk: any FileSystem = SystemCalls()) throws -> FileStore {
                    var economy = FileStore.Economy()
                    (economy.leastLog, economy.leastTail, economy.greatestLogAtClosing) = (.max / 4, 700, longest)
                    return try FileStore(
                        directory: "\(directory.path)/store", caller: helper?.caller ?? StoreCaller(), economy: economy,
                        system: disk
                    ) { Instant(milliseconds: TemporaryDirectory.start) }
                }
                func isIndexed() throws -> Bool { try !directory.indexes().isEmpty }
                let disk = Scales()
                let store = try handle(helper, on: disk)
                for number in 0..<records { try fill(store, number, 1_000) }
                let moved = try disk.moved { try store.close() }
                XCTAssertEqual(helper?.asked ?? asks, asks)
                let isLeft = asks == 1 && helper?.isThere == true
                XCTAssertEqual(try isIndexed(), !isLeft)
                if isLeft { XCTAssertLessThan(moved, 8_000, "of 50,000") }
                // Whoever comes has nobody to ask.
                let servant = try handle(nil)
                XCTAssertEqual(try servant.engine.maintain(.upkeep), [])
                try servant.close()
                XCTAssertTrue(try isIndexed())
                XCTAssertEqual(try handle(nil).read { try $0.count(Selection<Plain>.all) }, records)
            }
        }
    }

    /// A month after everything was deleted all of a long log may go. Nobody waits for that.
    func testTombstonesThatAreOldEnoughMakeNobodyWait() throws {
        let directory = try TemporaryDirectory(isQuick: true), helper = Helper()
        let store = try handle(directory, helper)
        try store.write { for number in 0..<400 { try $0.put(Plain(id: Identifier("p\(number)"), text: "")) } }
        try store.write { for number in 0..<400 { try $0.delete(Identifier<Plain>("p\(number)")) } }
        try store.close()
        let before = directory.log
        XCTAssertGreaterThan(try length(directory), longest)
        let asked = helper.asked
        let late = try handle(directory, helper, day: 31)
        try fill(late, 1, 10)
        XCTAssertEqual(directory.log, before, "not while somebody writes")
        try late.close()
        XCTAssertEqual(directory.log, before, "and not at the end")
        XCTAssertEqual(helper.asked, asked + 1)
        XCTAssertEqual(try handle(directory, nil, day: 31).engine.maintain(.upkeep).count, 1)
        XCTAssertLessThan(try length(directory), 1_500)
    }

    // MARK: - In an app

    /// Through everything that an app puts around its store, and with its true limits.
    func testAnAppsStoreAsksWhoeverTheAppNamesAndARehearsalNobody() throws {
        let directory = try TemporaryDirectory(isQuick: true), helper = Helper()
        let place = "\(directory.path)/store"
        let ground = StoreGround(
            directory: { place }, now: { Instant(milliseconds: TemporaryDirectory.start) },
            caller: helper.caller)
        func run(rehearsed: Bool = false, _ numbers: [Int]) throws {
            let opened = OpenedStores()
            let base = opened.glanced(LazyStore { try StoreOffer.file.open(ground) })
            opened.add(base)
            let store: any Store = rehearsed ? try DryRunStore(over: base) { Instant(milliseconds: 5) } : base
            for number in numbers { try fill(store, number, 600_000) }
            opened.close()
        }
        try run([0, 1, 2, 3])
        try run([0, 1, 2])
        try run(rehearsed: true, [0, 1, 2, 3])
        XCTAssertEqual(helper.asked, 0)
        try run([3])
        XCTAssertEqual(helper.asked, 1)
        try run(rehearsed: true, [0, 1, 2, 3])
        XCTAssertEqual(helper.asked, 1)
        XCTAssertEqual(directory.log, "log-1.jsonl")
    }

    /// `doctor --compact` of a servant that comes too late does nothing; a person's does what it always did.
    func testACommandInTheBackgroundGivesWayToAnother() throws {
        let place = try BackupPlace()
        let lock = open(place.home.path("data/upkeep.lock"), O_RDWR | O_CREAT, 0o600)
        defer { close(lock) }
        XCTAssertEqual(flock(lock, LOCK_EX | LOCK_NB), 0)
        func servant(_ variables: [String: String]) -> Servant {
            Servant("upkeep", "/nowhere/test", of: "test", [], in: place.home.path("data"), atMost: 1, variables: variables)
        }
        place.servant = servant(["COMMONPLACE_SERVANT": "upkeep"])
        let late = try place.run("doctor", "--compact")
        XCTAssertEqual(late.status, 0)
        XCTAssertEqual(late.text, "")
        for variables in [[:], ["COMMONPLACE_SERVANT": "courier"]] {
            place.servant = servant(variables)
            XCTAssertTrue(try place.run("doctor", "--compact").text.contains("The log had"))
        }
    }
}
