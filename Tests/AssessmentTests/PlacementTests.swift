import Content
import Kernel
import LearningTesting
import LessonsTesting
import Practice
import Storage
import XCTest

@testable import Assessment
@testable import Learning

/// Tests of placements for learners who start with a belt: marked words, dates and undo.
final class PlacementTests: XCTestCase {
    /// Takes a placement as a learner who knows all words up to a grade and reports the others as
    /// unknown.
    private func place(_ examiner: Examiner, knowing grade: String?) throws -> Run<TestExercise> {
        let limit = try grade.map(StudyFixture.grade)
        var run = try examiner.place()
        try examiner.sit(&run) { item in
            let term = examiner.bank.library.term(item.target.subject)
            return (term?.grade).flatMap { own in limit.map { own <= $0 } } ?? false ? .right : .unknown
        }
        return run
    }

    func testPlacementMarksKnownWordsOfBelt() throws {
        let fixture = try LessonFixture("4k")
        let examiner = try fixture.examiner(seed: 3)
        let run = try place(examiner, knowing: "4k")
        XCTAssertTrue(Examiner.placementRange.contains(run.answers.count))
        let known = try examiner.knownCards(run)
        let open = examiner.learner.syllabus.opened(in: examiner.bank.library.terms).filter(\.hasKorean).count
        XCTAssertGreaterThan(known.count, open * 2 * 7 / 10)
        let memories = try examiner.log.memories(of: .flashcards)
        XCTAssertEqual(Set(memories.map(\.target)), Set(known.map(\.card.target)))
        // The marked words are due from tomorrow on, at most twenty a day.
        let days = Dictionary(grouping: memories.compactMap { $0.schedule?.due }) { $0 }.mapValues(\.count)
        XCTAssertEqual(days.keys.min(), examiner.log.today.adding(days: 1))
        XCTAssertTrue(days.values.allSatisfy { $0 <= Placement.dailyChecks })
        XCTAssertEqual(days.count, (known.count + Placement.dailyChecks - 1) / Placement.dailyChecks)
        let study = Flashcards(library: examiner.bank.library, learner: examiner.learner, log: fixture.base.log())
        XCTAssertEqual(try study.statistics().cards.learning, known.count)
        XCTAssertEqual(try study.newToday(), 0)
        // The log has an answer for each marked memory, so it can be rebuilt.
        let answers = try examiner.log.runs().flatMap { try examiner.log.answers(of: $0.id) }.filter {
            $0.target.kind == .flashcards
        }
        XCTAssertEqual(Set(answers.map(\.target)), Set(known.map(\.card.target)))
        for memory in memories {
            XCTAssertTrue(answers.contains { $0.id == memory.state.latest && $0.after == memory.state.memory })
        }
    }

    func testPlacementWithoutKnowledgeMarksNothing() throws {
        for (grade, seed) in [("9k", 1), ("4k", 2), ("4k", 3), ("1d", 4)] as [(String, UInt64)] {
            let examiner = try LessonFixture(grade).examiner(seed: seed)
            let run = try place(examiner, knowing: nil)
            XCTAssertEqual(try examiner.knownCards(run), [])
            XCTAssertEqual(try examiner.log.memories(of: .flashcards), [])
        }
    }

    func testPlacementMarksFewUnknownBelts() throws {
        let examiner = try LessonFixture("1d").examiner(seed: 5)
        let run = try place(examiner, knowing: "6k")
        let known = try examiner.knownCards(run)
        let limit = try StudyFixture.grade("6k")
        XCTAssertGreaterThan(known.count { $0.grade <= limit }, 100)
        XCTAssertLessThan(known.count { $0.grade > limit }, known.count / 10)
    }

    /// A guess is right one time in four, and must not count as knowledge.
    func testGuessingMarksFewWords() throws {
        var marked = 0
        for seed in 1...4 as ClosedRange<UInt64> {
            let examiner = try LessonFixture("1d").examiner(seed: seed)
            var run = try examiner.place()
            var random = RandomSource(seed: seed)
            try examiner.sit(&run) { _ in Int.random(in: 0..<4, using: &random) == 0 ? .right : .wrong }
            marked += try examiner.knownCards(run).count
        }
        let open = try LessonFixture.blobStore.library().terms.filter(\.hasKorean).count * 2
        XCTAssertLessThan(marked, 4 * open / 20, "of four placements")
    }

    func testPlacementKeepsStudiedWordsAndMarksOnlyAtEnd() throws {
        let fixture = try LessonFixture("6k")
        let examiner = try fixture.examiner(seed: 8)
        let study = Flashcards(
            library: examiner.bank.library, learner: examiner.learner, log: fixture.base.log(),
            settings: StudySettings(newADay: 50, showsNew: false))
        var session = try study.begin(StudyConfiguration(cards: 10))
        while !session.isDone { try study.log.answer(.rated(.good), milliseconds: 10, in: &session) }
        let before = try examiner.log.memories(of: .flashcards)
        var left = try examiner.place()
        for _ in 0..<5 { try examiner.answer(.right, in: &left) }
        try examiner.log.pause(&left)
        XCTAssertEqual(try examiner.log.memories(of: .flashcards), before)
        XCTAssertEqual(try examiner.unfinished(.place)?.answers.count, 5)
        let run = try place(examiner, knowing: "6k")
        let after = try examiner.log.memories(of: .flashcards)
        for memory in before { XCTAssertTrue(after.contains(memory), "studied cards are unchanged") }
        XCTAssertEqual(after.count, before.count + (try examiner.knownCards(run).count))
    }

    /// The marks of a placement are no answers, so a change of scheduler keeps their dates.
    func testSchedulerChangeKeepsPlacementDates() throws {
        let fixture = try LessonFixture("4k")
        let examiner = try fixture.examiner(seed: 3)
        _ = try place(examiner, knowing: "4k")
        let before = try examiner.log.memories(of: .flashcards)
        XCTAssertGreaterThan(before.count, 100)
        let study = Flashcards(library: examiner.bank.library, learner: examiner.learner, log: fixture.base.log())
        for change: @Sendable (inout StudySettings) -> Void in [
            { $0.scheduling = .fsrs }, { $0.fsrs.retention = 80 }, { $0.scheduling = .leitner },
        ] {
            XCTAssertEqual(try study.reschedule(change).rebuilt?.targets, before.count)
            XCTAssertEqual(try examiner.log.memories(of: .flashcards), before)
        }
        // Without a change there is no undo step.
        let steps = try fixture.base.store.undoSteps().count
        XCTAssertNil(try study.reschedule { $0.scheduling = .leitner }.rebuilt)
        XCTAssertEqual(try fixture.base.store.undoSteps().count, steps)
    }

    func testOneUndoRevertsPlacement() throws {
        let fixture = try LessonFixture("4k")
        let examiner = try fixture.examiner(seed: 3)
        _ = try place(examiner, knowing: "4k")
        XCTAssertGreaterThan(try examiner.log.memories(of: .flashcards).count, 100)
        let runs = try examiner.log.runs().count
        XCTAssertEqual(try fixture.base.store.undoLast().label, "Marked the words that are known")
        XCTAssertEqual(try examiner.log.memories(of: .flashcards), [])
        XCTAssertEqual(try examiner.log.runs().count, runs - 1)
        // Another placement is possible afterwards.
        XCTAssertGreaterThan(try examiner.knownCards(place(examiner, knowing: "6k")).count, 0)
    }
}
