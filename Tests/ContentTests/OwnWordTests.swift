import Content
import Kernel
import Storage
import TestBench
import XCTest

/// Words of a learner: what is kept of them, where they are found, and whose they are.
final class OwnWordTests: XCTestCase {
    private let bench = OwnWordsBench()

    private func add(_ draft: WordDraft) throws -> (word: OwnWord, doubts: [Finding]) {
        try bench.words.add(draft, grade: OwnWordsBench.grade)
    }

    private func code(_ body: () throws -> Void, line: UInt = #line) -> String? {
        do { try body() } catch { return (error as? Failure)?.code.text }
        XCTFail("nothing is thrown", line: line)
        return nil
    }

    func testAWordIsKeptFoundAskedAndTakenBack() throws {
        let (word, doubts) = try add(
            WordDraft(english: "elbow guard", hangul: "팔굽 막기", romanization: "palgup makgi", note: "of our club"))
        XCTAssertEqual(word.id.rawValue, "own/elbow-guard-palgup-makgi")
        XCTAssertEqual(doubts.map(\.sentence), [])
        let library = try bench.words.library()
        let term = try XCTUnwrap(library.term(word.id.rawValue))
        XCTAssertEqual(
            [term.english, term.grade.id, term.category.rawValue, term.note], ["elbow guard", "9k", "basics", "of our club"])
        XCTAssertEqual(library.terms.count, OwnWordsBench.packs.terms.count + 1)
        XCTAssertEqual(library.provenance(of: term.id)?.name, "Your own words")
        XCTAssertEqual(SearchIndex(library.searchables).search("ㅍㄱㅁㄱ").first?.id, term.id)
        let judge = AnswerJudge(among: library.terms)
        XCTAssertEqual(judge.judge("Palkup Makki", against: term, asked: .korean).verdict, .right)
        XCTAssertEqual(judge.judge("the elbow guards", against: term, asked: .english).verdict, .right)
        XCTAssertEqual(try bench.root.undoLast().label, "Added the word “elbow guard”")
        XCTAssertEqual(try bench.words.library().terms.count, OwnWordsBench.packs.terms.count)
    }

    /// Decomposed, full-width and spaced-out typing is one word, and the same word in another case is there already.
    func testHowItIsTypedMakesNoOtherWord() throws {
        let (word, _) = try add(
            WordDraft(
                english: "  Ｅlbow\u{3000}guard\n", hangul: "팔굽 막기".decomposedStringWithCanonicalMapping,
                romanization: "ｐalgup makgi"))
        XCTAssertEqual([word.english, word.hangul, word.romanization], ["Elbow guard", "팔굽 막기", "palgup makgi"])
        XCTAssertEqual(word.hangul.unicodeScalars.count, 5)
        XCTAssertEqual(code { _ = try add(WordDraft(english: "ELBOW-GUARD", hangul: "팔굽막기")) }, "wordExists")
        let bundled = try XCTUnwrap(OwnWordsBench.packs.term("walking-stance"))
        XCTAssertEqual(code { _ = try add(WordDraft(english: "The Walking Stance", hangul: bundled.hangul)) }, "wordExists")
    }

    func testWhatIsNoWordIsRefused() throws {
        let cases: [(WordDraft, String)] = [
            (WordDraft(english: "guard"), "wordIncomplete"), (WordDraft(english: " ", hangul: "막기"), "emptyText"),
            (WordDraft(english: "…!", hangul: "막기"), "wordIncomplete"),
            (WordDraft(english: "guard", hangul: "makgi"), "wrongScript"),
            (WordDraft(english: "guard", romanization: "막기"), "wrongScript"),
            (WordDraft(english: "guard\u{1B}[31m", hangul: "막기"), "controlCharacters"),
            (WordDraft(english: "guard\u{202E}", hangul: "막기"), "controlCharacters"),
            (WordDraft(english: String(repeating: "a", count: 201), hangul: "막기"), "textTooLong"),
            (WordDraft(english: "guard", hangul: "막기", note: String(repeating: "a", count: 2001)), "textTooLong"),
        ]
        for (draft, expected) in cases { XCTAssertEqual(code { _ = try add(draft) }, expected, "\(draft)") }
        XCTAssertEqual(try bench.words.words(), [])
    }

    /// As in `content check`: what does not sound alike is said, and what is called the same in one language.
    func testDoubtsAreSaidAndTheWordIsKept() throws {
        let walking = try XCTUnwrap(OwnWordsBench.packs.term("walking-stance"))
        let (_, sounds) = try add(WordDraft(english: "elbow guard", hangul: "팔굽 막기", romanization: "chagi"))
        XCTAssertEqual(sounds.map(\.rule), [.romanization])
        let (_, double) = try add(WordDraft(english: walking.english, hangul: "늑목"))
        XCTAssertEqual(double.map(\.field), ["english"])
        XCTAssertTrue(double[0].sentence.contains("walking-stance"), double[0].sentence)
        XCTAssertEqual(try add(WordDraft(english: "wandering", hangul: walking.hangul)).doubts.map(\.field), ["hangul"])
        XCTAssertEqual(try bench.words.words().count, 3)
    }

    func testAnIdentifierStaysWhateverChanges() throws {
        let (word, _) = try add(WordDraft(english: "elbow guard", hangul: "팔굽 막기"))
        let (changed, _) = try bench.words.change(word.id) { draft in
            (draft.english, draft.grade, draft.hangul, draft.romanization) = ("arm guard", Grade(id: "8k"), "", "palkup makgi")
        }
        XCTAssertEqual(changed.id, word.id)
        XCTAssertEqual(try bench.told(), ["arm guard||palkup makgi|8k|basics|"])
        // The old name is free, its identifier is not.
        XCTAssertEqual(try add(WordDraft(english: "elbow guard", hangul: "팔굽 막기")).word.id.rawValue, "\(word.id.rawValue)-2")
        XCTAssertEqual(code { _ = try bench.words.change("own/nothing") { $0.note = "x" } }, "noOwnWord")
        XCTAssertEqual(
            code { _ = try bench.words.change(word.id) { ($0.english, $0.hangul) = ("elbow guard", "팔굽 막기") } }, "wordExists")
        for english in ["Ellbogenschützer", "локоть", String(repeating: "guard ", count: 30)] {
            let id = try add(WordDraft(english: english, hangul: "막기")).word.id.rawValue
            XCTAssertTrue(id.hasPrefix("own/") && id.utf8.count < 90 && id.allSatisfy { $0.isASCII && $0 != " " }, id)
        }
    }

    func testAWordingIsShownBesideAcceptedAndFound() throws {
        let walking = try XCTUnwrap(OwnWordsBench.packs.term("walking-stance"))
        _ = try bench.words.word("  a long\nstep ", for: walking)
        let library = try bench.words.library()
        let term = try XCTUnwrap(library.term("walking-stance"))
        XCTAssertEqual([term.english, term.wording], [walking.english, "a long step"])
        XCTAssertEqual(AnswerJudge(among: library.terms).judge("long step", against: term, asked: .english).verdict, .right)
        XCTAssertEqual(SearchIndex(library.searchables).search("a long step").first?.id, term.id)
        XCTAssertEqual(TermSides(term, asked: .korean).prompt, TermSides(walking, asked: .korean).prompt, "no part of a question")
        XCTAssertEqual(library.only("taekwon-do").term("walking-stance")?.wording, "a long step")
        XCTAssertEqual(try bench.words.word(nil, for: term).wording, "")
        XCTAssertEqual(try bench.words.library().term("walking-stance")?.wording, "")
    }

    func testWordsBelongToOneProfileAndTravelInItsArchive() throws {
        let (word, _) = try add(WordDraft(english: "elbow guard", hangul: "팔굽 막기", note: "ours"))
        _ = try bench.words.word("a long step", for: XCTUnwrap(OwnWordsBench.packs.term("walking-stance")))
        try bench.words.makeSet("Grading", of: [word.term])
        let other = OwnWordsBench("jo", over: bench.root)
        XCTAssertEqual([try other.words.words().count, try other.words.sets().count], [0, 0])
        let archive = try bench.root.scoped(to: Partition(rawValue: "mina")).archive()
        try bench.root.scoped(to: Partition(rawValue: "jo")).write { try $0.restore(archive, collections: OwnWords.collections) }
        XCTAssertEqual(try other.told(), try bench.told())
        XCTAssertEqual(try other.words.library().term("walking-stance")?.wording, "a long step")
        XCTAssertEqual(try other.words.lookedUp("grading").terms.map(\.id), [word.id.rawValue])
        _ = try other.words.add(WordDraft(english: "mirror", hangul: "거울"), grade: OwnWordsBench.grade)
        XCTAssertEqual(try bench.words.words().count, 1)
    }

    /// Records of before, without what came later, open; and fields of tomorrow stay.
    func testAWordOfBeforeOpens() throws {
        let payload = JSONValue.object([
            "id": .string("own/x"), "english": .string("x"), "romanization": .string("eks"), "grade": .string("9k"),
            "category": .string("basics"),
        ])
        let record = ArchivedRecord(collection: OwnWord.collection.name, id: "own/x", version: 1, payload: payload)
        try bench.root.scoped(to: Partition(rawValue: "mina")).write {
            try $0.restore([record], collections: OwnWords.collections)
        }
        XCTAssertEqual(try bench.told(), ["x||eks|9k|basics|"])
    }

    // MARK: - Sets

    func testASetSaysWhatIsGoneAndGoesOn() throws {
        let (word, _) = try add(WordDraft(english: "elbow guard", hangul: "팔굽 막기"))
        let walking = try XCTUnwrap(OwnWordsBench.packs.term("walking-stance"))
        try bench.words.makeSet(" Next  grading ", of: [word.term, walking, word.term])
        XCTAssertEqual(try bench.words.set(named: "NEXT GRADING").terms.count, 2)
        XCTAssertEqual(code { try bench.words.makeSet("nextgrading") }, "setExists")
        XCTAssertEqual(code { try bench.words.makeSet("…") }, "badSetName")
        XCTAssertEqual(code { _ = try bench.words.set(named: "other") }, "noSet")
        _ = try bench.words.delete(word.id)
        let looked = try bench.words.lookedUp("Next grading")
        XCTAssertEqual([looked.terms.map(\.id), looked.gone], [["walking-stance"], [word.id.rawValue]])
        XCTAssertEqual(try bench.words.add([walking], to: "next grading").count, 0)
        XCTAssertEqual(try bench.words.remove(looked.gone, from: "next grading").count, 1)
        XCTAssertEqual(try bench.words.lookedUp("Next grading").gone, [])
        _ = try bench.words.deleteSet("next grading")
        XCTAssertEqual(try bench.words.sets().count, 0)
        XCTAssertEqual(try bench.root.undoLast().label, "Deleted the set “Next grading”")
        XCTAssertEqual(try bench.words.sets().count, 1)
    }
}
