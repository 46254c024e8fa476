import Groups
import GroupsTesting
import Kernel
import Storage
import XCTest

/// Runs the example of `Modules/Groups/README.md`.
final class GroupsReadmeTests: XCTestCase {
    private func membership(_ name: String, _ access: GroupAccess) -> Membership {
        let person = GroupPerson(
            keys: MemberKeys(MemberKey(randomBytes: Array(name.utf8))), ids: .counting(),
            time: .fixed(Instant(milliseconds: 1_795_000_000_000)), randomBytes: MemberKeys.randomBytes)
        return Membership(.contractPolicy, store: MemoryStore(), access: access, person: person)
    }

    func testExampleInvitesAMember() throws {
        let fixture = MemoryGroupFixture()
        let mina = membership("mina", fixture.access("mina"))
        let zoe = membership("zoe", fixture.access("zoe"))
        let group = try mina.create(in: "a place", called: "Circle", as: "Mina")
        let code = try mina.groupSession(of: group).invite(as: "member", uses: 1, until: nil)
        let joined = try zoe.join("a place", code: code, as: "Zoe")
        XCTAssertEqual(try zoe.groupSession(of: joined).me().name, "Zoe")
        XCTAssertEqual(try mina.groupSession(of: group).members().count, 2)
    }
}
