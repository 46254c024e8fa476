import FeedbackCOIN
import Groups
import GroupsAdapters
import Kernel
import Storage
import Synchronization
import TestSupport
import XCTest

final class TeamTests: XCTestCase {
    func testTeamConversationInAFolder() throws { try talk(in: TeamFixture()) }

    func testTeamConversationInADatabase() throws {
        try XCTSkipUnless(PrivateServer.isInstalled, "this machine has no PostgreSQL")
        let server = try PrivateServer()
        try talk(in: TeamFixture(at: "postgres:" + server.url))
    }

    private func talk(in fixture: TeamFixture) throws {
        let zoe = fixture.zoe
        let adam = fixture.adam
        let eve = fixture.eve
        _ = try zoe.teams.request("How was the demo?", of: adam.member("Adam"), in: zoe.look())
        XCTAssertTrue(try eve.look().items.isEmpty, "a request is visible only to its recipient")
        let request = try XCTUnwrap(adam.look().items.first)
        XCTAssertTrue(request.waitsForMe)
        XCTAssertTrue(request.isUnread)
        let sending = try XCTUnwrap(adam.give("The demo", to: "Zoe", for: request))
        XCTAssertTrue(sending.hasArrived)
        XCTAssertFalse(try XCTUnwrap(adam.look().items.last).waitsForMe)
        let feedback = try XCTUnwrap(zoe.look().items.first { $0.itemKind == .feedback })
        XCTAssertEqual([feedback.author, feedback.text?.context], ["Adam", "The demo"])
        XCTAssertEqual(try zoe.look().items.first { $0.itemKind == .request }?.answerCount, 1)
        _ = try zoe.teams.acknowledge(feedback, in: zoe.look())
        _ = try zoe.teams.acknowledge(feedback, in: zoe.look())
        _ = try zoe.teams.comment("Thank you", on: feedback, in: zoe.look())
        let item = try XCTUnwrap(adam.look().items.first { $0.itemKind == .feedback })
        XCTAssertNotNil(item.acknowledgedAt)
        XCTAssertEqual(item.comments.map(\.words), ["Thank you"])
        XCTAssertTrue(item.isUnread, "the comment")
        try adam.teams.mark(read: [item], in: adam.team)
        XCTAssertFalse(try XCTUnwrap(adam.look().items.first { $0.itemKind == .feedback }).isUnread)
        XCTAssertTrue(try eve.look().items.isEmpty)
        XCTAssertTrue(try fixture.mina.look().items.isEmpty, "leads have no extra read access")
        _ = try adam.teams.show(item, to: .team, in: adam.look())
        XCTAssertEqual(try eve.look().items.map(\.preview), ["The demo"])
        XCTAssertEqual(try eve.look().items.first?.comments.map(\.words), ["Thank you"])
        _ = try adam.teams.withdraw(item, in: adam.look())
        XCTAssertTrue(try eve.look().items.isEmpty)
    }

    func testPrivateEntryStaysOnTheDevice() throws {
        let fixture = try TeamFixture()
        let secret = "Zanzibar-\(UInt64.random(in: 0 ... .max))"
        let result = try fixture.zoe.teams.give(
            FeedbackText(context: secret), kind: nil, to: fixture.zoe.member("Adam"), seenBy: .private, for: nil,
            in: fixture.zoe.look()
        )
        _ = try fixture.zoe.journal.write(FeedbackText(context: secret + " too"))
        XCTAssertNil(result.sending)
        XCTAssertEqual(result.entry?.recipient?.name, "Adam")
        XCTAssertTrue(try fixture.zoe.teams.membership.waiting().isEmpty)
        _ = try fixture.zoe.give("Seen by Adam", to: "Adam")
        XCTAssertFalse(try fixture.holds(secret))
        XCTAssertTrue(try fixture.holds("Design"), "the search of the files works")
    }

    func testLeavingATeamKeepsReceivedFeedback() throws {
        let fixture = try TeamFixture()
        _ = try fixture.adam.give("For Zoe", to: "Zoe")
        _ = try fixture.adam.give("For Zoe and all", to: "Zoe", .team)
        _ = try fixture.zoe.give("From Zoe", to: "Adam")
        let entries = try fixture.zoe.teams.leave(fixture.zoe.team)
        XCTAssertEqual(Set(entries.map(\.text.context)), ["For Zoe", "For Zoe and all"])
        XCTAssertEqual(try fixture.zoe.journal.entries().map(\.direction), [.received, .received])
        XCTAssertEqual(try fixture.zoe.journal.entries().first?.recipient?.name, "Adam")
        XCTAssertEqual(try fixture.adam.look().items.map(\.preview), ["From Zoe"])
        XCTAssertNil(try fixture.adam.look().items.first?.author, "former members have no name")
        XCTAssertTrue(try fixture.eve.look().items.isEmpty)
        XCTAssertThrowsError(try fixture.zoe.team) { XCTAssertEqual(($0 as? Failure)?.code, .groupNotFound) }
        XCTAssertThrowsError(try fixture.adam.give("Too late", to: "Zoe"))
    }

    /// Feedback of another author or day is not a duplicate.
    func testLeavingKeepsEqualTextsOfDifferentAuthors() throws {
        let fixture = try TeamFixture()
        let day = Day(ordinal: 20_000)
        var before = FeedbackChange()
        (before.direction, before.happenedOn) = (.received, .set(day))
        _ = try fixture.zoe.journal.write(
            FeedbackText(context: "Thank you"), to: Recipient("Somebody"), before)
        _ = try (fixture.adam.give("Thank you", to: "Zoe"), fixture.eve.give("Thank you", to: "Zoe"))
        let entries = try fixture.zoe.teams.leave(fixture.zoe.team)
        XCTAssertEqual(Set(entries.compactMap(\.recipient?.name)), ["Adam", "Eve"])
        XCTAssertEqual(try fixture.zoe.journal.entries().count, 3)
    }

    func testLeavingKeepsFeedbackThatArrivesMeanwhile() throws {
        let fixture = try TeamFixture()
        let late = Mutex(false)
        let zoe = fixture.zoe
        let adam = fixture.adam
        let person = GroupPerson(
            keys: .file { zoe.home + "/group-key" }, ids: .counting(),
            time: .fixed(Instant(milliseconds: 1_795_000_000_000)),
            randomBytes: MemberKeys.randomBytes)
        let real = GroupAccess.shared(
            .team, for: person, in: GroupEnvironment(logins: GroupLogins { zoe.home + "/group-logins" }))
        let count = Mutex(0)
        let slow = GroupAccess(
            create: real.create, checkedJoin: real.checkedJoin,
            open: { place, waitLimit in
                // The second call happens during leave.
                let isLeaving = count.withLock { number in
                    number += 1
                    return number == 2
                }
                if isLeaving { late.withLock { $0 = (try? adam.give("At the last moment", to: "Zoe")) != nil } }
                return try real.open(place, waitLimit)
            }, forget: real.forget)
        let teams = FeedbackTeam(
            Membership(.team, store: zoe.store, access: slow, person: person), journal: zoe.journal)
        let entries = try teams.leave(zoe.team)
        XCTAssertTrue(late.withLock { $0 })
        XCTAssertEqual(entries.map(\.text.context), ["At the last moment"])
    }

    func testAcknowledgementIsNotUnread() throws {
        let fixture = try TeamFixture()
        _ = try fixture.adam.give("For Zoe", to: "Zoe")
        let item = try XCTUnwrap(fixture.zoe.look().items.first)
        _ = try fixture.zoe.teams.acknowledge(item, in: fixture.zoe.look())
        let looked = try fixture.adam.look().items
        XCTAssertEqual(looked.map(\.isUnread), [false])
        XCTAssertEqual(try fixture.adam.teams.savedContent(at: fixture.adam.team)?.unread, 0)
    }

    func testFeedbackIsDeliveredOnceTheFolderIsReachable() throws {
        let fixture = try TeamFixture()
        let place = fixture.place
        let away = fixture.place + " is away"
        _ = try fixture.zoe.look()
        try FileManager.default.moveItem(atPath: place, toPath: away)
        let zoe = try reopened(fixture.zoe)
        let look = try zoe.teams.content(at: zoe.team)
        XCTAssertEqual(look.snapshot.trouble?.code, .groupUnreachable)
        XCTAssertEqual(look.snapshot.trouble?.kind, .temporary)
        let adam = try FeedbackTeam.member("Adam", in: look.snapshot.view)
        for number in 0..<3 {
            let sending = try zoe.teams.give(
                FeedbackText(context: "Number \(number)"), kind: nil, to: adam, seenBy: .recipient, for: nil, in: look
            ).sending
            XCTAssertEqual(sending?.hasArrived, false)
        }
        XCTAssertEqual(try zoe.teams.membership.waiting().count, 3)
        try FileManager.default.moveItem(atPath: away, toPath: place)
        XCTAssertEqual(try zoe.teams.membership.deliver().sent, 3)
        XCTAssertEqual(try zoe.teams.membership.deliver().sent, 0)
        XCTAssertEqual(try reopened(fixture.adam).look().items.count, 3)
    }

    /// Returns the same person as another process sees them.
    private func reopened(_ person: TeamFixture.Person) throws -> TeamFixture.Person {
        let time = TimeSource.fixed(Instant(milliseconds: 1_795_000_060_000))
        let who = GroupPerson(
            keys: .file { person.home + "/group-key" }, ids: .timeOrdered(now: time.now, random: .system()), time: time,
            randomBytes: MemberKeys.randomBytes)
        let access = GroupAccess.shared(
            .team, for: who, in: GroupEnvironment(logins: GroupLogins { person.home + "/group-logins" }))
        return TeamFixture.Person(
            name: person.name, home: person.home, store: person.store,
            teams: FeedbackTeam(
                Membership(.team, store: person.store, access: access, person: who), journal: person.journal))
    }

    func testPremiumGateAppliesToGivingOnly() throws {
        let closed = GateKeeper { gate, _ in
            GateAnswer(allowed: gate != FeedbackTeam.gate, reason: "Teams are for Premium", variant: "free")
        }
        let fixture = try TeamFixture()
        _ = try fixture.adam.give("For Zoe", to: "Zoe")
        let journal = FeedbackJournal(
            repository: StoredFeedbackRepository(fixture.zoe.store), gates: closed, ids: .counting(),
            time: .fixed(Instant(milliseconds: 1_795_000_000_000)))
        let free = FeedbackTeam(fixture.zoe.teams.membership, journal: journal)
        let look = try free.content(at: fixture.zoe.team)
        let adam = try fixture.zoe.member("Adam")
        for action in [
            { _ = try free.request("What?", of: adam, in: look) },
            { _ = try free.comment("Well", on: look.items[0], in: look) },
            { _ = try free.give(FeedbackText(context: "x"), kind: nil, to: adam, seenBy: .team, for: nil, in: look) },
            { _ = try free.create(in: fixture.home.path("other"), called: "x", as: "y") },
            { _ = try free.invite(to: fixture.zoe.team, as: "member", uses: 1, until: nil) },
        ] as [() throws -> Void] {
            XCTAssertThrowsError(try action()) { error in
                XCTAssertEqual((error as? Failure)?.code, .teamDenied)
                XCTAssertEqual((error as? Failure)?.denial?.gate.context, "team")
            }
        }
        _ = try free.acknowledge(look.items[0], in: look)
        XCTAssertEqual(try free.leave(fixture.zoe.team).count, 1)
    }

    /// Posts of other programs are validated like typed text.
    func testUnreadablePostsShowNoText() throws {
        let fixture = try TeamFixture()
        let eve = try fixture.eve.groupSession().me().id
        let adam = try fixture.eve.member("Adam").id
        for (number, content) in [
            Array("\u{1B}[2J".utf8), [0xFF, 0xFE], [],
            Array(#"{"text":{"context":"\#u{202E}x"},"words":"\#u{7}"}"#.utf8),
        ].enumerated() {
            _ = try fixture.eve.groupSession().write(
                Post(
                    id: Identifier("p\(number)"), kind: TeamPost.feedback, author: eve, about: adam,
                    audience: .members([adam]),
                    content: content, writtenAt: .earliest, day: Day(ordinal: 20_000)))
        }
        let items = try fixture.adam.look().items
        XCTAssertEqual(items.count, 4)
        XCTAssertEqual(items.compactMap(\.text), [])
        XCTAssertEqual(Set(items.map(\.words)), [""])
        XCTAssertEqual(
            try fixture.adam.teams.leave(fixture.adam.team), [], "unreadable posts become no entries")
    }
}
