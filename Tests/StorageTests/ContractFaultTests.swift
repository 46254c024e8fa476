import EngineKit
import Foundation
import Kernel
import Storage
import StorageContract
import TestBench
import XCTest

/// A fault that is built into a store, and the promise that names it.
private struct Planted {
    let fault: String
    let promise: String
    let maker: StoreMaker
}

final class ContractFaultTests: XCTestCase {
    /// The faults over stores in memory, where one handle is enough to see them.
    private static var inMemory: [Planted] {
        [
            Planted(
                fault: "nothing is durable", promise: "what was written is there when the store is opened again",
                maker: .lasting { _ in MemoryStore() }),
            Planted(
                fault: "a scan ends after 20,000 records", promise: "fifty thousand records are no trouble",
                maker: .passing { Faulty.ShortOfBreath(MemoryStore()) }),
            Planted(
                fault: "questions asked together are answered in an order of their own",
                promise: "questions asked together are answered as if each were asked alone",
                maker: .passing { Faulty.Hurried(MemoryStore()) }),
            Planted(
                fault: "a payload is cut at 100 kB",
                promise: "a payload of any size up to 16 MiB comes back as it was, and a longer one is refused",
                maker: .passing {
                    Faulty.Changing(MemoryStore()) { record, _ in
                        record.with(payload: { $0.count > 100_000 ? $0.prefix(99_999) + Data("}".utf8) : $0 })
                    }
                }),
            Planted(
                fault: "a transaction goes on after its end",
                promise: "a transaction is good until its closure returns or throws",
                maker: .passing { Faulty.Lingering(MemoryStore()) }),
            Planted(
                fault: "a put gives a stamp of its own",
                promise: "a record comes back as it was put: stamp, version, entries and payload",
                maker: .passing {
                    Faulty.Changing(MemoryStore()) { record, transaction in
                        let (old, time) = (record.stamp, transaction.time)
                        return record.with(
                            stamp: Stamp(generation: old.generation, deleted: old.deleted, time: time, device: old.device))
                    }
                }),
            Planted(
                fault: "a rollback leaves an index entry", promise: "a closure that throws changes nothing",
                maker: .passing { Faulty.Haunted(MemoryStore()) }),
            Planted(
                fault: "the feed leaves out a change",
                promise: "the feed leads to the present state: each record's last change, once, in order",
                maker: .passing { Faulty.Telling(MemoryStore()) { $0.filter { $0.sequence % 7 != 0 } } }),
            Planted(
                fault: "the feed gives a change twice",
                promise: "the feed leads to the present state: each record's last change, once, in order",
                maker: .passing { Faulty.Telling(MemoryStore()) { $0.flatMap { $0.sequence % 7 == 0 ? [$0, $0] : [$0] } } }),
            Planted(
                fault: "the feed cuts a transaction in two", promise: "the feed never splits a transaction",
                maker: .passing { Faulty.Telling(MemoryStore()) { Array($0.prefix(2)) } }),
            Planted(
                fault: "bulk work and its last transaction are two",
                promise: "bulk work is there at once, or nothing of it",
                maker: .passing { Faulty.Piecemeal(MemoryStore()) }),
            Planted(
                fault: "bulk work judges no keys",
                promise: "bulk work keeps keys unique among what arrives and against what stays",
                maker: .passing { Faulty.Lenient(MemoryStore()) }),
            Planted(
                fault: "the feed does not tell of bulk work",
                promise: "the feed tells of bulk work",
                maker: .passing { Faulty.Discreet(MemoryStore()) }),
            Planted(
                fault: "a put is forgotten now and then", promise: "what was written is there afterwards",
                maker: .passing {
                    Faulty.Changing(MemoryStore()) { record, transaction in transaction.time.counter % 31 == 30 ? nil : record }
                }),
        ]
    }

    /// The faults that show when a store is opened more than once, or rewritten.
    private static func inFiles(below folder: String) -> [Planted] {
        func file(_ fault: String, _ place: String) throws -> FileStore {
            try FileStore(directory: "\(folder)/\(fault)-\(place)", random: RandomSource(seed: 1)) { Instant(milliseconds: 0) }
        }
        return [
            Planted(
                fault: "a read sees two states", promise: "one read sees one state, however many questions it asks",
                maker: .handles { Faulty.Torn(try file("torn", $0)) }),
            Planted(
                fault: "a second handle does not see", promise: "what one handle writes another sees at once",
                maker: .handles { try Faulty.Deaf(file("deaf", $0)) }),
            Planted(
                fault: "a unique key is checked by each handle for itself", promise: "unique keys hold among handles",
                maker: .handles { Faulty.Forgiving(try file("forgiving", $0)) }),
            Planted(
                fault: "writers do not wait for each other", promise: "no increment is lost among handles",
                maker: .handles { Faulty.Careless(try file("careless", $0)) }),
            Planted(
                fault: "a write waits for the end in memory", promise: "a handle that was never closed has lost nothing",
                maker: .handles { try Faulty.Deaf(file("late", $0), isLate: true) }),
            Planted(
                fault: "a rewriting loses an index", promise: "a rewriting keeps records, indexes, stamps and the feed",
                maker: .handles { Faulty.Unsorted(try file("unsorted", $0)) }),
            Planted(
                fault: "maintenance drops a tombstone too early", promise: "maintenance changes nothing that anybody sees",
                maker: .handles { Faulty.Hasty(try file("hasty", $0)) }),
            Planted(
                fault: "deletions go before other devices have seen them",
                promise: "what was deleted is remembered until other devices have seen it",
                maker: .lasting { try file("deaf-to-others", $0) }.aging { place, now, _ in
                    try FileStore(directory: "\(folder)/deaf-to-others-\(place)", random: RandomSource(seed: 1), now: now)
                }),
            Planted(
                fault: "processes do not wait for each other",
                promise: "no increment is lost and no key given twice among processes",
                maker: Attending.maker("careless", below: folder)),
            Planted(
                fault: "what a process acknowledged was in its memory", promise: "what a killed process acknowledged is there",
                maker: Attending.maker("late", below: folder)),
        ]
    }

    func testEveryPlantedFaultIsCaughtByName() throws {
        let folder = try TemporaryDirectory(isQuick: true)
        var rows: [String] = []
        for planted in ContractFaultTests.inMemory + ContractFaultTests.inFiles(below: folder.path) {
            let broken = try StoreContract(planted.maker).brokenPromises(of: [planted.promise])
            XCTAssertEqual(broken.map(\.promise), [planted.promise], "\(planted.fault) was not noticed")
            rows.append("| \(planted.fault) | \(planted.promise) |")
            print("\(rows[rows.count - 1]) \(broken.first?.what.prefix(90) ?? "") |")
        }
        XCTAssertGreaterThanOrEqual(rows.count, 12)
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/../.."
        let page = try String(contentsOfFile: root + "/Modules/Storage/README.md", encoding: .utf8)
        for row in rows { XCTAssertTrue(page.contains(row), "Modules/Storage/README.md lacks “\(row)”") }
    }

    /// Without the faults the same layers keep what is promised, so that it is the fault which is caught.
    func testTheLayersThemselvesKeepThePromises() throws {
        let folder = try TemporaryDirectory(isQuick: true)
        let contract = StoreContract(Attending.maker("thin", below: folder.path))
        for broken in contract.brokenPromises() { XCTFail(broken.description) }
        XCTAssertEqual(contract.unasked, [])
    }

    /// One meaning of the feed: an engine that gives nothing but last changes keeps every promise.
    func testAFeedOfLastChangesAloneKeepsThePromises() {
        let contract = StoreContract(.passing { LastChanges(MemoryStore()) })
        for broken in contract.brokenPromises() { XCTFail(broken.description) }
    }

    func testWhoeverDeclaresLessIsAskedForLessAndSaysSo() {
        let passing = StoreContract(.passing { MemoryStore() }).unasked
        XCTAssertTrue(passing.contains("what was written is there when the store is opened again"))
        XCTAssertTrue(passing.contains("unique keys hold among handles"))
        XCTAssertEqual(passing.count, 12, "\(passing)")
        XCTAssertEqual(StoreContract(.lasting { _ in MemoryStore() }).unasked.count, 9)
        XCTAssertEqual(StoreContract(.handles { _ in MemoryStore() }).unasked.count, 4)
        let promise = passing[0]
        XCTAssertThrowsError(try StoreContract(.passing { MemoryStore() }).brokenPromises(of: [promise]))
    }
}

/// Its feed has no change that was overtaken.
private final class LastChanges: ThinStore, @unchecked Sendable {
    override func changes(since sequence: Int, limit: Int) throws -> [Change] {
        let all = try base.engine.changes(since: sequence, limit: .max)
        let last = Dictionary(all.map { ($0.address, $0.sequence) }, uniquingKeysWith: { $1 })
        return all.filter { last[$0.address] == $0.sequence }.wholeTransactions(limit: limit)
    }
}

/// What a process of its own does that the contract asks for: this test, run once more.
enum Attending {
    /// Stores of a kind in a folder, for several processes.
    static func maker(_ kind: String, below folder: String) -> StoreMaker {
        .processes(
            command: { place, task in
                TestRunner.words(
                    "StorageTests.AttendingTests/testAttends",
                    ["COMMONPLACE_KIND": kind, "COMMONPLACE_TASK": task, "COMMONPLACE_PLACE": "\(folder)/\(kind)-\(place)"])
            }, { try store(kind, at: "\(folder)/\(kind)-\($0)") }
        ).aging { place, now, peers in
            try FileStore(
                directory: "\(folder)/\(kind)-\(place)", random: RandomSource(seed: 1), peers: Peers(haveSeen: peers), now: now)
        }
    }

    static func store(_ kind: String, at place: String) throws -> any Store {
        let file = try FileStore(directory: place, random: RandomSource(seed: 1)) { Instant(milliseconds: 0) }
        switch kind {
        case "careless": return Faulty.Careless(file)
        case "late": return try Faulty.Deaf(file, isLate: true)
        case "thin": return ThinStore(file)
        default: return file
        }
    }
}

final class AttendingTests: XCTestCase {
    func testAttends() throws {
        let given = ProcessInfo.processInfo.environment
        guard let kind = given["COMMONPLACE_KIND"], let task = given["COMMONPLACE_TASK"], let place = given["COMMONPLACE_PLACE"]
        else {
            // Nobody has given a task: that one is refused which there is not.
            return XCTAssertThrowsError(try StoreContract.attend("dance", on: MemoryStore()))
        }
        try StoreContract.attend(task, on: Attending.store(kind, at: place))
    }
}
