import Guidance
import GuidanceCommands
import Interface
import Kernel
import Terminal
import TerminalTesting
import XCTest

/// The exact output of pages and screens.
final class PageTests: XCTestCase {
    private struct ContributingFeature: Plugin {
        let name = "Brought"
        var topics: [HelpTopic] = []
        var questions: [HelpTopic.Question] = []
        var items: [StatusItem] = []
        var usages: [FeatureUsage] = []

        func contribute(to registry: inout Registry) {
            for topic in topics { registry.add(topic, to: .helpTopics) }
            for question in questions { registry.add(question, to: .questions) }
            for item in items { registry.add(item, to: .statusItems) }
            for usage in usages { registry.add(usage, to: .usage) }
        }
    }

    private func registry(_ brought: ContributingFeature, _ app: Fixture = Fixture()) throws -> Registry {
        try Registry([GuidancePlugin(guide: app.guide, version: "1.0") { true }, brought])
    }

    private func draw(_ blocks: [Block]) -> [String] {
        Screen(width: 100, palette: .plain, unicode: true).draw(blocks).split(
            separator: "\n", omittingEmptySubsequences: false
        )
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }

    func testTopicListsCommandsWithSummaries() throws {
        let topic = HelpTopic(
            "t", "T", paragraphs: ["First.\n\nSecond."], commands: ["tips", "usage", "gone"],
            questions: [.init("Why?", "So."), .init("How?", "Thus.")])
        let sheets = try registry(ContributingFeature(topics: [topic])).all(.helpBinders).flatMap { $0.sheets() }
        let lines = draw(try XCTUnwrap(sheets.first { $0.name == "t" }).blocks)
        let summaries = lines.filter { $0.hasPrefix("tips ") || $0.hasPrefix("usage ") }
        XCTAssertTrue(summaries[0].hasSuffix("Show a tip that you have not seen"), "\(lines)")
        XCTAssertTrue(summaries[1].hasSuffix("Show how often tours and help were used here"), "\(lines)")
        XCTAssertEqual(
            lines.filter { !$0.hasPrefix("tips") && !$0.hasPrefix("usage") && !$0.hasPrefix("gone") }.dropLast(
                lines.last == "" ? 1 : 0), ["First.", "", "Second.", "", "", "Why?", "So.", "", "How?", "Thus."])
    }

    func testTourScreenLayout() throws {
        let app = Fixture()
        let command = try XCTUnwrap(app.registry().all(.commands).first { $0.path == ["tour"] })
        let context = ParsingContext(today: app.today, files: ScriptedConsole().files) { _ in }
        guard case .dialogue(let dialogue) = try command.run(["naming"], in: context).continuation else {
            return XCTFail("no dialogue")
        }
        XCTAssertEqual(
            draw(dialogue.view.blocks).prefix(6),
            ["You", "Who you are, step 1 of 1", "", "This is you.", "", "Name  Student"])
    }

    func testCompletedTourExplainsHowToRepeatIt() throws {
        let app = Fixture()
        XCTAssertTrue(
            try app.run("tour", on: ScriptedConsole(lines: ["", "", ""])).output.contains(
                "Replay Welcome Tour: `tour welcome`."))
        XCTAssertTrue(
            try app.run("tour", "cards", on: ScriptedConsole(lines: ["", ""])).output.contains(
                "`tour cards` shows it again."))
    }

    func testQuestionsAndTopicsAreOrderedByRank() throws {
        let brought = ContributingFeature(
            topics: [
                HelpTopic("late", "l", rank: 51), HelpTopic("usual", "u"), HelpTopic("second", "s", rank: 50),
                HelpTopic("early", "e", rank: 49),
            ],
            questions: [
                .init("Late?", "a", rank: 51), .init("Usual?", "a"), .init("Second?", "a", rank: 50),
                .init("Early?", "a", rank: 49),
            ])
        let topics = try Guidebook(registry(brought)).topics
        XCTAssertEqual(
            topics.map(\.id).filter { !["tour", "faq"].contains($0) }, ["early", "usual", "second", "late"])
        XCTAssertEqual(
            topics.first { $0.id == "faq" }?.questions.map(\.question), ["Early?", "Usual?", "Second?", "Late?"])
        XCTAssertNil(
            try Guidebook(registry(ContributingFeature())).topics.first { $0.id == "faq" }, "no questions, no topic")
    }

    func testStatusTopicIsAddedForStatusItems() throws {
        let item = StatusItem("item") { nil }
        func titles(_ brought: ContributingFeature) throws -> [String] {
            try Guidebook(registry(brought)).topics.filter { $0.id == "status" }.map(\.title)
        }
        XCTAssertEqual(try titles(ContributingFeature()), [])
        XCTAssertEqual(try titles(ContributingFeature(items: [item])), ["A line for status bars"])
        XCTAssertEqual(try titles(ContributingFeature(topics: [HelpTopic("status", "Mine")], items: [item])), ["Mine"])
    }

    func testFirstUseIsThatOfTheEarliestFeature() throws {
        let app = Fixture()
        try app.guide.launched(running: "1.0")
        func minutes(_ usages: [FeatureUsage]) throws -> String {
            let command = try XCTUnwrap(
                registry(ContributingFeature(usages: usages), app).all(.commands).first { $0.path == ["usage"] })
            let console = ScriptedConsole()
            let about = AppDescription(name: "sample", about: "", version: "1.0", credits: [], privacy: "", support: "")
            let shell = Shell(app: about, commands: [command], homeCards: [], today: { app.today })
            XCTAssertEqual(shell.run(["usage"], on: console), 0, console.error)
            return console.output
        }
        func used(_ minutes: Double?) -> FeatureUsage {
            FeatureUsage(firstUse: { minutes.map { Fixture.start.adding(seconds: $0 * 60) } })
        }
        XCTAssertTrue(try minutes([]).contains("not yet"))
        XCTAssertTrue(try minutes([used(nil)]).contains("not yet"))
        XCTAssertTrue(try minutes([used(9), used(nil), used(3)]).contains("3.0 minutes"))
        app.pass(seconds: 300)
        app.use()
        XCTAssertTrue(try minutes([]).contains("5.0 minutes"), "the app itself determines the first use")
        XCTAssertTrue(try minutes([used(nil)]).contains("not yet"), "each feature is consulted")
    }

    func testUsageCountsDefaultToZero() {
        XCTAssertEqual(FeatureUsage.UsageCounts(), FeatureUsage.UsageCounts(sessions: 0, milestones: [], day: 0))
        XCTAssertTrue(FeatureUsage().commands.isEmpty)
    }

    func testCommandsThatChangeDataAndTourNameLimit() throws {
        let app = Fixture()
        let commands = try app.registry().all(.commands)
        XCTAssertEqual(commands.filter(\.changesData).map { $0.path[0] }.sorted(), ["news", "tips", "tour"])
        for (count, words) in [(100, "There is no tour called"), (101, "100")] {
            let run = try app.run("tour", String(repeating: "a", count: count))
            XCTAssertEqual(run.status, 64)
            XCTAssertEqual(run.error.contains("There is no tour called"), count == 100, run.error)
            XCTAssertTrue(run.error.contains(words), run.error)
        }
        let table = try app.run("tour", "--list").output.split(separator: "\n").map(Array.init)
        let head = try XCTUnwrap(table.first { String($0).contains("Steps") })
        let end = try XCTUnwrap(head.indices.first { head[...$0].suffix(5).elementsEqual("Steps") })
        XCTAssertEqual(
            table.filter { $0.indices.contains(end) && $0[end].isNumber }.count, 4, "numbers are right-aligned")
    }

    func testShownTipsAreSeenAndTheLastSuggestsAll() throws {
        let app = Fixture()
        XCTAssertTrue(try app.run("tips", "--json").output.contains("\"seen\": true"))
        XCTAssertFalse(try app.run("tips").output.contains("tips --all"))
        for _ in 0..<2 { _ = try app.run("tips") }
        XCTAssertTrue(try app.run("tips").output.contains("tips --all"))
        for words in [["--all", "--dismiss", "--reset"], ["--dismiss", "--reset"], ["--all", "--reset"]] {
            let console = ScriptedConsole()
            XCTAssertEqual(try app.shell().run(["tips"] + words, on: console), 64)
            XCTAssertTrue(console.error.contains("cannot be used together"))
        }
    }
}
