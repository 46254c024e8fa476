import Kernel

/// The device's notes about its person's part in the community.
struct DeviceNotes: Storable, Hashable {
    let id: Identifier<DeviceNotes>
    /// Whether feedback includes usage data. Nil before the first feedback.
    var sharesUsage: Bool?
    /// The last month in which the person was counted as a user of the app.
    var attendedMonth: String?
    /// The last month in which the person voted on this device.
    var votedMonth: String?
    /// The days on which a review was requested.
    var reviewPrompts: [Day]
    var hasReviewed: Bool
    /// The number of sessions at the last decision about a review.
    var countedSessions: Int?
    /// The milestones reached at that decision.
    var countedMilestones: [String]?
    /// The time until which a silent board is skipped.
    var silentUntil: Instant?
    /// The number of late deliveries by action that the person has not seen yet.
    var arrived: [String: Int]?
    /// The late refusals that the person has not seen yet.
    var refusals: [String]?

    init() {
        id = DeviceNotes.only
        reviewPrompts = []
        hasReviewed = false
    }

    static let only: Identifier<DeviceNotes> = "device"
    static let collection = RecordCollection<DeviceNotes>("community.device")
}

/// A mark that an answer was announced or read.
struct ReadMark: Storable {
    let id: Identifier<ReadMark>
    /// The time of the answer. A later answer is new again.
    let answeredAt: Instant
    /// Whether the answer was read, or only announced.
    var isRead: Bool

    static let collection = RecordCollection<ReadMark>("community.read")
}

/// The device notes and read marks in the app's own store.
struct Notebook: Sendable {
    let store: any Store

    /// Returns the saved notes, or new ones if there are none.
    func notes() throws -> DeviceNotes { try store.read { try $0.record(DeviceNotes.only) } ?? DeviceNotes() }

    /// Changes the notes atomically.
    @discardableResult
    func change<Value>(_ change: (inout DeviceNotes) -> Value) throws -> Value {
        try store.write { transaction in
            var notes = try transaction.record(DeviceNotes.only) ?? DeviceNotes()
            let value = change(&notes)
            try transaction.put(notes)
            return value
        }
    }

    /// Returns the mark of an answer, or nil if the answer is newer than its mark.
    func mark(of answer: Answer) throws -> ReadMark? {
        try store.read { try $0.record(Identifier<ReadMark>(answer.id)) }.flatMap {
            $0.answeredAt >= answer.answeredAt ? $0 : nil
        }
    }

    /// Marks answers as read, or only as announced. A read answer stays read.
    func mark(_ answers: [Answer], isRead: Bool) throws {
        guard !answers.isEmpty else { return }
        try store.write { transaction in
            try transaction.put(
                contentsOf: answers.map {
                    ReadMark(id: Identifier($0.id), answeredAt: $0.answeredAt, isRead: isRead || $0.isRead)
                })
        }
    }

    /// Erases everything this device knows about the person, including the outbox and the undo data
    /// of an import.
    func erase() throws {
        try store.write { transaction in
            for mark in try transaction.records(Selection<ReadMark>.all) { try transaction.delete(mark.id) }
            for entry in try transaction.records(OutboxEntry.byNumber.all) { try transaction.delete(entry.id) }
            try transaction.delete(OutboxState.only)
            try transaction.delete(DeviceNotes.only)
            try transaction.delete(BoardCopy.only)
            // An undo step that mentions one of these collections contains the person's data.
            let quotedNames = CommunityClient.collections.map { "\"\($0.name)\"" }
            for step in try transaction.records(Selection<UndoStep>.all) {
                let text = String(decoding: try JSONValue.encoder.encode(step), as: UTF8.self)
                if quotedNames.contains(where: text.contains) { try transaction.delete(step.id) }
            }
        }
    }
}
