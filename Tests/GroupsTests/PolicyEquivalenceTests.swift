import Foundation
import Groups
import GroupsTesting
import Kernel
import Postgres
import TestSupport
import XCTest

/// Random policies and actions: a store and a database decide alike.
final class PolicyEquivalenceTests: XCTestCase {
    func testStoreAndDatabaseEnforceRandomPoliciesAlike() throws {
        try XCTSkipUnless(PostgresLibrary.version != nil, "this build has no PostgreSQL")
        try XCTSkipUnless(PrivateServer.isInstalled, "this machine has no PostgreSQL")
        let home = try Home()
        let server = try PrivateServer()
        var outcomes: [String: Int] = [:]
        for seed in 1...5 {
            var random = RandomSource(seed: UInt64(seed))
            let policy = PolicyEquivalenceTests.policy(&random)
            let memory = MemoryGroupFixture(policy)
            let database = ServerGroupFixture(server, home.path("\(seed)"), policy)
            let inMemory = try FiveMembers(memory.fixture)
            let inDatabase = try FiveMembers(database.fixture)
            for number in 0..<120 {
                let action = RandomAction(&random, number: number)
                let first = try inMemory.outcome(of: action)
                let second = try inDatabase.outcome(of: action)
                XCTAssertEqual(first, second, "seed \(seed), \(number): \(action)")
                outcomes[first.hasPrefix("sees") ? "sees" : first, default: 0] += 1
                guard first == second else { return }
            }
        }
        print(outcomes.sorted { $0.value > $1.value }.map { "\($0.value) \($0.key)" }.joined(separator: ", "))
        XCTAssertGreaterThan(outcomes.count, 6, "too few outcomes: \(outcomes)")
    }

    /// Rare cases: a guardian answers where the policy requires nothing of the author, and a person
    /// without a consent ends one.
    func testStoreAndDatabaseDecideGuardianshipAlike() throws {
        try XCTSkipUnless(PrivateServer.isInstalled, "this machine has no PostgreSQL")
        let home = try Home()
        let server = try PrivateServer()
        let policy = GroupPolicy(
            "law", roles: ["lead", "member", "child"], kinds: [PostKind("a"), PostKind("b", answers: ["a": [.all]])],
            rules: [
                .may("lead", [.read, .write], "a", .all), .may("member", [.read], "a", .all),
                .may("member", [.write], "b", .ofWards),
                .may("member", [.read], "b", .all), .may("lead", [.write], GroupResource.guardianship, .all),
                .may("member", [.withdraw], GroupResource.guardianship, .all),
            ] + ["member", "child"].map { .may("lead", [.write], GroupResource.invitation($0), .all) })
        for fixture in [
            MemoryGroupFixture(policy).fixture, ServerGroupFixture(server, home.path("town"), policy).fixture,
        ] {
            let place = try fixture.access("p0").create(fixture.newPlace(), "Law", "p0")
            let lead = try fixture.access("p0").open(place, .userInitiated)
            var sessions: [any GroupSession] = []
            for (name, role) in [("p1", "member"), ("p2", "member"), ("p3", "child")] {
                _ = try fixture.access(name).join(place.path, lead.invite(as: role, uses: 1, until: nil), name)
                sessions.append(try fixture.access(name).open(place, .userInitiated))
            }
            let ids = try sessions.map { try $0.me().id }
            func post(
                _ id: String, _ kind: String, by author: Identifier<Member>, for audience: Audience,
                answers: String? = nil
            )
                -> Post
            {
                Post(
                    id: Identifier(id), kind: kind, author: author, answers: answers.map { Identifier($0) },
                    audience: audience,
                    content: [], writtenAt: .earliest, day: Day(ordinal: 20_000))
            }
            try lead.consent(that: ids[0], actsFor: ids[2], to: "All")
            _ = try lead.write(post("q", "a", by: lead.me().id, for: .role("member")))
            XCTAssertTrue(try sessions[0].write(post("r", "b", by: ids[2], for: .everyone, answers: "q")))
            try sessions[1].withdrawConsent(Guardianship.id(ids[0], of: ids[2]))
            XCTAssertEqual(try lead.guardianships().map(\.isValid), [false])
            XCTAssertThrowsError(try sessions[1].withdrawConsent("none")) {
                XCTAssertEqual(($0 as? Failure)?.code, .guardianshipNotFound)
            }
        }
    }

    private static func policy(_ random: inout RandomSource) -> GroupPolicy {
        let roles = ["lead", "member", "child"]
        func relations() -> Set<Relation> { Set(Relation.allCases.filter { _ in Bool.random(using: &random) }) }
        let kinds = [
            PostKind("a", limit: 50, minimumCount: 2),
            PostKind("b", limit: 50, answers: ["a": relations()], deletedWith: [.about]),
            PostKind(
                "c", limit: 50, answers: ["a": relations(), "b": relations()], deletedWith: [], isLimitedToOne: true),
        ]
        let resources = ["a", "b", "c", GroupResource.guardianship] + roles.map(GroupResource.member)
        var rules: [GroupPolicy.Rule] = roles.map {
            GroupPolicy.Rule("lead", .write, GroupResource.invitation($0), .all)
        }
        for role in roles {
            for resource in resources {
                for action in GroupPolicy.Action.allCases {
                    for relation in Relation.allCases where Int.random(in: 0..<100, using: &random) < 35 {
                        rules.append(GroupPolicy.Rule(role, action, resource, relation))
                    }
                }
            }
        }
        return GroupPolicy("law", roles: roles, kinds: kinds, rules: [GroupPolicy.Lines(rules)])
    }
}

/// A random action of one of five people.
struct RandomAction: CustomStringConvertible {
    enum Kind: CaseIterable { case write, change, withdraw, look, count, appoint, consent, release, members }
    let (actor, action, other, third, number): (Int, Kind, Int, Int, Int)
    let (kind, subject): (String, Int)
    let audience: Int

    init(_ random: inout RandomSource, number: Int) {
        actor = Int.random(in: 0..<5, using: &random)
        action =
            Int.random(in: 0..<3, using: &random) == 0 ? Kind.allCases.randomElement(using: &random) ?? .look : .write
        other = Int.random(in: 0..<5, using: &random)
        third = Int.random(in: 0..<5, using: &random)
        self.number = number
        kind = ["a", "a", "b", "c"].randomElement(using: &random) ?? "a"
        subject = Int.random(in: 0..<(number + 1), using: &random)
        audience = Int.random(in: 0..<5, using: &random)
    }

    var description: String {
        "p\(actor) \(action) \(kind)\(number), subject \(subject), others \(other) \(third), audience \(audience)"
    }
}

/// A group with a lead, two members and two children.
private final class FiveMembers {
    private var sessions: [any GroupSession] = []
    private var ids: [Identifier<Member>] = []

    init(_ fixture: GroupFixture) throws {
        let place = try fixture.access("p0").create(fixture.newPlace(), "Law", "p0")
        sessions = [try fixture.access("p0").open(place, .userInitiated)]
        for (number, role) in ["member", "member", "child", "child"].enumerated() {
            let name = "p\(number + 1)"
            let code = try sessions[0].invite(as: role, uses: 1, until: nil)
            _ = try fixture.access(name).join(place.path, code, name)
            sessions.append(try fixture.access(name).open(place, .userInitiated))
        }
        ids = try sessions.map { try $0.me().id }
    }

    func outcome(of action: RandomAction) throws -> String {
        do { return try run(action) } catch let failure as Failure { return failure.code.description }
    }

    private func run(_ action: RandomAction) throws -> String {
        let groupSession = sessions[action.actor]
        let other = ids[action.other]
        let third = ids[action.third]
        let subject = Identifier<Post>("n\(action.subject)")
        let audience: Audience = [.author, .everyone, .role("member"), .members([other]), .members([other, third])][
            action.audience]
        switch action.action {
        case .write:
            // Mostly in the actor's name. Sometimes in the name of another, or with an existing
            // identifier.
            let author = action.number % 4 == 0 ? other : ids[action.actor]
            let post = Post(
                id: action.number % 11 == 0 ? subject : Identifier("n\(action.number)"), kind: action.kind,
                author: author,
                about: action.number % 2 == 0 ? third : nil, answers: action.kind == "a" ? nil : subject,
                audience: audience,
                label: action.number % 3 == 0 ? "x" : "y", content: [UInt8](repeating: 1, count: action.number % 52),
                writtenAt: Instant(milliseconds: Int64(action.number) * 1000), day: Day(ordinal: 20_000))
            return "\(try groupSession.write(post))"
        case .change:
            try groupSession.change(subject, to: [2], label: "z", for: audience)
            return "changed"
        case .withdraw:
            try groupSession.withdraw(subject)
            return "withdrawn"
        case .look:
            return try "sees "
                + groupSession.posts(nil).map { post in
                    let author = ids.firstIndex(of: post.author) ?? -1
                    let writer = post.writer.flatMap(ids.firstIndex) ?? -1
                    return "\(post.id)\(post.kind)\(author)\(writer)\(post.content.count)\(post.label ?? "")"
                }.joined(separator: " ")
        case .count:
            return try "sees " + groupSession.counts(of: "a").map { "\($0.label) \($0.people)" }.joined(separator: ", ")
        case .appoint:
            try groupSession.appoint(other, as: ["lead", "member", "child"][action.third % 3])
            return "appointed"
        case .consent:
            try groupSession.consent(that: other, actsFor: third, to: "All")
            return "consented"
        case .release:
            try groupSession.withdrawConsent(Guardianship.id(other, of: third))
            return "released"
        case .members: return try "sees " + groupSession.members().map(\.name).sorted().joined(separator: " ")
        }
    }
}
