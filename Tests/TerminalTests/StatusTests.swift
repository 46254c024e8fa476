import Kernel
import Synchronization
import Terminal
import TerminalContract
import XCTest

/// `status`, for bars that are known by name and for texts of one's own.
final class StatusTests: XCTestCase {
    private static let timer = StatusItem("timer", letters: [("m", "minutes"), ("mr", "minutes that are left")]) {
        StatusItem.Content(
            text: "Study:\t24 #1", short: "24 #1", isActive: true, percentage: 40, secondsLeft: 1440.5, values: ["1", "24"],
            controls: [("stop", "focus stop")])
    }
    private static let streak = StatusItem("streak", letters: [("s", "days in a row")]) {
        StatusItem.Content(text: "7 days", short: "7", percentage: 70, values: ["7"])
    }
    private static let silent = StatusItem("silent") { nil }

    private struct Items: Plugin {
        let name = "Items"
        let items: [StatusItem]
        func contribute(to registry: inout Registry) { for item in items { registry.add(item, to: .statusItems) } }
    }

    private func run(
        _ words: [String], _ items: [StatusItem] = [timer, silent, streak], sleep: @escaping @Sendable (Double) -> Void = { _ in }
    ) throws -> (status: Int32, output: String, error: String) {
        let registry = try Registry([StatusPlugin(app: "dojo", sleep: sleep), Items(items: items)])
        let shell = Shell(
            app: SampleApp.description, commands: registry.all(.commands), homeCards: [], today: { SampleApp.today })
        let console = ScriptedConsole(columns: 200)
        return (shell.run(["status"] + words, on: console), console.output, console.error)
    }

    func testEachBarIsWrittenAsItReads() throws {
        let facts: [(format: String, text: String)] = [
            ("plain", "Study: 24 #1\n7 days\n"), ("tmux", "24 ##1 | 7\n"), ("i3blocks", "Study: 24 #1 | 7 days\n24 #1 | 7\n"),
            (
                "waybar",
                #"{ "text": "24 #1 | 7", "tooltip": "Study:\t24 #1\n7 days", "class": "active", "percentage": 40 }"# + "\n"
            ),
            ("%m/%mr: %s%% %x%", "1/24: 7% %x%\n"), ("100%", "100%\n"), ("%%s%s", "%s7\n"),
        ]
        for fact in facts { XCTAssertEqual(try run(["--format", fact.format]).output, fact.text, fact.format) }
        XCTAssertEqual(
            try run(["--format", "waybar"], [Self.silent]).output, #"{ "text": "", "tooltip": "", "class": "idle" }"# + "\n")
        XCTAssertEqual(try run(["--format", "plain"], [Self.silent]).output, "")
    }

    /// What is to be copied from the help names the program itself.
    func testTheHelpNamesTheProgram() throws {
        let help = try run(["--help"]).output
        XCTAssertTrue(help.contains("#(dojo status --format tmux)"), help)
        XCTAssertFalse(help.contains("APP"), help)
    }

    func testAFormatIsAKnownNameOrATextWithAPercentSign() throws {
        XCTAssertEqual(try run(["--format", "nonsense"]).status, 64)
        let fitting = String(repeating: "x", count: 499) + "%"
        XCTAssertEqual(try run(["--format", fitting]).output, fitting + "\n")
        XCTAssertEqual(try run(["--format", "x" + fitting]).status, 64)
        XCTAssertTrue(try run(["--format", "pplain"]).error.contains("“plain”"))
    }

    func testProgramsGetEverythingThatAnItemSays() throws {
        let json = try JSONValue(Data(try run(["--json"]).output.utf8))
        guard case .array(let lines) = json else { return XCTFail("\(json)") }
        XCTAssertEqual(lines.count, 2)
        XCTAssertEqual(lines[0]["name"], .string("timer"))
        XCTAssertEqual(lines[0]["secondsLeft"], .number(1440.5))
        XCTAssertEqual(lines[0]["active"], .bool(true))
        XCTAssertEqual(lines[0]["values"], .object(["m": .string("1"), "mr": .string("24")]))
        XCTAssertEqual(lines[0]["controls"], .object(["stop": .string("focus stop")]))
        XCTAssertEqual(lines[1]["secondsLeft"], .null)
        XCTAssertEqual(lines[1]["active"], .bool(false))
        XCTAssertEqual(try JSONValue(Data(try run(["--format", "json"]).output.utf8)), json)
        XCTAssertEqual(try run([]).output, "Study: 24 #1\n7 days\n".replacing("Study: ", with: "Study:    "))
        XCTAssertEqual(try run([], [Self.silent]).output, "Nothing is running.\n")
    }

    func testWaitingEndsWhenWhatRunsHasEndedAndLooksAgainEveryFiveSeconds() throws {
        let left = Mutex(12.0)
        let slept = Mutex<[Double]>([])
        let item = StatusItem("timer") {
            let seconds = left.withLock { $0 }
            return StatusItem.Content(text: "on", short: "on", secondsLeft: seconds, run: seconds > 0 ? "round" : "break")
        }
        let later = StatusItem("later") {
            StatusItem.Content(text: "on", short: "on", secondsLeft: 99, run: left.withLock { $0 > 0 ? "up" : nil })
        }
        _ = try run(["--wait"], [item, later, Self.streak]) { seconds in
            slept.withLock { $0.append(seconds) }
            left.withLock { $0 = max(0, $0 - seconds) }
        }
        XCTAssertEqual(slept.withLock { $0 }, [5, 5, 2])
        _ = try run(["--wait"], [Self.streak]) { _ in XCTFail("nothing ends by itself: there is nothing to wait for") }
        _ = try run([]) { _ in XCTFail("nobody asked to wait") }
    }
}
