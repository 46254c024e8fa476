import Composition
import DojangWiring
import Foundation
import Interface
import Kernel
import Storage
import TerminalTesting
import XCTest

/// Tests of properties that all apps share.
final class SharedBehaviorTests: XCTestCase {
    /// Works as one profile and checks that another sees none of the records.
    func testProfilesSeeNothingOfEachOther() throws {
        let store = MemoryStore()
        let run = { (words: [String], lines: [String]) in
            let console = ScriptedConsole(lines: lines, environment: AppRulesTests.variables)
            XCTAssertEqual(
                App.run("dojang", App.dojang, words, on: console, adjust: { $0.with(store: store) }), 0,
                "\(words): \(console.error)")
        }
        run(["profile", "add", "A", "--belt", "5k"], [])
        run(["profile", "add", "B", "--belt", "5k"], [])
        run(["study", "settings", "--new-a-day", "50", "--show-new", "off", "--profile", "A"], [])
        var random = RandomSource(seed: 77)
        for round in 0..<6 {
            let lines = (0..<20).flatMap { _ in
                ["", ["1", "2", "3", "4", "s", "u"].randomElement(using: &random) ?? "3"]
            }
            run(
                ["study", "--cards", "10", "--profile", "A", "--seed", "\(round)"]
                    + (round % 2 == 0 ? ["--mode", "test"] : []),
                lines)
            run(["stats", "--profile", "A"], [])
        }
        let everything = try store.exportEverything()
        let partitions = Set(everything.map(\.partition)).subtracting([.common])
        XCTAssertEqual(partitions.count, 1, "only A has records of their own")
        let console = ScriptedConsole(environment: AppRulesTests.variables)
        _ = App.run(
            "dojang", App.dojang, ["stats", "--profile", "B", "--json"], on: console, adjust: { $0.with(store: store) })
        let stats = try JSONDecoder().decode(StatsShape.self, from: Data(console.output.utf8))
        XCTAssertEqual(
            [stats.sessions, stats.boxes.reduce(0, +), stats.streak.longest, stats.cards.learning], [0, 0, 0, 0])
    }

    /// A process that runs apps many times, as these tests do, must not leak memory.
    func testAppRunReleasesItsStores() {
        for app in App.all {
            for words in [[], ["help"], ["sync", "status"]] {
                weak var opened: OpenedStores?
                let console = ScriptedConsole(environment: AppRulesTests.variables)
                _ = App.run(app.name, app.build, words, on: console) {
                    opened = $0.opened
                    return $0.with(store: MemoryStore())
                }
                XCTAssertNil(opened, "\(app.name) \(words) keeps running")
            }
        }
    }

    /// `dojang foo` runs `dojang-foo` from PATH with the remaining words and returns its status. A
    /// built-in command has priority.
    func testProgramOnPathRunsAsCommand() throws {
        let user = try AppUser("dojang", self)
        for name in ["dojang-shout", "dojang-terms"] {
            let path = "\(user.home)/\(name)"
            try Data("#!/bin/sh\necho \"$0 heard $*\"\nexit 3\n".utf8).write(to: URL(fileURLWithPath: path))
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        }
        user.path = "\(user.home):/usr/bin:/bin"
        let result = try user.run("shout", "--loud", "two words", status: 3)
        XCTAssertTrue(result.output.hasSuffix("dojang-shout heard --loud two words\n"), result.output)
        XCTAssertFalse(try user.run("terms", "--belt", "9k").output.contains("heard"))
        XCTAssertTrue(try user.run("shoot", status: 64).errors.contains("dojang"))
    }

    /// The same seed and day give the same session, byte for byte.
    func testSeedReproducesSession() throws {
        let transcripts = try (0..<2).map { _ in
            let user = try AppUser("dojang", self)
            try user.run("study", "settings", "--show-new", "off", "--new-a-day", "12")
            return try user.run(
                [
                    "study", "--cards", "12", "--seed", "42", "--today", "2026-12-24", "--mode", "test", "--answer",
                    "choose",
                ],
                lines: ["1", "2", "3", "4", "1"]
            ).output.split(separator: "\n").filter { !$0.hasPrefix("Time") }.joined(separator: "\n")
        }
        XCTAssertEqual(transcripts[0], transcripts[1])
        XCTAssertTrue(transcripts[0].contains("Card 5 of 12"), transcripts[0])
    }

    func testCollectionNamesAreUnique() throws {
        for app in App.all {
            let names = try App.registry(of: app).collections.map(\.name)
            XCTAssertGreaterThan(names.count, 3, app.name)
            XCTAssertEqual(names.count, Set(names).count, "\(app.name): \(names.sorted())")
        }
    }

    func testDuplicatePluginNameIsRejected() {
        XCTAssertThrowsError(try Registry([Twin(), Twin()])) {
            XCTAssertEqual(($0 as? Failure)?.code, .duplicateContribution)
        }
    }

    /// A plugin without contributions, whose two instances share a name.
    private struct Twin: Plugin {
        let name = "Twin"
        func contribute(to registry: inout Registry) {}
    }
}
