import Korean
import XCTest

/// Phrases, and a phrasebook that has only a reader.
final class PhraseTests: XCTestCase {
    private let phrase = Phrase(
        [
            PhraseWord("왼", "wen", "left", role: .side), PhraseWord("ㄴ자", "niunja", "L-", role: .stance),
            PhraseWord("서기", "sogi", "stance", role: .stance), PhraseWord("막기", "makgi", "block", role: .action),
        ], meaning: "left L-stance block")

    func testPhraseJoinsItsWordsInOrder() {
        XCTAssertEqual(phrase.hangulWords, ["왼", "ㄴ자", "서기", "막기"])
        XCTAssertEqual(phrase.hangul, "왼 ㄴ자 서기 막기")
        XCTAssertEqual(phrase.romanization, "wen niunja sogi makgi")
        XCTAssertEqual(phrase.id, "left_l_stance_block")
        XCTAssertEqual(phrase.pronunciation(), Pronunciation(of: "왼 니은자 서기 막기"))
        XCTAssertNil(Phrase([], meaning: "").pronunciation())
    }

    func testRolesSortInPhraseOrder() {
        XCTAssertEqual(phrase.words.map(\.role), phrase.words.map(\.role).sorted())
        XCTAssertLessThan(PhraseWord.Role.leap, .action)
    }

    func testAReadingHasAPhraseOrAReason() {
        XCTAssertEqual(PhraseReading.valid(phrase).phrase, phrase)
        XCTAssertNil(PhraseReading.invalid("No.").phrase)
    }

    func testReadingWordsJoinsThemWithSpaces() {
        let phrase = phrase
        let book = Phrasebook(read: { $0 == phrase.hangul ? .valid(phrase) : .invalid($0) })
        XCTAssertEqual(book.read(phrase.hangulWords).phrase, phrase)
        XCTAssertEqual(book.read(["막기", "왼"]), .invalid("막기 왼"))
        XCTAssertEqual(book.words(), [])
        XCTAssertNil(book.phraseNamed("left"))
    }

    func testWordsSharingAMeaningOrSpellingAreAmbiguous() {
        func word(_ hangul: String, _ romanization: String, _ meanings: [String]) -> PhrasebookWord {
            PhrasebookWord(hangul, romanization, meanings, role: .way, difficulty: "beginner", belt: "10k")
        }
        let side = word("옆", "yop", ["side", "lateral"])
        XCTAssertEqual(side.phraseWord, PhraseWord("옆", "yop", "side", role: .way))
        XCTAssertTrue(side.couldMean(word("측면", "chukmyon", ["Lateral"])))
        XCTAssertTrue(side.couldMean(word("엽", "Yop", ["leaf"])))
        XCTAssertFalse(side.couldMean(word("앞", "ap", ["front"])))
    }

    func testAcceptedEnglishIncludesAlternatives() {
        let term = PhrasebookTerm("막기", "makgi", english: "Block", also: ["parry"])
        XCTAssertEqual(term.acceptedEnglish, ["block", "parry"])
    }
}
