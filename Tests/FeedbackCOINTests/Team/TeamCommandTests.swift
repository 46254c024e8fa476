import FeedbackCOIN
import FeedbackCOINCommands
import Foundation
import Groups
import Kernel
import Outbox
import Storage
import TerminalTesting
import TestSupport
import XCTest

/// Tests the output of the team commands and the background sender.
final class TeamCommandTests: XCTestCase {
    private func app(_ person: TeamFixture.Person, begin: @escaping @Sendable () -> WaitLimit? = { .userInitiated })
        -> AppFixture
    {
        let teams = person.teams
        let sender = BackgroundSender(isReady: { false }, start: {}, claimDelivery: begin)
        return AppFixture(
            "coin", over: person.store, time: .fixed(Instant(milliseconds: 1_795_000_000_000)),
            dryRun: { try DryRunStore(over: $0) }
        ) { _ in [TeamPlugin(teams, sender: sender)] }
    }

    func testDismissNamesTheMemberAndRefusesOneself() throws {
        let fixture = try TeamFixture()
        let mina = app(fixture.mina)
        XCTAssertTrue(mina.run(["team", "dismiss", "Mina", "--yes"]).error.contains("Nobody dismisses themselves."))
        let result = mina.run(["team", "dismiss", "Z"])
        XCTAssertTrue((result.output + result.error).contains("Remove Zoe from the team"), result.output + result.error)
        XCTAssertEqual(mina.run(["team", "dismiss", "Z", "--yes"]).status, 0)
        XCTAssertEqual(Set(try fixture.mina.look().snapshot.view.members.map(\.name)), ["Mina", "Adam", "Eve"])
    }

    func testBackgroundSenderWithoutATurnSendsNothing() throws {
        let fixture = try TeamFixture()
        let team = try fixture.zoe.team
        let member = try fixture.zoe.member("Adam")
        let submission = GroupSubmission.post(
            fixture.zoe.teams.membership.post(
                "request", by: team.me, about: team.me, for: .members([member.id]), content: []))
        _ = try fixture.zoe.teams.membership.queue(submission, for: team)
        let late = app(fixture.zoe) { nil }.run(["team", "send"])
        XCTAssertTrue(late.output.contains("1 waits on this device."), late.output + late.error)
        XCTAssertTrue(app(fixture.zoe).run(["team", "send"]).output.contains("Sent 1."))
    }

    func testForgettingATeamReportsUnsentPosts() throws {
        let fixture = try TeamFixture()
        let team = try fixture.zoe.team
        _ = try fixture.zoe.teams.membership.queue(.withdrawal("none"), for: team)
        let run = app(fixture.zoe).run(["team", "leave", "--forget", "--yes"])
        XCTAssertTrue(
            (run.output + run.error).contains("Lost, as it had not been sent: 1 thing."), run.output + run.error)
    }

    func testListCountsNoAcknowledgementAsUnread() throws {
        let fixture = try TeamFixture()
        _ = try fixture.adam.give("For Zoe", to: "Zoe")
        _ = try fixture.zoe.teams.acknowledge(XCTUnwrap(fixture.zoe.look().items.first), in: fixture.zoe.look())
        _ = try fixture.adam.look()
        let run = app(fixture.adam).run(["team", "list", "--json"])
        XCTAssertTrue(run.output.replacing(" ", with: "").contains("\"unread\":0"), run.output + run.error)
    }
}
