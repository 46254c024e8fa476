import Kernel

/// A message from the developers to everyone.
package struct Announcement: Storable, Hashable {
    /// The subject of an announcement.
    package enum Category: String, Codable, CaseIterable, Sendable {
        case release = "Release"
        /// A temporary interruption.
        case maintenance = "Maintenance"
        /// Any other message for everyone.
        case community = "Community"
    }

    /// The days on which an announcement is shown. A nil start means now, and a nil end means
    /// permanently.
    package struct Span: Sendable {
        let from: Day?
        let through: Day?

        package init(from: Day? = nil, through: Day? = nil) {
            self.from = from
            self.through = through
        }
    }

    package let id: Identifier<Announcement>
    /// The title, 1–120 characters.
    package var title: String
    /// The message, 1–4,000 characters.
    package var message: String
    /// The time from which it is shown, which may be in the future.
    package let postedAt: Instant
    /// The time at which it hides itself, or nil for never.
    package var expiresAt: Instant?
    package var category: Category
    /// The version that it describes.
    package var targetVersion: String?
    /// The app whose users see it, for example `dojang`, or nil for all users.
    package var app: String?

    package init(
        id: Identifier<Announcement>, title: String, message: String, postedAt: Instant, expiresAt: Instant?,
        category: Category, targetVersion: String?, app: String? = nil
    ) {
        self.id = id
        self.title = title
        self.message = message
        self.postedAt = postedAt
        self.expiresAt = expiresAt
        self.category = category
        self.targetVersion = targetVersion
        self.app = app
    }

    /// Whether it is shown at an instant, which is after posting and before expiry.
    package func isActive(at now: Instant) -> Bool { postedAt <= now && (expiresAt.map { $0 > now } ?? true) }

    /// Whether users of an app see it.
    package func isFor(_ app: String?) -> Bool { app == nil || self.app == nil || self.app == app }

    static let byTime = Index<Announcement, IndexKey>.ordered("time") { IndexKey($0.postedAt, $0.id) }
    package static let collection = RecordCollection<Announcement>("community.announcements", indexes: [byTime])
}
