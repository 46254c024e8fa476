import Community
import CommunityAdapters
import Kernel
import Storage
import Synchronization
import XCTest

/// A person's part: what is opened for it, what changes something, and what they see again of their own.
final class ParticipationTests: XCTestCase {
    /// On the way to something else nobody waits long; who asks for it waits longer.
    func testWhatThisDeviceWasToldOfIsCountedWithoutAskingAnybody() throws {
        let town = Town()
        let mina = town.person("mina")
        guard case .feedback(let feedback) = try mina.tell(.bug, "It breaks").parcel else { return XCTFail("no feedback") }
        _ = try town.developer().respond(to: feedback.id, "Fixed", status: .implemented, target: "v1.1")
        XCTAssertEqual(try mina.unread(), 0, "nobody has told this device yet")
        _ = try mina.news()
        XCTAssertEqual(try mina.unread(), 1)
        _ = try mina.read(nil)
        XCTAssertEqual(try mina.unread(), 0)
    }

    func testHowLongSomebodyWaitsForABoardFollowsFromWhatTheyWant() throws {
        let town = Town(), asked = Mutex<[Patience]>([])
        let access = BoardAccess(name: "town") { patience in
            asked.withLock { $0.append(patience) }
            return town.board
        }
        let mina = town.person("mina", local: MemoryStore(), access: access)
        let acts: [(String, () throws -> Void, [Patience])] = [
            ("delivers nothing", { try mina.deliver() }, []),
            ("looks", { _ = try mina.roadmap() }, [.asked]),
            ("passes by", { _ = try mina.news() }, [.glance]),
            ("votes", { _ = try mina.vote(for: "video") }, [.glance, .glance]),
            ("looks again", { _ = try mina.insights() }, [.asked]),
            ("sees what is theirs", { _ = try mina.belongings() }, [.asked]),
            ("goes", { _ = try mina.forgetMe() }, [.asked]),
        ]
        for (name, act, expected) in acts {
            asked.withLock { $0 = [] }
            try act()
            XCTAssertEqual(asked.withLock { $0 }, expected, name)
        }
        XCTAssertEqual([Patience.glance, .asked, .background].map(\.seconds), [1, 3, 20])
    }

    func testOfVotesOnlyThoseThatChangeSomethingAreSent() throws {
        let town = Town(), new = town.newcomer()
        let idea = try town.idea(), merged = try town.idea("Timer of rounds")
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
                    _ = try town.developer().merge(merged, into: idea)
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
        XCTAssertEqual(try town.board.upvotes(for: [idea, merged]), [1, 0])
        assertFails(.itemNotFound) { try new.vote(for: "nothing") }
        assertFails(.suggestionNotFound) { try new.upvote("nothing") }
        _ = try town.developer().decline(idea, notes: nil)
        assertFails(.suggestionClosed) { try new.upvote(idea) }
        XCTAssertEqual(try new.belongings().upvotes, [idea])
    }

    func testWhatIsAskedOfSomebodyWithoutAnIdentityMakesNone() throws {
        let town = Town(), keys = IdentityStore.memory(chance: IdentityStore.chance)
        let new = town.newcomer(keys)
        XCTAssertEqual(try new.suggestions().count + new.answers().count + new.mine().feedback.count, 0)
        _ = try new.roadmap()
        try new.attend()
        try new.reviewed()
        XCTAssertNil(try keys.load())
        let gone = try new.forgetMe()
        XCTAssertEqual(gone.records, 0)
        XCTAssertFalse(gone.leavesOldBytes)
        XCTAssertNil(try keys.load())
    }

    func testWhetherOldBytesAreLeftIsWhatTheBoardSays() throws {
        let town = Town()
        func leaves(_ name: String, _ access: BoardAccess) throws -> Bool {
            let mina = town.person(name, local: MemoryStore(), access: access)
            _ = try mina.vote(for: "video")
            return try mina.forgetMe().leavesOldBytes
        }
        XCTAssertTrue(try leaves("mina", town.access()), "a board that does not say")
        for isClean in [true, false] {
            XCTAssertEqual(
                try leaves("\(isClean)", BoardAccess(name: "town", open: { _ in town.board }, compact: { _ in isClean })),
                !isClean)
        }
        let failing = BoardAccess(name: "town", open: { _ in town.board }, compact: { _ in throw Failure(.diskTrouble, "x") })
        XCTAssertTrue(try leaves("zoe", failing))
    }

    func testNobodyIsCountedBeforeTheyAgreedNorTwiceAMonth() throws {
        let town = Town(), mina = town.person("mina")
        func months() throws -> [String] { try mina.belongings().months }
        _ = try mina.vote(for: "video")
        try mina.attend()
        XCTAssertEqual(try months(), [], "never asked")
        _ = try mina.tell(.bug, "words")
        for _ in 0..<3 { try mina.attend() }
        XCTAssertEqual(try months(), ["2026-11"])
        town.clock.advance(days: 30)
        try mina.attend()
        XCTAssertEqual(try months(), ["2026-11", "2026-12"])
        _ = try mina.tell(.bug, "more", with: mina.attachment(sharing: false))
        town.clock.advance(days: 30)
        try mina.attend()
        XCTAssertEqual(try months().count, 2, "no longer")
    }

    func testEverybodySeesWhatIsNotHiddenAndOnlyTheAuthorWhatIs() throws {
        let town = Town(), mina = town.person("mina"), zoe = town.person("zoe")
        let hidden = try town.idea("Hidden"), shown = try town.idea("Shown")
        _ = try mina.suggest("Mina's", "own")
        try town.developer().hide(hidden.rawValue, because: "rude")
        func titles(_ ranked: [RankedSuggestion]) -> Set<String> { Set(ranked.map(\.suggestion.title)) }
        XCTAssertEqual(titles(try mina.suggestions()), ["Shown", "Mina's"])
        XCTAssertEqual(titles(try zoe.suggestions()), ["Hidden", "Shown", "Mina's"])
        XCTAssertEqual(titles(try mina.suggestions(mine: true)), ["Mina's"])
        XCTAssertEqual(titles(try zoe.suggestions(mine: true)), ["Hidden", "Shown"])
        XCTAssertEqual(titles(try town.newcomer().suggestions(mine: true)), [])
        for voter in ["a", "b"] { _ = try town.person(voter).upvote(shown) }
        XCTAssertEqual(try zoe.suggestions().map(\.upvotes), [2, 0, 0], "most votes first")
    }

    // MARK: - What came back

    func testOwnFeedbackIsOneListOfWhatIsThereAndWhatWaits() throws {
        let town = Town(), local = MemoryStore()
        let mina = town.person("mina", local: local)
        let away = town.person("mina", local: local, device: "2", access: town.access(Failure.communityUnreachable("x")))
        _ = try mina.tell(.bug, "first")
        town.clock.advance(minutes: 1)
        _ = try town.person("mina", device: "3").tell(.bug, "from elsewhere")
        town.clock.advance(minutes: 1)
        _ = try away.tell(.bug, "last")
        XCTAssertEqual(try mina.mine().feedback.map(\.feedback.text), ["last", "from elsewhere", "first"])
        XCTAssertEqual(try mina.mine().feedback.map(\.state), [.queued, .sent, .sent])
        XCTAssertEqual(try mina.mine().feedback.map(\.isUnread), [false, false, false])
        XCTAssertEqual(try away.mine().feedback.map(\.feedback.text), ["last", "first"], "nothing was kept yet")
        try mina.keepSight()
        let known = try away.mine()
        XCTAssertEqual(known.feedback.map(\.feedback.text), ["last", "from elsewhere", "first"], "what this device saw")
        XCTAssertEqual(known.feedback.map(\.isUnread), [false, false, false])
        XCTAssertEqual(known.trouble?.code, .communityUnreachable)
        XCTAssertEqual(try town.person("zoe", local: local).mine().feedback.count, 0, "somebody else on this device")
        XCTAssertEqual(try String(decoding: mina.exportMine(), as: UTF8.self).suffix(2), "}\n")
    }

    func testAnAnswerIsReadAloneOrWithAllOthers() throws {
        let town = Town(), mina = town.person("mina")
        let ids = try ["one", "two"].map { text in
            guard case .feedback(let feedback) = try mina.tell(.bug, text).parcel else { return "" }
            return feedback.id.rawValue
        }
        guard case .suggestion(let idea) = try mina.suggest("Bells", "loud").parcel else { return XCTFail("none") }
        for id in ids {
            town.clock.advance(minutes: 1)
            _ = try town.developer().respond(to: Identifier(id), "Answer to \(id)")
        }
        town.clock.advance(minutes: 1)
        let hub = town.developer()
        let (_, item) = try hub.promote(idea.id, priority: 9, release: "v2", category: .ux, title: nil, description: nil)
        let answers = try mina.answers()
        XCTAssertEqual(answers.map(\.id), [idea.id.rawValue, ids[1], ids[0]], "latest first")
        XCTAssertEqual(answers.map(\.isAnnounced), [false, false, false])
        XCTAssertEqual(answers[0].text, "Vote for it: community vote \(item.id)")
        XCTAssertEqual(answers.map(\.category), [nil, .bug, .bug])
        let read = try mina.read(ids[0])
        XCTAssertEqual(read.map(\.id), [ids[0]])
        XCTAssertEqual(read.map(\.isRead) + read.map(\.isAnnounced), [true, true])
        XCTAssertEqual(try mina.answers().map(\.isRead), [false, false, true])
        XCTAssertEqual(try mina.news().fresh.map(\.id), [idea.id.rawValue, ids[1]])
        XCTAssertEqual(try mina.answers().map(\.isAnnounced), [true, true, true])
        XCTAssertEqual(try mina.read(ids[0]).count, 0, "it was read before")
        XCTAssertEqual(try mina.read(nil).map(\.id), [idea.id.rawValue, ids[1]])
    }
}

extension Town {
    /// Somebody without an identity yet.
    func newcomer(_ keys: IdentityStore = .memory(chance: IdentityStore.chance)) -> Participation {
        Participation(
            store: MemoryStore(), access: access(), identities: keys,
            device: DeviceInfo(app: "dojang", appVersion: "1.0", system: "Linux 6", machine: "x86_64"),
            ids: .counting(prefix: "n"), time: clock.source())
    }
}
