import XCTest

/// The founding document's journeys with patterns, with the real program on a pipe. They check
/// data, not presentation.
final class PatternJourneys: XCTestCase {
    /// Journey 4, pattern: pick one at random, practice every movement, finish; progress and
    /// dashboard follow.
    func testInterruptedPatternPracticeCompletes() throws {
        let user = try AppUser("dojang", self)
        try user.run("profile", "edit", "Student", "--belt", "5k", "--yes")
        let open = try patterns(user).filter(\.open)
        let pattern = try XCTUnwrap(open.randomElement(using: &user.random))
        XCTAssertEqual(pattern.mastery, 0)
        let cutIndex = Int.random(in: 1..<pattern.movements, using: &user.random)
        let first: PracticeShape = try user.run(
            ["pattern", "practice", pattern.id, "--json"], lines: (0..<cutIndex).flatMap { _ in ["", "3"] }
        ).json()
        XCTAssertEqual(first.remaining, pattern.movements - cutIndex)
        let marks = (cutIndex..<pattern.movements).map { _ in ["3", "1"].randomElement(using: &user.random) ?? "3" }
        let second: PracticeShape = try user.run(
            ["pattern", "practice", pattern.id, "--json"], lines: marks.flatMap { ["", $0] }
        ).json()
        XCTAssertEqual(second.remaining, 0)
        XCTAssertEqual(second.done, pattern.movements)
        XCTAssertEqual(second.shaky.count, marks.count { $0 == "1" })
        let after = try XCTUnwrap(patterns(user).first { $0.id == pattern.id })
        XCTAssertEqual(after.mastery, second.mastery)
        XCTAssertGreaterThan(after.mastery, 0)
        let kinds: KindsShape = try user.run("stats", "--json").json()
        XCTAssertEqual(kinds.kinds.map(\.kind), ["patterns"])
        XCTAssertEqual(kinds.kinds.first?.answers, pattern.movements)
        XCTAssertEqual(kinds.streak.current, 1)
    }

    /// A quiz and a test from a pipe: the results match the log, and undo removes the last answer.
    func testQuizAndTestAnswersAreCountedAndUndone() throws {
        let user = try AppUser("dojang", self)
        let answers = (0..<8).map { _ in String(Int.random(in: 1...4, using: &user.random)) }
        let quiz: RoundShape = try user.run(
            ["pattern", "quiz", "chon-ji", "--questions", "8", "--seed", "\(user.random.next() % 999)", "--json"],
            lines: answers
        ).json()
        XCTAssertEqual(quiz.answered + quiz.remaining, 8)
        XCTAssertNil(quiz.passed)
        let test: RoundShape = try user.run(
            ["pattern", "test", "chon-ji", "--anyway", "--json"],
            lines: ["l walk b lo bl", "R Walking B mid punch", ":q"]
        ).json()
        XCTAssertEqual(test.answered, 2)
        XCTAssertEqual(test.right, 2)
        let again: RoundShape = try user.run(["pattern", "test", "chon-ji", "--json"], lines: ["오른 걷는 서기 A 낮은데 막기"])
            .json()
        XCTAssertEqual(again.session, test.session)
        XCTAssertEqual(again.right, 3)
        let before = try answered(user)
        XCTAssertEqual(before, quiz.answered + 3)
        try user.run("undo")
        XCTAssertEqual(try answered(user), before - 1)
    }

    /// A locked pattern names the grade that unlocks it, and each profile has separate progress.
    func testGradesUnlockPatternsPerProfile() throws {
        let user = try AppUser("dojang", self)
        let refused = try user.run("pattern", "practice", "toi-gye", status: 1)
        XCTAssertTrue(refused.errors.contains("4th keup"), refused.errors)
        try user.run("profile", "edit", "Student", "--belt", "4k", "--yes")
        try user.run(["pattern", "practice", "toi-gye"], lines: ["", "3", "", "2"])
        try user.run("profile", "add", "Mina", "--belt", "4k")
        let minas: [ListedShape] = try user.run("pattern", "list", "--json", "--profile", "Mina").json()
        XCTAssertEqual(minas.map(\.mastery).max(), 0)
        try user.run("profile", "edit", "Student", "--mode", "mastery")
        try user.run("pattern", "practice", "toi-gye", status: 1)
    }

    private func patterns(_ user: AppUser) throws -> [ListedShape] {
        try user.run("pattern", "list", "--json").json()
    }

    private func answered(_ user: AppUser) throws -> Int {
        let stats: KindsShape = try user.run("stats", "--json").json()
        return stats.kinds.reduce(0) { $0 + $1.answers }
    }
}

private struct ListedShape: Decodable {
    let id, grade: String
    let movements: Int
    let mastery: Double
    let open: Bool
    let opensAt: String?
}

private struct PracticeShape: Decodable {
    let done, remaining: Int
    let shaky: [Int]
    let mastery: Double
}

private struct RoundShape: Decodable {
    let session: String
    let answered, right, remaining: Int
    let passed: Bool?
}

private struct KindsShape: Decodable {
    struct Kind: Decodable { let kind: String; let answers: Int }
    let streak: StatsShape.Streak
    let kinds: [Kind]
}
