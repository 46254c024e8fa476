import Groups
import Kernel
import KernelContract

/// What every way to groups, and every place of one, must keep: the same in memory, in a folder and in a database.
public enum GroupsContract {
    /// The contract over towns that a closure makes, each under `Statutes.tried` and without any group.
    public static func over(_ make: @escaping () throws -> GroupTown) -> Contract<GroupTown> {
        Contract("Groups", promises: coming + sharing + rights + leaving + guarding, make)
    }

    typealias Promise = Contract<GroupTown>.Promise

    private static let coming: [Promise] = [
        .init("founds a group once in a place, with its founder as keeper") { town in
            let circle = try Circle(town)
            try expectEqual(circle.lead.group().name, "The circle")
            try expectEqual(circle.lead.group().id, circle.place.id)
            try expectEqual(circle.lead.me().role, "lead")
            try expectEqual(circle.lead.members().map(\.name), ["Mina"])
            let again = try? town.access("zoe").found(circle.place.path, "Mine", "Zoe").id
            try expect(again != circle.place.id, "founded over another")
            try expectEqual(circle.lead.group().name, "The circle")
        },
        .init("lets in by a code as many as it says, each once, with the role that it says") { town in
            let circle = try Circle(town)
            let code = try circle.lead.invite(as: "member", uses: 2, until: nil)
            try expectEqual(code.utf8.count, 32, "digits of a code")
            try expectEqual(circle.lead.invitations().map(\.left), [2])
            for person in ["zoe", "adam"] { _ = try town.access(person).enter(circle.place.path, code, person) }
            try expectFailure(.invitationUsedUp) { try town.access("ben").enter(circle.place.path, code, "ben") }
            try expectEqual(circle.lead.invitations().count, 0)
            try expectEqual(
                Set(circle.lead.members().map { "\($0.name) \($0.role)" }), ["Mina lead", "zoe member", "adam member"])
            try expectFailure(.notMember) { try town.access("ben").open(circle.place, .asked).me() }
        },
        .init("lets whoever is in, and was cut off or lost their login, in again: nothing is spent, nothing else changed") {
            town in
            let circle = try Circle(town)
            let used = try circle.lead.invite(as: "member", uses: 1, until: nil)
            try expectEqual(town.access("zoe").enter(circle.place.path, used, "zoe").isNew, true)
            try expectEqual(town.access("zoe").enter(circle.place.path, used, "zoe").isNew, false)
            let fresh = try circle.lead.invite(as: "lead", uses: 1, until: nil)
            for code in [used, fresh] {
                try town.access("zoe").forget(circle.place.id)
                _ = try town.access("zoe").enter(circle.place.path, code, "Somebody else")
                let me = try town.access("zoe").open(circle.place, .asked).me()
                try expectEqual([me.name, me.role], ["zoe", "member"])
            }
            try expectEqual(circle.lead.members().count, 2)
            _ = try town.access("ben").enter(circle.place.path, fresh, "ben")
        },
        .init("takes a code with blanks and capitals, and none that is forged, revoked or over") { town in
            let circle = try Circle(town)
            try expectFailure(.invitationUnknown) {
                try town.access("zoe").enter(circle.place.path, "0123456789abcdef0123456789abcdef", "zoe")
            }
            try expectFailure(.invitationUnknown) { try town.access("zoe").enter(circle.place.path, "", "zoe") }
            let over = try circle.lead.invite(as: "member", uses: 1, until: Day(ordinal: 10_957))
            try expectFailure(.invitationOver) { try town.access("zoe").enter(circle.place.path, over, "zoe") }
            let code = try circle.lead.invite(as: "member", uses: 1, until: nil)
            for open in try circle.lead.invitations() { try circle.lead.revoke(open.id) }
            try expectFailure(.invitationUsedUp) { try town.access("zoe").enter(circle.place.path, code, "zoe") }
            let good = try circle.lead.invite(as: "member", uses: 1, until: nil)
            _ = try town.access("zoe").enter(circle.place.path, "  \(good.uppercased()) ", "zoe")
            try expectEqual(circle.lead.members().count, 2)
        },
        .init("has roles that the statutes name, and uses that are some") { town in
            let circle = try Circle(town)
            try expectFailure(.roleUnknown) { try circle.lead.invite(as: "king", uses: 1, until: nil) }
            _ = try circle.lead.invite(as: "member", uses: -3, until: nil)
            _ = try circle.lead.invite(as: "member", uses: 1_000_000, until: nil)
            try expectEqual(Set(circle.lead.invitations().map(\.left)), [1, GroupInvitation.mostUses])
        },
        .init("calls people what they want to be called, and refuses what cannot be seen") { town in
            let circle = try Circle(town)
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
        .init("takes a paper once, and shows it by its time as it was written") { town in
            let circle = try Circle(town)
            let note = try Paper("a", by: circle.lead, for: .everyone, "한글 and\u{0} bytes")
            try expectEqual([circle.lead.write(note), circle.lead.write(note)], [true, false])
            try expectEqual(circle.lead.papers(nil), [note])
            try expectEqual(circle.lead.papers(["note"]), [note])
            try expectEqual(circle.lead.papers(["praise"]), [])
            try expectEqual(circle.lead.papers([]), [])
        },
        .init("shows papers to their audience alone: author, names, a role, everyone") { town in
            let circle = try Circle(town)
            let (zoe, adam, kid) = try (circle.join("zoe"), circle.join("adam"), circle.join("kid", as: "child"))
            let adamID = try adam.me().id
            for (id, audience) in [
                ("a", Audience.author), ("b", .members([adamID])), ("c", .role("member")), ("d", .everyone),
            ] { _ = try zoe.write(Paper(id, by: zoe, for: audience)) }
            try expectEqual(ids(zoe).sorted(), ["a", "b", "c", "d"])
            try expectEqual(ids(adam).sorted(), ["b", "c", "d"])
            try expectEqual(ids(kid).sorted(), ["d"])
            try expectEqual(ids(circle.lead).sorted(), ["b", "c", "d"], "who may read all but what is its author's alone")
        },
        .init("changes content, label and audience, of one's own alone") { town in
            let circle = try Circle(town)
            let (zoe, adam) = try (circle.join("zoe"), circle.join("adam"))
            _ = try zoe.write(Paper("a", by: zoe, for: .author))
            try zoe.change("a", to: Array("Other".utf8), label: "x", for: .everyone)
            try expectEqual(adam.papers(nil).map { String(decoding: $0.content, as: UTF8.self) }, ["Other"])
            try expectEqual(adam.papers(nil).map(\.label), ["x"])
            try expect(adam.papers(nil)[0].changedAt != nil, "no time of the change")
            try expectFailure(.groupNotAllowed) { try adam.change("a", to: [1], label: nil, for: .everyone) }
            try expectFailure(.paperNotFound) { try adam.change("z", to: [1], label: nil, for: .everyone) }
            try zoe.change("a", to: [], label: nil, for: .author)
            try expectEqual(ids(adam), [])
        },
        .init("takes papers back with what answers them, and keeps them away from then on") { town in
            let circle = try Circle(town)
            let zoe = try circle.join("zoe")
            let note = try Paper("a", by: zoe)
            _ = try (zoe.write(note), zoe.write(Paper("b", by: zoe)))
            _ = try circle.lead.write(Paper("c", "comment", by: circle.lead, answers: "a"))
            for _ in 0..<2 { try zoe.withdraw("a") }
            try expectEqual(ids(zoe), ["b"])
            try expectEqual(ids(circle.lead), ["b"])
            try expectEqual(zoe.write(note), false)
            try expectEqual(ids(zoe), ["b"])
            try circle.lead.withdraw("b")
            try expectEqual(ids(zoe), [])
        },
        .init("refuses what is too large, of no kind, for nobody, or under somebody else's id") { town in
            let circle = try Circle(town)
            let zoe = try circle.join("zoe")
            try expectFailure(.paperTooLarge) { try zoe.write(Paper("a", by: zoe, String(repeating: "x", count: 1_001))) }
            try expectFailure(.paperKindUnknown) { try zoe.write(Paper("a", "gossip", by: zoe)) }
            try expectFailure(.memberNotFound) { try zoe.write(Paper("a", by: zoe, about: "nobody")) }
            try expectFailure(.memberNotFound) { try zoe.write(Paper("a", by: zoe, for: .members(["nobody"]))) }
            try expectFailure(.roleUnknown) { try zoe.write(Paper("a", by: zoe, for: .role("king"))) }
            try expectFailure(.paperNotFound) { try zoe.write(Paper("a", "comment", by: zoe, answers: "z")) }
            _ = try circle.lead.write(Paper("a", by: circle.lead, for: .author))
            try expectFailure(.paperIDTaken) { try zoe.write(Paper("a", by: zoe)) }
            try expectEqual(ids(zoe), [])
        },
        .init("counts people by label without showing a paper, and no label of fewer than five") { town in
            let circle = try Circle(town)
            let people = try (0..<6).map { try circle.join("p\($0)") }
            for (number, hall) in people.enumerated() {
                _ = try hall.write(Paper("m\(number)", "mark", by: hall, label: "blue"))
                _ = try hall.write(Paper("n\(number)", "mark", by: hall, for: number < 2 ? .author : .everyone, label: "red"))
            }
            _ = try people[0].write(Paper("again", "mark", by: people[0], label: "blue"))
            try expectEqual(circle.lead.counts(of: "mark"), [LabelCount(label: "blue", people: 6)])
            try expectFailure(.groupNotAllowed) { try people[0].counts(of: "mark") }
            try expectFailure(.groupNotAllowed) { try circle.lead.counts(of: "note") }
            try expectEqual(circle.lead.papers(["mark"]), [])
        },
    ]
}
