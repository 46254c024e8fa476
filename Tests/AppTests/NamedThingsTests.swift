import Composition
import Foundation
import Interface
import Kernel
import PicturesTesting
import TerminalTesting
import TestSupport
import XCTest

/// Tests that all commands accept the same names for a thing.
final class NamedThingsTests: XCTestCase {
    private let home = try? Home(isQuick: true)

    private func run(_ app: String, _ words: String..., terminal: Bool = false) throws -> (status: Int32, text: String)
    {
        let entry = try XCTUnwrap(App.all.first { $0.name == app })
        let home = try XCTUnwrap(home)
        let variables = [
            "HOME": home.path, "PATH": "/nowhere/bin", "LANG": "C.UTF-8", "TERM": "xterm",
            "COMMONPLACE_COMMUNITY": home.path("town"),
        ]
        let console = ScriptedConsole(terminal: terminal, environment: variables, columns: 200)
        let status = App.run(app, entry.build, words, on: console)
        return (status, console.output + console.error)
    }

    /// Runs every option and argument that names a lesson: by id, in hangul, in another
    /// romanization, with and without spaces.
    func testLessonNamesWorkInAllCommands() throws {
        let patterns = ["chon-ji", "Chon-Ji", "chonji", "천지", "cheonji", "cheon ji", "Chon Ji"]
        let exchanges = ["three-step-1", "three-step/1", "three step 1", "Three-step sparring 1", "삼보 맞서기 1"]
        let techniques = ["low-block", "Low Block", "낮은데 막기", "najunde makgi", "najundemakgi"]
        for name in patterns {
            for words in [
                ["media", "list", "--to"], ["media", "list", "--to"], ["pattern", "show"], ["pattern", "diagram"],
            ] {
                let typed = words.count == 3 && name == "천지" ? name + "/3" : name
                let result = try run(
                    "dojang", words[0], words[1], words.count > 2 ? words[2] : name, words.count > 2 ? typed : "--json")
                XCTAssertEqual(result.status, 0, "\(words) \(typed): \(result.text)")
            }
        }
        for name in exchanges {
            XCTAssertEqual(try run("dojang", "media", "list", "--to", name).status, 0, name)
            XCTAssertEqual(try run("dojang", "sparring", "show", name).status, 0, name)
        }
        for name in techniques {
            XCTAssertEqual(try run("dojang", "media", "list", "--to", name).status, 0, name)
            XCTAssertEqual(try run("dojang", "technique", "show", name).status, 0, name)
        }
        for name in ["three-step-99", "chon-ji/99", "cheonj", "천", "x"] {
            XCTAssertEqual(try run("dojang", "media", "list", "--to", name).status, 64, name)
        }
    }

    /// An attachment that is added under one name is found under all others.
    func testAttachmentsAreFoundUnderAllNames() throws {
        let picture = try XCTUnwrap(home).file("p.png", PhotoMaker.png(30, 40))
        XCTAssertEqual(try run("dojang", "media", "add", picture, "--to", "천지/3").status, 0)
        for name in ["chon-ji/3", "cheonji/3", "Chonji/3"] {
            XCTAssertTrue(try run("dojang", "media", "list", "--to", name).text.contains("chon-ji/3"), name)
            XCTAssertEqual(try run("dojang", "media", "show", name).status, 0, name)
        }
    }

    /// On a terminal a number means the row of the last list, in every app with rows, also after
    /// other users changed the community.
    func testRowNumbersRefersToLastList() throws {
        for title in ["Alpha", "Beta", "Gamma"] { _ = try run("focusflow", "task", "add", title) }
        _ = try run("focusflow", "task", "list", terminal: true)
        XCTAssertTrue(try run("focusflow", "task", "done", "1", terminal: true).text.contains("Alpha"))
        XCTAssertTrue(try run("focusflow", "task", "done", "2", terminal: true).text.contains("Beta"), "not Gamma")
        XCTAssertTrue(try run("focusflow", "task", "list", "--plain").text.contains("Gamma"))

        XCTAssertEqual(try run("hub", "community", "create", XCTUnwrap(home).path("town")).status, 0)
        for text in ["First words", "Second words", "Third words"] {
            XCTAssertEqual(try run("coin", "community", "feedback", text, "--yes").status, 0)
        }
        let lines = try run("hub", "feedback", "list", "--plain").text.split(separator: "\n")
        _ = try run("hub", "feedback", "list", terminal: true)
        for row in 1...3 {
            let line = lines[row - 1]
            let word = try XCTUnwrap(["First", "Second", "Third"].first { line.contains($0) }, String(line))
            let answered = try run("hub", "feedback", "respond", "\(row)", "Thank you", "--json", terminal: true)
            XCTAssertEqual(answered.status, 0, answered.text)
            XCTAssertTrue(answered.text.contains(word), "row \(row) was \(word): \(answered.text)")
        }
        let emptyList = try run("hub", "roadmap", "list", terminal: true)
        XCTAssertEqual(emptyList.status, 0)
        XCTAssertEqual(try run("hub", "roadmap", "remove", "1", "--yes", terminal: true).status, 0)
        let again = try run("hub", "roadmap", "remove", "1", "--yes", terminal: true)
        XCTAssertEqual(again.status, 1)
        XCTAssertTrue(again.text.contains("What stood in row 1 of `roadmap list` is not there any more."), again.text)
    }
}
