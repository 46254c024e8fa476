import Foundation
import XCTest

/// Tests of `doctor --export` and `doctor --import`, which carry all records of an app in one file.
final class DoctorTests: XCTestCase {
    func testExportAndImportRoundTrip() throws {
        let user = try AppUser("focusflow", self)
        let titles = ["Write the report", "é 한글 \"quoted\" \\ /", "🥋 #home"]
        for title in titles { try user.run("task", "add", title) }
        let first = "\(user.home)/first.jsonl"
        let second = "\(user.home)/second.jsonl"
        try user.run("doctor", "--export", first)
        let lines = try String(contentsOfFile: first, encoding: .utf8).split(separator: "\n")
        XCTAssertEqual(lines.count, titles.count + 2, "a header, one line per record, and a last line with the count")
        XCTAssertEqual(try user.run("doctor", "--export", "-").output, lines.joined(separator: "\n") + "\n")

        try user.run("--data", "\(user.home)/other", "doctor", "--import", first)
        try user.run("--data", "\(user.home)/other", "doctor", "--export", second)
        XCTAssertEqual(
            try Data(contentsOf: URL(fileURLWithPath: second)), try Data(contentsOf: URL(fileURLWithPath: first)))
        XCTAssertEqual(
            try user.run("--data", "\(user.home)/other", "task", "list", "--json").output,
            try user.run("task", "list", "--json").output)
    }

    func testTruncatedImportChangesNothing() throws {
        let user = try AppUser("focusflow", self)
        try user.run("task", "add", "One")
        let file = "\(user.home)/all.jsonl"
        try user.run("doctor", "--export", file)
        let exported = try Data(contentsOf: URL(fileURLWithPath: file))
        for count in [0, 10, exported.count / 2, exported.count - 2] {
            try exported.prefix(count).write(to: URL(fileURLWithPath: file))
            let result = try user.run(["--data", "\(user.home)/other", "doctor", "--import", file], status: 65)
            XCTAssertTrue(result.errors.contains(file), result.errors)
        }
        XCTAssertFalse(try user.run("--data", "\(user.home)/other", "task", "list").output.contains("One"))
    }

    func testDamagedLogIsReportedUntilRepaired() throws {
        let user = try AppUser("focusflow", self)
        let data = "\(user.home)/data"
        for title in ["One", "Two", "Three"] { try user.run("--data", data, "task", "add", title) }
        let log = URL(fileURLWithPath: "\(data)/log-1.jsonl")
        var lines = try Data(contentsOf: log).split(separator: 10, omittingEmptySubsequences: true)
        let hole = try XCTUnwrap(lines.firstIndex { String(decoding: $0, as: UTF8.self).contains("\"Two\"") })
        lines[hole] = Data(lines[hole].map { $0 == UInt8(ascii: "w") ? UInt8(ascii: "v") : $0 })
        try Data(lines.joined(separator: [10]) + [10]).write(to: log)

        let result = try user.run("--data", data, "task", "list")
        XCTAssertTrue(result.output.contains("Three"), result.output)
        XCTAssertFalse(result.output.contains("Tvo"), result.output)
        XCTAssertTrue(
            result.errors.contains("log-1.jsonl") && result.errors.contains("focusflow doctor"), result.errors)
        XCTAssertTrue(try user.run("--data", data, "status").errors.contains("focusflow doctor"))
        try user.run("--data", data, "doctor", status: 65)
        try user.run("--data", data, "--yes", "doctor", "--repair")
        XCTAssertEqual(try user.run("--data", data, "task", "list").errors, "")
    }
}
