import Kernel

/// The current announcements and the results of the community's requests.
package struct WhatsNew: Codable, Hashable, Sendable {
    /// The announcements that are shown now, latest first.
    package internal(set) var announcements: [Announcement]
    /// The last three releases, with their votes.
    package internal(set) var released: [RoadmapEntry]
    /// The number of implemented feedbacks.
    package let implemented: Int
    /// The next item: the one furthest in development, else the planned item with the most votes.
    package internal(set) var nextUp: RoadmapItem?

    /// Collects the news at the given time.
    ///
    /// - Parameter app: the app of the readers, or nil for all apps.
    init(_ records: any BoardRecords, at now: Instant, for app: String? = nil) throws {
        let entries = try RoadmapEntry.all(in: records, for: nil, of: app)
        announcements = try records.announcements().filter { $0.isActive(at: now) && $0.isFor(app) }
        released = entries.filter(\.isNew).sorted { RoadmapItem.laterRelease($0.item, $1.item) }
        implemented = try records.implementedCount(for: app)
        let developing = entries.filter { $0.item.status == .inProgress }
        nextUp =
            developing.max { ($0.item.completionPercentage ?? 0) < ($1.item.completionPercentage ?? 0) }?.item
            ?? entries.filter { $0.item.status == .planned && !$0.item.isImplemented }.max {
                ($0.votes, -$0.item.priority) < ($1.votes, -$1.item.priority)
            }?.item
    }

    /// The lines of "Based on Your Feedback", including the thanks. There are none before the first
    /// result.
    package var basedOnFeedback: [String] {
        var lines = released.filter { $0.votes > 0 }.map(\.thanks)
        if implemented > 0 { lines.append("\(counted(implemented, "idea")) from your feedback") }
        guard !lines.isEmpty else { return [] }
        return lines + ["Thank you! Your feedback shapes our roadmap."]
            + (nextUp.map { ["Next up: \($0.title)"] } ?? [])
    }
}

extension RoadmapEntry {
    /// The thanks for a released item, for example "Video Integration, asked for by 12 votes".
    package var thanks: String { item.title + (votes == 0 ? "" : ", asked for by \(counted(votes, "vote"))") }
}
