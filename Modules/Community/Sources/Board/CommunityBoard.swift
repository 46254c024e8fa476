import Kernel

/// The board that many people share: what they said, what is planned, and who voted for it.
///
/// Each method is one transaction, and asks `Policy` inside it: who the developers are and who is blocked is read in the same breath.
/// Counts are derived from votes. Nothing here can be undone by `undo`: a copy of what was would outlive a wish to be forgotten.
public protocol CommunityBoard: Sendable {
    // MARK: For everybody

    /// What somebody may do here.
    func standing(of actor: Actor) throws -> Standing
    /// The roadmap by priority; the founding nine before anybody has changed it.
    func items() throws -> [RoadmapItem]
    /// How many votes each of these items has, in their order.
    func votes(for items: [Identifier<RoadmapItem>]) throws -> [Int]
    /// Which of these items somebody voted for.
    func voted(_ voter: Voter, among items: [Identifier<RoadmapItem>]) throws -> Set<Identifier<RoadmapItem>>
    /// Suggestions by time, hidden ones too; nil for all statuses.
    func suggestions(_ status: Suggestion.Status?) throws -> [Suggestion]
    /// One suggestion.
    func suggestion(_ id: Identifier<Suggestion>) throws -> Suggestion?
    /// How many votes each of these suggestions has, in their order.
    func upvotes(for suggestions: [Identifier<Suggestion>]) throws -> [Int]
    /// Which of these suggestions somebody voted for.
    func upvoted(_ voter: Voter, among suggestions: [Identifier<Suggestion>]) throws -> Set<Identifier<Suggestion>>
    /// One feedback.
    func feedback(_ id: Identifier<Feedback>) throws -> Feedback?
    /// Feedback of one status, or of all; hidden ones too.
    func feedback(_ status: Feedback.Status?, newestFirst: Bool, limit: Int?) throws -> [Feedback]
    /// How many feedbacks have a status.
    func feedbackCount(_ status: Feedback.Status?) throws -> Int
    /// Everything that somebody wrote, newest first.
    func feedback(by author: Author) throws -> [Feedback]
    /// All announcements, latest first, those that lie ahead or have expired too.
    func announcements() throws -> [Announcement]

    // MARK: For those who take part

    /// Takes what somebody sent, once.
    ///
    /// - Returns: false when it had been taken before.
    /// - Throws: `notAllowed`, `authorBlocked`, `authorForgotten`, `itemNotFound`, `itemReleased`, `suggestionNotFound`,
    ///   `suggestionClosed`; `tooMany` of kind `temporary`.
    func take(_ posting: Posting, from actor: Actor) throws -> Bool
    /// Everything that is theirs.
    func belongings(of actor: Actor) throws -> Belongings
    /// Removes everything that is theirs, and takes nothing more under their name. As often as one likes.
    ///
    /// - Returns: how many records are gone.
    func forget(_ actor: Actor) throws -> Int

    // MARK: For developers. The first who changes something founds the community. All throw `notAllowed`.

    /// Adds an item, or announces, with the founding nine before it.
    func add(_ item: RoadmapItem, by actor: Actor, at now: Instant) throws
    /// Changes an item. Throws `itemNotFound`.
    func change(
        _ item: Identifier<RoadmapItem>, by actor: Actor, at now: Instant, _ change: @Sendable (inout RoadmapItem) throws -> Void
    ) throws -> RoadmapItem
    /// Changes what belongs to developers in a feedback. Throws `feedbackNotFound`.
    func change(
        _ feedback: Identifier<Feedback>, _ matter: Policy.Matter, by actor: Actor, at now: Instant,
        _ change: @Sendable (inout Feedback) throws -> Void
    ) throws -> Feedback
    /// Changes what belongs to developers in a suggestion. Throws `suggestionNotFound`.
    func change(
        _ suggestion: Identifier<Suggestion>, _ matter: Policy.Matter, by actor: Actor, at now: Instant,
        _ change: @Sendable (inout Suggestion) throws -> Void
    ) throws -> Suggestion
    /// Makes one suggestion of two: the second gets the votes of the first, one a person.
    ///
    /// - Returns: the second, and how many votes came to it.
    func merge(_ suggestion: Identifier<Suggestion>, into other: Identifier<Suggestion>, by actor: Actor, at now: Instant) throws
        -> (Suggestion, carried: Int)
    /// Makes a suggestion an item of the roadmap.
    func promote(_ suggestion: Identifier<Suggestion>, to item: RoadmapItem, by actor: Actor, at now: Instant) throws
        -> Suggestion
    /// Tells everybody something.
    func announce(_ announcement: Announcement, by actor: Actor, at now: Instant) throws
    /// Takes nothing more from somebody, or takes it again for nil.
    func block(_ author: Author, because reason: String?, by actor: Actor, at now: Instant) throws
    /// Who is blocked.
    func blocks(for actor: Actor) throws -> [BlockedAuthor]
    /// Who used an app in a month, and what they did.
    func attendance(in month: String, for actor: Actor) throws -> [Attendee]
}

/// What somebody may do on a board.
public struct Standing: Hashable, Sendable {
    /// Whether the community has developers yet.
    public let isFounded: Bool
    /// Whether this is one of them, or would be by founding it.
    public let isDeveloper: Bool
    /// Whether nothing is taken from them.
    public let isBlocked: Bool
}

/// Everything that belongs to one person.
public struct Belongings: Codable, Hashable, Sendable {
    /// Their feedback, with the answers.
    public let feedback: [Feedback]
    /// Their suggestions, without what developers noted.
    public let suggestions: [Suggestion]
    /// The items that they voted for.
    public let votes: [Identifier<RoadmapItem>]
    /// The suggestions that they voted for.
    public let upvotes: [Identifier<Suggestion>]
    /// The months in which they were counted.
    public let months: [String]
    /// What is kept so that nothing is taken twice.
    public let ledger: Ledger?
}

/// Somebody who was counted in a month, without their name.
public struct Attendee: Hashable, Sendable {
    /// By deed, the last month they did it in.
    public let lastMonth: [Deed: String]

    /// Somebody.
    public init(lastMonth: [Deed: String]) { self.lastMonth = lastMonth }
}

extension Failure {
    static func itemNotFound(_ id: Identifier<RoadmapItem>) -> Failure {
        Failure(.itemNotFound, "There is no roadmap item “\(id)”.", advice: "`roadmap` lists them with their ids.")
    }
    static func suggestionNotFound(_ id: Identifier<Suggestion>) -> Failure {
        Failure(.suggestionNotFound, "There is no suggestion “\(id)”.", advice: "Suggestions are listed with their ids.")
    }
    static func feedbackNotFound(_ id: Identifier<Feedback>) -> Failure {
        Failure(.feedbackNotFound, "There is no feedback “\(id)”.", advice: "Feedback is listed with its ids.")
    }
    static func itemReleased(_ item: RoadmapItem) -> Failure {
        Failure(.itemReleased, "“\(item.title)” is released already.", advice: "Vote for what is still to come.")
    }
    static func suggestionClosed(_ suggestion: Suggestion) -> Failure {
        Failure(
            .suggestionClosed, "“\(suggestion.title)” is decided already: \(suggestion.status.rawValue).",
            advice: suggestion.promotedToRoadmapID.map { "Vote for it on the roadmap: `community vote \($0)`." } ?? "")
    }
    static let authorForgotten = Failure(.authorForgotten, "This identity was forgotten and can send nothing more.")
}
