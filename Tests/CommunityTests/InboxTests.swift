import Community
import Kernel
import Storage
import XCTest

final class InboxTests: XCTestCase {
    func testAnswersAreAnnouncedOnceAndUnreadUntilRead() throws {
        let fixture = CommunityFixture()
        let mina = fixture.person("mina")
        guard case .feedback(let feedback) = try mina.sendFeedback(.bug, "It breaks").submission else {
            return XCTFail("no feedback")
        }
        XCTAssertEqual(try mina.announceAnswers().unread.count, 0)
        _ = try fixture.developer().respond(to: feedback.id, "Fixed", status: .implemented, target: "v1.1")
        let first = try mina.announceAnswers()
        XCTAssertEqual(first.unannounced.map(\.title), ["Developer Response"])
        XCTAssertEqual(first.unannounced.map(\.body), ["Your feedback about Bug Report has been answered."])
        XCTAssertEqual(first.unannounced.map(\.id), [feedback.id.rawValue])
        let second = try mina.announceAnswers()
        XCTAssertEqual(second.unannounced.count, 0)
        XCTAssertEqual(second.unread.count, 1)
        XCTAssertEqual(try fixture.person("zoe").announceAnswers().unread.count, 0)
        let own = try XCTUnwrap(mina.ownFeedback().feedback.first)
        XCTAssertEqual(own.feedback.responseStatus, .implemented)
        XCTAssertEqual(own.feedback.targetVersion, "v1.1")
        XCTAssertTrue(own.isUnread)
        XCTAssertEqual(try mina.markRead(nil).map(\.id), [feedback.id.rawValue])
        XCTAssertEqual(try mina.markRead(nil).count, 0)
        XCTAssertEqual(try mina.announceAnswers().unread.count, 0)
        fixture.clock.advance(seconds: 60)
        _ = try fixture.developer().respond(to: feedback.id, "Fixed better")
        XCTAssertEqual(try mina.announceAnswers().unannounced.map(\.text), ["Fixed better"])
        assertFails(.answerNotFound) { try mina.markRead("nothing") }
    }

    func testPromotionNotifiesAuthorsAndVoters() throws {
        let fixture = CommunityFixture()
        let people = ["author", "voter", "merged", "other"].map { fixture.person($0) }
        guard case .suggestion(let idea) = try people[0].suggest("Round timer", "with bells").submission,
            case .suggestion(let same) = try people[2].suggest("Timer for rounds", "please").submission
        else { return XCTFail("no suggestion") }
        _ = try people[1].upvote(idea.id)
        _ = try fixture.developer().merge(same.id, into: idea.id)
        let (_, item) = try fixture.developer().promote(
            idea.id, priority: 3, release: "v1.3 - May 2026", category: .feature, title: nil, description: nil)
        XCTAssertEqual(try people.map { try $0.announceAnswers().unannounced.count }, [1, 1, 1, 0])
        XCTAssertTrue(try people[2].answers()[0].text.contains("It is on the roadmap as “Round timer”"))
        XCTAssertEqual(try people.map { try $0.announceAnswers().unannounced.count }, [0, 0, 0, 0])
        XCTAssertEqual(try people[3].roadmap().first { $0.item.id == item.id }?.item.title, "Round timer")
    }

    func testFutureAndExpiredAnnouncementsAreHidden() throws {
        let fixture = CommunityFixture()
        let today = fixture.clock.source().today()
        let developer = fixture.developer()
        _ = try developer.announce(
            "ahead", "m", category: .release, shown: .init(from: today.adding(days: 2)), version: "1.1")
        _ = try developer.announce("short", "m", category: .maintenance, shown: .init(through: today))
        _ = try developer.announce("always", "m", category: .community)
        assertFails(.announcementNeverShown) {
            try developer.announce(
                "never", "m", category: .release, shown: .init(from: today, through: today.adding(days: -1)))
        }
        func announcementTitles() throws -> Set<String> {
            Set(try fixture.person("p").whatsNew().announcements.map(\.title))
        }
        XCTAssertEqual(try announcementTitles(), ["short", "always"])
        fixture.clock.advance(days: 1)
        XCTAssertEqual(try announcementTitles(), ["always"])
        fixture.clock.advance(days: 1)
        XCTAssertEqual(try announcementTitles(), ["ahead", "always"])
    }

    func testNewsNamesRequestedItemsAndLastThreeReleases() throws {
        let fixture = CommunityFixture()
        for name in ["a", "b"] { _ = try fixture.person(name).vote(for: "video") }
        _ = try fixture.person("a").vote(for: "clubs")
        XCTAssertEqual(try fixture.person("a").whatsNew().basedOnFeedback, [])
        for item in ["footprints", "photography", "learning-modes", "video"] {
            _ = try fixture.developer().release(Identifier(item))
            fixture.clock.advance(days: 1)
        }
        _ = try fixture.developer().progress("mock-gradings", percent: 40)
        let new = try fixture.person("a").whatsNew()
        XCTAssertEqual(new.released.map(\.item.id), ["video", "learning-modes", "photography"])
        XCTAssertTrue(new.basedOnFeedback.contains("Video Integration, asked for by 2 votes"))
        XCTAssertEqual(new.nextUp?.id, "mock-gradings")
        XCTAssertEqual(try fixture.developer().roadmap().filter(\.isNew).count, 3)
    }
}
