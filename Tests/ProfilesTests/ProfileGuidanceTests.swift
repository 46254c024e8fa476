import Guidance
import Interface
import Kernel
import Profiles
import ProfilesCommands
import Storage
import TerminalTesting
import XCTest

/// Tests the profile's part of the welcome tour, the home page and feedback facts.
final class ProfileGuidanceTests: XCTestCase {
    private let store = MemoryStore()
    private let ids = IDSource.counting()

    private func app() -> AppFixture {
        let family = Family(
            repository: StoredProfileRepository(store), grades: .readable, theme: "classic", ids: ids,
            time: .fixed(.zero)
        )
        return AppFixture("test", over: store, time: .fixed(.zero)) {
            [ProfilesPlugin(family: family, grades: .readable, themes: Theme.all.map(\.name), chosen: family.active)]
        }
    }

    func testFeedbackFactsIncludeBeltAndMode() throws {
        let usage = try XCTUnwrap(app().registry().all(.usage).first)
        XCTAssertEqual(try usage.feedbackFacts(), [])
        XCTAssertEqual(try family(store).members(), [], "reading creates no profile")
        let profile = try family(store).active()
        for (mode, title) in [(Profile.Mode.progression, "Progression Mode"), (.mastery, "Mastery Mode")] {
            _ = try family(store).change(profile, ProfileChange(mode: mode))
            XCTAssertEqual(try usage.feedbackFacts(), [.belt("10th Keup"), .mode(title)])
        }
    }

    func testWelcomeStepEditsTheProfile() throws {
        let steps = try app().registry().all(.welcomeSteps)
        XCTAssertEqual(steps.map(\.rank), steps.map(\.rank).sorted())
        let step = try XCTUnwrap(steps.first?.step)
        func facts() -> [String] { step.facts().map(\.value) }
        XCTAssertEqual(facts(), ["Student", "10th keup", "progression"])
        let answers: [(Character, String, String)] = [
            ("n", "Mina", "The profile is called Mina now."), ("g", "9k", "The belt is 9th keup (belt of 9k) now."),
            ("m", "Mastery", "The learning mode is mastery now."),
        ]
        for (key, answer, expected) in answers {
            XCTAssertEqual(try step.choices.first { $0.key == key }?.change(answer), expected)
        }
        XCTAssertEqual(facts(), ["Mina", "9th keup", "mastery"])
        XCTAssertEqual(code { _ = try step.choices.first { $0.key == "m" }?.change("slow") }?.text, "notAMode")
        XCTAssertEqual(facts(), ["Mina", "9th keup", "mastery"])
    }

    func testHomeShowsTheActiveProfile() {
        XCTAssertEqual(
            app().run([]).output, "🥋 Student · Thursday, 1 January 1970\n\nAn app of tests.\n\nNext: test help\n")
    }

    func testListAndShowPrintEveryField() {
        _ = app().run(["profile", "add", "Mina", "--belt", "9k", "--avatar", "🐯", "--goal", "500"])
        _ = app().run(["profile", "add", "Anna Lee"])
        XCTAssertEqual(
            app().run(["profile", "list"]).output,
            """
            Profiles
            Name         Belt       Mode         Active
            🐯 Mina      9th keup   progression  active
            🥋 Anna Lee  10th keup  progression
            2 of 6 profiles.

            Next: test profile add NAME

            """)
        XCTAssertEqual(
            app().run(["profile", "show", "anna lee"]).output,
            """
            Name        🥋 Anna Lee
            Belt        10th keup
            Mode        progression
            Active
            Theme       classic
            Daily goal  20 cards
            Child       no
            Variant     standard

            Next: test profile edit 'Anna Lee' --belt 9k

            """)
    }

    /// Messages repeat the belt. A change of more than two grades needs a confirmation.
    func testBeltIsRepeatedAndALargeStepNeedsConfirmation() {
        let added = app().run(["profile", "add", "Mina", "--belt", "9k"]).output
        XCTAssertTrue(added.contains("), 9th keup (belt of 9k)."), added)
        for (belt, isAsked) in [("7k", false), ("9k", false), ("6k", true), ("9k", true), ("10k", false)] {
            let words = ["profile", "edit", "Mina", "--belt", belt]
            let expected = "), \(belt.dropLast())th keup (belt of \(belt))."
            let run = app().run(words)
            XCTAssertEqual(run.status, isAsked ? 64 : 0, belt)
            if isAsked {
                XCTAssertTrue(run.error.contains("Is \(belt.dropLast())th keup (belt of \(belt)) right?"), run.error)
                XCTAssertTrue(app().run(words + ["--yes"]).output.contains(expected))
            } else {
                XCTAssertTrue(run.output.contains(expected), run.output)
            }
        }
        XCTAssertFalse(app().run(["profile", "edit", "Mina", "--goal", "9"]).output.contains("keup"))
    }

    func testEveryChangeIsReported() {
        let expectations: [([String], String)] = [
            (["add", "Mina"], "Added Mina ("), (["edit", "Mina", "--rename", "Mia"], "Changed Mia ("),
            (["switch", "Mia"], "It is Mia's turn ("), (["delete", "Mia", "--yes"], "Deleted Mia ("),
        ]
        for (words, sentence) in expectations {
            let run = app().run(["profile"] + words)
            XCTAssertTrue(run.output.hasPrefix(sentence), run.output + run.error)
        }
    }
}

extension Grades {
    /// The test grades with readable titles.
    fileprivate static let readable = Grades(
        lowest: Grades.test.lowest, parse: Grades.test.parse, title: { "\($0.dropLast())th keup" },
        appearance: { "belt of \($0)" }, all: Grades.test.all)
}
