import Kernel

/// An item with its votes.
public struct RoadmapEntry: Codable, Hashable, Sendable {
    /// What is planned, being made or there.
    public let item: RoadmapItem
    /// How many people voted for it.
    public let votes: Int
    /// Whether the person voted for it.
    public let isMine: Bool
    /// Whether it is one of the last three that were released.
    public let isNew: Bool

    /// An item, and what is known of its votes.
    public init(_ item: RoadmapItem, votes: Int, isMine: Bool = false, isNew: Bool = false) {
        (self.item, self.votes, self.isMine, self.isNew) = (item, votes, isMine, isNew)
    }

    /// The roadmap by priority; that of one app, or all.
    static func all(in records: any BoardRecords, for voter: Voter?, of app: String? = nil) throws -> [RoadmapEntry] {
        let (items, poll) = (try records.roadmap().filter { $0.isPlanned(for: app) }, try records.poll(of: []))
        let fresh = Set(items.filter { $0.status == .released }.sorted(by: RoadmapItem.laterRelease).prefix(3).map(\.id))
        return items.map { item in
            RoadmapEntry(
                item, votes: poll.count(of: .init(item.id)),
                isMine: voter.map { poll.holds($0, for: Ballots.Topic(item.id)) } ?? false, isNew: fresh.contains(item.id))
        }
    }
}

extension RoadmapItem {
    /// Whether one was released after the other; on one day what is more important comes first.
    package static func laterRelease(_ left: RoadmapItem, _ right: RoadmapItem) -> Bool {
        (left.releaseDate?.ordinal ?? 0, -left.priority, left.id) > (right.releaseDate?.ordinal ?? 0, -right.priority, right.id)
    }
}
