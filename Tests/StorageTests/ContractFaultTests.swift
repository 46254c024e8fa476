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
                fault: "nothing is durable", promise: "what was written is there when the store is opened again",
                maker: .lasting { _ in MemoryStore() }),
            InjectedFault(
                fault: "a scan ends after 20,000 records", promise: "fifty thousand records are no trouble",
                maker: .passing { Faulty.TruncatedScans(MemoryStore()) }),
            InjectedFault(
                fault: "questions asked together are answered in an order of their own",
                promise: "questions asked together are answered as if each were asked alone",
                maker: .passing { Faulty.ReorderedAnswers(MemoryStore()) }),
            InjectedFault(
                fault: "a payload is cut at 100 kB",
                promise: "a payload of any size up to 16 MiB comes back as it was, and a longer one is refused",
                maker: .passing {
                    Faulty.ChangedPuts(MemoryStore()) { record, _ in
                        record.with(payload: { $0.count > 100_000 ? $0.prefix(99_999) + Data("}".utf8) : $0 })
                    }
                }),
            InjectedFault(
                fault: "a transaction goes on after its end",
                promise: "a transaction is good until its closure returns or throws",
                maker: .passing { Faulty.OpenEndedTransactions(MemoryStore()) }),
            InjectedFault(
                fault: "a put gives a stamp of its own",
                promise: "a record comes back as it was put: stamp, version, entries and payload",
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
                fault: "the feed leaves out a change",
                promise: "the feed leads to the present state: each record's last change, once, in order",
                maker: .passing { Faulty.ChangedFeed(MemoryStore()) { $0.filter { $0.sequence % 7 != 0 } } }),
            InjectedFault(
                fault: "the feed gives a change twice",
                promise: "the feed leads to the present state: each record's last change, once, in order",
                maker: .passing {
                    Faulty.ChangedFeed(MemoryStore()) { $0.flatMap { $0.sequence % 7 == 0 ? [$0, $0] : [$0] } }
                }),
            InjectedFault(
                fault: "the feed cuts a transaction in two", promise: "the feed never splits a transaction",
                maker: .passing { Faulty.ChangedFeed(MemoryStore()) { Array($0.prefix(2)) } }),
            InjectedFault(
                fault: "bulk work and its last transaction are two",
                promise: "bulk work is there at once, or nothing of it",
                maker: .passing { Faulty.SplitBulkWork(MemoryStore()) }),
            InjectedFault(
                fault: "bulk work judges no keys",
                promise: "bulk work keeps keys unique among what arrives and against what stays",
                maker: .passing { Faulty.UncheckedBulkKeys(MemoryStore()) }),
            InjectedFault(
                fault: "the feed does not tell of bulk work",
                promise: "the feed tells of bulk work",
                maker: .passing { Faulty.HiddenBulkChanges(MemoryStore()) }),
            InjectedFault(
                fault: "a put is forgotten now and then", promise: "what was written is there afterwards",
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
                fault: "a read sees two states", promise: "one read sees one state, however many questions it asks",
                maker: .handles { Faulty.InconsistentReads(try file("torn", $0)) }),
            InjectedFault(
                fault: "a second handle does not see", promise: "what one handle writes another sees at once",
                maker: .handles { try Faulty.StaleHandle(file("deaf", $0)) }),
            InjectedFault(
                fault: "a unique key is checked by each handle for itself", promise: "unique keys hold among handles",
                maker: .handles { Faulty.UniqueKeysPerHandle(try file("forgiving", $0)) }),
            InjectedFault(
                fault: "writers do not wait for each other", promise: "no increment is lost among handles",
                maker: .handles { Faulty.LostUpdates(try file("careless", $0)) }),
            InjectedFault(
                fault: "a write waits for the end in memory",
                promise: "a handle that was never closed has lost nothing",
                maker: .handles { try Faulty.StaleHandle(file("late", $0), isLate: true) }),
            InjectedFault(
                fault: "a rewriting loses an index", promise: "a rewriting keeps records, indexes, stamps and the feed",
                maker: .handles { Faulty.LostIndexes(try file("unsorted", $0)) }),
            InjectedFault(
                fault: "maintenance drops a tombstone too early",
                promise: "maintenance changes nothing that anybody sees",
                maker: .handles { Faulty.EarlyPruning(try file("hasty", $0)) }),
            InjectedFault(
                fault: "deletions go before other devices have seen them",
                promise: "what was deleted is remembered until other devices have seen it",
                maker: .lasting { try file("deaf-to-others", $0) }.aging { place, now, _ in
                    try FileStore(
                        directory: "\(folder)/deaf-to-others-\(place)", random: RandomSource(seed: 1), now: now)
                }),
            InjectedFault(
                fault: "processes do not wait for each other",
                promise: "no increment is lost and no key given twice among processes",
                maker: Attending.maker("careless", below: folder)),
            InjectedFault(
                fault: "what a process acknowledged was in its memory",
                promise: "what a killed process acknowledged is there",
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
        XCTAssertTrue(passing.contains("what was written is there when the store is opened again"))
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
        let given = ProcessInfo.processInfo.environment
        guard let kind = given["COMMONPLACE_KIND"], let task = given["COMMONPLACE_TASK"],
            let place = given["COMMONPLACE_PLACE"]
        else {
            // In a normal run there is no task; an unknown task must fail.
            return XCTAssertThrowsError(try StoreContract.perform("dance", on: MemoryStore()))
        }
        try StoreContract.perform(task, on: Attending.store(kind, at: place))
    }
}
