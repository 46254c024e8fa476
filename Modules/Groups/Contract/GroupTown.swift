import Groups
import Kernel
import KernelContract

/// A world in which people found and join groups of the contract's statutes: for tests.
public struct GroupTown: Sendable {
    /// The way of a person, with a key of their own; the same for the same name.
    public let access: @Sendable (_ person: String) -> GroupAccess
    /// A place in which there is no group yet.
    public let free: @Sendable () throws -> String

    /// A town from functions.
    public init(access: @escaping @Sendable (String) -> GroupAccess, free: @escaping @Sendable () throws -> String) {
        (self.access, self.free) = (access, free)
    }
}

extension Statutes {
    /// The table under which the contract tests: a small club. Its rules use every reach and every matter.
    public static let tried = Statutes(
        "contract.club", roles: ["lead", "member", "child", "helper"],
        kinds: [
            PaperKind("note", limit: 1_000), PaperKind("praise", limit: 1_000, goesWith: [.about]), PaperKind("mark", floor: 5),
            PaperKind("seen", limit: 100, answers: ["praise": [.aboutMe]], isOnce: true),
            PaperKind("comment", limit: 1_000, answers: ["praise": [.own, .aboutMe, .toMe], "note": [.toMe]]),
        ],
        rules: [
            .may("lead", [.read], "note", .all), .may("lead", [.write], "note", .own), .may("lead", [.withdraw], "note", .all),
            .may("member", [.read], "note", .own, .toMe, .ofWards), .may("member", [.write, .change, .withdraw], "note", .own),
            .may("member", [.write], "note", .ofWards), .may("child", [.read], "note", .own, .toMe),
            .may("lead", [.read], "praise", .own, .aboutMe, .toMe), .may("member", [.read], "praise", .own, .aboutMe, .toMe),
            .may("member", [.write, .change, .withdraw], "praise", .own), .may("lead", [.write], "praise", .own),
            .may("lead", [.count], "mark", .all), .may("lead", [.write], "mark", .own), .may("member", [.write], "mark", .own),
            .may("lead", [.read, .write], "seen", .own, .toMe), .may("member", [.read, .write], "seen", .own, .toMe),
            .may("lead", [.read, .write], "comment", .own, .toMe), .may("member", [.read, .write], "comment", .own, .toMe),
            .may("member", [.withdraw], "comment", .own),
            .may("lead", [.read, .change, .withdraw], Matter.member("lead"), .all),
            .may("lead", [.read, .change, .withdraw], Matter.member("member"), .all),
            .may("lead", [.read, .withdraw], Matter.member("child"), .all),
            .may("member", [.read], Matter.member("lead"), .all), .may("member", [.read], Matter.member("member"), .all),
            .may("member", [.read, .write, .withdraw], Matter.member("child"), .ofWards),
            .may("lead", [.write, .read, .withdraw], Matter.invitation("member"), .all),
            .may("lead", [.write], Matter.invitation("lead"), .all), .may("lead", [.write], Matter.invitation("child"), .all),
            .may("lead", [.write], Matter.invitation("helper"), .all), .may("helper", [.withdraw], Matter.guardianship, .all),
            .may("lead", [.write, .withdraw], Matter.guardianship, .all),
            .may("member", [.withdraw], Matter.guardianship, .own, .aboutMe),
        ])
}

/// Mina's group, and who came into it.
struct Circle {
    let town: GroupTown
    let place: GroupPlace
    let lead: any GroupHall

    init(_ town: GroupTown) throws {
        self.town = town
        place = try town.access("mina").found(town.free(), "The circle", "Mina")
        lead = try town.access("mina").open(place, .asked)
    }

    /// Somebody comes in by a code of Mina's.
    func join(_ person: String, as role: String = "member") throws -> any GroupHall {
        let code = try lead.invite(as: role, uses: 1, until: nil)
        let place = try town.access(person).enter(place.path, code, person).place
        return try town.access(person).open(place, .asked)
    }
}

extension Paper {
    /// Somebody's in a test.
    init(
        _ id: String, _ kind: String = "note", by hall: any GroupHall, about: Identifier<Member>? = nil, answers: String? = nil,
        for audience: Audience = .everyone, label: String? = nil, _ text: String = "Hello", as author: Identifier<Member>? = nil
    ) throws {
        self.init(
            id: Identifier(id), kind: kind, author: try author ?? hall.me().id, about: about,
            answers: answers.map { Identifier($0) }, audience: audience, label: label, content: Array(text.utf8),
            writtenAt: Instant(milliseconds: 1_000_000), day: Day(ordinal: 20_000))
    }
}

func ids(_ hall: any GroupHall) throws -> [String] { try hall.papers(nil).map(\.id.rawValue) }
