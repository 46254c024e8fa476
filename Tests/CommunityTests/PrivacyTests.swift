import Community
import Foundation
import Kernel
import Storage
import XCTest

final class PrivacyTests: XCTestCase {
    func testForgettingLeavesNothingThatASearchFinds() throws {
        let town = Town()
        let local = MemoryStore()
        let mina = town.person("mina", local: local, usage: UsageData(belt: "MARK belt", mode: "MARK mode"))
        let zoe = town.person("zoe")
        _ = try mina.tell(.bug, "MARK of Mina", with: mina.attachment(sharing: true))
        guard case .suggestion(let own) = try mina.suggest("MARK title", "MARK text").parcel,
            case .suggestion(let plain) = try mina.suggest("MARK other", "MARK text 2").parcel,
            case .suggestion(let theirs) = try zoe.suggest("Zoe's", "words").parcel
        else { return XCTFail("no suggestion") }
        for person in [mina, zoe] {
            _ = try person.vote(for: "video")
            for idea in [own.id, plain.id, theirs.id] { _ = try person.upvote(idea) }
            try person.attend()
        }
        _ = try town.developer().promote(own.id, priority: 1, release: "v2", category: .ux, title: nil, description: nil)
        try town.developer().block(Town.author("mina").rawValue, because: "loud")
        let author = Town.author("mina").rawValue
        XCTAssertTrue(try town.everything().contains("MARK"))
        XCTAssertGreaterThan(try mina.forgetMe().records, 6)
        let left = try town.everything()
        XCTAssertFalse(left.contains("MARK"), left)
        XCTAssertFalse(left.contains(author))
        XCTAssertEqual(try local.exportEverything().count, 0)
        XCTAssertEqual(try town.board.votes(for: ["video"]), [1])
        XCTAssertEqual(try town.board.upvotes(for: [theirs.id]), [1])
        XCTAssertEqual(try mina.forgetMe().records, 0)
        XCTAssertEqual(try mina.mine().feedback.count, 0)
        _ = try mina.vote(for: "video")
        XCTAssertEqual(try town.board.votes(for: ["video"]), [2], "somebody new may vote")
    }

    func testForgettingNeedsTheCommunityAndChangesNothingWithoutIt() throws {
        let town = Town()
        let local = MemoryStore()
        _ = try town.person("mina", local: local).vote(for: "video")
        let before = try local.exportEverything()
        let away = town.person("mina", local: local, access: town.access(Failure.communityUnreachable("x")))
        assertFails(.communityUnreachable) { try away.forgetMe() }
        XCTAssertEqual(try local.exportEverything(), before)
    }

    func testTheExportHoldsEverythingOfMineAndNothingOfOthers() throws {
        let town = Town()
        let mina = town.person("mina")
        _ = try mina.tell(.bug, "Mina's words")
        _ = try mina.suggest("Mina's idea", "in full")
        _ = try mina.vote(for: "video")
        _ = try town.person("zoe").tell(.bug, "Zoe's words")
        guard let own = try town.board.suggestions(nil).first else { return XCTFail("no suggestion") }
        _ = try town.developer().review(own.id, notes: "secret notes")
        let text = String(decoding: try mina.exportMine(), as: UTF8.self)
        for word in ["Mina's words", "Mina's idea", "video", Town.author("mina").rawValue] {
            XCTAssertTrue(text.contains(word), word)
        }
        for word in ["Zoe", "secret notes", Town.identity("mina").secret] { XCTAssertFalse(text.contains(word), word) }
    }

    func testWithoutConsentNothingOfTheUsageGoesAlong() throws {
        let town = Town()
        let usage = UsageData(belt: "5th Keup", mode: "Progression Mode", feature: "Flashcards", sessions: 42)
        let mina = town.person("mina", usage: usage)
        XCTAssertTrue(try mina.sharesUsage(), "on by default")
        _ = try mina.tell(.bug, "one")
        _ = try mina.tell(.bug, "two", with: mina.attachment(sharing: false))
        _ = try mina.tell(.bug, "three")
        let there = try town.board.feedback(by: Town.author("mina"))
        XCTAssertEqual(Set(there.filter { $0.usage == nil }.map(\.text)), ["two", "three"], "remembered")
        XCTAssertEqual(there.first { $0.text == "one" }?.usage, usage)
        XCTAssertTrue(there.allSatisfy { $0.device.machine == "x86_64" })
        try mina.attend()
        XCTAssertEqual(try town.developer().metrics().people, 0)
    }

    func testWhatGoesAlongIsSaidInWholeWords() throws {
        for (sessions, words) in [(0, "0 sessions"), (1, "1 session"), (2, "2 sessions")] {
            let mina = Town().person("mina", usage: UsageData(belt: "5th Keup", sessions: sessions))
            XCTAssertEqual(try mina.attachment(sharing: true).lines.last, words)
        }
    }

    func testNoGroupUnderFiveIsShownAndSharesAddUp() throws {
        let town = Town()
        for number in 0..<30 {
            let belt = number < 4 ? "1st Keup" : number < 9 ? "5th Keup" : "10th Keup"
            let usage = UsageData(belt: belt, mode: number == 0 ? "Mastery Mode" : "Progression Mode")
            for turn in 0..<2 { _ = try town.person("p\(number)", usage: usage).tell(.bug, "\(turn)") }
        }
        let insights = try town.person("p").insights()
        XCTAssertEqual(insights.belts.map(\.label), ["10th Keup", "5th Keup"])
        XCTAssertEqual(insights.belts.map(\.people), [21, 5])
        XCTAssertEqual(insights.modes.map(\.people), [29])
        for groups in [insights.belts, insights.modes] { XCTAssertEqual(groups.reduce(0) { $0 + $1.share }, 1, accuracy: 1e-9) }
        XCTAssertEqual(insights.features, [])
    }

    func testNotesAndHiddenThingsStayWithDevelopers() throws {
        let town = Town()
        let mina = town.person("mina"), zoe = town.person("zoe")
        guard case .suggestion(let idea) = try mina.suggest("An idea", "text").parcel else { return XCTFail("none") }
        _ = try town.developer().review(idea.id, notes: "we will not")
        XCTAssertNil(try mina.suggestions().first?.suggestion.developerNotes)
        XCTAssertEqual(try town.developer().suggestions().first?.suggestion.developerNotes, "we will not")
        XCTAssertNil(try town.developer("impostor").suggestions().first?.suggestion.developerNotes)
        try town.developer().hide(idea.id.rawValue, because: "rude")
        XCTAssertEqual(try zoe.suggestions().count, 0)
        XCTAssertEqual(try mina.suggestions(mine: true).count, 1)
        XCTAssertEqual(try town.developer().moderated().map(\.reason), ["rude"])
        assertFails(.notAllowed) { try town.developer("impostor").moderated() }
        assertFails(.notAllowed) { try town.developer("impostor").hide(idea.id.rawValue, because: nil) }
    }

    func testMetricsCountThoseWhoAgreed() throws {
        let town = Town()
        for number in 0..<10 {
            let person = town.person("p\(number)")
            if number < 8 {
                _ = try person.tell(.bug, "x", with: person.attachment(sharing: number < 5))
            } else {
                _ = try person.vote(for: "video")
            }
            if number < 2 { _ = try person.vote(for: "clubs") }
            if number == 0 { try person.reviewed() }
            for _ in 0..<3 { try person.attend() }
        }
        town.clock.advance(seconds: 3600)
        let first = try XCTUnwrap(town.board.feedback(nil, newestFirst: false, limit: 1).first)
        _ = try town.developer().respond(to: first.id, "yes")
        let metrics = try town.developer().metrics()
        XCTAssertEqual(metrics.people, 5)
        XCTAssertEqual(metrics.voting, 0.4)
        XCTAssertEqual(metrics.feedback, 1)
        XCTAssertEqual(metrics.reviewing, 0.2)
        XCTAssertEqual(try XCTUnwrap(metrics.medianHours), 1, accuracy: 0.01)
        XCTAssertEqual(metrics.pending, 7)
        for (number, id) in try town.board.feedback(nil, newestFirst: true, limit: 5).map(\.id).enumerated() {
            _ = try town.developer().triage(id, tags: number < 3 ? ["Diagrams"] : ["sound"], severity: .low)
        }
        XCTAssertEqual(try town.developer().tags().map(\.decides), [true, false])
        XCTAssertEqual(try town.developer().tags().map(\.share), [0.6, 0.4])
    }
}
