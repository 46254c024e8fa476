import Content
import Kernel
import Storage
import TestSupport
import XCTest

/// Storage, search and ownership of a learner's words.
final class OwnWordTests: XCTestCase {
    private let fixture = OwnWordsFixture()

    private func add(_ draft: WordDraft) throws -> (word: OwnWord, doubts: [Finding]) {
        try fixture.words.add(draft, grade: OwnWordsFixture.grade)
    }

    private func code(_ body: () throws -> Void, line: UInt = #line) -> String? {
        do { try body() } catch { return (error as? Failure)?.code.text }
        XCTFail("nothing is thrown", line: line)
        return nil
    }

    func testOwnWordIsSearchableJudgedAndUndoable() throws {
        let (word, doubts) = try add(
            WordDraft(english: "elbow guard", hangul: "팔굽 막기", romanization: "palgup makgi", note: "of our club"))
        XCTAssertEqual(word.id.rawValue, "own/elbow-guard-palgup-makgi")
        XCTAssertEqual(doubts.map(\.sentence), [])
        let library = try fixture.words.library()
        let term = try XCTUnwrap(library.term(word.id.rawValue))
        XCTAssertEqual(
            [term.english, term.grade.id, term.category.rawValue, term.note],
            ["elbow guard", "9k", "basics", "of our club"])
        XCTAssertEqual(library.terms.count, OwnWordsFixture.packs.terms.count + 1)
        XCTAssertEqual(library.pack(of: term.id)?.name, "Your own words")
        XCTAssertEqual(SearchIndex(library.searchables).search("ㅍㄱㅁㄱ").first?.id, term.id)
        let judge = AnswerJudge(among: library.terms)
        XCTAssertEqual(judge.judge("Palkup Makki", against: term, asked: .korean).verdict, .right)
        XCTAssertEqual(judge.judge("the elbow guards", against: term, asked: .english).verdict, .right)
        XCTAssertEqual(try fixture.root.undoLast().label, "Added the word “elbow guard”")
        XCTAssertEqual(try fixture.words.library().terms.count, OwnWordsFixture.packs.terms.count)
    }

    /// Unicode form, width, spacing and case do not make another word.
    func testTypedFormsNormalizeToOneWord() throws {
        let (word, _) = try add(
            WordDraft(
                english: "  Ｅlbow\u{3000}guard\n", hangul: "팔굽 막기".decomposedStringWithCanonicalMapping,
                romanization: "ｐalgup makgi"))
        XCTAssertEqual([word.english, word.hangul, word.romanization], ["Elbow guard", "팔굽 막기", "palgup makgi"])
        XCTAssertEqual(word.hangul.unicodeScalars.count, 5)
        XCTAssertEqual(code { _ = try add(WordDraft(english: "ELBOW-GUARD", hangul: "팔굽막기")) }, "wordExists")
        let bundled = try XCTUnwrap(OwnWordsFixture.packs.term("walking-stance"))
        XCTAssertEqual(
            code { _ = try add(WordDraft(english: "The Walking Stance", hangul: bundled.hangul)) }, "wordExists")
    }

    func testInvalidWordsAreRejected() throws {
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
        XCTAssertEqual(try fixture.words.words(), [])
    }

    /// Findings as in `content check`: pronunciations that differ, and names that exist.
    func testDoubtfulWordsAreSavedWithFindings() throws {
        let walking = try XCTUnwrap(OwnWordsFixture.packs.term("walking-stance"))
        let (_, sounds) = try add(WordDraft(english: "elbow guard", hangul: "팔굽 막기", romanization: "chagi"))
        XCTAssertEqual(sounds.map(\.rule), [.romanization])
        let (_, double) = try add(WordDraft(english: walking.english, hangul: "늑목"))
        XCTAssertEqual(double.map(\.field), ["english"])
        XCTAssertTrue(double[0].sentence.contains("walking-stance"), double[0].sentence)
        XCTAssertEqual(try add(WordDraft(english: "wandering", hangul: walking.hangul)).doubts.map(\.field), ["hangul"])
        XCTAssertEqual(try fixture.words.words().count, 3)
    }

    func testIDsAreStableAcrossEdits() throws {
        let (word, _) = try add(WordDraft(english: "elbow guard", hangul: "팔굽 막기"))
        let (changed, _) = try fixture.words.change(word.id) { draft in
            (draft.english, draft.grade, draft.hangul, draft.romanization) = (
                "arm guard", Grade(id: "8k"), "", "palkup makgi"
            )
        }
        XCTAssertEqual(changed.id, word.id)
        XCTAssertEqual(try fixture.wordRows(), ["arm guard||palkup makgi|8k|basics|"])
        // The old name is free again, but its ID is not.
        XCTAssertEqual(
            try add(WordDraft(english: "elbow guard", hangul: "팔굽 막기")).word.id.rawValue, "\(word.id.rawValue)-2")
        XCTAssertEqual(code { _ = try fixture.words.change("own/nothing") { $0.note = "x" } }, "noOwnWord")
        XCTAssertEqual(
            code { _ = try fixture.words.change(word.id) { ($0.english, $0.hangul) = ("elbow guard", "팔굽 막기") } },
            "wordExists")
        for english in ["Ellbogenschützer", "локоть", String(repeating: "guard ", count: 30)] {
            let id = try add(WordDraft(english: english, hangul: "막기")).word.id.rawValue
            XCTAssertTrue(id.hasPrefix("own/") && id.utf8.count < 90 && id.allSatisfy { $0.isASCII && $0 != " " }, id)
        }
    }

    func testWordingIsAcceptedAndSearchable() throws {
        let walking = try XCTUnwrap(OwnWordsFixture.packs.term("walking-stance"))
        _ = try fixture.words.setWording("  a long\nstep ", for: walking)
        let library = try fixture.words.library()
        let term = try XCTUnwrap(library.term("walking-stance"))
        XCTAssertEqual([term.english, term.wording], [walking.english, "a long step"])
        XCTAssertEqual(
            AnswerJudge(among: library.terms).judge("long step", against: term, asked: .english).verdict, .right)
        XCTAssertEqual(SearchIndex(library.searchables).search("a long step").first?.id, term.id)
        XCTAssertEqual(
            TermSides(term, asked: .korean).prompt, TermSides(walking, asked: .korean).prompt, "no part of a question")
        XCTAssertEqual(try fixture.words.setWording(nil, for: term).wording, "")
        XCTAssertEqual(try fixture.words.library().term("walking-stance")?.wording, "")
    }

    func testWordsAreScopedToAProfileAndArchived() throws {
        let (word, _) = try add(WordDraft(english: "elbow guard", hangul: "팔굽 막기", note: "ours"))
        _ = try fixture.words.setWording("a long step", for: XCTUnwrap(OwnWordsFixture.packs.term("walking-stance")))
        try fixture.words.makeSet("Grading", of: [word.term])
        let other = OwnWordsFixture("jo", over: fixture.root)
        XCTAssertEqual([try other.words.words().count, try other.words.sets().count], [0, 0])
        let archive = try fixture.root.scoped(to: Partition(rawValue: "mina")).archive()
        try fixture.root.scoped(to: Partition(rawValue: "jo")).write {
            try $0.restore(archive, collections: OwnWords.collections)
        }
        XCTAssertEqual(try other.wordRows(), try fixture.wordRows())
        XCTAssertEqual(try other.words.library().term("walking-stance")?.wording, "a long step")
        XCTAssertEqual(try other.words.resolvedSet("grading").terms.map(\.id), [word.id.rawValue])
        _ = try other.words.add(WordDraft(english: "mirror", hangul: "거울"), grade: OwnWordsFixture.grade)
        XCTAssertEqual(try fixture.words.words().count, 1)
    }

    /// Records without newer fields are readable.
    func testOldRecordsAreReadable() throws {
        let payload = JSONValue.object([
            "id": .string("own/x"), "english": .string("x"), "romanization": .string("eks"), "grade": .string("9k"),
            "category": .string("basics"),
        ])
        let record = ArchivedRecord(collection: OwnWord.collection.name, id: "own/x", version: 1, payload: payload)
        try fixture.root.scoped(to: Partition(rawValue: "mina")).write {
            try $0.restore([record], collections: OwnWords.collections)
        }
        XCTAssertEqual(try fixture.wordRows(), ["x||eks|9k|basics|"])
    }

    // MARK: - Sets

    func testSetsReportDeletedTerms() throws {
        let (word, _) = try add(WordDraft(english: "elbow guard", hangul: "팔굽 막기"))
        let walking = try XCTUnwrap(OwnWordsFixture.packs.term("walking-stance"))
        try fixture.words.makeSet(" Next  grading ", of: [word.term, walking, word.term])
        XCTAssertEqual(try fixture.words.set(named: "NEXT GRADING").terms.count, 2)
        XCTAssertEqual(code { try fixture.words.makeSet("nextgrading") }, "setExists")
        XCTAssertEqual(code { try fixture.words.makeSet("…") }, "badSetName")
        XCTAssertEqual(code { _ = try fixture.words.set(named: "other") }, "noSet")
        _ = try fixture.words.delete(word.id)
        let resolved = try fixture.words.resolvedSet("Next grading")
        XCTAssertEqual([resolved.terms.map(\.id), resolved.deletedIDs], [["walking-stance"], [word.id.rawValue]])
        XCTAssertEqual(try fixture.words.add([walking], to: "next grading").count, 0)
        XCTAssertEqual(try fixture.words.remove(resolved.deletedIDs, from: "next grading").count, 1)
        XCTAssertEqual(try fixture.words.resolvedSet("Next grading").deletedIDs, [])
        _ = try fixture.words.deleteSet("next grading")
        XCTAssertEqual(try fixture.words.sets().count, 0)
        XCTAssertEqual(try fixture.root.undoLast().label, "Deleted the set “Next grading”")
        XCTAssertEqual(try fixture.words.sets().count, 1)
    }
}
