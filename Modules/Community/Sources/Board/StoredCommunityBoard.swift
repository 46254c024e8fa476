import Kernel

/// A community board in any store.
///
/// Every record contains author and role, so that an engine with its own users can check them too.
package struct StoredCommunityBoard: CommunityBoard, RecordsBoard {
    package let store: any Store
    private let box: (any BallotBox)?

    /// Creates a board in a store or in a partition of one.
    ///
    /// - Parameter box: the storage of the ballots. Nil keeps them as a record, which a store
    ///   shared as files must avoid.
    package init(_ store: any Store, box: (any BallotBox)? = nil) {
        self.store = store
        self.box = box
    }

    /// The kinds of record of the board.
    package static var collections: [any StoredCollection] {
        [
            Feedback.collection, RoadmapItem.collection, Suggestion.collection, StoredBallots.collection,
            Announcement.collection, Ledger.collection, Attendance.collection, BlockedAuthor.collection,
            ForgottenAuthor.collection, DeveloperCharter.collection,
        ]
    }

    package func read<Value>(_ body: (any BoardRecords) throws -> Value) throws -> Value {
        try store.read { try body(StoredBoardRecords(unit: $0.unitOfWork, box: box)) }
    }

    package func write<Value>(_ body: (any MutableBoardRecords) throws -> Value) throws -> Value {
        try store.write { try body(StoredBoardRecords(unit: $0.unitOfWork, box: box)) }
    }

    package func changeBallots<Value>(_ body: (any MutableBoardRecords, inout Ballots) throws -> Value) throws -> Value
    {
        guard let box else { return try changeRecordsAndBallots(body) }
        return try box.change { ballots in
            // A read may run its closure twice, each time with the original ballots.
            let (value, changed) = try store.read { try apply(body, to: ballots, in: $0.unitOfWork) }
            ballots = changed
            return value
        }
    }

    package func changeRecordsAndBallots<Value>(_ body: (any MutableBoardRecords, inout Ballots) throws -> Value) throws
        -> Value
    {
        guard let box else {
            return try store.write { transaction in
                let records = StoredBoardRecords(unit: transaction.unitOfWork, box: nil)
                var ballots = try records.ballots()
                let before = ballots
                let value = try body(records, &ballots)
                if ballots != before { try records.keep(StoredBallots(ballots)) }
                return value
            }
        }
        return try box.change { ballots in
            let (value, changed) = try store.write { try apply(body, to: ballots, in: $0.unitOfWork) }
            ballots = changed
            return value
        }
    }

    /// Runs a closure over the records of a transaction and a copy of the ballots.
    ///
    /// - Returns: the closure's value and the changed ballots.
    private func apply<Value>(
        _ body: (any MutableBoardRecords, inout Ballots) throws -> Value, to ballots: Ballots, in unit: UnitOfWork
    ) throws -> (Value, Ballots) {
        var changed = ballots
        return (try body(StoredBoardRecords(unit: unit, box: box), &changed), changed)
    }
}

/// The records of a board within one transaction of a store, and its ballots.
private struct StoredBoardRecords: MutableBoardRecords {
    let unit: UnitOfWork
    let box: (any BallotBox)?

    func record<Record: Storable>(_ id: Identifier<Record>) throws -> Record? { try unit.transaction.record(id) }

    func keep<Record: Storable>(_ record: Record) throws { try unit.transaction.put(record) }

    func remove<Record: Storable>(_ id: Identifier<Record>) throws -> Bool { try unit.transaction.delete(id) }

    func items() throws -> [RoadmapItem] { try unit.transaction.records(RoadmapItem.byPriority.all) }

    func ballots() throws -> Ballots {
        try box?.load() ?? unit.transaction.record(StoredBallots.only)?.ballots ?? Ballots()
    }

    func suggestions(_ status: Suggestion.Status?) throws -> [Suggestion] {
        try unit.transaction.records(status.map { Suggestion.byStatus.under($0.rawValue) } ?? Suggestion.byTime.all)
    }

    func suggestions(by author: Author) throws -> [Suggestion] {
        try unit.transaction.records(Suggestion.byAuthor.under(author))
    }

    func feedback(_ status: Feedback.Status?, newestFirst: Bool, limit: Int?) throws -> [Feedback] {
        let selection = feedback(of: status)
        return try unit.transaction.records((newestFirst ? selection.descending : selection).limit(limit))
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

    func attendance(in month: String) throws -> [Attendance] {
        try unit.transaction.records(Attendance.byMonth.at(month))
    }

    func attendance(of author: Author) throws -> [Attendance] {
        try unit.transaction.records(Attendance.byAuthor.at(author))
    }

    /// Returns the selection of feedback with a status, or of all feedback, by time.
    private func feedback(of status: Feedback.Status?) -> Selection<Feedback> {
        status.map { Feedback.byStatus.under($0.rawValue) } ?? Feedback.byTime.all
    }
}
