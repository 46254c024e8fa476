import FeedbackCOIN
import Groups
import GroupsAdapters
import Kernel
import Storage
import Synchronization
import TestBench
import XCTest

final class TeamTests: XCTestCase {
    func testTheyAskGiveAcknowledgeAndTalkInAFolder() throws { try talk(in: TeamTown()) }

    func testTheyAskGiveAcknowledgeAndTalkInADatabase() throws {
        try XCTSkipUnless(PrivateServer.isInstalled, "this machine has no PostgreSQL")
        let server = try PrivateServer()
        try talk(in: TeamTown(at: "postgres:" + server.url))
    }

    private func talk(in town: TeamTown) throws {
        let (zoe, adam, eve) = (town.zoe, town.adam, town.eve)
        _ = try zoe.teams.request("How was the demo?", of: adam.member("Adam"), in: zoe.look())
        XCTAssertTrue(try eve.look().items.isEmpty, "a request to one is nobody else's")
        let request = try XCTUnwrap(adam.look().items.first)
        XCTAssertTrue(request.waitsForMe)
        XCTAssertTrue(request.isUnread)
        let sending = try XCTUnwrap(adam.give("The demo", to: "Zoe", for: request))
        XCTAssertTrue(sending.hasArrived)
        XCTAssertFalse(try XCTUnwrap(adam.look().items.last).waitsForMe)
        let given = try XCTUnwrap(zoe.look().items.first { $0.sort == .feedback })
        XCTAssertEqual([given.author, given.text?.context], ["Adam", "The demo"])
        XCTAssertEqual(try zoe.look().items.first { $0.sort == .request }?.given, 1)
        _ = try zoe.teams.acknowledge(given, in: zoe.look())
        _ = try zoe.teams.acknowledge(given, in: zoe.look())
        _ = try zoe.teams.comment("Thank you", on: given, in: zoe.look())
        let seen = try XCTUnwrap(adam.look().items.first { $0.sort == .feedback })
        XCTAssertNotNil(seen.acknowledgedAt)
        XCTAssertEqual(seen.comments.map(\.words), ["Thank you"])
        XCTAssertTrue(seen.isUnread, "the comment")
        try adam.teams.mark(read: [seen], in: adam.team)
        XCTAssertFalse(try XCTUnwrap(adam.look().items.first { $0.sort == .feedback }).isUnread)
        XCTAssertTrue(try eve.look().items.isEmpty)
        XCTAssertTrue(try town.mina.look().items.isEmpty, "a lead reads no more than anybody else")
        _ = try adam.teams.show(seen, to: .team, in: adam.look())
        XCTAssertEqual(try eve.look().items.map(\.preview), ["The demo"])
        XCTAssertEqual(try eve.look().items.first?.comments.map(\.words), ["Thank you"])
        _ = try adam.teams.withdraw(seen, in: adam.look())
        XCTAssertTrue(try eve.look().items.isEmpty)
    }

    func testNothingOfAPrivateEntryLeavesTheDevice() throws {
        let town = try TeamTown()
        let secret = "Zanzibar-\(UInt64.random(in: 0 ... .max))"
        let result = try town.zoe.teams.give(
            FeedbackText(context: secret), kind: nil, to: town.zoe.member("Adam"), seenBy: .private, for: nil, in: town.zoe.look()
        )
        _ = try town.zoe.journal.write(FeedbackText(context: secret + " too"))
        XCTAssertNil(result.sending)
        XCTAssertEqual(result.entry?.recipient?.name, "Adam")
        XCTAssertTrue(try town.zoe.teams.membership.waiting().isEmpty)
        _ = try town.zoe.give("Seen by Adam", to: "Adam")
        XCTAssertFalse(try town.holds(secret))
        XCTAssertTrue(try town.holds("Design"), "the search finds what is there")
    }

    func testWhoLeavesTakesWhatTheyReceivedAlong() throws {
        let town = try TeamTown()
        _ = try town.adam.give("For Zoe", to: "Zoe")
        _ = try town.adam.give("For Zoe and all", to: "Zoe", .team)
        _ = try town.zoe.give("From Zoe", to: "Adam")
        let kept = try town.zoe.teams.leave(town.zoe.team)
        XCTAssertEqual(Set(kept.map(\.text.context)), ["For Zoe", "For Zoe and all"])
        XCTAssertEqual(try town.zoe.journal.entries().map(\.direction), [.received, .received])
        XCTAssertEqual(try town.zoe.journal.entries().first?.recipient?.name, "Adam")
        XCTAssertEqual(try town.adam.look().items.map(\.preview), ["From Zoe"])
        XCTAssertNil(try town.adam.look().items.first?.author, "who left has no name")
        XCTAssertTrue(try town.eve.look().items.isEmpty)
        XCTAssertThrowsError(try town.zoe.team) { XCTAssertEqual(($0 as? Failure)?.code, .groupNotFound) }
        XCTAssertThrowsError(try town.adam.give("Too late", to: "Zoe"))
    }

    /// The same words from another, or on another day, are another thing.
    func testWhatReadsTheSameAndIsNotIsTakenAlongToo() throws {
        let town = try TeamTown()
        let day = Day(ordinal: 20_000)
        var before = FeedbackChange()
        (before.direction, before.happenedOn) = (.received, .set(day))
        _ = try town.zoe.journal.write(
            FeedbackText(context: "Thank you"), to: Recipient("Somebody"), before)
        _ = try (town.adam.give("Thank you", to: "Zoe"), town.eve.give("Thank you", to: "Zoe"))
        let kept = try town.zoe.teams.leave(town.zoe.team)
        XCTAssertEqual(Set(kept.compactMap(\.recipient?.name)), ["Adam", "Eve"])
        XCTAssertEqual(try town.zoe.journal.entries().count, 3)
    }

    func testWhatComesWhileSomebodyLeavesIsTakenAlongToo() throws {
        let town = try TeamTown()
        let late = Mutex(false)
        let (zoe, adam) = (town.zoe, town.adam)
        let person = GroupPerson(
            keys: .file { zoe.home + "/group-key" }, ids: .counting(), time: .fixed(Instant(milliseconds: 1_795_000_000_000)),
            chance: MemberKeys.chance)
        let real = GroupAccess.shared(
            .team, for: person, in: GroupSurroundings(logins: GroupLogins { zoe.home + "/group-logins" }))
        let count = Mutex(0)
        let slow = GroupAccess(
            found: real.found, enter: real.entering,
            open: { place, patience in
                // The second time is that of leaving.
                let isLeaving = count.withLock { number in
                    number += 1
                    return number == 2
                }
                if isLeaving { late.withLock { $0 = (try? adam.give("At the last moment", to: "Zoe")) != nil } }
                return try real.open(place, patience)
            }, forget: real.forget)
        let teams = FeedbackTeam(Membership(.team, store: zoe.store, access: slow, person: person), journal: zoe.journal)
        let kept = try teams.leave(zoe.team)
        XCTAssertTrue(late.withLock { $0 })
        XCTAssertEqual(kept.map(\.text.context), ["At the last moment"])
    }

    func testAnAcknowledgementIsNotUnreadForEver() throws {
        let town = try TeamTown()
        _ = try town.adam.give("For Zoe", to: "Zoe")
        let item = try XCTUnwrap(town.zoe.look().items.first)
        _ = try town.zoe.teams.acknowledge(item, in: town.zoe.look())
        let looked = try town.adam.look().items
        XCTAssertEqual(looked.map(\.isUnread), [false])
        XCTAssertEqual(try town.adam.teams.lastLook(at: town.adam.team)?.unread, 0)
    }

    func testWhatIsGivenWhileTheFolderIsAwayArrivesOnceItIsBack() throws {
        let town = try TeamTown()
        // Each opens the place anew, as another process does.
        let (place, away) = (town.place, town.place + " is away")
        _ = try town.zoe.look()
        try FileManager.default.moveItem(atPath: place, toPath: away)
        let zoe = try again(town.zoe)
        let look = try zoe.teams.look(at: zoe.team)
        XCTAssertEqual(look.sight.trouble?.code, .groupUnreachable)
        XCTAssertEqual(look.sight.trouble?.kind, .temporary)
        let adam = try FeedbackTeam.member("Adam", in: look.sight.view)
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
        XCTAssertEqual(try again(town.adam).look().items.count, 3)
    }

    /// The same person in another process.
    private func again(_ person: TeamTown.Person) throws -> TeamTown.Person {
        let time = TimeSource.fixed(Instant(milliseconds: 1_795_000_060_000))
        let who = GroupPerson(
            keys: .file { person.home + "/group-key" }, ids: .timeOrdered(now: time.now, random: .system()), time: time,
            chance: MemberKeys.chance)
        let access = GroupAccess.shared(
            .team, for: who, in: GroupSurroundings(logins: GroupLogins { person.home + "/group-logins" }))
        return TeamTown.Person(
            name: person.name, home: person.home, store: person.store,
            teams: FeedbackTeam(Membership(.team, store: person.store, access: access, person: who), journal: person.journal))
    }

    func testPremiumIsAskedForWhatOneGivesAndNotForWhatOneGot() throws {
        let closed = GateKeeper { gate, _ in
            GateAnswer(allowed: gate != FeedbackTeam.gate, reason: "Teams are for Premium", variant: "free")
        }
        let town = try TeamTown()
        _ = try town.adam.give("For Zoe", to: "Zoe")
        let journal = FeedbackJournal(
            repository: StoredFeedbackRepository(town.zoe.store), gates: closed, ids: .counting(),
            time: .fixed(Instant(milliseconds: 1_795_000_000_000)))
        let free = FeedbackTeam(town.zoe.teams.membership, journal: journal)
        let (look, adam) = (try free.look(at: town.zoe.team), try town.zoe.member("Adam"))
        for deed in [
            { _ = try free.request("What?", of: adam, in: look) }, { _ = try free.comment("Well", on: look.items[0], in: look) },
            { _ = try free.give(FeedbackText(context: "x"), kind: nil, to: adam, seenBy: .team, for: nil, in: look) },
            { _ = try free.create(in: town.home.path("other"), called: "x", as: "y") },
            { _ = try free.invite(to: town.zoe.team, as: "member", uses: 1, until: nil) },
        ] as [() throws -> Void] {
            XCTAssertThrowsError(try deed()) { error in
                XCTAssertEqual((error as? Failure)?.code, .teamDenied)
                XCTAssertEqual((error as? Failure)?.denial?.gate.context, "team")
            }
        }
        _ = try free.acknowledge(look.items[0], in: look)
        XCTAssertEqual(try free.leave(town.zoe.team).count, 1)
    }

    /// What another program wrote is judged as if a person had typed it.
    func testWhatAnotherProgramWroteIsShownOnlyAsFarAsItCanBe() throws {
        let town = try TeamTown()
        let (eve, adam) = (try town.eve.hall().me().id, try town.eve.member("Adam").id)
        for (number, content) in [
            Array("\u{1B}[2J".utf8), [0xFF, 0xFE], [], Array(#"{"text":{"context":"\#u{202E}x"},"words":"\#u{7}"}"#.utf8),
        ].enumerated() {
            _ = try town.eve.hall().write(
                Paper(
                    id: Identifier("p\(number)"), kind: TeamPaper.feedback, author: eve, about: adam, audience: .members([adam]),
                    content: content, writtenAt: .earliest, day: Day(ordinal: 20_000)))
        }
        let items = try town.adam.look().items
        XCTAssertEqual(items.count, 4)
        XCTAssertEqual(items.compactMap(\.text), [])
        XCTAssertEqual(Set(items.map(\.words)), [""])
        XCTAssertEqual(try town.adam.teams.leave(town.adam.team), [], "nothing that cannot be read becomes an entry")
    }
}
