import Kernel

/// The board in any store. Author and role stand beside every record, so that an engine that knows its users can check them too.
public struct StoredCommunityBoard: CommunityBoard, RecordsBoard {
    /// Where its records are.
    package let store: any Store
    private let box: (any BallotBox)?

    /// A board in a store, or in a partition of one.
    ///
    /// - Parameter box: where the ballots are kept; nil for a record of the store, which must not be one that people share as files.
    public init(_ store: any Store, box: (any BallotBox)? = nil) { (self.store, self.box) = (store, box) }

    /// Every kind of record that the board keeps, and kept before.
    public static var collections: [any StoredCollection] {
        [
            Feedback.collection, RoadmapItem.collection, Suggestion.collection, StoredBallots.collection,
            Announcement.collection, Ledger.collection, Attendance.collection, BlockedAuthor.collection, Farewell.collection,
            Charter.collection, FormerVote<RoadmapItem>.collection, FormerVote<Suggestion>.collection,
            VotesMoved.collection,
        ]
    }

    /// Looks at a consistent state of the store.
    public func read<Value>(_ body: (any BoardRecords) throws -> Value) throws -> Value {
        try store.read { try body(StoredBoardRecords(unit: $0.unit, box: box)) }
    }

    public func write<Value>(_ body: (any KeptRecords) throws -> Value) throws -> Value {
        try store.write { try body(StoredBoardRecords(unit: $0.unit, box: box)) }
    }

    public func vote<Value>(_ body: (any KeptRecords, inout Ballots) throws -> Value) throws -> Value {
        guard let box else { return try settle(body) }
        return try box.change { kept in
            // The closure of a read may run twice, each time over the ballots as they were.
            let (value, changed) = try store.read { try counted($0.unit, kept, body) }
            kept = changed
            return value
        }
    }

    public func settle<Value>(_ body: (any KeptRecords, inout Ballots) throws -> Value) throws -> Value {
        guard let box else {
            return try store.write { transaction in
                let records = StoredBoardRecords(unit: transaction.unit, box: nil)
                var ballots = try records.ballots()
                let before = ballots
                let value = try body(records, &ballots)
                if ballots != before { try records.keep(StoredBallots(ballots)) }
                return value
            }
        }
        return try box.change { kept in
            let (value, changed) = try store.write { try counted($0.unit, kept, body) }
            kept = changed
            return value
        }
    }

    private func counted<Value>(
        _ unit: UnitOfWork, _ kept: Ballots, _ body: (any KeptRecords, inout Ballots) throws -> Value
    ) throws -> (Value, Ballots) {
        let records = StoredBoardRecords(unit: unit, box: box)
        var ballots = try records.ballots(from: kept)
        return (try body(records, &ballots), ballots)
    }
}

private struct StoredBoardRecords: KeptRecords {
    let unit: UnitOfWork
    let box: (any BallotBox)?

    func record<Record: Storable>(_ id: Identifier<Record>) throws -> Record? { try unit.transaction.record(id) }

    func keep<Record: Storable>(_ record: Record) throws { try unit.transaction.put(record) }

    func remove<Record: Storable>(_ id: Identifier<Record>) throws -> Bool { try unit.transaction.delete(id) }

    func items() throws -> [RoadmapItem] { try unit.transaction.records(RoadmapItem.byPriority.all) }

    func ballots() throws -> Ballots {
        try ballots(from: box?.load() ?? unit.transaction.record(StoredBallots.only)?.ballots ?? Ballots())
    }

    /// With those that stand in records of before: where nobody may move them they count all the same.
    func ballots(from kept: Ballots) throws -> Ballots {
        var ballots = kept
        try ballots.add(unit.transaction.records(Selection<FormerVote<RoadmapItem>>.all))
        try ballots.add(unit.transaction.records(Selection<FormerVote<Suggestion>>.all))
        return ballots
    }

    func suggestions(_ status: Suggestion.Status?) throws -> [Suggestion] {
        try unit.transaction.records(status.map { Suggestion.byStatus.under($0.rawValue) } ?? Suggestion.byTime.all)
    }

    func suggestions(by author: Author) throws -> [Suggestion] {
        try unit.transaction.records(Suggestion.byAuthor.under(author))
    }

    func feedback(_ status: Feedback.Status?, newestFirst: Bool, limit: Int?) throws -> [Feedback] {
        let all = feedback(of: status)
        return try unit.transaction.records((newestFirst ? all.descending : all).limit(limit))
    }

    func feedbackCount(_ status: Feedback.Status?) throws -> Int { try unit.transaction.count(feedback(of: status)) }

    func pendingByApp() throws -> [String: Int] {
        let counts = try unit.transaction.counts(Feedback.byApp.under(Feedback.Status.pending.rawValue), parts: 2)
        return Dictionary(
            counts.compactMap { count in count.key.parts.last.map { ($0, count.count) } },
            uniquingKeysWith: +)
    }

    func feedback(by author: Author) throws -> [Feedback] {
        try unit.transaction.records(Feedback.byAuthor.under(author).descending)
    }

    func announcements() throws -> [Announcement] { try unit.transaction.records(Announcement.byTime.all.descending) }

    func blocks() throws -> [BlockedAuthor] { try unit.transaction.records(Selection<BlockedAuthor>.all) }

    func attendance(in month: String) throws -> [Attendance] { try unit.transaction.records(Attendance.byMonth.at(month)) }

    func attendance(of author: Author) throws -> [Attendance] { try unit.transaction.records(Attendance.byAuthor.at(author)) }

    private func feedback(of status: Feedback.Status?) -> Selection<Feedback> {
        status.map { Feedback.byStatus.under($0.rawValue) } ?? Feedback.byTime.all
    }
}
