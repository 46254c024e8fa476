import Interface
import Kernel
import Synchronization
import Terminal
import TerminalTesting
import XCTest

/// Help and manual, compared line by line.
final class HelpAndManTests: XCTestCase {
    private static let opened = Mutex<[String]>([])

    private static let commands: [Command] = [
        Command(
            "plan add", "Add a plan", discussion: "One\nparagraph.\n\n\nAnother.",
            examples: [.init("plan add Kim --day friday", "Add one"), .init("plan add Lee", "Add another")],
            .option("day", short: "d", .pastDay, shown: "today", "the day"), .argument("name", .text, "who"),
            .options("tag", .text("TAG"), "a tag"), .flag("loud", short: "l", "shout"),
            .rest("others", .text, isRequired: false, "more"),
            returns: .list([Field<Int>("id", "the id") { .integer($0) }]), changes: true
        ) { _, _, _, _, _ in Output() },
        Command(
            "plan", "Show the plan", examples: [.init("plan", "Show it")],
            returns: .one([Field<Int>("id", "the id") { .integer($0) }])
        ) { Output() },
        Command("plan secret", "Hide", examples: [.init("plan secret", "Hide")], isHidden: true) { Output() },
        Command("goal set", "Set a goal", examples: [.init("goal set", "Set it")], .rest("word", .text, "the words")) {
            _ in
            Output()
        },
    ]

    private func shell(problems: String? = "problem", about: String = "Plans.", sheets: Bool = true) -> Shell {
        let app = AppDescription(
            name: "app", about: about, version: "1", credits: [], privacy: "", support: "", problems: problems,
            hasProfiles: true)
        return Shell(
            app: app, commands: Self.commands, homeCards: [], today: { SampleApp.today },
            helpSheets: {
                guard sheets else { return [] }
                return ["plan", "goal", "faq", "long story"].map { name in
                    HelpSheet(name, "About \(name)", blocks: [.paragraph("It says.")]) {
                        HelpAndManTests.opened.withLock { $0.append(name) }
                    }
                }
            })
    }

    private func run(_ words: String..., shell: Shell? = nil) -> (output: String, error: String, status: Int32) {
        let console = ScriptedConsole(columns: 400)
        let status = (shell ?? self.shell()).run(words, on: console)
        return (console.output, console.error, status)
    }

    private let globals = """
        Options of every command
        --data, --store, --community, --profile, --json, --plain, --color, --language, --quiet, --dry-run, --yes, --today, --seed, --reduced-motion, \
        --help, --version. See “app help”.

        Found a problem? app problem

        """

    func testHelpPageOfACommand() {
        XCTAssertEqual(
            run("help", "plan", "add").output,
            """
            Add a plan.

            Usage
            app plan add NAME [OTHERS…] [--day DAY] [--tag TAG]… [--loud]

            One paragraph.

            Another.

            Arguments
            NAME       who
            [OTHERS…]  more

            Options
            -d DAY, --day DAY  the day (today, last friday, 3 days ago, 20 nov, 2026-11-20) [default: today]
            --tag TAG          a tag [repeatable]
            -l, --loud         shout

            Examples
            app plan add Kim --day friday
                Add one
            app plan add Lee
                Add another

            Keys of --json and --plain
            A list of objects with these keys.
            id  the id

            \(globals)
            """)
    }

    func testHelpPageWithSubcommandsAndAHelpSheet() {
        XCTAssertEqual(
            run("help", "plan").output,
            """
            Show the plan.

            Usage
            app plan

            Examples
            app plan
                Show it

            Keys of --json and --plain
            One object with these keys.
            id  the id

            Commands below
            plan add  Add a plan

            \(globals.replacing("\nFound a problem? app problem\n", with: ""))
            About plan
            It says.

            Found a problem? app problem

            """)
    }

    func testHelpPageOfACommandPrefix() {
        let page = """
            Usage
            app goal COMMAND [arguments] [options]

            Commands
            goal set  Set a goal

            \(globals.replacing("\nFound a problem? app problem\n", with: ""))
            About goal
            It says.

            Found a problem? app problem

            """
        XCTAssertEqual(run("help", "goal").output, page)
        XCTAssertEqual(run("goal").output, page)
        XCTAssertEqual(run("goal", shell: shell(problems: nil, sheets: false)).output.suffix(12), "“app help”.\n")
    }

    func testHelpOverview() {
        let page = run("help").output
        XCTAssertTrue(
            page.hasPrefix(
                """
                Plans.

                Usage
                app COMMAND [arguments] [options]
                app help COMMAND

                Commands
                plan add     Add a plan
                plan         Show the plan
                goal set     Set a goal
                help         Explain a command or a topic, or list them
                about        Show version, credits, privacy and support
                completions  Print a script that completes commands in your shell
                man          Print the manual page

                Topics
                help faq         About faq
                help long story  About long story

                Options of every command
                --data DIR        keep records in this folder
                --store WHERE     keep records in files, or in memory only (file|memory) [default: file]

                """), page)
        XCTAssertTrue(page.hasSuffix("--version         show the version\n\nFound a problem? app problem\n"), page)
        XCTAssertFalse(run("help", shell: shell(sheets: false)).output.contains("Topics"))
        XCTAssertEqual(page, run("--help").output)
    }

    func testHelpSheetsOpenByNameAndTyposGetSuggestions() {
        HelpAndManTests.opened.withLock { $0 = [] }
        XCTAssertEqual(run("help", "faq").output, "About faq\nIt says.\n\nFound a problem? app problem\n")
        XCTAssertEqual(
            run("help", "long", "story").output, "About long story\nIt says.\n\nFound a problem? app problem\n")
        _ = run("help", "plan")
        XCTAssertEqual(HelpAndManTests.opened.withLock { $0 }, ["faq", "long story", "plan"])
        let facts: [([String], String)] = [
            (["help", "fqa"], "app: There is no help on “fqa”.\nDid you mean “app help faq”?\n"),
            (["help", "mna"], "app: There is no command “mna”.\nDid you mean “app man”?\n"),
            (["help", "plan", "faq"], "app: “app plan” has no command “faq”.\nSee “app plan --help”.\n"),
            (["help", "plan", "ad"], "app: “app plan” has no command “ad”.\nDid you mean “app plan add”?\n"),
            (["help", "plan", "sceret"], "app: “app plan” has no command “sceret”.\nSee “app plan --help”.\n"),
        ]
        for (words, expected) in facts {
            let console = ScriptedConsole()
            XCTAssertEqual(shell().run(words, on: console), 64)
            XCTAssertEqual(console.error, expected)
        }
        XCTAssertEqual(run("help", "goal", "set", "anything").status, 0, "words after the command can be arguments")
    }

    func testManualHeadAndExamplesAreExact() {
        let page = run("man").output
        XCTAssertTrue(
            page.hasPrefix(
                """
                .Dd November 20, 2026
                .Dt "\\&APP" 1
                .Os
                .Sh NAME
                .Nm "\\&app"
                .Nd "\\&Plans"
                .Sh SYNOPSIS
                .Nm "\\&app"
                .Op Ar command
                .Op Ar arguments
                .Op Ar options
                .Sh DESCRIPTION
                Plans.
                .Pp
                Alone, app shows where you stand and what to do next.

                """), page)
        XCTAssertFalse(page.contains("secret"))
        XCTAssertTrue(
            page.contains(".Sh EXIT STATUS\n.Bl -tag -width Ds\n.It 0\nThe command did what was asked.\n.It 1\n"))
        for kind in Failure.Kind.allCases { XCTAssertTrue(page.contains(".It \(kind.exitStatus)\n"), "\(kind)") }
        XCTAssertTrue(
            page.contains(
                """
                .Sh EXAMPLES
                Add one:
                .Pp
                .Dl "\\&app plan add Kim \\-\\-day friday"
                .Pp
                Add another:
                .Pp
                .Dl "\\&app plan add Lee"
                .Pp

                """), page)
    }

    func testManualCommandSectionIsExact() {
        let page = run("man").output
        XCTAssertTrue(
            page.contains(
                """
                .Sh COMMANDS
                .Bl -tag -width Ds
                .It Cm "\\&plan add" Ar "\\&NAME" Ar "\\&[OTHERS…]" Oo Fl "\\&\\-day" Ar "\\&DAY" Oc Oo Fl "\\&\\-tag" Ar "\\&TAG" Oc Oo Fl "\\&\\-loud" Oc
                Add a plan.
                .Pp
                One paragraph.
                .Pp
                Another.
                .Bl -tag -width Ds
                .It Fl "\\&d" , Fl "\\&\\-day" Ar "\\&DAY"
                the day (today, last friday, 3 days ago, 20 nov, 2026\\-11\\-20) [default:
                today]
                .It Ar "\\&NAME"
                who
                .It Fl "\\&\\-tag" Ar "\\&TAG"
                a tag [repeatable]
                .It Fl "\\&l" , Fl "\\&\\-loud"
                shout
                .It Ar "\\&OTHERS"
                more
                .El
                .Pp
                Gives a list of objects with these keys:
                .Bl -tag -width Ds
                .It Cm "\\&id"
                the id
                .El
                .It Cm "\\&plan"
                Show the plan.
                .Pp
                Gives one object with these keys:

                """), page)
    }

    func testManualLinesBreakAfterSentencesOrAtTheLimit() {
        /// Returns the lines of the section DESCRIPTION for an app with a description.
        func lines(_ about: String) -> [String] {
            let page = run("man", shell: shell(about: about)).output
            return page.components(separatedBy: ".Sh DESCRIPTION\n")[1].components(separatedBy: "\n.Pp")[0].components(
                separatedBy: "\n")
        }
        let word = { (count: Int) in String(repeating: "x", count: count) }
        XCTAssertEqual(lines("\(word(40)) \(word(36))").count, 1, "76 letters and a space")
        XCTAssertEqual(lines("\(word(40)) \(word(37))").count, 2)
        XCTAssertEqual(lines("One. Two: three? Four, five"), ["One.", "Two:", "three?", "Four, five"])
        XCTAssertEqual(lines(". 'b \\c -d"), ["\\&.", "\\&'b \\ec \\-d"])
        XCTAssertEqual(lines(word(99)), [word(99)])
        XCTAssertEqual(lines(" "), ["\\&"])
    }
}
