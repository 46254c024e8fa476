import Kernel

/// What this device remembers of its person's part in the community.
struct DeviceNotes: Storable, Hashable {
    let id: Identifier<DeviceNotes>
    /// Whether usage data goes along; nil before the first feedback.
    var sharesUsage: Bool?
    /// The last month in which the person was counted.
    var attendedMonth: String?
    /// The last month in which the person voted from here.
    var votedMonth: String?
    /// Where older versions reached a community; which it was they did not note.
    var knownBoards: [String]
    /// Days on which a review was asked for.
    var reviewPrompts: [Day]
    /// Whether the person has reviewed the app.
    var hasReviewed: Bool
    /// How many sessions there were when a review was last thought of.
    var countedSessions: Int?
    /// The milestones that were reached by then.
    var countedMilestones: [String]?
    /// Until when nobody asks a board that was silent.
    var silentUntil: Instant?
    /// What was sent after it had waited, and of which the person has not been told: by deed, how much.
    var arrived: [String: Int]?
    /// What was refused after it had waited, and of which the person has not been told.
    var refusals: [String]?

    init() { (id, knownBoards, reviewPrompts, hasReviewed) = (DeviceNotes.only, [], [], false) }

    static let only: Identifier<DeviceNotes> = "device"
    static let collection = RecordCollection<DeviceNotes>("community.device")
}

/// That an answer was seen.
struct ReadMark: Storable {
    /// The answer's identifier.
    let id: Identifier<ReadMark>
    /// Of when the answer was; a later one is new again.
    let answeredAt: Instant
    /// Whether it was read, or only announced.
    var isRead: Bool

    static let collection = RecordCollection<ReadMark>("community.read")
}

/// The notes in the app's own store.
struct Notebook: Sendable {
    let store: any Store

    func notes() throws -> DeviceNotes { try store.read { try $0.record(DeviceNotes.only) } ?? DeviceNotes() }

    @discardableResult
    func change<Value>(_ change: (inout DeviceNotes) -> Value) throws -> Value {
        try store.write { transaction in
            var notes = try transaction.record(DeviceNotes.only) ?? DeviceNotes()
            let value = change(&notes)
            try transaction.put(notes)
            return value
        }
    }

    func mark(of answer: Answer) throws -> ReadMark? {
        try store.read { try $0.record(Identifier<ReadMark>(answer.id)) }.flatMap { $0.answeredAt >= answer.at ? $0 : nil }
    }

    func mark(_ answers: [Answer], isRead: Bool) throws {
        guard !answers.isEmpty else { return }
        try store.write { transaction in
            try transaction.put(
                contentsOf: answers.map { ReadMark(id: Identifier($0.id), answeredAt: $0.at, isRead: isRead || $0.isRead) })
        }
    }

    /// Everything that this device remembers of a person: their outbox too, and what `undo` would bring back of it after an import.
    func erase() throws {
        try store.write { transaction in
            for mark in try transaction.records(Selection<ReadMark>.all) { try transaction.delete(mark.id) }
            for entry in try transaction.records(OutboxEntry.byNumber.all) { try transaction.delete(entry.id) }
            try transaction.delete(OutboxBook.only)
            try transaction.delete(DeviceNotes.only)
            try transaction.delete(BoardCopy.only)
            let names = Participation.collections.map { "\"\($0.name)\"" }
            for step in try transaction.records(Selection<UndoStep>.all) {
                let text = String(decoding: try JSONValue.encoder.encode(step), as: UTF8.self)
                if names.contains(where: text.contains) { try transaction.delete(step.id) }
            }
        }
    }
}
