import Kernel

/// An idea of somebody who uses an app.
public struct Suggestion: Storable, Hashable {
    /// What became of it.
    public enum Status: String, Codable, CaseIterable, Sendable {
        /// Nobody has looked at it.
        case pending = "Pending"
        /// Developers are thinking about it.
        case underReview = "UnderReview"
        /// It is an item of the roadmap.
        case addedToRoadmap = "AddedToRoadmap"
        /// It will not be made, or another says the same.
        case declined = "Declined"

        /// Whether it can still be voted for.
        public var isOpen: Bool { self == .pending || self == .underReview }
        var order: Int { Status.allCases.firstIndex(of: self) ?? 0 }
    }

    /// The suggestion's identifier, made on the device that sent it.
    public let id: Identifier<Suggestion>
    /// The idea in short, 1–120 characters.
    public let title: String
    /// The idea, 1–4,000 characters.
    public let description: String
    /// Who had it.
    public let author: Author
    /// When, by their clock.
    public let submittedAt: Instant
    /// The app that they use: `dojang`; nil for what was suggested before this was kept.
    public let app: String?
    /// What became of it.
    public var status: Status
    /// What developers think; never shown outside `hub`.
    public var developerNotes: String?
    /// The roadmap item that it became.
    public var promotedToRoadmapID: Identifier<RoadmapItem>?
    /// When it became one.
    public var promotedAt: Instant?
    /// The suggestion that says the same and got its votes.
    public var mergedInto: Identifier<Suggestion>?
    /// When it was decided on last: declined, or merged; nil for what was decided before this was kept.
    public var decidedAt: Instant?
    /// Why it is hidden from everybody but its author and developers; nil when it is not.
    public var hiddenBecause: String?

    /// A suggestion that nobody has seen yet.
    public init(
        id: Identifier<Suggestion>, title: String, description: String, author: Author, submittedAt: Instant, app: String? = nil
    ) {
        (self.id, self.title, self.description) = (id, title, description)
        (self.author, self.submittedAt, self.app, status) = (author, submittedAt, app, .pending)
    }

    /// Whether people who use an app see it.
    public func isOf(_ app: String?) -> Bool { app == nil || self.app == nil || self.app == app }

    static let byTime = Index<Suggestion, IndexKey>.ordered("time") { IndexKey($0.submittedAt, $0.id) }
    static let byAuthor = Index<Suggestion, IndexKey>.ordered("author") { IndexKey($0.author, $0.submittedAt) }
    static let byStatus = Index<Suggestion, IndexKey>.ordered("status") { IndexKey($0.status.rawValue, $0.submittedAt) }
    /// Where suggestions are kept.
    public static let collection = RecordCollection<Suggestion>("community.suggestions", indexes: [byTime, byAuthor, byStatus])
}

extension Suggestion: VoteSubject {
    /// Votes for suggestions.
    public static let voteTopic = "suggestion"
    /// Where they were kept before.
    public static let formerVotes = "community.upvotes"
}
