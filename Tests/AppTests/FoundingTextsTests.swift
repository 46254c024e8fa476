import Composition
import Interface
import Kernel
import TerminalTesting
import XCTest

/// Checks that the texts of the founding documents appear verbatim in the apps.
final class FoundingTextsTests: XCTestCase {
    private let texts: [(app: String, words: [String], says: [String])] = [
        ("coin", ["help", "community"], ["Help us improve COIN Feedback"]),
        ("dojang", ["about"], ["Complete Digital Dojang"]),
        (
            "dojang", ["community", "feedback", "-h"],
            ["Help us improve TKDojang", "Your feedback shapes our roadmap - vote on features!"]
        ),
        (
            "dojang", ["community", "feedback", "More", "--yes"],
            ["Feedback Sent", "Thank you! Your feedback helps shape TKDojang's future."]
        ),
        ("dojang", ["community", "suggest", "-h"], ["Suggest a Feature"]),
        (
            "dojang", ["help", "community"],
            [
                "Community Hub", "Send Feedback", "Help us improve TKDojang", "Feature Roadmap",
                "Vote on what we build next",
                "Suggest a Feature", "Community Suggestions", "My Suggestions", "What's New",
            ]
        ),
        (
            "dojang", ["game"],
            [
                "Word Match", "Learn Korean terminology with instant feedback", "Slot Builder",
                "Master phrase construction",
                "Template Filler", "Practice sentence patterns", "Phrase Decoder", "Unscramble techniques",
                "Memory Match",
                "Test retention with card matching", "Creative Sandbox", "Build custom combinations",
            ]
        ),
        ("dojang", ["pattern", "practice", "-h"], ["Practice today's pattern"]),
        (
            "dojang", ["help", "words"],
            ["Word Matching", "Phrase Building", "Progressive Assembly", "Phrase Completion"]
        ),
        ("dojang", ["term", "low-block"], ["Practice this phrase in Vocabulary Builder"]),
        (
            "dojang", ["plan", "catalogue"],
            [
                "Early adopters lock in lifetime access to all future updates at launch pricing.",
                "Current users keep their launch price forever.", "Price increases as features are added.",
                "No Subscriptions, No In-App Purchases",
            ]
        ),
        ("dojang", ["stats", "-h"], ["Check my progress"]),
        ("dojang", ["study", "-h"], ["Start flashcard session"]),
        ("dojang", ["tour", "-h"], ["Replay Welcome Tour"]),
        ("focusflow", ["help", "community"], ["Help us improve FocusFlow"]),
        ("grain", ["about"], ["Privacy-First Photo Diary"]),
        ("grain", ["help", "community"], ["Help us improve Grain"]),
        ("grain", ["streak"], ["0/365 days documented"]),
    ]

    func testFoundingTextsAppearVerbatim() throws {
        for (app, words, says) in texts {
            let console = try run(app, words + ["--today", "2026-11-20"])
            for text in says {
                XCTAssertTrue(console.output.contains(text), "\(app) \(words): \(text) in \(console.output)")
            }
        }
    }

    /// On a terminal the app asks for feedback in an editor and shows it with the usage switch
    /// before it is sent.
    func testFeedbackPromptsAppearVerbatim() throws {
        let edited = try run("dojang", ["community", "feedback"], terminal: true) { form in
            XCTAssertTrue(form.contains("Describe your feedback…"), form)
            XCTAssertTrue(form.contains("Share usage data to help prioritize features: on"), form)
            return "More, please\n" + form
        }
        XCTAssertTrue(edited.output.contains("What would you like to share?"), edited.output)
        XCTAssertTrue(edited.output.contains("Feedback Sent"), edited.output)
        let result = try run(
            "dojang", ["community", "feedback", "More", "--share-usage", "off"], lines: ["n"], terminal: true)
        for text in ["Send Feedback", "Share usage data to help prioritize features: off"] {
            XCTAssertTrue(result.output.contains(text), result.output)
        }
    }

    func testTourNamesItsReplayCommand() throws {
        let console = try run("dojang", ["tour"], keys: Array(repeating: .enter, count: 6), terminal: true)
        XCTAssertTrue(console.output.contains("Replay Welcome Tour"), console.output)
    }

    private func run(
        _ name: String, _ words: [String], lines: [String] = [], keys: [Key] = [], terminal: Bool = false,
        edit: @escaping @Sendable (String) -> String = { $0 }
    ) throws -> ScriptedConsole {
        let app = try XCTUnwrap(App.all.first { $0.name == name })
        let variables = AppRulesTests.variables.merging(["TERM": "xterm", "EDITOR": "ed"]) { $1 }
        let console = ScriptedConsole(
            lines: lines, keys: keys, terminal: terminal, environment: variables, columns: 150, rows: 60, edit: edit)
        // The memory store also holds the identity, so that the test writes to no home folder.
        let status = App.run(name, app.build, ["--store", "memory"] + words, on: console)
        XCTAssertTrue(status == 0 || !lines.isEmpty, "\(name) \(words): \(console.error)")
        return console
    }
}
