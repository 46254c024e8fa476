import Groups
import GroupsTesting
import Kernel
import Postgres
import Storage
import TestSupport
import XCTest

@testable import GroupsAdapters

/// Updates the policy of an older group while devices with the older program continue.
final class PolicyUpdateTests: XCTestCase {
    /// The contract's policy without praise and its answers.
    private static let older = GroupPolicy.contractPolicy.without("praise", "seen")

    private func post(
        _ id: String, _ kind: String, by groupSession: any GroupSession, for audience: Audience = .everyone
    ) throws -> Post {
        Post(
            id: Identifier(id), kind: kind, author: try groupSession.me().id, audience: audience, content: [1],
            writtenAt: .earliest,
            day: Day(ordinal: 20_000))
    }

    func testAdministratorUpdatesPoliciesAndOlderProgramsWork() throws {
        try XCTSkipUnless(PostgresLibrary.version != nil, "this build has no PostgreSQL")
        try XCTSkipUnless(PrivateServer.isInstalled, "this machine has no PostgreSQL")
        let home = try Home()
        let server = try PrivateServer()
        let old = ServerGroupFixture(server, home.path("town"), PolicyUpdateTests.older)
        let new = ServerGroupFixture(server, home.path("town"))
        let place = try old.access("mina").create(old.place, "Circle", "Mina")
        let code = try old.access("mina").open(place, .userInitiated).invite(as: "member", uses: 2, until: nil)
        for person in ["zoe", "adam"] { _ = try old.access(person).join(place.path, code, person) }
        let zoe = try new.access("zoe").open(place, .userInitiated)
        let adam = try old.access("adam").open(place, .userInitiated)
        XCTAssertTrue(try adam.write(post("n", "note", by: adam)))
        XCTAssertTrue(try zoe.isBehind())
        XCTAssertFalse(try adam.isBehind())
        XCTAssertThrowsError(try zoe.write(post("p", "praise", by: zoe))) {
            XCTAssertEqual(($0 as? Failure)?.code, .paperKindUnknown)
            XCTAssertTrue(($0 as? Failure)?.message.contains("The database does not know “praise” yet.") ?? false)
        }
        // No member may update the policy, and a member's login reaches no table.
        XCTAssertThrowsError(
            try new.access("mina").updatePolicies("postgres:" + server.url("--as", "commonplace_groups_door"))
        ) {
            XCTAssertEqual(($0 as? Failure)?.kind, .temporary, "the public login has a password and no other rights")
        }
        let login = try XCTUnwrap(new.logins(of: "zoe").login(at: place.id))
        let tried = try server.psql(
            "INSERT INTO commonplace_groups.rules VALUES ('\(place.id)', 'member', 'read', 'note', 'all');",
            as: login.name,
            password: login.password)
        XCTAssertEqual(tried.refusal?.state, "42501")
        XCTAssertEqual(try new.access("anybody", isDryRun: true).updatePolicies(new.place), ["Circle"])
        XCTAssertTrue(try zoe.isBehind(), "a dry run changes nothing")
        let dryRunCopy = try new.access("anybody", isDryRun: true).prepare(new.place, "Other")
        XCTAssertThrowsError(try new.access("adam").join(new.place, dryRunCopy, "adam")) {
            XCTAssertEqual(($0 as? Failure)?.code, .invitationUnknown)
        }
        XCTAssertEqual(try new.access("anybody").updatePolicies(new.place), ["Circle"])
        XCTAssertEqual(try new.access("anybody").updatePolicies(new.place), [], "one update is enough")
        XCTAssertFalse(try zoe.isBehind())
        XCTAssertTrue(try zoe.write(post("p", "praise", by: zoe, for: .members([adam.me().id]))))
        // The database enforces the new rules like the others.
        XCTAssertEqual(try new.access("mina").open(place, .userInitiated).posts(["praise"]), [])
        XCTAssertEqual(try zoe.posts(nil).map(\.id), ["n", "p"])
        // The older program still reads, writes and leaves. It ignores unknown kinds.
        let again = try old.access("adam").open(place, .userInitiated)
        XCTAssertTrue(try again.write(post("m", "note", by: again)))
        XCTAssertEqual(Set(try again.posts(["note"]).map(\.id)), ["n", "m"])
        XCTAssertFalse(try again.isBehind(), "a newer policy there is not outdated here")
        XCTAssertEqual(Set(try again.leave().map(\.id)), ["n", "m"])
        XCTAssertEqual(try old.access("anybody").updatePolicies(old.place), [], "an older program removes no rules")
        XCTAssertFalse(try zoe.isBehind())
    }

    func testOlderProgramsRefuseANewerPolicyVersion() throws {
        try XCTSkipUnless(PostgresLibrary.version != nil, "this build has no PostgreSQL")
        try XCTSkipUnless(PrivateServer.isInstalled, "this machine has no PostgreSQL")
        let home = try Home()
        let server = try PrivateServer()
        let old = ServerGroupFixture(server, home.path("town"))
        let new = ServerGroupFixture(server, home.path("town"), .contractPolicy.raised(to: 2))
        let place = try old.access("mina").create(old.place, "Circle", "Mina")
        XCTAssertEqual(try new.access("mina").open(place, .userInitiated).me().name, "Mina")
        XCTAssertEqual(try new.access("anybody").updatePolicies(new.place), ["Circle"])
        XCTAssertThrowsError(try old.access("mina").open(place, .userInitiated)) {
            XCTAssertEqual(($0 as? Failure)?.code, .groupNewer)
            XCTAssertEqual(($0 as? Failure)?.kind, .temporary, "the saved copy stays visible")
        }
        XCTAssertThrowsError(try old.access("anybody").updatePolicies(old.place)) {
            XCTAssertEqual(($0 as? Failure)?.code, .groupNewer)
        }
    }

    func testOwnerRaisesThePolicyVersionOfAFolder() throws {
        let home = try Home()
        let old = FolderGroupFixture(home.path("town"))
        let new = FolderGroupFixture(home.path("town"), .contractPolicy.raised(to: 2))
        let place = try old.access("mina").create(old.free(), "Circle", "Mina")
        let lead = try old.access("mina").open(place, .userInitiated)
        _ = try old.access("zoe").join(place.path, lead.invite(as: "member", uses: 1, until: nil), "Zoe")
        let zoe = try new.access("zoe").open(place, .userInitiated)
        XCTAssertTrue(try zoe.write(post("a", "note", by: zoe)), "a member's change does not update the policy")
        XCTAssertEqual(try old.access("mina").open(place, .userInitiated).group().policy, 1)
        let owner = try new.access("mina").open(place, .userInitiated)
        XCTAssertFalse(try owner.isBehind())
        try owner.rename(to: "Mina K.")
        XCTAssertEqual(try owner.group().policy, 2)
        XCTAssertThrowsError(try old.access("zoe").open(place, .userInitiated)) {
            XCTAssertEqual(($0 as? Failure)?.code, .groupNewer)
        }
        XCTAssertThrowsError(try new.access("mina").updatePolicies(place.path)) {
            XCTAssertTrue(($0 as? Failure)?.message.contains("is no database, so there is nothing to renew") ?? false)
        }
    }
}

extension GroupPolicy {
    /// Returns the policy without some kinds of posts.
    fileprivate func without(_ names: String...) -> GroupPolicy {
        GroupPolicy(
            purpose, version: version, roles: roles,
            kinds: kinds.values.filter { !names.contains($0.name) }.map { kind in
                PostKind(
                    kind.name, limit: kind.limit, answers: kind.answers.filter { !names.contains($0.key) },
                    deletedWith: kind.deletedWith,
                    minimumCount: kind.minimumCount, isLimitedToOne: kind.isLimitedToOne)
            }, rules: [Lines(rules.filter { !names.contains($0.resource) })])
    }

    fileprivate func raised(to version: Int) -> GroupPolicy {
        GroupPolicy(purpose, version: version, roles: roles, kinds: Array(kinds.values), rules: [Lines(Array(rules))])
    }
}
