import Kernel

extension FeedbackJournal {
    /// Says how far an entry has come. What is done with has no open step any more; the day is today unless another is given.
    ///
    /// - Throws: `entryNotFound`.
    public func mark(_ id: Identifier<FeedbackEntry>, _ mark: EntryMark, on day: Day? = nil) throws -> FeedbackEntry {
        let day = day ?? today
        return try standing(id, said: { "Marked “\($0.text.preview)” as \(mark.rawValue)" }) { mark.applied(to: $0, on: day) }
    }

    /// Sets the next step of an entry, which is not done then; nil takes it away.
    ///
    /// - Throws: `entryNotFound`, `stepInvalid`.
    public func follow(_ id: Identifier<FeedbackEntry>, up step: FollowUp?) throws -> FeedbackEntry {
        let change = FeedbackChange(followUp: step.map { .set($0) } ?? .remove)
        return try standing(id, said: { "Changed the next step of “\($0.text.preview)”" }) { try change.applied(to: $0) }
    }

    /// Notes that the next step of an entry was done; today, unless another day is given.
    ///
    /// - Throws: `entryNotFound`, `noFollowUp`.
    public func finishFollowUp(of id: Identifier<FeedbackEntry>, on day: Day? = nil) throws -> FeedbackEntry {
        let day = day ?? today
        return try standing(id, said: { "Did the next step of “\($0.text.preview)”" }) { entry in
            guard var step = entry.followUp else {
                throw Failure(
                    .noFollowUp, "This entry has no next step with a date.", advice: "Set one with `follow-up \(id.end) DAY`.",
                    kind: .badData)
            }
            step.doneOn = step.doneOn ?? day
            var changed = entry
            changed.followUp = step
            return changed
        }
    }

    /// Where an entry stands is none of its words: the date of the last change stays.
    private func standing(
        _ id: Identifier<FeedbackEntry>, said label: (FeedbackEntry) -> String, _ change: (FeedbackEntry) throws -> FeedbackEntry
    ) throws -> FeedbackEntry {
        try repository.write(undo: { label($0) }) { records in
            let entry = try FeedbackJournal.existing(id, in: records)
            let changed = try change(entry)
            if changed != entry { try records.keep(changed) }
            return try FeedbackJournal.shown([changed], in: records)[0]
        }
    }

    /// The entries whose next step is open, the earliest day first: what is overdue comes before everything else.
    ///
    /// - Parameters:
    ///   - day: only those up to this day; nil for all.
    ///   - person: only those about somebody.
    public func due(through day: Day? = nil, about person: People.Member? = nil) throws -> [FeedbackEntry] {
        try repository.read { records in
            let due = try records.due(through: day)
            let wanted = person.map { person in due.filter { $0.personKey.map(person.keys.contains) ?? false } }
            return try FeedbackJournal.shown(wanted ?? due, in: records)
        }
    }
}
