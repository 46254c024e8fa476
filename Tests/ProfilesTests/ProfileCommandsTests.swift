import Foundation
import Interface
import Kernel
import Profiles
import ProfilesCommands
import Storage
import TerminalTesting
import XCTest

final class ProfileCommandsTests: XCTestCase {
    private let store = MemoryStore()

    func testListHasTheDocumentedJSONKeys() throws {
        run("profile", "add", "Mina", "--belt", "9k", "--mode", "mastery")
        let result = run("profile", "list", "--json")
        let list = try XCTUnwrap(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]])
        XCTAssertEqual(list.map { Set($0.keys) }, [["id", "name", "belt", "mode", "active", "createdAt"]])
        XCTAssertEqual(list.first?["name"] as? String, "Mina")
        XCTAssertEqual(list.first?["active"] as? Bool, true)
    }

    func testSwitchChangesTheActiveProfile() {
        run("profile", "add", "A")
        run("profile", "add", "B")
        run("profile", "switch", "B")
        XCTAssertTrue(run("profile", "show", "--plain").output.contains("\tB\t"))
    }

    func testEditNeedsAValidChange() {
        run("profile", "list")
        XCTAssertEqual(run("profile", "edit", "Student").status, 64)
        XCTAssertEqual(run("profile", "edit", "student", "--goal", "30").status, 0)
        XCTAssertTrue(
            run("profile", "edit", "--goal", "25").output.contains("Changed Student"),
            "without a name: the active profile")
        for (goal, status) in [("0", 64), ("1", 0), ("500", 0), ("501", 64)] {
            XCTAssertEqual(run("profile", "edit", "Student", "--goal", goal).status, Int32(status), goal)
        }
        XCTAssertEqual(run("profile", "edit", "Student", "--theme", "classc").status, 64)
    }

    func testSuggestedCommandsAreQuoted() {
        for (name, typed) in [("Mina2", "Mina2"), ("Anna Lee", "'Anna Lee'"), ("O'Brien", #"'O'\''Brien'"#)] {
            run("profile", "add", name)
            let output = run("profile", "edit", name, "--goal", "9").output
            XCTAssertTrue(output.contains("profile show \(typed)\n"), output)
        }
        for number in 4...Family.limit {
            XCTAssertTrue(run("profile", "list").output.contains("profile add NAME"), "\(number)")
            run("profile", "add", "P\(number)")
        }
        XCTAssertFalse(run("profile", "list").output.contains("profile add NAME"), "no further profile is possible")
    }

    /// Exporting to a file shows progress. Standard output can be the terminal, so it shows none.
    func testExportReportsProgress() throws {
        run("profile", "add", "Mina")
        let profile = try XCTUnwrap(family(store).members().first)
        try store.scoped(to: profile.partition).write {
            try $0.put(contentsOf: (0..<9000).map { Paper(id: Identifier("p\($0)"), text: "t", number: 1) })
        }
        let export = try XCTUnwrap(Self.app(over: store).commands().first { $0.path == ["profile", "export"] })
        for (file, expected) in [("mina.json", 9000), ("-", 0)] {
            let files = ConsoleFiles(read: { _, _ in [] }, write: { _, _, _ in })
            let output = try export.run(["Mina", file], in: ParsingContext(today: Day(ordinal: 0), files: files))
            guard case .work(_, let total, let proceed) = output.continuation else { return XCTFail("no work") }
            XCTAssertEqual(total, expected, file)
            var progress: [Int] = []
            _ = try proceed { progress.append($0) }
            XCTAssertEqual(progress, progress.sorted())
            XCTAssertGreaterThan(progress.count, 1)
            XCTAssertEqual(progress.last, 9000)
        }
    }

    func testDeleteNeedsConfirmation() {
        run("profile", "add", "Mina")
        let refused = run("profile", "delete", "Mina")
        XCTAssertEqual(refused.status, 64)
        XCTAssertTrue(refused.error.contains("--yes"))
        XCTAssertEqual(run("profile", "delete", "Mina", "--yes").status, 0)
        XCTAssertEqual(run("profile", "show", "Mina").status, 1)
    }

    func testProfileExportsAndImports() {
        run("profile", "add", "Mina", "--avatar", "🐯")
        let bytes = run("profile", "export", "Mina", "-").output
        let result = run("profile", "import", "-", "--rename", "Twin", files: ["-": Array(bytes.utf8)])
        XCTAssertEqual(result.status, 0, result.error)
        XCTAssertTrue(run("profile", "show", "Twin", "--json").output.contains("🐯"))
        XCTAssertEqual(run("profile", "import", "no.json").status, 66)
        XCTAssertEqual(run("profile", "import", "-", files: ["-": Array("{}".utf8)]).status, 65)
    }

    func testControlCharactersNeverReachTheTerminal() {
        let result = run("profile", "add", "a\u{1B}[31m")
        XCTAssertNotEqual(result.status, 0)
        XCTAssertFalse((result.output + result.error).contains("\u{1B}"))
    }

    func testCommandsFollowTheCommandRules() throws {
        let rules = CommandRules(app: "test", commands: try Self.app(over: store).commands()) {
            let app = Self.app(over: MemoryStore(), ids: .counting())
            _ = app.run(["profile", "list"])
            return app.subject
        }
        XCTAssertEqual(try rules.brokenRules().map(\.description), [])
    }

    @discardableResult
    private func run(_ words: String..., files: [String: [UInt8]] = [:]) -> AppFixture.Run {
        Self.app(over: store).run(words, files: files)
    }

    private static func app(
        over store: any Store, ids: IDSource = .timeOrdered(now: { Instant(milliseconds: 0) }, random: .system())
    ) -> AppFixture {
        let time = TimeSource.fixed(Instant(milliseconds: 0))
        return AppFixture("test", over: store, time: time, dryRun: { try DryRunStore(over: $0) }) { store in
            let family = Family(
                repository: StoredProfileRepository(store), grades: .test, theme: "classic", ids: ids, time: time)
            return [ProfilesPlugin(family: family, grades: .test, themes: Theme.all.map(\.name), chosen: family.active)]
        }
    }
}
