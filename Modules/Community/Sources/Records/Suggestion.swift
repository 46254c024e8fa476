import Kernel

/// A participant's idea.
package struct Suggestion: Storable, Hashable {
    /// The outcome of a suggestion.
    package enum Status: String, Codable, CaseIterable, Sendable {
        case pending = "Pending"
        case underReview = "UnderReview"
        case addedToRoadmap = "AddedToRoadmap"
        /// The suggestion will not be made, or it duplicates another.
        case declined = "Declined"

        package var isOpen: Bool { self == .pending || self == .underReview }
        /// The position of the status in lists.
        var order: Int { Status.allCases.firstIndex(of: self) ?? 0 }
    }

    /// The identifier, generated on the device that sent it.
    package let id: Identifier<Suggestion>
    /// The idea in short, 1–120 characters.
    package let title: String
    /// The idea, 1–4,000 characters.
    package let description: String
    package let author: Author
    /// The time of submission by the author's clock.
    package let submittedAt: Instant
    /// The author's app, for example `dojang`, or nil for suggestions of older versions.
    package let app: String?
    package var status: Status
    /// The developers' notes, shown only in `hub`.
    package var developerNotes: String?
    /// The roadmap item made from it.
    package var promotedToRoadmapID: Identifier<RoadmapItem>?
    package var promotedAt: Instant?
    /// The suggestion that receives its votes, or nil unless it was merged.
    package var mergedInto: Identifier<Suggestion>?
    /// The time of the last rejection or merge, or nil for decisions of older versions.
    package var decidedAt: Instant?
    /// The reason why only its author and developers see it, or nil if it is visible.
    package var hiddenBecause: String?

    package init(
        id: Identifier<Suggestion>, title: String, description: String, author: Author, submittedAt: Instant,
        app: String? = nil
    ) {
        self.id = id
        self.title = title
        self.description = description
        self.author = author
        self.submittedAt = submittedAt
        self.app = app
        status = .pending
    }

    /// Whether users of an app see it.
    package func isOf(_ app: String?) -> Bool { app == nil || self.app == nil || self.app == app }

    static let byTime = Index<Suggestion, IndexKey>.ordered("time") { IndexKey($0.submittedAt, $0.id) }
    static let byAuthor = Index<Suggestion, IndexKey>.ordered("author") { IndexKey($0.author, $0.submittedAt) }
    static let byStatus = Index<Suggestion, IndexKey>.ordered("status") { IndexKey($0.status.rawValue, $0.submittedAt) }
    package static let collection = RecordCollection<Suggestion>(
        "community.suggestions", indexes: [byTime, byAuthor, byStatus])
}

extension Suggestion: VoteSubject { package static let voteTopic = "suggestion" }
