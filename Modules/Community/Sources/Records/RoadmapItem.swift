import Kernel

/// Something that is planned, being made, or there.
public struct RoadmapItem: Storable, Hashable {
    /// How far it is.
    public enum Status: String, Codable, CaseIterable, Sendable {
        /// Not begun.
        case planned = "Planned"
        /// Being made, with a share that is done.
        case inProgress = "InProgress"
        /// There, since a day; takes no votes.
        case released = "Released"

        /// The section that it stands in: "Coming Soon".
        public var section: String {
            switch self {
            case .planned: "Coming Soon"
            case .inProgress: "In Development"
            case .released: "Recently Added"
            }
        }
    }

    /// What kind of thing it is.
    public enum Category: String, Codable, CaseIterable, Sendable {
        /// Words, pictures, lessons.
        case content = "Content"
        /// Something new to do.
        case feature = "Feature"
        /// A better way to do what can be done.
        case ux = "UX"

        /// As a filter shows it: "User Experience".
        public var filterTitle: String {
            switch self {
            case .content: "Content"
            case .feature: "Features"
            case .ux: "User Experience"
            }
        }
    }

    /// What a priority may be: 1 comes first.
    public static let priorities = 1...9

    /// The item's identifier, short enough to type.
    public let id: Identifier<RoadmapItem>
    /// The title, 1–120 characters.
    public var title: String
    /// What it brings, a line each.
    public var description: String
    /// One of `priorities`.
    public var priority: Int
    /// "v1.1 - January 2026".
    public var estimatedRelease: String
    /// How far it is. Change it with `advance` and `release`, which keep the fields below right.
    public private(set) var status: Status
    /// What kind of thing it is.
    public var category: Category
    /// 0.0–1.0 while in progress, else nil.
    public private(set) var completionPercentage: Double?
    /// The day of the release, else nil.
    public private(set) var releaseDate: Day?
    /// How much was done when it was released, so that a release can be taken back.
    private var doneBeforeRelease: Double?
    /// A sign to stand before the title; may be empty.
    public var icon: String
    /// The app that it is planned for: `dojang`; nil for all of them.
    public var app: String?
    /// Decides the order within a priority.
    public let createdAt: Instant
    /// From then on it takes no votes; nil for until it is released.
    public var closesAt: Instant?
    /// Whose words the title and the description still are; nil when they are the developers' own.
    public var wordsOf: Author?

    /// A planned item.
    public init(
        id: Identifier<RoadmapItem>, title: String, description: String, priority: Int, estimatedRelease: String,
        category: Category, icon: String = "", createdAt: Instant, wordsOf: Author? = nil, app: String? = nil
    ) {
        (self.id, self.title, self.description, self.priority) = (id, title, description, priority)
        (self.estimatedRelease, self.category, self.icon) = (estimatedRelease, category, icon)
        (self.createdAt, self.wordsOf, self.app) = (createdAt, wordsOf, app)
        status = .planned
    }

    /// Puts the item in development with so much of it done, 0.0–1.0.
    public mutating func advance(to share: Double) {
        (status, completionPercentage, releaseDate) = (.inProgress, min(max(share, 0), 1), nil)
    }

    /// The item is there. Votes are refused from now on.
    public mutating func release(on day: Day) {
        doneBeforeRelease = completionPercentage
        (status, completionPercentage, releaseDate) = (.released, nil, day)
    }

    /// One step back: what was released is in development again, as far as it was, or planned; what was in development is planned.
    mutating func stepBack() {
        let share = status == .released ? doneBeforeRelease : nil
        (status, completionPercentage, releaseDate) = (share == nil ? .planned : .inProgress, share, nil)
        doneBeforeRelease = nil
    }

    /// Whether it stands on the roadmap of an app. The founding nine are TKDojang's, in boards that do not say so too.
    public func isPlanned(for app: String?) -> Bool { app == nil || owner == nil || owner == app }

    /// The app on whose roadmap it stands; nil for all of them. Boards of before do not say it of the founding nine.
    public var owner: String? { app ?? (FoundingRoadmap.ids.contains(id) ? FoundingRoadmap.app : nil) }

    /// Takes away the words of somebody who wants to be forgotten.
    mutating func forgetWords() {
        (title, description, wordsOf) = ("An idea of the community", "", nil)
    }

    static let byPriority = Index<RoadmapItem, IndexKey>.ordered("priority") { IndexKey($0.priority, $0.createdAt, $0.id) }
    static let byStatus = Index<RoadmapItem, IndexKey>.ordered("status") {
        IndexKey($0.status.rawValue, $0.releaseDate?.description ?? "")
    }
    /// Where items are kept.
    public static let collection = RecordCollection<RoadmapItem>("community.roadmap", indexes: [byPriority, byStatus])
}

extension RoadmapItem: VoteSubject {
    /// Votes for roadmap items.
    public static let voteTopic = "item"
    /// Where they were kept before.
    public static let formerVotes = "community.votes"
}
