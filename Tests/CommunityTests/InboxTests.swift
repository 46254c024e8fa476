import Community
import Kernel
import Storage
import XCTest

final class InboxTests: XCTestCase {
    func testAnAnswerIsToldOnceAndUnreadUntilRead() throws {
        let town = Town()
        let mina = town.person("mina")
        guard case .feedback(let feedback) = try mina.tell(.bug, "It breaks").parcel else { return XCTFail("no feedback") }
        XCTAssertEqual(try mina.news().unread.count, 0)
        _ = try town.developer().respond(to: feedback.id, "Fixed", status: .implemented, target: "v1.1")
        let first = try mina.news()
        XCTAssertEqual(first.fresh.map(\.title), ["Developer Response"])
        XCTAssertEqual(first.fresh.map(\.body), ["Your feedback about Bug Report has been answered."])
        XCTAssertEqual(first.fresh.map(\.id), [feedback.id.rawValue])
        let second = try mina.news()
        XCTAssertEqual(second.fresh.count, 0)
        XCTAssertEqual(second.unread.count, 1)
        XCTAssertEqual(try town.person("zoe").news().unread.count, 0)
        let own = try XCTUnwrap(mina.mine().feedback.first)
        XCTAssertEqual(own.feedback.responseStatus, .implemented)
        XCTAssertEqual(own.feedback.targetVersion, "v1.1")
        XCTAssertTrue(own.isUnread)
        XCTAssertEqual(try mina.read(nil).map(\.id), [feedback.id.rawValue])
        XCTAssertEqual(try mina.read(nil).count, 0)
        XCTAssertEqual(try mina.news().unread.count, 0)
        town.clock.advance(seconds: 60)
        _ = try town.developer().respond(to: feedback.id, "Fixed better")
        XCTAssertEqual(try mina.news().fresh.map(\.text), ["Fixed better"])
        assertFails(.answerNotFound) { try mina.read("nothing") }
    }

    func testAPromotionTellsAuthorVotersAndThoseWhoWereMerged() throws {
        let town = Town()
        let people = ["author", "voter", "merged", "other"].map { town.person($0) }
        guard case .suggestion(let idea) = try people[0].suggest("Round timer", "with bells").parcel,
            case .suggestion(let same) = try people[2].suggest("Timer for rounds", "please").parcel
        else { return XCTFail("no suggestion") }
        _ = try people[1].upvote(idea.id)
        _ = try town.developer().merge(same.id, into: idea.id)
        let (_, item) = try town.developer().promote(
            idea.id, priority: 3, release: "v1.3 - May 2026", category: .feature, title: nil, description: nil)
        XCTAssertEqual(try people.map { try $0.news().fresh.count }, [1, 1, 1, 0])
        XCTAssertTrue(try people[2].answers()[0].text.contains("It is on the roadmap as “Round timer”"))
        XCTAssertEqual(try people.map { try $0.news().fresh.count }, [0, 0, 0, 0])
        XCTAssertEqual(try people[3].roadmap().first { $0.item.id == item.id }?.item.title, "Round timer")
    }

    func testAnnouncementsAheadAndExpiredAreNotShown() throws {
        let town = Town()
        let today = town.clock.source().today()
        let developer = town.developer()
        _ = try developer.announce("ahead", "m", category: .release, shown: .init(from: today.adding(days: 2)), version: "1.1")
        _ = try developer.announce("short", "m", category: .maintenance, shown: .init(through: today))
        _ = try developer.announce("always", "m", category: .community)
        assertFails(.announcementNeverShown) {
            try developer.announce("never", "m", category: .release, shown: .init(from: today, through: today.adding(days: -1)))
        }
        func shown() throws -> Set<String> { Set(try town.person("p").whatsNew().announcements.map(\.title)) }
        XCTAssertEqual(try shown(), ["short", "always"])
        town.clock.advance(days: 1)
        XCTAssertEqual(try shown(), ["always"])
        town.clock.advance(days: 1)
        XCTAssertEqual(try shown(), ["ahead", "always"])
    }

    func testWhatsNewNamesWhatWasAskedForAndOnlyTheLastThreeAreNew() throws {
        let town = Town()
        for name in ["a", "b"] { _ = try town.person(name).vote(for: "video") }
        _ = try town.person("a").vote(for: "clubs")
        XCTAssertEqual(try town.person("a").whatsNew().basedOnFeedback, [])
        for item in ["footprints", "photography", "learning-modes", "video"] {
            _ = try town.developer().release(Identifier(item))
            town.clock.advance(days: 1)
        }
        _ = try town.developer().progress("mock-gradings", percent: 40)
        let new = try town.person("a").whatsNew()
        XCTAssertEqual(new.released.map(\.item.id), ["video", "learning-modes", "photography"])
        XCTAssertTrue(new.basedOnFeedback.contains("Video Integration, asked for by 2 votes"))
        XCTAssertEqual(new.nextUp?.id, "mock-gradings")
        XCTAssertEqual(try town.developer().roadmap().filter(\.isNew).count, 3)
    }
}
