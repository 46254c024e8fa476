import Kernel

/// A board that lets in whom it knows: each with a login of their own, developers too, whom one ends without ending the others.
public protocol GuardedBoard: CommunityBoard {
    /// A code that lets people in. It is told once.
    ///
    /// - Throws: `notAllowed` for anybody but a developer.
    func invite(_ invitation: Invitation) throws -> String
    /// Who answers, and who did.
    ///
    /// - Throws: `notAllowed`.
    func developers() throws -> [Developer]
    /// Ends what a developer may do, at once.
    ///
    /// - Throws: `notAllowed`, `developerNotFound`; `lastDeveloper` for the only one that is left.
    func revoke(developer name: String) throws
    /// Lets the owners of licences in, each by a code of their own: one person each, who may come again with the same identity.
    ///
    /// - Returns: how many of the codes are new.
    /// - Throws: `notAllowed` for anybody but a developer.
    func admit(_ codes: [String], to app: String?) throws -> Int
    /// Waits until feedback has come or the time is over. A hint: whoever waits looks in either case, for it may be lost.
    ///
    /// - Returns: false at once where nobody can be told: behind a pooler, and at a standby.
    func isTold(within seconds: Double) throws -> Bool
    /// Who wanted to be forgotten, under hashes that say nothing outside of this database.
    ///
    /// - Throws: `notAllowed` for anybody but a developer of all apps.
    func forgotten() throws -> [String]
    /// Forgets those whose hashes these are, where a backup has brought them back, and takes nothing more under their names.
    ///
    /// - Returns: how many people that were, and how many records are gone.
    /// - Throws: `notAllowed` for anybody but a developer of all apps.
    func forgetAgain(_ hashes: [String]) throws -> (people: Int, records: Int)
}

/// Who is to be let in.
public struct Invitation: Hashable, Sendable {
    /// What the others call the developer whom it makes; nil for one that lets in people who take part.
    public let developer: String?
    /// The app in which they take part, or for which they answer; nil for all.
    public let app: String?
    /// How many people it lets in; a developer's is for one.
    public let uses: Int
    /// The last day on which it does; nil for no end.
    public let until: Day?

    /// For so many people, until a day.
    public init(developer: String? = nil, app: String? = nil, uses: Int = 1, until: Day? = nil) {
        (self.developer, self.app, self.uses, self.until) = (developer, app, uses, until)
    }
}

extension Invitation {
    /// No licence is longer.
    package static let largestLicence = 1 << 16

    /// A licence is as long as a code must be, and nobody but its owner and its seller has the file: its hash is what lets them in.
    ///
    /// - Throws: `codeRefused` for an empty file.
    package static func code(ofLicence bytes: [UInt8]) throws -> String {
        let text = Array(bytes.split { $0 <= 32 }.joined(separator: [10]))
        guard !text.isEmpty else {
            throw Failure(.codeRefused, "The licence is empty.", advice: "Name the file that you got for it.", kind: .badData)
        }
        return Identity(chance: SHA256.digest(Array("commonplace licence\n".utf8) + text)).secret
    }
}

/// Somebody who answers for a community, with a login of their own.
public struct Developer: Hashable, Sendable {
    /// What the others call them.
    public let name: String
    /// The app that they answer for; nil for all.
    public let app: String?
    /// Since when.
    public let since: Day
    /// Since when no more; nil while they do.
    public let until: Day?

    /// Somebody as the database lists them.
    public init(name: String, app: String?, since: Day, until: Day?) {
        (self.name, self.app, self.since, self.until) = (name, app, since, until)
    }
}

extension Failure {
    /// The community knows nobody by a login: it lies in a folder.
    static let communityUnguarded = Failure(
        .communityUnguarded, "A community in a folder lets in whoever may write there, and its developers share one key.",
        advice: "A community in a database knows each by name: hub community init URL.")

    /// Nobody can be forgotten again in a folder.
    static let unforgettable = Failure(
        .communityUnguarded,
        "A community in a folder can forget nobody in their absence: votes bear names that only their secrets make.",
        advice: "Whoever wants to be gone types once more: community forget-me.")

    package static func developerNotFound(_ name: String) -> Failure {
        Failure(
            .developerNotFound, "No developer is called “\(name)”.", advice: "`developer list` shows them.", absent: name)
    }

    package static let lastDeveloper = Failure(
        .lastDeveloper, "Somebody must stay to answer: this is the last developer.",
        advice: "Invite another first: developer invite NAME.")

    /// The community lets nobody in without an invitation.
    public static func notInvited(_ place: String) -> Failure {
        Failure(
            .notInvited, "The community at \(place) lets in only those who were invited.",
            advice: "Ask its developers for a code, then type: community connect URL --code CODE.", kind: .temporary)
    }
}
