import Kernel
import Practice
import PracticeTesting
import Storage
import TestSupport
import XCTest

final class ContractTests: XCTestCase {
    func testLeitnerSchedulersFulfillContract() throws {
        for scheduler in LeitnerScheduler.presets + [try LeitnerScheduler(intervals: [1, 3, 7, 14, 30])] {
            for broken in SchedulerContract.over(scheduler).brokenPromises() { XCTFail(broken.description) }
        }
    }

    func testStoredRepositoryFulfillsContract() {
        for broken in PracticeRepositoryContract.over({ StoredPracticeRepository(MemoryStore()) }).brokenPromises() {
            XCTFail(broken.description)
        }
    }

    func testFileStoreRepositoryFulfillsContract() throws {
        let home = try Home(isQuick: true)
        let names = IDSource.counting()
        let contract = PracticeRepositoryContract.over {
            let name: Identifier<FileStore> = names.next()
            let store = try FileStore(directory: home.path(name.rawValue), random: RandomSource(seed: 1)) { .earliest }
            return StoredPracticeRepository(store.scoped(to: Partition(rawValue: "learner")))
        }
        for broken in contract.brokenPromises() { XCTFail(broken.description) }
    }

    func testContractDetectsSchedulerThatRewardsMisses() {
        XCTAssertEqual(SchedulerContract.over(ReversedScheduler()).brokenPromises().count, 5)
    }

    func testContractDetectsRepositoryWithoutDays() {
        let broken = PracticeRepositoryContract.over { LosingRepository(kept: StoredPracticeRepository(MemoryStore())) }
            .brokenPromises()
        XCTAssertEqual(broken.count, 3, "\(broken)")
    }

    func testContractDetectsRepositoryThatLosesRecords() {
        let broken = PracticeRepositoryContract.over {
            LosingRepository(kept: StoredPracticeRepository(MemoryStore()), forgets: true)
        }.brokenPromises()
        XCTAssertTrue(broken.contains { $0.description.contains("saved once") }, "\(broken)")
        XCTAssertTrue(broken.contains { $0.description.contains("has a newer one") }, "\(broken)")
    }

    func testCustomIntervalsAreValidated() throws {
        XCTAssertEqual(try LeitnerScheduler(reading: "1/3/7/14/30").intervals, [1, 3, 7, 14, 30])
        for text in [
            "", "1/2/3/4", "1/2/3/4/5/6", "2/1/3/4/5", "0/1/2/3/4", "1/2/3/4/366", "1/a/3/4/5", "1//3/4/5",
            "1/2//3/4/5",
            "1/2/3/4/99999999999999999999",
        ] {
            XCTAssertThrowsError(try LeitnerScheduler(reading: text), text) {
                XCTAssertEqual(($0 as? Failure)?.code, .intervalsInvalid)
            }
        }
    }
}

/// A scheduler that breaks its contract: better ratings give earlier days.
private struct ReversedScheduler: Scheduler {
    let name = "backwards"
    let about = "the worse, the later"

    func schedule(after rating: Rating, from schedule: Schedule?, at moment: Moment) -> Schedule {
        Schedule(box: 5 - rating.rawValue, due: moment.day.adding(days: 5 - rating.rawValue))
    }
}

/// A repository that loses records, to test the contract.
private struct LosingRepository: PracticeRepository {
    let kept: StoredPracticeRepository
    /// Whether answers and memories are never found. Otherwise days are never found.
    var forgets = false

    func read<Value>(_ body: (any PracticeRecords) throws -> Value) throws -> Value {
        try kept.read { try body(ForgetfulRecords(kept: $0, forgets: forgets)) }
    }
    func write<Value>(undo label: String?, _ body: (any PracticeRecords) throws -> Value) throws -> Value {
        try kept.write(undo: label) { try body(ForgetfulRecords(kept: $0, forgets: forgets)) }
    }
}

private struct ForgetfulRecords: PracticeRecords {
    let kept: any PracticeRecords
    let forgets: Bool

    var unit: UnitOfWork { kept.unit }
    func record<Record: PracticeRecord>(_ id: Identifier<Record>) throws -> Record? {
        forgets && Record.self != LoggedRun.self ? nil : try kept.record(id)
    }
    func save(_ record: some PracticeRecord) throws { try kept.save(record) }
    func remove<Record: PracticeRecord>(_ id: Identifier<Record>) throws { try kept.remove(id) }
    func runs(latest limit: Int?) throws -> [LoggedRun] { try kept.runs(latest: limit) }
    func firstRun() throws -> LoggedRun? { try kept.firstRun() }
    func latestRun(of kind: PracticeKind, _ activity: String, subject: String?) throws -> LoggedRun? {
        try kept.latestRun(of: kind, activity, subject: subject)
    }
    func activities() throws -> [(kind: PracticeKind, activity: String)] { try kept.activities() }
    func finishedRunCounts() throws -> [FinishedRuns] { try kept.finishedRunCounts() }
    func answers(of run: Identifier<LoggedRun>) throws -> [Answer] { try kept.answers(of: run) }
    func memories(of kind: PracticeKind, subject: String?) throws -> [ItemMemory] {
        try kept.memories(of: kind, subject: subject)
    }
    func days(on day: Day?) throws -> [PracticeDay] { forgets ? try kept.days(on: day) : [] }
}
