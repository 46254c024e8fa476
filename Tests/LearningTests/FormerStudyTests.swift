import Content
import ContentAdapters
import Foundation
import Kernel
import Learning
import Practice
import Storage
import XCTest

/// What the program kept before there was one log: `Tests/Golden/study-before` is a profile that it exported, with sessions of every kind, some left
/// before their end. It opens, it is moved once, and everything goes on where it was.
final class FormerStudyTests: XCTestCase {
    static let collections =
        StoredPracticeRepository.collections + FormerStudy.collections + [Grading.collection as any StoredCollection]

    /// The records as they stand in the export.
    static func golden() throws -> [ArchivedRecord] {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Golden/study-before/records.jsonl")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
            try JSONDecoder().decode(ArchivedRecord.self, from: Data($0.utf8))
        }
    }

    private func store(_ records: [ArchivedRecord]) throws -> any Store {
        let store = MemoryStore().scoped(to: Partition(rawValue: "learner"))
        try store.write { try $0.restore(records, collections: Self.collections) }
        return store
    }

    private func log(_ store: any Store) throws -> PracticeLog {
        let now = Instant("2026-11-23T18:00:00Z") ?? Instant(milliseconds: 0)
        return PracticeLog(
            repository: try StoredPracticeRepository(movingInto: store), time: .fixed(now), ids: .counting(),
            random: RandomSource(seed: 1))
    }

    private func count(_ collection: String, _ records: [ArchivedRecord]) -> Int { records.count { $0.collection == collection } }

    func testEveryRecordIsMovedAndNothingIsLeftOrMovedTwice() throws {
        let golden = try Self.golden()
        let store = try store(golden)
        _ = try log(store)
        let moved = try store.archive()
        for (former, present) in [
            (["learning.sessions", "learning.practice"], "practice.runs"),
            (["learning.answers", "learning.practice-answers"], "practice.answers"),
            (["learning.cards", "learning.mastery"], "practice.memory"), (["learning.days"], "practice.days"),
            (["learning.gradings"], "learning.gradings"),
        ] {
            XCTAssertEqual(count(present, moved), former.reduce(0) { $0 + count($1, golden) }, present)
            XCTAssertGreaterThan(count(present, moved), 0)
            for name in former where name != present { XCTAssertEqual(count(name, moved), 0, name) }
        }
        XCTAssertEqual(moved.count, golden.count)
        _ = try log(store)
        XCTAssertEqual(try store.archive(), moved, "moved twice")
        // What it was moved to is what this program exports and imports.
        let copy = try self.store(moved)
        XCTAssertEqual(try copy.archive(), moved)
    }

    /// The numbers that the old program gave for this profile.
    func testFiguresAreThoseOfTheProgramBefore() throws {
        let log = try log(store(Self.golden()))
        let figures = PracticeFigures(try log.days(), today: Day("2026-11-21") ?? Day(ordinal: 0))
        XCTAssertEqual([figures.streak.current, figures.streak.longest, figures.sessions, figures.answers], [8, 8, 18, 137])
        let answers = try log.runs().flatMap { try log.answers(of: $0.id) }
        XCTAssertEqual(answers.count, figures.answers)
        XCTAssertEqual(answers.count { $0.isRight }, figures.right)
        for memory in try figures.kinds.map(\.kind).flatMap({ try log.memories(of: $0) }) {
            let own = answers.filter { $0.target == memory.target }.sorted { ($0.at, $0.turn) < ($1.at, $1.turn) }
            XCTAssertEqual(own.count, memory.state.answers, memory.target.name)
            XCTAssertEqual(own.last?.id, memory.state.latest, memory.target.name)
            // Each stands upon the one before, and the last makes the memory.
            var state: MemoryState?
            for answer in own {
                XCTAssertEqual(answer.before, state, memory.target.name)
                state = MemoryState(after: answer)
            }
            XCTAssertEqual(state, memory.state)
        }
    }

    func testWhatWasLeftGoesOnWhereItWasAndIsTakenBack() throws {
        let store = try store(Self.golden())
        let (log, shelf) = (try log(store), DevicePacks(folder: "/nowhere"))
        let learner = Learner(grade: try Fixture.grade("8k"), mode: .progression)
        let curriculum = Curriculum(BundledPacks.sources)
        let lessons = Lessons(LessonBook(curriculum, terms: { try shelf.library() }), learner: learner, log: log)
        let patterns = PatternTraining(curriculum: curriculum, learner: learner, log: log) { try shelf.library().terms }

        var cards = try XCTUnwrap(Flashcards(library: shelf.library(), learner: learner, log: log).latest())
        XCTAssertEqual([cards.asked.count, cards.answers.count, cards.skipped], [12, 2, 1])
        XCTAssertGreaterThanOrEqual(cards.toGo, 9)
        try takeBackAll(&cards, log)
        var practice = try patterns.practise(patterns.pattern("dan-gun"))
        XCTAssertEqual([practice.place, practice.answers.count], [3, 3])
        XCTAssertEqual(try patterns.standing(of: patterns.pattern("dan-gun")).shaky, [2, 3])
        try takeBackAll(&practice, log)
        var test = try patterns.test(patterns.pattern("chon-ji"))
        XCTAssertEqual([test.items.count, test.answers.count, test.right], [76, 20, 11])
        XCTAssertEqual(test.settings.mode, .typed)
        XCTAssertNotNil(try log.task(in: &test))
        try takeBackAll(&test, log)
        var quiz = try XCTUnwrap(lessons.unfinished(.theory, "quiz", subject: "tenets"))
        XCTAssertTrue(quiz.settings.isTyped)
        XCTAssertNotNil(try log.task(in: &quiz))
        try takeBackAll(&quiz, log)
        for (kind, activity, done) in [
            (PracticeKind.sparring, "practice", 2), (.lineWork, "run", 2), (.theory, "read", 3),
        ] {
            var run = try XCTUnwrap(lessons.unfinished(kind, activity), activity)
            XCTAssertEqual(run.answers.count, done)
            XCTAssertNotNil(try log.task(in: &run), activity)
            try takeBackAll(&run, log)
        }
        XCTAssertNil(try lessons.unfinished(.sparring, "quiz"), "it came to its end")
    }

    func testAMockGradingThatWasLeftIsScoredAsBefore() throws {
        let store = try store(Self.golden())
        let log = try log(store)
        let book = LessonBook(Curriculum(BundledPacks.sources), terms: { Library([]) })
        let lessons = Lessons(book, learner: Learner(grade: try Fixture.grade("8k"), mode: .progression), log: log)
        let holder = BeltHolder(grade: { _ in try Fixture.grade("8k") }, move: { _, _ in })
        let history = GradingBook(store, belt: holder)
        let gradings = Gradings(lessons, book: history, ids: .counting())
        var run = try XCTUnwrap(gradings.unfinished())
        XCTAssertEqual([run.items.count, run.place, GradingScore(run).points], [25, 2, 10])
        XCTAssertEqual(run.settings.learned?.id, "8k")
        XCTAssertEqual(GradingScore(run).parts.map(\.tasks), [3, 3, 5, 11, 3])
        XCTAssertEqual(run.section?.section, .lineWork)
        try takeBackAll(&run, log)
    }

    /// A record that somebody put where an old one stood.
    private struct Broken: Storable {
        let id: Identifier<Broken>
        static let collection = RecordCollection<Broken>("learning.mastery")
    }

    /// All or nothing: what cannot be read keeps everything where it was.
    func testAMoveThatFailsChangesNothing() throws {
        let store = try store(Self.golden())
        try store.write { try $0.put(Broken(id: "patterns:chon-ji:99")) }
        let before = try store.archive()
        XCTAssertThrowsError(try log(store)) { XCTAssertEqual(($0 as? Failure)?.code, .unreadableRecord) }
        XCTAssertEqual(try store.archive(), before)
    }

    func testADayOfAStillOlderProgramCountsAsFlashcards() throws {
        let old = try Self.golden().filter { $0.collection == "learning.days" }.map { record in
            guard record.payload["kind"] == .string("flashcards"), case .object(var fields) = record.payload else {
                return record
            }
            fields["kind"] = nil
            return ArchivedRecord(collection: record.collection, id: record.id, version: record.version, payload: .object(fields))
        }
        let (all, older) = (try log(store(Self.golden())).days(), try log(store(old)).days())
        XCTAssertEqual(older, all)
    }

    private func takeBackAll<Kind: Exercise>(_ run: inout Run<Kind>, _ log: PracticeLog) throws {
        for _ in 0..<run.answers.count { try log.takeBack(in: &run) }
        XCTAssertEqual(run.answers, [])
    }
}
