import Club
import ClubCommands
import Groups
import Kernel
import XCTest

/// A club with two instructors, a student and a guardian with a child.
struct ClubMonth {
    let town: Town
    let kim, ines, jun, hana: Somebody

    init(_ town: Town = Town()) throws {
        self.town = town
        (kim, ines) = (Somebody("Kim", in: town), Somebody("Ines", in: town))
        (jun, hana) = (Somebody("Jun", in: town), Somebody("Hana", in: town))
        XCTAssertEqual(kim.run("club", "create", "Tigers", "--place", town.free()).status, 0)
        _ = kim.run("club", "student", "add", "Jun", "--belt", "9k", "--since", "2026-06-01")
        _ = kim.run("club", "student", "add", "Mina", "--belt", "10k")
        try join(ines, "instructor")
        try join(jun, "student")
        try join(hana, "guardian", "--child", "Mina")
    }

    func code(_ role: String) throws -> String {
        let run = kim.run("club", "invite", "--as", role, "--plain")
        XCTAssertEqual(run.status, 0, run.error)
        return String(run.output.split(separator: "\t")[0])
    }

    func join(_ who: Somebody, _ role: String, _ more: String...) throws {
        let run = who.app.run(["club", "join", try code(role), "--yes"] + more)
        XCTAssertEqual(run.status, 0, run.error)
    }
}

/// Types commands and looks at what is said.
protocol TriesCommands {}

extension TriesCommands {
    func expect(_ who: Somebody, _ words: String..., says sentence: String, not absent: String? = nil, line: UInt = #line) {
        let run = who.app.run(words)
        XCTAssertEqual(run.status, 0, "\(words): \(run.error)", line: line)
        XCTAssertTrue((run.output + run.error).contains(sentence), "\(words): \(run.output)\(run.error)", line: line)
        if let absent { XCTAssertFalse(run.output.contains(absent), "\(words): \(run.output)", line: line) }
    }

    func refused(_ who: Somebody, _ words: String..., says sentence: String, line: UInt = #line) {
        let run = who.app.run(words)
        XCTAssertNotEqual(run.status, 0, "\(words)", line: line)
        XCTAssertTrue(run.error.contains(sentence), "\(words): \(run.error)", line: line)
    }
}
