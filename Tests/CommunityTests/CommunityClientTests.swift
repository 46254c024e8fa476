import Community
import CommunityAdapters
import Kernel
import Storage
import Synchronization
import XCTest

/// The client of a participant: wait limits, changes, and their own data.
final class CommunityClientTests: XCTestCase {
    func testUnreadCountNeedsNoBoard() throws {
        let fixture = CommunityFixture()
        let mina = fixture.person("mina")
        guard case .feedback(let feedback) = try mina.sendFeedback(.bug, "It breaks").submission else {
            return XCTFail("no feedback")
        }
        _ = try fixture.developer().respond(to: feedback.id, "Fixed", status: .implemented, target: "v1.1")
        XCTAssertEqual(try mina.unread(), 0, "the device has not read the answer yet")
        _ = try mina.announceAnswers()
        XCTAssertEqual(try mina.unread(), 1)
        _ = try mina.markRead(nil)
        XCTAssertEqual(try mina.unread(), 0)
    }

    func testEachActionUsesItsWaitLimit() throws {
        let fixture = CommunityFixture(), asked = Mutex<[WaitLimit]>([])
        let access = BoardAccess(name: "town") { waitLimit in
            asked.withLock { $0.append(waitLimit) }
            return fixture.board
        }
        let mina = fixture.person("mina", local: MemoryStore(), access: access)
        let acts: [(String, () throws -> Void, [WaitLimit])] = [
            ("delivers nothing", { try mina.deliver() }, []),
            ("looks", { _ = try mina.roadmap() }, [.userInitiated]),
            ("passes by", { _ = try mina.announceAnswers() }, [.brief]),
            ("votes", { _ = try mina.vote(for: "video") }, [.brief, .brief]),
            ("looks again", { _ = try mina.insights() }, [.userInitiated]),
            ("sees what is theirs", { _ = try mina.personalData() }, [.userInitiated]),
            ("goes", { _ = try mina.forgetMe() }, [.userInitiated]),
        ]
        for (name, act, expected) in acts {
            asked.withLock { $0 = [] }
            try act()
            XCTAssertEqual(asked.withLock { $0 }, expected, name)
        }
        XCTAssertEqual([WaitLimit.brief, .userInitiated, .background].map(\.seconds), [1, 3, 20])
    }

    func testRepeatedVotesChangeNothing() throws {
        let fixture = CommunityFixture(), new = fixture.newcomer()
        let idea = try fixture.idea(), merged = try fixture.idea("Timer of rounds")
        let rows: [(String, () throws -> Sending, Bool)] = [
            ("takes back what is not there", { try new.unvote("video") }, false),
            ("takes back an upvote that is not there", { try new.upvote(idea, takingBack: true) }, false),
            ("votes", { try new.vote(for: "video") }, true), ("votes again", { try new.vote(for: "video") }, false),
            ("takes back", { try new.unvote("video") }, true), ("and again", { try new.unvote("video") }, false),
            ("upvotes", { try new.upvote(idea) }, true), ("upvotes again", { try new.upvote(idea) }, false),
            ("takes it back", { try new.upvote(idea, takingBack: true) }, true),
            ("and again", { try new.upvote(idea, takingBack: true) }, false),
            (
                "upvotes what was merged, which goes to the other",
                {
                    _ = try fixture.developer().merge(merged, into: idea)
                    return try new.upvote(merged)
                }, true
            ),
        ]
        for (name, act, changed) in rows {
            let sending = try act()
            XCTAssertEqual(sending.changed, changed, name)
            XCTAssertEqual(sending.state, .sent, name)
            XCTAssertNil(sending.trouble)
        }
        XCTAssertEqual(try fixture.board.upvotes(for: [idea, merged]), [1, 0])
        assertFails(.itemNotFound) { try new.vote(for: "nothing") }
        assertFails(.suggestionNotFound) { try new.upvote("nothing") }
        _ = try fixture.developer().decline(idea, notes: nil)
        assertFails(.suggestionClosed) { try new.upvote(idea) }
        XCTAssertEqual(try new.personalData().upvotes, [idea])
    }

    func testQueriesCreateNoIdentity() throws {
        let fixture = CommunityFixture(), keys = IdentityStore.memory(randomBytes: IdentityStore.randomBytes)
        let new = fixture.newcomer(keys)
        XCTAssertEqual(try new.suggestions().count + new.answers().count + new.ownFeedback().feedback.count, 0)
        _ = try new.roadmap()
        try new.recordAttendance()
        try new.recordReview()
        XCTAssertNil(try keys.load())
        let removed = try new.forgetMe()
        XCTAssertEqual(removed.records, 0)
        XCTAssertFalse(removed.leavesOldBytes)
        XCTAssertNil(try keys.load())
    }

    func testForgetReportsRemainingBytesFromCompaction() throws {
        let fixture = CommunityFixture()
        func leaves(_ name: String, _ access: BoardAccess) throws -> Bool {
            let mina = fixture.person(name, local: MemoryStore(), access: access)
            _ = try mina.vote(for: "video")
            return try mina.forgetMe().leavesOldBytes
        }
        XCTAssertTrue(try leaves("mina", fixture.access()), "a board without a compaction result")
        for isClean in [true, false] {
            XCTAssertEqual(
                try leaves(
                    "\(isClean)", BoardAccess(name: "town", open: { _ in fixture.board }, compact: { _ in isClean })),
                !isClean)
        }
        let failing = BoardAccess(
            name: "town", open: { _ in fixture.board }, compact: { _ in throw Failure(.diskTrouble, "x") })
        XCTAssertTrue(try leaves("zoe", failing))
    }

    func testAttendanceNeedsConsentAndCountsOnceAMonth() throws {
        let fixture = CommunityFixture(), mina = fixture.person("mina")
        func months() throws -> [String] { try mina.personalData().months }
        _ = try mina.vote(for: "video")
        try mina.recordAttendance()
        XCTAssertEqual(try months(), [], "consent was never requested")
        _ = try mina.sendFeedback(.bug, "words")
        for _ in 0..<3 { try mina.recordAttendance() }
        XCTAssertEqual(try months(), ["2026-11"])
        fixture.clock.advance(days: 30)
        try mina.recordAttendance()
        XCTAssertEqual(try months(), ["2026-11", "2026-12"])
        _ = try mina.sendFeedback(.bug, "more", with: mina.attachment(sharing: false))
        fixture.clock.advance(days: 30)
        try mina.recordAttendance()
        XCTAssertEqual(try months().count, 2, "no month is added after the refusal")
    }

    func testHiddenSuggestionsAreVisibleOnlyToTheirAuthor() throws {
        let fixture = CommunityFixture(), mina = fixture.person("mina"), zoe = fixture.person("zoe")
        let hidden = try fixture.idea("Hidden"), shown = try fixture.idea("Shown")
        _ = try mina.suggest("Mina's", "own")
        try fixture.developer().hide(hidden.rawValue, because: "rude")
        func titles(_ ranked: [RankedSuggestion]) -> Set<String> { Set(ranked.map(\.suggestion.title)) }
        XCTAssertEqual(titles(try mina.suggestions()), ["Shown", "Mina's"])
        XCTAssertEqual(titles(try zoe.suggestions()), ["Hidden", "Shown", "Mina's"])
        XCTAssertEqual(titles(try mina.suggestions(mine: true)), ["Mina's"])
        XCTAssertEqual(titles(try zoe.suggestions(mine: true)), ["Hidden", "Shown"])
        XCTAssertEqual(titles(try fixture.newcomer().suggestions(mine: true)), [])
        for voter in ["a", "b"] { _ = try fixture.person(voter).upvote(shown) }
        XCTAssertEqual(try zoe.suggestions().map(\.upvotes), [2, 0, 0], "items are sorted by votes")
    }

    // MARK: - Responses

    func testOwnFeedbackMergesSentAndQueuedItems() throws {
        let fixture = CommunityFixture(), local = MemoryStore()
        let mina = fixture.person("mina", local: local)
        let away = fixture.person(
            "mina", local: local, device: "2", access: fixture.access(Failure.communityUnreachable("x")))
        _ = try mina.sendFeedback(.bug, "first")
        fixture.clock.advance(minutes: 1)
        _ = try fixture.person("mina", device: "3").sendFeedback(.bug, "from elsewhere")
        fixture.clock.advance(minutes: 1)
        _ = try away.sendFeedback(.bug, "last")
        XCTAssertEqual(try mina.ownFeedback().feedback.map(\.feedback.text), ["last", "from elsewhere", "first"])
        XCTAssertEqual(try mina.ownFeedback().feedback.map(\.state), [.queued, .sent, .sent])
        XCTAssertEqual(try mina.ownFeedback().feedback.map(\.isUnread), [false, false, false])
        XCTAssertEqual(
            try away.ownFeedback().feedback.map(\.feedback.text), ["last", "first"], "no copy was saved yet")
        try mina.refreshSnapshot()
        let known = try away.ownFeedback()
        XCTAssertEqual(
            known.feedback.map(\.feedback.text), ["last", "from elsewhere", "first"], "the snapshot of this device")
        XCTAssertEqual(known.feedback.map(\.isUnread), [false, false, false])
        XCTAssertEqual(known.trouble?.code, .communityUnreachable)
        XCTAssertEqual(
            try fixture.person("zoe", local: local).ownFeedback().feedback.count, 0, "another person on this device")
        XCTAssertEqual(try String(decoding: mina.exportMine(), as: UTF8.self).suffix(2), "}\n")
    }

    func testAnswersAreMarkedReadSinglyOrTogether() throws {
        let fixture = CommunityFixture(), mina = fixture.person("mina")
        let ids = try ["one", "two"].map { text in
            guard case .feedback(let feedback) = try mina.sendFeedback(.bug, text).submission else { return "" }
            return feedback.id.rawValue
        }
        guard case .suggestion(let idea) = try mina.suggest("Bells", "loud").submission else { return XCTFail("none") }
        for id in ids {
            fixture.clock.advance(minutes: 1)
            _ = try fixture.developer().respond(to: Identifier(id), "Answer to \(id)")
        }
        fixture.clock.advance(minutes: 1)
        let hub = fixture.developer()
        let (_, item) = try hub.promote(
            idea.id, priority: 9, release: "v2", category: .ux, title: nil, description: nil)
        let answers = try mina.answers()
        XCTAssertEqual(answers.map(\.id), [idea.id.rawValue, ids[1], ids[0]], "latest first")
        XCTAssertEqual(answers.map(\.isAnnounced), [false, false, false])
        XCTAssertEqual(answers[0].text, "Vote for it: community vote \(item.id)")
        XCTAssertEqual(answers.map(\.category), [nil, .bug, .bug])
        let read = try mina.markRead(ids[0])
        XCTAssertEqual(read.map(\.id), [ids[0]])
        XCTAssertEqual(read.map(\.isRead) + read.map(\.isAnnounced), [true, true])
        XCTAssertEqual(try mina.answers().map(\.isRead), [false, false, true])
        XCTAssertEqual(try mina.announceAnswers().unannounced.map(\.id), [idea.id.rawValue, ids[1]])
        XCTAssertEqual(try mina.answers().map(\.isAnnounced), [true, true, true])
        XCTAssertEqual(try mina.markRead(ids[0]).count, 0, "it was read before")
        XCTAssertEqual(try mina.markRead(nil).map(\.id), [idea.id.rawValue, ids[1]])
    }
}

extension CommunityFixture {
    /// Returns a client without a saved identity.
    func newcomer(_ keys: IdentityStore = .memory(randomBytes: IdentityStore.randomBytes)) -> CommunityClient {
        CommunityClient(
            store: MemoryStore(), access: access(), identities: keys,
            device: DeviceInfo(app: "dojang", appVersion: "1.0", system: "Linux 6", machine: "x86_64"),
            ids: .counting(prefix: "n"), time: clock.source())
    }
}
