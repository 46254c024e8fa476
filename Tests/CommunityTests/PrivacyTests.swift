import Community
import Foundation
import Kernel
import Storage
import XCTest

final class PrivacyTests: XCTestCase {
    func testForgettingErasesAllTextsAndNames() throws {
        let fixture = CommunityFixture()
        let local = MemoryStore()
        let mina = fixture.person("mina", local: local, usage: UsageData(belt: "MARK belt", mode: "MARK mode"))
        let zoe = fixture.person("zoe")
        _ = try mina.sendFeedback(.bug, "MARK of Mina", with: mina.attachment(sharing: true))
        guard case .suggestion(let own) = try mina.suggest("MARK title", "MARK text").submission,
            case .suggestion(let plain) = try mina.suggest("MARK other", "MARK text 2").submission,
            case .suggestion(let theirs) = try zoe.suggest("Zoe's", "words").submission
        else { return XCTFail("no suggestion") }
        for person in [mina, zoe] {
            _ = try person.vote(for: "video")
            for idea in [own.id, plain.id, theirs.id] { _ = try person.upvote(idea) }
            try person.recordAttendance()
        }
        _ = try fixture.developer().promote(
            own.id, priority: 1, release: "v2", category: .ux, title: nil, description: nil)
        try fixture.developer().block(CommunityFixture.author("mina").rawValue, because: "loud")
        let author = CommunityFixture.author("mina").rawValue
        XCTAssertTrue(try fixture.everything().contains("MARK"))
        XCTAssertGreaterThan(try mina.forgetMe().records, 6)
        let remaining = try fixture.everything()
        XCTAssertFalse(remaining.contains("MARK"), remaining)
        XCTAssertFalse(remaining.contains(author))
        XCTAssertEqual(try local.exportEverything().count, 0)
        XCTAssertEqual(try fixture.board.votes(for: ["video"]), [1])
        XCTAssertEqual(try fixture.board.upvotes(for: [theirs.id]), [1])
        XCTAssertEqual(try mina.forgetMe().records, 0)
        XCTAssertEqual(try mina.ownFeedback().feedback.count, 0)
        _ = try mina.vote(for: "video")
        XCTAssertEqual(try fixture.board.votes(for: ["video"]), [2], "a new person may vote")
    }

    func testForgettingFailsOfflineWithoutChanges() throws {
        let fixture = CommunityFixture()
        let local = MemoryStore()
        _ = try fixture.person("mina", local: local).vote(for: "video")
        let before = try local.exportEverything()
        let away = fixture.person("mina", local: local, access: fixture.access(Failure.communityUnreachable("x")))
        assertFails(.communityUnreachable) { try away.forgetMe() }
        XCTAssertEqual(try local.exportEverything(), before)
    }

    func testExportContainsOnlyOwnData() throws {
        let fixture = CommunityFixture()
        let mina = fixture.person("mina")
        _ = try mina.sendFeedback(.bug, "Mina's words")
        _ = try mina.suggest("Mina's idea", "in full")
        _ = try mina.vote(for: "video")
        _ = try fixture.person("zoe").sendFeedback(.bug, "Zoe's words")
        guard let own = try fixture.board.suggestions(nil).first else { return XCTFail("no suggestion") }
        _ = try fixture.developer().review(own.id, notes: "secret notes")
        let text = String(decoding: try mina.exportMine(), as: UTF8.self)
        for word in ["Mina's words", "Mina's idea", "video", CommunityFixture.author("mina").rawValue] {
            XCTAssertTrue(text.contains(word), word)
        }
        for word in ["Zoe", "secret notes", CommunityFixture.identity("mina").secret] {
            XCTAssertFalse(text.contains(word), word)
        }
    }

    func testFeedbackWithoutConsentContainsNoUsageData() throws {
        let fixture = CommunityFixture()
        let usage = UsageData(belt: "5th Keup", mode: "Progression Mode", feature: "Flashcards", sessions: 42)
        let mina = fixture.person("mina", usage: usage)
        XCTAssertTrue(try mina.sharesUsage(), "on by default")
        _ = try mina.sendFeedback(.bug, "one")
        _ = try mina.sendFeedback(.bug, "two", with: mina.attachment(sharing: false))
        _ = try mina.sendFeedback(.bug, "three")
        let there = try fixture.board.feedback(by: CommunityFixture.author("mina"))
        XCTAssertEqual(Set(there.filter { $0.usage == nil }.map(\.text)), ["two", "three"], "remembered")
        XCTAssertEqual(there.first { $0.text == "one" }?.usage, usage)
        XCTAssertTrue(there.allSatisfy { $0.device.machine == "x86_64" })
        try mina.recordAttendance()
        XCTAssertEqual(try fixture.developer().metrics().people, 0)
    }

    func testAttachmentCountsSessionsInWords() throws {
        for (sessions, words) in [(0, "0 sessions"), (1, "1 session"), (2, "2 sessions")] {
            let mina = CommunityFixture().person("mina", usage: UsageData(belt: "5th Keup", sessions: sessions))
            XCTAssertEqual(try mina.attachment(sharing: true).lines.last, words)
        }
    }

    func testInsightsHideGroupsUnderFive() throws {
        let fixture = CommunityFixture()
        for number in 0..<30 {
            let belt = number < 4 ? "1st Keup" : number < 9 ? "5th Keup" : "10th Keup"
            let usage = UsageData(belt: belt, mode: number == 0 ? "Mastery Mode" : "Progression Mode")
            for turn in 0..<2 { _ = try fixture.person("p\(number)", usage: usage).sendFeedback(.bug, "\(turn)") }
        }
        let insights = try fixture.person("p").insights()
        XCTAssertEqual(insights.belts.map(\.label), ["10th Keup", "5th Keup"])
        XCTAssertEqual(insights.belts.map(\.people), [21, 5])
        XCTAssertEqual(insights.modes.map(\.people), [29])
        for groups in [insights.belts, insights.modes] {
            XCTAssertEqual(groups.reduce(0) { $0 + $1.share }, 1, accuracy: 1e-9)
        }
        XCTAssertEqual(insights.features, [])
    }

    func testOnlyDevelopersSeeNotesAndModeration() throws {
        let fixture = CommunityFixture()
        let mina = fixture.person("mina"), zoe = fixture.person("zoe")
        guard case .suggestion(let idea) = try mina.suggest("An idea", "text").submission else {
            return XCTFail("none")
        }
        _ = try fixture.developer().review(idea.id, notes: "we will not")
        XCTAssertNil(try mina.suggestions().first?.suggestion.developerNotes)
        XCTAssertEqual(try fixture.developer().suggestions().first?.suggestion.developerNotes, "we will not")
        XCTAssertNil(try fixture.developer("impostor").suggestions().first?.suggestion.developerNotes)
        try fixture.developer().hide(idea.id.rawValue, because: "rude")
        XCTAssertEqual(try zoe.suggestions().count, 0)
        XCTAssertEqual(try mina.suggestions(mine: true).count, 1)
        XCTAssertEqual(try fixture.developer().moderated().map(\.reason), ["rude"])
        assertFails(.notAllowed) { try fixture.developer("impostor").moderated() }
        assertFails(.notAllowed) { try fixture.developer("impostor").hide(idea.id.rawValue, because: nil) }
    }

    func testMetricsCountOnlyConsentingPeople() throws {
        let fixture = CommunityFixture()
        for number in 0..<10 {
            let person = fixture.person("p\(number)")
            if number < 8 {
                _ = try person.sendFeedback(.bug, "x", with: person.attachment(sharing: number < 5))
            } else {
                _ = try person.vote(for: "video")
            }
            if number < 2 { _ = try person.vote(for: "clubs") }
            if number == 0 { try person.recordReview() }
            for _ in 0..<3 { try person.recordAttendance() }
        }
        fixture.clock.advance(seconds: 3600)
        let first = try XCTUnwrap(fixture.board.feedback(nil, newestFirst: false, limit: 1).first)
        _ = try fixture.developer().respond(to: first.id, "yes")
        let metrics = try fixture.developer().metrics()
        XCTAssertEqual(metrics.people, 5)
        XCTAssertEqual(metrics.voting, 0.4)
        XCTAssertEqual(metrics.feedback, 1)
        XCTAssertEqual(metrics.reviewing, 0.2)
        XCTAssertEqual(try XCTUnwrap(metrics.medianHours), 1, accuracy: 0.01)
        XCTAssertEqual(metrics.pending, 7)
        for (number, id) in try fixture.board.feedback(nil, newestFirst: true, limit: 5).map(\.id).enumerated() {
            _ = try fixture.developer().triage(id, tags: number < 3 ? ["Diagrams"] : ["sound"], severity: .low)
        }
        XCTAssertEqual(try fixture.developer().tags().map(\.decides), [true, false])
        XCTAssertEqual(try fixture.developer().tags().map(\.share), [0.6, 0.4])
    }
}
