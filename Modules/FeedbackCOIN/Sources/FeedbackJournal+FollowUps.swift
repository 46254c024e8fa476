import Kernel

extension FeedbackJournal {
    /// Sets the progress of an entry on a day, by default today.
    ///
    /// A finished entry has no open step.
    ///
    /// - Throws: `entryNotFound`.
    package func mark(_ id: Identifier<FeedbackEntry>, _ mark: EntryMark, on day: Day? = nil) throws -> FeedbackEntry {
        let day = day ?? today
        return try changeProgress(of: id, undo: { "Marked “\($0.text.preview)” as \(mark.rawValue)" }) {
            mark.applied(to: $0, on: day)
        }
    }

    /// Sets the next step of an entry as open, or removes it with nil.
    ///
    /// - Throws: `entryNotFound`, `stepInvalid`.
    package func setFollowUp(_ id: Identifier<FeedbackEntry>, up step: FollowUp?) throws -> FeedbackEntry {
        let change = FeedbackChange(followUp: step.map { .set($0) } ?? .remove)
        return try changeProgress(of: id, undo: { "Changed the next step of “\($0.text.preview)”" }) {
            try change.applied(to: $0)
        }
    }

    /// Records that the next step of an entry was done on a day, by default today.
    ///
    /// - Throws: `entryNotFound`, `noFollowUp`.
    package func finishFollowUp(of id: Identifier<FeedbackEntry>, on day: Day? = nil) throws -> FeedbackEntry {
        let day = day ?? today
        return try changeProgress(of: id, undo: { "Did the next step of “\($0.text.preview)”" }) { entry in
            guard var step = entry.followUp else {
                throw Failure(
                    .noFollowUp, "This entry has no next step with a date.",
                    advice: "Set one with `follow-up \(id.shortForm) DAY`.", kind: .badData)
            }
            step.doneOn = step.doneOn ?? day
            var changed = entry
            changed.followUp = step
            return changed
        }
    }

    /// Changes the progress of an entry, without changing the date of its text.
    private func changeProgress(
        of id: Identifier<FeedbackEntry>, undo label: (FeedbackEntry) -> String,
        _ change: (FeedbackEntry) throws -> FeedbackEntry
    ) throws -> FeedbackEntry {
        try repository.write(undo: { label($0) }) { records in
            let entry = try FeedbackJournal.requiredEntry(id, in: records)
            let changed = try change(entry)
            if changed != entry { try records.save(changed) }
            return try FeedbackJournal.withCurrentPeople([changed], in: records)[0]
        }
    }

    /// Returns the entries with an open next step, earliest and therefore overdue ones first.
    ///
    /// - Parameters:
    ///   - day: the last day, or nil for all.
    ///   - person: the person of the entries, or nil for all.
    package func due(through day: Day? = nil, about person: People.Member? = nil) throws -> [FeedbackEntry] {
        try repository.read { records in
            let due = try records.due(through: day)
            let matching = person.map { person in due.filter { $0.personKey.map(person.keys.contains) ?? false } }
            return try FeedbackJournal.withCurrentPeople(matching ?? due, in: records)
        }
    }
}
