import Foundation
import Groups
import GroupsContract
import Kernel
import Postgres
import TestBench
import XCTest

/// One table, two engines: whatever the table says and whatever people try, a program over a store and a database decide alike.
final class LawTests: XCTestCase {
    func testAStoreAndADatabaseDecideAlikeByAnyTable() throws {
        try XCTSkipUnless(PostgresLibrary.version != nil, "this build has no PostgreSQL")
        try XCTSkipUnless(PrivateServer.isInstalled, "this machine has no PostgreSQL")
        let (home, server) = (try Home(), try PrivateServer())
        var outcomes: [String: Int] = [:]
        for seed in 1...5 {
            var chance = RandomSource(seed: UInt64(seed))
            let statutes = LawTests.statutes(&chance)
            let memory = MemoryTown(statutes)
            let database = ServerTown(server, home.path("\(seed)"), statutes)
            let one = try Meeting(memory.town)
            let other = try Meeting(database.town)
            for number in 0..<120 {
                let deed = Deed(&chance, number: number)
                let (first, second) = (try one.outcome(of: deed), try other.outcome(of: deed))
                XCTAssertEqual(first, second, "seed \(seed), \(number): \(deed)")
                outcomes[first.hasPrefix("sees") ? "sees" : first, default: 0] += 1
                guard first == second else { return }
            }
        }
        print(outcomes.sorted { $0.value > $1.value }.map { "\($0.value) \($0.key)" }.joined(separator: ", "))
        XCTAssertGreaterThan(outcomes.count, 6, "too little was tried: \(outcomes)")
    }

    /// What chance seldom comes to: a guardian answers where the law asks for nothing of the author, and somebody ends a consent who notes none.
    func testAGuardiansAnswerAndTheEndOfAConsentAreDecidedAlike() throws {
        try XCTSkipUnless(PrivateServer.isInstalled, "this machine has no PostgreSQL")
        let (home, server) = (try Home(), try PrivateServer())
        let statutes = Statutes(
            "law", roles: ["lead", "member", "child"], kinds: [PaperKind("a"), PaperKind("b", answers: ["a": [.all]])],
            rules: [
                .may("lead", [.read, .write], "a", .all), .may("member", [.read], "a", .all),
                .may("member", [.write], "b", .ofWards),
                .may("member", [.read], "b", .all), .may("lead", [.write], Matter.guardianship, .all),
                .may("member", [.withdraw], Matter.guardianship, .all),
            ] + ["member", "child"].map { .may("lead", [.write], Matter.invitation($0), .all) })
        for town in [MemoryTown(statutes).town, ServerTown(server, home.path("town"), statutes).town] {
            let place = try town.access("p0").found(town.free(), "Law", "p0")
            let lead = try town.access("p0").open(place, .asked)
            var halls: [any GroupHall] = []
            for (name, role) in [("p1", "member"), ("p2", "member"), ("p3", "child")] {
                _ = try town.access(name).enter(place.path, lead.invite(as: role, uses: 1, until: nil), name)
                halls.append(try town.access(name).open(place, .asked))
            }
            let ids = try halls.map { try $0.me().id }
            func paper(
                _ id: String, _ kind: String, by author: Identifier<Member>, for audience: Audience, answers: String? = nil
            )
                -> Paper
            {
                Paper(
                    id: Identifier(id), kind: kind, author: author, answers: answers.map { Identifier($0) }, audience: audience,
                    content: [], writtenAt: .earliest, day: Day(ordinal: 20_000))
            }
            try lead.consent(that: ids[0], actsFor: ids[2], to: "All")
            _ = try lead.write(paper("q", "a", by: lead.me().id, for: .role("member")))
            XCTAssertTrue(try halls[0].write(paper("r", "b", by: ids[2], for: .everyone, answers: "q")))
            try halls[1].withdrawConsent(Guardianship.id(ids[0], of: ids[2]))
            XCTAssertEqual(try lead.guardianships().map(\.holds), [false])
            XCTAssertThrowsError(try halls[1].withdrawConsent("none")) {
                XCTAssertEqual(($0 as? Failure)?.code, .guardianshipNotFound)
            }
        }
    }

    private static func statutes(_ chance: inout RandomSource) -> Statutes {
        let roles = ["lead", "member", "child"]
        func reaches() -> Set<Reach> { Set(Reach.allCases.filter { _ in Bool.random(using: &chance) }) }
        let kinds = [
            PaperKind("a", limit: 50, floor: 2), PaperKind("b", limit: 50, answers: ["a": reaches()], goesWith: [.about]),
            PaperKind("c", limit: 50, answers: ["a": reaches(), "b": reaches()], goesWith: [], isOnce: true),
        ]
        let matters = ["a", "b", "c", Matter.guardianship] + roles.map(Matter.member)
        var rules: [Statutes.Rule] = roles.map { Statutes.Rule("lead", .write, Matter.invitation($0), .all) }
        for role in roles {
            for matter in matters {
                for action in Statutes.Action.allCases {
                    for reach in Reach.allCases where Int.random(in: 0..<100, using: &chance) < 35 {
                        rules.append(Statutes.Rule(role, action, matter, reach))
                    }
                }
            }
        }
        return Statutes("law", roles: roles, kinds: kinds, rules: [Statutes.Lines(rules)])
    }
}

/// Something that one of five people tries.
struct Deed: CustomStringConvertible {
    enum What: CaseIterable { case write, change, withdraw, look, count, appoint, consent, release, members }
    let (who, what, other, third, number): (Int, What, Int, Int, Int)
    let (kind, subject): (String, Int)
    let audience: Int

    init(_ chance: inout RandomSource, number: Int) {
        who = Int.random(in: 0..<5, using: &chance)
        what = Int.random(in: 0..<3, using: &chance) == 0 ? What.allCases.randomElement(using: &chance) ?? .look : .write
        (other, third) = (Int.random(in: 0..<5, using: &chance), Int.random(in: 0..<5, using: &chance))
        self.number = number
        kind = ["a", "a", "b", "c"].randomElement(using: &chance) ?? "a"
        subject = Int.random(in: 0..<(number + 1), using: &chance)
        audience = Int.random(in: 0..<5, using: &chance)
    }

    var description: String {
        "p\(who) \(what) \(kind)\(number), subject \(subject), others \(other) \(third), audience \(audience)"
    }
}

/// Five people in a group of one town: a lead, two members and two children.
private final class Meeting {
    private var halls: [any GroupHall] = []
    private var ids: [Identifier<Member>] = []

    init(_ town: GroupTown) throws {
        let place = try town.access("p0").found(town.free(), "Law", "p0")
        halls = [try town.access("p0").open(place, .asked)]
        for (number, role) in ["member", "member", "child", "child"].enumerated() {
            let name = "p\(number + 1)"
            let code = try halls[0].invite(as: role, uses: 1, until: nil)
            _ = try town.access(name).enter(place.path, code, name)
            halls.append(try town.access(name).open(place, .asked))
        }
        ids = try halls.map { try $0.me().id }
    }

    func outcome(of deed: Deed) throws -> String {
        do { return try said(deed) } catch let failure as Failure { return failure.code.description }
    }

    private func said(_ deed: Deed) throws -> String {
        let (hall, other, third) = (halls[deed.who], ids[deed.other], ids[deed.third])
        let subject = Identifier<Paper>("n\(deed.subject)")
        let audience: Audience = [.author, .everyone, .role("member"), .members([other]), .members([other, third])][deed.audience]
        switch deed.what {
        case .write:
            // Mostly in one's own name; now and then in somebody else's, and of what was written before.
            let author = deed.number % 4 == 0 ? other : ids[deed.who]
            let paper = Paper(
                id: deed.number % 11 == 0 ? subject : Identifier("n\(deed.number)"), kind: deed.kind, author: author,
                about: deed.number % 2 == 0 ? third : nil, answers: deed.kind == "a" ? nil : subject, audience: audience,
                label: deed.number % 3 == 0 ? "x" : "y", content: [UInt8](repeating: 1, count: deed.number % 52),
                writtenAt: Instant(milliseconds: Int64(deed.number) * 1000), day: Day(ordinal: 20_000))
            return "\(try hall.write(paper))"
        case .change:
            try hall.change(subject, to: [2], label: "z", for: audience)
            return "changed"
        case .withdraw:
            try hall.withdraw(subject)
            return "withdrawn"
        case .look:
            return try "sees "
                + hall.papers(nil).map { paper in
                    let (author, writer) = (ids.firstIndex(of: paper.author) ?? -1, paper.writer.flatMap(ids.firstIndex) ?? -1)
                    return "\(paper.id)\(paper.kind)\(author)\(writer)\(paper.content.count)\(paper.label ?? "")"
                }.joined(separator: " ")
        case .count: return try "sees " + hall.counts(of: "a").map { "\($0.label) \($0.people)" }.joined(separator: ", ")
        case .appoint:
            try hall.appoint(other, as: ["lead", "member", "child"][deed.third % 3])
            return "appointed"
        case .consent:
            try hall.consent(that: other, actsFor: third, to: "All")
            return "consented"
        case .release:
            try hall.withdrawConsent(Guardianship.id(other, of: third))
            return "released"
        case .members: return try "sees " + hall.members().map(\.name).sorted().joined(separator: " ")
        }
    }
}
