import Attendance
import AttendanceCommands
import Kernel
import Storage
import Terminal
import TerminalContract
import XCTest

final class AttendanceCommandsTests: XCTestCase {
    func testWhoIsMarkedIsListedAndStandsOnTheFirstScreen() throws {
        let registry = try Registry([AttendancePlugin(.over(MemoryStore()), time: .first)])
        let card = try XCTUnwrap(registry.all(.homeCards).first)
        XCTAssertTrue(try card.content().panels.isEmpty, "nothing to say before the first class")
        let marked = try run(["attendance", "mark"], ["Mina", "Jun"], registry)
        XCTAssertEqual(marked, ["Mina", "Jun"])
        XCTAssertEqual(try run(["attendance", "list"], ["--on", "today"], registry), ["Jun", "Mina"])
        XCTAssertEqual(try card.content().members.last, .init("students", .integer(2)))
    }

    /// The students that a command shows.
    private func run(_ path: [String], _ words: [String], _ registry: Registry) throws -> [String] {
        let command = try XCTUnwrap(registry.all(.commands).first { $0.path == path })
        let context = ParsingContext(today: TimeSource.first.today(), files: ScriptedConsole().files)
        guard case .list(let visits) = try command.run(words, in: context).content else { return [] }
        return visits.flatMap { $0.filter { $0.name == "student" }.map(\.value.plainText) }
    }
}
