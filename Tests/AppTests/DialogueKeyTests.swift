import Composition
import Foundation
import Kernel
import Storage
import Terminal
import TerminalContract
import TestBench
import XCTest

/// One key everywhere (D21): whatever dialogue of whatever app is open, `q` leaves, `u` takes back, `b` goes back, `s` skips, and ratings,
/// choices and going on are one key without enter.
final class DialogueKeyTests: XCTestCase {
    /// Where letters mean something else, and why.
    private static let exempt: [String: Set<Key>] = [
        // Each hand has a row of letters for its corner, as on a scoring console: `s` is two points for red.
        "match start": [.character("s")], "match continue": [.character("s")],
        // Nothing is skipped in a diary: `s` is the star. Nothing is asked in a calendar: `y` is the year.
        "browse": [.character("s")], "calendar": [.character("y")],
    ]

    /// Seconds are enough for a dialogue that waits for nothing; what it shows is not read here.
    func testOneKeyMeansTheSameInEveryDialogueOfEveryApp() throws {
        var dialogues: Set<String> = []
        var keys: Set<Key> = []
        for app in App.all {
            for (command, line) in try lines(of: app) {
                guard var dialogue = try dialogue(of: app, command, line) else { continue }
                dialogues.insert("\(app.name) \(command)")
                var random = RandomSource(seed: 21)
                for step in 0..<80 {
                    if case .key(let hints) = dialogue.view.wanted {
                        keys.formUnion(hints.map(\.key))
                        for breach in KeyTable.breach(of: hints, exempt: Self.exempt[command] ?? []) {
                            XCTFail("\(app.name) \(line), step \(step): \(breach)")
                        }
                        XCTAssertEqual(Set(hints.map(\.key)).count, hints.count, "\(app.name) \(line): one key, two meanings")
                    }
                    let event = Self.event(in: dialogue.view, random: &random)
                    guard let result = try? dialogue.handle(event), case .stay = result else { break }
                }
            }
        }
        XCTAssertGreaterThanOrEqual(dialogues.count, 14, "\(dialogues.sorted())")
        for row in KeyTable.rows where row.key != .character("?") {
            XCTAssertTrue(keys.contains(row.key), "nobody uses \(row.key)")
        }
    }

    /// What is chosen among what is shown takes one key; only what is typed out ends with enter.
    func testChoicesAndRatingsNeedNoEnter() throws {
        let dojang = try XCTUnwrap(App.all.first { $0.name == "dojang" })
        for line in ["study --mode test --answer choose --cards 10", "pattern quiz chon-ji", "theory quiz"] {
            let command = line.split(separator: " ").prefix(line.hasPrefix("study") ? 1 : 2).joined(separator: " ")
            guard var dialogue = try dialogue(of: dojang, command, line) else {
                XCTFail("\(line) opens no dialogue")
                continue
            }
            for _ in 0..<3 {
                if case .key(let hints) = dialogue.view.wanted, hints.contains(where: { $0.key == .character("1") }) { break }
                _ = try dialogue.handle(.key(.enter))
            }
            guard case .key(let hints) = dialogue.view.wanted else {
                XCTFail("\(line) wants a line")
                continue
            }
            XCTAssertTrue(hints.contains { $0.key == .character("1") && $0.meaning == "choose" }, "\(line): \(hints)")
        }
    }

    func testABreachIsFound() {
        XCTAssertEqual(
            KeyTable.breach(of: [KeyTable.undo(), KeyTable.quit("leave it running"), KeyTable.skip, KeyTable.back]), [])
        XCTAssertEqual(KeyTable.breach(of: [KeyHint(.character("b"), "belt")]).count, 1)
        XCTAssertEqual(KeyTable.breach(of: [KeyHint(.character("x"), "quit")]).count, 1)
        XCTAssertEqual(KeyTable.breach(of: [KeyHint(.character("s"), "two points")], exempt: [.character("s")]), [])
        XCTAssertEqual(KeyTable.breach(of: [KeyHint(.escape, "back"), KeyHint(.left, "back")]), [])
    }

    private static func event(in view: DialogueView, random: inout RandomSource) -> DialogueEvent {
        switch view.wanted {
        case .line: return .line(["1", "x", ":d", "kick"].randomElement(using: &random) ?? "")
        case .key(let hints):
            if view.tickInterval != nil, Bool.random(using: &random) { return .tick }
            let going = hints.map(\.key).filter { ![.character("q"), .escape].contains($0) }
            return .key(going.randomElement(using: &random) ?? .enter)
        }
    }

    /// Every example that runs (the others may wait for as long as a round is), and what else opens a dialogue.
    private func lines(of app: App.Entry) throws -> [(command: String, line: String)] {
        let examples = try App.commands(of: app).flatMap { command in
            command.examples.filter(\.runs).map { (command: command.name, line: $0.line) }
        }
        return examples + (Self.more[app.name] ?? [])
    }

    private static let more: [String: [(command: String, line: String)]] = [
        "dojang": [
            ("study", "study --mode test --answer choose"), ("pattern quiz", "pattern quiz chon-ji"),
            ("theory quiz", "theory quiz"),
            ("match start", "match start"), ("match continue", "match continue"),
        ],
        "focusflow": [("start", "start")],
    ]

    private func dialogue(of app: App.Entry, _ command: String, _ line: String) throws -> (any Dialogue)? {
        // Asking for a dialogue runs its command: what it writes lies in a home that goes again.
        let home = try Home(isQuick: true)
        let variables = AppRulesTests.variables.merging(["HOME": home.path]) { $1 }
        let environment = Environment(app: app.name, options: GlobalOptions(), variables: variables)
        let shell = try app.build(environment.with(store: AppRulesTests.prepared(app))).shell
        guard let declared = shell.allCommands.first(where: { $0.name == command }) else { return nil }
        let context = ParsingContext(today: environment.time.today(), files: ScriptedConsole().files)
        let parser = Parser(app: app.name, commands: CommandList(shell.allCommands), context: context)
        let words = Array(ExampleLine.words(line).dropFirst(declared.path.count))
        switch try? parser.bind(declared, to: words)().continuation {
        case .dialogue(let dialogue), .browse(let dialogue): return withExtendedLifetime(home) { dialogue }
        default: return nil
        }
    }
}
