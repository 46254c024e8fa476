import Kernel

/// A board in a database, with a personal login for each participant and developer. Each login can
/// be revoked separately.
package protocol GuardedBoard: CommunityBoard {
    /// Returns a new invitation code, which is shown only once.
    ///
    /// - Throws: `notAllowed` unless the actor is a developer.
    func invite(_ invitation: Invitation) throws -> String
    /// Returns the current and former developers.
    ///
    /// - Throws: `notAllowed`.
    func developers() throws -> [Developer]
    /// Ends a developer's access at once.
    ///
    /// - Throws: `notAllowed`, `developerNotFound`, or `lastDeveloper` for the only remaining one.
    func revoke(developer name: String) throws
    /// Admits the owners of licenses by a code each.
    ///
    /// Each code admits one person, who may return with the same identity.
    ///
    /// - Returns: the number of new codes.
    /// - Throws: `notAllowed` unless the actor is a developer.
    func admit(_ codes: [String], to app: String?) throws -> Int
    /// Waits until feedback arrives or the time is over. Notifications can be lost, so callers
    /// check the board in either case.
    ///
    /// - Returns: false at once if notifications are unavailable, as through a pooler or at a
    ///   standby.
    func waitForFeedback(within seconds: Double) throws -> Bool
    /// Returns the forgotten authors as hashes that are meaningless outside this database.
    ///
    /// - Throws: `notAllowed` unless the actor is a developer of all apps.
    func forgotten() throws -> [String]
    /// Deletes data of forgotten authors that a backup restored and refuses later submissions under
    /// their names.
    ///
    /// - Returns: the number of people and of deleted records.
    /// - Throws: `notAllowed` unless the actor is a developer of all apps.
    func forgetAgain(_ hashes: [String]) throws -> (people: Int, records: Int)
}

/// An invitation for participants or for one developer.
package struct Invitation: Hashable, Sendable {
    /// The new developer's name, or nil for an invitation of participants.
    package let developer: String?
    /// The app of the participants or the developer, or nil for all apps.
    package let app: String?
    /// The number of people it admits. A developer's invitation admits one.
    package let uses: Int
    /// The last valid day, or nil for no end.
    package let until: Day?

    package init(developer: String? = nil, app: String? = nil, uses: Int = 1, until: Day? = nil) {
        self.developer = developer
        self.app = app
        self.uses = uses
        self.until = until
    }
}

extension Invitation {
    /// The maximum size of a license in bytes.
    package static let largestLicence = 1 << 16

    /// Returns the hash of a license as a code, because only its owner and its seller have the
    /// file.
    ///
    /// - Throws: `codeRefused` for an empty file.
    package static func code(ofLicence bytes: [UInt8]) throws -> String {
        let text = Array(bytes.split { $0 <= 32 }.joined(separator: [10]))
        guard !text.isEmpty else {
            throw Failure(
                .codeRefused, "The licence is empty.", advice: "Name the file that you got for it.", kind: .badData)
        }
        return Identity(randomBytes: SHA256.digest(Array("commonplace licence\n".utf8) + text)).secret
    }
}

/// A developer of a community with a personal login.
package struct Developer: Hashable, Sendable {
    package let name: String
    /// The developer's app, or nil for all apps.
    package let app: String?
    /// The first day of access.
    package let since: Day
    /// The day on which access ended, or nil while it continues.
    package let until: Day?

    package init(name: String, app: String?, since: Day, until: Day?) {
        self.name = name
        self.app = app
        self.since = since
        self.until = until
    }
}

extension Failure {
    /// The failure of a login operation on a community in a folder, which has no logins.
    static let communityUnguarded = Failure(
        .communityUnguarded,
        "A community in a folder lets in whoever may write there, and its developers share one key.",
        advice: "A community in a database knows each by name: hub community init URL.")

    /// The failure of a repeated erasure on a community in a folder.
    static let unforgettable = Failure(
        .communityUnguarded,
        "A community in a folder can forget nobody in their absence: votes bear names that only their secrets make.",
        advice: "Each person types it again: community forget-me.")

    /// Returns the failure of a name without a developer who has access.
    package static func developerNotFound(_ name: String) -> Failure {
        Failure(
            .developerNotFound, "No developer is called “\(name)”.", advice: "`developer list` shows them.",
            missingName: name)
    }

    /// The failure of revoking the only remaining developer.
    package static let lastDeveloper = Failure(
        .lastDeveloper, "A community needs a developer, and this is the last one.",
        advice: "Invite another first: developer invite NAME.")

    /// Returns the failure of a community that requires an invitation.
    package static func notInvited(_ place: String) -> Failure {
        Failure(
            .notInvited, "The community at \(place) lets in only those who were invited.",
            advice: "Ask its developers for a code, then type: community connect URL --code CODE.", kind: .temporary)
    }
}
