import Composition
import Foundation
import Interface
import Kernel
import Storage
import TerminalTesting
import TestSupport
import XCTest

/// Checks that every key has one meaning in all dialogues of all apps (D21): `q` leaves, `u`
/// undoes, `b` goes back, `s` skips. Ratings and choices are one key without enter.
final class DialogueKeyTests: XCTestCase {
    /// The dialogues in which letters have another meaning, with the reason.
    private static let exempt: [String: Set<Key>] = [
        // Each hand has a row of letters for its corner, as on a scoring console. `s` is two points
        // for red.
        "match start": [.character("s")], "match continue": [.character("s")],
        // A diary has nothing to skip, so `s` is the star. A calendar asks no questions, so `y` is
        // the year.
        "browse": [.character("s")], "calendar": [.character("y")],
    ]

    /// Drives each dialogue with random keys. Some seconds are enough because no dialogue waits.
    func testKeysHaveOneMeaningInAllDialogues() throws {
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
                        for breach in KeyTable.violations(of: hints, exempt: Self.exempt[command] ?? []) {
                            XCTFail("\(app.name) \(line), step \(step): \(breach)")
                        }
                        XCTAssertEqual(
                            Set(hints.map(\.key)).count, hints.count, "\(app.name) \(line): one key has two meanings")
                    }
                    let event = Self.event(in: dialogue.view, random: &random)
                    guard let result = try? dialogue.handle(event), case .stay = result else { break }
                }
            }
        }
        XCTAssertGreaterThanOrEqual(dialogues.count, 14, "\(dialogues.sorted())")
        for row in KeyTable.rows where row.key != .character("?") {
            XCTAssertTrue(keys.contains(row.key), "no dialogue uses \(row.key)")
        }
    }

    /// Choices take one key; only typed text ends with enter.
    func testChoicesAndRatingsNeedNoEnter() throws {
        let dojang = try XCTUnwrap(App.all.first { $0.name == "dojang" })
        for line in ["study --mode test --answer choose --cards 10", "pattern quiz chon-ji", "theory quiz"] {
            let command = line.split(separator: " ").prefix(line.hasPrefix("study") ? 1 : 2).joined(separator: " ")
            guard var dialogue = try dialogue(of: dojang, command, line) else {
                XCTFail("\(line) opens no dialogue")
                continue
            }
            for _ in 0..<3 {
                if case .key(let hints) = dialogue.view.wanted, hints.contains(where: { $0.key == .character("1") }) {
                    break
                }
                _ = try dialogue.handle(.key(.enter))
            }
            guard case .key(let hints) = dialogue.view.wanted else {
                XCTFail("\(line) asks for a line of text")
                continue
            }
            XCTAssertTrue(hints.contains { $0.key == .character("1") && $0.meaning == "choose" }, "\(line): \(hints)")
        }
    }

    func testKeyTableViolationsAreDetected() {
        XCTAssertEqual(
            KeyTable.violations(of: [KeyTable.undo(), KeyTable.quit("leave it running"), KeyTable.skip, KeyTable.back]),
            [])
        XCTAssertEqual(KeyTable.violations(of: [KeyHint(.character("b"), "belt")]).count, 1)
        XCTAssertEqual(KeyTable.violations(of: [KeyHint(.character("x"), "quit")]).count, 1)
        XCTAssertEqual(KeyTable.violations(of: [KeyHint(.character("s"), "two points")], exempt: [.character("s")]), [])
        XCTAssertEqual(KeyTable.violations(of: [KeyHint(.escape, "back"), KeyHint(.left, "back")]), [])
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

    /// The runnable examples (the others may wait as long as a round) and further lines that open a
    /// dialogue.
    private func lines(of app: App.Entry) throws -> [(command: String, line: String)] {
        let examples = try App.commands(of: app).flatMap { command in
            command.examples.filter(\.isRunnable).map { (command: command.name, line: $0.line) }
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
        // Asking for a dialogue runs its command, so its files are written to a temporary home.
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
