import EngineKit
import FileStore
import Foundation
import Kernel
import Storage
import StorageTesting
import TestSupport
import XCTest

/// A store with a fault, and the promise that must detect it.
private struct InjectedFault {
    let fault: String
    let promise: String
    let maker: StoreMaker
}

final class ContractFaultTests: XCTestCase {
    /// Faults of memory stores, which one handle detects.
    private static var inMemory: [InjectedFault] {
        [
            InjectedFault(
                fault: "nothing is durable", promise: "a reopened store contains every write",
                maker: .lasting { _ in MemoryStore() }),
            InjectedFault(
                fault: "a scan ends after 20,000 records", promise: "a store holds fifty thousand records",
                maker: .passing { Faulty.TruncatedScans(MemoryStore()) }),
            InjectedFault(
                fault: "a batch of queries returns results in a different order",
                promise: "a batch of queries gives the same results as single queries",
                maker: .passing { Faulty.ReorderedAnswers(MemoryStore()) }),
            InjectedFault(
                fault: "a payload is cut at 100 kB",
                promise: "a payload up to 16 MiB is unchanged after a read, and a longer one is refused",
                maker: .passing {
                    Faulty.ChangedPuts(MemoryStore()) { record, _ in
                        record.with(payload: { $0.count > 100_000 ? $0.prefix(99_999) + Data("}".utf8) : $0 })
                    }
                }),
            InjectedFault(
                fault: "a transaction stays usable after its end",
                promise: "a transaction is valid until its closure returns or throws",
                maker: .passing { Faulty.OpenEndedTransactions(MemoryStore()) }),
            InjectedFault(
                fault: "a put changes the stamp of the record",
                promise: "a read returns a record as saved: stamp, version, entries and payload",
                maker: .passing {
                    Faulty.ChangedPuts(MemoryStore()) { record, transaction in
                        let old = record.stamp
                        let time = transaction.time
                        return record.with(
                            stamp: Stamp(
                                generation: old.generation, deleted: old.deleted, time: time, device: old.device))
                    }
                }),
            InjectedFault(
                fault: "a rollback leaves an index entry", promise: "a closure that throws changes nothing",
                maker: .passing { Faulty.LeftoverKeys(MemoryStore()) }),
            InjectedFault(
                fault: "the feed omits a change",
                promise: "the feed gives the current state: each record's last change, once, in order",
                maker: .passing { Faulty.ChangedFeed(MemoryStore()) { $0.filter { $0.sequence % 7 != 0 } } }),
            InjectedFault(
                fault: "the feed repeats a change",
                promise: "the feed gives the current state: each record's last change, once, in order",
                maker: .passing {
                    Faulty.ChangedFeed(MemoryStore()) { $0.flatMap { $0.sequence % 7 == 0 ? [$0, $0] : [$0] } }
                }),
            InjectedFault(
                fault: "the feed splits a transaction", promise: "the feed never splits a transaction",
                maker: .passing { Faulty.ChangedFeed(MemoryStore()) { Array($0.prefix(2)) } }),
            InjectedFault(
                fault: "a bulk write commits in two steps",
                promise: "a bulk write is atomic",
                maker: .passing { Faulty.SplitBulkWork(MemoryStore()) }),
            InjectedFault(
                fault: "a bulk write checks no unique keys",
                promise: "a bulk write keeps keys unique among new and existing records",
                maker: .passing { Faulty.UncheckedBulkKeys(MemoryStore()) }),
            InjectedFault(
                fault: "the feed omits bulk writes",
                promise: "the feed reports bulk writes",
                maker: .passing { Faulty.HiddenBulkChanges(MemoryStore()) }),
            InjectedFault(
                fault: "some puts are lost", promise: "a read returns earlier writes",
                maker: .passing {
                    Faulty.ChangedPuts(MemoryStore()) { record, transaction in
                        transaction.time.counter % 31 == 30 ? nil : record
                    }
                }),
        ]
    }

    /// Faults of file stores, which need several handles or a compaction.
    private static func inFiles(below folder: String) -> [InjectedFault] {
        func file(_ fault: String, _ place: String) throws -> FileStore {
            try FileStore(directory: "\(folder)/\(fault)-\(place)", random: RandomSource(seed: 1)) {
                Instant(milliseconds: 0)
            }
        }
        return [
            InjectedFault(
                fault: "a read sees two states", promise: "one read sees one state, however many queries it runs",
                maker: .handles { Faulty.InconsistentReads(try file("torn", $0)) }),
            InjectedFault(
                fault: "a second handle misses new writes", promise: "handles see each other's writes at once",
                maker: .handles { try Faulty.StaleHandle(file("deaf", $0)) }),
            InjectedFault(
                fault: "each handle checks unique keys separately", promise: "unique keys hold among handles",
                maker: .handles { Faulty.UniqueKeysPerHandle(try file("forgiving", $0)) }),
            InjectedFault(
                fault: "writers ignore each other's locks", promise: "no increment is lost among handles",
                maker: .handles { Faulty.LostUpdates(try file("careless", $0)) }),
            InjectedFault(
                fault: "a write stays in memory until close",
                promise: "a handle without close loses nothing",
                maker: .handles { try Faulty.StaleHandle(file("late", $0), isLate: true) }),
            InjectedFault(
                fault: "a rewrite loses an index", promise: "a rewrite keeps records, indexes, stamps and the feed",
                maker: .handles { Faulty.LostIndexes(try file("unsorted", $0)) }),
            InjectedFault(
                fault: "maintenance drops a tombstone too early",
                promise: "maintenance changes nothing that a reader sees",
                maker: .handles { Faulty.EarlyPruning(try file("hasty", $0)) }),
            InjectedFault(
                fault: "tombstones go before other devices have seen them",
                promise: "tombstones stay until other devices have seen them",
                maker: .lasting { try file("deaf-to-others", $0) }.aging { place, now, _ in
                    try FileStore(
                        directory: "\(folder)/deaf-to-others-\(place)", random: RandomSource(seed: 1), now: now)
                }),
            InjectedFault(
                fault: "processes ignore each other's locks",
                promise: "processes lose no increment, and give no unique key twice",
                maker: Attending.maker("careless", below: folder)),
            InjectedFault(
                fault: "acknowledged writes stay in the memory of the process",
                promise: "acknowledged writes survive a killed process",
                maker: Attending.maker("late", below: folder)),
        ]
    }

    func testEveryInjectedFaultBreaksItsPromise() throws {
        let folder = try Home(isQuick: true)
        var rows: [String] = []
        for injected in ContractFaultTests.inMemory + ContractFaultTests.inFiles(below: folder.path) {
            let broken = try StoreContract(injected.maker).brokenPromises(of: [injected.promise])
            XCTAssertEqual(broken.map(\.promise), [injected.promise], "\(injected.fault) was not noticed")
            rows.append("| \(injected.fault) | \(injected.promise) |")
            print("\(rows[rows.count - 1]) \(broken.first?.what.prefix(90) ?? "") |")
        }
        XCTAssertGreaterThanOrEqual(rows.count, 12)
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/../.."
        let page = try String(contentsOfFile: root + "/Tests/Golden/promises.txt", encoding: .utf8)
        for row in rows { XCTAssertTrue(page.contains(row), "Tests/Golden/promises.txt lacks “\(row)”") }
    }

    /// The same layers without a fault must pass, so that the contract detects the fault alone.
    func testLayersWithoutFaultsFulfillTheContract() throws {
        let folder = try Home(isQuick: true)
        let contract = StoreContract(Attending.maker("thin", below: folder.path))
        for broken in contract.brokenPromises() { XCTFail(broken.description) }
        XCTAssertEqual(contract.untested, [])
    }

    /// An engine may omit superseded changes from its feed.
    func testFeedOfLastChangesFulfillsTheContract() {
        let contract = StoreContract(.passing { LastChanges(MemoryStore()) })
        for broken in contract.brokenPromises() { XCTFail(broken.description) }
    }

    func testMakersWithFewerCapabilitiesSkipPromises() {
        let passing = StoreContract(.passing { MemoryStore() }).untested
        XCTAssertTrue(passing.contains("a reopened store contains every write"))
        XCTAssertTrue(passing.contains("unique keys hold among handles"))
        XCTAssertEqual(passing.count, 12, "\(passing)")
        XCTAssertEqual(StoreContract(.lasting { _ in MemoryStore() }).untested.count, 9)
        XCTAssertEqual(StoreContract(.handles { _ in MemoryStore() }).untested.count, 4)
        let promise = passing[0]
        XCTAssertThrowsError(try StoreContract(.passing { MemoryStore() }).brokenPromises(of: [promise]))
    }
}

/// A store whose feed omits superseded changes.
private final class LastChanges: ThinStore, @unchecked Sendable {
    override func changes(since sequence: Int, limit: Int) throws -> [Change] {
        let all = try base.engine.changes(since: sequence, limit: .max)
        let last = Dictionary(all.map { ($0.address, $0.sequence) }, uniquingKeysWith: { $1 })
        return all.filter { last[$0.address] == $0.sequence }.wholeTransactions(limit: limit)
    }
}

/// Runs contract tasks in separate processes, which run `testAttends`.
enum Attending {
    /// Returns a maker of stores of one kind that several processes share.
    static func maker(_ kind: String, below folder: String) -> StoreMaker {
        .processes(
            command: { place, task in
                TestRunner.words(
                    "StorageTests.AttendingTests/testAttends",
                    [
                        "COMMONPLACE_KIND": kind, "COMMONPLACE_TASK": task,
                        "COMMONPLACE_PLACE": "\(folder)/\(kind)-\(place)",
                    ])
            }, { try store(kind, at: "\(folder)/\(kind)-\($0)") }
        ).aging { place, now, peers in
            try FileStore(
                directory: "\(folder)/\(kind)-\(place)", random: RandomSource(seed: 1),
                peers: Peers(lastReceivedTime: peers),
                now: now)
        }
    }

    static func store(_ kind: String, at place: String) throws -> any Store {
        let file = try FileStore(directory: place, random: RandomSource(seed: 1)) { Instant(milliseconds: 0) }
        switch kind {
        case "careless": return Faulty.LostUpdates(file)
        case "late": return try Faulty.StaleHandle(file, isLate: true)
        case "thin": return ThinStore(file)
        default: return file
        }
    }
}

final class AttendingTests: XCTestCase {
    func testAttends() throws {
        let environment = ProcessInfo.processInfo.environment
        guard let kind = environment["COMMONPLACE_KIND"], let task = environment["COMMONPLACE_TASK"],
            let place = environment["COMMONPLACE_PLACE"]
        else {
            // In a normal run there is no task; an unknown task must fail.
            return XCTAssertThrowsError(try StoreContract.perform("dance", on: MemoryStore()))
        }
        try StoreContract.perform(task, on: Attending.store(kind, at: place))
    }
}
