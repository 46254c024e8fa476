import Kernel

/// The feedback that a person writes, keeps and shares, and its rules.
public struct FeedbackJournal: Sendable {
    /// As many entries as a list shows when nobody says otherwise.
    public static let listLimit = 50
    /// May a person share feedback? Asked with the number of share events so far.
    public static let sharing = Gate("coin.sharing", "shared feedback", context: "sharing")

    let repository: any FeedbackRepository
    let gates: GateKeeper
    let ids: IDSource
    let time: TimeSource

    /// Feedback over a repository.
    public init(repository: any FeedbackRepository, gates: GateKeeper, ids: IDSource, time: TimeSource) {
        (self.repository, self.gates, self.ids, self.time) = (repository, gates, ids, time)
    }

    /// Writes an entry.
    ///
    /// - Parameter more: what else there is to say of it; a recipient there is the one.
    /// - Throws: `contextMissing`, `sectionTooLong`, `controlCharacters`, `tagInvalid`, `tooManyTags`, `projectInvalid`, `stepInvalid`.
    public func write(
        _ text: FeedbackText, to recipient: Recipient? = nil, tags: [String] = [], _ more: FeedbackChange = FeedbackChange()
    ) throws -> FeedbackEntry {
        var more = more
        if more.recipient == nil { more.recipient = recipient.map { .set($0) } }
        let bare = FeedbackEntry(
            id: ids.next(), text: try Wording.checked(text), tags: try Wording.checked(tags: tags), createdAt: time.now())
        let entry = try more.applied(to: bare)
        return try repository.write(undo: "Wrote “\(entry.text.preview)”") { records in
            try records.keep(entry)
            return try FeedbackJournal.shown([entry], in: records)[0]
        }
    }

    /// Changes an entry. What already stands there as wanted is not written again, and keeps its date.
    ///
    /// - Throws: as `write`, and `entryNotFound`.
    public func change(_ id: Identifier<FeedbackEntry>, _ change: FeedbackChange) throws -> FeedbackEntry {
        let now = time.now()
        return try repository.write(undo: { "Changed “\($0.before.text.preview)”" }) {
            records -> (before: FeedbackEntry, now: FeedbackEntry) in
            let entry = try FeedbackJournal.existing(id, in: records)
            var changed = try change.applied(to: entry)
            guard changed != entry else { return (before: entry, now: try FeedbackJournal.shown([entry], in: records)[0]) }
            changed.updatedAt = max(now, entry.createdAt)
            try records.keep(changed)
            return (before: entry, now: try FeedbackJournal.shown([changed], in: records)[0])
        }.now
    }

    /// Deletes an entry and its share events.
    ///
    /// - Throws: `entryNotFound`.
    public func delete(_ id: Identifier<FeedbackEntry>) throws {
        _ = try repository.write(undo: { "Deleted “\($0.text.preview)”" }) { records -> FeedbackEntry in
            let entry = try FeedbackJournal.existing(id, in: records)
            try records.remove(records.shares(of: id, limit: nil))
            try records.remove(entry)
            return entry
        }
    }

    /// Deletes an entry and its share events for good: no file holds a word of them then, and nobody can undo it.
    ///
    /// - Throws: `entryNotFound`; `erasureUnfinished` when they are gone and a file still holds something.
    public func purge(_ id: Identifier<FeedbackEntry>) throws {
        try repository.write(undo: nil) { records in
            let (entry, shares) = (try FeedbackJournal.existing(id, in: records), try records.shares(of: id, limit: nil))
            try records.remove(shares)
            try records.remove(entry)
            try records.forget(entry, shares)
        }
    }

    /// The tags as an entry would keep them.
    ///
    /// - Throws: `tagInvalid`, `tooManyTags`.
    public static func checked(tags: [String]) throws -> [String] { try Wording.checked(tags: tags) }

    /// Who writes; nil while nobody said.
    ///
    /// - Throws: as `Mailbox`, when what is kept was damaged.
    public func sender() throws -> Mailbox? { try repository.read { try $0.sender() }?.mailbox() }

    /// Remembers who writes; nil forgets it. Can be undone.
    public func changeSender(to mailbox: Mailbox?) throws {
        try repository.write(undo: "Changed the sender") { try $0.keep(sender: mailbox.map(Sender.init)) }
    }

    /// The local day of an instant.
    public func day(of instant: Instant) -> Day { time.calendar.day(of: instant) }

    /// The day that it is.
    public var today: Day { time.today() }

    static func existing(_ id: Identifier<FeedbackEntry>, in records: any FeedbackRecords) throws -> FeedbackEntry {
        guard let entry = try records.entry(id) else { throw noEntry(id) }
        return entry
    }

    static func noEntry(_ id: Identifier<FeedbackEntry>) -> Failure {
        Failure(
            .entryNotFound, "There is no feedback with the id “\(id)”.", advice: "`list` shows all feedback.", absent: id.rawValue
        )
    }
}
