import Content
import Interface
import Kernel
import Learning
import LearningCommands
import LearningTesting
import Practice
import TerminalTesting
import XCTest

/// Tests of leeches, of cards that are set aside, and of notes on words.
final class LeechTests: XCTestCase {
    private let fixture = StudyFixture(library: StudyFixture.threeTerms)

    private func miss(_ term: String, times: Int, in fixture: StudyFixture) throws {
        let state = MemoryState(
            memory: .schedule(Schedule(box: 1, due: fixture.log().today)), answers: times, right: 0,
            last: fixture.log().today.adding(days: -1), latest: "x")
        let memory = ItemMemory(Card(term: term, direction: .koreanToEnglish).target, state)
        try fixture.store.write { try $0.put(memory) }
    }

    private func run(_ words: String..., lines: [String] = []) -> AppFixture.Run {
        fixture.study("10k").run(words, lines: lines)
    }

    func testLeechesAreListedWithMorphemes() throws {
        XCTAssertTrue(run("study", "leeches").output.contains("No card is often missed: none was missed on 8 days."))
        try miss("walking", times: 7, in: fixture)
        XCTAssertEqual(try fixture.flashcards("10k").leeches(), [])
        try miss("walking", times: 8, in: fixture)
        try miss("kick", times: 1, in: fixture)
        let leeches = try fixture.flashcards("10k").leeches()
        XCTAssertEqual(leeches.map(\.card.name), ["walking:ko-en"])
        XCTAssertEqual(leeches.first?.parts.map(\.hangul), ["걷는", "서기"])
        XCTAssertNil(leeches.first?.twin, "no studied term is similar")
        let output = run("study", "leeches").output
        XCTAssertTrue(output.contains("서기  sogi, standing"), output)
        XCTAssertTrue(run("study", "leeches", "--json").output.contains("\"missed\": 8"))
    }

    /// The twin is the studied word that looks, sounds or means the most similar.
    func testTwinIsMostSimilarStudiedWord() throws {
        let fixture = StudyFixture()
        let flashcards = try fixture.flashcards("10k")
        let term = try XCTUnwrap(fixture.library.term("walking-stance"))
        XCTAssertNil(try flashcards.twin(of: term))
        try miss("sitting-stance", times: 1, in: fixture)
        XCTAssertEqual(try flashcards.twin(of: term), Twin(try XCTUnwrap(fixture.library.term("sitting-stance"))))
        try miss("walking-stance", times: 9, in: fixture)
        let text = fixture.study("10k").run(["study", "leeches"]).output
        XCTAssertTrue(text.contains("Easily confused"), text)
    }

    /// The most frequent wrong answer is the twin, even if another word is more similar. Typed and
    /// chosen answers count alike (D64).
    func testTwinIsMostFrequentWrongAnswer() throws {
        let fixture = StudyFixture(library: StudyFixture.threeTerms)
        for day in 0..<10 {
            let flashcards = try fixture.flashcards("10k")
            var run = try flashcards.begin(StudyConfiguration(cards: 5, directions: .koreanToEnglish, mode: .test))
            while let question = try flashcards.log.task(in: &run), question.card.term != "walking" {
                try flashcards.log.skip(in: &run)
            }
            let typed = day < 7 ? "front kick" : day == 7 ? "nonsense" : "block"
            try flashcards.log.answer(.typed(typed), milliseconds: 1, in: &run)
            try flashcards.log.finish(&run)
            fixture.sleep(days: 1)
        }
        XCTAssertEqual(try fixture.answers().compactMap(\.instead?.subject).count { $0 == "kick" }, 7)
        XCTAssertTrue(try fixture.answers().contains { $0.instead == .words("nonsense") })
        let leech = try XCTUnwrap(fixture.flashcards("10k").leeches().first)
        XCTAssertEqual(
            [leech.card.name, leech.twin?.term.id, "\(leech.twin?.times ?? 0)"], ["walking:ko-en", "kick", "7"])
        let text = fixture.study("10k").run(["study", "leeches"]).output
        XCTAssertTrue(text.contains("You answered “Front kick” 7 times instead of “Walking stance”."), text)
        let json = fixture.study("10k").run(["study", "leeches", "--json"]).output
        XCTAssertTrue(json.contains("\"twin\": \"kick\"") && json.contains("\"twinAnswers\": 7"), json)
        var card = try fixture.study("10k").dialogue("study", ["--mode", "learn", "--new"])
        try card.press(keys: "space")
        XCTAssertTrue(
            card.text().contains("You answered “Front kick” 7 times instead of “Walking stance”."), card.text())
    }

    func testWrongChoiceIsStoredAsTerm() throws {
        let fixture = StudyFixture()
        var session = try fixture.study("10k").dialogue(
            "study", ["--mode", "test", "--answer", "choose", "--cards", "9"])
        for _ in 0..<9 { try session.type(["1"]) }
        for answer in try fixture.answers() {
            XCTAssertEqual(answer.instead == nil, answer.isRight)
            guard let other = answer.instead?.subject else { continue }
            XCTAssertNotNil(fixture.library.term(other))
            XCTAssertNotEqual(other, answer.target.subject)
        }
        XCTAssertFalse(try fixture.answers().allSatisfy(\.isRight))
    }

    func testSetAsideCardsAreNotAskedUntilBroughtBack() throws {
        try miss("walking", times: 2, in: fixture)
        XCTAssertEqual(try fixture.flashcards("10k").due().count, 1)
        let suspended = run("study", "suspend", "Walking stance", "--json")
        XCTAssertEqual(suspended.status, 0, suspended.error)
        XCTAssertTrue(
            suspended.output.contains("\"setAside\": [\n    \"ko-en\",\n    \"en-ko\"\n  ]"), suspended.output)
        let flashcards = try fixture.flashcards("10k")
        XCTAssertEqual(try flashcards.due(), [])
        XCTAssertFalse(try flashcards.begin().items.contains { $0.term == "walking" })
        let cards = try flashcards.statistics().cards
        XCTAssertEqual([cards.setAside, cards.learning, cards.total, cards.due], [2, 0, 6, 0])
        XCTAssertEqual(try flashcards.leeches().map(\.isSetAside), [true, true], "suspended cards are listed")
        XCTAssertEqual(run("study", "bring-back", "걷는 서기", "--direction", "ko-en").status, 0)
        XCTAssertEqual(try flashcards.due().count, 1)
        XCTAssertEqual(try flashcards.setAside(), [Card(term: "walking", direction: .englishToKorean)])
        XCTAssertEqual(run("study", "bring-back", "walking").status, 0)
        XCTAssertNil(try flashcards.wordSettings(of: "walking"), "default settings are not saved")
        XCTAssertEqual(run("study", "suspend", "nonsense").status, 64)
    }

    func testNoteIsShownOnBackOfCard() throws {
        XCTAssertEqual(run("study", "note", "walking", "one", "and a half").status, 0)
        XCTAssertEqual(run("study", "note", "kick", String(repeating: "x", count: 301)).status, 65)
        var session = try fixture.study("10k").dialogue("study")
        try session.press(keys: "space")
        XCTAssertTrue(session.text().contains("Your note: one and a half"), session.text())
        XCTAssertEqual(run("study", "note", "walking", "--remove").status, 0)
        XCTAssertNil(try fixture.flashcards("10k").wordSettings(of: "walking"))
        XCTAssertTrue(run("undo").output.contains("Removed the note on “Walking stance”"))
        XCTAssertEqual(try fixture.flashcards("10k").wordSettings(of: "walking")?.note, "one and a half")
    }

    /// In a session, w writes a note and x sets the card aside. An invalid note is explained and
    /// asked for again.
    func testSessionKeysWriteNotesAndSetCardsAside() throws {
        var session = try fixture.study("10k").dialogue("study")
        try session.press(keys: "w x")
        XCTAssertEqual(try fixture.flashcards("10k").setAside(), [], "w and x work only after the card turns")
        try session.press(keys: "space w")
        XCTAssertEqual(session.wanted, ["Your note:"])
        try session.type([String(repeating: "x", count: 301)])
        XCTAssertTrue(session.text().hasPrefix("The note is longer than 300 characters."), session.text())
        try session.type([":q is a text here"])
        XCTAssertTrue(session.text().hasPrefix("Kept."), session.text())
        XCTAssertTrue(session.text().contains("Your note: :q is a text here"))
        try session.press(keys: "w")
        try session.type([""])
        XCTAssertEqual(
            try fixture.flashcards("10k").wordSettings(of: "walking")?.note, ":q is a text here",
            "an empty line changes nothing")
        try session.press(keys: "w")
        try session.type(["-"])
        XCTAssertNil(try fixture.flashcards("10k").wordSettings(of: "walking"))
        try session.press(keys: "x")
        XCTAssertTrue(
            session.text().hasPrefix("“Walking stance” is set aside. study bring-back walking brings it back."),
            session.text())
        XCTAssertTrue(session.text().contains("Front kick") || session.text().contains("앞차기"))
        XCTAssertEqual(try fixture.flashcards("10k").setAside(), [Card(term: "walking", direction: .koreanToEnglish)])
        XCTAssertEqual(try fixture.answers().count, 0)
    }

    func testSessionShowsPartsOfLeeches() throws {
        try miss("walking", times: 8, in: fixture)
        var session = try fixture.study("10k").dialogue("study")
        XCTAssertTrue(session.text().contains("often missed"), session.text())
        try session.press(keys: "space")
        XCTAssertTrue(session.text().contains("서기  sogi, standing"), session.text())
    }
}
