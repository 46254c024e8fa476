import Interface
import Kernel
import Synchronization
import Terminal
import TerminalTesting
import XCTest

/// Properties of the command line, over thousands of random lines.
final class CommandLinePropertyTests: XCTestCase {
    func testRandomCommandLinesNeverTrapAndExitWithDocumentedStatus() {
        var random = RandomSource(seed: 7)
        let vocabulary = [
            "pupil", "add", "list", "remove", "count", "note", "help", "about", "completions", "man", "__complete",
            "bash", "Kim",
            "p1",
            "--belt", "--belt=red", "-b", "-t", "--tag=", "--since", "last friday", "--", "-", "=", "-5",
            "99999999999999999999",
            "",
            " ", "--json", "--plain", "--quiet", "--yes", "--dry-run", "--color", "never", "--today", "2026-02-30",
            "--seed",
            "-h",
            "--help", "--version", "--store=memory", "\u{1B}[31m", "한국어", "👨‍👩‍👧‍👦", "\u{0}", "--\u{301}", "-=", "--=", "---",
            "-ab",
        ]
        let statuses: Set<Int32> = [0, 1, 64, 65, 66, 69, 73, 75]
        let app = SampleApp()
        for _ in 0..<5_000 {
            let words = (0..<Int.random(in: 0...6, using: &random)).map { _ in
                vocabulary.randomElement(using: &random) ?? ""
            }
            let console = ScriptedConsole(
                lines: ["y"], terminal: Bool.random(using: &random), environment: ["NO_COLOR": "1"])
            let status = app.run(words, on: console)
            XCTAssertTrue(statuses.contains(status), "\(words): \(status)")
            if status == 64 { XCTAssertEqual(console.output, "", "\(words)") }
            if status != 0 { XCTAssertFalse(console.error.isEmpty, "\(words)") }
            XCTAssertFalse((console.output + console.error).contains("\u{1B}"), "\(words)")
        }
    }

    func testParsedCommandLineEqualsTheIntendedValues() throws {
        var random = RandomSource(seed: 11)
        for _ in 0..<3000 {
            let arguments = Arguments(random: &random)
            let words = arguments.written(&random)
            let parsed = ParsedArguments()
            let console = ScriptedConsole()
            XCTAssertEqual(shell(parsed).run(words, on: console), 0, "\(words): \(console.error)")
            XCTAssertEqual(parsed.arguments.withLock { $0 }, arguments, "\(words)")
        }
    }

    func testOneTypoInACommandNameAlwaysGetsASuggestion() {
        var random = RandomSource(seed: 13)
        let names = ["pupil", "count", "note", "help", "about", "completions"]
        for _ in 0..<3000 {
            let name = names.randomElement(using: &random) ?? ""
            let typed = typo(name, &random)
            guard !names.contains(typed), !["man", "undo"].contains(typed), !typed.hasPrefix("-") else { continue }
            let app = SampleApp()
            let console = ScriptedConsole()
            XCTAssertEqual(app.run([typed, "add", "Kim"], on: console), 64, typed)
            XCTAssertTrue(console.error.contains("Did you mean “sample "), "\(typed): \(console.error)")
            XCTAssertEqual(app.roll.digest, "")
        }
    }

    func testWordsUnlikeAnyCommandGetNoSuggestion() {
        for typed in ["x", "qqqq", "zzzzzzzzzz", String(repeating: "pupil", count: 10_000)] {
            let console = ScriptedConsole()
            XCTAssertEqual(SampleApp().run([typed], on: console), 64)
            XCTAssertFalse(console.error.contains("Did you mean"), typed)
        }
    }

    private func typo(_ name: String, _ random: inout RandomSource) -> String {
        var letters = Array(name)
        let place = Int.random(in: 0..<letters.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: letters.remove(at: place)
        case 1: letters.insert("q", at: place)
        case 2: letters[place] = "q"
        default: letters.swapAt(place, (place + 1) % letters.count)
        }
        return String(letters)
    }

    // MARK: - Intended and parsed arguments

    private struct Arguments: Equatable {
        var first = ""
        var rest: [String] = []
        var number = 0
        var tags: [String] = []
        var isLoud = false

        init() {}

        init(random: inout RandomSource) {
            let texts = ["Kim", "a b", "-", "-5", "--json", "-x", "x=y", "--", "- dash", "한글", "\"q\"", "help"]
            func text(_ random: inout RandomSource) -> String { texts.randomElement(using: &random) ?? "" }
            first = text(&random)
            rest = (0..<Int.random(in: 0...3, using: &random)).map { _ in text(&random) }
            number = Int.random(in: -50...50, using: &random)
            tags = (0..<Int.random(in: 0...2, using: &random)).map { _ in text(&random) }
            isLoud = Bool.random(using: &random)
        }

        /// Returns one of many spellings: options in any form and order, global options anywhere.
        func written(_ random: inout RandomSource) -> [String] {
            var options = tags.map { ["--tag=\($0)"] } + [["--number", "\(number)"]]
            if number >= 0, Bool.random(using: &random) { options[options.count - 1] = ["-n", "\(number)"] }
            if isLoud { options.append(["--loud"]) }
            options.insert(["--quiet"], at: Int.random(in: 0...options.count, using: &random))
            let order =
                options.filter { $0[0].hasPrefix("--tag") }
                + options.filter { !$0[0].hasPrefix("--tag") }.shuffled(using: &random)
            return ["say"] + order.flatMap { $0 } + ["--", first] + rest
        }
    }

    private final class ParsedArguments: Sendable {
        let arguments = Mutex(Arguments())
    }

    private func shell(_ parsed: ParsedArguments) -> Shell {
        let say = Command(
            "say", "Say", examples: [.init("say x", "Say x")],
            .option("number", short: "n", .integer(-50...50), default: 0, "a number"),
            .argument("first", .text, "the first word"),
            .options("tag", .text, "a tag"), .rest("rest", .text, isRequired: false, "the others"),
            .flag("loud", "loud")
        ) { number, first, tags, rest, isLoud in
            var arguments = Arguments()
            (arguments.first, arguments.rest, arguments.number, arguments.tags, arguments.isLoud) = (
                first, rest, number, tags, isLoud
            )
            parsed.arguments.withLock { [arguments] in $0 = arguments }
            return Output()
        }
        return Shell(app: SampleApp.description, commands: [say], homeCards: [], today: { SampleApp.today })
    }
}
