import Accounts
import Kernel
import Sync
import Terminal
import TerminalContract
import TestBench
import XCTest

/// What gave way: listed, shown beside what stands, taken back, let go of.
final class RecoveredTests: XCTestCase {
    /// Where it is kept, of both devices.
    private func loser(_ pair: Pair) throws -> Device {
        try XCTUnwrap([pair.one, pair.other].first { try !$0.accounts.givenWay().isEmpty })
    }

    func testWhatGaveWayIsListedWithWhereItCameFrom() throws {
        let pair = try Pair()
        try pair.clash()
        let device = try loser(pair)
        let one = try XCTUnwrap(device.accounts.givenWay().first)
        XCTAssertEqual(one.line, "Cat")
        XCTAssertEqual(one.kept.cause, .edited)
        XCTAssertEqual(one.part, Scope.tasks.title)
        XCTAssertTrue(["Laptop", "Phone"].contains(one.device), one.device)
        XCTAssertEqual(one.differences.map(\.name), ["text"])
        let list = device.run("sync", "recovered").output
        XCTAssertTrue(list.contains("edited there too"), list)
        let plain = device.run("sync", "recovered", "--plain").output
        XCTAssertTrue(plain.hasPrefix("\(one.id)\t"), plain)
    }

    func testBothVersionsStandBesideEachOther() throws {
        let pair = try Pair()
        try pair.clash()
        let device = try loser(pair)
        for columns in [80, 40] {
            let console = ScriptedConsole(terminal: true, columns: columns, rows: 60)
            XCTAssertEqual(device.app().run(["sync", "recovered", "1"], on: console), 0, console.error)
            XCTAssertTrue(console.output.contains("[-sat-]"), console.output)
            XCTAssertTrue(console.output.contains("{+lay+}"), console.output)
            for line in console.output.split(separator: "\n") {
                XCTAssertLessThanOrEqual(DisplayWidth.columns(of: String(line)), columns, String(line))
            }
        }
    }

    /// What another device has sent is text from outside: no code of it reaches the terminal.
    func testHostileTextStaysText() throws {
        let pair = try Pair()
        try pair.clash("\u{1B}[2J\u{1B}]0;gone\u{07} mine \u{202E}sdrawkcab", "\u{9B}31m theirs \u{1B}[31m")
        let device = try loser(pair)
        for words in [["recovered"], ["recovered", "1"]] {
            let console = ScriptedConsole(terminal: false, columns: 80)
            _ = device.app().run(["sync"] + words, on: console)
            for scalar in console.output.unicodeScalars where scalar != "\n" {
                XCTAssertFalse([.control, .format].contains(scalar.properties.generalCategory), console.output)
            }
        }
    }

    func testATakenBackEditStandsEverywhereAndCanBeUndone() throws {
        let pair = try Pair()
        try pair.clash()
        let device = try loser(pair)
        let stood = try device.note("n")
        let run = device.run("sync", "recovered", "1", "--take-back")
        XCTAssertTrue(run.output.hasPrefix("“Cat” stands again ("), run.output + run.error)
        XCTAssertNotEqual(try device.note("n"), stood)
        XCTAssertEqual(try device.accounts.givenWay().count, 0)
        XCTAssertEqual(try device.store.undoLast().label, "Took back “Cat”")
        XCTAssertEqual(try device.note("n"), stood)
        let again = try XCTUnwrap(device.accounts.givenWay().first, "undoing brings back what was recovered too")
        XCTAssertEqual(again.differences.count, 1, "with its texts")
        try device.accounts.takeBack(again)
        try pair.meet()
        XCTAssertEqual(try pair.one.note("n"), try pair.other.note("n"))
        XCTAssertNotEqual(try pair.one.note("n"), stood)
        XCTAssertEqual(code { try device.accounts.takeBack(again) }, "recoveredUnknown")
    }

    /// What was deleted there and edited here is deleted; taken back it begins a generation, and the deletion does not win again.
    func testATakenBackRecordOutlivesItsDeletion() throws {
        let pair = try Pair()
        try pair.one.write("n", "Plan", "First")
        try pair.meet()
        try pair.one.delete("n")
        try pair.other.write("n", "Plan", "Second")
        try pair.meet()
        XCTAssertNil(try pair.other.note("n"))
        let one = try XCTUnwrap(pair.other.accounts.givenWay().first)
        XCTAssertEqual(one.kept.cause, .deleted)
        XCTAssertTrue(pair.other.run("sync", "recovered", "1").output.contains("[-Second-]"))
        try pair.other.accounts.takeBack(one)
        for _ in 0..<3 { try pair.meet() }
        XCTAssertEqual(try pair.one.note("n"), "Second")
        XCTAssertEqual(try pair.other.note("n"), "Second")
    }

    /// Two pages of one day: the one that gave way does not come back beside the other, and it is said what is in its way.
    func testAUniqueKeyIsRespected() throws {
        let pair = try Pair()
        try pair.one.write("a", day: 20, "The first page")
        try pair.other.write("b", day: 20, "The second page")
        try pair.meet()
        XCTAssertEqual(try pair.one.pages(), try pair.other.pages())
        let device = try loser(pair)
        let one = try XCTUnwrap(device.accounts.givenWay().first)
        XCTAssertEqual(one.kept.cause, .sameKey)
        do {
            try device.accounts.takeBack(one)
            XCTFail("two pages of one day")
        } catch let failure as Failure {
            XCTAssertEqual(failure.code, .recoveredInTheWay)
            XCTAssertTrue(failure.advice.contains("in pages already has this day"), failure.advice)
        }
        XCTAssertEqual(try device.accounts.givenWay().count, 1)
        // Once nothing is in its way it comes back.
        try device.store.write { _ = try $0.delete(Identifier<Page>("a")) }
        try device.accounts.takeBack(one)
        for _ in 0..<3 { try pair.meet() }
        XCTAssertEqual(try pair.one.pages(), ["The second page"])
        XCTAssertEqual(try pair.other.pages(), ["The second page"])
    }

    func testWhatIsDismissedIsGone() throws {
        let pair = try Pair()
        try pair.clash()
        let device = try loser(pair)
        let one = try XCTUnwrap(device.accounts.givenWay().first)
        XCTAssertEqual(device.run("sync", "recovered", "1", "--take-back", "--dismiss").status, 64)
        XCTAssertEqual(device.run("sync", "recovered", "--dismiss").status, 64)
        XCTAssertTrue(device.run("sync", "recovered", one.id, "--dismiss").output.contains("is let go of"))
        XCTAssertEqual(try device.accounts.givenWay().count, 0)
        XCTAssertTrue(device.run("sync", "recovered").output.contains("Nothing gave way."))
        XCTAssertEqual(device.run("sync", "recovered", "1").status, 1)
    }

    /// By keys, and by lines from a pipe.
    func testOneKeyTakesBack() throws {
        let pair = try Pair()
        for (id, mine, theirs) in [("n", "mine one", "theirs one"), ("o", "mine two", "theirs two")] {
            try pair.one.write(id, "Note \(id)")
            try pair.meet()
            try pair.one.write(id, "Note \(id)", mine)
            try pair.other.write(id, "Note \(id)", theirs)
            try pair.meet()
        }
        let device = try loser(pair)
        XCTAssertEqual(try device.accounts.givenWay().map(\.line), ["Note o", "Note n"])
        let stood = try device.note("n")
        let run = device.app().run(["sync", "recovered", "--review"], lines: ["down", "u", "q"])
        XCTAssertEqual(run.status, 0, run.error)
        XCTAssertTrue(run.output.contains("“Note n” stands again."), run.output)
        XCTAssertNotEqual(try device.note("n"), stood)
        XCTAssertEqual(try device.accounts.givenWay().map(\.line), ["Note o"])
        let last = device.app().run(["sync", "recovered", "--review"], lines: ["d"])
        XCTAssertTrue(last.output.contains("“Note o” is let go of."), last.output)
        XCTAssertEqual(try device.accounts.givenWay().count, 0)
    }

    func testAKeyThatCannotTakeBackSaysWhy() throws {
        let pair = try Pair()
        try pair.one.write("a", day: 20, "The first page")
        try pair.other.write("b", day: 20, "The second page")
        try pair.meet()
        let device = try loser(pair)
        let run = device.app().run(["sync", "recovered", "--review"], lines: ["u", "q"])
        XCTAssertTrue(run.output.contains("cannot be taken back"), run.output)
        XCTAssertEqual(try device.accounts.givenWay().count, 1)
    }
}
