import Club
import ClubCommands
import Groups
import Kernel
import XCTest

/// A shared club with two instructors, a student, and a guardian with a child.
struct SharedClubFixture {
    let fixture: ClubFixture
    let kim, ines, jun, hana: TestMember

    init(_ fixture: ClubFixture = ClubFixture()) throws {
        self.fixture = fixture
        kim = TestMember("Kim", in: fixture)
        ines = TestMember("Ines", in: fixture)
        jun = TestMember("Jun", in: fixture)
        hana = TestMember("Hana", in: fixture)
        XCTAssertEqual(kim.run("club", "create", "Tigers", "--place", fixture.free()).status, 0)
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

    func join(_ member: TestMember, _ role: String, _ more: String...) throws {
        let run = member.app.run(["club", "join", try code(role), "--yes"] + more)
        XCTAssertEqual(run.status, 0, run.error)
    }
}

/// Assertions that run a command and check its output.
protocol CommandAssertions {}

extension CommandAssertions {
    func expect(
        _ member: TestMember, _ words: String..., says sentence: String, not absent: String? = nil, line: UInt = #line
    ) {
        let run = member.app.run(words)
        XCTAssertEqual(run.status, 0, "\(words): \(run.error)", line: line)
        XCTAssertTrue((run.output + run.error).contains(sentence), "\(words): \(run.output)\(run.error)", line: line)
        if let absent { XCTAssertFalse(run.output.contains(absent), "\(words): \(run.output)", line: line) }
    }

    func refused(_ member: TestMember, _ words: String..., says sentence: String, line: UInt = #line) {
        let run = member.app.run(words)
        XCTAssertNotEqual(run.status, 0, "\(words)", line: line)
        XCTAssertTrue(run.error.contains(sentence), "\(words): \(run.error)", line: line)
    }
}
