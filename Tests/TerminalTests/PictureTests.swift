import Interface
import Kernel
import Terminal
import TerminalTesting
import XCTest

/// Pictures by an external program, the pager, notices and questions.
final class PictureTests: XCTestCase {
    private final class LastCanvas: @unchecked Sendable { var canvas: ConsoleCompanions.Canvas? }

    private func shell(_ output: @escaping @Sendable () -> Output) -> Shell {
        let command = Command("do", "Do it", examples: [.init("do", "Do it")], changes: true) { output() }
        return Shell(app: SampleApp.description, commands: [command], homeCards: [], today: { SampleApp.today })
    }

    /// Returns the output above the text, and the canvas that the drawing program received.
    private func drawn(
        _ drawing: String?, _ options: [String] = [], terminal: Bool = true,
        environment: [String: String] = ["TERM": "xterm-256color", "LANG": "C.UTF-8"],
        columns: Int = 60, rows: Int = 24
    ) -> (above: String, canvas: ConsoleCompanions.Canvas?) {
        let last = LastCanvas()
        let console = ScriptedConsole(
            terminal: terminal, environment: environment, columns: columns, rows: rows,
            draw: { image, canvas in
                XCTAssertEqual(image, [1, 2])
                last.canvas = canvas
                return drawing
            })
        let shell = shell {
            var output = Output(blocks: [.paragraph("Text")])
            output.picture = ShownPicture { [1, 2] }
            return output
        }
        XCTAssertEqual(shell.run(["do"] + options, on: console), 0)
        XCTAssertTrue(console.output.hasSuffix("Text\n") || options.contains("--json"), console.output)
        return (String(console.output.dropLast(5)), last.canvas)
    }

    func testPictureUsesHalfTheRowsAndAtLeastFour() {
        let facts: [(columns: Int, rows: Int, canvas: (Int, Int))] = [
            (60, 24, (59, 12)), (80, 25, (79, 12)), (81, 25, (80, 12)), (200, 50, (80, 25)), (60, 9, (59, 4)),
            (60, 10, (59, 5)),
            (60, 5, (59, 4)),
        ]
        for fact in facts {
            let canvas = drawn("██\n", columns: fact.columns, rows: fact.rows).canvas
            XCTAssertEqual(
                canvas, .init(columns: fact.canvas.0, rows: fact.canvas.1, colors: .palette, unicode: true), "\(fact)")
        }
        XCTAssertEqual(
            drawn("#\n", environment: ["TERM": "xterm", "NO_COLOR": "1", "LANG": "C"]).canvas?.unicode, false)
        XCTAssertEqual(
            drawn("#\n", environment: ["TERM": "xterm", "NO_COLOR": "1", "LANG": "C"]).canvas?.colors, ColorDepth.none)
    }

    func testDrawerIsNotCalledForInvisibleOutput() {
        XCTAssertNil(drawn("#\n", terminal: false).canvas)
        XCTAssertNil(drawn("#\n", environment: ["TERM": "dumb", "LANG": "C.UTF-8"]).canvas)
        XCTAssertNil(drawn("#\n", ["--json"]).canvas)
        XCTAssertNil(drawn("#\n", ["--plain"]).canvas)
        XCTAssertEqual(drawn(nil).above, "")
        XCTAssertEqual(drawn("\n\n").above, "", "an empty picture takes no line")
    }

    func testOnlyCharactersAndColorsOfAPictureAreWritten() {
        let facts: [(drawn: String, colored: String, plain: String)] = [
            ("ab\ncd\n", "ab\ncd\n\n", "ab\ncd\n\n"), ("ab", "ab\n\n", "ab\n\n"),
            ("\u{1B}[38;5;9ma\u{1B}[0mb\n", "\u{1B}[38;5;9ma\u{1B}[0mb\u{1B}[0m\n\n", "ab\n\n"),
            ("\u{1B}[ma\n", "\u{1B}[ma\u{1B}[0m\n\n", "a\n\n"),
            ("\u{1B}[2Ja\u{1B}[?25lb\u{1B}[1;1Hc\n", "abc\n\n", "abc\n\n"),
            ("\u{1B}[>1ma\u{1B}[/1mb\u{1B}[:9mc\n", "abc\n\n", "abc\n\n"),
            ("a\u{1B}]0;t\u{7}b\n", "a]0;tb\n\n", "a]0;tb\n\n"),
            ("a\u{202E}\u{9B}\u{AD}b\n", "ab\n\n", "ab\n\n"), ("a\u{1B}[31", "a\n\n", "a\n\n"),
            ("a\u{1B}[", "a\n\n", "a\n\n"),
            ("a\u{1B}", "a\n\n", "a\n\n"),
            ("\u{1B}[3@x\u{1B}[3~y\n", "xy\n\n", "xy\n\n"),
        ]
        for fact in facts {
            XCTAssertEqual(drawn(fact.drawn).above, fact.colored, fact.drawn.debugDescription)
            XCTAssertEqual(drawn(fact.drawn, ["--color", "never"]).above, fact.plain, fact.drawn.debugDescription)
        }
    }

    // MARK: - Output by terminal

    func testPagerNeedsAFullScreenAndTerminalInputAndOutput() {
        let quiet = ["NO_COLOR": "1", "TERM": "xterm"]
        for (count, paged) in [(9, 0), (10, 1), (11, 1)] {
            let long = shell { Output(blocks: (0..<count).map { .paragraph(StyledText("line \($0)")) }) }
            let console = ScriptedConsole(terminal: true, environment: quiet, rows: 10)
            XCTAssertEqual(long.run(["do"], on: console), 0)
            XCTAssertEqual(console.paged.count, paged, "\(count)")
            let piped = ScriptedConsole(terminal: true, inputTerminal: false, environment: quiet, rows: 10)
            XCTAssertEqual(long.run(["do"], on: piped), 0)
            XCTAssertEqual(piped.paged, [], "keys would come out of the pipe")
        }
    }

    func testNoticeAndHintAreSeparatedAndHiddenByQuiet() {
        func outputLines(_ output: Output, _ options: String...) -> [String] {
            let console = ScriptedConsole()
            XCTAssertEqual(shell { output }.run(["do"] + options, on: console), 0)
            return [console.output, console.error]
        }
        let all = Output(blocks: [.paragraph("Text")], notice: "Done\u{7}.", next: ["a", "b c"])
        XCTAssertEqual(outputLines(all), ["Text\n\nDone␇.\n\nNext: sample a, sample b c\n", ""])
        XCTAssertEqual(outputLines(all, "--quiet"), ["Text\n", ""])
        XCTAssertEqual(outputLines(all, "--plain"), ["Text\n", "Done␇.\nNext: sample a, sample b c\n"])
        XCTAssertEqual(outputLines(all, "--json"), ["{\n  \"text\": \"Text\\n\"\n}\n", "Done␇.\n"])
        XCTAssertEqual(outputLines(all, "--json", "--quiet"), ["{\n  \"text\": \"Text\\n\"\n}\n", ""])
        XCTAssertEqual(outputLines(Output(notice: "Done.")), ["Done.\n", ""])
        XCTAssertEqual(outputLines(Output(next: ["a"])), ["Next: sample a\n", ""])
        XCTAssertEqual(outputLines(Output()), ["", ""])
        XCTAssertEqual(outputLines(Output(), "--json"), ["null\n", ""])
        XCTAssertEqual(outputLines(Output(), "--plain"), ["", ""])
        var text = Output.text("same\u{7}")
        (text.notice, text.next) = ("Done.", ["a"])
        XCTAssertEqual(outputLines(text), ["same\u{7}", "Done.\nNext: sample a\n"])
        XCTAssertEqual(outputLines(text, "--json"), ["{\n  \"text\": \"same\\u0007\"\n}\n", "Done.\n"])
    }

    func testTextBeforeAQuestionIsShownOnlyWhenAsking() {
        let asking = shell {
            var output = Output.confirm("Sure?") { Output(notice: "Done.") }
            output.blocks = [.paragraph("Text")]
            return output
        }
        for (options, terminal, input, output, error) in [
            ([], true, nil, "Text\nDone.\n", "Sure? [y/N] y\n"), (["--yes"], true, nil, "Done.\n", ""),
            (["--dry-run"], true, nil, "Dry run, nothing was changed. Otherwise: Done.\n", ""),
            (["--plain"], true, nil, "", "Sure? [y/N] y\nDone.\n"),
            (
                [], false, true, "",
                "sample: “Sure?” needs an answer, but there is no terminal to ask in.\nAnswer with --yes.\n"
            ),
            (
                [], true, false, "",
                "sample: “Sure?” needs an answer, but there is no terminal to ask in.\nAnswer with --yes.\n"
            ),
        ] as [([String], Bool, Bool?, String, String)] {
            let console = ScriptedConsole(
                lines: ["y"], terminal: terminal, inputTerminal: input, environment: ["NO_COLOR": "1"])
            _ = asking.run(["do"] + options, on: console)
            XCTAssertEqual([console.output, console.error], [output, error], "\(options) \(terminal)")
        }
        let editing = shell {
            Output(
                blocks: [.paragraph("Text")], continuation: .edit(text: "old", fileName: "n") { .text($0 ?? "same") })
        }
        let console = ScriptedConsole(terminal: true, environment: ["NO_COLOR": "1"]) { $0 }
        XCTAssertEqual(editing.run(["do"], on: console), 0)
        XCTAssertEqual(console.output, "Text\nsame")
    }

    func testDryRunPrintsWhatItWouldOpen() {
        let console = ScriptedConsole()
        XCTAssertEqual(
            shell { Output(notice: "Made.", continuation: .open(path: "a.html")) }.run(
                ["do", "--dry-run"], on: console), 0)
        XCTAssertEqual(console.error, "Would open a.html.\n")
        XCTAssertEqual(console.output, "Dry run, nothing was changed. Otherwise: Made.\n")
    }
}

final class IllustrationTests: XCTestCase {
    private func pictureOutput(_ drawing: String?, columns: Int = 60, terminal: Bool = true, options: [String] = [])
        -> String
    {
        let console = ScriptedConsole(
            terminal: terminal, environment: ["TERM": "xterm-256color", "LANG": "C.UTF-8"], columns: columns,
            draw: { _, canvas in
                XCTAssertEqual(canvas, .init(columns: 14, rows: 5, colors: .palette, unicode: true))
                return drawing
            })
        let block = Block.illustrated(
            Illustration(
                ShownPicture { [1] },
                beside: [
                    .paragraph("First snow"), .paragraph("It fell all night and lay until noon, and then it was gone."),
                ]))
        let command = Command("do", "Do it", examples: [.init("do", "Do it")]) {
            Output(blocks: [block, .paragraph("End")])
        }
        let shell = Shell(app: SampleApp.description, commands: [command], homeCards: [], today: { SampleApp.today })
        XCTAssertEqual(shell.run(["do"] + options, on: console), 0)
        return console.output
    }

    func testTextIsRightOfItsPictureWhicheverIsTaller() {
        let picture = "\u{1B}[38;5;1m▀▀▀\n▄▄\n"
        let lines = pictureOutput(picture).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        XCTAssertEqual(lines[0], "\u{1B}[38;5;1m▀▀▀\u{1B}[0m             First snow")
        XCTAssertEqual(lines[1], "▄▄              It fell all night and lay until noon, and")
        XCTAssertEqual(lines[2], "                then it was gone.")
        XCTAssertEqual(lines[3], "End")
        let tall = pictureOutput((1...9).map { "\($0)\n" }.joined()).split(separator: "\n")
        XCTAssertEqual(tall.map { $0.prefix(1) }, ["1", "2", "3", "4", "5", "E"])
    }

    func testTextIsShownAloneWithoutADrawing() {
        let alone = "First snow\nIt fell all night and lay until noon, and then it was gone.\nEnd\n"
        for text in [
            pictureOutput(nil, columns: 80), pictureOutput("", columns: 80),
            pictureOutput("#\n", columns: 80, terminal: false),
            pictureOutput("#\n", columns: 80, options: ["--plain"]),
        ] {
            XCTAssertEqual(text, alone)
        }
        XCTAssertFalse(pictureOutput("#\n", columns: 46).contains("#"), "too narrow for both")
        XCTAssertTrue(pictureOutput("#\n", columns: 47).contains("#"))
    }

    /// A terminal announces its protocol in the environment. tmux would lose the pixels.
    func testGraphicsProtocolIsDetectedFromTheEnvironment() {
        for (environment, format) in [
            (["TERM": "xterm-kitty"], "kitty"), (["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"], "kitty"),
            (["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"], "iterm"),
            (["TERM": "xterm-256color", "LC_TERMINAL": "iTerm2"], "iterm"),
            (["TERM": "foot"], "sixels"), (["TERM": "xterm-256color"], "characters"),
            (["TERM": "xterm-kitty", "TMUX": "/x"], "characters"),
            (["TERM": "xterm-kitty", "NO_COLOR": "1"], "characters"),
        ] {
            let console = ScriptedConsole(
                terminal: true, environment: environment.merging(["LANG": "C.UTF-8"]) { $1 },
                draw: { _, canvas in "\(canvas.graphics)\n" })
            let command = Command("do", "Do it", examples: [.init("do", "Do it")]) {
                var output = Output(blocks: [.paragraph("Text")])
                output.picture = ShownPicture { [1] }
                return output
            }
            let shell = Shell(
                app: SampleApp.description, commands: [command], homeCards: [], today: { SampleApp.today })
            XCTAssertEqual(shell.run(["do"], on: console), 0)
            XCTAssertEqual(console.output, "\(format)\n\nText\n", "\(environment)")
        }
    }

    /// Only complete sequences of the protocol are written. If a sequence contains anything else,
    /// no pixels are drawn.
    func testOnlySequencesOfTheGraphicsProtocolPass() {
        func pictureOutput(_ drawn: String, _ environment: [String: String]) -> String {
            let console = ScriptedConsole(
                terminal: true,
                environment: environment.merging(["LANG": "C.UTF-8", "TERM": "xterm-256color"]) { first, _ in first },
                draw: { _, _ in drawn })
            let command = Command("do", "Do it", examples: [.init("do", "Do it")]) {
                var output = Output(blocks: [.paragraph("Text")])
                output.picture = ShownPicture { [1] }
                return output
            }
            _ = Shell(app: SampleApp.description, commands: [command], homeCards: [], today: { SampleApp.today }).run(
                ["do"], on: console)
            return String(console.output.dropLast(5))
        }
        let kitty = ["TERM": "xterm-kitty"]
        let iterm = ["TERM_PROGRAM": "iTerm.app"]
        let sixel = ["TERM": "foot"]
        let first = "\u{1B}_Ga=T,f=32,m=1;AAAA\u{1B}\\", second = "\u{1B}_Gm=0;BB==\u{1B}\\"
        XCTAssertEqual(pictureOutput("\u{1B}[?25l\(first)\n\(second)\u{1B}[2J", kitty), first + second + "\n")
        XCTAssertEqual(
            pictureOutput("\u{1B}]1337;File=inline=1;width=4:AAAA\u{07}", iterm),
            "\u{1B}]1337;File=inline=1;width=4:AAAA\u{07}\n")
        XCTAssertEqual(
            pictureOutput("\u{1B}P0;1q\"1;1;2;2#0;2;0;0;0-\u{1B}\\", sixel), "\u{1B}P0;1q\"1;1;2;2#0;2;0;0;0-\u{1B}\\\n"
        )
        for (evil, environment) in [
            ("\u{1B}_Ga=T;A\u{1B}[2JA\u{1B}\\", kitty), ("\u{1B}]1337;File=x:A\u{1B}]52;c;AA\u{07}", iterm),
            ("\u{1B}Pq\u{1B}]0;x\u{07}\u{1B}\\", sixel),
            ("\u{1B}_Ga=T;AAAA", kitty),
        ] {
            XCTAssertFalse(pictureOutput(evil, environment).unicodeScalars.contains("\u{1B}"), evil.debugDescription)
        }
    }
}
