import FeedbackCOIN
import FeedbackCOINCommands
import Foundation
import Groups
import Kernel
import Storage
import TerminalContract
import TestBench
import XCTest

/// What the commands of teams say, and what they leave undone.
final class TeamCommandTests: XCTestCase {
    private func app(_ person: TeamTown.Person, begin: @escaping @Sendable () -> Patience? = { .asked }) -> AppBench {
        let (teams, courier) = (person.teams, TeamCourier(isReady: { false }, start: {}, begin: begin))
        return AppBench(
            "coin", over: person.store, time: .fixed(Instant(milliseconds: 1_795_000_000_000)),
            rehearsal: { try DryRunStore(over: $0) }
        ) { _ in [TeamPlugin(teams, courier: courier)] }
    }

    func testDismissingNamesWhomItFoundAndIsNeverOneself() throws {
        let town = try TeamTown()
        let mina = app(town.mina)
        XCTAssertTrue(mina.run(["team", "dismiss", "Mina", "--yes"]).error.contains("Nobody dismisses themselves."))
        let asked = mina.run(["team", "dismiss", "Z"])
        XCTAssertTrue((asked.output + asked.error).contains("Remove Zoe from the team"), asked.output + asked.error)
        XCTAssertEqual(mina.run(["team", "dismiss", "Z", "--yes"]).status, 0)
        XCTAssertEqual(Set(try town.mina.look().sight.view.members.map(\.name)), ["Mina", "Adam", "Eve"])
    }

    func testACourierThatComesLateSendsNothing() throws {
        let town = try TeamTown()
        let (team, member) = (try town.zoe.team, try town.zoe.member("Adam"))
        let parcel = GroupParcel.paper(
            town.zoe.teams.membership.paper("request", by: team.me, about: team.me, for: .members([member.id]), content: []))
        _ = try town.zoe.teams.membership.queue(parcel, for: team)
        let late = app(town.zoe) { nil }.run(["team", "send"])
        XCTAssertTrue(late.output.contains("1 waits on this device."), late.output + late.error)
        XCTAssertTrue(app(town.zoe).run(["team", "send"]).output.contains("Sent 1."))
    }

    func testLettingGoSaysHowMuchIsLost() throws {
        let town = try TeamTown()
        let team = try town.zoe.team
        _ = try town.zoe.teams.membership.queue(.withdrawal("none"), for: team)
        let run = app(town.zoe).run(["team", "leave", "--forget", "--yes"])
        XCTAssertTrue((run.output + run.error).contains("Lost, as it had not been sent: 1 thing."), run.output + run.error)
    }

    func testAnAcknowledgementIsNotCountedAsUnread() throws {
        let town = try TeamTown()
        _ = try town.adam.give("For Zoe", to: "Zoe")
        _ = try town.zoe.teams.acknowledge(XCTUnwrap(town.zoe.look().items.first), in: town.zoe.look())
        _ = try town.adam.look()
        let run = app(town.adam).run(["team", "list", "--json"])
        XCTAssertTrue(run.output.replacing(" ", with: "").contains("\"unread\":0"), run.output + run.error)
    }
}
