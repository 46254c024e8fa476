import Attendance
import AttendanceCommands
import Interface
import Kernel
import Storage
import TerminalTesting
import XCTest

final class AttendanceCommandsTests: XCTestCase {
    func testMarkedStudentsAppearInListAndCard() throws {
        let registry = try Registry([AttendancePlugin(.over(MemoryStore()), time: .first)])
        let card = try XCTUnwrap(registry.all(.homeCards).first)
        XCTAssertTrue(try card.content().panels.isEmpty, "The card is empty before the first class.")
        let marked = try run(["attendance", "mark"], ["Mina", "Jun"], registry)
        XCTAssertEqual(marked, ["Mina", "Jun"])
        XCTAssertEqual(try run(["attendance", "list"], ["--on", "today"], registry), ["Jun", "Mina"])
        XCTAssertEqual(try card.content().members.last, .init("students", .integer(2)))
    }

    /// Runs a command and returns the students in its output.
    private func run(_ path: [String], _ words: [String], _ registry: Registry) throws -> [String] {
        let command = try XCTUnwrap(registry.all(.commands).first { $0.path == path })
        let context = ParsingContext(today: TimeSource.first.today(), files: ScriptedConsole().files)
        guard case .list(let visits) = try command.run(words, in: context).content else { return [] }
        return visits.flatMap { $0.filter { $0.name == "student" }.map(\.value.plainText) }
    }
}
