import Composition
import Foundation
import Interface
import Kernel
import TerminalTesting
import TestSupport
import XCTest

/// Only `hub community create` creates a community. No other command of any app does, neither in a
/// fresh home nor after the community was lost.
final class CommunityFoundingTests: XCTestCase {
    func testNoCommandCreatesCommunityInFreshHome() throws {
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

    /// Tests an emptied and a removed community folder. No command creates anything there, and
    /// every `hub` command that needs the community fails.
    func testNoCommandRecreatesLostCommunity() throws {
        for isEmptied in [true, false] {
            for app in App.all {
                let home = try Home(isQuick: true), fixture = home.path("town")
                let hub = try XCTUnwrap(App.all.first { $0.name == "hub" })
                XCTAssertEqual(run(hub, ["community", "create", fixture], in: home).status, 0)
                try FileManager.default.moveItem(atPath: fixture, toPath: home.path("kept"))
                if isEmptied { try home.folder("town") }
                for words in try Self.lines(of: app) {
                    let result = run(app, words, in: home)
                    let left = try? FileManager.default.contentsOfDirectory(atPath: fixture)
                    XCTAssertEqual(left, isEmptied ? [] : nil, "\(app.name) \(words)")
                    guard app.name == "hub", !Self.needsNone.contains(words[0]) else { continue }
                    XCTAssertEqual(result.status, 75, "hub \(words): \(result.text)")
                    XCTAssertFalse(result.text.contains("No feedback."), "\(words)")
                }
                if app.name == "hub" { XCTAssertEqual(run(hub, [], in: home).status, 75, "the first screen") }
            }
        }
    }

    /// Without a community, help commands work and the first screen explains how to create one.
    func testHubHelpWorksWithoutCommunity() throws {
        let hub = try XCTUnwrap(App.all.first { $0.name == "hub" })
        let home = try Home(isQuick: true)
        let explains = [
            "help", "help community", "--help", "-h", "help roadmap add", "roadmap list --help", "--version",
        ]
        let tells = ["man", "completions bash", "completions zsh", "completions fish", "__complete -- roadmap"]
        for line in explains + tells + ["about", "display", "news", "", "--plain", "--json"] {
            let result = run(hub, line.split(separator: " ").map(String.init), in: home)
            XCTAssertEqual(result.status, 0, "hub \(line): \(result.text)")
            XCTAssertFalse(result.text.contains("not connected"), "hub \(line): \(result.text)")
        }
        XCTAssertEqual(
            run(hub, ["doctor"], in: home).status, 0, "a missing community is no fault")
        let screen = run(hub, [], in: home).text
        XCTAssertTrue(
            screen.contains("hub community create DIR") && screen.contains("hub community connect DIR"), screen)
        let waiting = try JSONValue(Data(run(hub, ["--json"], in: home).text.utf8))["waiting"]
        XCTAssertEqual(waiting?["unanswered"], .null, "the number is unknown, not zero")
        XCTAssertEqual(run(hub, ["roadmap", "list"], in: home).status, 75, "a command that needs a community fails")
        XCTAssertEqual(run(hub, ["community", "create", home.path("town")], in: home).status, 0)
        XCTAssertTrue(run(hub, [], in: home).text.contains("Everything is answered."))
    }

    /// Commands that need no community.
    private static let needsNone: Set = [
        "help", "about", "completions", "man", "__complete", "undo", "doctor", "reset", "licence", "display",
        "language", "news",
        "account", "sync",
    ]

    /// The first runnable example of every command, without the one that creates a community.
    static func lines(of app: App.Entry) throws -> [[String]] {
        let commands = try App.commands(of: app).filter { $0.name != "community create" }
        return commands.flatMap { $0.examples.filter(\.isRunnable).prefix(1) }.map { ExampleLine.words($0.line) }.filter
        {
            !$0.isEmpty
        }
    }

    @discardableResult
    private func run(_ app: App.Entry, _ words: [String], in home: Home) -> (status: Int32, text: String) {
        let console = ScriptedConsole(
            environment: ["HOME": home.path, "PATH": "/nowhere/bin", "LANG": "C.UTF-8"], columns: 200)
        let status = App.run(app.name, app.build, words, on: console)
        return (status, console.output + console.error)
    }
}
