import Community
import CommunityCommands
import Guidance
import Interface
import Kernel
import Storage
import Synchronization
import Terminal
import TerminalTesting
import XCTest

/// The times at which an app asks for a review.
final class ReviewTests: XCTestCase {
    func testReviewIsAskedAfterSelectedSessionCounts() throws {
        let fixture = CommunityFixture()
        let mina = fixture.person("mina")
        var days: [Int] = []
        for total in 1...60 {
            fixture.clock.advance(days: 1)
            for _ in 0..<2 where try mina.asksForReview(after: .init(sessions: total), .study) { days.append(total) }
        }
        XCTAssertEqual(days, [5, 25, 50])
    }

    func testSkippedSessionCountsStillTriggerAReview() throws {
        let fixture = CommunityFixture()
        let mina = fixture.person("mina")
        XCTAssertFalse(try mina.asksForReview(after: .init(sessions: 4), .study))
        XCTAssertTrue(try mina.asksForReview(after: .init(sessions: 7), .study))
        XCTAssertFalse(
            try fixture.person("zoe").asksForReview(after: .init(sessions: 40), .study), "40 sessions were done before")
    }

    func testEachMilestoneAsksForAReviewOnce() throws {
        let fixture = CommunityFixture()
        let mina = fixture.person("mina")
        var daySets: [Set<String>] = []
        for milestones: Set<String> in [[], ["test"], ["test"], ["pattern"], ["pattern", "test"], []] {
            fixture.clock.advance(days: 1)
            if try mina.asksForReview(after: .init(milestones: milestones), .study) { daySets.append(milestones) }
        }
        XCTAssertEqual(daySets, [["test"], ["pattern"]])
    }

    func testReviewIsAskedThreeTimesAYearUntilReviewed() throws {
        let fixture = CommunityFixture()
        let mina = fixture.person("mina")
        let names = (1...6).map { "m\($0)" }
        var requestCount = 0
        for count in names.indices {
            fixture.clock.advance(days: 20)
            if try mina.asksForReview(after: .init(milestones: Set(names[...count])), .study) { requestCount += 1 }
        }
        XCTAssertEqual(requestCount, 3)
        fixture.clock.advance(days: 366)
        XCTAssertTrue(try mina.asksForReview(after: .init(milestones: ["another"]), .study))
        try mina.recordReview()
        fixture.clock.advance(days: 366)
        XCTAssertFalse(try mina.asksForReview(after: .init(sessions: 5, milestones: ["more"], day: 9), .study))
    }

    func testReviewIsAskedOnceADayAndThreeTimesAYear() throws {
        let fixture = CommunityFixture()
        let mina = fixture.person("mina")
        XCTAssertTrue(try mina.asksForReview(after: .init(sessions: 5), .study))
        XCTAssertFalse(try mina.asksForReview(after: .init(milestones: ["first"]), .study), "twice a day")
        for (number, (days, expected)) in [(10, true), (10, true), (10, false), (334, false), (1, true)].enumerated() {
            fixture.clock.advance(days: Double(days))
            XCTAssertEqual(
                try mina.asksForReview(after: .init(milestones: ["\(number)"]), .study), expected, "\(number)")
        }
    }

    func testDiaryAsksForAReviewFromTheThirdDay() throws {
        let fixture = CommunityFixture()
        let mina = fixture.person("mina")
        let requests = try [1, 2, 3, 4].map { day in
            fixture.clock.advance(days: 1)
            return try mina.asksForReview(after: .init(sessions: 3 + day, milestones: ["\(day)"], day: day), .diary)
        }
        // Sessions and milestones do not count for a diary.
        XCTAssertEqual(requests, [false, false, true, false])
    }

    func testStudyIgnoresDaysOfUse() throws {
        let zoe = CommunityFixture().person("zoe")
        XCTAssertFalse(try zoe.asksForReview(after: .init(sessions: 4, day: 9), .study))
    }

    func testReviewConsidersOnlyTheLastHundredSessions() throws {
        for (total, expected) in [(149, true), (150, false)] {
            let mina = CommunityFixture().person("mina")
            XCTAssertFalse(try mina.asksForReview(after: .init(sessions: 1), .study))
            XCTAssertEqual(try mina.asksForReview(after: .init(sessions: total), .study), expected, "\(total)")
        }
    }

    /// The question follows successful commands, not failed ones or the home screen. `community
    /// review` stops it.
    func testReviewQuestionFollowsSuccessfulCommands() throws {
        let fixture = CommunityFixture()
        let local = MemoryStore()
        let sessions = Mutex(3)
        let plugin = CommunityPlugin(client: fixture.person("mina", local: local), product: "TKDojang", reviews: .study)
        let registry = try Registry([plugin, Work(done: { sessions.withLock { $0 } })])
        let work = Command("work", "Work", examples: [], changes: true) {
            let total = sessions.withLock { count in
                count += 1
                return count
            }
            guard total != 5 else { throw Failure(.init("noLuck"), "It failed.") }
            return Output(notice: "Done.")
        }
        let commands = (registry.all(.commands) + [work]).map { $0.followed(by: registry.all(.postCommandHints)) }
        let shell = Shell(
            app: AppDescription(name: "dojang", about: "", version: "1", credits: [], privacy: "", support: ""),
            commands: commands,
            homeCards: registry.all(.homeCards), today: { Day(ordinal: 20_000) })
        func say(_ words: String...) -> String {
            let console = ScriptedConsole(
                terminal: true, environment: ["LANG": "C.UTF-8", "TERM": "dumb"], columns: 200)
            _ = shell.run(words, on: console)
            return console.output + console.error
        }
        let question = "dojang community review"
        XCTAssertFalse(say("work").contains(question), "the fourth")
        XCTAssertFalse(say("work").contains(question), "the fifth, which failed")
        XCTAssertFalse(say().contains(question))
        let output = say("work")
        XCTAssertTrue(output.contains("Done.") && output.contains(question), output)
        XCTAssertFalse(say("work").contains(question))
        XCTAssertTrue(say("community", "review").contains("You will not be asked again"))
    }

    /// Feedback contains the usage of every feature. The first report of a value wins, and session
    /// counts are added.
    func testFeatureUsageIsAttachedToFeedback() throws {
        let fixture = CommunityFixture()
        let registry = try Registry([
            CommunityPlugin(client: fixture.person("mina"), product: "TKDojang", reviews: .study),
            Work(done: { 3 }, reports: [.feature("Work"), .sessions(3)]),
            Work("More", done: { 2 }, reports: [.sessions(9), .belt("5th Keup")]),
        ])
        let shell = Shell(
            app: AppDescription(name: "dojang", about: "", version: "1", credits: [], privacy: "", support: ""),
            commands: registry.all(.commands), homeCards: [], today: { Day(ordinal: 20_000) })
        let console = ScriptedConsole()
        XCTAssertEqual(shell.run(["community", "feedback", "Hello", "--yes"], on: console), 0, console.error)
        let sent = try fixture.developer().feedback().first
        XCTAssertEqual(sent?.usage, UsageData(belt: "5th Keup", feature: "Work", sessions: 3))
        let question = try XCTUnwrap(registry.all(.postCommandHints).first { $0.name == "review" })
        XCTAssertTrue(question.blocks("idle").isEmpty)
        XCTAssertFalse(question.blocks("work").isEmpty, "five sessions of both together")
    }

    /// A feature that reports its usage.
    private struct Work: Plugin {
        let name: String
        let done: @Sendable () -> Int
        let reports: [FeatureUsage.Fact]

        init(_ name: String = "Work", done: @escaping @Sendable () -> Int, reports: [FeatureUsage.Fact] = []) {
            self.name = name
            self.done = done
            self.reports = reports
        }

        func contribute(to registry: inout Registry) {
            registry.add(
                FeatureUsage(
                    after: ["work"], feedbackFacts: { [reports] in reports },
                    usageCounts: { [done] in .init(sessions: done()) }),
                to: .usage)
        }
    }
}
