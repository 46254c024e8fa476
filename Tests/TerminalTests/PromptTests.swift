import Kernel
import Synchronization
import Terminal
import XCTest

final class PromptTests: XCTestCase {
    func testConfirmationNeedsAnExplicitYes() throws {
        for (lines, answer) in [
            (["y"], true), (["YES"], true), ([""], false), (["n"], false), ([], false), (["what", " y "], true),
        ] {
            let console = PlayedConsole(lines: lines)
            XCTAssertEqual(try Prompt(console: console).confirm("Delete\u{1B}[2J?"), answer, "\(lines)")
            XCTAssertTrue(console.error.hasPrefix("Delete␛[2J? [y/N] "))
            XCTAssertEqual(console.output, "")
        }
    }

    func testChoiceAcceptsNumberOrWord() throws {
        for (lines, place) in [(["2"], 1), (["0", "4", "Green"], 2)] {
            let prompt = Prompt(console: PlayedConsole(lines: lines))
            XCTAssertEqual(try prompt.choose("Belt?", among: ["white", "yellow", "green"], option: "--belt"), place)
        }
        XCTAssertThrowsError(try Prompt(console: PlayedConsole()).choose("Belt?", among: ["white"], option: "--belt"))
        XCTAssertEqual(try Prompt(console: PlayedConsole(lines: ["  a b "])).line("Name?", option: "--name"), "a b")
    }

    func testPromptWithoutTerminalNamesTheOption() {
        let prompt = Prompt(console: PlayedConsole(lines: ["y"], isTerminal: false))
        XCTAssertThrowsError(try prompt.confirm("Delete?", option: "--yes")) { error in
            XCTAssertEqual((error as? Failure)?.kind, .usage)
            XCTAssertTrue("\(error)".contains("--yes"))
        }
    }

    func testProgressAppearsAfterADelayAndIsCleared() {
        let moment = Mutex<Int64>(0)
        func work(_ console: PlayedConsole) -> ProgressBar {
            moment.withLock { $0 = 0 }
            let bar = ProgressBar("Copying", total: 10, console: console, palette: .plain, unicode: false) {
                Instant(milliseconds: moment.withLock { $0 })
            }
            for done in 1...9 {
                moment.withLock { $0 += 70 }
                bar.advance(to: done)
            }
            return bar
        }
        let console = PlayedConsole()
        let bar = work(console)
        XCTAssertEqual(
            console.error.split(separator: "\r").map { $0.replacing(#/ +$/#, with: "") },
            [
                "Copying #######       5 of 10, 1 s left", "Copying #########     7 of 10, 1 s left",
                "Copying ############  9 of 10, 1 s left",
            ])
        bar.finish()
        XCTAssertTrue(console.error.hasSuffix(" \r"))
        let pipe = PlayedConsole(isTerminal: false)
        work(pipe).finish()
        XCTAssertEqual(pipe.error, "")
    }
}
