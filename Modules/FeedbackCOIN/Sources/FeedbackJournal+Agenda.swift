import Kernel

extension FeedbackJournal {
    /// Returns a period of days for a filter.
    package func period(from first: Day? = nil, through last: Day? = nil) -> EntryPeriod {
        EntryPeriod(from: first, through: last, in: time.calendar)
    }

    /// Returns the topics to discuss with a person.
    ///
    /// - Throws: `personNotFound`, `namesSeveral`.
    package func agenda(withPersonNamed typed: String) throws -> Agenda {
        try repository.read { try agenda(typed, in: $0) }
    }

    /// Marks everything on a person's agenda as discussed on a day, by default today, in one
    /// change.
    ///
    /// - Returns: the agenda before the change.
    /// - Throws: `personNotFound`, `namesSeveral`.
    package func discuss(_ typed: String, on day: Day? = nil) throws -> Agenda {
        let day = day ?? today
        return try repository.write(
            undo: {
                $0.items.isEmpty
                    ? nil : "Discussed \(counted($0.items.count, "entry", "entries")) with \($0.person.person.title)"
            }
        ) { records in
            let agenda = try agenda(typed, in: records)
            // The stored entries are marked. The shown ones carry today's names.
            let ids = Set(agenda.items.map(\.id))
            for entry in try records.entries(EntryFilter(about: agenda.person)) where ids.contains(entry.id) {
                try records.save(EntryMark.discussed.applied(to: entry, on: day))
            }
            return agenda
        }
    }

    /// Returns everything about a person.
    ///
    /// - Throws: `personNotFound`, `namesSeveral`.
    package func review(_ typed: String, in period: EntryPeriod? = nil) throws -> PersonReview {
        try repository.read { records in
            let people = try FeedbackJournal.people(in: records)
            let person = try people.uniqueMatch(typed)
            let entries = try FeedbackJournal.entries(about: person, in: records)
            return PersonReview(
                of: person, similarPeople: people.similarPeople(person), from: entries, in: period ?? self.period(),
                on: today)
        }
    }

    private func agenda(_ typed: String, in records: any FeedbackRecords) throws -> Agenda {
        let person = try FeedbackJournal.people(in: records).uniqueMatch(typed)
        return Agenda(with: person, about: try FeedbackJournal.entries(about: person, in: records), on: today)
    }

    private static func entries(about person: People.Member, in records: any FeedbackRecords) throws -> [FeedbackEntry]
    {
        try withCurrentPeople(records.entries(EntryFilter(about: person)), in: records)
    }
}
