import Kernel
import XCTest

/// The founding document's journeys for TKDojang. They check data, not presentation.
final class DojangJourneys: XCTestCase {
    /// Journey 1, new user: first run, profile, dashboard, first action.
    func testNewUserStartsStudying() throws {
        let user = try AppUser("dojang", self)
        try user.run()
        let profiles: [ProfileShape] = try user.run("profile", "list", "--json").json()
        XCTAssertEqual(profiles.map(\.name), ["Student"])
        XCTAssertEqual(profiles.map(\.belt), ["10k"])
        XCTAssertEqual(profiles.map(\.active), [true])
        let before = try stats(user)
        XCTAssertEqual(before.sessions, 0)
        XCTAssertEqual(before.cards.new, 10, "ten a day")
        try study(user, cards: 10)
        XCTAssertEqual(try stats(user).sessions, 1)
        XCTAssertEqual(try stats(user).streak.current, 1)
    }

    /// Journey 2, flashcards: configure, study with random answers, compare results and dashboard.
    func testFlashcardResultsMatchDashboard() throws {
        let user = try AppUser("dojang", self)
        let cards = Int.random(in: 10...50, using: &user.random)
        let direction = ["ko-en", "en-ko", "both"].randomElement(using: &user.random) ?? "both"
        let total = try stats(user).cards.total
        let session = try study(user, cards: cards, options: ["--direction", direction])
        XCTAssertEqual(session.answered, cards)
        XCTAssertGreaterThanOrEqual(session.answers, cards)
        let after = try stats(user)
        XCTAssertEqual(after.sessions, 1)
        XCTAssertEqual(after.cards.total, total)
        XCTAssertEqual(after.boxes.reduce(0, +), cards)
        XCTAssertEqual(try XCTUnwrap(after.accuracy), Double(session.right) / Double(session.answers), accuracy: 0.006)
    }

    /// Journey 6, profile switch: two profiles with different belts have separate content and
    /// records.
    func testProfilesAreIsolated() throws {
        let user = try AppUser("dojang", self)
        try user.run("profile", "add", "Mina", "--belt", "9k")
        try user.run("profile", "add", "Zoe", "--belt", "5k")
        try user.run("profile", "switch", "Mina")
        try study(user, cards: 12)
        let minas = try stats(user)
        try user.run("profile", "switch", "Zoe")
        let zoes = try stats(user)
        XCTAssertEqual(zoes.sessions, 0)
        XCTAssertEqual(zoes.boxes.reduce(0, +), 0)
        XCTAssertGreaterThan(try terms(user, "--mine").count, try terms(user, "--mine", "--profile", "Mina").count)
        try study(user, cards: 10)
        try user.run("profile", "switch", "Mina")
        XCTAssertEqual(try stats(user), minas)
    }

    /// Journey 8, dashboard: sessions, streak and accuracy after each session.
    func testDashboardFollowsSessions() throws {
        let user = try AppUser("dojang", self)
        let days = ["2026-03-02", "2026-03-03", "2026-03-05"]
        for (number, day) in days.enumerated() {
            try study(user, cards: 10, options: ["--today", day])
            let statistics = try stats(user, "--today", day)
            XCTAssertEqual(statistics.sessions, number + 1)
            XCTAssertEqual(statistics.streak.current, [1, 2, 1][number])
            XCTAssertEqual(statistics.streak.longest, [1, 2, 2][number])
            XCTAssertTrue((0...1).contains(try XCTUnwrap(statistics.accuracy)))
            XCTAssertGreaterThanOrEqual(statistics.minutes, 0)
        }
    }

    /// Journey 9, belts: the content grows with the grade in both modes.
    func testHigherBeltsHaveMoreTerms() throws {
        let user = try AppUser("dojang", self)
        for mode in ["progression", "mastery"] {
            var smaller: Set<TermShape> = []
            for belt in ["9k", "5k", "1k"] {
                try user.run("profile", "edit", "Student", "--belt", belt, "--yes", "--mode", mode)
                let ownTerms = try Set(terms(user, "--mine"))
                XCTAssertTrue(ownTerms.isStrictSuperset(of: smaller), belt)
                smaller = ownTerms
            }
        }
    }

    /// Journey 10, search: Korean and English query, result, details.
    func testSearchFindsTermsInAllScripts() throws {
        let user = try AppUser("dojang", self)
        let everything = try terms(user)
        XCTAssertGreaterThanOrEqual(everything.count, 155)
        for _ in 0..<4 {
            let term = try XCTUnwrap(everything.randomElement(using: &user.random))
            for query in [term.hangul, term.english, term.romanization] {
                let results: [FoundShape] = try user.run("search", query, "--json").json()
                XCTAssertTrue(results.contains { $0.id == term.id }, "\(query) does not find \(term.id)")
            }
            let detail: TermShape = try user.run("term", term.id, "--json").json()
            XCTAssertEqual(detail, term)
        }
    }

    /// Journey 11, navigation: read commands change nothing in any order.
    func testReadCommandsChangeNothing() throws {
        let user = try AppUser("dojang", self)
        try user.run()
        try study(user, cards: 10)
        // The first home screen stores the first start.
        try user.run()
        let before = try (stats(user), user.run("doctor", "--export", "-").output)
        let looks = [
            [], ["belts"], ["terms", "--belt", "8k"], ["search", "sogi"], ["due"], ["stats"], ["profile", "list"],
            ["profile", "show"], ["term", "low-block"],
            ["help", "study"], ["about"], ["content", "check"], ["doctor"], ["undo", "--list"], ["man"],
        ]
        for _ in 0..<20 { try user.run(looks.randomElement(using: &user.random) ?? []) }
        XCTAssertEqual(try stats(user), before.0)
        XCTAssertEqual(try user.run("doctor", "--export", "-").output, before.1)
    }

    /// Export, delete and import restore a profile.
    func testProfileExportAndImportRoundTrip() throws {
        let user = try AppUser("dojang", self)
        try study(user, cards: 15)
        let before = try stats(user)
        try user.run("profile", "export", "Student", "student.json")
        try user.run("profile", "delete", "Student", status: 64)
        try user.run("profile", "delete", "Student", "--yes")
        XCTAssertEqual(try stats(user).sessions, 0)
        try user.run("profile", "import", "student.json", "--rename", "Mina")
        XCTAssertEqual(try stats(user, "--profile", "Mina"), before)
    }

    // MARK: - Helpers

    /// Studies in learn mode with random grades until every missed card is known; `right` counts
    /// within all `answers`.
    @discardableResult
    private func study(
        _ user: AppUser, cards: Int, options: [String] = []
    ) throws -> (answered: Int, answers: Int, right: Int) {
        try user.run("study", "settings", "--new-a-day", "50", "--show-new", "off")
        let grades = (0..<cards).map { _ in ["1", "3", "4"].randomElement(using: &user.random) ?? "3" }
        let seed = String(Int.random(in: 0...9999, using: &user.random))
        let known = Array(repeating: ["", "3"], count: cards * 2).flatMap { $0 }
        let results: ResultsShape = try user.run(
            ["study", "--cards", "\(cards)", "--mode", "learn", "--seed", seed, "--new", "--json"] + options,
            lines: grades.flatMap { ["", $0] } + known
        ).json()
        let answers = results.answered + results.repeats
        return (results.answered, answers, answers - grades.count { $0 == "1" })
    }

    private func stats(_ user: AppUser, _ options: String...) throws -> StatsShape {
        try user.run(["stats", "--json"] + options).json()
    }

    private func terms(_ user: AppUser, _ options: String...) throws -> [TermShape] {
        try user.run(["terms", "--json"] + options).json()
    }
}
