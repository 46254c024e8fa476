import Content
import ContentAdapters
import Kernel
import Korean
import XCTest

/// The phrasebook of the bundled pack, at every grade.
final class PhrasebookTests: XCTestCase {
    private func library() throws -> Library {
        Library(try BundledPacks.sources.map { try PackReading($0).validPack() })
    }

    func testEveryGradeHasItsWordsTermsAndPhrases() throws {
        let library = try library()
        var before: (terms: Int, words: Int, phrases: Int) = (0, 0, 0)
        for grade in library.belts().belts.map(\.grade) {
            let book = library.phrasebook(upTo: grade)
            let terms = book.terms()
            let words = book.words()
            let phrases = book.phrases()
            XCTAssertTrue(terms.allSatisfy { !$0.hangul.isEmpty && $0.hangul != $0.english })
            XCTAssertEqual(words.map(\.role), words.map(\.role).sorted())
            XCTAssertEqual(Set(phrases).count, phrases.count)
            for phrase in phrases { XCTAssertEqual(book.read(phrase.hangulWords).phrase, phrase, phrase.hangul) }
            XCTAssertTrue(terms.count >= before.terms && words.count >= before.words)
            XCTAssertGreaterThanOrEqual(phrases.count, before.phrases)
            before = (terms.count, words.count, phrases.count)
            let open = Set(book.vocabulary().filter(\.isUnlocked).map(\.hangul))
            XCTAssertEqual(open, Set(words.map(\.hangul)), grade.id)
            XCTAssertFalse(book.colors().isEmpty, grade.id)
        }
    }

    func testTheVocabularyHasEachWordOnceInLearningOrder() throws {
        let library = try library()
        let words = library.phrasebook(upTo: try library.belts().belt(named: "8k").grade).vocabulary()
        XCTAssertEqual(Set(words.map(\.hangul)).count, words.count)
        let grades = words.compactMap { Grade(id: $0.belt) }
        XCTAssertEqual(grades, grades.sorted())
        XCTAssertEqual(grades.count, words.count)
        let block = try XCTUnwrap(words.first { $0.hangul == "막기" })
        XCTAssertEqual(block.meanings, ["block"])
        XCTAssertEqual(block.role, .action)
        XCTAssertEqual(block.difficulty, "beginner")
        XCTAssertTrue(block.isUnlocked)
        XCTAssertTrue(words.contains { !$0.isUnlocked && $0.difficulty == "advanced" })
    }

    func testGeneratedPhrasesReadBackUnchanged() throws {
        let library = try library()
        let book = library.phrasebook(upTo: try library.belts().belt(named: "1k").grade)
        let make = book.maker(Set(book.words().map(\.hangul)))
        var random = RandomSource(seed: 21)
        for round in 0..<2_000 {
            let phrase = try XCTUnwrap(make(2 + round % 5, &random))
            XCTAssertEqual(book.read(phrase.hangulWords), .valid(phrase))
        }
        XCTAssertNil(book.maker([])(2, &random))
    }

    func testTermsAreFoundByIDOrEnglish() throws {
        let library = try library()
        let book = library.phrasebook(upTo: try library.belts().belt(named: "9k").grade)
        XCTAssertEqual(book.phraseNamed("low-block")?.hangul, "낮은데 막기")
        XCTAssertEqual(book.phraseNamed("LOW  Block"), book.phraseNamed("low-block"))
        XCTAssertNil(book.phraseNamed("attention-nothing"))
        XCTAssertEqual(book.read("왼 걷기 서기 아래 막기").phrase?.id, "left_walking_stance_low_block")
    }
}
