import Kernel

extension FeedbackJournal {
    /// Some days, for a filter.
    public func period(from first: Day? = nil, through last: Day? = nil) -> EntryPeriod {
        EntryPeriod(from: first, through: last, in: time.calendar)
    }

    /// What to talk over with somebody.
    ///
    /// - Throws: `personNotFound`, `namesSeveral`.
    public func agenda(_ typed: String) throws -> Agenda {
        try repository.read { try agenda(typed, in: $0) }
    }

    /// Marks everything that is on somebody's agenda as discussed, in one change; today, unless another day is given.
    ///
    /// - Returns: what was on the agenda.
    /// - Throws: `personNotFound`, `namesSeveral`.
    public func discuss(_ typed: String, on day: Day? = nil) throws -> Agenda {
        let day = day ?? today
        return try repository.write(
            undo: {
                $0.items.isEmpty ? nil : "Discussed \(counted($0.items.count, "entry", "entries")) with \($0.person.person.title)"
            }
        ) { records in
            let agenda = try agenda(typed, in: records)
            // As they stand in the store: what is shown carries the names of today.
            let wanted = Set(agenda.items.map(\.id))
            for entry in try records.entries(EntryFilter(about: agenda.person)) where wanted.contains(entry.id) {
                try records.keep(EntryMark.discussed.applied(to: entry, on: day))
            }
            return agenda
        }
    }

    /// Everything about somebody.
    ///
    /// - Throws: `personNotFound`, `namesSeveral`.
    public func review(_ typed: String, in period: EntryPeriod? = nil) throws -> PersonReview {
        try repository.read { records in
            let people = try FeedbackJournal.people(in: records)
            let person = try people.one(typed)
            let entries = try FeedbackJournal.entries(about: person, in: records)
            return PersonReview(of: person, beside: people.alike(person), from: entries, in: period ?? self.period(), on: today)
        }
    }

    private func agenda(_ typed: String, in records: any FeedbackRecords) throws -> Agenda {
        let person = try FeedbackJournal.people(in: records).one(typed)
        return Agenda(with: person, about: try FeedbackJournal.entries(about: person, in: records), on: today)
    }

    private static func entries(about person: People.Member, in records: any FeedbackRecords) throws -> [FeedbackEntry] {
        try shown(records.entries(EntryFilter(about: person)), in: records)
    }
}
