import Foundation
import Interface
import Kernel
import Profiles
import ProfilesCommands
import Storage
import TerminalTesting
import XCTest

/// Tests the family overview and child profiles.
final class FamilyViewTests: XCTestCase {
    private let store = MemoryStore()

    private func app(_ days: [String: FamilyDay] = [:]) -> AppFixture {
        let family = family(store)
        return AppFixture("dojang", over: store, time: .fixed(.zero)) {
            [
                ProfilesPlugin(
                    family: family, grades: .test, themes: ["classic"],
                    days: FamilyDays { days[$0.name] ?? FamilyDay(answers: 0, streak: 0, due: 0) },
                    chosen: family.active)
            ]
        }
    }

    private func run(_ words: String..., days: [String: FamilyDay] = [:]) -> AppFixture.Run { app(days).run(words) }

    private func home(_ days: [String: FamilyDay], columns: Int = 80) -> String {
        let console = ScriptedConsole(columns: columns)
        XCTAssertEqual(app(days).run([], on: console), 0, console.error)
        return console.output
    }

    func testHomeShowsALineForEachProfile() throws {
        _ = run("profile", "add", "Mina", "--goal", "10")
        XCTAssertFalse(home([:]).contains("Family today"), "one profile has no family overview")
        for name in ["Joon", "Sora", "Hana", "Grandmother Kim Young-Hee", "대한민국"] { _ = run("profile", "add", name) }
        let days = [
            "Mina": FamilyDay(answers: 12, streak: 5, due: 0), "Joon": FamilyDay(answers: 3, streak: 1, due: 8),
        ]
        for columns in [80, 40] {
            let lines = home(days, columns: columns).split(separator: "\n").map(String.init)
            func line(_ name: String) -> String { lines.first { $0.contains(name) && $0.contains(" of ") } ?? "" }
            XCTAssertTrue(line("Mina").contains("12 of 10, streak 5"), "\(columns): \(lines)")
            XCTAssertTrue(line("Joon").contains("3 of 20, 8 due"), "\(columns): \(lines)")
            for name in ["Sora", "Hana", "Grandmother", "대한민국"] { XCTAssertTrue(line(name).contains("0 of 20"), name) }
            for line in lines { XCTAssertLessThanOrEqual(DisplayWidth.columns(of: line), columns, line) }
        }
    }

    func testFamilyCommandPrintsJSON() throws {
        _ = run("profile", "add", "Mina")
        _ = run("profile", "add", "Joon", "--child", "on")
        let days = [
            "Mina": FamilyDay(answers: 20, streak: 2, due: 4), "Joon": FamilyDay(answers: 4, streak: 0, due: 0),
        ]
        let list = try XCTUnwrap(
            JSONSerialization.jsonObject(with: Data(run("family", "--json", days: days).output.utf8))
                as? [[String: Any]]
        ).sorted { "\($0["name"] ?? "")" > "\($1["name"] ?? "")" }
        XCTAssertEqual(list.map { $0["name"] as? String }, ["Mina", "Joon"])
        XCTAssertEqual(list.map { $0["goalReached"] as? Bool }, [true, false])
        XCTAssertEqual(list.map { $0["goal"] as? Int }, [20, 5])
        XCTAssertEqual(list.map { $0["due"] as? Int }, [4, 0])
        XCTAssertEqual(list.map { $0["child"] as? Bool }, [false, true])
        XCTAssertTrue(run("family", days: days).output.contains("profile switch Joon"))
    }

    func testChildProfileHasASmallerGoal() throws {
        _ = run("profile", "add", "Joon", "--goal", "30")
        func profile() throws -> Profile { try family(store).member(named: "Joon") }
        XCTAssertEqual(try profile().isChild, false)
        XCTAssertEqual(run("profile", "edit", "Joon", "--child", "on").status, 0)
        XCTAssertEqual(try profile().isChild, true)
        XCTAssertEqual(try profile().goal, 5)
        XCTAssertTrue(run("profile", "show", "Joon").output.contains("five cards at a time, choices only"))
        XCTAssertEqual(run("profile", "edit", "Joon", "--goal", "3").status, 0)
        XCTAssertEqual(try profile().goal, 3)
        _ = run("profile", "edit", "Joon", "--goal", "30", "--child", "off")
        XCTAssertEqual([try profile().goal, try profile().dailyGoal], [30, 30])
        XCTAssertEqual(run("profile", "edit", "Joon", "--child", "maybe").status, 64)
    }

    /// Only child profiles store the field, so older profiles stay unchanged. Exports include it.
    func testProfilesOmitTheChildFieldUnlessSet() throws {
        _ = run("profile", "add", "Mina")
        let before = try store.scoped(to: .common).archive().filter { $0.collection == "profiles" }
        XCTAssertNil(before.first?.payload["child"])
        _ = run("profile", "edit", "Mina", "--child", "on")
        let family = family(store)
        let bytes = try family.export(family.member(named: "Mina"))
        let copy = try family.importArchive(bytes, of: [Profile.collection])
        XCTAssertTrue(copy.isChild)
        _ = run("profile", "edit", "Mina", "--child", "off")
        XCTAssertNil(
            try store.scoped(to: .common).archive().first { $0.payload["name"] == .string("Mina") }?.payload["child"])
    }
}
