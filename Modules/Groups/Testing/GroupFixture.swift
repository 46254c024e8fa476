import Groups
import Kernel
import KernelTesting

/// A test fixture in which people create and join groups with the contract's policy.
package struct GroupFixture: Sendable {
    /// Creates a person's access with its own key, the same one for the same name.
    package let access: @Sendable (_ person: String) -> GroupAccess
    /// Returns the path of a new place without a group.
    package let newPlace: @Sendable () throws -> String

    package init(access: @escaping @Sendable (String) -> GroupAccess, newPlace: @escaping @Sendable () throws -> String)
    {
        self.access = access
        self.newPlace = newPlace
    }
}

extension GroupPolicy {
    /// The policy under test: a small club whose rules use every relation and every resource.
    package static let contractPolicy = GroupPolicy(
        "contract.club", roles: ["lead", "member", "child", "helper"],
        kinds: [
            PostKind("note", limit: 1_000), PostKind("praise", limit: 1_000, deletedWith: [.about]),
            PostKind("mark", minimumCount: 5),
            PostKind("seen", limit: 100, answers: ["praise": [.aboutMe]], isLimitedToOne: true),
            PostKind("comment", limit: 1_000, answers: ["praise": [.own, .aboutMe, .toMe], "note": [.toMe]]),
        ],
        rules: [
            .may("lead", [.read], "note", .all), .may("lead", [.write], "note", .own),
            .may("lead", [.withdraw], "note", .all), .may("member", [.read], "note", .own, .toMe, .ofWards),
            .may("member", [.write, .change, .withdraw], "note", .own),
            .may("member", [.write], "note", .ofWards), .may("child", [.read], "note", .own, .toMe),
            .may("lead", [.read], "praise", .own, .aboutMe, .toMe),
            .may("member", [.read], "praise", .own, .aboutMe, .toMe),
            .may("member", [.write, .change, .withdraw], "praise", .own), .may("lead", [.write], "praise", .own),
            .may("lead", [.count], "mark", .all), .may("lead", [.write], "mark", .own),
            .may("member", [.write], "mark", .own),
            .may("lead", [.read, .write], "seen", .own, .toMe), .may("member", [.read, .write], "seen", .own, .toMe),
            .may("lead", [.read, .write], "comment", .own, .toMe),
            .may("member", [.read, .write], "comment", .own, .toMe), .may("member", [.withdraw], "comment", .own),
            .may("lead", [.read, .change, .withdraw], GroupResource.member("lead"), .all),
            .may("lead", [.read, .change, .withdraw], GroupResource.member("member"), .all),
            .may("lead", [.read, .withdraw], GroupResource.member("child"), .all),
            .may("member", [.read], GroupResource.member("lead"), .all),
            .may("member", [.read], GroupResource.member("member"), .all),
            .may("member", [.read, .write, .withdraw], GroupResource.member("child"), .ofWards),
            .may("lead", [.write, .read, .withdraw], GroupResource.invitation("member"), .all),
            .may("lead", [.write], GroupResource.invitation("lead"), .all),
            .may("lead", [.write], GroupResource.invitation("child"), .all),
            .may("lead", [.write], GroupResource.invitation("helper"), .all),
            .may("helper", [.withdraw], GroupResource.guardianship, .all),
            .may("lead", [.write, .withdraw], GroupResource.guardianship, .all),
            .may("member", [.withdraw], GroupResource.guardianship, .own, .aboutMe),
        ])
}

/// Mina's group and its members.
struct Circle {
    let fixture: GroupFixture
    let place: GroupPlace
    let lead: any GroupSession

    init(_ fixture: GroupFixture) throws {
        self.fixture = fixture
        place = try fixture.access("mina").create(fixture.newPlace(), "The circle", "Mina")
        lead = try fixture.access("mina").open(place, .userInitiated)
    }

    /// Admits a person with a code from Mina.
    func join(_ person: String, as role: String = "member") throws -> any GroupSession {
        let code = try lead.invite(as: role, uses: 1, until: nil)
        let place = try fixture.access(person).join(place.path, code, person).place
        return try fixture.access(person).open(place, .userInitiated)
    }
}

extension Post {
    init(
        _ id: String, _ kind: String = "note", by groupSession: any GroupSession, about: Identifier<Member>? = nil,
        answers: String? = nil,
        for audience: Audience = .everyone, label: String? = nil, _ text: String = "Hello",
        as author: Identifier<Member>? = nil
    ) throws {
        self.init(
            id: Identifier(id), kind: kind, author: try author ?? groupSession.me().id, about: about,
            answers: answers.map { Identifier($0) }, audience: audience, label: label, content: Array(text.utf8),
            writtenAt: Instant(milliseconds: 1_000_000), day: Day(ordinal: 20_000))
    }
}

/// Returns the ids of the posts that the session's caller may read.
func ids(_ groupSession: any GroupSession) throws -> [String] { try groupSession.posts(nil).map(\.id.rawValue) }
