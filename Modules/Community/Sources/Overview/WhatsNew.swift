import Kernel

/// What is going on: announcements, and what came of what the community asked for.
public struct WhatsNew: Codable, Hashable, Sendable {
    /// The announcements that are shown now, latest first.
    public internal(set) var announcements: [Announcement]
    /// The last three releases, with the votes that asked for them.
    public internal(set) var released: [RoadmapEntry]
    /// How many feedbacks were implemented.
    public let implemented: Int
    /// What comes next: what is furthest in development, else the planned item with most votes.
    public internal(set) var nextUp: RoadmapItem?

    /// What is going on.
    ///
    /// - Parameter app: for the people who use it; nil for all.
    init(_ records: any BoardRecords, at now: Instant, for app: String? = nil) throws {
        let entries = try RoadmapEntry.all(in: records, for: nil, of: app)
        announcements = try records.announcements().filter { $0.isActive(at: now) && $0.isFor(app) }
        released = entries.filter(\.isNew).sorted { RoadmapItem.laterRelease($0.item, $1.item) }
        implemented = try records.implementedCount(for: app)
        let developing = entries.filter { $0.item.status == .inProgress }
        nextUp =
            developing.max { ($0.item.completionPercentage ?? 0) < ($1.item.completionPercentage ?? 0) }?.item
            ?? entries.filter { $0.item.status == .planned && !$0.item.isMade }.max {
                ($0.votes, -$0.item.priority) < ($1.votes, -$1.item.priority)
            }?.item
    }

    /// The lines of "Based on Your Feedback", thanks included; none when nothing came of anything yet.
    public var basedOnFeedback: [String] {
        var lines = released.filter { $0.votes > 0 }.map(\.thanks)
        if implemented > 0 { lines.append("\(counted(implemented, "idea")) from your feedback") }
        guard !lines.isEmpty else { return [] }
        return lines + ["Thank you! Your feedback shapes our roadmap."] + (nextUp.map { ["Next up: \($0.title)"] } ?? [])
    }
}

extension RoadmapEntry {
    /// "Video Integration, asked for by 12 votes".
    public var thanks: String { item.title + (votes == 0 ? "" : ", asked for by \(counted(votes, "vote"))") }
}
