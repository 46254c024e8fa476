import Foundation
import Guidance
import GuidanceCommands
import Interface
import Kernel
import Storage
import Terminal
import TerminalTesting
import XCTest

/// Order, defaults and limits of guidance contributions.
final class LimitLawTests: XCTestCase {
    private struct ContributingFeature: Plugin {
        let name = "Brought"
        var tips: [Tip] = []
        var topics: [HelpTopic] = []
        var notes: [ReleaseNote] = []

        func contribute(to registry: inout Registry) {
            for tip in tips { registry.add(tip, to: .tips) }
            for topic in topics { registry.add(topic, to: .helpTopics) }
            for note in notes { registry.add(note, to: .releaseNotes) }
        }
    }

    private func run(_ app: Fixture, _ brought: ContributingFeature, _ words: String...) throws -> (
        status: Int32, output: String, error: String
    ) {
        let registry = try Registry([GuidancePlugin(guide: app.guide, version: "1.2") { true }, brought])
        let about = AppDescription(
            name: "sample", about: "A sample.", version: "1.2", credits: [], privacy: "", support: "")
        let commands = registry.all(.commands).map { $0.followed(by: registry.all(.postCommandHints)) }
        let console = ScriptedConsole(terminal: true, environment: ["LANG": "C.UTF-8", "TERM": "dumb"])
        let shell = Shell(app: about, commands: commands, homeCards: [], today: { app.today })
        return (shell.run(words, on: console), console.output, console.error)
    }

    func testGuidebookOrdersByRankAndPrefersSpecialTopics() throws {
        func tip(_ id: String, _ rank: Int) -> Tip { Tip(id, icon: "i", glyph: "g", id, id, rank: rank) }
        let usual = Tip("usual", icon: "i", glyph: "g", "usual", "usual")
        let book = Guidebook(
            try Registry([
                ContributingFeature(
                    tips: [tip("late", 51), usual, tip("second", 50), tip("early", 49)],
                    topics: [
                        HelpTopic("a", "general a", isGeneral: true), HelpTopic("b", "general b", isGeneral: true),
                        HelpTopic("c", "c"),
                        HelpTopic("a", "special a"), HelpTopic("d", "d", rank: 49), HelpTopic("e", "e", rank: 51),
                    ],
                    notes: [
                        ReleaseNote("1.9", month: "m", "t", items: []), ReleaseNote("1.10", month: "m", "t", items: []),
                    ])
            ]))
        XCTAssertEqual(book.tips.map(\.id), ["early", "usual", "second", "late"])
        XCTAssertEqual(book.topics.map(\.title), ["d", "general b", "c", "special a", "e"])
        XCTAssertEqual(book.notes.map(\.version.description), ["1.10", "1.9"])
        XCTAssertNil(book.firstTour)
    }

    func testTipIsShownOnlyAfterCommandsOfItsFeature() throws {
        let tip = Tip("t", icon: "i", glyph: "★", "Look here", "Do.", feature: "topics")
        XCTAssertTrue(try run(Fixture(), ContributingFeature(tips: [tip]), "topics").output.contains("Look here"))
        XCTAssertFalse(
            try run(Fixture(), ContributingFeature(tips: [tip]), "tour", "--list").output.contains("Look here"))
        XCTAssertTrue(try run(Fixture(), ContributingFeature(tips: [tip]), "tips").output.contains("Look here"))
    }

    func testAppWithoutContributionsReportsIt() throws {
        let app = Fixture()
        let emptyResult = try run(app, ContributingFeature(), "tour")
        XCTAssertTrue(
            emptyResult.error.contains("This app has no first tour.") && emptyResult.error.contains("`topics` lists"),
            emptyResult.error)
        XCTAssertTrue(try run(app, ContributingFeature(), "tour", "--list").output.contains("This app has no tours."))
        XCTAssertTrue(try run(app, ContributingFeature(), "tips", "--all").output.contains("This app has no tips."))
        XCTAssertTrue(try run(app, ContributingFeature(), "news").output.contains("There is no news."))
    }

    func testReleaseNotesAreSeparatedByEmptyLines() throws {
        let notes = ["1.1", "1.2"].map { ReleaseNote(ReleaseVersion($0), month: "May 2026", "Title", items: []) }
        let lines = try run(Fixture(), ContributingFeature(notes: notes), "news", "--all").output.split(
            separator: "\n", omittingEmptySubsequences: false)
        let second = try XCTUnwrap(lines.firstIndex { $0.contains("Version 1.1 - May 2026") })
        XCTAssertTrue(lines[0].contains("Version 1.2 - May 2026"), "\(lines)")
        XCTAssertEqual(lines[second - 1], "")
    }

    func testReleasesAreShownFromTheFirstLaunchDay() throws {
        let app = Fixture()
        try app.guide.launched(running: "1.0")
        let releases = (-1...1).map { FeedbackNews.Release(id: "\($0)", text: "text", day: app.today.adding(days: $0)) }
        XCTAssertEqual(try app.guide.takeReleases(of: releases).map(\.id), ["0", "1"])
        XCTAssertEqual(
            try Fixture().guide.takeReleases(of: releases).map(\.id), ["-1", "0", "1"], "all of them before any start")
    }

    func testTipCountsFollowDismissAndReset() throws {
        let app = Fixture()
        for (words, new) in [("--all", 4), ("--dismiss", 0), ("--all", 0), ("--reset", 4)] {
            let json = try app.run("tips", words, "--json").output
            XCTAssertEqual(json.split(separator: "\"seen\": false").count - 1, new, words)
            XCTAssertEqual(json.split(separator: "\"seen\": true").count - 1, 4 - new, words)
            XCTAssertEqual(
                try app.run("tips", words).output.contains("Tip 4"), words == "--all",
                "\(words) shows no list to people")
        }
        for remaining in [3, 2, 1, 0, 0] {
            XCTAssertTrue(try app.run("tips").output.contains("\(remaining) of 4 tips are new to you."))
        }
    }

    func testWelcomeStepsAreOrderedAndMergedByTitle() {
        let choice = TourChoice("n", "name", question: "Who?") { $0 }
        let tour = WelcomeTour(app: "sample", to: "Sample", "Words.").tour(with: [
            WelcomeStep(1, TourStep("After", "a") { [.init("APP", "APP x")] }, next: ["one"]),
            WelcomeStep(0, TourStep("With", "w")),
            WelcomeStep(-1, TourStep("Before", "b")),
            WelcomeStep(2, TourStep("After", "z", maySkip: false, choices: [choice]), next: ["two"]),
            WelcomeStep(3, TourStep("After", "y") { [.init("n", "v")] }),
        ])
        XCTAssertEqual(tour.steps.map(\.title), ["Before", "Welcome to Sample", "With", "After"])
        XCTAssertEqual(tour.steps.map(\.maySkip), [true, true, true, false])
        XCTAssertEqual(tour.steps[3].paragraphs, ["a"])
        XCTAssertEqual(tour.steps[3].facts(), [.init("sample", "sample x"), .init("n", "v")])
        XCTAssertEqual(tour.steps[3].choices.map(\.name), ["name"])
        XCTAssertEqual(
            [tour.next, [tour.ending, tour.title, tour.id]],
            [["one", "two"], ["Get Started", "Welcome to Sample", "welcome"]])
    }

    func testEmptyLinesSeparateParagraphs() {
        for (text, paragraphs) in [
            ("", []), (" \n ", []), ("a", ["a"]), ("  a  ", ["a"]), ("a\n  b \nc", ["a b c"]),
            ("\n\na\n \n\n b\n", ["a", "b"]),
            ("a  b", ["a  b"]), ("é  \n", ["é"]),
        ] as [(String, [String])] { XCTAssertEqual(TourStep("t", text).paragraphs, paragraphs, text) }
        XCTAssertEqual(HelpTopic("t", "T", paragraphs: ["a\n\nb", "c"]).paragraphs, ["a", "b", "c"])
        XCTAssertEqual(HelpTopic.Question("q", "a\n\nb\nc").answer, "a b c")
    }

    func testVersionsIgnoreSuffixesAndTrailingZeros() {
        for (left, right) in [("1", "1.0.0"), ("", "0"), ("1.2-3", "1.2"), ("1.x", "1.0"), ("1..2", "1.2")] {
            XCTAssertEqual(ReleaseVersion(left), ReleaseVersion(right), left)
        }
        for (left, right) in [("0", "0.1"), ("1.0.1", "1.1"), ("1.9", "1.10"), ("1.2", "1.2.1")] {
            XCTAssertLessThan(ReleaseVersion(left), ReleaseVersion(right))
            XCTAssertFalse(ReleaseVersion(right) < ReleaseVersion(left))
        }
    }

    func testUsageNumbersForNoneOneAndMany() throws {
        let app = Fixture()
        XCTAssertEqual(try app.guide.usage().count(.helpOpened, "faq"), 0)
        XCTAssertNil(try app.guide.usage().completedShare(of: "cards"))
        app.use()
        app.pass(seconds: 60)
        try app.guide.launched(running: "1.0")
        XCTAssertEqual(try app.guide.usage().minutesToFirstUse, 0, "the feature was used before the first launch")
        _ = try app.run("tour", "--skip")
        XCTAssertEqual(try app.guide.usage().completedShare(of: "welcome"), 0)
        XCTAssertTrue(try app.run("usage").output.contains("0 % finished it"))
        try app.guide.complete(Fixture.welcome)
        XCTAssertEqual(try app.guide.usage().completedShare(of: "welcome"), 0.5)
        XCTAssertTrue(try app.run("usage").output.contains("50 % finished it"))
        for topic in ["tour", "faq", "news", "news"] { try app.guide.recordHelpOpened(topic) }
        XCTAssertEqual(try app.guide.usage().total(.helpOpened), 4)
        let output = try app.run("usage").output
        let places = try ["help news", "help faq", "help tour"].map { try XCTUnwrap(output.range(of: $0)).lowerBound }
        XCTAssertEqual(places, places.sorted(), "the most read first, then by name")
    }

    func testTourShowsProgressAndOutcome() throws {
        let app = Fixture()
        XCTAssertTrue(try app.run("tour", "--list").output.contains("4 of 4 are new to you."))
        let walked = try app.run("tour", on: ScriptedConsole(lines: ["right", "left", "", "", ""])).output
        for step in 1...3 { XCTAssertTrue(walked.contains("Welcome, step \(step) of 3")) }
        XCTAssertFalse(walked.contains("step 4") || walked.contains("step 0"))
        XCTAssertTrue(try app.run("tour", "--list").output.contains("3 of 4 are new to you."))
        XCTAssertTrue(try app.run("tour", on: ScriptedConsole(lines: ["", "", ""])).output.contains("once more."))
        XCTAssertFalse(try app.run("tour", on: ScriptedConsole(lines: ["q"])).output.contains("offered again"))
        XCTAssertEqual(try app.guide.usage().count(.tourStarted, "welcome"), 1, "a repetition is not counted")
        XCTAssertTrue(try app.run("tour", "--skip").output.contains("was already finished or skipped"))
        XCTAssertTrue(try app.run("tour", "cards", on: ScriptedConsole(lines: ["s"])).output.contains("sample topics"))
        XCTAssertTrue(try app.run("tour", "--list", "--json").output.contains("\"steps\": 3"))
        XCTAssertTrue(
            try app.run("tour", "cards", "--reset").output.contains("“How cards work” (cards) is offered again."))
        XCTAssertTrue(try app.run("tour", "--reset").output.contains("All tours are offered again."))
        XCTAssertTrue(try app.run("tour", "--list").output.contains("4 of 4 are new to you."))
    }
}
