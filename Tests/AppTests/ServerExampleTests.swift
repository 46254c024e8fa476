import Foundation
import Kernel
import TerminalTesting
import TestSupport
import XCTest

/// Runs the help examples that need a server, in a realistic order, with real values for their
/// placeholders.
final class ServerExampleTests: XCTestCase {
    private static let apps = ["coin", "dojang", "focusflow", "grain"]
    private static let database = "postgres:///club?host=/run/postgresql"

    /// The examples that run here, each with its app name.
    static let lines: [String] =
        [
            "hub community init \(database)", "hub community migrate \(database)", "hub community invite --uses 30",
            "hub developer invite Anna", "hub community connect postgres://club.example/community --code CODE",
            "hub developer list",
            "hub developer revoke Anna", "hub community admit mina.licence", "hub community forgotten forgotten.txt",
            "hub community forget-again forgotten.txt --yes",
        ] + apps.map { "\($0) community connect postgres://club.example/community --code CODE" }

    func testServerExamplesRun() throws {
        try XCTSkipUnless(PrivateServer.isInstalled, "no PostgreSQL here: apt-get install postgresql")
        let server = try PrivateServer()
        let hub = try AppUser("hub", self)
        let result = try hub.attempt(["community", "init", "postgres:" + server.url])
        try XCTSkipIf(result.errors.contains("this build has no PostgreSQL"), result.errors)
        XCTAssertEqual(result.status, 0, result.errors)
        var remaining = Set(Self.lines)
        remaining.remove("hub community init \(Self.database)")
        /// Runs an example with its placeholders replaced.
        func type(_ line: String, by user: AppUser, _ meant: [String: String] = [:], more: [String] = []) throws
            -> AppUser.RunResult
        {
            XCTAssertNotNil(remaining.remove(line), "an unexpected line: \(line)")
            let words = ExampleLine.words(line).dropFirst().map { meant[$0] ?? $0 }
            return try user.run(words + more)
        }
        func code(_ json: AppUser.RunResult) throws -> String { try json.json([String: String].self)["code"] ?? "" }
        let address = "postgres:" + server.url
        _ = try type("hub community migrate \(Self.database)", by: hub, [Self.database: address])
        let people = try code(type("hub community invite --uses 30", by: hub, more: ["--json"]))
        for app in Self.apps {
            let user = try AppUser(app, self)
            _ = try type(
                "\(app) community connect postgres://club.example/community --code CODE", by: user,
                ["postgres://club.example/community": address, "CODE": people])
            try user.run("community", "roadmap")
        }
        let anna = try AppUser("hub", self)
        let invited = try code(type("hub developer invite Anna", by: hub, more: ["--json"]))
        _ = try type(
            "hub community connect postgres://club.example/community --code CODE", by: anna,
            ["postgres://club.example/community": address, "CODE": invited])
        try anna.run("roadmap", "move", "video", "1")
        XCTAssertTrue(try type("hub developer list", by: hub).output.contains("Anna"))
        // The command asks for confirmation, and a pipe gives no answer.
        _ = try type("hub developer revoke Anna", by: hub, more: ["--yes"])
        try anna.run("roadmap", "move", "video", "2", status: 75)
        try hub.write("mina.licence", Array("a licence of Mina's".utf8))
        _ = try type("hub community admit mina.licence", by: hub)
        let mina = try AppUser("dojang", self)
        try mina.write("mina.licence", Array("a licence of Mina's".utf8))
        try mina.run("community", "connect", address, "--licence", "mina.licence")
        try mina.run("community", "vote", "video")
        try mina.run("community", "forget-me", "--yes")
        _ = try type("hub community forgotten forgotten.txt", by: hub)
        XCTAssertEqual(hub.text("forgotten.txt").split(separator: "\n").count, 1)
        _ = try type("hub community forget-again forgotten.txt --yes", by: hub)
        XCTAssertEqual(remaining, [], "these were not typed")
        let status = try hub.run("community", "status", "--json").output
        XCTAssertTrue(status.contains("\"people\": 4") && status.contains("\"developers\": 1"), status)
    }
}

extension AppUser {
    /// The text of a file in the home.
    fileprivate func text(_ name: String) -> String {
        (try? String(contentsOfFile: "\(home)/\(name)", encoding: .utf8)) ?? ""
    }
}
