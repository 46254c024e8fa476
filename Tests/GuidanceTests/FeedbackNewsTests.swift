import Guidance
import GuidanceCommands
import Interface
import Kernel
import Storage
import Terminal
import TerminalTesting
import XCTest

/// Releases that came from user feedback, and tips for the first visit of a feature.
final class FeedbackNewsTests: XCTestCase {
    private static func release(_ id: String, _ day: Day) -> FeedbackNews.Release {
        .init(id: id, text: "\(id) is there", day: day)
    }

    func testReleasesAreShownOnceFromTheFirstLaunchOn() throws {
        let app = Fixture()
        let old = FeedbackNewsTests.release("old", app.today.adding(days: -1))
        try app.guide.launched(running: "1.0")
        XCTAssertEqual(try app.guide.takeReleases(of: [old]), [])
        app.pass(days: 3)
        let new = FeedbackNewsTests.release("new", app.today)
        XCTAssertEqual(try app.guide.takeReleases(of: [new, old]).map(\.id), ["new"])
        XCTAssertEqual(try app.guide.takeReleases(of: [new, old]), [])
        XCTAssertEqual(try app.store.undoSteps().count, 0)
    }

    func testNewsListsReleasesThanksAndNextFeature() throws {
        let app = Fixture()
        let feedback = FeedbackNews(
            released: {
                [FeedbackNewsTests.release("Video", app.today), FeedbackNewsTests.release("Timer", app.today)]
            },
            next: { "Clubs" })
        let first = try run(app, feedback, "news")
        for words in ["Based on Your Feedback", "Video is there", "Timer is there", "Thank you!", "Next up: Clubs"] {
            XCTAssertTrue(first.contains(words), first)
        }
        XCTAssertTrue(first.contains("Version 1.0 - November 2025\nYou asked for it"), first)
        XCTAssertFalse(try run(app, feedback, "news").contains("Video is there"))
    }

    /// An unreachable community is no failure, and its news are shown later.
    func testUnreachableFeedbackIsNoFailure() throws {
        let app = Fixture()
        let away = FeedbackNews(released: { throw Failure(.init("communityUnreachable"), "Away.") }, next: { nil })
        XCTAssertFalse(try run(app, away, "news").contains("Based on Your Feedback"))
        // Without the next feature, the releases are still shown.
        let reopenedNews = FeedbackNews(
            released: { [FeedbackNewsTests.release("Video", app.today)] }, next: { throw Failure(.init("x"), "x") })
        XCTAssertTrue(try run(app, reopenedNews, "news").contains("Video is there"))
    }

    func testFirstVisitTipIsShownOnceAfterItsFeature() throws {
        let app = Fixture()
        let tip = Tip("visit", icon: "star", glyph: "★", "Look here", "Do look.", feature: "topics", onFirstVisit: true)
        XCTAssertFalse(try run(app, .none, "news", tip: tip).contains("Look here"))
        XCTAssertTrue(try run(app, .none, "topics", tip: tip).contains("Look here"))
        XCTAssertFalse(try run(app, .none, "topics", tip: tip).contains("Look here"))
    }

    private func run(_ app: Fixture, _ feedback: FeedbackNews, _ words: String, tip: Tip? = nil) throws -> String {
        let registry = try Registry([
            GuidancePlugin(guide: app.guide, version: "1.0", feedback: feedback) { true }, OneTip(tip: tip),
        ])
        let about = AppDescription(
            name: "sample", about: "A sample.", version: "1.0", credits: [], privacy: "", support: "")
        let commands = registry.all(.commands).map { $0.followed(by: registry.all(.postCommandHints)) }
        let shell = Shell(app: about, commands: commands, homeCards: [], today: { app.today })
        let console = ScriptedConsole(terminal: true, environment: ["LANG": "C.UTF-8", "TERM": "dumb"])
        XCTAssertEqual(shell.run([words], on: console), 0, console.error)
        return console.output
    }
}

private struct OneTip: Plugin {
    let name = "OneTip"
    let tip: Tip?

    func contribute(to registry: inout Registry) { if let tip { registry.add(tip, to: .tips) } }
}
