import Guidance
import GuidanceCommands
import Interface
import Kernel
import TerminalTesting
import XCTest

final class CoverageTests: XCTestCase {
    /// A plugin whose commands lack examples, help and tours.
    private struct IncompletePlugin: Plugin {
        let name = "Gaps"

        func contribute(to registry: inout Registry) {
            registry.add(Command("lonely", "Do nothing", examples: []) { Output() }, to: .commands)
            registry.add(
                Command("mute", "Play", examples: [.init("mute", "play")]) { .dialogue(KeylessDialogue(help: nil)) },
                to: .commands
            )
            registry.add(
                Command("lost", "Play", examples: [.init("lost", "play")]) {
                    .dialogue(KeylessDialogue(help: "nowhere"))
                },
                to: .commands
            )
            registry.add(Tour("second", "Second", scope: .device, steps: []), to: .tours)
            registry.add(
                Tour(
                    "keys", "Keys", scope: .profile, next: ["gone", "help faq", "help lonely", "help gone"],
                    steps: [TourStep(" ", "Text", choices: [TourChoice("s", "name", question: "Who?") { $0 }])]),
                to: .tours)
            registry.add(Tip("blank", icon: "star", glyph: "★", "Blank", "", feature: "absent"), to: .tips)
            registry.add(HelpTopic("void", "Void", commands: ["missing one"]), to: .helpTopics)
            registry.add(ReleaseNote("0.5", month: "", "x", items: []), to: .releaseNotes)
        }
    }

    /// A dialogue without keys.
    private struct KeylessDialogue: Dialogue {
        let help: String?
        var view: DialogueView { DialogueView([], wanted: .line(prompt: ""), help: help) }
        mutating func handle(_ event: DialogueEvent) -> DialogueStep { .finish(Output()) }
    }

    private let context = ParsingContext(today: Day(ordinal: 0), files: ScriptedConsole().files) { _ in }

    func testCompleteGuidanceHasNoGaps() throws {
        let registry = try Fixture().registry()
        let dialogues = GuidanceCoverage.dialogues(of: registry.all(.commands), context: context)
        XCTAssertEqual(dialogues.map(\.name), ["tour"])
        XCTAssertEqual(GuidanceCoverage(registry: registry, dialogues: dialogues).gaps, [])
    }

    func testEveryGapIsFound() throws {
        let registry = try Registry([IncompletePlugin(), Contents(naming: Fixture().naming)])
        let dialogues = GuidanceCoverage.dialogues(of: registry.all(.commands), context: context)
        let coverage = GuidanceCoverage(registry: registry, exempt: ["lost"], dialogues: dialogues)
        XCTAssertEqual(coverage.uncovered, ["“lonely” has no help topic", "“mute” has no help topic"])
        XCTAssertEqual(
            coverage.silentDialogues,
            ["the dialogue of “mute” has no help", "the dialogue of “lost” opens “nowhere”, which is no topic"])
        XCTAssertEqual(
            coverage.emptyTexts,
            [
                "a tour has an empty text", "the tour “second” has no step", "the tip “blank” has an empty text",
                "the topic “void” has an empty text", "the note on 0.5 has an empty text",
            ])
        XCTAssertTrue(
            coverage.danglingCommands.contains("the topic “void” speaks of “missing one”, which is no command"))
        XCTAssertTrue(coverage.danglingCommands.contains("the tour “keys” speaks of “gone”, which is no command"))
        XCTAssertTrue(coverage.danglingCommands.contains("the tour “keys” speaks of “help gone”, which is no command"))
        XCTAssertFalse(coverage.danglingCommands.contains { $0.contains("help faq") || $0.contains("help lonely") })
        XCTAssertTrue(coverage.danglingCommands.contains("the tip “blank” speaks of “absent”, which is no command"))
        XCTAssertEqual(
            coverage.rules,
            [
                "there are several first tours: second, welcome",
                "the choice “name” takes the key “s”, which every tour needs",
            ])
    }
}
