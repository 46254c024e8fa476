import Club
import Groups
import Kernel
import Storage
import TestBench
import XCTest

/// What nobody in a club may do, tried on every engine; and on a place that guards nothing each try must succeed.
final class ProbeTests: XCTestCase {
    func testEachTryIsRefusedInMemory() throws { try refuse(Town(), "memory") }

    func testEachTryIsRefusedInAFolder() throws {
        let home = try Home(isQuick: true)
        try refuse(Town(home.path("clubs")), "folder")
    }

    func testEachTryIsRefusedInADatabase() throws {
        let (home, server) = (try Home(), try Town.server())
        try refuse(Town(home.path("clubs"), on: server), "database")
    }

    func testEachTrySucceedsWhereNothingIsGuarded() throws {
        for probe in Probe.all {
            let town = Town()
            // Whoever asks is the head, and everybody may do everything.
            let people = try ProbedClub(town) { _ in town.access("kim", .unguarded) }
            XCTAssertFalse(
                try probe.isRefused(people), "\(probe.name) is refused even where nothing is guarded: it proves nothing")
        }
    }

    private func refuse(_ town: Town, _ engine: String) throws {
        let people = try ProbedClub(town) { town.access($0) }
        for probe in Probe.all {
            let isRefused = try probe.isRefused(people)
            print("\(engine): \(probe.name): \(isRefused ? "refused" : "DONE")")
            XCTAssertTrue(isRefused, "\(engine): \(probe.name)")
        }
        XCTAssertGreaterThanOrEqual(Probe.all.count, 15)
    }
}

/// A head, two instructors of whom one was removed, two guardians of whom one was taken the consent, and students.
struct ProbedClub {
    let place: GroupPlace
    let town: Town
    private let asker: (String) -> GroupAccess
    private(set) var ids: [String: Identifier<Member>] = [:]

    /// - Parameter asker: the way by which the tries are made.
    init(_ town: Town, asker: @escaping (String) -> GroupAccess) throws {
        (self.town, self.asker) = (town, asker)
        place = try town.access("kim").found(town.free(), "Tigers", "Kim")
        let head = try town.access("kim").open(place, .asked)
        for (name, role) in [
            ("ines", ClubRole.instructor), ("otto", .instructor), ("hana", .guardian), ("tom", .guardian), ("jun", .student),
            ("zoe", .student),
        ] {
            let code = try head.invite(as: role.rawValue, uses: 1, until: nil)
            _ = try town.access(name).enter(place.path, code, name)
            ids[name] = try town.access(name).open(place, .asked).me().id
        }
        ids["kim"] = try head.me().id
        let zoe = try town.access("zoe").open(place, .asked)
        for guardian in ["hana", "tom"] { try head.consent(that: id(guardian), actsFor: id("zoe"), to: "All of it.") }
        _ = try zoe.write(paper("theory-zoe", "theory", by: "zoe", for: .role("instructor"), label: "9k"))
        _ = try zoe.write(paper("board-zoe", "board", by: "zoe", for: .everyone))
        let ines = try town.access("ines").open(place, .asked)
        _ = try ines.write(paper("result-zoe", "result", by: "ines", about: "zoe", for: .members([id("zoe")])))
        _ = try ines.write(paper("task-zoe", "assignment", by: "ines", for: .members([id("zoe")])))
        _ = try head.write(paper("bill-zoe", "bill", by: "kim", about: "zoe", for: .members([id("zoe")])))
        _ = try head.write(paper("result-jun", "result", by: "kim", about: "jun", for: .members([id("jun")])))
        try head.withdrawConsent(Guardianship.id(id("tom"), of: id("zoe")))
        try head.remove(id("otto"))
    }

    func id(_ name: String) -> Identifier<Member> { ids[name] ?? Identifier(name) }

    func hall(_ name: String) throws -> any GroupHall { try asker(name).open(place, .asked) }

    func paper(
        _ name: String, _ kind: String, by author: String, about: String? = nil, for audience: Audience, label: String? = nil
    ) -> Paper {
        Paper(
            id: Identifier(name), kind: kind, author: id(author), about: about.map(id), audience: audience, label: label,
            content: Array("{}".utf8), writtenAt: town.clock.now, day: Day(ordinal: 20_000))
    }
}

/// Something that is tried.
struct Probe {
    let name: String
    /// Whether nothing came of it.
    let isRefused: (ProbedClub) throws -> Bool

    /// Somebody would read a paper.
    private static func reads(_ who: String, _ paper: String, _ kind: String, _ name: String) -> Probe {
        Probe(name: name) { club in
            do { return try !club.hall(who).papers([kind]).contains { $0.id.rawValue == paper } } catch {
                return try Self.told(error)
            }
        }
    }

    /// Somebody would do something.
    private static func does(_ who: String, _ name: String, _ deed: @escaping (any GroupHall, ProbedClub) throws -> Void) -> Probe
    {
        Probe(name: name) { club in
            do {
                try deed(club.hall(who), club)
                return false
            } catch { return try Self.told(error) }
        }
    }

    /// Somebody would write a paper in their own name.
    private static func writes(
        _ who: String, _ kind: String, about: String? = nil, for audience: Audience = .everyone, _ name: String
    ) -> Probe {
        does(who, name) { hall, club in
            let paper = Paper(
                id: Identifier("\(who) \(kind)"), kind: kind, author: try hall.me().id, about: about.map(club.id),
                audience: audience,
                content: Array("{}".utf8), writtenAt: club.town.clock.now, day: Day(ordinal: 20_000))
            guard try hall.write(paper) else { throw Failure(.init("twice"), "It was there already.") }
        }
    }

    /// A refusal is a failure of the group, and nothing else.
    private static func told(_ error: any Error) throws -> Bool {
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
            does("jun", "a student takes back what another shares") { hall, _ in try hall.withdraw("theory-zoe") },
            does("ines", "an instructor changes what a student shares") { hall, _ in
                try hall.change("theory-zoe", to: Array("{}".utf8), label: nil, for: .everyone)
            },
            does("jun", "a student invites") { hall, _ in _ = try hall.invite(as: "student", uses: 1, until: nil) },
            does("ines", "an instructor invites an instructor") { hall, _ in
                _ = try hall.invite(as: "instructor", uses: 1, until: nil)
            },
            does("jun", "a student becomes an instructor") { hall, club in try hall.appoint(club.id("jun"), as: "instructor") },
            does("ines", "an instructor removes a member") { hall, club in try hall.remove(club.id("zoe")) },
            does("tom", "a guardian makes themselves a child's guardian") { hall, club in
                try hall.consent(that: club.id("tom"), actsFor: club.id("jun"), to: "All of it.")
            },
            Probe(name: "a student sees who else trains") { club in
                do { return try !club.hall("jun").members().contains { $0.id == club.id("zoe") } } catch {
                    return try told(error)
                }
            },
            Probe(name: "a count shows fewer than five") { club in
                try club.hall("kim").counts(of: "theory").allSatisfy { $0.people >= 5 }
            },
            does("jun", "a student counts") { hall, _ in
                guard try !hall.counts(of: "theory").isEmpty else { throw Failure(.init("groupNotAllowed"), "nothing") }
            },
        ]
    }
}
