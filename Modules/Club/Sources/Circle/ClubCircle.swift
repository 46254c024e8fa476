import Groups
import Kernel

/// A club that several people share: who is in it, what they tell each other, what is shared with whom.
public struct ClubCircle: Sendable {
    /// How long an invitation is good, in days, unless somebody says otherwise.
    public static let usualDays = 14

    /// The way to the groups.
    public let membership: Membership
    /// The clock and the calendar.
    public let time: TimeSource

    /// Clubs of one person.
    public init(_ membership: Membership, time: TimeSource) { (self.membership, self.time) = (membership, time) }

    /// An invitation as it is told, once.
    public struct Invitation: Sendable {
        /// What is typed behind `club join`: the secret, and where the club is.
        public let code: String
        /// The last day.
        public let expires: Day
        /// What the one who comes is.
        public let role: ClubRole
    }

    /// The club that is meant: by its name; without one the only one there is.
    public func group(_ name: String? = nil) throws -> KnownGroup {
        guard try !membership.groups().isEmpty else {
            throw Failure(
                .noSharedClub, "You are in no club that others share.",
                advice: "Join one with `club join CODE`, or give yours a place with `club create NAME --place FOLDER`.")
        }
        return try membership.group(name)
    }

    /// Lets people in.
    ///
    /// - Throws: `groupNotAllowed` for who may not.
    public func invite(to group: KnownGroup, as role: ClubRole, uses: Int = 1, days: Int = usualDays) throws -> Invitation {
        let until = time.today().adding(days: days)
        let secret = try membership.hall(of: group).invite(as: role.rawValue, uses: uses, until: until)
        return Invitation(code: "\(secret)@\(group.place.path)", expires: until, role: role)
    }

    /// Makes a club in a database that one administers, for somebody else to lead.
    ///
    /// - Returns: what lets its head instructor in, once; without an end, since nobody else could make another.
    public func prepare(in place: String, called name: String) throws -> String {
        "\(try membership.prepare(in: place, called: ClubNames.club(name)))@\(place)"
    }

    /// Brings the clubs in a database that one administers to the rights of this version.
    ///
    /// - Returns: the names of those that lacked something.
    public func renew(in place: String) throws -> [String] { try membership.renew(in: place) }

    /// Comes in by a code.
    ///
    /// - Parameters:
    ///   - name: what one is called there.
    ///   - child: the child that a guardian takes along, and what the guardian consents to, in words.
    /// - Throws: `badInvitation`, and what the group says to the code.
    public func join(_ code: String, as name: String, for child: (name: String, consent: String)? = nil) throws -> KnownGroup {
        let (secret, place) = try ClubCircle.parts(of: code)
        let group = try membership.join(place, code: secret, as: name)
        guard let child else { return group }
        do { _ = try bring(child.name, consent: child.consent, to: group) } catch {
            // Half in would be a guardian of nobody.
            _ = try? membership.leave(group)
            throw error
        }
        return group
    }

    /// Takes a child into a club, with whoever asks as its guardian; one that is in it with them already stays as it is.
    ///
    /// - Throws: `groupNotAllowed` for who is no guardian there.
    public func bring(_ child: String, consent: String, to group: KnownGroup) throws -> Member {
        try membership.hall(of: group).admit(
            Identifier(SHA256.name(of: "child of \(group.me)\n\(Folding.folded(child))")), called: child,
            as: ClubRole.student.rawValue, consent: consent)
    }

    /// Where the club of a code lies.
    ///
    /// - Throws: `badInvitation`.
    public static func place(of code: String) throws -> String { try parts(of: code).place }

    /// The secret of a code, and the club's place.
    static func parts(of code: String) throws -> (secret: String, place: String) {
        let trimmed = code.trimmed()
        guard let at = trimmed.firstIndex(of: "@"), trimmed.utf8.count < 5000 else { throw ClubCircle.badInvitation }
        let (secret, place) = (String(trimmed[..<at]), String(trimmed[trimmed.index(after: at)...]))
        let isHexadecimal = secret.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0 | 0x20) }
        guard secret.utf8.count == 32, isHexadecimal, !place.isEmpty, !place.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
        else {
            throw ClubCircle.badInvitation
        }
        return (secret, place)
    }

    private static let badInvitation = Failure(
        .badInvitation, "This is not an invitation to a club.",
        advice: "Copy all of it: 32 letters and digits, an @, and where the club is.", kind: .usage)

    // MARK: - Writing

    /// Sends what the club can read; waits on this device while the place is away.
    func send<Value: Encodable>(_ value: Value, _ cover: Cover, to group: KnownGroup) throws -> GroupSending {
        try membership.send(.paper(paper(value, cover, in: group)), to: group)
    }

    /// What would be sent.
    func paper(_ value: some Encodable, _ cover: Cover, in group: KnownGroup) throws -> Paper {
        var paper = membership.paper(
            cover.kind, by: cover.author ?? group.me, about: cover.about, answers: cover.answers, for: cover.audience,
            content: Array(try JSONValue.encoder.encode(value)))
        paper.label = cover.label
        return cover.id.map(paper.under) ?? paper
    }
}

/// What stands outside on something that is sent.
struct Cover {
    let kind: String
    var id: Identifier<Paper>?
    var author: Identifier<Member>?
    var about: Identifier<Member>?
    var answers: Identifier<Paper>?
    let audience: Audience
    var label: String?
}
