import Community
import CommunityAdapters
import Kernel
import Storage
import Synchronization
import TestBench
import XCTest

/// What can be read when the community is away: the copy of the last look, its date, and nothing of anybody else's name.
final class OfflineTests: XCTestCase {
    private let away = Failure.communityUnreachable("x")

    func testWhatWasSeenIsReadAgainWhenTheCommunityIsAway() throws {
        let town = Town(), local = MemoryStore()
        let mina = town.person("mina", local: local)
        let idea = try town.idea("Round timer")
        _ = try mina.tell(.bug, "It breaks")
        _ = try mina.suggest("Mina's idea", "words")
        _ = try mina.vote(for: "video")
        let question = try XCTUnwrap(mina.mine().feedback.first?.feedback.id)
        _ = try town.developer().respond(to: question, "Fixed")
        _ = try town.developer().announce("News", "It is here.", category: .release)
        let seen = try mina.keepSight()
        XCTAssertNil(seen.asOf)
        town.clock.advance(days: 3)
        let offline = town.person("mina", local: local, access: town.access(away))
        let sight = try offline.sight()
        XCTAssertEqual(sight.trouble?.code, .communityUnreachable)
        XCTAssertEqual(sight.asOf.map { town.clock.source().calendar.day(of: $0).adding(days: 3) }, town.clock.source().today())
        XCTAssertEqual(sight.roadmap.map(\.votes), seen.roadmap.map(\.votes))
        XCTAssertEqual(sight.roadmap.filter(\.isMine).map(\.item.id), ["video"])
        XCTAssertEqual(Set(sight.suggestions.map(\.suggestion.title)), ["Round timer", "Mina's idea"])
        XCTAssertEqual(try offline.suggestions(mine: true, in: sight).map(\.suggestion.title), ["Mina's idea"])
        XCTAssertEqual(sight.news.announcements.map(\.title), ["News"])
        XCTAssertEqual(try offline.answers().map(\.text), ["Fixed"])
        XCTAssertEqual(try offline.mine().feedback.map(\.feedback.developerResponse), ["Fixed"])
        XCTAssertEqual(try offline.mine().trouble?.code, .communityUnreachable)
        XCTAssertEqual(try offline.read(nil).map(\.text), ["Fixed"], "it can be read and marked")
        XCTAssertEqual(try mina.answers().map(\.isRead), [true])
        XCTAssertFalse(idea.rawValue.isEmpty)
    }

    /// What nobody may show any more is not shown from a copy either, and what nobody saw is not there.
    func testACopyIsAsOldAsItIs() throws {
        let town = Town(), local = MemoryStore()
        let today = town.clock.source().today()
        _ = try town.developer().announce("Soon over", "x", category: .release, shown: .init(through: today))
        let mina = town.person("mina", local: local)
        XCTAssertThrowsError(
            try town.person("mina", local: MemoryStore(), access: town.access(away)).sight(), "nothing was ever seen"
        ) {
            XCTAssertEqual(($0 as? Failure)?.code, .communityUnreachable)
        }
        XCTAssertEqual(try mina.keepSight().news.announcements.count, 1)
        town.clock.advance(days: 2)
        let offline = town.person("mina", local: local, access: town.access(away))
        XCTAssertEqual(try offline.whatsNew().announcements.count, 0, "it is over")
        _ = try town.told("zoe")
        XCTAssertEqual(try offline.mine().feedback.count, 0)
    }

    /// Nobody else's name is kept, and nothing at all of who wants to be forgotten.
    func testACopyHoldsNobodysNameButOnesOwn() throws {
        let town = Town(), local = MemoryStore()
        let mina = town.person("mina", local: local)
        let idea = try town.idea("Round timer")
        _ = try mina.tell(.bug, "PLANTED words")
        _ = try town.developer().promote(idea, priority: 9, release: "v2", category: .ux, title: nil, description: nil)
        try mina.keepSight()
        func everything() throws -> String {
            String(decoding: try JSONValue.encoder.encode(local.exportEverything()), as: UTF8.self)
        }
        XCTAssertTrue(try everything().contains("Round timer"), "there is a copy")
        XCTAssertFalse(try everything().contains(Town.author("zoe").rawValue))
        XCTAssertTrue(try everything().contains("PLANTED"))
        _ = try mina.forgetMe()
        XCTAssertFalse(try everything().contains("PLANTED"))
        XCTAssertFalse(try everything().contains("Round timer"))
    }

    /// The copy is written when something in it changed, and once a day.
    func testLookingOftenWritesLittle() throws {
        let town = Town(), local = MemoryStore()
        let mina = town.person("mina", local: local)
        for _ in 0..<5 { try mina.keepSight() }
        XCTAssertEqual(try local.changes(since: 0, limit: 100).count, 1)
        town.clock.advance(days: 1)
        for _ in 0..<5 { try mina.keepSight() }
        XCTAssertEqual(try local.changes(since: 1, limit: 100).count, 1)
        _ = try town.idea("Bells")
        for _ in 0..<5 { try mina.keepSight() }
        XCTAssertEqual(try local.changes(since: 2, limit: 100).count, 1)
    }

    /// Who only passes by asks a silent board once, and then leaves it alone for five minutes.
    func testASilentBoardIsLeftAloneForAWhile() throws {
        let town = Town(), local = MemoryStore(), asked = Mutex(0), isSilent = Mutex(true)
        let access = BoardAccess(name: "town") { _ in
            asked.withLock { $0 += 1 }
            if isSilent.withLock({ $0 }) { throw Failure.communitySilent("town") }
            return town.board
        }
        let mina = town.person("mina", local: local, access: access)
        func count(_ body: () throws -> Void) throws -> Int {
            asked.withLock { $0 = 0 }
            try body()
            return asked.withLock { $0 }
        }
        XCTAssertEqual(try count { XCTAssertEqual(try mina.vote(for: "video").state, .queued) }, 1, "asked once, then left alone")
        XCTAssertEqual(
            try count { for _ in 0..<9 { XCTAssertEqual(try mina.tell(.bug, "x").trouble?.code, .communitySilent) } }, 0)
        XCTAssertEqual(try count { _ = try? mina.news() }, 0)
        XCTAssertEqual(try count { _ = try? mina.roadmap() }, 1, "who asks for it is asked")
        town.clock.advance(minutes: 4)
        XCTAssertEqual(try count { _ = try? mina.news() }, 0)
        town.clock.advance(minutes: 2)
        XCTAssertEqual(try count { _ = try? mina.news() }, 1)
        isSilent.withLock { $0 = false }
        XCTAssertEqual(try mina.deliver().sent, 10)
        XCTAssertEqual(try count { _ = try mina.vote(for: "clubs") }, 2, "it spoke again")
    }

    /// Before there is any community: the app's own plan, and everything else waits.
    func testBeforeThereIsACommunityThePlanIsShownAndWhatIsSentWaits() throws {
        let town = Town(), local = MemoryStore()
        for (app, count) in [("dojang", 9), ("grain", 0)] {
            let sight = try town.person("mina", of: app, local: MemoryStore(), town.access(.notConnected)).sight()
            XCTAssertTrue(sight.isUnconnected)
            XCTAssertEqual(sight.roadmap.count, count, app)
        }
        let mina = town.person("mina", local: local, access: town.access(.notConnected))
        XCTAssertEqual(try mina.tell(.bug, "first").trouble?.code, .notConnected)
        XCTAssertEqual(try mina.vote(for: "video").state, .queued)
        XCTAssertEqual(try mina.mine().feedback.map(\.state), [.queued])
        XCTAssertEqual(try town.person("mina", local: local).deliver().sent, 2)
    }
}

/// Each app has a roadmap of its own, and a promise that passed says so.
final class RoadmapOfAnAppTests: XCTestCase {
    func testEachAppSeesItsOwnItemsAndThoseOfAll() throws {
        let town = Town(), hub = town.developer()
        let plans = [("Bigger thumbnails", "grain"), ("Dark pages", nil), ("Longer rounds", "focusflow")]
        for (title, app) in plans {
            _ = try hub.addItem(title, "words", priority: 1, release: "v2", category: .ux, app: app)
        }
        func titles(_ app: String) throws -> [String] {
            try town.person("mina", of: app, local: MemoryStore(), town.access()).roadmap().map(\.item.title)
        }
        XCTAssertEqual(Set(try titles("grain")), ["Bigger thumbnails", "Dark pages"])
        XCTAssertEqual(Set(try titles("coin")), ["Dark pages"])
        XCTAssertEqual(try titles("dojang").count, 10)
        XCTAssertEqual(try hub.roadmap().count, 12)
        let grain = town.person("mina", of: "grain", local: MemoryStore(), town.access())
        XCTAssertNil(try grain.whatsNew().nextUp.map { $0.title == "Longer rounds" ? $0 : nil } ?? nil)
    }

    /// What was kept before items had apps: the nine are TKDojang's, others everybody's.
    func testItemsOfBeforeBelongWhereTheyDid() throws {
        var old = try XCTUnwrap(FoundingRoadmap.items.first { $0.id == "video" })
        old.app = nil
        XCTAssertEqual(["dojang", "grain"].map { old.isPlanned(for: $0) }, [true, false])
        let own = RoadmapItem(
            id: "x", title: "T", description: "D", priority: 1, estimatedRelease: "v2", category: .ux, createdAt: .earliest)
        XCTAssertEqual(["dojang", "grain"].map { own.isPlanned(for: $0) }, [true, true])
        XCTAssertTrue(old.isPlanned(for: nil))
    }

    func testASuggestionIsShownInTheAppThatItIsFor() throws {
        let town = Town()
        let grain = town.person("zoe", of: "grain", local: MemoryStore(), town.access())
        _ = try grain.suggest("Thumbnails", "in each row")
        let idea = try XCTUnwrap(grain.suggestions().first?.suggestion)
        XCTAssertEqual(try town.person("mina").suggestions().count, 0)
        XCTAssertEqual(try town.person("mina", of: "grain", local: MemoryStore(), town.access()).suggestions().count, 1)
        _ = try town.developer().promote(idea.id, priority: 1, release: "v2", category: .ux, title: nil, description: nil)
        XCTAssertEqual(try grain.roadmap().map(\.item.title), ["Thumbnails"])
        XCTAssertEqual(try town.person("mina").roadmap().count, 9)
    }

    func testAPromiseIsOverWhenItsMonthIs() throws {
        func isOverdue(_ release: String, _ day: String) throws -> Bool {
            let item = RoadmapItem(
                id: "x", title: "T", description: "D", priority: 1, estimatedRelease: release, category: .ux, createdAt: .earliest
            )
            return item.isOverdue(on: try XCTUnwrap(Day(day)))
        }
        for (release, day, expected) in [
            ("v1.1 - December 2025", "2025-12-31", false), ("v1.1 - December 2025", "2026-01-01", true),
            ("v1.2 - March 2026", "2026-11-22", true), ("march 2026", "2026-03-31", false), ("v1.4+", "2036-01-01", false),
            ("v1.4+ - Future Releases", "2036-01-01", false), ("May 2027", "2026-11-22", false), ("2025", "2026-01-01", false),
        ] { XCTAssertEqual(try isOverdue(release, day), expected, "\(release) on \(day)") }
        var item = try XCTUnwrap(FoundingRoadmap.items.first { $0.id == "video" })
        item.release(on: Day(ordinal: 20_000))
        XCTAssertFalse(item.isOverdue(on: Day(ordinal: 30_000)), "it is there")
    }

    /// What the app has already takes no votes, until a developer promises something else of it.
    func testWhatIsHereAlreadyTakesNoVotes() throws {
        let town = Town(), mina = town.person("mina")
        let made = try mina.roadmap().filter(\.item.isMade).map(\.item.id)
        XCTAssertEqual(made, ["footprints", "free-sparring", "mock-gradings"])
        for id in made {
            assertFails(.itemReleased) { try mina.vote(for: id) }
            XCTAssertFalse(try XCTUnwrap(FoundingRoadmap.items.first { $0.id == id }).isOverdue(on: Day(ordinal: 30_000)))
        }
        XCTAssertEqual(try mina.whatsNew().nextUp?.id, "photography", "what is here does not come next")
        _ = try town.developer().edit("footprints", title: nil, description: nil, release: "v2 - May 2027", category: nil)
        XCTAssertTrue(try mina.vote(for: "footprints").changed)
        _ = try town.developer().release("mock-gradings")
        XCTAssertEqual(try mina.roadmap().filter(\.item.isMade).map(\.item.id), ["free-sparring"])
    }
}

extension Town {
    /// Somebody in one of the apps.
    fileprivate func person(_ name: String, of app: String, local: any Store, _ access: BoardAccess) -> Participation {
        Participation(
            store: local, access: access, identities: .memory(Town.identity(name), chance: IdentityStore.chance),
            device: DeviceInfo(app: app, appVersion: "1", system: "Linux", machine: "x"), ids: .counting(prefix: name + app),
            time: clock.source())
    }

}
