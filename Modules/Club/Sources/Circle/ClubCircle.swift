import Groups
import Kernel

/// A shared club: its members, their messages, and the values they share.
package struct ClubCircle: Sendable {
    /// The default validity of an invitation in days.
    package static let defaultDays = 14

    package let membership: Membership
    package let time: TimeSource

    package init(_ membership: Membership, time: TimeSource) {
        self.membership = membership
        self.time = time
    }

    /// An invitation, shown once.
    package struct Invitation: Sendable {
        /// The code after `club join`: the secret and the place of the club.
        package let code: String
        package let expires: Day
        package let role: ClubRole
    }

    /// Returns the club of a name, or the only club.
    package func group(_ name: String? = nil) throws -> KnownGroup {
        guard try !membership.groups().isEmpty else {
            throw Failure(
                .noSharedClub, "You are in no club that others share.",
                advice: "Join one with `club join CODE`, or give yours a place with `club create NAME --place FOLDER`.")
        }
        return try membership.group(name)
    }

    /// Creates an invitation.
    ///
    /// - Throws: `groupNotAllowed` for a member without the right.
    package func invite(to group: KnownGroup, as role: ClubRole, uses: Int = 1, days: Int = defaultDays) throws
        -> Invitation
    {
        let until = time.today().adding(days: days)
        let secret = try membership.groupSession(of: group).invite(as: role.rawValue, uses: uses, until: until)
        return Invitation(code: "\(secret)@\(group.place.path)", expires: until, role: role)
    }

    /// Creates a club in a database that the user administers, for another person to lead.
    ///
    /// - Returns: A code that admits the head instructor once. It has no end date, because no one
    ///   else could create another.
    package func prepare(in place: String, called name: String) throws -> String {
        "\(try membership.prepare(in: place, called: ClubNames.club(name)))@\(place)"
    }

    /// Updates the clubs in a database that the user administers to the rights of this version.
    ///
    /// - Returns: The names of the updated clubs.
    package func updatePolicies(in place: String) throws -> [String] { try membership.updatePolicies(in: place) }

    /// Joins a club by a code.
    ///
    /// - Parameters:
    ///   - name: The user's name in the club.
    ///   - child: The child of a guardian, and the text of the consent.
    /// - Throws: `badInvitation`, and the group's error for the code.
    package func join(_ code: String, as name: String, for child: (name: String, consent: String)? = nil) throws
        -> KnownGroup
    {
        let (secret, place) = try ClubCircle.parts(of: code)
        let group = try membership.join(place, code: secret, as: name)
        guard let child else { return group }
        do { _ = try addChild(child.name, consent: child.consent, to: group) } catch {
            // A guardian without a child must not remain in the club.
            _ = try? membership.leave(group)
            throw error
        }
        return group
    }

    /// Adds a child to a club, with the caller as guardian. A child who is already there with this
    /// guardian stays unchanged.
    ///
    /// - Throws: `groupNotAllowed` for a member who is not a guardian.
    package func addChild(_ child: String, consent: String, to group: KnownGroup) throws -> Member {
        try membership.groupSession(of: group).admit(
            Identifier(SHA256.name(of: "child of \(group.me)\n\(Folding.folded(child))")), called: child,
            as: ClubRole.student.rawValue, consent: consent)
    }

    /// Returns the place of the club that a code refers to.
    ///
    /// - Throws: `badInvitation`.
    package static func place(of code: String) throws -> String { try parts(of: code).place }

    /// Splits a code into its secret and the club's place.
    static func parts(of code: String) throws -> (secret: String, place: String) {
        let trimmed = code.trimmed()
        guard let separator = trimmed.firstIndex(of: "@"), trimmed.utf8.count < 5000 else {
            throw ClubCircle.badInvitation
        }
        let secret = String(trimmed[..<separator])
        let place = String(trimmed[trimmed.index(after: separator)...])
        let isHexadecimal = secret.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0 | 0x20) }
        guard secret.utf8.count == 32, isHexadecimal, !place.isEmpty,
            !place.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
        else { throw ClubCircle.badInvitation }
        return (secret, place)
    }

    private static let badInvitation = Failure(
        .badInvitation, "This is not an invitation to a club.",
        advice: "Copy all of it: 32 letters and digits, an @, and where the club is.", kind: .usage)

    // MARK: - Writing

    /// Sends a value that the club can read. It waits on this device while the place is away.
    func send<Value: Encodable>(_ value: Value, _ cover: PostAttributes, to group: KnownGroup) throws
        -> SubmissionOutcome
    {
        try membership.send(.post(post(value, cover, in: group)), to: group)
    }

    /// Returns the post that would be sent.
    func post(_ value: some Encodable, _ cover: PostAttributes, in group: KnownGroup) throws -> Post {
        var post = membership.post(
            cover.kind, by: cover.author ?? group.me, about: cover.about, answers: cover.answers, for: cover.audience,
            content: Array(try JSONValue.encoder.encode(value)))
        post.label = cover.label
        return cover.id.map(post.withID) ?? post
    }
}

/// The attributes of a post to send, besides its content.
struct PostAttributes {
    /// The kind, one of `ClubPost` or `SharedKind`.
    let kind: String
    /// The id, or nil for a new one.
    var id: Identifier<Post>?
    /// The author, or nil for the user.
    var author: Identifier<Member>?
    /// The subject, or nil for none.
    var about: Identifier<Member>?
    /// The answered post, or nil for none.
    var answers: Identifier<Post>?
    let audience: Audience
    /// The word under which posts are counted, or nil for none.
    var label: String?
}
