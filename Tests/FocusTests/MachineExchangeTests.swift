import Focus
import Foundation
import Interchange
import Kernel
import Programs
import TestSupport
import XCTest

/// The real Taskwarrior and Timewarrior import exported files and return them.
final class MachineExchangeTests: XCTestCase {
    private let programs = ProgramPath(path: "/usr/bin:/bin:/usr/local/bin:/opt/homebrew/bin")

    private func program(_ name: String) throws -> String {
        guard let path = programs.find(name) else { throw XCTSkip("\(name) is not installed") }
        return path
    }

    /// An empty store into which the file was imported.
    private func imported(_ bytes: [UInt8], _ form: FileFormat, like fixture: Fixture) throws -> Fixture {
        XCTAssertEqual(FileFormat.detect(bytes), form)
        let other = Fixture(fixture.now.description)
        let intake = FocusImporter(other.tasks, time: other.time)
        let plan = try intake.plan(bytes, form)
        XCTAssertTrue(plan.refused.isEmpty && plan.lost.isEmpty, "\(plan.refused) \(plan.lost)")
        try intake.apply(plan)
        return other
    }

    func testTaskwarriorRoundTrip() throws {
        let task = try program("task")
        let home = try Home()
        let fixture = Fixture("2026-11-20T09:00:00.120Z")
        let first = try fixture.tasks.add(
            TaskDraft(title: "Pay “rent”, 한글 \\ 'x'", estimate: 1800, due: .of("2026-12-01"), tags: ["bill"]))
        _ = try fixture.tasks.add(
            TaskDraft(
                title: "Water", due: .of("2026-12-05"), priority: .high, project: "home.flat", recurrence: .days(3),
                reminder: 32_400,
                note: "One\ntwo"))
        _ = try fixture.tasks.finish(first.id)
        let tasks = try (fixture.tasks.open() + fixture.tasks.closed()).map(\.task)
        try home.file(
            "rc", Array("data.location=\(home.path("data"))\nconfirmation=no\nverbose=nothing\njson.array=on\n".utf8))
        let bytes = FocusFile.bytes(tasks, [], as: .taskwarrior, time: fixture.time)
        let rc = "rc:\(home.path("rc"))"
        _ = try ProgramCall(
            task, [rc, "import", "-"], input: bytes, environment: ["HOME": home.path(""), "TZ": "UTC"]
        ).run()
            .succeeded()
        let exported = try ProgramCall(task, [rc, "export"], environment: ["HOME": home.path(""), "TZ": "UTC"]).run()
            .succeeded()
            .output
        let other = try imported(exported, .taskwarrior, like: fixture)
        XCTAssertEqual(try (other.tasks.open() + other.tasks.closed()).map(\.task), tasks)
    }

    func testTimewarriorRoundTrip() throws {
        let timew = try program("timew")
        let home = try Home()
        let fixture = Fixture()
        let task = try fixture.tasks.add(TaskDraft(title: "Write “it” \\ up", tags: ["a", "b"], project: "home.flat"))
        for minutes in [25.0, 7, 50] { try fixture.focus(minutes: minutes, on: task) }
        let records = try fixture.history.allRows().map(\.record)
        try home.file("timewarrior.cfg", [])
        _ = try home.folder("data")
        try home.file("data/2026-11.data", FocusFile.bytes([], records, as: .timewarriorData, time: fixture.time))
        let environment = ["HOME": home.path(""), "TIMEWARRIORDB": home.path(""), "TZ": "UTC"]
        // The first call prints that it creates its list of tags.
        _ = try ProgramCall(timew, ["tags"], input: Array("yes\n".utf8), environment: environment).run()
        let exported = try ProgramCall(timew, ["export"], environment: environment).run().succeeded().output
        let other = try imported(exported, .timewarrior, like: fixture)
        let importedRecords = try other.history.allRows().map(\.record)
        XCTAssertEqual(importedRecords.map(\.start), records.map(\.start))
        XCTAssertEqual(importedRecords.map(\.end), records.map(\.end))
        XCTAssertEqual(importedRecords.map(\.purpose.title), records.map(\.purpose.title))
        XCTAssertEqual(importedRecords.map(\.purpose.tags), records.map(\.purpose.tags))
        XCTAssertEqual(importedRecords.map(\.purpose.project), records.map(\.purpose.project))
    }
}
