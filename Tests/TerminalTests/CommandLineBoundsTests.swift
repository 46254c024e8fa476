import Interface
import Kernel
import Synchronization
import Terminal
import TerminalTesting
import XCTest

@testable import enum Interface.Suggestion

/// Messages for invalid words, and the limits of suggestions and options.
final class CommandLineBoundsTests: XCTestCase {
    private func error(_ words: [String], _ commands: [Command] = []) -> String {
        let console = ScriptedConsole()
        let status =
            commands.isEmpty
            ? SampleApp().run(words, on: console)
            : Shell(app: SampleApp.description, commands: commands, homeCards: [], today: { SampleApp.today }).run(
                words, on: console)
        XCTAssertEqual(status, 64, "\(words): \(console.output)")
        XCTAssertEqual(console.output, "")
        return console.error
    }

    private func command(_ path: String) -> Command {
        Command(path, "Do it", examples: [.init(path, "Do it")]) { .text(path) }
    }

    // MARK: - Suggestions

    func testSuggestionIsTheFirstOfTheNearestWords() {
        let facts: [(typed: String, words: [String], near: String?)] = [
            // At most a third of the letters may differ, and at most three.
            ("ab", ["ax"], "ax"), ("ab", ["xy"], nil), ("abcd", ["abcx"], "abcx"), ("abcd", ["abxy"], nil),
            ("abcde", ["abcxy"], "abcxy"), ("abcde", ["abxyz"], nil), ("abcdefgh", ["abcdexyz"], "abcdexyz"),
            ("abcdefgh", ["abcdwxyz"], nil), ("abcdefghijkl", ["abcdefghwxyz"], nil), ("a", ["ab", "b"], nil),
            ("A", ["a"], "a"),
            ("abx", ["aby", "abc"], "aby"), ("abx", ["azy", "abc"], "abc"), ("bacde", ["abdce"], "abdce"),
            ("ABCDE", ["abcde"], "abcde"), ("abcde", ["ABCXY"], "ABCXY"),
            // A prefix or a part of a longer word matches. A word with one typo is nearer.
            ("abcdef", ["abcdefghijkl"], "abcdefghijkl"), ("abc", ["xyz-abc-xyz"], "xyz-abc-xyz"),
            ("ab", ["abcdefgh"], nil),
            ("abcd", ["abcd-xyz", "abce"], "abce"),
            // A synonym matches unless another word is spelled almost the same.
            ("create", ["list", "add"], "add"), ("rm", ["delete"], "delete"), ("day", ["date", "data"], "date"),
            ("note", ["date", "message"], "message"), ("stats", ["insights", "status"], "status"),
            (String(repeating: "x", count: 99), [String(repeating: "x", count: 98)], String(repeating: "x", count: 98)),
            (String(repeating: "x", count: 100), [String(repeating: "x", count: 99)], nil),
        ]
        for fact in facts {
            let message = error([fact.typed], fact.words.map(command))
            let expected = fact.near.map { "Did you mean “sample \($0)”?\n" } ?? "See “sample --help”.\n"
            XCTAssertEqual(message, "sample: There is no command “\(fact.typed)”.\n" + expected, "\(fact)")
        }
    }

    /// The edit distance by its definition. The last letters are equal, or one is dropped, inserted
    /// or replaced, or two are swapped.
    private func distance(_ left: ArraySlice<Character>, _ right: ArraySlice<Character>) -> Int {
        guard let last = left.last, let other = right.last else { return left.count + right.count }
        var least = distance(left.dropLast(), right.dropLast()) + (last == other ? 0 : 1)
        least = min(least, distance(left.dropLast(), right) + 1, distance(left, right.dropLast()) + 1)
        if left.count > 1, right.count > 1, left.dropLast().last == other, right.dropLast().last == last {
            least = min(least, distance(left.dropLast(2), right.dropLast(2)) + 1)
        }
        return least
    }

    func testEditDistanceMatchesItsDefinition() {
        var random = RandomSource(seed: 19)
        for _ in 0..<400 {
            let words = (0..<2).map { _ in
                (0..<Int.random(in: 0...5, using: &random)).map { _ in
                    Character(["a", "b", "c"].randomElement(using: &random) ?? "a")
                }
            }
            XCTAssertEqual(Suggestion.distance(words[0], words[1]), distance(words[0][...], words[1][...]), "\(words)")
        }
    }

    // MARK: - Error messages

    func testUsageErrorsExplainTheCorrection() {
        let usage = "Usage: sample count NUMBER [--step N]\n"
        let facts: [([String], String)] = [
            (["pupl"], "There is no command “pupl”.\nDid you mean “sample pupil”?\n"),
            (["pupil", "zzz"], "“sample pupil” has no command “zzz”.\nSee “sample pupil --help”.\n"),
            (["--zzz"], "There is no option “--zzz” here.\nWrite a command's options after it; see “sample --help”.\n"),
            (["--jsn"], "There is no option “--jsn” here.\nDid you mean “--json”?\n"),
            (["pupil", "--plian"], "There is no option “--plian” here.\nDid you mean “--plain”?\n"),
            (["pupil", "--", "add"], "“sample pupil” has no command “add”.\nDid you mean “sample pupil add”?\n"),
            (["count", "1", "2"], "“sample count” does not take “2”.\n\(usage)"),
            (["count"], "NUMBER is missing: where to begin.\n\(usage)"),
            (
                ["count", "1", "--zzz"],
                "“sample count” has no option “--zzz”.\nIt has --step; write text that begins with a dash after “--”.\n"
            ),
            (["count", "1", "--setp=2"], "“sample count” has no option “--setp”.\nDid you mean “--step”?\n"),
            (["count", "1", "--stp"], "“sample count” has no option “--stp”.\nDid you mean “--step”?\n"),
            (["count", "1", "--step"], "--step needs a value: N.\n"),
            (["count", "1", "--step", "--json"], "--step needs a value: N.\n"),
            (["count", "1", "--step", "-x"], "--step needs a value: N.\nIf “-x” is the value, write --step=-x.\n"),
            (
                ["count", "1", "--step", "--", "2"],
                "--step needs a value: N.\nIf “--” is the value, write --step=--.\n"
            ),
            (["count", "1", "--step=9"], "--step: 9 is not within -5…5.\n"),
            (["note"], "WORD is missing: the note.\nUsage: sample note WORD…\n"),
            (["count", "x"], "NUMBER: “x” is not a whole number.\n"),
            (["pupil", "add", "Kim", "--loud=yes"], "--loud takes no value.\n"),
            (["pupil", "add", "Kim", "--tag="], "--tag: it must not be empty.\n"),
            (
                ["pupil", "add", "Kim", "--belt", "wihte"],
                "--belt: “wihte” is not one of white, yellow, green, blue, red, black.\nDid you mean “white”?\n"
            ),
            (
                ["pupil", "add", "Kim", "--since", "todya"],
                "--since: “todya” is not a day.\nWrite it as in today, last friday, 3 days ago, 20 nov or 2026-11-20.\n"
            ),
            (
                ["note", "-.x", "-x"],
                "“sample note” has no option “-x”.\nSee “sample note --help”; write text that begins with a dash after “--”.\n"
            ),
            (["about", "more"], "“sample about” does not take “more”.\nUsage: sample about\n"),
        ]
        for (words, message) in facts { XCTAssertEqual(error(words), "sample: " + message, "\(words)") }
    }

    func testVerbWithoutNounSuggestsCommandsWithThatVerb() {
        let commands = ["plan add", "pupil add", "pupil photo add", "class add", "pupil list"].map(command)
        XCTAssertEqual(
            error(["add"], commands),
            "sample: There is no command “add”.\nDid you mean “sample plan add”, “sample pupil add” or “sample pupil photo add”?\n"
        )
        XCTAssertEqual(
            error(["list"], commands), "sample: There is no command “list”.\nDid you mean “sample pupil list”?\n")
        XCTAssertEqual(
            error(["pupil", "create"], commands),
            "sample: “sample pupil” has no command “create”.\nDid you mean “sample pupil add”?\n")
    }

    func testUnknownSubcommandGetsASuggestionAndTheFirstDuplicateRuns() {
        let commands = [
            command("plan"), command("plan add"), Command("plan", "Twice", examples: []) { .text("second") },
        ]
        XCTAssertEqual(
            error(["plan", "ad"], commands),
            "sample: “sample plan” has no command “ad”.\nDid you mean “sample plan add”?\n")
        let console = ScriptedConsole()
        let shell = Shell(app: SampleApp.description, commands: commands, homeCards: [], today: { SampleApp.today })
        XCTAssertEqual(shell.run(["plan"], on: console), 0)
        XCTAssertEqual(console.output, "plan", "of two commands with one name the first runs")
        XCTAssertEqual(shell.allCommands.count { $0.path.first == "plan" }, 2)
    }

    func testOnlyUsageErrorsNameTheirParameter() {
        func failing(_ kind: Failure.Kind) -> Command {
            let reading = ValueKind<String>.text.map { word -> String in
                throw Failure(.init("odd"), "“\(word)” is odd.", kind: kind)
            }
            return Command("do", "Do", examples: [], .argument("word", reading, "a word")) { _ in Output() }
        }
        for (kind, message) in [
            (Failure.Kind.usage, "sample: WORD: “x” is odd.\n"), (.badData, "sample: “x” is odd.\n"),
        ] {
            let console = ScriptedConsole()
            let shell = Shell(
                app: SampleApp.description, commands: [failing(kind)], homeCards: [], today: { SampleApp.today })
            XCTAssertEqual(shell.run(["do", "x"], on: console), kind.exitStatus)
            XCTAssertEqual(console.error, message)
        }
    }

    func testALongMessageIsCut() {
        for (count, expected) in [(399, 400), (400, 400 + 2)] {
            let console = ScriptedConsole()
            _ = Shell.report(Failure(.init("odd"), String(repeating: "x", count: count) + "."), app: "app", on: console)
            XCTAssertEqual(console.error.count, "app: \n".count + expected, "\(count)")
        }
        let console = ScriptedConsole()
        XCTAssertEqual(Shell.report(Failure(.outputClosed, "Nobody reads."), app: "app", on: console), 0)
        XCTAssertEqual(console.error, "")
    }

    func testDashWordsThatAreNoOptionsBecomeArguments() {
        for word in ["-5", "-.5", "- x", "-", "-٣"] {
            let console = ScriptedConsole()
            XCTAssertEqual(SampleApp().run(["note", word], on: console), 0, word)
            XCTAssertEqual(console.output, word + "\n")
        }
    }

    // MARK: - Global options

    func testDefaultsOfGlobalOptions() throws {
        let options = try GlobalOptions.split([]).options
        XCTAssertEqual([options.dataDirectory, options.communityDirectory, options.profile], [nil, nil, nil])
        let flags = [
            options.isQuiet, options.isDryRun, options.answersYes, options.reducesMotion, options.wantsHelp,
            options.wantsVersion,
        ]
        XCTAssertEqual(flags, Array(repeating: false, count: 6))
        XCTAssertTrue(
            options.store == .file && options.form == .readable && options.color == .auto && options.today == nil
                && options.seed == nil)
    }

    func testGlobalOptionLimitsAndFirstErrorReported() throws {
        for (option, limit) in [("--data", 4096), ("--community", 4096), ("--profile", 200)] {
            XCTAssertNoThrow(try GlobalOptions.split([option, String(repeating: "x", count: limit)]))
            XCTAssertThrowsError(try GlobalOptions.split([option, String(repeating: "x", count: limit + 1)]), option)
        }
        XCTAssertThrowsError(try GlobalOptions.split(["--seed", "x", "--store", "cloud"])) {
            XCTAssertEqual(($0 as? Failure)?.message, "--seed: “x” is not a whole number from 0.")
        }
        XCTAssertEqual(try GlobalOptions.split(["--community", "/c"]).options.communityDirectory, "/c")
        XCTAssertEqual(try GlobalOptions.split(["--json", "--json"]).options.form, .json)
        XCTAssertThrowsError(try GlobalOptions.split(["--plain", "--json"]))
        let half = try GlobalOptions.split([
            "__complete", "--", "--version", "--json", "--profile", "kim", "--help", "--profile",
        ])
        XCTAssertEqual(
            [half.options.wantsVersion, half.options.wantsHelp, half.options.form == .readable], [false, false, true])
        XCTAssertEqual(half.options.profile, "kim")
    }

    // MARK: - Running

    func testHelpWinsOverVersionAndExternalCommandsGetHelp() {
        func run(_ words: String...) -> (output: String, error: String, status: Int32) {
            let console = ScriptedConsole(columns: 200)
            let status = SampleApp().run(words, on: console)
            return (console.output, console.error, status)
        }
        XCTAssertTrue(run("--version", "--help").output.hasPrefix("Keeps a roll of pupils."))
        XCTAssertEqual(run("count", "x", "--version").output, "sample 0.1.0\n")
        XCTAssertTrue(run("pupil", "--help", "--zzz").output.contains("pupil add"))
        XCTAssertEqual(run("zzz", "--help").status, 64)
        XCTAssertEqual(run("outside", "a", "--help").status, 2, "the external command prints its own help")
        XCTAssertEqual(run("pupil", "outside").status, 64)
        XCTAssertEqual(
            run("pupil", "list", "--dry-run").error, "“pupil list” changes nothing, with or without --dry-run.\n")
        XCTAssertEqual(run("pupil", "add", "Kim", "--dry-run").error, "")
    }

    func testHomeCardsAreOrderedAndListNextStepsOnce() {
        func card(_ name: String, _ order: Int, _ blocks: [Block]) -> HomeCard {
            HomeCard(name, order: order) {
                .init(blocks: blocks, members: [.init("n", .integer(order))], next: ["go", name])
            }
        }
        let cards = [
            card("b", 2, [.paragraph("B")]), card("none", 3, []), card("a", 1, [.paragraph("A")]),
            card("c", 4, [.paragraph("C")]),
        ]
        func run(_ cards: [HomeCard], _ words: String...) -> String {
            let console = ScriptedConsole()
            XCTAssertEqual(
                Shell(app: SampleApp.description, commands: [], homeCards: cards, today: { SampleApp.today }).run(
                    words, on: console), 0)
            return console.output
        }
        let head = "Sample · Friday, 20 November 2026\n\n"
        XCTAssertEqual(run(cards), head + "A\n\nB\n\nC\n\nNext: sample go, sample a, sample b, sample none, sample c\n")
        XCTAssertEqual(run(cards, "--plain"), "a\tn=1\nb\tn=2\nnone\tn=3\nc\tn=4\n")
        XCTAssertEqual(run([]), head + "Keeps a roll of pupils.\n\nNext: sample help\n")
    }
}
