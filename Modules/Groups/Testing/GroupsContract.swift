import Groups
import Kernel
import KernelTesting

/// The contract of every access to groups, the same in memory, in a folder and in a database.
package enum GroupsContract {
    /// Returns the contract over fixtures from a closure, each under
    /// `GroupPolicy.contractPolicy` and without any group.
    package static func over(_ make: @escaping () throws -> GroupFixture) -> Contract<GroupFixture> {
        Contract("Groups", promises: coming + sharing + rights + leaving + guarding, make)
    }

    typealias Promise = Contract<GroupFixture>.Promise

    private static let coming: [Promise] = [
        .init("a place holds one group, and its founder is a keeper") { fixture in
            let circle = try Circle(fixture)
            try expectEqual(circle.lead.group().name, "The circle")
            try expectEqual(circle.lead.group().id, circle.place.id)
            try expectEqual(circle.lead.me().role, "lead")
            try expectEqual(circle.lead.members().map(\.name), ["Mina"])
            let again = try? fixture.access("zoe").create(circle.place.path, "Mine", "Zoe").id
            try expect(again != circle.place.id, "founded over another")
            try expectEqual(circle.lead.group().name, "The circle")
        },
        .init("an invitation admits its number of people, each once, with its role") { fixture in
            let circle = try Circle(fixture)
            let code = try circle.lead.invite(as: "member", uses: 2, until: nil)
            try expectEqual(code.utf8.count, 32, "digits of a code")
            try expectEqual(circle.lead.invitations().map(\.left), [2])
            for person in ["zoe", "adam"] { _ = try fixture.access(person).join(circle.place.path, code, person) }
            try expectFailure(.invitationUsedUp) { try fixture.access("ben").join(circle.place.path, code, "ben") }
            try expectEqual(circle.lead.invitations().count, 0)
            try expectEqual(
                Set(circle.lead.members().map { "\($0.name) \($0.role)" }), ["Mina lead", "zoe member", "adam member"])
            try expectFailure(.notMember) { try fixture.access("ben").open(circle.place, .userInitiated).me() }
        },
        .init(
            "a member joins again after a cut-off or a lost login: no use is spent, nothing else changes"
        ) {
            fixture in
            let circle = try Circle(fixture)
            let used = try circle.lead.invite(as: "member", uses: 1, until: nil)
            try expectEqual(fixture.access("zoe").join(circle.place.path, used, "zoe").isNew, true)
            try expectEqual(fixture.access("zoe").join(circle.place.path, used, "zoe").isNew, false)
            let fresh = try circle.lead.invite(as: "lead", uses: 1, until: nil)
            for code in [used, fresh] {
                try fixture.access("zoe").forget(circle.place.id)
                _ = try fixture.access("zoe").join(circle.place.path, code, "Somebody else")
                let me = try fixture.access("zoe").open(circle.place, .userInitiated).me()
                try expectEqual([me.name, me.role], ["zoe", "member"])
            }
            try expectEqual(circle.lead.members().count, 2)
            _ = try fixture.access("ben").join(circle.place.path, fresh, "ben")
        },
        .init("codes may have blanks and capitals, and forged, revoked and expired codes fail") { fixture in
            let circle = try Circle(fixture)
            try expectFailure(.invitationUnknown) {
                try fixture.access("zoe").join(circle.place.path, "0123456789abcdef0123456789abcdef", "zoe")
            }
            try expectFailure(.invitationUnknown) { try fixture.access("zoe").join(circle.place.path, "", "zoe") }
            let over = try circle.lead.invite(as: "member", uses: 1, until: Day(ordinal: 10_957))
            try expectFailure(.invitationOver) { try fixture.access("zoe").join(circle.place.path, over, "zoe") }
            let code = try circle.lead.invite(as: "member", uses: 1, until: nil)
            for open in try circle.lead.invitations() { try circle.lead.revoke(open.id) }
            try expectFailure(.invitationUsedUp) { try fixture.access("zoe").join(circle.place.path, code, "zoe") }
            let good = try circle.lead.invite(as: "member", uses: 1, until: nil)
            _ = try fixture.access("zoe").join(circle.place.path, "  \(good.uppercased()) ", "zoe")
            try expectEqual(circle.lead.members().count, 2)
        },
        .init("invitations need a role of the statutes, and uses stay between 1 and the maximum") { fixture in
            let circle = try Circle(fixture)
            try expectFailure(.roleUnknown) { try circle.lead.invite(as: "king", uses: 1, until: nil) }
            _ = try circle.lead.invite(as: "member", uses: -3, until: nil)
            _ = try circle.lead.invite(as: "member", uses: 1_000_000, until: nil)
            try expectEqual(Set(circle.lead.invitations().map(\.left)), [1, GroupInvitation.maximumUses])
        },
        .init("members choose their names, and invisible characters are refused") { fixture in
            let circle = try Circle(fixture)
            let zoe = try circle.join("zoe")
            try zoe.rename(to: "  Zoë  ")
            try expectEqual(circle.lead.members().map(\.name).sorted(), ["Mina", "Zoë"])
            for bad in ["", "   ", "a\u{1B}[2J", String(repeating: "x", count: 61)] {
                try expect((try? zoe.rename(to: bad)) == nil, "took “\(bad)” as a name")
            }
            try expectEqual(circle.lead.members().map(\.name).sorted(), ["Mina", "Zoë"])
        },
    ]

    private static let sharing: [Promise] = [
        .init("a group accepts a paper once, and lists papers by time as written") { fixture in
            let circle = try Circle(fixture)
            let note = try Post("a", by: circle.lead, for: .everyone, "한글 and\u{0} bytes")
            try expectEqual([circle.lead.write(note), circle.lead.write(note)], [true, false])
            try expectEqual(circle.lead.posts(nil), [note])
            try expectEqual(circle.lead.posts(["note"]), [note])
            try expectEqual(circle.lead.posts(["praise"]), [])
            try expectEqual(circle.lead.posts([]), [])
        },
        .init("papers are visible only to their audience: author, names, a role, everyone") { fixture in
            let circle = try Circle(fixture)
            let (zoe, adam, kid) = try (circle.join("zoe"), circle.join("adam"), circle.join("kid", as: "child"))
            let adamID = try adam.me().id
            for (id, audience) in [
                ("a", Audience.author), ("b", .members([adamID])), ("c", .role("member")), ("d", .everyone),
            ] { _ = try zoe.write(Post(id, by: zoe, for: audience)) }
            try expectEqual(ids(zoe).sorted(), ["a", "b", "c", "d"])
            try expectEqual(ids(adam).sorted(), ["b", "c", "d"])
            try expectEqual(ids(kid).sorted(), ["d"])
            try expectEqual(
                ids(circle.lead).sorted(), ["b", "c", "d"], "who may read all but what is its author's alone")
        },
        .init("authors change content, label and audience of their own papers only") { fixture in
            let circle = try Circle(fixture)
            let (zoe, adam) = try (circle.join("zoe"), circle.join("adam"))
            _ = try zoe.write(Post("a", by: zoe, for: .author))
            try zoe.change("a", to: Array("Other".utf8), label: "x", for: .everyone)
            try expectEqual(adam.posts(nil).map { String(decoding: $0.content, as: UTF8.self) }, ["Other"])
            try expectEqual(adam.posts(nil).map(\.label), ["x"])
            try expect(adam.posts(nil)[0].changedAt != nil, "no time of the change")
            try expectFailure(.groupNotAllowed) { try adam.change("a", to: [1], label: nil, for: .everyone) }
            try expectFailure(.paperNotFound) { try adam.change("z", to: [1], label: nil, for: .everyone) }
            try zoe.change("a", to: [], label: nil, for: .author)
            try expectEqual(ids(adam), [])
        },
        .init("withdrawing a paper removes its answers, and both stay away") { fixture in
            let circle = try Circle(fixture)
            let zoe = try circle.join("zoe")
            let note = try Post("a", by: zoe)
            _ = try (zoe.write(note), zoe.write(Post("b", by: zoe)))
            _ = try circle.lead.write(Post("c", "comment", by: circle.lead, answers: "a"))
            for _ in 0..<2 { try zoe.withdraw("a") }
            try expectEqual(ids(zoe), ["b"])
            try expectEqual(ids(circle.lead), ["b"])
            try expectEqual(zoe.write(note), false)
            try expectEqual(ids(zoe), ["b"])
            try circle.lead.withdraw("b")
            try expectEqual(ids(zoe), [])
        },
        .init("oversized papers, unknown kinds, empty audiences and taken ids are refused") { fixture in
            let circle = try Circle(fixture)
            let zoe = try circle.join("zoe")
            try expectFailure(.paperTooLarge) {
                try zoe.write(Post("a", by: zoe, String(repeating: "x", count: 1_001)))
            }
            try expectFailure(.paperKindUnknown) { try zoe.write(Post("a", "gossip", by: zoe)) }
            try expectFailure(.memberNotFound) { try zoe.write(Post("a", by: zoe, about: "nobody")) }
            try expectFailure(.memberNotFound) { try zoe.write(Post("a", by: zoe, for: .members(["nobody"]))) }
            try expectFailure(.roleUnknown) { try zoe.write(Post("a", by: zoe, for: .role("king"))) }
            try expectFailure(.paperNotFound) { try zoe.write(Post("a", "comment", by: zoe, answers: "z")) }
            _ = try circle.lead.write(Post("a", by: circle.lead, for: .author))
            try expectFailure(.paperIDTaken) { try zoe.write(Post("a", by: zoe)) }
            try expectEqual(ids(zoe), [])
        },
        .init("counts by label show no paper, and hide labels with fewer than five people") { fixture in
            let circle = try Circle(fixture)
            let people = try (0..<6).map { try circle.join("p\($0)") }
            for (number, groupSession) in people.enumerated() {
                _ = try groupSession.write(Post("m\(number)", "mark", by: groupSession, label: "blue"))
                _ = try groupSession.write(
                    Post("n\(number)", "mark", by: groupSession, for: number < 2 ? .author : .everyone, label: "red"))
            }
            _ = try people[0].write(Post("again", "mark", by: people[0], label: "blue"))
            try expectEqual(circle.lead.counts(of: "mark"), [LabelCount(label: "blue", people: 6)])
            try expectFailure(.groupNotAllowed) { try people[0].counts(of: "mark") }
            try expectFailure(.groupNotAllowed) { try circle.lead.counts(of: "note") }
            try expectEqual(circle.lead.posts(["mark"]), [])
        },
    ]
}
