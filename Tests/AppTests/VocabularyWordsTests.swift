import Composition
import Content
import ContentAdapters
import DojangPage
import Foundation
import Kernel
import Practice
import Storage
import TestBench
import Vocabulary
import XCTest

/// The builder with the words that come with the program: at every belt every task keeps the laws. `COMMONPLACE_TASKS=100000` checks so many.
final class VocabularyWordsTests: XCTestCase {
    private static let library = Result { Library(try BundledPacks.sources.map { try PackReading($0).whole() }) }
    private static let kind = PracticeKind(rawValue: "vocabulary")

    /// Somebody who knows every word, and three phrases of every length below a level.
    private func builder(_ book: Wordbook, level: Int, seed: UInt64) throws -> VocabularyBuilder {
        let (store, clock) = (MemoryStore(), HandClock(Instant(milliseconds: 1_800_000_000_000)))
        let log = PracticeLog(
            repository: StoredPracticeRepository(store), time: clock.source(), ids: .counting(prefix: "run"),
            random: RandomSource(seed: seed))
        let today = log.today
        func memory(_ subject: String, _ part: String) -> ItemMemory {
            let schedule = Schedule(box: 3, due: today.adding(days: 3))
            let state = MemoryState(memory: .schedule(schedule), answers: 2, right: 2, last: today.adding(days: -1), latest: "x")
            return ItemMemory(Target(Self.kind, subject, part), state)
        }
        var random = RandomSource(seed: seed)
        let make = book.maker(Set(book.words().filter(\.isOpen).map(\.hangul)))
        let phrases = (2..<max(3, level)).flatMap { count in (0..<40).compactMap { _ in make(count, &random) } }
        let kept = book.words().map { memory($0.hangul, "word") } + Set(phrases.map(\.hangul)).map { memory($0, "phrase") }
        try store.write { try $0.put(contentsOf: level < 2 ? [] : kept) }
        return VocabularyBuilder(book, log: log, scheduler: FSRSScheduler.standard)
    }

    func testAtEveryBeltEveryTaskKeepsTheLaws() throws {
        let library = try Self.library.get()
        let grades = library.belts().belts.map(\.grade)
        let wanted = ProcessInfo.processInfo.environment["COMMONPLACE_TASKS"].flatMap(Int.init) ?? 2000
        var (checked, longest, seed) = (0, 0, 0 as UInt64)
        let began = Date()
        while checked < wanted {
            for grade in grades {
                seed += 1
                let book = Wordbook(of: library, grade: grade)
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
        if wanted > 2000 { print("\(checked) tasks made and checked in \(Date().timeIntervalSince(began)) s") }
    }

    private func check(_ task: VocabularyTask, _ book: Wordbook, _ place: String) {
        if let word = task.word {
            let others = task.tiles.filter { $0.hangul != word.hangul }
            if !task.item.isShown { XCTAssertGreaterThan(others.count, 1, place) }
            for other in others {
                XCTAssertFalse(word.meanings.contains(other.meaning) || other.romanization == word.romanization, place)
            }
            return
        }
        guard let phrase = task.phrase else { return XCTFail(place) }
        XCTAssertEqual(book.read(phrase.words).phrase, phrase, place)
        XCTAssertTrue((2...6).contains(phrase.words.count), place)
        if let before = task.before {
            XCTAssertEqual(book.read(before.words).phrase, before, place)
            XCTAssertTrue((1...2).contains(phrase.words.count - before.words.count), place)
        } else if task.item.mode == .assemble {
            XCTAssertEqual(phrase.words.count, 2, place)
        }
        let solution = task.solution.map(\.hangul)
        XCTAssertTrue(task.isRight(solution), place)
        XCTAssertEqual(task.marks(solution), solution.map { _ in .here }, place)
        if task.blanks.count > 1 { XCTAssertFalse(task.isRight(task.tiles.prefix(solution.count).map(\.hangul)), place) }
        for blank in solution.indices {
            for tile in task.tiles where tile.hangul != solution[blank] {
                var filling = solution
                filling[blank] = tile.hangul
                XCTAssertFalse(task.isRight(filling), "\(place): \(phrase.hangul), \(tile.hangul) at \(blank)")
            }
        }
    }

    func testATermOfThePackIsBuiltByItsIdAndItsName() throws {
        let library = try Self.library.get()
        let book = Wordbook(of: library, grade: try library.belts().belt(named: "9k").grade)
        XCTAssertEqual(book.named("low-block")?.hangul, "낮은데 막기")
        XCTAssertEqual(book.named("Low block")?.words.count, 2)
        XCTAssertNil(book.named("attention-nothing"))
        // The founding example, in the usage of the books.
        let phrase = try XCTUnwrap(book.read("왼 걷기 서기 아래 막기").phrase)
        XCTAssertEqual(phrase.id, "left_walking_stance_low_block")
        XCTAssertEqual(phrase.words.count, 5)
        XCTAssertEqual(book.growth(of: phrase).first?.words.count, 2)
    }
}
