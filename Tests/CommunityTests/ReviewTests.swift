import Community
import CommunityCommands
import Guidance
import Kernel
import Storage
import Synchronization
import Terminal
import TerminalContract
import XCTest

/// When an app asks for a review, as it is used.
final class ReviewTests: XCTestCase {
    func testEachSessionIsThoughtOfOnceAndOnlySomeAreAskedAfter() throws {
        let town = Town()
        let mina = town.person("mina")
        var asked: [Int] = []
        for total in 1...60 {
            town.clock.advance(days: 1)
            for _ in 0..<2 where try mina.asksForReview(after: .init(sessions: total), .study) { asked.append(total) }
        }
        XCTAssertEqual(asked, [5, 25, 50])
    }

    func testSessionsThatCameTogetherDoNotHideTheFifth() throws {
        let town = Town()
        let mina = town.person("mina")
        XCTAssertFalse(try mina.asksForReview(after: .init(sessions: 4), .study))
        XCTAssertTrue(try mina.asksForReview(after: .init(sessions: 7), .study))
        XCTAssertFalse(try town.person("zoe").asksForReview(after: .init(sessions: 40), .study), "40 were done before")
    }

    func testTheFirstPatternAndTheFirstTestAreOccasionsOnceEach() throws {
        let town = Town()
        let mina = town.person("mina")
        var asked: [Set<String>] = []
        for milestones: Set<String> in [[], ["test"], ["test"], ["pattern"], ["pattern", "test"], []] {
            town.clock.advance(days: 1)
            if try mina.asksForReview(after: .init(milestones: milestones), .study) { asked.append(milestones) }
        }
        XCTAssertEqual(asked, [["test"], ["pattern"]])
    }

    func testThreeInAYearAndNeverWhoHasReviewed() throws {
        let town = Town()
        let mina = town.person("mina")
        let names = (1...6).map { "m\($0)" }
        var asked = 0
        for count in names.indices {
            town.clock.advance(days: 20)
            if try mina.asksForReview(after: .init(milestones: Set(names[...count])), .study) { asked += 1 }
        }
        XCTAssertEqual(asked, 3)
        town.clock.advance(days: 366)
        XCTAssertTrue(try mina.asksForReview(after: .init(milestones: ["another"]), .study))
        try mina.reviewed()
        town.clock.advance(days: 366)
        XCTAssertFalse(try mina.asksForReview(after: .init(sessions: 5, milestones: ["more"], day: 9), .study))
    }

    func testOnceADayAndThreeInAnyYear() throws {
        let town = Town()
        let mina = town.person("mina")
        XCTAssertTrue(try mina.asksForReview(after: .init(sessions: 5), .study))
        XCTAssertFalse(try mina.asksForReview(after: .init(milestones: ["first"]), .study), "twice a day")
        for (number, (days, expected)) in [(10, true), (10, true), (10, false), (334, false), (1, true)].enumerated() {
            town.clock.advance(days: Double(days))
            XCTAssertEqual(try mina.asksForReview(after: .init(milestones: ["\(number)"]), .study), expected, "\(number)")
        }
    }

    func testADiaryAsksOnceFromTheThirdDayAndCountsNoSessions() throws {
        let town = Town()
        let mina = town.person("mina")
        let asked = try [1, 2, 3, 4].map { day in
            town.clock.advance(days: 1)
            return try mina.asksForReview(after: .init(sessions: 3 + day, milestones: ["\(day)"], day: day), .diary)
        }
        XCTAssertEqual(asked, [false, false, true, false])
        XCTAssertFalse(try town.person("zoe").asksForReview(after: .init(sessions: 4, day: 9), .study))
    }

    func testOfVeryManySessionsAtOnceOnlyTheLastHundredAreThoughtOf() throws {
        for (total, expected) in [(149, true), (150, false)] {
            let mina = Town().person("mina")
            XCTAssertFalse(try mina.asksForReview(after: .init(sessions: 1), .study))
            XCTAssertEqual(try mina.asksForReview(after: .init(sessions: total), .study), expected, "\(total)")
        }
    }

    /// After a command that worked, never after one that failed, never on the first screen; `community review` ends it.
    func testTheQuestionStandsBelowWhatWentWell() throws {
        let (town, local) = (Town(), MemoryStore())
        let sessions = Mutex(3)
        let plugin = CommunityPlugin(participation: town.person("mina", local: local), product: "TKDojang", reviews: .study)
        let registry = try Registry([plugin, Work(done: { sessions.withLock { $0 } })])
        let work = Command("work", "Work", examples: [], changes: true) {
            let total = sessions.withLock { count in
                count += 1
                return count
            }
            guard total != 5 else { throw Failure(.init("noLuck"), "It failed.") }
            return Output(notice: "Done.")
        }
        let commands = (registry.all(.commands) + [work]).map { $0.followed(by: registry.all(.afterwords)) }
        let shell = Shell(
            app: AppDescription(name: "dojang", about: "", version: "1", credits: [], privacy: "", support: ""),
            commands: commands,
            homeCards: registry.all(.homeCards), today: { Day(ordinal: 20_000) })
        func say(_ words: String...) -> String {
            let console = ScriptedConsole(terminal: true, environment: ["LANG": "C.UTF-8", "TERM": "dumb"], columns: 200)
            _ = shell.run(words, on: console)
            return console.output + console.error
        }
        let question = "dojang community review"
        XCTAssertFalse(say("work").contains(question), "the fourth")
        XCTAssertFalse(say("work").contains(question), "the fifth, which failed")
        XCTAssertFalse(say().contains(question))
        let said = say("work")
        XCTAssertTrue(said.contains("Done.") && said.contains(question), said)
        XCTAssertFalse(say("work").contains(question))
        XCTAssertTrue(say("community", "review").contains("You will not be asked again"))
    }

    /// What every feature tells goes along, the first that tells a thing is heard, and deeds are counted together.
    func testWhatFeaturesTellGoesAlongWithFeedback() throws {
        let town = Town()
        let registry = try Registry([
            CommunityPlugin(participation: town.person("mina"), product: "TKDojang", reviews: .study),
            Work(done: { 3 }, told: [.feature("Work"), .sessions(3)]),
            Work("More", done: { 2 }, told: [.sessions(9), .belt("5th Keup")]),
        ])
        let shell = Shell(
            app: AppDescription(name: "dojang", about: "", version: "1", credits: [], privacy: "", support: ""),
            commands: registry.all(.commands), homeCards: [], today: { Day(ordinal: 20_000) })
        let console = ScriptedConsole()
        XCTAssertEqual(shell.run(["community", "feedback", "Hello", "--yes"], on: console), 0, console.error)
        let sent = try town.developer().feedback().first
        XCTAssertEqual(sent?.usage, UsageData(belt: "5th Keup", feature: "Work", sessions: 3))
        let question = try XCTUnwrap(registry.all(.afterwords).first { $0.name == "review" })
        XCTAssertTrue(question.blocks("idle").isEmpty)
        XCTAssertFalse(question.blocks("work").isEmpty, "five sessions of both together")
    }

    /// A feature that tells how far somebody has come.
    private struct Work: Plugin {
        let name: String
        let done: @Sendable () -> Int
        let told: [Headway.Told]

        init(_ name: String = "Work", done: @escaping @Sendable () -> Int, told: [Headway.Told] = []) {
            (self.name, self.done, self.told) = (name, done, told)
        }

        func contribute(to registry: inout Registry) {
            registry.add(
                Headway(after: ["work"], told: { [told] in told }, deeds: { [done] in .init(sessions: done()) }), to: .headway)
        }
    }
}
