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

    /// The announcement's identifier.
    public let id: Identifier<Announcement>
    /// The title, 1–120 characters.
    public let title: String
    /// The message, 1–4,000 characters.
    public let message: String
    /// From when on it is shown; may lie ahead.
    public let postedAt: Instant
    /// When it hides itself; nil for never.
    public let expiresAt: Instant?
    /// What it is about.
    public let category: Category
    /// The version that it is about.
    public let targetVersion: String?

    /// An announcement.
    public init(
        id: Identifier<Announcement>, title: String, message: String, postedAt: Instant, expiresAt: Instant?, category: Category,
        targetVersion: String?
    ) {
        (self.id, self.title, self.message, self.postedAt) = (id, title, message, postedAt)
        (self.expiresAt, self.category, self.targetVersion) = (expiresAt, category, targetVersion)
    }

    /// Whether it is shown at an instant: posted, and not expired.
    public func isActive(at now: Instant) -> Bool { postedAt <= now && (expiresAt.map { $0 > now } ?? true) }

    static let byTime = Index<Announcement, IndexKey>.ordered("time") { IndexKey($0.postedAt, $0.id) }
    /// Where announcements are kept.
    public static let collection = RecordCollection<Announcement>("community.announcements", indexes: [byTime])
}
