import Club
import Groups
import Kernel
import Storage
import TestSupport
import XCTest

/// Tests forbidden actions on every engine.
///
/// Without a policy each action must succeed, which proves that the policy refuses it.
final class ProbeTests: XCTestCase {
    func testForbiddenActionsAreRefusedInMemory() throws { try refuse(ClubFixture(), "memory") }

    func testForbiddenActionsAreRefusedInAFolder() throws {
        let home = try Home(isQuick: true)
        try refuse(ClubFixture(home.path("clubs")), "folder")
    }

    func testForbiddenActionsAreRefusedInADatabase() throws {
        let home = try Home()
        let server = try ClubFixture.server()
        try refuse(ClubFixture(home.path("clubs"), on: server), "database")
    }

    func testForbiddenActionsSucceedWithoutAPolicy() throws {
        for probe in Probe.all {
            let fixture = ClubFixture()
            // The unguarded policy allows everything.
            let people = try ProbedClub(fixture) { _ in fixture.access("kim", .unguarded) }
            XCTAssertFalse(
                try probe.isRefused(people), "\(probe.name) is refused without a policy, so it proves nothing"
            )
        }
    }

    private func refuse(_ fixture: ClubFixture, _ engine: String) throws {
        let people = try ProbedClub(fixture) { fixture.access($0) }
        for probe in Probe.all {
            let isRefused = try probe.isRefused(people)
            print("\(engine): \(probe.name): \(isRefused ? "refused" : "DONE")")
            XCTAssertTrue(isRefused, "\(engine): \(probe.name)")
        }
        XCTAssertGreaterThanOrEqual(Probe.all.count, 15)
    }
}

/// A club with a head instructor, an instructor, a removed instructor, two students and two
/// guardians. The consent of one guardian was withdrawn.
struct ProbedClub {
    let place: GroupPlace
    let fixture: ClubFixture
    private let asker: (String) -> GroupAccess
    private(set) var ids: [String: Identifier<Member>] = [:]

    /// - Parameter asker: Returns the group access of a member by name.
    init(_ fixture: ClubFixture, asker: @escaping (String) -> GroupAccess) throws {
        self.fixture = fixture
        self.asker = asker
        place = try fixture.access("kim").create(fixture.free(), "Tigers", "Kim")
        let head = try fixture.access("kim").open(place, .userInitiated)
        for (name, role) in [
            ("ines", ClubRole.instructor), ("otto", .instructor), ("hana", .guardian), ("tom", .guardian),
            ("jun", .student),
            ("zoe", .student),
        ] {
            let code = try head.invite(as: role.rawValue, uses: 1, until: nil)
            _ = try fixture.access(name).join(place.path, code, name)
            ids[name] = try fixture.access(name).open(place, .userInitiated).me().id
        }
        ids["kim"] = try head.me().id
        let zoe = try fixture.access("zoe").open(place, .userInitiated)
        for guardian in ["hana", "tom"] { try head.consent(that: id(guardian), actsFor: id("zoe"), to: "All of it.") }
        _ = try zoe.write(post("theory-zoe", "theory", by: "zoe", for: .role("instructor"), label: "9k"))
        _ = try zoe.write(post("board-zoe", "board", by: "zoe", for: .everyone))
        let ines = try fixture.access("ines").open(place, .userInitiated)
        _ = try ines.write(post("result-zoe", "result", by: "ines", about: "zoe", for: .members([id("zoe")])))
        _ = try ines.write(post("task-zoe", "assignment", by: "ines", for: .members([id("zoe")])))
        _ = try head.write(post("bill-zoe", "bill", by: "kim", about: "zoe", for: .members([id("zoe")])))
        _ = try head.write(post("result-jun", "result", by: "kim", about: "jun", for: .members([id("jun")])))
        try head.withdrawConsent(Guardianship.id(id("tom"), of: id("zoe")))
        try head.remove(id("otto"))
    }

    func id(_ name: String) -> Identifier<Member> { ids[name] ?? Identifier(name) }

    func groupSession(_ name: String) throws -> any GroupSession { try asker(name).open(place, .userInitiated) }

    func post(
        _ name: String, _ kind: String, by author: String, about: String? = nil, for audience: Audience,
        label: String? = nil
    ) -> Post {
        Post(
            id: Identifier(name), kind: kind, author: id(author), about: about.map(id), audience: audience,
            label: label,
            content: Array("{}".utf8), writtenAt: fixture.clock.now, day: Day(ordinal: 20_000))
    }
}

/// A forbidden action.
struct Probe {
    let name: String
    /// Performs the action and returns whether it was refused.
    let isRefused: (ProbedClub) throws -> Bool

    /// Returns a probe in which a member reads a post.
    private static func reads(_ member: String, _ post: String, _ kind: String, _ name: String) -> Probe {
        Probe(name: name) { club in
            do { return try !club.groupSession(member).posts([kind]).contains { $0.id.rawValue == post } } catch {
                return try Self.isPolicyFailure(error)
            }
        }
    }

    /// Returns a probe in which a member performs an action.
    private static func does(
        _ member: String, _ name: String, _ action: @escaping (any GroupSession, ProbedClub) throws -> Void
    ) -> Probe {
        Probe(name: name) { club in
            do {
                try action(club.groupSession(member), club)
                return false
            } catch { return try Self.isPolicyFailure(error) }
        }
    }

    /// Returns a probe in which a member writes a post as its author.
    private static func writes(
        _ member: String, _ kind: String, about: String? = nil, for audience: Audience = .everyone, _ name: String
    ) -> Probe {
        does(member, name) { groupSession, club in
            let post = Post(
                id: Identifier("\(member) \(kind)"), kind: kind, author: try groupSession.me().id,
                about: about.map(club.id),
                audience: audience,
                content: Array("{}".utf8), writtenAt: club.fixture.clock.now, day: Day(ordinal: 20_000))
            guard try groupSession.write(post) else { throw Failure(.init("twice"), "It was there already.") }
        }
    }

    /// Returns true for a failure of the group policy and rethrows other errors.
    private static func isPolicyFailure(_ error: any Error) throws -> Bool {
        guard let failure = error as? Failure,
            ["groupNotAllowed", "notMember", "paperNotFound", "memberNotFound"].contains(failure.code.text)
        else { throw error }
        return true
    }

    static var all: [Probe] {
        [
            reads("jun", "theory-zoe", "theory", "a student reads what another shares"),
            reads("jun", "result-zoe", "result", "a student reads another's result"),
            reads("jun", "bill-zoe", "bill", "a student reads another's bill"),
            reads("jun", "task-zoe", "assignment", "a student reads what was assigned to another"),
            reads("ines", "bill-zoe", "bill", "an instructor reads bills"),
            reads("hana", "result-jun", "result", "a guardian reads of a child that is not theirs"),
            reads("tom", "result-zoe", "result", "a guardian reads behind the withdrawal of the consent"),
            reads("tom", "bill-zoe", "bill", "a guardian reads a bill behind the withdrawal"),
            reads("otto", "theory-zoe", "theory", "a removed instructor reads what is shared"),
            writes("otto", "notice", "a removed instructor announces"),
            writes("jun", "mark", about: "jun", "a student marks attendance"),
            writes("jun", "assignment", "a student assigns"),
            writes("jun", "notice", "a student announces"),
            writes("jun", "result", about: "zoe", "a student writes a result"),
            writes("ines", "bill", about: "zoe", "an instructor writes a bill"),
            writes("hana", "pack", "a guardian publishes a pack"),
            does("jun", "a student takes back what another shares") { groupSession, _ in
                try groupSession.withdraw("theory-zoe")
            },
            does("ines", "an instructor changes what a student shares") { groupSession, _ in
                try groupSession.change("theory-zoe", to: Array("{}".utf8), label: nil, for: .everyone)
            },
            does("jun", "a student invites") { groupSession, _ in
                _ = try groupSession.invite(as: "student", uses: 1, until: nil)
            },
            does("ines", "an instructor invites an instructor") { groupSession, _ in
                _ = try groupSession.invite(as: "instructor", uses: 1, until: nil)
            },
            does("jun", "a student becomes an instructor") { groupSession, club in
                try groupSession.appoint(club.id("jun"), as: "instructor")
            },
            does("ines", "an instructor removes a member") { groupSession, club in
                try groupSession.remove(club.id("zoe"))
            },
            does("tom", "a guardian makes themselves a child's guardian") { groupSession, club in
                try groupSession.consent(that: club.id("tom"), actsFor: club.id("jun"), to: "All of it.")
            },
            Probe(name: "a student sees who else trains") { club in
                do { return try !club.groupSession("jun").members().contains { $0.id == club.id("zoe") } } catch {
                    return try isPolicyFailure(error)
                }
            },
            Probe(name: "a count shows fewer than five") { club in
                try club.groupSession("kim").counts(of: "theory").allSatisfy { $0.people >= 5 }
            },
            does("jun", "a student counts") { groupSession, _ in
                guard try !groupSession.counts(of: "theory").isEmpty else {
                    throw Failure(.init("groupNotAllowed"), "nothing")
                }
            },
        ]
    }
}
