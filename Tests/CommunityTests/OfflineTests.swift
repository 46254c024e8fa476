import Community
import CommunityAdapters
import Kernel
import Storage
import Synchronization
import TestSupport
import XCTest

/// The saved copy while the community is unreachable: its content, its date, and no names of
/// others.
final class OfflineTests: XCTestCase {
    private let away = Failure.communityUnreachable("x")

    func testSavedCopyIsReadableOffline() throws {
        let fixture = CommunityFixture(), local = MemoryStore()
        let mina = fixture.person("mina", local: local)
        let idea = try fixture.idea("Round timer")
        _ = try mina.sendFeedback(.bug, "It breaks")
        _ = try mina.suggest("Mina's idea", "words")
        _ = try mina.vote(for: "video")
        let question = try XCTUnwrap(mina.ownFeedback().feedback.first?.feedback.id)
        _ = try fixture.developer().respond(to: question, "Fixed")
        _ = try fixture.developer().announce("News", "It is here.", category: .release)
        let refreshed = try mina.refreshSnapshot()
        XCTAssertNil(refreshed.asOf)
        fixture.clock.advance(days: 3)
        let offline = fixture.person("mina", local: local, access: fixture.access(away))
        let snapshot = try offline.snapshot()
        XCTAssertEqual(snapshot.trouble?.code, .communityUnreachable)
        XCTAssertEqual(
            snapshot.asOf.map { fixture.clock.source().calendar.day(of: $0).adding(days: 3) },
            fixture.clock.source().today())
        XCTAssertEqual(snapshot.roadmap.map(\.votes), refreshed.roadmap.map(\.votes))
        XCTAssertEqual(snapshot.roadmap.filter(\.isMine).map(\.item.id), ["video"])
        XCTAssertEqual(Set(snapshot.suggestions.map(\.suggestion.title)), ["Round timer", "Mina's idea"])
        XCTAssertEqual(try offline.suggestions(mine: true, in: snapshot).map(\.suggestion.title), ["Mina's idea"])
        XCTAssertEqual(snapshot.news.announcements.map(\.title), ["News"])
        XCTAssertEqual(try offline.answers().map(\.text), ["Fixed"])
        XCTAssertEqual(try offline.ownFeedback().feedback.map(\.feedback.developerResponse), ["Fixed"])
        XCTAssertEqual(try offline.ownFeedback().trouble?.code, .communityUnreachable)
        XCTAssertEqual(try offline.markRead(nil).map(\.text), ["Fixed"], "a saved answer can be marked as read")
        XCTAssertEqual(try mina.answers().map(\.isRead), [true])
        XCTAssertFalse(idea.rawValue.isEmpty)
    }

    /// Expired content is not shown from a copy either. Content that was never fetched is absent.
    func testSavedCopyDropsExpiredAnnouncements() throws {
        let fixture = CommunityFixture(), local = MemoryStore()
        let today = fixture.clock.source().today()
        _ = try fixture.developer().announce("Soon over", "x", category: .release, shown: .init(through: today))
        let mina = fixture.person("mina", local: local)
        XCTAssertThrowsError(
            try fixture.person("mina", local: MemoryStore(), access: fixture.access(away)).snapshot(),
            "nothing was ever seen"
        ) {
            XCTAssertEqual(($0 as? Failure)?.code, .communityUnreachable)
        }
        XCTAssertEqual(try mina.refreshSnapshot().news.announcements.count, 1)
        fixture.clock.advance(days: 2)
        let offline = fixture.person("mina", local: local, access: fixture.access(away))
        XCTAssertEqual(try offline.whatsNew().announcements.count, 0, "the announcement has expired")
        _ = try fixture.sendFeedback("zoe")
        XCTAssertEqual(try offline.ownFeedback().feedback.count, 0)
    }

    /// The copy contains no names of others, and is erased with the person.
    func testSavedCopyContainsNoOtherAuthor() throws {
        let fixture = CommunityFixture(), local = MemoryStore()
        let mina = fixture.person("mina", local: local)
        let idea = try fixture.idea("Round timer")
        _ = try mina.sendFeedback(.bug, "PLANTED words")
        _ = try fixture.developer().promote(
            idea, priority: 9, release: "v2", category: .ux, title: nil, description: nil)
        try mina.refreshSnapshot()
        func everything() throws -> String {
            String(decoding: try JSONValue.encoder.encode(local.exportEverything()), as: UTF8.self)
        }
        XCTAssertTrue(try everything().contains("Round timer"), "a copy is saved")
        XCTAssertFalse(try everything().contains(CommunityFixture.author("zoe").rawValue))
        XCTAssertTrue(try everything().contains("PLANTED"))
        _ = try mina.forgetMe()
        XCTAssertFalse(try everything().contains("PLANTED"))
        XCTAssertFalse(try everything().contains("Round timer"))
    }

    /// The copy is written on changes and once a day.
    func testRepeatedRefreshWritesOneCopyADay() throws {
        let fixture = CommunityFixture(), local = MemoryStore()
        let mina = fixture.person("mina", local: local)
        for _ in 0..<5 { try mina.refreshSnapshot() }
        XCTAssertEqual(try local.changes(since: 0, limit: 100).count, 1)
        fixture.clock.advance(days: 1)
        for _ in 0..<5 { try mina.refreshSnapshot() }
        XCTAssertEqual(try local.changes(since: 1, limit: 100).count, 1)
        _ = try fixture.idea("Bells")
        for _ in 0..<5 { try mina.refreshSnapshot() }
        XCTAssertEqual(try local.changes(since: 2, limit: 100).count, 1)
    }

    /// Brief accesses ask a silent board once, and then skip it for five minutes.
    func testSilentBoardIsSkippedForFiveMinutes() throws {
        let fixture = CommunityFixture(), local = MemoryStore(), asked = Mutex(0), isSilent = Mutex(true)
        let access = BoardAccess(name: "town") { _ in
            asked.withLock { $0 += 1 }
            if isSilent.withLock({ $0 }) { throw Failure.communitySilent("town") }
            return fixture.board
        }
        let mina = fixture.person("mina", local: local, access: access)
        func count(_ body: () throws -> Void) throws -> Int {
            asked.withLock { $0 = 0 }
            try body()
            return asked.withLock { $0 }
        }
        XCTAssertEqual(
            try count { XCTAssertEqual(try mina.vote(for: "video").state, .queued) }, 1,
            "only the first brief access tries the board")
        XCTAssertEqual(
            try count {
                for _ in 0..<9 { XCTAssertEqual(try mina.sendFeedback(.bug, "x").trouble?.code, .communitySilent) }
            }, 0
        )
        XCTAssertEqual(try count { _ = try? mina.announceAnswers() }, 0)
        XCTAssertEqual(try count { _ = try? mina.roadmap() }, 1, "an explicit request tries the board")
        fixture.clock.advance(minutes: 4)
        XCTAssertEqual(try count { _ = try? mina.announceAnswers() }, 0)
        fixture.clock.advance(minutes: 2)
        XCTAssertEqual(try count { _ = try? mina.announceAnswers() }, 1)
        isSilent.withLock { $0 = false }
        XCTAssertEqual(try mina.deliver().sent, 10)
        XCTAssertEqual(try count { _ = try mina.vote(for: "clubs") }, 2, "the board answers again")
    }

    /// Without a community, the client shows the app's own roadmap and queues submissions.
    func testUnconnectedClientShowsThePlanAndQueuesSubmissions() throws {
        let fixture = CommunityFixture(), local = MemoryStore()
        for (app, count) in [("dojang", 9), ("grain", 0)] {
            let snapshot = try fixture.person("mina", of: app, local: MemoryStore(), fixture.access(.notConnected))
                .snapshot()
            XCTAssertTrue(snapshot.isUnconnected)
            XCTAssertEqual(snapshot.roadmap.count, count, app)
        }
        let mina = fixture.person("mina", local: local, access: fixture.access(.notConnected))
        XCTAssertEqual(try mina.sendFeedback(.bug, "first").trouble?.code, .notConnected)
        XCTAssertEqual(try mina.vote(for: "video").state, .queued)
        XCTAssertEqual(try mina.ownFeedback().feedback.map(\.state), [.queued])
        XCTAssertEqual(try fixture.person("mina", local: local).deliver().sent, 2)
    }
}

/// Roadmaps by app, overdue releases and implemented items.
final class AppRoadmapTests: XCTestCase {
    func testRoadmapContainsOwnAndSharedItems() throws {
        let fixture = CommunityFixture(), hub = fixture.developer()
        let plans = [("Bigger thumbnails", "grain"), ("Dark pages", nil), ("Longer rounds", "focusflow")]
        for (title, app) in plans {
            _ = try hub.addItem(title, "words", priority: 1, release: "v2", category: .ux, app: app)
        }
        func titles(_ app: String) throws -> [String] {
            try fixture.person("mina", of: app, local: MemoryStore(), fixture.access()).roadmap().map(\.item.title)
        }
        XCTAssertEqual(Set(try titles("grain")), ["Bigger thumbnails", "Dark pages"])
        XCTAssertEqual(Set(try titles("coin")), ["Dark pages"])
        XCTAssertEqual(try titles("dojang").count, 10)
        XCTAssertEqual(try hub.roadmap().count, 12)
        let grain = fixture.person("mina", of: "grain", local: MemoryStore(), fixture.access())
        XCTAssertNil(try grain.whatsNew().nextUp.map { $0.title == "Longer rounds" ? $0 : nil } ?? nil)
    }

    func testItemWithoutAppBelongsToEveryApp() throws {
        let own = RoadmapItem(
            id: "x", title: "T", description: "D", priority: 1, estimatedRelease: "v2", category: .ux,
            createdAt: .earliest)
        XCTAssertEqual(["dojang", "grain"].map { own.isPlanned(for: $0) }, [true, true])
        XCTAssertTrue(own.isPlanned(for: nil))
    }

    func testSuggestionIsShownInItsApp() throws {
        let fixture = CommunityFixture()
        let grain = fixture.person("zoe", of: "grain", local: MemoryStore(), fixture.access())
        _ = try grain.suggest("Thumbnails", "in each row")
        let idea = try XCTUnwrap(grain.suggestions().first?.suggestion)
        XCTAssertEqual(try fixture.person("mina").suggestions().count, 0)
        XCTAssertEqual(
            try fixture.person("mina", of: "grain", local: MemoryStore(), fixture.access()).suggestions().count, 1)
        _ = try fixture.developer().promote(
            idea.id, priority: 1, release: "v2", category: .ux, title: nil, description: nil)
        XCTAssertEqual(try grain.roadmap().map(\.item.title), ["Thumbnails"])
        XCTAssertEqual(try fixture.person("mina").roadmap().count, 9)
    }

    func testReleaseIsOverdueAfterItsMonth() throws {
        func isOverdue(_ release: String, _ day: String) throws -> Bool {
            let item = RoadmapItem(
                id: "x", title: "T", description: "D", priority: 1, estimatedRelease: release, category: .ux,
                createdAt: .earliest
            )
            return item.isOverdue(on: try XCTUnwrap(Day(day)))
        }
        for (release, day, expected) in [
            ("v1.1 - December 2025", "2025-12-31", false), ("v1.1 - December 2025", "2026-01-01", true),
            ("v1.2 - March 2026", "2026-11-22", true), ("march 2026", "2026-03-31", false),
            ("v1.4+", "2036-01-01", false),
            ("v1.4+ - Future Releases", "2036-01-01", false), ("May 2027", "2026-11-22", false),
            ("2025", "2026-01-01", false),
        ] { XCTAssertEqual(try isOverdue(release, day), expected, "\(release) on \(day)") }
        var item = try XCTUnwrap(FoundingRoadmap.items.first { $0.id == "video" })
        item.release(on: Day(ordinal: 20_000))
        XCTAssertFalse(item.isOverdue(on: Day(ordinal: 30_000)), "the item is released")
    }

    /// Implemented items take no votes until developers plan more of them.
    func testImplementedItemsTakeNoVotes() throws {
        let fixture = CommunityFixture(), mina = fixture.person("mina")
        let implemented = try mina.roadmap().filter(\.item.isImplemented).map(\.item.id)
        XCTAssertEqual(implemented, ["footprints", "free-sparring", "mock-gradings"])
        for id in implemented {
            assertFails(.itemReleased) { try mina.vote(for: id) }
            XCTAssertFalse(
                try XCTUnwrap(FoundingRoadmap.items.first { $0.id == id }).isOverdue(on: Day(ordinal: 30_000)))
        }
        XCTAssertEqual(try mina.whatsNew().nextUp?.id, "photography", "a released item is not next")
        _ = try fixture.developer().edit(
            "footprints", title: nil, description: nil, release: "v2 - May 2027", category: nil)
        XCTAssertTrue(try mina.vote(for: "footprints").changed)
        _ = try fixture.developer().release("mock-gradings")
        XCTAssertEqual(try mina.roadmap().filter(\.item.isImplemented).map(\.item.id), ["free-sparring"])
    }
}

extension CommunityFixture {
    /// Returns a client in one of the apps.
    fileprivate func person(_ name: String, of app: String, local: any Store, _ access: BoardAccess) -> CommunityClient
    {
        CommunityClient(
            store: local, access: access,
            identities: .memory(CommunityFixture.identity(name), randomBytes: IdentityStore.randomBytes),
            device: DeviceInfo(app: app, appVersion: "1", system: "Linux", machine: "x"),
            ids: .counting(prefix: name + app),
            time: clock.source())
    }

}
