import Interface
import Kernel
import Languages
import Terminal
import TerminalTesting
import XCTest

/// Output for people is translated, and output for programs is not.
final class LanguageTests: XCTestCase {
    private struct Row: Sendable {
        let name: String
    }

    private static let fields: [Field<Row>] = [
        Field("name", title: "Name", "what it is called") { .text($0.name) },
        Field("isDone", title: "Done", "yes or no") { _ in .bool(true) },
    ]

    private static let commands: [Command] = [
        Command(
            "plan add", "Add a plan", examples: [.init("plan add Kim", "Add one")], .argument("name", .text, "who"),
            changes: true
        ) { name in
            guard name != "no" else {
                throw Failure(.init("noPlan"), "There is no plan “\(name)”.", advice: "Add one.")
            }
            return .changed("Added “\(name)” (\(3) words).", Row(name: name), fields, next: ["plan list"])
        },
        Command("plan list", "List plans", examples: [.init("plan list", "List them")], returns: .list(fields)) {
            .list(
                [Row(name: "Name"), Row(name: "Friday, 20 November 2026")], fields, heading: "Plans of \("Name")",
                empty: "There are none.",
                footer: [
                    .facts([("Name", StyledText("Name")), ("Name", "Name")]),
                    .bars(BarChart([.init("Name", 1, figure: "3 words")])),
                    .paragraph(StyledText("Now: ", .title) + StyledText("app \("plan")", .input)), .gap,
                ])
        },
    ]

    private static let pack = LanguagePack(
        Array(
            """
            language: ko
            name: 한국어

            = Add a plan
            > 계획 추가

            = Add one.
            > 하나 추가하세요.

            = Added “{1}” ({2}).
            > “{1}” 추가함 ({2}).

            = Name
            > 이름

            = Next:
            > 다음:

            = Now:
            > 지금:

            = Plans of {1}
            > {1}의 계획

            = There is no plan “{1}”.
            > “{1}” 계획이 없습니다.

            = Usage
            > 사용법

            = yes
            > 예

            = {1} words
            > 낱말 {1}개

            """.utf8))

    private func run(_ words: [String], columns: Int = 80, terminal: Bool = false, locale: String = "ko_KR.UTF-8")
        -> ScriptedConsole
    {
        let console = ScriptedConsole(
            terminal: terminal, environment: ["LANG": locale, "TERM": "xterm", "NO_COLOR": "1"], columns: columns)
        let app = AppDescription(name: "app", about: "Plans.", version: "1", credits: [], privacy: "", support: "")
        let shell = Shell(app: app, commands: Self.commands, homeCards: [], today: { SampleApp.today })
        let translator = Translator(Language(variables: console.environment), isMachineMade: true) { [Self.pack.bytes] }
        _ = shell.run(words, on: console.translated(by: translator))
        return console
    }

    func testOutputForPeopleIsTranslated() {
        XCTAssertEqual(Self.pack.findings, [])
        XCTAssertEqual(run(["plan", "add", "Name"]).output, "“Name” 추가함 (낱말 3개).\n\n다음: app plan list\n")
        XCTAssertEqual(run(["plan", "add", "no"]).error, "app: “no” 계획이 없습니다.\n하나 추가하세요.\n")
        let list = run(["plan", "list"]).output
        for piece in ["Name의 계획", "이름", "예", "2026년 11월 20일 금요일", "낱말 3개", "지금: app plan"] {
            XCTAssertTrue(list.contains(piece), list)
        }
        XCTAssertTrue(run(["help", "plan", "add"]).output.contains("계획 추가.\n\n사용법\napp plan add NAME"))
        XCTAssertTrue(run(["about"]).output.contains("translated by a machine"))
    }

    func testUserTextIsNotTranslated() {
        XCTAssertTrue(run(["plan", "list"]).output.contains("\nName"))
        XCTAssertTrue(run(["plan", "add", "Added “x” (y)."]).output.hasPrefix("“Added “x” (y).” 추가함"))
    }

    func testMachineOutputStaysEnglish() {
        for form in ["--json", "--plain"] {
            for words in [["plan", "list"], ["plan", "add", "Kim"], ["about"]] {
                XCTAssertEqual(
                    run(words + [form]).output, run(words + [form], locale: "C.UTF-8").output, "\(words) \(form)")
            }
        }
        XCTAssertEqual(run(["man"]).output, run(["man"], locale: "C.UTF-8").output)
    }

    /// A syllable has two columns, so no line of a table or paragraph exceeds the screen.
    func testHangulFitsTheScreen() {
        for columns in [20, 40, 80] {
            for words in [["plan", "list"], ["help"], ["help", "plan", "add"]] {
                for line in run(words, columns: columns, terminal: true).output.split(separator: "\n")
                where line.contains(" ") && !line.contains("--") {
                    XCTAssertLessThanOrEqual(DisplayWidth.columns(of: String(line)), columns, String(line))
                }
            }
        }
    }

    func testASCIITerminalGetsRomanizedKorean() {
        let latin = run(["plan", "add", "Kim"], locale: "ko_KR").output
        XCTAssertTrue(latin.utf8.allSatisfy { $0 < 0x80 }, latin)
        XCTAssertTrue(latin.contains("Kim"))
    }
}
