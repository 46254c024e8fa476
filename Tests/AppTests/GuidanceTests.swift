import Composition
import Foundation
import Guidance
import GuidanceCommands
import Interface
import Kernel
import TerminalTesting
import XCTest

/// Tests of the help, tours and news of the apps.
final class GuidanceTests: XCTestCase {
    /// The dialogues of each app. A new one must be added here, and then its help is checked.
    private static let dialogues = [
        "coin": ["tour"],
        "dojang": [
            "game decode", "game match", "game memory", "game sandbox", "game slots", "game template", "grading mock",
            "linework run", "pattern practice", "pattern quiz", "place", "study", "test comprehensive", "test quick",
            "theory read", "timer", "tour", "train", "words", "words assemble", "words build", "words complete",
            "words match",
        ],
        "focusflow": ["tour"],
        "grain": ["calendar", "tour"],
    ]

    /// The apps with tours. The developers' console has only the help of its commands.
    private static let guided = App.all.filter { $0.name != "hub" }

    func testHelpOverviewNamesEachCommandOnceWithoutSandbox() throws {
        for app in App.all {
            let registry = try App.registry(of: app)
            let names = registry.all(.commandGroups).flatMap(\.names)
            let commands = Set(registry.all(.commands).map { $0.name }).union(["help", "about"])
            XCTAssertGreaterThan(names.count, 10, app.name)
            XCTAssertEqual(names.filter { !commands.contains($0) }, [], app.name)
            XCTAssertEqual(Set(names).count, names.count, app.name)
            XCTAssertEqual(names.filter { $0.contains("sandbox") || $0.hasPrefix("moderate block") }, [], app.name)
        }
    }

    func testAllFeaturesAndDialoguesHaveHelp() throws {
        for app in GuidanceTests.guided {
            let registry = try App.registry(of: app)
            let context = ParsingContext(today: Day(ordinal: 20_778), files: ScriptedConsole().files)
            let dialogues = GuidanceCoverage.dialogues(of: registry.all(.commands), context: context)
            XCTAssertEqual(dialogues.map(\.name).sorted(), GuidanceTests.dialogues[app.name], app.name)
            for gap in GuidanceCoverage(registry: registry, dialogues: dialogues).gaps {
                XCTFail("\(app.name): \(gap)")
            }
        }
    }

    func testEveryAppHasFiveToTenQuestions() throws {
        for app in GuidanceTests.guided {
            let faq = try App.registry(of: app).all(.helpTopics).filter { $0.id == "faq" }
            XCTAssertEqual(faq.count, 1, app.name)
            XCTAssertTrue((5...10).contains(faq.first?.questions.count ?? 0), app.name)
        }
    }

    func testToursHaveThreeSteps() throws {
        for app in GuidanceTests.guided where app.name != "dojang" {
            let tours = try App.registry(of: app).all(.tours)
            XCTAssertEqual(tours.map(\.steps.count), [3], app.name)
        }
    }

    func testGrainTourIsSkippableAndNamesMissingPrograms() throws {
        let grain = try XCTUnwrap(App.all.first { $0.name == "grain" })
        let tour = try XCTUnwrap(App.registry(of: grain).all(.tours).first)
        XCTAssertEqual(tour.steps.map(\.maySkip), [true, true, true])
        XCTAssertEqual(tour.ending, "Get Started")
        let facts = tour.steps[2].facts().map(\.value).joined(separator: "\n")
        // The environment has no `PATH`, so no program is found.
        for package in ["libvips-tools", "libheif-examples", "chafa", "xdg-utils"] {
            XCTAssertTrue(facts.contains(package), facts)
        }
    }

    /// The tour of a feature is offered at the first use of its commands and not again after it is
    /// skipped.
    func testFeatureToursAreOfferedAtFirstUse() throws {
        let dojang = try XCTUnwrap(App.all.first { $0.name == "dojang" })
        let offered = try App.registry(of: dojang).all(.tours).filter { !$0.offeredAt.isEmpty }
        XCTAssertTrue(
            Set(offered.map(\.id)).isSuperset(of: ["flashcards", "multipleChoice", "patterns", "stepSparring", "games"])
        )
        for tour in offered {
            let home = FileManager.default.temporaryDirectory.appendingPathComponent("offered-\(UUID().uuidString)")
                .path
            defer { try? FileManager.default.removeItem(atPath: home) }
            func run(_ line: String, _ keys: [Key] = [], terminal: Bool = true) -> String {
                let environment = AppRulesTests.variables.merging(["HOME": home, "TERM": "xterm"]) { $1 }
                let console = ScriptedConsole(
                    keys: keys, terminal: terminal, environment: environment, columns: 90, rows: 40)
                let status = App.run(
                    dojang.name, dojang.build, line.split(separator: " ").map(String.init), on: console)
                XCTAssertEqual(status, 0, "\(line): \(console.error)")
                return console.output
            }
            _ = run("profile edit Student --belt 7k --yes")
            // A test needs a pattern and isn't open to beginners.
            let offeredAt = tour.offeredAt.map { $0 == "pattern test" ? "pattern test chon-ji --anyway" : $0 }
            for line in offeredAt {
                XCTAssertFalse(run(line, terminal: false).contains(tour.title), "\(line): a pipe gets no offer")
            }
            _ = run("profile add Mina --belt 7k")
            _ = run("profile switch Mina")
            for line in offeredAt {
                XCTAssertTrue(run(line, [.character("q")]).contains(tour.title), "\(line) does not offer \(tour.id)")
            }
            _ = run(offeredAt[0], [.character("s"), .character("q"), .character("q")])
            for line in offeredAt {
                XCTAssertFalse(
                    run(line, [.character("q"), .character("q")]).contains(tour.title),
                    "\(line): the offer appears once")
            }
        }
    }

    /// The examples in a tour match the learner's belt.
    func testTourExamplesFollowBelt() throws {
        let dojang = try XCTUnwrap(App.all.first { $0.name == "dojang" })
        let home = FileManager.default.temporaryDirectory.appendingPathComponent("belted-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: home) }
        func run(_ words: [String], lines: [String] = []) -> String {
            let environment = AppRulesTests.variables.merging(["HOME": home]) { $1 }
            let console = ScriptedConsole(lines: lines, environment: environment, columns: 100)
            XCTAssertEqual(App.run(dojang.name, dojang.build, words, on: console), 0, "\(words): \(console.error)")
            return console.output
        }
        var visited: Set<String> = []
        for belt in ["10k", "7k", "4k", "1d"] {
            _ = run(["profile", "edit", "Student", "--belt", belt, "--yes"])
            let words = run(["terms", "--belt", belt, "--plain"]).split(separator: "\n").map {
                $0.split(separator: "\t").map(String.init)
            }
            let tour = run(["tour", "flashcards"], lines: ["space", "", "space", "3"])
            XCTAssertTrue(
                words.contains { word in word.allSatisfy { _ in true } && word.contains { tour.contains($0) } }, tour)
            XCTAssertTrue(tour.contains("Good: it comes back in some days."), tour)
            let moves = run(["tour", "patterns"], lines: ["", "space", "3"])
            XCTAssertTrue(moves.contains("movement 1") && moves.contains("Well: your mastery of it grows."), moves)
            let test = run(["tour", "multipleChoice"], lines: ["1"])
            XCTAssertTrue(test.contains("Right: ") || test.contains("No, that is wrong: "), test)
            visited.insert(tour + moves + test)
            guard belt != "10k" else { continue }
            let sparring = run(["tour", "stepSparring"], lines: ["", "space", "2", "space", "2"])
            XCTAssertTrue(sparring.contains("Defence: ") && sparring.contains("With mistakes:"), sparring)
        }
        XCTAssertEqual(visited.count, 4, "each belt has its own text")
    }

    func testNewsContainsCurrentVersion() throws {
        XCTAssertEqual(Edition.all.last?.version.description, Release.version)
        for app in App.all {
            let console = ScriptedConsole(environment: AppRulesTests.variables, columns: 100)
            XCTAssertEqual(
                App.run(app.name, app.build, ["news", "--all", "--store", "memory"], on: console), 0, console.error)
            XCTAssertTrue(console.output.contains("Version \(Release.version) - "), "\(app.name): \(console.output)")
            let notes = try Guidebook(App.registry(of: app)).notes.filter {
                $0.version == ReleaseVersion(Release.version)
            }
            XCTAssertEqual(notes.count, 1, app.name)
            XCTAssertFalse(notes.flatMap(\.items).isEmpty, app.name)
        }
    }

    /// A terminal shows the offer until the tour is completed or skipped; a pipe never shows it.
    func testFirstRunOffersTour() throws {
        for app in GuidanceTests.guided {
            let home = FileManager.default.temporaryDirectory.appendingPathComponent("guided-\(UUID().uuidString)").path
            defer { try? FileManager.default.removeItem(atPath: home) }
            func run(_ words: [String], keys: [Key] = [], terminal: Bool = true) -> String {
                let environment = AppRulesTests.variables.merging(["HOME": home, "TERM": "xterm"]) { $1 }
                let console = ScriptedConsole(keys: keys, terminal: terminal, environment: environment)
                XCTAssertEqual(
                    App.run(app.name, app.build, words, on: console), 0, "\(app.name) \(words): \(console.error)")
                return console.output
            }
            let offer = "New here? `tour` shows you around"
            XCTAssertFalse(run([], terminal: false).contains(offer), app.name)
            XCTAssertTrue(run([]).contains(offer), app.name)
            _ = run(["tour"], keys: [.character("q")])
            XCTAssertTrue(run([]).contains(offer), "\(app.name): leaving is neither a skip nor a completion")
            _ = run(["tour"], keys: [.character("s")])
            XCTAssertFalse(run([]).contains(offer), app.name)
            let usage = run(["about", "--usage", "--json"])
            XCTAssertTrue(usage.contains("\"toursSkipped\": 1") || usage.contains("\"toursSkipped\":1"), usage)
        }
    }
}
