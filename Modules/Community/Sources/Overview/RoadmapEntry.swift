import Kernel

/// A roadmap item with its votes.
package struct RoadmapEntry: Codable, Hashable, Sendable {
    package let item: RoadmapItem
    /// The number of people who voted for it.
    package let votes: Int
    /// Whether the viewer voted for it.
    package let isMine: Bool
    /// Whether it is one of the last three releases.
    package let isNew: Bool

    package init(_ item: RoadmapItem, votes: Int, isMine: Bool = false, isNew: Bool = false) {
        self.item = item
        self.votes = votes
        self.isMine = isMine
        self.isNew = isNew
    }

    /// Returns the roadmap of one app, or of all apps, by priority.
    static func all(in records: any BoardRecords, for voter: Voter?, of app: String? = nil) throws -> [RoadmapEntry] {
        let items = try records.roadmap().filter { $0.isPlanned(for: app) }
        let poll = try records.poll(of: [])
        let latestReleases = Set(
            items.filter { $0.status == .released }.sorted(by: RoadmapItem.laterRelease).prefix(3).map(\.id))
        return items.map { item in
            RoadmapEntry(
                item, votes: poll.count(of: .init(item.id)),
                isMine: voter.map { poll.hasVoted($0, for: Ballots.Topic(item.id)) } ?? false,
                isNew: latestReleases.contains(item.id))
        }
    }
}

extension RoadmapItem {
    /// Whether one item was released after the other. On the same day the higher priority comes
    /// first.
    package static func laterRelease(_ left: RoadmapItem, _ right: RoadmapItem) -> Bool {
        (left.releaseDate?.ordinal ?? 0, -left.priority, left.id) > (
            right.releaseDate?.ordinal ?? 0, -right.priority, right.id
        )
    }
}
