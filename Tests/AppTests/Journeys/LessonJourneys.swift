import Kernel
import XCTest

/// The founding document's journeys through step sparring and theory, and from a mock grading to
/// the next belt.
final class LessonJourneys: XCTestCase {
    /// Journey 5, step sparring: pick a set, practice, quiz, higher mastery.
    func testSparringPracticeAndQuizRaiseMastery() throws {
        let user = try beginner("7k")
        let open = try sets(user).filter(\.open)
        XCTAssertEqual(open.map(\.id), ["three-step-8k", "three-step-7k", "three-step-6k"])
        let set = try XCTUnwrap(open.randomElement(using: &user.random))
        // Extra lines do no harm: some steps uncover one part, some two.
        let marks = (0..<30).flatMap { _ in ["space", "space", "3"] }
        let practice: LessonShape = try user.run(["sparring", "practice", set.id, "--json"], lines: marks).json()
        XCTAssertEqual(practice.done, practice.items)
        XCTAssertEqual(practice.right, practice.done)
        let answers = (0..<8).map { _ in String(Int.random(in: 1...2, using: &user.random)) }
        let quiz: LessonShape = try user.run(
            ["sparring", "quiz", set.id, "-n", "8", "--seed", "5", "--json"], lines: answers
        )
        .json()
        XCTAssertEqual(quiz.done, 8)
        let after = try sets(user).first { $0.id == set.id }
        XCTAssertGreaterThan(try XCTUnwrap(after?.level), set.level)
        let stats: StatsShape = try user.run("stats", "--json").json()
        XCTAssertEqual(stats.sessions, 2)
        XCTAssertEqual(stats.streak.current, 1)
        XCTAssertEqual(stats.cards.learning, 0)
    }

    /// Journey 7, theory: browse by belt, read, return; read pages are stored per profile.
    func testTheoryReadingIsStoredAndQuizzed() throws {
        let user = try beginner("9k")
        let pages = Int.random(in: 1...4, using: &user.random)
        let lines = [String](repeating: "", count: pages) + ["q"]
        let reading: LessonShape = try user.run(["theory", "read", "--belt", "9k", "--json"], lines: lines).json()
        XCTAssertEqual(reading.done, pages)
        XCTAssertEqual(try read(user).count, pages)
        XCTAssertEqual(try read(user).count, pages)
        try user.run("profile", "add", "Ann", "--belt", "9k")
        XCTAssertEqual(try read(user, "--profile", "Ann"), [])
        // A continued session starts with the first unread page.
        let more: LessonShape = try user.run(["theory", "read", "--belt", "9k", "--json"], lines: ["", "q"]).json()
        XCTAssertEqual(more.session, reading.session)
        let typed = try user.run(
            ["theory", "quiz", "sections", "--answer", "type", "--json"],
            lines: ["the MIDDLE section", ":u", ":d", ":q"])
        let quiz: LessonShape = try typed.json()
        XCTAssertEqual(quiz.done, 1)
        XCTAssertEqual(quiz.right, 0)
        let pair = [
            "What is kaunde?": "ｍｉｄｄｌｅ section", "What is nopunde?": "HIGH section", "What is najunde?": "low section",
        ]
        let output = try user.run(["theory", "quiz", "sections"], lines: [":q"]).output
        let question = try XCTUnwrap(pair.first { output.contains($0.key) }, output)
        let right: LessonShape = try user.run(["theory", "quiz", "sections", "--json"], lines: [question.value, ":q"])
            .json()
        XCTAssertEqual(right.right, 1)
    }

    /// An interrupted mock grading resumes to its end. A real grading changes the belt, and undo
    /// restores the belt and removes the record.
    func testMockGradingResumesAndRealGradingCanBeUndone() throws {
        let user = try beginner("8k")
        let seed = String(Int.random(in: 0...9999, using: &user.random))
        var report: MockShape = try user.run(["grading", "mock", "--seed", seed, "--json"], lines: ["q"]).json()
        let session = report.session
        let tasks = report.tasks
        while report.remaining > 0 {
            let done = report.done
            // The empty line uncovers, 0 answers, 1 marks or answers; other keys are ignored.
            report = try user.run(["grading", "mock", "--json"], lines: ["", "0", "1"]).json()
            XCTAssertEqual(report.session, session)
            XCTAssertGreaterThan(report.done, done)
            XCTAssertTrue((0...100).contains(report.points))
        }
        XCTAssertEqual(report.done, tasks)
        XCTAssertNotNil(report.result)
        XCTAssertTrue(report.sections.allSatisfy { (0...100).contains($0.points) && $0.done == $0.tasks })

        let before = try user.run("doctor", "--export", "-").output
        let recorded: GradingShape = try user.run(
            "grading", "record", "--date", "yesterday", "--examiner", "Kim", "--json"
        )
        .json()
        XCTAssertEqual([recorded.grade, recorded.movedFrom, recorded.movedTo], ["7k", "8k", "7k"])
        XCTAssertEqual(try belt(user), "7k")
        let list: [GradingShape] = try user.run("grading", "list", "--json").json()
        XCTAssertEqual(list.map(\.kind).sorted(), ["mock", "real"])
        try user.run("undo")
        XCTAssertEqual(try belt(user), "8k")
        XCTAssertEqual(
            try user.run("grading", "list", "--kind", "real", "--json").output.filter { !$0.isWhitespace }, "[]")
        XCTAssertEqual(try user.run("doctor", "--export", "-").output.count, before.count)
        try user.run("grading", "record", "--date", "tomorrow", status: 64)
        try user.run("grading", "record", "--grade", "9k", "--date", "2024-05-05", "--result", "pass")
        XCTAssertEqual(try belt(user), "8k")
    }

    // MARK: - Helpers

    private struct LessonShape: Decodable { let session: String, items, done, right, remaining: Int, accuracy: Double }
    private struct SetShape: Decodable { let id: String, open: Bool, level: Double }
    private struct PageShape: Decodable { let id: String, read: Bool }
    private struct GradingShape: Decodable { let id, kind, grade, result: String, movedFrom, movedTo: String? }
    private struct MockShape: Decodable {
        struct Part: Decodable { let section: String, points, weight, tasks, done: Int }
        let session: String, tasks, done, remaining, points: Int, result: String?, sections: [Part]
    }

    private func beginner(_ belt: String) throws -> AppUser {
        let user = try AppUser("dojang", self)
        try user.run("profile", "add", "Mina", "--belt", belt)
        try user.run("profile", "switch", "Mina")
        return user
    }

    private func sets(_ user: AppUser) throws -> [SetShape] { try user.run("sparring", "progress", "--json").json() }

    private func read(_ user: AppUser, _ options: String...) throws -> [String] {
        let pages: [PageShape] = try user.run(["theory", "progress", "--json"] + options).json()
        return pages.filter(\.read).map(\.id)
    }

    private func belt(_ user: AppUser) throws -> String? {
        let profiles: [ProfileShape] = try user.run("profile", "list", "--json").json()
        return profiles.first(where: \.active)?.belt
    }
}
