import Guidance
import GuidanceCommands
import Interface
import Kernel
import Storage
import Terminal
import TerminalTesting
import XCTest

final class CommandTests: XCTestCase {
    private let app = Fixture()

    func testTourWithKeysIsCompletedOnItsLastStep() throws {
        let console = ScriptedConsole(
            keys: [.right, .left, .character("?"), .space, .enter, .enter, .enter], terminal: true)
        let result = try app.run("tour", on: console)
        XCTAssertEqual(result.status, 0)
        for part in [
            "What this is for.", "One a day.", "Get Started", "Tours", "That was the tour", "sample topics",
        ] {
            XCTAssertTrue(result.output.contains(part), part)
        }
        XCTAssertFalse(try app.guide.shouldShow(Fixture.welcome))
        XCTAssertEqual(try app.guide.usage().count(.helpOpened, "tour"), 1)
    }

    func testTourFromStandardInputCanBeSkipped() throws {
        let result = try app.run("tour", on: ScriptedConsole(lines: ["", "s"]))
        XCTAssertTrue(result.output.contains("How it works"))
        XCTAssertTrue(result.output.contains("Skipped “Welcome” (welcome)."))
        XCTAssertEqual(try app.guide.state(of: Fixture.welcome).skippedOn, app.today)
    }

    func testLastStepCannotBeSkipped() throws {
        let result = try app.run("tour", on: ScriptedConsole(lines: ["", "right", "s"]))
        XCTAssertTrue(result.error.contains("“s” is not a key here."))
        XCTAssertTrue(try app.guide.shouldShow(Fixture.welcome))
        XCTAssertTrue(
            try app.run("tour", on: ScriptedConsole(lines: ["q"])).output.contains("sample tour welcome --skip"))
        XCTAssertTrue(try app.guide.shouldShow(Fixture.welcome))
    }

    func testTourChoiceChangesAValueAndExplainsErrors() throws {
        let result = try app.run(
            "tour", "naming", on: ScriptedConsole(lines: ["n", "bad", "?", "  Min  ho ", "n", "Kim", "n", "", ""]))
        XCTAssertTrue(result.output.contains("That is no name. Take another."))
        XCTAssertTrue(result.output.contains("Hello, Min ho."))
        XCTAssertTrue(result.error.contains("Tours"), "? is help, not an answer")
        XCTAssertEqual(app.name.withLock { $0 }, "Kim")
        XCTAssertEqual(try app.guide.usage().count(.changedInTour, "naming"), 2, "an empty answer changes nothing")
        XCTAssertTrue(try app.guide.state(of: app.naming).isCompleted)
    }

    func testUnknownToursAndConflictingOptionsAreRefused() throws {
        let unknown = try app.run("tour", "wlcome")
        XCTAssertEqual(unknown.status, 64)
        XCTAssertTrue(unknown.error.contains("welcome, cards"))
        XCTAssertEqual(try app.run("tour", "--list", "--reset").status, 64)
        XCTAssertEqual(try app.run("tips", "--all", "--dismiss").status, 64)
    }

    func testFirstTourIsOfferedUntilCompletedOrSkipped() throws {
        XCTAssertTrue(try app.run().output.contains("tour --skip"))
        let piped = Fixture(store: app.store, isForPerson: false)
        XCTAssertFalse(try piped.run().output.contains("tour"))
        XCTAssertTrue(try piped.run("--json").output.contains("\"firstTour\": \"welcome\""))
        XCTAssertTrue(try app.run("tour", "--skip").output.contains("it is not offered any more"))
        XCTAssertFalse(try app.run().output.contains("shows you around"))
        XCTAssertTrue(try app.run("--json").output.contains("\"firstTour\": null"))
    }

    /// A small child is offered no tour, news or tips, and none counts as shown, so the grown user
    /// sees them later.
    func testSmallChildIsOfferedNothingButCanAsk() throws {
        let child = Fixture(store: app.store, isChild: true)
        for _ in 0..<3 { XCTAssertFalse(try child.run().output.contains("tour")) }
        XCTAssertTrue(
            try child.run("--json").output.contains("\"firstTour\": \"welcome\""), "programs get the same text")
        XCTAssertTrue(try child.run("tour", "--skip").output.contains("it is not offered any more"))
        let home = try child.run().output
        for tip in Fixture.tips { XCTAssertFalse(home.contains(tip.title), home) }
        XCTAssertTrue(try Fixture(store: app.store).run().output.contains("Tip 1"))
        XCTAssertTrue(try child.run("tips").output.contains("Tip 2"))
    }

    func testUpdateShowsNewsOnceAndFreshInstallNone() throws {
        _ = try app.run("tour", "--skip")
        XCTAssertFalse(try app.run().output.contains("Version 1.0 - May 2026"))
        let updated = Fixture(store: app.store, version: "1.2")
        let home = try updated.run().output
        XCTAssertTrue(home.contains("Version 1.2 - May 2026") && home.contains("Version 1.1 - May 2026"))
        for part in ["Bug Fixes", "Based on Your Feedback", "Thank you!", "Next up: More."] {
            XCTAssertTrue(home.contains(part), part)
        }
        XCTAssertFalse(home.contains("Version 1.0 ") || home.contains("Version 1.10"))
        XCTAssertFalse(try updated.run().output.contains("Version 1.2 - "))
        let again = try updated.run("news").output
        XCTAssertTrue(
            again.contains("Version 1.2 - ") && again.contains("News of 1.2"), "an explicit request shows it again")
        XCTAssertFalse(again.contains("Version 1.1 - "), "older versions are not shown")
        let archive = try updated.run("news", "--all").output
        XCTAssertTrue(archive.contains("Version 1.0 - "))
        XCTAssertFalse(archive.contains("Version 2.0 - "), "later versions are not shown")
    }

    func testHelpShowsAndCountsTopics() throws {
        XCTAssertTrue(try app.run("help", "faq").output.contains("Does it cost anything?"))
        let both = try app.run("help", "news").output
        XCTAssertTrue(both.contains("--all") && both.contains("What came since you last looked."))
        XCTAssertEqual(both, try app.run("news", "--help").output)
        XCTAssertTrue(try app.run("help").output.contains("help faq"))
        let near = try app.run("help", "fqa")
        XCTAssertEqual(near.status, 64)
        XCTAssertTrue(near.error.contains("Did you mean “sample help faq”?"))
        XCTAssertEqual(try app.guide.usage().count(.helpOpened, "news"), 1, "opened with help, not with --help")
        XCTAssertTrue(try app.run("__complete", "--", "help", "fa").output.contains("faq"))
    }

    func testAboutShowsUsage() throws {
        _ = try app.run("tour", "--skip")
        let usage = try app.run("usage", "--json").output
        XCTAssertTrue(usage.contains("\"toursSkipped\": 1"))
        XCTAssertEqual(usage, try app.run("about", "--usage", "--json").output)
        XCTAssertTrue(try app.run("about").output.contains("A sample."))
    }

    func testEachTipIsShownOnce() throws {
        let output = try (1...5).map { _ in try app.run("tips").output }
        for number in 1...4 { XCTAssertTrue(output[number - 1].contains("Tip \(number)")) }
        XCTAssertTrue(output[4].contains("You have seen every tip."))
        _ = try app.run("tips", "--reset")
        XCTAssertTrue(try app.run("tips").output.contains("Tip 1"))
        _ = try app.run("tips", "--dismiss")
        XCTAssertTrue(try app.run("tips").output.contains("You have seen every tip."))
    }

    func testAllCommandsFollowTheCommandRules() throws {
        let commands = try Fixture().shell().allCommands
        let rules = CommandRules(app: "sample", commands: commands) {
            let app = Fixture(isForPerson: false)
            return CommandRules.Subject(
                run: { words, console in
                    do {
                        let (options, rest) = try GlobalOptions.split(words)
                        // A dry run uses a copy that is discarded, as the composition root does.
                        let copy = Fixture(store: options.isDryRun ? MemoryStore() : app.store, isForPerson: false)
                        return try copy.shell().run(options, rest, on: console)
                    } catch {
                        return Shell.report(error, app: "sample", on: console)
                    }
                },
                fingerprint: { try app.store.exportEverything().map { "\($0)" }.joined() })
        }
        // Undo belongs to Storage, and the state of Guidance is not undoable.
        for broken in try rules.brokenRules() where broken.rule != 13 { XCTFail(broken.description) }
    }
}
