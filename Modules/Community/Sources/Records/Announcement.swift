import Kernel

/// What the developers tell everybody.
public struct Announcement: Storable, Hashable {
    /// What it is about.
    public enum Category: String, Codable, CaseIterable, Sendable {
        /// A new version.
        case release = "Release"
        /// Something is away for a while.
        case maintenance = "Maintenance"
        /// Anything else that concerns everybody.
        case community = "Community"
    }

    /// On which days it is shown: from one on, now for nil, through another, for good for nil.
    public struct Span: Sendable {
        let from: Day?
        let through: Day?

        /// Days.
        public init(from: Day? = nil, through: Day? = nil) { (self.from, self.through) = (from, through) }
    }

    /// The announcement's identifier.
    public let id: Identifier<Announcement>
    /// The title, 1–120 characters.
    public var title: String
    /// The message, 1–4,000 characters.
    public var message: String
    /// From when on it is shown; may lie ahead.
    public let postedAt: Instant
    /// When it hides itself; nil for never.
    public var expiresAt: Instant?
    /// What it is about.
    public var category: Category
    /// The version that it is about.
    public var targetVersion: String?
    /// The app whose people it is for: `dojang`; nil for everybody.
    public var app: String?

    /// An announcement.
    public init(
        id: Identifier<Announcement>, title: String, message: String, postedAt: Instant, expiresAt: Instant?, category: Category,
        targetVersion: String?, app: String? = nil
    ) {
        (self.id, self.title, self.message, self.postedAt) = (id, title, message, postedAt)
        (self.expiresAt, self.category, self.targetVersion, self.app) = (expiresAt, category, targetVersion, app)
    }

    /// Whether it is shown at an instant: posted, and not expired.
    public func isActive(at now: Instant) -> Bool { postedAt <= now && (expiresAt.map { $0 > now } ?? true) }

    /// Whether people who use an app are told.
    public func isFor(_ app: String?) -> Bool { app == nil || self.app == nil || self.app == app }

    static let byTime = Index<Announcement, IndexKey>.ordered("time") { IndexKey($0.postedAt, $0.id) }
    /// Where announcements are kept.
    public static let collection = RecordCollection<Announcement>("community.announcements", indexes: [byTime])
}
