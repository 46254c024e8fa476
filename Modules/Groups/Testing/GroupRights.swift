import Groups
import Kernel
import KernelTesting

// Access rights, deletion with a member, and guardianship.
extension GroupsContract {
    static let rights: [Promise] = [
        .init("a member writes only in their own name") { fixture in
            let circle = try Circle(fixture)
            let (zoe, adam) = try (circle.join("zoe"), circle.join("adam"))
            try expectFailure(.groupNotAllowed) { try zoe.write(Post("a", by: zoe, as: adam.me().id)) }
            try expectFailure(.groupNotAllowed) { try circle.lead.write(Post("a", by: zoe, as: zoe.me().id)) }
            try expectEqual(ids(circle.lead), [])
        },
        .init("only the addressee acknowledges a paper, and once") { fixture in
            let circle = try Circle(fixture)
            let (zoe, adam, eve) = try (circle.join("zoe"), circle.join("adam"), circle.join("eve"))
            _ = try zoe.write(Post("p", "praise", by: zoe, about: adam.me().id, for: .everyone))
            try expectFailure(.groupNotAllowed) { try eve.write(Post("s", "seen", by: eve, answers: "p")) }
            try expectFailure(.groupNotAllowed) {
                try eve.write(Post("s", "seen", by: eve, answers: "p", as: adam.me().id))
            }
            try expectFailure(.groupNotAllowed) { try zoe.write(Post("s", "seen", by: zoe, answers: "p")) }
            try expectFailure(.groupNotAllowed) { try adam.write(Post("s", "seen", by: adam)) }
            try expectFailure(.groupNotAllowed) { try adam.write(Post("n", by: adam, answers: "p")) }
            try expectEqual(adam.write(Post("s", "seen", by: adam, answers: "p")), true)
            try expectEqual(adam.write(Post("t", "seen", by: adam, answers: "p")), false)
            try expectEqual(zoe.posts(["seen"]).map(\.id), ["s"])
        },
        .init("an answer is visible only to readers of its paper, and only they can answer") { fixture in
            let circle = try Circle(fixture)
            let (zoe, adam, eve) = try (circle.join("zoe"), circle.join("adam"), circle.join("eve"))
            _ = try zoe.write(Post("p", "praise", by: zoe, about: adam.me().id, for: .members([adam.me().id])))
            _ = try adam.write(Post("c", "comment", by: adam, answers: "p", for: .everyone))
            try expectEqual([ids(zoe), ids(adam)], [["c", "p"], ["c", "p"]])
            try expectEqual([ids(eve), ids(circle.lead)], [[], []])
            try expectFailure(.paperNotFound) { try eve.write(Post("d", "comment", by: eve, answers: "p")) }
            try expectFailure(.paperNotFound) { try eve.withdraw("p") }
            try zoe.change("p", to: [], label: nil, for: .everyone)
            try expectEqual(ids(eve), ["c", "p"])
        },
        .init("only roles that the statutes name invite, remove and appoint") { fixture in
            let circle = try Circle(fixture)
            let (zoe, adam) = try (circle.join("zoe"), circle.join("adam"))
            let (zoeID, adamID) = try (zoe.me().id, adam.me().id)
            try expectFailure(.groupNotAllowed) { try zoe.invite(as: "member", uses: 1, until: nil) }
            try expectFailure(.groupNotAllowed) { try zoe.appoint(zoeID, as: "lead") }
            try expectFailure(.groupNotAllowed) { try zoe.remove(adamID) }
            try expectFailure(.groupNotAllowed) { try circle.lead.appoint(zoeID, as: "child") }
            _ = try circle.lead.invite(as: "member", uses: 1, until: nil)
            try expectEqual(zoe.invitations(), [])
            let invitation = try circle.lead.invitations()[0].id
            try expectFailure(.groupNotAllowed) { try zoe.revoke(invitation) }
            try circle.lead.appoint(zoeID, as: "lead")
            try expectEqual(zoe.me().role, "lead")
            try zoe.remove(adamID)
            try expectFailure(.notMember) { try adam.posts(nil) }
            try expectFailure(.memberNotFound) { try zoe.remove(adamID) }
        },
        .init("an invitation ends when its author leaves or changes role") { fixture in
            let circle = try Circle(fixture)
            let (zoe, adam) = try (circle.join("zoe", as: "lead"), circle.join("adam", as: "lead"))
            let (zoeID, adamID) = try (zoe.me().id, adam.me().id)
            let own = try zoe.invite(as: "lead", uses: 5, until: nil)
            let others = try circle.lead.invite(as: "member", uses: 5, until: nil)
            try circle.lead.remove(zoeID)
            for person in ["zoe", "ben"] {
                try expectFailure(.invitationUsedUp) { try fixture.access(person).join(circle.place.path, own, person) }
            }
            let made = try adam.invite(as: "member", uses: 5, until: nil)
            try circle.lead.appoint(adamID, as: "member")
            try expectFailure(.invitationUsedUp) { try fixture.access("ben").join(circle.place.path, made, "ben") }
            _ = try fixture.access("ben").join(circle.place.path, others, "ben")
        },
        .init("a group always has a keeper") { fixture in
            let circle = try Circle(fixture)
            let zoe = try circle.join("zoe")
            let mina = try circle.lead.me().id
            try expectFailure(.lastKeeper) { try circle.lead.leave() }
            try expectFailure(.lastKeeper) { try circle.lead.appoint(mina, as: "member") }
            try expectFailure(.lastKeeper) { try circle.lead.remove(mina) }
            try circle.lead.appoint(zoe.me().id, as: "lead")
            _ = try circle.lead.leave()
            try expectEqual(zoe.members().map(\.name), ["zoe"])
        },
    ]

    static let leaving: [Promise] = [
        .init("leaving deletes a member's papers, and keeps shared ones without the name") { fixture in
            let circle = try Circle(fixture)
            let (zoe, adam) = try (circle.join("zoe"), circle.join("adam"))
            let (zoeID, adamID) = try (zoe.me().id, adam.me().id)
            _ = try (zoe.write(Post("given", "praise", by: zoe, about: adamID)), zoe.write(Post("note", by: zoe)))
            _ = try adam.write(Post("got", "praise", by: adam, about: zoeID, for: .members([zoeID])))
            _ = try adam.write(Post("comment", "comment", by: adam, answers: "note"))
            try expectEqual(Set(zoe.leave().map(\.id)), ["note", "got"])
            try expectEqual(ids(adam), ["given"])
            try expectEqual(adam.posts(nil)[0].author, zoeID)
            try expectEqual(Set(adam.members().map(\.name)), ["Mina", "adam"])
            try expectFailure(.notMember) { try zoe.members() }
            try expectFailure(.memberNotFound) { try adam.write(Post("x", "praise", by: adam, about: zoeID)) }
        },
        .init("a former member joins again, without their old papers") { fixture in
            let circle = try Circle(fixture)
            let zoe = try circle.join("zoe")
            let note = try Post("a", by: zoe)
            _ = try (zoe.write(note), zoe.leave())
            let again = try circle.join("zoe")
            try expectEqual(again.members().count, 2)
            try expectEqual(ids(again), [])
            try expectEqual(again.write(note), false, "what was taken away came back")
        },
        .init("a group ends with its last member") { fixture in
            let circle = try Circle(fixture)
            _ = try circle.lead.write(Post("a", by: circle.lead))
            try expectEqual(circle.lead.leave().map(\.id), ["a"])
            let found: Group? = try? fixture.access("mina").open(circle.place, .userInitiated).group()
            try expect(found == nil, "there is still a group")
        },
    ]

    static let guarding: [Promise] = [
        .init("a ward sees each guardian while the consent is valid, whatever their role") { fixture in
            let circle = try Circle(fixture)
            let (zoe, kid) = try (circle.join("zoe"), circle.join("kid", as: "child"))
            let (zoeID, kidID) = try (zoe.me().id, kid.me().id)
            try expectEqual(kid.members().map(\.id), [kidID])
            try circle.lead.consent(that: zoeID, actsFor: kidID, to: "Zoe acts for Kid")
            try expectEqual(Set(kid.members().map(\.id)), [zoeID, kidID])
            try circle.lead.withdrawConsent(Guardianship.id(zoeID, of: kidID))
            try expectEqual(kid.members().map(\.id), [kidID])
        },
        .init("a guardian acts for a ward only while the consent is valid") { fixture in
            let circle = try Circle(fixture)
            let (zoe, kid) = try (circle.join("zoe"), circle.join("kid", as: "child"))
            let (zoeID, kidID) = try (zoe.me().id, kid.me().id)
            _ = try circle.lead.write(Post("for", by: circle.lead, for: .members([kidID])))
            try expectEqual(ids(zoe), [])
            try expectFailure(.groupNotAllowed) { try zoe.consent(that: zoeID, actsFor: kidID, to: "Everything") }
            try expectFailure(.groupNotAllowed) { try zoe.write(Post("a", by: zoe, as: kidID)) }
            try circle.lead.consent(that: zoeID, actsFor: kidID, to: "Everything")
            try expectEqual(ids(zoe), ["for"])
            try expectEqual(zoe.write(Post("a", by: zoe, for: .author, as: kidID)), true)
            try expectEqual(kid.posts(nil).map(\.writer), [zoeID, nil])
            try expectEqual(zoe.guardianships().map(\.isValid), [true])
            let bond = Guardianship.id(zoeID, of: kidID)
            try expectFailure(.groupNotAllowed) { try kid.withdrawConsent(bond) }
            try zoe.withdrawConsent(bond)
            try expectEqual(ids(zoe), [])
            try expectFailure(.groupNotAllowed) { try zoe.write(Post("b", by: zoe, as: kidID)) }
            try expectEqual(circle.lead.guardianships().map(\.isValid), [false], "the record of the consent stays")
            try expectFailure(.guardianshipNotFound) { try circle.lead.withdrawConsent("none") }
        },
        .init("a keeper admits a child without a device, and the child leaves with the keeper") { fixture in
            let circle = try Circle(fixture)
            let (zoe, adam) = try (circle.join("zoe"), circle.join("adam"))
            let kid = try zoe.admit("kid", called: "Kim", as: "child", consent: "May come on Mondays")
            try expectEqual(zoe.admit("kid", called: "Kim", as: "child", consent: "May come on Mondays").id, kid.id)
            try expectFailure(.memberTwice) { try adam.admit("kid", called: "Kim", as: "child", consent: "Mine") }
            try expectFailure(.groupNotAllowed) { try zoe.admit("x", called: "Kim", as: "lead", consent: "Mine") }
            try expectEqual(Set(zoe.members().map(\.name)), ["Mina", "zoe", "adam", "Kim"])
            try expectEqual(Set(adam.members().map(\.name)), ["Mina", "zoe", "adam"])
            try expectEqual(zoe.write(Post("a", by: zoe, as: kid.id)), true)
            try expectEqual(zoe.leave().map(\.id), ["a"])
            try expectEqual(Set(circle.lead.members().map(\.name)), ["Mina", "adam"])
            let again = try circle.join("zoe")
            try expectEqual(again.guardianships().filter(\.isValid), [])
            try expectEqual(
                again.admit("kid", called: "Kim", as: "child", consent: "May come again").id, kid.id,
                "who left may come again")
            try expectEqual(again.guardianships().filter(\.isValid).map(\.consent), ["May come again"])
            try expectEqual(Set(again.members().map(\.name)), ["Mina", "zoe", "adam", "Kim"])
        },
        .init("a role with only the right to withdraw consents can withdraw them") { fixture in
            let circle = try Circle(fixture)
            let (zoe, kid) = try (circle.join("zoe"), circle.join("kid", as: "child"))
            let helper = try circle.join("helper", as: "helper")
            try circle.lead.consent(that: zoe.me().id, actsFor: kid.me().id, to: "Everything")
            try helper.withdrawConsent(Guardianship.id(zoe.me().id, of: kid.me().id))
            try expectEqual(circle.lead.guardianships().map(\.isValid), [false])
        },
        .init("a child leaves when its keeper is removed") { fixture in
            let circle = try Circle(fixture)
            let zoe = try circle.join("zoe")
            _ = try zoe.admit("kid", called: "Kim", as: "child", consent: "May come on Mondays")
            try circle.lead.remove(zoe.me().id)
            try expectEqual(circle.lead.members().map(\.name), ["Mina"])
        },
        .init("guardianships end when the guardian leaves") { fixture in
            let circle = try Circle(fixture)
            let (zoe, kid) = try (circle.join("zoe"), circle.join("kid", as: "child"))
            try circle.lead.consent(that: zoe.me().id, actsFor: kid.me().id, to: "Everything")
            _ = try zoe.leave()
            try expectEqual(circle.lead.guardianships().map(\.isValid), [false])
            let again = try circle.join("zoe")
            try expectEqual(again.guardianships().filter(\.isValid), [])
        },
    ]
}
