import Interface
import Kernel
import Synchronization
import Terminal
import TerminalTesting
import XCTest

/// `status` in the formats of known status bars and in custom formats.
final class StatusTests: XCTestCase {
    private static let timer = StatusItem(
        "timer", formatSpecifiers: [("m", "minutes"), ("mr", "minutes that are left")]
    ) {
        StatusItem.Content(
            text: "Study:\t24 #1", short: "24 #1", isActive: true, percentage: 40, secondsLeft: 1440.5,
            values: ["1", "24"],
            controls: [("stop", "focus stop")])
    }
    private static let streak = StatusItem("streak", formatSpecifiers: [("s", "days in a row")]) {
        StatusItem.Content(text: "7 days", short: "7", percentage: 70, values: ["7"])
    }
    private static let silent = StatusItem("silent") { nil }

    private struct Items: Plugin {
        let name = "Items"
        let items: [StatusItem]
        func contribute(to registry: inout Registry) { for item in items { registry.add(item, to: .statusItems) } }
    }

    private func run(
        _ words: [String], _ items: [StatusItem] = [timer, silent, streak], closesAfter: Int = .max,
        sleep: @escaping @Sendable (Double) -> Void = { _ in }
    ) throws -> (status: Int32, output: String, error: String) {
        let registry = try Registry([
            StatusPlugin(app: "dojo", program: { "/bin/dojo" }, sleep: sleep), Items(items: items),
        ])
        let shell = Shell(
            app: SampleApp.description, commands: registry.all(.commands), homeCards: [], today: { SampleApp.today })
        let console = ScriptedConsole(columns: 200, closesAfter: closesAfter)
        return (shell.run(["status"] + words, on: console), console.output, console.error)
    }

    func testEachFormatMatchesItsStatusBar() throws {
        let facts: [(format: String, text: String)] = [
            ("plain", "Study: 24 #1\n7 days\n"), ("tmux", "24 ##1 | 7\n"),
            ("i3blocks", "Study: 24 #1 | 7 days\n24 #1 | 7\n"),
            (
                "waybar",
                #"{ "text": "24 #1 | 7", "tooltip": "Study:\t24 #1\n7 days", "class": "active", "percentage": 40 }"#
                    + "\n"
            ),
            ("%m/%mr: %s%% %x%", "1/24: 7% %x%\n"), ("100%", "100%\n"), ("%%s%s", "%s7\n"),
        ]
        for fact in facts { XCTAssertEqual(try run(["--format", fact.format]).output, fact.text, fact.format) }
        XCTAssertEqual(
            try run(["--format", "waybar"], [Self.silent]).output,
            #"{ "text": "", "tooltip": "", "class": "idle" }"# + "\n")
        XCTAssertEqual(try run(["--format", "plain"], [Self.silent]).output, "")
    }

    /// Commands that users copy from the help name the program itself.
    func testHelpNamesTheProgram() throws {
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

    func testJSONContainsAllFieldsOfAnItem() throws {
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

    private static func item(_ text: String, _ short: String, _ state: String?) -> StatusItem {
        StatusItem("timer") { StatusItem.Content(text: text, short: short, isActive: true, state: state) }
    }

    /// Text of the user stays text in every bar. It becomes no tag, parameter or menu.
    func testPolybarSwiftBarAndStarshipEscapeText() throws {
        let hostile = Self.item("~~~ a|shell=rm\nb", "--%{A1:rm:}x|y", "focus")
        let menu = "emojize=false symbolize=false"
        let facts: [(format: String, items: [StatusItem], text: String)] = [
            ("polybar", [Self.timer, Self.streak], "24 #1 | 7\n"),
            ("polybar", [hostile], "%{F#d9534f}--% {A1:rm:}x|y%{F-}\n"),
            ("polybar", [Self.silent], "\n"), ("starship", [Self.timer, Self.streak], "24 #1 | 7\n"),
            ("starship", [Self.silent], ""), ("starship", [Self.item("on", "", "none")], ""),
            ("swiftbar", [hostile], "–-%{A1:rm:}x¦y | color=#d9534f \(menu)\n---\n–~~ a¦shell=rm b | \(menu)\n"),
            (
                "swiftbar", [Self.timer],
                "24 #1 | \(menu)\n---\nStudy: 24 #1 | \(menu)\nstop | \(menu) shell=\"/bin/dojo\" param1=\"focus\" param2=\"stop\" "
                    + "terminal=false refresh=true\n"
            ),
            ("swiftbar", [Self.silent], "– | \(menu)\n---\n"),
        ]
        for fact in facts {
            XCTAssertEqual(try run(["--format", fact.format], fact.items).output, fact.text, fact.format)
        }
    }

    /// Waybar reads markup. Items without a short text are omitted. i3blocks has a third line for a
    /// color.
    func testWaybarTmuxAndI3blocksEscapeTextAndSkipEmptyItems() throws {
        let hostile = Self.item("R&D <b>", "<span>", "paused")
        let quiet = StatusItem("quiet") { StatusItem.Content(text: "Nothing is due.", short: "") }
        let facts: [(format: String, items: [StatusItem], text: String)] = [
            (
                "waybar", [hostile],
                #"{ "text": "&lt;span&gt;", "tooltip": "R&amp;D &lt;b&gt;", "class": [ "active", "paused" ] }"# + "\n"
            ),
            ("tmux", [quiet, Self.streak], "7\n"), ("tmux", [quiet], "\n"),
            ("i3blocks", [quiet, hostile], "Nothing is due. | R&D <b>\n<span>\n#b8860b\n"),
            ("waybar", [quiet], #"{ "text": "", "tooltip": "Nothing is due.", "class": "idle" }"# + "\n"),
        ]
        for fact in facts {
            XCTAssertEqual(try run(["--format", fact.format], fact.items).output, fact.text, fact.format)
        }
    }

    func testTimerStatesDifferInFormatsWithClassesOrColors() throws {
        for format in ["waybar", "i3blocks", "polybar", "swiftbar"] {
            let texts = try ["focus", "break", "paused", "ready"].map { state in
                try run(["--format", format], [Self.item("on", "on", state)]).output
            }
            XCTAssertEqual(Set(texts).count, 4, format)
        }
    }

    func testFollowWritesChangesEverySecondUntilTheOutputCloses() throws {
        let slept = Mutex<[Double]>([])
        let item = StatusItem("timer") {
            let look = slept.withLock { $0.count }
            let text = ["on", "on", "on", "off", "off", "on"][min(look, 5)]
            return StatusItem.Content(text: text, short: text)
        }
        let facts: [(format: String, text: String)] = [
            ("plain", "on\noff\non\n"), ("tmux", "on\noff\non\n"), ("i3blocks", "on\noff\non\n"),
            ("polybar", "on\noff\non\n"),
        ]
        for fact in facts {
            slept.withLock { $0 = [] }
            let bytes = fact.text.utf8.count - 1
            let outcome = try run(["--follow", "--format", fact.format], [item], closesAfter: bytes) { seconds in
                slept.withLock { $0.append(seconds) }
            }
            XCTAssertEqual(outcome.output, fact.text, fact.format)
            XCTAssertEqual(outcome.status, 0, "a closed pipe is no error")
            XCTAssertEqual(slept.withLock { $0 }, [1, 1, 1, 1, 1], "one second between two polls")
        }
        let menus = try run(["--follow", "--format", "swiftbar"], [Self.streak], closesAfter: 4).output
        XCTAssertTrue(menus.hasPrefix("~~~\n7 | "), menus)
        XCTAssertEqual(
            try run(["--follow", "--format", "plain"], [Self.silent], closesAfter: 0).output, "\n", "a bar is cleared")
        XCTAssertEqual(try run(["--follow"], [Self.silent], closesAfter: 0).output, "Nothing is running.\n")
    }

    func testWaitPollsEveryFiveSecondsUntilTheRunEnds() throws {
        let remaining = Mutex(12.0)
        let slept = Mutex<[Double]>([])
        let item = StatusItem("timer") {
            let seconds = remaining.withLock { $0 }
            return StatusItem.Content(
                text: "on", short: "on", secondsLeft: seconds, activityName: seconds > 0 ? "round" : "break")
        }
        let later = StatusItem("later") {
            StatusItem.Content(
                text: "on", short: "on", secondsLeft: 99, activityName: remaining.withLock { $0 > 0 ? "up" : nil })
        }
        _ = try run(["--wait"], [item, later, Self.streak]) { seconds in
            slept.withLock { $0.append(seconds) }
            remaining.withLock { $0 = max(0, $0 - seconds) }
        }
        XCTAssertEqual(slept.withLock { $0 }, [5, 5, 2])
        _ = try run(["--wait"], [Self.streak]) { _ in XCTFail("without an end there is nothing to wait for") }
        _ = try run([]) { _ in XCTFail("no wait was requested") }
    }
}
