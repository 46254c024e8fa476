import Community
import Kernel
import Storage
import XCTest

/// Metrics for developers, insights and news for everyone, and waiting work.
final class MetricsTests: XCTestCase {
    func testMedianAnswerTimeAndShareWithinADay() throws {
        for (hours, median, inTime) in [
            ([1], 1.0, 1.0), ([2, 3], 3, 1), ([1, 2, 4], 2, 1), ([1, 2, 4, 8], 4, 1), ([1, 2, 4, 8, 16], 4, 1),
            ([24], 24, 0), ([1, 23.5, 24, 25], 24, 0.5),
        ] as [([Double], Double, Double)] {
            let fixture = CommunityFixture()
            let ids = try hours.map { try fixture.sendFeedback("p\($0)") }
            for (id, hour) in zip(ids, hours) {
                fixture.clock.now = CommunityFixture().clock.now.adding(seconds: hour * 3600)
                _ = try fixture.developer().respond(to: id, "yes")
            }
            let metrics = try fixture.developer().metrics()
            XCTAssertEqual(try XCTUnwrap(metrics.medianHours), median, accuracy: 1e-6, "\(hours)")
            XCTAssertEqual(metrics.answeredInTime, inTime, "\(hours)")
        }
    }

    func testReopenedFeedbackIsPendingAndOldestIsReported() throws {
        let fixture = CommunityFixture()
        let metrics = try fixture.developer().metrics()
        XCTAssertNil(metrics.medianHours)
        XCTAssertNil(metrics.answeredInTime)
        XCTAssertNil(metrics.oldestPending)
        XCTAssertEqual([metrics.people, metrics.pending], [0, 0])
        XCTAssertNil(metrics.voting)
        let first = fixture.clock.now
        let ids = try (1...3).map { number in
            defer { fixture.clock.advance(minutes: 5) }
            return try fixture.sendFeedback("p\(number)")
        }
        for id in ids[1...] { _ = try fixture.developer().respond(to: id, "yes") }
        _ = try fixture.developer().setStatus(of: ids[2], .pending)
        let after = try fixture.developer().metrics()
        XCTAssertEqual(after.pending, 2)
        XCTAssertEqual(after.oldestPending, first)
        XCTAssertEqual(try XCTUnwrap(after.medianHours), 10.0 / 60, accuracy: 1e-6, "counts only answered feedback")
        let waiting = try fixture.developer().waiting()
        XCTAssertEqual(waiting.pending, 2)
        XCTAssertEqual(waiting.oldest?.id, ids[0])
    }

    /// One of two people acts in the month.
    func testMetricSharesUseThePeopleOfTheMonth() throws {
        typealias Shares = (voting: Double, feedback: Double, takingPart: Double, reviewing: Double)
        let rows: [(String, (CommunityClient, CommunityFixture) throws -> Void, now: Shares, later: Shares)] = [
            ("feedback", { mina, _ in _ = try mina.sendFeedback(.bug, "x") }, (0, 0.5, 0.5, 0), (0, 0, 0, 0)),
            ("suggestion", { mina, _ in _ = try mina.suggest("a", "b") }, (0, 0, 0.5, 0), (0, 0, 0, 0)),
            ("vote", { mina, _ in _ = try mina.vote(for: "video") }, (0.5, 0, 0.5, 0), (0.5, 0, 0, 0)),
            ("upvote", { mina, fixture in _ = try mina.upvote(try fixture.idea()) }, (0, 0, 0.5, 0), (0, 0, 0, 0)),
            ("review", { mina, _ in try mina.recordReview() }, (0, 0, 0, 0.5), (0, 0, 0, 0.5)),
            ("nothing", { _, _ in }, (0, 0, 0, 0), (0, 0, 0, 0)),
        ]
        for (name, act, now, later) in rows {
            let fixture = CommunityFixture()
            let people = ["mina", "adam"].map { fixture.person($0) }
            fixture.clock.set("2026-10-05T12:00:00Z")
            for person in people { _ = try person.sendFeedback(.general, "first") }
            for (month, expected) in [("2026-11", now), ("2026-12", later)] {
                fixture.clock.set("\(month)-05T12:00:00Z")
                if month == "2026-11" { try act(people[0], fixture) }
                for person in people { try person.recordAttendance() }
                let metrics = try fixture.developer().metrics()
                XCTAssertEqual(metrics.month, month)
                XCTAssertEqual(metrics.people, 2)
                XCTAssertEqual(metrics.voting, expected.voting, "\(name) \(month)")
                XCTAssertEqual(metrics.feedback, expected.feedback, "\(name) \(month)")
                XCTAssertEqual(metrics.takingPart, expected.takingPart, "\(name) \(month)")
                XCTAssertEqual(metrics.reviewing, expected.reviewing, "\(name) \(month)")
            }
            XCTAssertEqual(try fixture.developer().metrics(in: "2026-11").people, 2)
            XCTAssertEqual(try fixture.developer().metrics(in: "2026-09").people, 0)
        }
    }

    func testTagsAreSortedByCountThenName() throws {
        let fixture = CommunityFixture()
        for (number, tags) in [["b"], ["a", "b"], ["c"], ["a"], []].enumerated() {
            _ = try fixture.developer().triage(try fixture.sendFeedback("p\(number)"), tags: tags, severity: nil)
        }
        let shares = try fixture.developer().tags()
        XCTAssertEqual(shares.map(\.tag), ["a", "b", "c"])
        XCTAssertEqual(shares.map(\.count), [2, 2, 1])
        XCTAssertEqual(shares.map(\.share), [0.5, 0.5, 0.25])
        assertFails(.notAllowed) { try fixture.developer("impostor").tags() }
    }

    func testWaitingCountsNewSuggestionsAndTopThreeItems() throws {
        let fixture = CommunityFixture()
        let ideas = try (1...4).map { try fixture.idea("Idea \($0)") }
        _ = try fixture.developer().review(ideas[0], notes: nil)
        try fixture.developer().hide(ideas[1].rawValue, because: "rude")
        try fixture.vote(["instructors": 1])
        XCTAssertEqual(try fixture.developer().waiting().trending.map(\.item.id), ["instructors"])
        try fixture.vote(["video": 2, "clubs": 5, "learning-modes": 3, "photography": 4])
        _ = try fixture.developer().release("clubs")
        let waiting = try fixture.developer().waiting()
        XCTAssertEqual(waiting.suggestions, 2)
        XCTAssertEqual(waiting.trending.map(\.item.id), ["photography", "learning-modes", "video"])
        XCTAssertNil(waiting.oldest)
        XCTAssertEqual(try CommunityFixture().developer().waiting().trending.count, 0, "there are no votes")
    }

    // MARK: - Public views

    func testInsightsUseLatestVisibleFeedbackOfEachPerson() throws {
        let fixture = CommunityFixture()
        func tell(_ person: Int, _ belt: String, _ mode: String? = nil) throws {
            fixture.clock.advance(seconds: 1)
            _ = try fixture.sendFeedback("p\(person)", usage: UsageData(belt: belt, mode: mode), device: belt)
        }
        for person in 0..<5 {
            try tell(person, "9th Keup")
            try tell(person, "8th Keup")
        }
        for person in 5..<10 { try tell(person, "7th Keup", "Mastery") }
        for person in 10..<14 { try tell(person, "6th Keup") }
        try tell(14, "6th Keup")
        let hidden = try XCTUnwrap(fixture.board.feedback(by: CommunityFixture.author("p14")).first)
        try fixture.developer().hide(hidden.id.rawValue, because: "spam")
        let insights = try fixture.person("p").insights()
        XCTAssertEqual(insights.belts.map(\.label), ["7th Keup", "8th Keup"], "equal counts are sorted by name")
        XCTAssertEqual(insights.belts.map(\.share), [0.5, 0.5])
        XCTAssertEqual(insights.modes.map(\.people), [5])
        XCTAssertEqual(try fixture.developer().insights().belts, insights.belts)
    }

    func testNextItemIsByProgressThenVotesThenOrder() throws {
        let fixture = CommunityFixture()
        func next() throws -> Identifier<RoadmapItem>? { try fixture.person("p").whatsNew().nextUp?.id }
        XCTAssertEqual(try next(), "photography", "footprints are released")
        _ = try fixture.developer().move("video", to: 2)
        XCTAssertEqual(try next(), "photography", "the first of one priority")
        try fixture.vote(["clubs": 1, "instructors": 1])
        XCTAssertEqual(try next(), "clubs", "the higher priority of equal votes")
        _ = try fixture.person("mina").vote(for: "instructors")
        XCTAssertEqual(try next(), "instructors")
        for item in ["dan-grades", "clubs"] { _ = try fixture.developer().progress(Identifier(item), percent: 0) }
        XCTAssertEqual(try next(), "clubs", "the first of equal progress")
        _ = try fixture.developer().progress("dan-grades", percent: 1)
        XCTAssertEqual(try next(), "dan-grades")
        for item in FoundingRoadmap.items { _ = try fixture.developer().release(item.id) }
        XCTAssertNil(try next())
    }

    func testLastThreeReleasesAreNewAndNameTheirVotes() throws {
        let fixture = CommunityFixture()
        XCTAssertEqual(try fixture.person("p").whatsNew().basedOnFeedback, [])
        try fixture.vote(["clubs": 1, "learning-modes": 2, "dan-grades": 3])
        let today = fixture.clock.source().today()
        for (item, day) in [("video", 9), ("clubs", 3), ("learning-modes", 3), ("dan-grades", 4)] {
            _ = try fixture.developer().release(Identifier(item), on: today.adding(days: day - 10))
        }
        let new = try fixture.person("p").whatsNew()
        XCTAssertEqual(
            new.released.map(\.item.id), ["video", "dan-grades", "learning-modes"], "by day, then by priority")
        let title = Dictionary(uniqueKeysWithValues: FoundingRoadmap.items.map { ($0.id, $0.title) })
        XCTAssertEqual(new.released.map(\.thanks)[0], title["video"])
        XCTAssertEqual(
            new.basedOnFeedback,
            [
                "\(title["dan-grades"] ?? ""), asked for by 3 votes",
                "\(title["learning-modes"] ?? ""), asked for by 2 votes",
                "Thank you! Your feedback shapes our roadmap.", "Next up: \(title["photography"] ?? "")",
            ])
        _ = try fixture.developer().respond(to: try fixture.sendFeedback("mina"), "made", status: .implemented)
        XCTAssertTrue(try fixture.person("p").whatsNew().basedOnFeedback.contains("1 idea from your feedback"))
    }

    func testReleasesWithoutVotesGiveNoThanks() throws {
        let fixture = CommunityFixture()
        _ = try fixture.developer().release("video")
        XCTAssertEqual(try fixture.person("p").whatsNew().basedOnFeedback, [])
        try fixture.vote(["clubs": 1])
        _ = try fixture.developer().release("clubs")
        XCTAssertEqual(try fixture.person("p").whatsNew().basedOnFeedback.first?.hasSuffix("asked for by 1 vote"), true)
    }
}
