import Composition
import Foundation
import Interface
import Kernel
import SQLiteStore
import Storage
import TerminalTesting
import TestSupport
import XCTest

/// Runs each app on `--store sqlite:FILE` with the commands for its data and with copies in both
/// directions.
final class SQLiteLifeTests: XCTestCase {
    /// An app with its own home.
    private struct Person {
        let app: App.Entry
        let home: Home

        /// Runs a command and returns its output.
        @discardableResult
        func run(_ words: [String], on store: String?, file: StaticString = #filePath, line: UInt = #line) -> String {
            let picture = [UInt8](Data(base64Encoded: AppRulesTests.photo) ?? Data())
            let bytes = words.first == "rules" ? Array(#"{"like": "itf", "id": "club"}"#.utf8) : picture
            var files = ["-": bytes]
            if let backup = try? home.bytes("all.tar") { files["all.tar"] = Array(backup) }
            let console = ScriptedConsole(
                environment: ["HOME": home.path, "PATH": "/nowhere", "LANG": "C.UTF-8"], columns: 200, files: files)
            let chosen = store.map { ["--store", $0] } ?? []
            let status = App.run(app.name, app.build, words + chosen, on: console)
            XCTAssertEqual(status, 0, "\(app.name) \(words): \(console.error)", file: file, line: line)
            if let written = console.fileContents["all.tar"] { _ = try? home.file("all.tar", written) }
            return console.output
        }
    }

    private struct Copy: Decodable {
        let records: Int
        let tombstones: Int
        let digest: String
    }

    private func copy(_ json: String) throws -> Copy { try JSONDecoder().decode(Copy.self, from: Data(json.utf8)) }

    func testEveryAppWorksOnSQLite() throws {
        if SQLiteStores.version == nil { throw XCTSkip("This build has no SQLite.") }
        for app in App.all {
            let home = try Home()
            let person = Person(app: app, home: home)
            let database = "sqlite:\(home.path("records.db"))"
            for words in AppRulesTests.records[app.name] ?? [["doctor"]] { person.run(words, on: database) }
            XCTAssertTrue(person.run(["doctor"], on: database).contains("SQLite database"), app.name)
            XCTAssertFalse(person.run(["doctor"], on: database).contains("Damage"), app.name)
            person.run(["doctor", "--space"], on: database)
            person.run(["undo", "--list"], on: database)
            person.run(["backup", "all.tar"], on: database)
            let before = try copy(
                person.run(["store", "copy", database, "sqlite:\(home.path("before.db"))", "--json"], on: nil))
            person.run(["reset", "--yes", "--dry-run"], on: database)
            person.run(["reset", "--yes"], on: database)
            person.run(["restore", "all.tar", "--replace", "--yes"], on: database)
            person.run(["doctor", "--compact"], on: database)
            XCTAssertFalse(person.run(["doctor"], on: database).contains("Damage"), "\(app.name), restored")
            // A backup leaves out undo steps.
            let after = try copy(person.run(["store", "copy", database, "memory", "--json"], on: nil))
            XCTAssertLessThanOrEqual(after.records, before.records, app.name)
        }
    }

    func testCopyRoundTripHasSameDigest() throws {
        if SQLiteStores.version == nil { throw XCTSkip("This build has no SQLite.") }
        let app = try XCTUnwrap(App.all.first { $0.name == "focusflow" })
        let home = try Home()
        let person = Person(app: app, home: home)
        for name in ["Read", "Write", "Walk"] { person.run(["task", "add", name], on: nil) }
        person.run(["task", "delete", "Walk", "--yes"], on: nil)
        let database = "sqlite:\(home.path("records.db"))"
        let there = try copy(person.run(["store", "copy", "file", database, "--json"], on: nil))
        XCTAssertGreaterThan(there.records, 2)
        XCTAssertGreaterThan(there.tombstones, 0, "the copy contains the tombstones")
        XCTAssertEqual(
            person.run(["task", "list", "--json"], on: database), person.run(["task", "list", "--json"], on: nil))
        let copied = try copy(person.run(["store", "copy", database, "file", "--replace", "--yes", "--json"], on: nil))
        XCTAssertEqual(copied.digest, there.digest)
        XCTAssertTrue(person.run(["undo"], on: nil).isEmpty == false)
        XCTAssertTrue(
            person.run(["task", "list"], on: nil).contains("Walk"), "the copy contains the undo steps")
        let console = ScriptedConsole(environment: ["HOME": home.path], columns: 200)
        XCTAssertEqual(App.run("focusflow", app.build, ["store", "copy", "file", database], on: console), 73)
        XCTAssertTrue(console.error.contains("Add --replace"), console.error)
        XCTAssertEqual(
            App.run(
                "focusflow", app.build, ["store", "copy", database, database],
                on: ScriptedConsole(environment: ["HOME": home.path])),
            64)
    }

    /// Photos are in the app's folder with every store, and purging a record deletes its photo.
    func testPhotosFollowDatabaseRecords() throws {
        if SQLiteStores.version == nil { throw XCTSkip("This build has no SQLite.") }
        let app = try XCTUnwrap(App.all.first { $0.name == "grain" })
        let home = try Home()
        let person = Person(app: app, home: home)
        let database = "sqlite:\(home.path("records.db"))"
        func photos() -> Int {
            let all =
                FileManager.default.enumerator(atPath: home.path(".local/share/grain/Photos"))?.allObjects as? [String]
            return all?.filter { $0.contains(".") }.count ?? 0
        }
        for day in ["today", "yesterday"] {
            person.run(["add", "-", "--date", day, "-m", "First frost"], on: database)
        }
        let both = photos()
        XCTAssertGreaterThan(both, 1)
        person.run(["backup", "all.tar"], on: database)
        person.run(["delete", "yesterday", "--purge", "--yes"], on: database)
        XCTAssertLessThan(photos(), both)
        person.run(["reset", "--yes"], on: database)
        XCTAssertEqual(photos(), 0)
        person.run(["restore", "all.tar", "--yes"], on: database)
        XCTAssertEqual(photos(), both)
        XCTAssertFalse(person.run(["doctor"], on: database).contains("Damage"))
    }

    func testBuildWithoutSQLiteReportsIt() throws {
        if SQLiteStores.version != nil { throw XCTSkip("This build has SQLite.") }
        let home = try Home()
        for app in App.all {
            let console = ScriptedConsole(environment: ["HOME": home.path], columns: 200)
            let status = App.run(
                app.name, app.build, ["doctor", "--store", "sqlite:\(home.path("a.db"))"], on: console)
            XCTAssertEqual(status, 69, app.name)
            XCTAssertTrue(console.error.contains("This build has no SQLite."), console.error)
        }
    }
}
