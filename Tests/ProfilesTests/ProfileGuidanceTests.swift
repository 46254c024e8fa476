import Guidance
import Kernel
import Profiles
import ProfilesCommands
import Storage
import Terminal
import TerminalContract
import XCTest

/// What profiles tell the rest of an app: on the first tour, on the first screen, along with feedback.
final class ProfileGuidanceTests: XCTestCase {
    private let store = MemoryStore()
    private let ids = IDSource.counting()

    private func app() -> AppBench {
        let family = Family(
            repository: StoredProfileRepository(store), grades: .spoken, theme: "classic", ids: ids, time: .fixed(.zero))
        return AppBench("test", over: store, time: .fixed(.zero)) {
            [ProfilesPlugin(family: family, grades: .spoken, themes: Theme.all.map(\.name), chosen: family.active)]
        }
    }

    func testFeedbackTellsBeltAndModeWhereThereIsAProfile() throws {
        let headway = try XCTUnwrap(app().registry().all(.headway).first)
        XCTAssertEqual(try headway.told(), [])
        XCTAssertEqual(try family(store).members(), [], "asking makes none")
        let profile = try family(store).active()
        for (mode, told) in [(Profile.Mode.progression, "Progression Mode"), (.mastery, "Mastery Mode")] {
            _ = try family(store).change(profile, ProfileChange(mode: mode))
            XCTAssertEqual(try headway.told(), [.belt("10th Keup"), .mode(told)])
        }
    }

    func testTheFirstTourChangesTheProfile() throws {
        let steps = try app().registry().all(.welcomeSteps)
        XCTAssertEqual(steps.map(\.rank), steps.map(\.rank).sorted())
        let step = try XCTUnwrap(steps.first?.step)
        func facts() -> [String] { step.facts().map(\.value) }
        XCTAssertEqual(facts(), ["Student", "10th keup", "progression"])
        let answers: [(Character, String, String)] = [
            ("n", "Mina", "The profile is called Mina now."), ("g", "9k", "The belt is 9th keup (belt of 9k) now."),
            ("m", "Mastery", "The learning mode is mastery now."),
        ]
        for (key, answer, said) in answers {
            XCTAssertEqual(try step.choices.first { $0.key == key }?.change(answer), said)
        }
        XCTAssertEqual(facts(), ["Mina", "9th keup", "mastery"])
        XCTAssertEqual(code { _ = try step.choices.first { $0.key == "m" }?.change("slow") }?.text, "notAMode")
        XCTAssertEqual(facts(), ["Mina", "9th keup", "mastery"])
    }

    func testTheFirstScreenSaysWhoIsLearning() {
        XCTAssertEqual(app().run([]).output, "🥋 Student · Thursday, 1 January 1970\n\nAn app of tests.\n\nNext: test help\n")
    }

    func testListAndCardShowEveryField() {
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

    /// What the program has understood stands in its answer; more than two grades at once are questioned, up and down.
    func testABeltIsSaidAgainAndALeapIsQuestioned() {
        let added = app().run(["profile", "add", "Mina", "--belt", "9k"]).output
        XCTAssertTrue(added.contains("), 9th keup (belt of 9k)."), added)
        for (belt, isAsked) in [("7k", false), ("9k", false), ("6k", true), ("9k", true), ("10k", false)] {
            let words = ["profile", "edit", "Mina", "--belt", belt]
            let said = "), \(belt.dropLast())th keup (belt of \(belt))."
            let run = app().run(words)
            XCTAssertEqual(run.status, isAsked ? 64 : 0, belt)
            if isAsked {
                XCTAssertTrue(run.error.contains("Is \(belt.dropLast())th keup (belt of \(belt)) right?"), run.error)
                XCTAssertTrue(app().run(words + ["--yes"]).output.contains(said))
            } else {
                XCTAssertTrue(run.output.contains(said), run.output)
            }
        }
        XCTAssertFalse(app().run(["profile", "edit", "Mina", "--goal", "9"]).output.contains("keup"))
    }

    func testEveryChangeIsSaidAndTakenBack() {
        let said: [([String], String)] = [
            (["add", "Mina"], "Added Mina ("), (["edit", "Mina", "--rename", "Mia"], "Changed Mia ("),
            (["switch", "Mia"], "It is Mia's turn ("), (["delete", "Mia", "--yes"], "Deleted Mia ("),
        ]
        for (words, sentence) in said {
            let run = app().run(["profile"] + words)
            XCTAssertTrue(run.output.hasPrefix(sentence), run.output + run.error)
        }
    }
}

extension Grades {
    /// The same grades as people call them.
    fileprivate static let spoken = Grades(
        lowest: Grades.test.lowest, parse: Grades.test.parse, title: { "\($0.dropLast())th keup" },
        look: { "belt of \($0)" }, all: Grades.test.all)
}
