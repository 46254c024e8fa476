import Content
import Interface
import Kernel
import Learning
import LearningCommands
import LearningTesting
import Practice
import Storage
import TerminalTesting
import XCTest

/// Tests of `set study`, which asks the words of a set, including own words.
final class SetStudyTests: XCTestCase {
    private let fixture = StudyFixture()
    private var words: OwnWords { OwnWords(fixture.store) { StudyFixture.library } }

    private func run(_ line: [String], _ lines: [String] = []) throws -> (status: Int32, console: ScriptedConsole) {
        let fixture = fixture
        let words = words
        let app = AppFixture("dojang", over: fixture.store, time: fixture.time) {
            [
                LearningPlugin(
                    flashcards: {
                        Flashcards(
                            library: try words.library(),
                            learner: Learner(grade: try StudyFixture.grade("9k"), mode: .progression),
                            log: fixture.log(), settings: StudySettings(newADay: 50, showsNew: false))
                    }, log: { fixture.log() }, words: { words })
            ]
        }
        let console = ScriptedConsole(lines: lines, columns: 100)
        return (app.run(line, on: console), console)
    }

    private func ownTerm(_ english: String, _ hangul: String, _ grade: String = "9k") throws -> Term {
        try words.add(WordDraft(english: english, hangul: hangul), grade: StudyFixture.grade(grade)).word.term
    }

    func testSetSessionAsksOnlyItsWordsAndResumes() throws {
        let library = try words.library()
        let terms = try ["t1", "t2", "t3"].map { try XCTUnwrap(library.term($0)) } + [ownTerm("elbow guard", "팔굽 막기")]
        try words.makeSet("Next grading", of: terms)
        let first = try run(["set", "study", "next grading"], ["", "3"])
        XCTAssertEqual(first.status, 0, first.console.error)
        let left = try run(["set", "study", "Next grading"], ["", "3", "", "3", "", "3"])
        XCTAssertTrue(
            left.console.output.contains("Resuming with the set “Next grading” where you stopped: 3 cards to go."),
            left.console.output)
        XCTAssertEqual(Set(try fixture.answers().map(\.target.subject)), Set(terms.map(\.id)))
        XCTAssertEqual(try fixture.log().runs().count, 1)
        // The session stores the name of the set, not its words.
        let runs = try fixture.store.archive().filter { $0.collection == LoggedRun.collection.name }
        XCTAssertEqual(runs.count, 1)
        XCTAssertEqual(runs[0].payload["settings"]?["set"], .string("Next grading"))
        XCTAssertNil(runs[0].payload["settings"]?["terms"])
        XCTAssertTrue(
            try run(["set", "study", "Next grading", "--direction", "ko-en"]).console.output
                .contains("Nothing is due here, and nothing is new."))
    }

    func testDeletedAndLaterWordsAreReportedAndSkipped() throws {
        let term = try ownTerm("elbow guard", "팔굽 막기")
        let later = try ownTerm("wall bars", "늑목", "8k")
        let walking = try XCTUnwrap(words.library().term("walking-stance"))
        try words.makeSet("Club", of: [term, later, walking])
        _ = try words.delete(Identifier(term.id))
        let run = try run(["set", "study", "club"], ["", "3"])
        XCTAssertEqual(run.status, 0, run.console.error)
        XCTAssertTrue(run.console.output.contains("1 word of this set is not there any more."), run.console.output)
        XCTAssertTrue(run.console.output.contains("1 word of this set belongs to later grades."), run.console.output)
        XCTAssertEqual(try fixture.answers().map(\.target.subject), ["walking-stance"])
        _ = try words.remove(["walking-stance"], from: "Club")
        XCTAssertEqual(try self.run(["set", "study", "club"]).status, 1)
        _ = try words.makeSet("Empty")
        let empty = try self.run(["set", "study", "empty"])
        XCTAssertTrue(empty.console.error.contains("“Empty” has no words yet."), empty.console.error)
        XCTAssertEqual(try self.run(["set", "study", "other"]).status, 64)
    }

    /// An unfinished session of a set resumes only for the same set. Another set starts its own
    /// session.
    func testEachSetHasItsOwnSession() throws {
        let library = try words.library()
        try words.makeSet("One", of: [XCTUnwrap(library.term("t1")), XCTUnwrap(library.term("t2"))])
        try words.makeSet("Two", of: [XCTUnwrap(library.term("t4"))])
        _ = try run(["set", "study", "One"], ["", "3"])
        _ = try run(["set", "study", "Two"], ["", "3"])
        XCTAssertEqual(try fixture.log().runs().count, 2)
        _ = try run(["set", "study", "One"], ["", "3"])
        XCTAssertEqual(try fixture.log().runs().count, 2)
        XCTAssertEqual(Set(try fixture.answers().map(\.target.subject)), ["t1", "t2", "t4"])
    }
}
