import Foundation
import Kernel
import Learning
import LearningContract
import Storage
import XCTest

final class ContractTests: XCTestCase {
    func testLeitnerSchedulersKeepTheContract() throws {
        for scheduler in LeitnerScheduler.presets + [try LeitnerScheduler(intervals: [1, 3, 7, 14, 30])] {
            for broken in SchedulerContract.over(scheduler).brokenPromises() { XCTFail(broken.description) }
        }
    }

    func testStoredStudyRepositoryKeepsTheContract() {
        for broken in StudyRepositoryContract.over({ StoredStudyRepository(MemoryStore()) }).brokenPromises() {
            XCTFail(broken.description)
        }
    }

    func testStudyInFilesKeepsTheContract() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "learning-\(ProcessInfo.processInfo.processIdentifier)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let names = IDSource.counting()
        let contract = StudyRepositoryContract.over {
            let name: Identifier<FileStore> = names.next()
            let store = try FileStore(directory: folder.appendingPathComponent(name.rawValue).path, random: RandomSource(seed: 1))
            {
                Instant(milliseconds: 0)
            }
            return StoredStudyRepository(store.scoped(to: Partition(rawValue: "learner")))
        }
        for broken in contract.brokenPromises() { XCTFail(broken.description) }
    }

    func testTheContractNoticesASchedulerThatRewardsMisses() {
        XCTAssertEqual(SchedulerContract.over(Backwards()).brokenPromises().count, 3)
    }

    func testTheContractNoticesARepositoryThatForgetsDays() {
        let broken = StudyRepositoryContract.over { Forgetful(kept: StoredStudyRepository(MemoryStore())) }.brokenPromises()
        XCTAssertEqual(broken.count, 6, "\(broken)")
    }

    func testTheContractNoticesARepositoryThatCountsAnAnswerTwice() {
        let broken = StudyRepositoryContract.over { Forgetful(kept: StoredStudyRepository(MemoryStore()), repeats: true) }
            .brokenPromises()
        XCTAssertTrue(broken.contains { $0.description.contains("keeps an answer once") }, "\(broken)")
        XCTAssertTrue(broken.contains { $0.description.contains("keeps a practice answer once") }, "\(broken)")
    }

    func testOwnIntervalsAreChecked() throws {
        XCTAssertEqual(try LeitnerScheduler(reading: "1/3/7/14/30").intervals, [1, 3, 7, 14, 30])
        for text in [
            "", "1/2/3/4", "1/2/3/4/5/6", "2/1/3/4/5", "0/1/2/3/4", "1/2/3/4/366", "1/a/3/4/5", "1//3/4/5",
            "1/2/3/4/99999999999999999999",
        ] {
            XCTAssertThrowsError(try LeitnerScheduler(reading: text), text) {
                XCTAssertEqual(($0 as? Failure)?.code, .intervalsInvalid)
            }
        }
    }
}

private struct Backwards: Scheduler {
    let name = "backwards"
    let about = "the worse, the later"

    func schedule(after rating: Rating, from schedule: Schedule?, at moment: StudyMoment) -> Schedule {
        Schedule(box: 5 - rating.rawValue, due: moment.day.adding(days: 5 - rating.rawValue))
    }
}

private struct Forgetful: PracticeForwarding {
    let kept: StoredStudyRepository
    var repeats = false

    func progress() throws -> [CardProgress] { try kept.progress() }
    func progress(of card: Card) throws -> CardProgress? { try kept.progress(of: card) }
    func days() throws -> [StudyDay] { repeats ? try kept.days() : [] }
    func answers(latest limit: Int?) throws -> [Answer] { try kept.answers(latest: limit) }
    func answers(in session: Identifier<StudySession>) throws -> [Answer] { try kept.answers(in: session) }
    func latestSession() throws -> StudySession? { try kept.latestSession() }
    func begin(_ session: StudySession) throws { try kept.begin(session) }
    func change(_ session: Identifier<StudySession>, _ change: @Sendable (inout StudySession) -> Void) throws -> StudySession {
        try kept.change(session, change)
    }
    func keep(_ given: GivenAnswer, scheduler: any Scheduler, label: String) throws -> Answer {
        let again = GivenAnswer(
            id: Identifier("\(given.id)'"), session: given.session, card: given.card, turn: given.turn, moment: given.moment,
            rating: given.rating,
            milliseconds: given.milliseconds)
        if repeats { _ = try kept.keep(again, scheduler: scheduler, label: label) }
        return try kept.keep(given, scheduler: scheduler, label: label)
    }
    func takeBack(_ answer: Identifier<Answer>, label: String) throws { try kept.takeBack(answer, label: label) }
    func keep(_ given: GivenPractice, place: Int, label: String) throws -> PracticeAnswer {
        let again = GivenPractice(
            id: Identifier("\(given.id)'"), session: given.session, item: given.item, turn: given.turn, moment: given.moment,
            evidence: given.evidence, parts: given.parts, milliseconds: given.milliseconds)
        if repeats { _ = try kept.keep(again, place: place, label: label) }
        return try kept.keep(given, place: place, label: label)
    }
}
