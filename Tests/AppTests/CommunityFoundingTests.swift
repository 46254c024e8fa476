import Composition
import Foundation
import Kernel
import Terminal
import TerminalContract
import TestBench
import XCTest

/// No command of any app makes a community but the one that is there for it: not in a fresh home, and not where one was and is gone.
final class CommunityFoundingTests: XCTestCase {
    func testNoCommandOfAnyAppFoundsACommunityInAFreshHome() throws {
        for app in App.all {
            let home = try Home(isQuick: true)
            for words in try Self.lines(of: app) {
                run(app, words, in: home)
                let share = (try? FileManager.default.contentsOfDirectory(atPath: home.path(".local/share"))) ?? []
                XCTAssertTrue(Set(share).isSubset(of: ["commonplace", app.name]), "\(app.name) \(words): \(share)")
                XCTAssertFalse(
                    FileManager.default.fileExists(atPath: home.path(".local/share/commonplace/community")),
                    "\(app.name) \(words) connected")
            }
        }
    }

    /// Emptied by accident, or away altogether: no command puts anything in its place, and hub says so with every command that needs it.
    func testNoCommandFoundsACommunityWhereOneWas() throws {
        for isEmptied in [true, false] {
            for app in App.all {
                let home = try Home(isQuick: true), town = home.path("town")
                let hub = try XCTUnwrap(App.all.first { $0.name == "hub" })
                XCTAssertEqual(run(hub, ["community", "create", town], in: home).status, 0)
                try FileManager.default.moveItem(atPath: town, toPath: home.path("kept"))
                if isEmptied { try home.folder("town") }
                for words in try Self.lines(of: app) {
                    let seen = run(app, words, in: home)
                    let left = try? FileManager.default.contentsOfDirectory(atPath: town)
                    XCTAssertEqual(left, isEmptied ? [] : nil, "\(app.name) \(words)")
                    guard app.name == "hub", !Self.needsNone.contains(words[0]) else { continue }
                    XCTAssertEqual(seen.status, 75, "hub \(words): \(seen.text)")
                    XCTAssertFalse(seen.text.contains("No feedback."), "\(words)")
                }
                if app.name == "hub" { XCTAssertEqual(run(hub, [], in: home).status, 75, "the first screen") }
            }
        }
    }

    /// Who has no community yet is not in trouble: what explains works, and the first screen says how to begin, in every form.
    func testHubHelpsWhereNoCommunityIsYet() throws {
        let hub = try XCTUnwrap(App.all.first { $0.name == "hub" })
        let home = try Home(isQuick: true)
        let explains = ["help", "help community", "--help", "-h", "help roadmap add", "roadmap list --help", "--version"]
        let tells = ["man", "completions bash", "completions zsh", "completions fish", "__complete -- roadmap"]
        for line in explains + tells + ["about", "display", "news", "", "--plain", "--json"] {
            let seen = run(hub, line.split(separator: " ").map(String.init), in: home)
            XCTAssertEqual(seen.status, 0, "hub \(line): \(seen.text)")
            XCTAssertFalse(seen.text.contains("not connected"), "hub \(line): \(seen.text)")
        }
        XCTAssertEqual(run(hub, ["doctor"], in: home).status, 0, "it says how the community stands, and finds no fault with that")
        let screen = run(hub, [], in: home).text
        XCTAssertTrue(screen.contains("hub community create DIR") && screen.contains("hub community connect DIR"), screen)
        let waiting = try JSONValue(Data(run(hub, ["--json"], in: home).text.utf8))["waiting"]
        XCTAssertEqual(waiting?["unanswered"], .null, "not nought: nobody has looked")
        XCTAssertEqual(run(hub, ["roadmap", "list"], in: home).status, 75, "what needs a community says so")
        XCTAssertEqual(run(hub, ["community", "create", home.path("town")], in: home).status, 0)
        XCTAssertTrue(run(hub, [], in: home).text.contains("Everything is answered."))
    }

    /// What explains, and what looks after hub's own files.
    private static let needsNone: Set = [
        "help", "about", "completions", "man", "__complete", "undo", "doctor", "reset", "licence", "display", "language", "news",
        "account", "sync",
    ]

    /// The examples of every command that run as they are, but for the one that makes a community.
    static func lines(of app: App.Entry) throws -> [[String]] {
        let commands = try App.commands(of: app).filter { $0.name != "community create" }
        return commands.flatMap { $0.examples.filter(\.runs).prefix(1) }.map { ExampleLine.words($0.line) }.filter { !$0.isEmpty }
    }

    @discardableResult
    private func run(_ app: App.Entry, _ words: [String], in home: Home) -> (status: Int32, text: String) {
        let console = ScriptedConsole(environment: ["HOME": home.path, "PATH": "/nowhere/bin", "LANG": "C.UTF-8"], columns: 200)
        let status = App.run(app.name, app.build, words, on: console)
        return (status, console.output + console.error)
    }
}
