import Kernel
import Learning
import Storage
import XCTest

/// One log for every kind of study: sessions of all kinds, cut off anywhere, counted together.
final class StudyLogTests: XCTestCase {
    private static let kinds: [StudyKind] = [.patterns, .sparring, .lineWork, .theory, StudyKind(rawValue: "something-newer")]

    func testFiguresOfEveryKindAgreeWithCountingEveryAnswer() throws {
        for seed in 1...12 as ClosedRange<UInt64> {
            var random = RandomSource(seed: seed)
            let fixture = Fixture()
            let (flashcards, log) = (try fixture.flashcards(seed: seed), fixture.log(seed: seed))
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                if Bool.random(using: &random), let sitting = try? flashcards.begin() {
                    _ = try flashcards.play(sitting, &random)
                } else {
                    _ = try fixture.practise(Self.kinds.randomElement(using: &random) ?? .patterns, log, &random)
                }
                fixture.sleep(days: Int.random(in: 0...2, using: &random))
            }
            try check(fixture, flashcards.statistics(), log)
        }
    }

    private func check(_ fixture: Fixture, _ statistics: Statistics, _ log: StudyLog) throws {
        let cards = try fixture.repository.answers(latest: nil)
        let practised = try log.sessions().flatMap { try fixture.repository.practiceAnswers(in: $0.id) }
        XCTAssertEqual(statistics.answers, cards.count + practised.count)
        XCTAssertEqual(statistics.right, cards.count { $0.isRight } + practised.count { $0.isRight })
        XCTAssertEqual(statistics.sessions, Set(cards.map(\.session)).count + Set(practised.map(\.session)).count)
        XCTAssertEqual(statistics.streak, Streak(days: cards.map(\.day) + practised.map(\.day), today: log.today))
        XCTAssertEqual(statistics.kinds.reduce(0) { $0 + $1.answers }, statistics.answers)
        XCTAssertEqual(statistics.kinds.map(\.kind), statistics.kinds.map(\.kind).sorted())
        for figures in statistics.kinds where figures.kind != .flashcards {
            let own = practised.filter { $0.item.kind == figures.kind }
            XCTAssertEqual(figures.answers, own.count)
            XCTAssertEqual(figures.right, own.count { $0.isRight })
            XCTAssertEqual(figures.sessions, Set(own.map(\.session)).count)
            XCTAssertEqual(figures.last, own.map(\.day).max())
            XCTAssertEqual(Double(figures.minutes), Double(own.reduce(0) { $0 + $1.milliseconds }) / 60_000, accuracy: 0.5)
        }
    }

    func testASessionCutOffAtAnyAnswerGoesOnThereWithNothingLost() throws {
        for cut in 0...5 {
            let fixture = Fixture()
            let log = fixture.log()
            var sitting = try log.begin(.patterns, "chon-ji", activity: "practice", items: ["1", "2", "3", "4", "5", "6"])
            for place in 0..<cut { try log.answer(fixture.item(place), right: place % 2 == 0, in: &sitting) }
            let found = try XCTUnwrap(fixture.log(seed: 9).unfinished(.patterns, "chon-ji", activity: "practice"))
            XCTAssertEqual(found, sitting, "cut after \(cut)")
            XCTAssertEqual(found.item, "\(cut + 1)")
        }
    }

    func testGoingBackAndOverIsKeptAndTakingBackComesToThePlaceBefore() throws {
        let fixture = Fixture()
        let log = fixture.log()
        func left() throws -> Int? { try log.unfinished(.patterns, "chon-ji", activity: "quiz")?.session.place }
        var sitting = try log.begin(.patterns, "chon-ji", activity: "quiz", items: ["1", "2", "3", "4", "5", "6"])
        try log.move(to: 2, in: &sitting)
        XCTAssertEqual(try left(), 2)
        try log.answer(fixture.item(2), right: true, in: &sitting)
        XCTAssertEqual(try left(), 3)
        try log.takeBack(in: &sitting, label: "")
        XCTAssertEqual(sitting.session.place, 2)
        XCTAssertEqual(try left(), 2)
        try log.answer(fixture.item(2), right: true, in: &sitting)
        try log.move(to: 0, in: &sitting)
        try log.answer(fixture.item(0), right: true, in: &sitting)
        try log.pause(&sitting)
        XCTAssertEqual(try left(), 1)
    }

    func testUndoTakesBackAnAnswerOfASessionThatWasLeft() throws {
        let fixture = Fixture()
        let log = fixture.log()
        var sitting = try log.begin(.patterns, "chon-ji", activity: "test", items: ["1", "2", "3"])
        for place in 0..<2 { try log.answer(fixture.item(place), right: true, in: &sitting) }
        try log.pause(&sitting)
        _ = try fixture.store.undoLast()
        let found = try XCTUnwrap(log.unfinished(.patterns, "chon-ji", activity: "test"))
        XCTAssertEqual(found.session.place, 1)
        XCTAssertEqual(found.answers.count, 1)
        XCTAssertEqual(try fixture.repository.days().map(\.answers), [1])
    }

    func testAnEndedSessionIsNotGoneOnWithNorIsOneOfAnotherActivity() throws {
        let log = Fixture().log()
        var sitting = try log.begin(.patterns, "chon-ji", activity: "test", items: ["1", "2"])
        XCTAssertNil(try log.unfinished(.patterns, "chon-ji", activity: "quiz"))
        XCTAssertNil(try log.unfinished(.patterns, "dan-gun", activity: "test"))
        try log.finish(&sitting, .init(share: 800, isPassed: true))
        XCTAssertNil(try log.unfinished(.patterns, "chon-ji", activity: "test"))
        XCTAssertEqual(try log.sessions().map(\.outcome), [.init(share: 800, isPassed: true)])
    }

    func testMasteryNeverFallsByRightAnswersNorRisesByOthersAndComesToFull() throws {
        for seed in 1...40 as ClosedRange<UInt64> {
            var random = RandomSource(seed: seed)
            let fixture = Fixture()
            let log = fixture.log(seed: seed)
            var sitting = try log.begin(.patterns, "chon-ji", activity: "quiz", items: [])
            var level = 0
            for _ in 0..<30 {
                let right = Int.random(in: 0...3, using: &random)
                let parts = (0..<3).map { PracticeAnswer.Part("\($0)", isRight: $0 < right) }
                let evidence = Evidence.allCases.randomElement(using: &random) ?? .done
                try log.answer(fixture.item(0), evidence: evidence, parts: parts, milliseconds: 0, label: "", in: &sitting)
                let next = try fixture.level()
                if right == 3 { XCTAssertGreaterThanOrEqual(next, level) } else { XCTAssertLessThanOrEqual(next, level) }
                level = next
            }
            for _ in 0..<40 { try log.answer(fixture.item(0), right: true, in: &sitting) }
            XCTAssertEqual(try fixture.level(), Mastery.full)
        }
    }

    func testSixRightAnswersFromMemoryMasterAndDoingAlongNeverDoes() throws {
        let fixture = Fixture()
        let log = fixture.log()
        var sitting = try log.begin(.patterns, "chon-ji", activity: "test", items: [])
        let right = [PracticeAnswer.Part("done", isRight: true)]
        for _ in 0..<50 {
            try log.answer(fixture.item(0), evidence: .done, parts: right, milliseconds: 0, label: "", in: &sitting)
        }
        XCTAssertEqual(try fixture.level(), Evidence.done.ceiling)
        let other = Fixture()
        sitting = try other.log().begin(.patterns, "chon-ji", activity: "test", items: [])
        for count in 1...6 {
            try other.log().answer(other.item(0), right: true, in: &sitting)
            XCTAssertEqual(try other.level() >= Mastery.mastered, count == 6, "\(count)")
        }
    }

    func testADayOfAnOlderProgramCountsAsFlashcards() throws {
        let fixture = Fixture()
        var random = RandomSource(seed: 1)
        _ = try fixture.flashcards().play(try fixture.flashcards().begin(), &random)
        let old = try fixture.store.archive().map { record in
            guard record.collection == "learning.days", case .object(var fields) = record.payload else { return record }
            fields["kind"] = nil
            fields["laterField"] = .string("kept")
            return ArchivedRecord(collection: record.collection, id: record.id, version: record.version, payload: .object(fields))
        }
        let copy = Fixture(store: MemoryStore())
        try copy.store.write { try $0.restore(old, collections: StoredStudyRepository.collections) }
        XCTAssertEqual(try copy.repository.days(), try fixture.repository.days())
        XCTAssertEqual(try copy.flashcards().statistics().kinds.map(\.kind), [.flashcards])
    }

    func testPracticeThatCannotBeIsRefusedWhenItIsRead() throws {
        let fixture = Fixture()
        var random = RandomSource(seed: 4)
        _ = try fixture.practise(.patterns, fixture.log(), &random)
        let sound = try fixture.store.archive()
        let damages: [(String, String, [JSONValue])] = [
            ("learning.practice", "place", [.integer(-1), .integer(99), .integer(.max)]),
            ("learning.practice-answers", "parts", [.array([]), .null]),
            ("learning.practice-answers", "milliseconds", [.integer(60_001), .integer(.min)]),
            ("learning.practice-answers", "evidence", [.string("heard")]),
            ("learning.mastery", "standing", [.object(["level": .integer(1001)]), .null]),
            ("learning.days", "kind", [.integer(3)]),
        ]
        for (collection, field, values) in damages {
            for value in values {
                let records = sound.map { record in
                    guard record.collection == collection else { return record }
                    var payload = record.payload
                    payload[field] = value
                    return ArchivedRecord(collection: record.collection, id: record.id, version: record.version, payload: payload)
                }
                XCTAssertNotEqual(records, sound, collection)
                XCTAssertThrowsError(
                    try MemoryStore().write { try $0.restore(records, collections: StoredStudyRepository.collections) },
                    "\(collection) \(field) \(value)"
                ) { XCTAssertEqual(($0 as? Failure)?.code, .unreadableRecord) }
            }
        }
    }
}

extension Fixture {
    func log(seed: UInt64 = 1) -> StudyLog {
        StudyLog(repository: repository, time: time, ids: ids, random: RandomSource(seed: seed))
    }

    func item(_ place: Int) -> Mastery.Item { Mastery.Item(.patterns, "chon-ji", "\(place + 1)") }

    func level() throws -> Int { try repository.mastery(of: .patterns, subject: "chon-ji").first?.standing.level ?? 0 }

    /// A session with answers that chance decides, some taken back.
    func practise(_ kind: StudyKind, _ log: StudyLog, _ random: inout RandomSource) throws -> PracticeSitting {
        var sitting = try log.begin(kind, "subject", activity: "quiz", items: (1...8).map(String.init))
        while let item = sitting.item {
            let parts = (0..<Int.random(in: 1...4, using: &random)).map {
                PracticeAnswer.Part("field\($0)", isRight: Bool.random(using: &random))
            }
            try log.answer(
                Mastery.Item(kind, "subject", item), evidence: .recalled, parts: parts,
                milliseconds: Int.random(in: -5...90_000, using: &random), label: "Answered", in: &sitting)
            if Int.random(in: 0..<6, using: &random) == 0 { try log.takeBack(in: &sitting, label: "Took back") }
        }
        try log.finish(&sitting, .init(share: sitting.share))
        return sitting
    }
}

extension StudyLog {
    fileprivate func answer(_ item: Mastery.Item, right: Bool, in sitting: inout PracticeSitting) throws {
        try answer(item, evidence: .recalled, parts: [.init("all", isRight: right)], milliseconds: 1, label: "", in: &sitting)
    }
}
