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
