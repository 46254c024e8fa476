import Kernel

/// The board in any store. Author and role stand beside every record, so that an engine that knows its users can check them too.
public struct StoredCommunityBoard: CommunityBoard {
    private let store: any Store

    /// A board in a store, or in a partition of one.
    public init(_ store: any Store) { self.store = store }

    /// Every kind of record that the board keeps.
    public static var collections: [any StoredCollection] {
        [
            Feedback.collection, RoadmapItem.collection, Vote<RoadmapItem>.collection, Suggestion.collection,
            Vote<Suggestion>.collection, Announcement.collection, Ledger.collection, Attendance.collection,
            BlockedAuthor.collection, Farewell.collection, Charter.collection,
        ]
    }

    public func read<Value>(_ body: (any BoardRecords) throws -> Value) throws -> Value {
        try store.read { try body(StoredBoardRecords(unit: $0.unit)) }
    }

    public func write<Value>(_ body: (any BoardRecords) throws -> Value) throws -> Value {
        try store.write { try body(StoredBoardRecords(unit: $0.unit)) }
    }
}

private struct StoredBoardRecords: BoardRecords {
    let unit: UnitOfWork

    func record<Record: Storable>(_ id: Identifier<Record>) throws -> Record? { try unit.transaction.record(id) }

    func keep<Record: Storable>(_ record: Record) throws { try unit.transaction.put(record) }

    func remove<Record: Storable>(_ id: Identifier<Record>) throws -> Bool { try unit.transaction.delete(id) }

    func items() throws -> [RoadmapItem] { try unit.transaction.records(RoadmapItem.byPriority.all) }

    func voteCount<Subject: VoteSubject>(for id: Identifier<Subject>) throws -> Int {
        try unit.transaction.count(Vote.bySubject.at(id))
    }

    func votes<Subject: VoteSubject>(for id: Identifier<Subject>) throws -> [Vote<Subject>] {
        try unit.transaction.records(Vote.bySubject.at(id))
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
