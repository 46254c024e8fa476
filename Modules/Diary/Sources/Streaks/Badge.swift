import Kernel

/// Something that a diary reaches once. What was reached stays reached, also where a photo is deleted later.
public enum Badge: String, Codable, CaseIterable, Sendable {
    /// The first photo.
    case firstEntry = "first-entry"
    /// 7 days in a row.
    case week = "7-days"
    /// 30 days in a row.
    case month = "30-days"
    /// 100 days in a row.
    case hundredDays = "100-days"
    /// The hundredth photo.
    case hundredthEntry = "100th-entry"
    /// 365 days in a row.
    case year = "365-days"

    /// What it is called.
    public var title: String {
        switch self {
        case .firstEntry: "First Entry"
        case .week: "A Week"
        case .month: "A Month"
        case .hundredDays: "A Hundred Days"
        case .hundredthEntry: "The 100th Entry"
        case .year: "A Year"
        }
    }

    /// What it asks.
    public var about: String {
        switch self {
        case .firstEntry: "your first photo"
        case .hundredthEntry: "\(need) photos"
        default: "\(need) days in a row"
        }
    }

    /// How much it takes, in days of a row or in photos.
    public var need: Int {
        switch self {
        case .firstEntry: 1
        case .week: 7
        case .month: 30
        case .hundredDays, .hundredthEntry: 100
        case .year: 365
        }
    }

    /// How much of it there is, up to what it takes.
    public func have(_ days: PhotoDays) -> Int {
        switch self {
        case .firstEntry, .hundredthEntry: min(days.total, need)
        default: min(days.streak.longest, need)
        }
    }

    /// Whether these days have it.
    public func isReached(by days: PhotoDays) -> Bool { have(days) == need }
}

/// That a badge was reached: so it is said once, and stays.
public struct ReachedBadge: Storable, Hashable {
    /// The badge's own name, so that two devices reach it together.
    public let id: Identifier<ReachedBadge>
    /// The day on which a photo reached it.
    public let on: Day

    /// A badge that was reached.
    public init(_ badge: Badge, on day: Day) { (id, on) = (Identifier(badge.rawValue), day) }

    /// Which; nil for one that a newer program knows.
    public var badge: Badge? { Badge(rawValue: id.rawValue) }

    static let byDay = Index<ReachedBadge, Day>.ordered("day") { $0.on }

    /// Where they are kept.
    public static let collection = RecordCollection<ReachedBadge>("diary.badges", indexes: [byDay])
}

/// A badge and how far one is.
public struct Achievement: Hashable, Sendable {
    /// What is to be reached.
    public let badge: Badge
    /// How much of it there is, up to what it takes.
    public let have: Int
    /// The day on which it was reached; nil while it was not.
    public let reached: Day?
}
