import Guidance
import GuidanceCommands
import Interface
import Kernel
import Synchronization
import Terminal
import TerminalTesting
import XCTest

/// The first use of a feature: its tour, its trial and one tip a day.
final class FirstUseTests: XCTestCase {
    private let app = Fixture()
    private let feature = DealFeature()

    private static let offer = "This is your first time here."

    @discardableResult
    private func deal(_ keys: [Key] = []) throws -> String {
        let registry = try Registry([GuidancePlugin(guide: app.guide, version: "1.0") { true }, feature])
        let commands = registry.all(.commands).map {
            $0.preceded(by: registry.all(.preCommandPrompts)).followed(by: registry.all(.postCommandHints))
        }
        let about = AppDescription(
            name: "sample", about: "A sample.", version: "1.0", credits: [], privacy: "None.", support: "None.")
        let shell = Shell(app: about, commands: commands, homeCards: [], today: { [app] in app.today })
        let console = ScriptedConsole(
            keys: keys, terminal: true, environment: ["TERM": "xterm"], columns: 100, rows: 40)
        XCTAssertEqual(shell.run(["deal"], on: console), 0, console.error)
        return console.output
    }

    // MARK: - Tours

    func testFirstUseOffersTheTourThenRunsTheCommand() throws {
        let first = try deal([.enter, .enter, .enter])
        for words in [Self.offer, "How dealing works", "Dealt 1."] { XCTAssertTrue(first.contains(words), words) }
        XCTAssertTrue(try app.guide.state(of: feature.tour).isCompleted)
        let second = try deal()
        XCTAssertFalse(second.contains(Self.offer))
        XCTAssertTrue(second.contains("Dealt 2."))
    }

    func testSkippedOfferRunsTheCommandOncePerProfile() throws {
        XCTAssertTrue(try deal([.character("s")]).contains("Dealt 1."))
        XCTAssertFalse(try deal().contains(Self.offer))
        app.turn(of: "b")
        XCTAssertTrue(try deal([.character("s")]).contains(Self.offer), "once for each profile")
    }

    func testQuitAtTheOfferStopsTheCommandButNotInTheTour() throws {
        XCTAssertFalse(try deal([.character("q")]).contains("Dealt"))
        XCTAssertTrue(try deal([.enter, .character("q")]).contains("Dealt 1."))
        XCTAssertTrue(try deal([.character("s")]).contains(Self.offer), "neither completed nor skipped the tour")
    }

    func testNoOfferAfterEarlierUseOrWhenUseIsUnknown() throws {
        feature.use(.success(false))
        XCTAssertFalse(try deal().contains(Self.offer))
        feature.use(.failure(Failure(.init("noDisk"), "No disk.")))
        XCTAssertFalse(try deal().contains(Self.offer))
    }

    // MARK: - Something to try

    func testTrialCardFlipsWithSpaceAndEnterContinues() throws {
        let tour = Tour(
            "cards", "Cards", scope: .profile,
            steps: [
                TourStep("Flip", "Flip it.").withTrial {
                    .card(
                        front: ["앞차기", "ap chagi"], back: ["front kick"],
                        then: [.init("3", "good", response: "It comes back.")])
                },
                TourStep("Ask", "Answer it.").withTrial {
                    .question("앞차기?", ["side kick", "front kick"], right: "front kick", why: "Because.")
                },
                TourStep("End", "That is all."),
            ])
        func screenText(_ lines: [String]) throws -> String {
            let registry = try Registry([
                GuidancePlugin(guide: app.guide, version: "1.0") { false }, TourFeature(tour: tour),
            ])
            let about = AppDescription(
                name: "sample", about: "A sample.", version: "1.0", credits: [], privacy: "None.", support: "None.")
            let console = ScriptedConsole(lines: lines)
            XCTAssertEqual(
                Shell(app: about, commands: registry.all(.commands), homeCards: [], today: { [app] in app.today }).run(
                    ["tour", "cards"], on: console), 0)
            return console.output
        }
        let untouched = try screenText(["", "", ""])
        XCTAssertTrue(untouched.contains("앞차기") && untouched.contains("That was the tour"), "the trial is optional")
        XCTAssertFalse(untouched.contains("front kick.") || untouched.contains("It comes back."))
        let tried = try screenText(["space", "3", "space", "1", "b", "", "2", "space", "space"])
        for words in [
            "front kick", "It comes back.", "No, that is wrong: front kick. Because.", "Right: front kick. Because.",
        ] {
            XCTAssertTrue(tried.contains(words), words)
        }
        XCTAssertTrue(tried.contains("That is all."))
    }

    func testTrialAcceptsOnlyTheKeysOfEachTurn() throws {
        var random = RandomSource(seed: 5)
        for _ in 0..<500 {
            let turns = (0..<Int.random(in: 0...4, using: &random)).map { turn in
                TourTrial.Turn(
                    "abc".prefix(Int.random(in: 1...3, using: &random)).map { .init($0, "try") },
                    before: ["before \(turn)"],
                    after: ["after \(turn)"])
            }
            var walk = TourTrialWalk(TourTrial(front: ["front"], turns: turns))
            var taken = 0
            for _ in 0..<10 {
                let key: Character = "abcd".randomElement(using: &random) ?? "a"
                let isNamed = turns.indices.contains(taken) && turns[taken].actions.contains { $0.key == key }
                XCTAssertEqual(walk.handle(key), isNamed)
                taken += isNamed ? 1 : 0
                XCTAssertEqual(walk.shown.filter { $0.hasPrefix("after") }.count, taken)
                XCTAssertEqual(walk.shown.filter { $0.hasPrefix("before") }.count, min(taken + 1, turns.count))
                XCTAssertEqual(walk.turn == nil, taken == turns.count)
            }
        }
        XCTAssertNil(TourTrial.question("?", ["one", "two"], right: "three"), "the right answer must be a choice")
    }

    // MARK: - Tips

    func testCommandTipsAreDailyAndFirstVisitTipsImmediate() throws {
        try app.guide.skip(feature.tour)
        func tips() throws -> [String] {
            let output = try deal()
            return ["First visit", "Tip A", "Tip B", "Elsewhere"].filter(output.contains)
        }
        XCTAssertEqual(try tips(), ["Tip A"])
        XCTAssertEqual(try tips(), ["First visit"], "a first-visit tip is not delayed")
        XCTAssertEqual(try tips(), [])
        app.pass(days: 1)
        XCTAssertEqual(try tips(), ["Tip B"])
        app.pass(days: 1)
        XCTAssertEqual(try tips(), [], "each of them once")
    }

    // MARK: - News

    func testReleaseNoteCombinesTheNewsOfFeatures() throws {
        struct NewsFeature: Plugin {
            let name: String
            let news: [FeatureNews]
            func contribute(to registry: inout Registry) { registry.add(all: news, to: .news) }
        }
        func item(_ title: String) -> ReleaseNote.Item { .init(icon: "star", glyph: "★", title, "It is there.") }
        let version = try XCTUnwrap(Edition.all.last).version
        let registry = try Registry([
            NewsFeature(
                name: "Zoo",
                news: [FeatureNews(version, rank: 20, items: [item("Second"), item("Third")], fixes: ["A fix."])]),
            NewsFeature(name: "Ant", news: [FeatureNews(version, rank: 30, items: [item("Fourth")])]),
            NewsFeature(
                name: "Bee",
                news: [
                    FeatureNews(version, rank: 10, items: [item("First")]), FeatureNews("99.0", items: [item("Later")]),
                ]),
        ])
        let note = try XCTUnwrap(Guidebook(registry).notes.first)
        XCTAssertEqual(note.version, version)
        XCTAssertEqual(note.items.map(\.title), ["First", "Second", "Third", "Fourth"])
        XCTAssertEqual(note.fixes, ["A fix."])
        XCTAssertEqual(Guidebook(registry).notes.count, 1, "news of an unknown version are dropped")
        XCTAssertEqual(Guidebook(try Registry([])).notes.count, 0, "without news there is no note")
    }
}

/// A feature with a tour, tips and a command.
private final class DealFeature: Plugin {
    let name = "Dealing"
    private let state = Mutex((count: 0, isFirst: Result<Bool, Failure>.success(true)))

    func use(_ isFirst: Result<Bool, Failure>) { state.withLock { $0.isFirst = isFirst } }

    var tour: Tour {
        Tour(
            "dealing", "How dealing works", scope: .profile, offeredAt: ["deal"],
            isFirstUse: { [self] in try state.withLock { $0.isFirst }.get() },
            steps: [TourStep("Look", "Look at it."), TourStep("Deal", "Deal.")])
    }

    func contribute(to registry: inout Registry) {
        registry.add(tour, to: .tours)
        registry.add(Tip("a", icon: "star", glyph: "★", "Tip A", "Do A.", feature: "deal", rank: 1), to: .tips)
        registry.add(
            Tip("v", icon: "star", glyph: "★", "First visit", "Hello.", feature: "deal", onFirstVisit: true, rank: 2),
            to: .tips)
        registry.add(Tip("b", icon: "star", glyph: "★", "Tip B", "Do B.", feature: "deal", rank: 3), to: .tips)
        registry.add(Tip("e", icon: "star", glyph: "★", "Elsewhere", "Do E.", feature: "news", rank: 0), to: .tips)
        let command = Command("deal", "Deal", examples: [.init("deal", "deal")]) { [self] in
            let count = state.withLock { state in
                state.count += 1
                return state.count
            }
            return Output(blocks: [.paragraph(StyledText("Dealt \(count)."))])
        }
        registry.add(command, to: .commands)
    }
}

/// A feature with a tour only.
private struct TourFeature: Plugin {
    let name = "Bringing"
    let tour: Tour
    func contribute(to registry: inout Registry) { registry.add(tour, to: .tours) }
}
