import Kernel

/// A planned, developing or released feature on the roadmap.
package struct RoadmapItem: Storable, Hashable {
    /// The progress of an item.
    package enum Status: String, Codable, CaseIterable, Sendable {
        case planned = "Planned"
        /// Work is in progress, with a share that is done.
        case inProgress = "InProgress"
        /// The item was released on a day and accepts no votes.
        case released = "Released"

        /// The title of its section, for example "Coming Soon".
        package var section: String {
            switch self {
            case .planned: "Coming Soon"
            case .inProgress: "In Development"
            case .released: "Recently Added"
            }
        }
    }

    /// The kind of item.
    package enum Category: String, Codable, CaseIterable, Sendable {
        /// Words, pictures or lessons.
        case content = "Content"
        /// A new function.
        case feature = "Feature"
        /// An improvement of an existing function.
        case ux = "UX"

        /// The title in filters, for example "User Experience".
        package var filterTitle: String {
            switch self {
            case .content: "Content"
            case .feature: "Features"
            case .ux: "User Experience"
            }
        }
    }

    /// The valid priorities, of which 1 is the highest.
    package static let priorities = 1...9

    /// The identifier, short enough to type.
    package let id: Identifier<RoadmapItem>
    /// The title, 1–120 characters.
    package var title: String
    /// The benefits, one a line.
    package var description: String
    /// The priority, one of `priorities`.
    package var priority: Int
    /// The promised release, for example "v1.1 - January 2026".
    package var estimatedRelease: String
    /// The progress. Change it with `advance` and `release`, which keep the fields below
    /// consistent.
    package private(set) var status: Status
    package var category: Category
    /// The completed share, 0.0–1.0 while in progress, else nil.
    package private(set) var completionPercentage: Double?
    package private(set) var releaseDate: Day?
    /// The completed share before the release, to reverse the release.
    private var doneBeforeRelease: Double?
    /// A symbol before the title, possibly empty.
    package var icon: String
    /// The app for which it is planned, for example `dojang`, or nil for all apps.
    package var app: String?
    /// The time of creation, which decides the order within a priority.
    package let createdAt: Instant
    /// The time at which voting ends, or nil to end it with the release.
    package var closesAt: Instant?
    /// The author of the title and description, or nil if developers wrote them.
    package var wordsOf: Author?

    package init(
        id: Identifier<RoadmapItem>, title: String, description: String, priority: Int, estimatedRelease: String,
        category: Category, icon: String = "", createdAt: Instant, wordsOf: Author? = nil, app: String? = nil
    ) {
        self.id = id
        self.title = title
        self.description = description
        self.priority = priority
        self.estimatedRelease = estimatedRelease
        self.category = category
        self.icon = icon
        self.createdAt = createdAt
        self.wordsOf = wordsOf
        self.app = app
        status = .planned
    }

    /// Sets the item in development with this completed share, 0.0–1.0.
    package mutating func advance(to share: Double) {
        status = .inProgress
        completionPercentage = min(max(share, 0), 1)
        releaseDate = nil
    }

    /// Marks the item as released, which ends voting.
    package mutating func release(on day: Day) {
        doneBeforeRelease = completionPercentage
        status = .released
        completionPercentage = nil
        releaseDate = day
    }

    /// Reverses one step: from released to the state before, or from development to planned.
    mutating func stepBack() {
        let share = status == .released ? doneBeforeRelease : nil
        status = share == nil ? .planned : .inProgress
        completionPercentage = share
        releaseDate = nil
        doneBeforeRelease = nil
    }

    /// Whether users of an app see the item. It is true for all items if the app is nil.
    package func isPlanned(for app: String?) -> Bool { app == nil || self.app == nil || self.app == app }

    /// Removes the words of an author who is being forgotten.
    mutating func forgetWords() {
        title = "An idea of the community"
        description = ""
        wordsOf = nil
    }

    static let byPriority = Index<RoadmapItem, IndexKey>.ordered("priority") {
        IndexKey($0.priority, $0.createdAt, $0.id)
    }
    static let byStatus = Index<RoadmapItem, IndexKey>.ordered("status") {
        IndexKey($0.status.rawValue, $0.releaseDate?.description ?? "")
    }
    package static let collection = RecordCollection<RoadmapItem>("community.roadmap", indexes: [byPriority, byStatus])
}

extension RoadmapItem: VoteSubject { package static let voteTopic = "item" }
