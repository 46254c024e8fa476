import Kernel

/// The feedback that a user writes, stores and shares, and its rules.
package struct FeedbackJournal: Sendable {
    /// The default number of records in a list.
    package static let listLimit = 50
    /// The permission to share feedback, asked with the number of share events so far.
    package static let sharing = Gate("coin.sharing", "shared feedback", context: "sharing")

    let repository: any FeedbackRepository
    let gates: GateKeeper
    let ids: IDSource
    let time: TimeSource

    package init(repository: any FeedbackRepository, gates: GateKeeper, ids: IDSource, time: TimeSource) {
        self.repository = repository
        self.gates = gates
        self.ids = ids
        self.time = time
    }

    /// Writes an entry.
    ///
    /// - Parameter details: optional fields. Its recipient overrides `recipient`.
    /// - Throws: `contextMissing`, `sectionTooLong`, `controlCharacters`, `tagInvalid`,
    ///   `tooManyTags`, `projectInvalid`, `stepInvalid`.
    package func write(
        _ text: FeedbackText, to recipient: Recipient? = nil, tags: [String] = [],
        _ details: FeedbackChange = FeedbackChange()
    ) throws -> FeedbackEntry {
        var details = details
        if details.recipient == nil { details.recipient = recipient.map { .set($0) } }
        let blankEntry = FeedbackEntry(
            id: ids.next(), text: try EntryTextRules.checked(text), tags: try EntryTextRules.checked(tags: tags),
            createdAt: time.now())
        let entry = try details.applied(to: blankEntry)
        return try repository.write(undo: "Wrote “\(entry.text.preview)”") { records in
            try records.save(entry)
            return try FeedbackJournal.withCurrentPeople([entry], in: records)[0]
        }
    }

    /// Changes an entry.
    ///
    /// A change without effect is not written and keeps the date.
    ///
    /// - Throws: the errors of `write`, and `entryNotFound`.
    package func change(_ id: Identifier<FeedbackEntry>, _ change: FeedbackChange) throws -> FeedbackEntry {
        let now = time.now()
        return try repository.write(undo: { "Changed “\($0.before.text.preview)”" }) {
            records -> (before: FeedbackEntry, now: FeedbackEntry) in
            let entry = try FeedbackJournal.requiredEntry(id, in: records)
            var changed = try change.applied(to: entry)
            guard changed != entry else {
                return (before: entry, now: try FeedbackJournal.withCurrentPeople([entry], in: records)[0])
            }
            changed.updatedAt = max(now, entry.createdAt)
            try records.save(changed)
            return (before: entry, now: try FeedbackJournal.withCurrentPeople([changed], in: records)[0])
        }.now
    }

    /// Deletes an entry and its share events.
    ///
    /// - Throws: `entryNotFound`.
    package func delete(_ id: Identifier<FeedbackEntry>) throws {
        _ = try repository.write(undo: { "Deleted “\($0.text.preview)”" }) { records -> FeedbackEntry in
            let entry = try FeedbackJournal.requiredEntry(id, in: records)
            try records.remove(records.shares(of: id, limit: nil))
            try records.remove(entry)
            return entry
        }
    }

    /// Permanently deletes an entry and its share events.
    ///
    /// No file then contains their words, and `undo` is impossible.
    ///
    /// - Throws: `entryNotFound`, or `erasureUnfinished` if they are deleted but a file still
    ///   contains something.
    package func purge(_ id: Identifier<FeedbackEntry>) throws {
        try repository.write(undo: nil) { records in
            let entry = try FeedbackJournal.requiredEntry(id, in: records)
            let shares = try records.shares(of: id, limit: nil)
            try records.remove(shares)
            try records.remove(entry)
            try records.purge(entry, shares)
        }
    }

    /// Returns tags in their stored form.
    ///
    /// - Throws: `tagInvalid`, `tooManyTags`.
    package static func checked(tags: [String]) throws -> [String] { try EntryTextRules.checked(tags: tags) }

    /// Returns the default sender, or nil if none is set.
    ///
    /// - Throws: the errors of `Mailbox`, if the stored text is damaged.
    package func sender() throws -> Mailbox? { try repository.read { try $0.sender() }?.mailbox() }

    /// Sets the default sender, or deletes it with nil.
    ///
    /// `undo` reverts it.
    package func changeSender(to mailbox: Mailbox?) throws {
        try repository.write(undo: "Changed the sender") { try $0.save(sender: mailbox.map(Sender.init)) }
    }

    /// Returns the local day of an instant.
    package func day(of instant: Instant) -> Day { time.calendar.day(of: instant) }

    package var today: Day { time.today() }

    static func requiredEntry(_ id: Identifier<FeedbackEntry>, in records: any FeedbackRecords) throws -> FeedbackEntry
    {
        guard let entry = try records.entry(id) else { throw entryNotFound(id) }
        return entry
    }

    static func entryNotFound(_ id: Identifier<FeedbackEntry>) -> Failure {
        Failure(
            .entryNotFound, "There is no feedback with the id “\(id)”.", advice: "`list` shows all feedback.",
            missingName: id.rawValue
        )
    }
}
