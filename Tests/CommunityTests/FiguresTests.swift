import Community
import Kernel
import Storage
import XCTest

/// What developers measure, what everybody sees of it, and what waits.
final class FiguresTests: XCTestCase {
    func testHalfOfTheAnswersCameWithinTheMedianAndADayIsTooLate() throws {
        for (hours, median, inTime) in [
            ([1], 1.0, 1.0), ([2, 3], 3, 1), ([1, 2, 4], 2, 1), ([1, 2, 4, 8], 4, 1), ([1, 2, 4, 8, 16], 4, 1),
            ([24], 24, 0), ([1, 23.5, 24, 25], 24, 0.5),
        ] as [([Double], Double, Double)] {
            let town = Town()
            let told = try hours.map { try town.told("p\($0)") }
            for (id, hour) in zip(told, hours) {
                town.clock.now = Town().clock.now.adding(seconds: hour * 3600)
                _ = try town.developer().respond(to: id, "yes")
            }
            let metrics = try town.developer().metrics()
            XCTAssertEqual(try XCTUnwrap(metrics.medianHours), median, accuracy: 1e-6, "\(hours)")
            XCTAssertEqual(metrics.answeredInTime, inTime, "\(hours)")
        }
    }

    func testWhatIsPendingAgainIsNoAnswerAndTheOldestIsSaid() throws {
        let town = Town()
        let metrics = try town.developer().metrics()
        XCTAssertNil(metrics.medianHours)
        XCTAssertNil(metrics.answeredInTime)
        XCTAssertNil(metrics.oldestPending)
        XCTAssertEqual([metrics.people, metrics.pending], [0, 0])
        XCTAssertNil(metrics.voting)
        let first = town.clock.now
        let ids = try (1...3).map { number in
            defer { town.clock.advance(minutes: 5) }
            return try town.told("p\(number)")
        }
        for id in ids[1...] { _ = try town.developer().respond(to: id, "yes") }
        _ = try town.developer().setStatus(of: ids[2], .pending)
        let after = try town.developer().metrics()
        XCTAssertEqual(after.pending, 2)
        XCTAssertEqual(after.oldestPending, first)
        XCTAssertEqual(try XCTUnwrap(after.medianHours), 10.0 / 60, accuracy: 1e-6, "of the one that is answered")
        let waiting = try town.developer().waiting()
        XCTAssertEqual(waiting.pending, 2)
        XCTAssertEqual(waiting.oldest?.id, ids[0])
    }

    /// Each deed by one person of two, in the month or the one before.
    func testEachShareIsOfThePeopleWhoWereCountedInTheMonth() throws {
        typealias Shares = (voting: Double, feedback: Double, takingPart: Double, reviewing: Double)
        let rows: [(String, (Participation, Town) throws -> Void, now: Shares, later: Shares)] = [
            ("feedback", { mina, _ in _ = try mina.tell(.bug, "x") }, (0, 0.5, 0.5, 0), (0, 0, 0, 0)),
            ("suggestion", { mina, _ in _ = try mina.suggest("a", "b") }, (0, 0, 0.5, 0), (0, 0, 0, 0)),
            ("vote", { mina, _ in _ = try mina.vote(for: "video") }, (0.5, 0, 0.5, 0), (0.5, 0, 0, 0)),
            ("upvote", { mina, town in _ = try mina.upvote(try town.idea()) }, (0, 0, 0.5, 0), (0, 0, 0, 0)),
            ("review", { mina, _ in try mina.reviewed() }, (0, 0, 0, 0.5), (0, 0, 0, 0.5)),
            ("nothing", { _, _ in }, (0, 0, 0, 0), (0, 0, 0, 0)),
        ]
        for (name, act, now, later) in rows {
            let town = Town()
            let people = ["mina", "adam"].map { town.person($0) }
            town.clock.set("2026-10-05T12:00:00Z")
            for one in people { _ = try one.tell(.general, "first") }
            for (month, expected) in [("2026-11", now), ("2026-12", later)] {
                town.clock.set("\(month)-05T12:00:00Z")
                if month == "2026-11" { try act(people[0], town) }
                for one in people { try one.attend() }
                let said = try town.developer().metrics()
                XCTAssertEqual(said.month, month)
                XCTAssertEqual(said.people, 2)
                XCTAssertEqual(said.voting, expected.voting, "\(name) \(month)")
                XCTAssertEqual(said.feedback, expected.feedback, "\(name) \(month)")
                XCTAssertEqual(said.takingPart, expected.takingPart, "\(name) \(month)")
                XCTAssertEqual(said.reviewing, expected.reviewing, "\(name) \(month)")
            }
            XCTAssertEqual(try town.developer().metrics(in: "2026-11").people, 2)
            XCTAssertEqual(try town.developer().metrics(in: "2026-09").people, 0)
        }
    }

    func testThemesAreCountedGreatestFirstAndByNameAmongEquals() throws {
        let town = Town()
        for (number, tags) in [["b"], ["a", "b"], ["c"], ["a"], []].enumerated() {
            _ = try town.developer().triage(try town.told("p\(number)"), tags: tags, severity: nil)
        }
        let shares = try town.developer().tags()
        XCTAssertEqual(shares.map(\.tag), ["a", "b", "c"])
        XCTAssertEqual(shares.map(\.count), [2, 2, 1])
        XCTAssertEqual(shares.map(\.share), [0.5, 0.5, 0.25])
        assertFails(.notAllowed) { try town.developer("impostor").tags() }
    }

    func testWhatWaitsIsNewAndNotHiddenAndTheThreeWithMostVotesTrend() throws {
        let town = Town()
        let ideas = try (1...4).map { try town.idea("Idea \($0)") }
        _ = try town.developer().review(ideas[0], notes: nil)
        try town.developer().hide(ideas[1].rawValue, because: "rude")
        try town.vote(["instructors": 1])
        XCTAssertEqual(try town.developer().waiting().trending.map(\.item.id), ["instructors"])
        try town.vote(["video": 2, "clubs": 5, "learning-modes": 3, "photography": 4])
        _ = try town.developer().release("clubs")
        let waiting = try town.developer().waiting()
        XCTAssertEqual(waiting.suggestions, 2)
        XCTAssertEqual(waiting.trending.map(\.item.id), ["photography", "learning-modes", "video"])
        XCTAssertNil(waiting.oldest)
        XCTAssertEqual(try Town().developer().waiting().trending.count, 0, "nobody voted")
    }

    // MARK: - What everybody sees

    func testAGroupIsHeardByItsLastWordAndNotByWhatIsHidden() throws {
        let town = Town()
        func tell(_ person: Int, _ belt: String, _ mode: String? = nil) throws {
            town.clock.advance(seconds: 1)
            _ = try town.told("p\(person)", usage: UsageData(belt: belt, mode: mode), device: belt)
        }
        for person in 0..<5 {
            try tell(person, "9th Keup")
            try tell(person, "8th Keup")
        }
        for person in 5..<10 { try tell(person, "7th Keup", "Mastery") }
        for person in 10..<14 { try tell(person, "6th Keup") }
        try tell(14, "6th Keup")
        let hidden = try XCTUnwrap(town.board.feedback(by: Town.author("p14")).first)
        try town.developer().hide(hidden.id.rawValue, because: "spam")
        let shown = try town.person("p").insights()
        XCTAssertEqual(shown.belts.map(\.label), ["7th Keup", "8th Keup"], "by name among equals")
        XCTAssertEqual(shown.belts.map(\.share), [0.5, 0.5])
        XCTAssertEqual(shown.modes.map(\.people), [5])
        XCTAssertEqual(try town.developer().insights().belts, shown.belts)
    }

    func testWhatComesNextIsFurthestInDevelopmentElseMostWantedElseFirst() throws {
        let town = Town()
        func next() throws -> Identifier<RoadmapItem>? { try town.person("p").whatsNew().nextUp?.id }
        XCTAssertEqual(try next(), "photography", "footprints are here already")
        _ = try town.developer().move("video", to: 2)
        XCTAssertEqual(try next(), "photography", "the first of one priority")
        try town.vote(["clubs": 1, "instructors": 1])
        XCTAssertEqual(try next(), "clubs", "the more important of as many votes")
        _ = try town.person("mina").vote(for: "instructors")
        XCTAssertEqual(try next(), "instructors")
        for item in ["dan-grades", "clubs"] { _ = try town.developer().progress(Identifier(item), percent: 0) }
        XCTAssertEqual(try next(), "clubs", "the first of those that are as far")
        _ = try town.developer().progress("dan-grades", percent: 1)
        XCTAssertEqual(try next(), "dan-grades")
        for item in FoundingRoadmap.items { _ = try town.developer().release(item.id) }
        XCTAssertNil(try next())
    }

    func testTheLastThreeReleasesAreNewAndThankThoseWhoAskedForThem() throws {
        let town = Town()
        XCTAssertEqual(try town.person("p").whatsNew().basedOnFeedback, [])
        try town.vote(["clubs": 1, "learning-modes": 2, "dan-grades": 3])
        let today = town.clock.source().today()
        for (item, day) in [("video", 9), ("clubs", 3), ("learning-modes", 3), ("dan-grades", 4)] {
            _ = try town.developer().release(Identifier(item), on: today.adding(days: day - 10))
        }
        let new = try town.person("p").whatsNew()
        XCTAssertEqual(new.released.map(\.item.id), ["video", "dan-grades", "learning-modes"], "by day, then by priority")
        let title = Dictionary(uniqueKeysWithValues: FoundingRoadmap.items.map { ($0.id, $0.title) })
        XCTAssertEqual(new.released.map(\.thanks)[0], title["video"])
        XCTAssertEqual(
            new.basedOnFeedback,
            [
                "\(title["dan-grades"] ?? ""), asked for by 3 votes", "\(title["learning-modes"] ?? ""), asked for by 2 votes",
                "Thank you! Your feedback shapes our roadmap.", "Next up: \(title["photography"] ?? "")",
            ])
        _ = try town.developer().respond(to: try town.told("mina"), "made", status: .implemented)
        XCTAssertTrue(try town.person("p").whatsNew().basedOnFeedback.contains("1 idea from your feedback"))
    }

    func testReleasesThatNobodyAskedForThankNobodyButAnIdeaThatWasMadeDoes() throws {
        let town = Town()
        _ = try town.developer().release("video")
        XCTAssertEqual(try town.person("p").whatsNew().basedOnFeedback, [])
        try town.vote(["clubs": 1])
        _ = try town.developer().release("clubs")
        XCTAssertEqual(try town.person("p").whatsNew().basedOnFeedback.first?.hasSuffix("asked for by 1 vote"), true)
    }
}
