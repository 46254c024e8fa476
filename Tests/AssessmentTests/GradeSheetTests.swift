import AssessmentCommands
import Content
import Kernel
import Learning
import LearningTesting
import LessonsTesting
import Practice
import Storage
import TerminalTesting
import TestSupport
import XCTest

/// Tests of the printable grading sheet, and of word counts by category and grade.
final class GradeSheetTests: XCTestCase {
    private func app(_ fixture: LessonFixture) -> AppFixture {
        fixture.gradingApp()
    }

    /// The sheet has all content of the grade below the belt and none of later grades.
    func testSheetHasContentOfGradeBelow() throws {
        let gradings = try LessonFixture("10k").gradings()
        let book = gradings.lessons.book
        let library = try LessonFixture.blobStore.library()
        for belt in book.belts.belts.dropFirst() {
            let sheet = try gradings.sheet(for: belt.grade)
            XCTAssertLessThan(sheet.learnedGrade, belt.grade)
            XCTAssertEqual(
                Set(sheet.words.map(\.id)),
                Set(library.terms.filter { $0.grade == sheet.learnedGrade && $0.hasKorean }.map(\.id)))
            XCTAssertTrue(
                sheet.patterns.allSatisfy {
                    $0.heading.grade <= sheet.learnedGrade && $0.moves.count == $0.heading.count
                })
            XCTAssertEqual(
                Set(book.patternHeadings.filter { $0.grade == sheet.learnedGrade }.map(\.id)).subtracting(
                    sheet.patterns.map(\.id)),
                [])
            XCTAssertTrue(sheet.sparring.map { $0.grade <= sheet.learnedGrade } ?? true)
            XCTAssertTrue(sheet.theory.allSatisfy { $0.grade == sheet.learnedGrade })
            XCTAssertTrue(sheet.etiquette.allSatisfy { $0.grade <= sheet.learnedGrade && $0.subject == .etiquette })
            let fullSheet = try gradings.sheet(for: belt.grade, isWhole: true)
            XCTAssertTrue(Set(fullSheet.words.map(\.id)).isSuperset(of: sheet.words.map(\.id)))
            XCTAssertTrue(fullSheet.words.allSatisfy { $0.grade <= sheet.learnedGrade })
        }
    }

    func testSheetDefaultsToNextBelt() throws {
        let fixture = try LessonFixture("8k")
        XCTAssertEqual(try fixture.gradings().sheet(for: nil).target.id, "7k")
        XCTAssertThrowsError(try fixture.gradings().sheet(for: StudyFixture.grade("10k"))) {
            XCTAssertEqual(($0 as? Failure)?.code.text, "noEarlierBelt")
        }
        XCTAssertEqual(app(fixture).run(["grading", "sheet", "10k"]).status, 64)
        XCTAssertEqual(app(fixture).run(["grading", "sheet", "purple"]).status, 64)
    }

    /// Coloured belts and the first degree name a belt. Higher degrees name a degree, because the
    /// belt stays black.
    func testSheetNamesNextBeltOrDegree() throws {
        let keup = app(try LessonFixture("9k")).run(["grading", "sheet", "8k"]).output
        XCTAssertTrue(keup.contains("What 9th keup learns for the next belt, "), keup)
        let dan = app(try LessonFixture("1d")).run(["grading", "sheet", "2d"]).output
        XCTAssertTrue(dan.contains("What 1st dan learns for 2nd dan."), dan)
        XCTAssertFalse(dan.contains("next belt"))
        let first = app(try LessonFixture("1k")).run(["grading", "sheet", "1d"]).output
        XCTAssertTrue(first.contains("What 1st keup learns for the next belt, black."), first)
    }

    func testSheetPageHasAllParts() throws {
        let run = app(try LessonFixture("9k")).run(["grading", "sheet"])
        XCTAssertEqual(run.status, 0, run.error)
        for part in [
            "Grading for 8th keup", "<h2>Words</h2>", "막기", "makgi", "<h2>Line work</h2>", "<h2>Theory</h2>",
            "<h2>Etiquette</h2>", "@page",
        ] {
            XCTAssertTrue(run.output.contains(part), part)
        }
        let later = app(try LessonFixture("9k")).run(["grading", "sheet", "7k"]).output
        for part in ["Pattern Dan-Gun", "<td>21</td>", "<h2>Step sparring</h2>", "Three-step sparring 1"] {
            XCTAssertTrue(later.contains(part), part)
        }
    }

    func testWordStandingsCountEachCardOnce() throws {
        let flashcards = try StudyFixture().flashcards("9k")
        var run = try flashcards.begin(StudyConfiguration(cards: 10))
        while run.item?.step == .show { try flashcards.log.skip(in: &run) }
        try flashcards.log.answer(.rated(.good), milliseconds: 10, in: &run)
        let (categories, grades) = try flashcards.wordStandings()
        for standings in [categories.map(\.standing), grades.map(\.standing)] {
            XCTAssertEqual(standings.reduce(0) { $0 + $1.cards }, try flashcards.statistics().cards.total)
            XCTAssertEqual(standings.reduce(0) { $0 + $1.met }, 1)
            XCTAssertEqual(
                standings.reduce(0) { $0 + $1.known }, 1, accuracy: 1e-9, "a card is known on the day of its answer")
            XCTAssertTrue(standings.allSatisfy { !$0.isMastered && (0...1).contains($0.share) })
        }
    }
}
