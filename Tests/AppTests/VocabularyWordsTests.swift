import Composition
import Content
import ContentAdapters
import DojangWiring
import Foundation
import Kernel
import Korean
import Practice
import Storage
import TestSupport
import Vocabulary
import XCTest

/// Tests of the vocabulary builder with the bundled words at every belt.
final class VocabularyWordsTests: XCTestCase {
    private static let library = Result { Library(try BundledPacks.sources.map { try PackReading($0).validPack() }) }
    private static let kind = PracticeKind(rawValue: "vocabulary")

    /// A learner who knows every word and three phrases of every length below the level.
    private func builder(_ book: Phrasebook, level: Int, seed: UInt64) throws -> VocabularyBuilder {
        let store = MemoryStore()
        let clock = ManualClock(Instant(milliseconds: 1_800_000_000_000))
        let log = PracticeLog(
            repository: StoredPracticeRepository(store), time: clock.source(), ids: .counting(prefix: "run"),
            random: RandomSource(seed: seed))
        let today = log.today
        func memory(_ subject: String, _ part: String) -> ItemMemory {
            let schedule = Schedule(box: 3, due: today.adding(days: 3))
            let state = MemoryState(
                memory: .schedule(schedule), answers: 2, right: 2, last: today.adding(days: -1), latest: "x")
            return ItemMemory(Target(Self.kind, subject, part), state)
        }
        var random = RandomSource(seed: seed)
        let make = book.maker(Set(book.vocabulary().filter(\.isUnlocked).map(\.hangul)))
        let phrases = (2..<max(3, level)).flatMap { count in (0..<40).compactMap { _ in make(count, &random) } }
        let words =
            book.vocabulary().map { memory($0.hangul, "word") }
            + Set(phrases.map(\.hangul)).map { memory($0, "phrase") }
        try store.write { try $0.put(contentsOf: level < 2 ? [] : words) }
        return VocabularyBuilder(book, log: log, scheduler: FSRSScheduler.standard)
    }

    func testTasksFollowRulesAtEveryBelt() throws {
        let library = try Self.library.get()
        let grades = library.belts().belts.map(\.grade)
        let expected = ProcessInfo.processInfo.environment["COMMONPLACE_TASKS"].flatMap(Int.init) ?? 2000
        var checked = 0
        var longest = 0
        var seed = 0 as UInt64
        let began = Date()
        while checked < expected {
            for grade in grades {
                seed += 1
                let book = library.phrasebook(upTo: grade)
                let builder = try builder(book, level: Int(seed % 6) + 1, seed: seed)
                for mode in [nil] + VocabularyMode.allCases.map(Optional.some) {
                    let run = try builder.begin(mode, count: 12)
                    for item in run.items {
                        let task = try XCTUnwrap(run.exercise.task(for: item, in: run), "\(grade.id) \(seed) \(item)")
                        check(task, book, "\(grade.id) \(seed)")
                        longest = max(longest, item.words.count)
                        checked += 1
                    }
                }
            }
        }
        XCTAssertEqual(longest, 6)
        if expected > 2000 { print("\(checked) tasks made and checked in \(Date().timeIntervalSince(began)) s") }
    }

    private func check(_ task: VocabularyTask, _ book: Phrasebook, _ place: String) {
        if let word = task.word {
            let others = task.tiles.filter { $0.hangul != word.hangul }
            if !task.item.isShown { XCTAssertGreaterThan(others.count, 1, place) }
            for other in others {
                XCTAssertFalse(word.meanings.contains(other.meaning) || other.romanization == word.romanization, place)
            }
            return
        }
        guard let phrase = task.phrase else { return XCTFail(place) }
        XCTAssertEqual(book.read(phrase.hangulWords).phrase, phrase, place)
        XCTAssertTrue((2...6).contains(phrase.words.count), place)
        if let before = task.basePhrase {
            XCTAssertEqual(book.read(before.hangulWords).phrase, before, place)
            XCTAssertTrue((1...2).contains(phrase.words.count - before.words.count), place)
        } else if task.item.mode == .assemble {
            XCTAssertEqual(phrase.words.count, 2, place)
        }
        let solution = task.solution.map(\.hangul)
        XCTAssertTrue(task.isRight(solution), place)
        XCTAssertEqual(task.marks(solution), solution.map { _ in .here }, place)
        if task.blanks.count > 1 {
            XCTAssertFalse(task.isRight(task.tiles.prefix(solution.count).map(\.hangul)), place)
        }
        for blank in solution.indices {
            for tile in task.tiles where tile.hangul != solution[blank] {
                var filling = solution
                filling[blank] = tile.hangul
                XCTAssertFalse(task.isRight(filling), "\(place): \(phrase.hangul), \(tile.hangul) at \(blank)")
            }
        }
    }

    func testPackTermIsFoundByIdentifierAndName() throws {
        let library = try Self.library.get()
        let book = library.phrasebook(upTo: try library.belts().belt(named: "9k").grade)
        XCTAssertEqual(book.phraseNamed("low-block")?.hangul, "낮은데 막기")
        XCTAssertEqual(book.phraseNamed("Low block")?.words.count, 2)
        XCTAssertNil(book.phraseNamed("attention-nothing"))
        // The founding example in the usage of the books.
        let phrase = try XCTUnwrap(book.read("왼 걷기 서기 아래 막기").phrase)
        XCTAssertEqual(phrase.id, "left_walking_stance_low_block")
        XCTAssertEqual(phrase.words.count, 5)
        XCTAssertEqual(book.growth(of: phrase).first?.words.count, 2)
    }
}
