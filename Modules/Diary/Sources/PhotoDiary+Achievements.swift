import Kernel

extension PhotoDiary {
    /// Returns every badge with its progress and the day on which it was reached.
    package func achievements() throws -> AchievementBook {
        let today = time.today()
        return try repository.read { records in
            let days = try records.days(from: nil, through: nil)
            let repairs = try records.settings()?.repairsStreak ?? false
            let reachedDays = Dictionary(
                try records.badges().map { ($0.id.rawValue, $0.on) }, uniquingKeysWith: { first, _ in first })
            return PhotoDays(days, repairs: repairs, today: today).badges(kept: reachedDays, today: today)
        }
    }

    /// Saves the badges that the diary has reached.
    ///
    /// It uses a separate transaction, so a badge stays when the addition is undone. An error is
    /// ignored, because the photo is already saved.
    ///
    /// - Returns: the badges reached by this day, and the days of the diary. Badges of other days
    ///   are saved without being returned. Nil if all badges were reached before.
    func award(for day: Day, repairs: Bool) -> (badges: [Achievement], days: PhotoDays)? {
        let today = time.today()
        let state = try? repository.read { records -> (days: [Day], reachedIDs: Set<String>)? in
            let reachedIDs = Set(try records.badges().map(\.id.rawValue))
            let isOpen = PhotoDays.goals.contains { !reachedIDs.contains($0.id) }
            return isOpen ? (try records.days(from: nil, through: nil), reachedIDs) : nil
        }
        guard let openState = state.flatMap({ $0 }) else { return nil }
        let days = PhotoDays(openState.days, repairs: repairs, today: today)
        let newBadges = days.badges(today: today).new(since: openState.reachedIDs)
        guard !newBadges.isEmpty else { return ([], days) }
        // Concurrent processes save the same badges.
        let isSaved: Void? = try? repository.write(undo: nil) { records in
            for badge in newBadges { try records.save(ReachedBadge(badge, on: today)) }
        }
        guard isSaved != nil else { return ([], days) }
        let earlierBook = PhotoDays(openState.days.filter { $0 != day }, repairs: repairs, today: today).badges(
            today: today)
        let earlierBadges = earlierBook.reached.map(\.id)
        return (newBadges.filter { !earlierBadges.contains($0.id) }, days)
    }

    /// Returns a random entry that is not sealed, or nil if there is none.
    ///
    /// - Parameter range: the days and a further condition.
    package func memory(in range: EntryRange = EntryRange(), using random: inout RandomSource) throws -> Entry? {
        guard range == EntryRange() else {
            var unsealed = range
            unsealed.includesSealed = false
            return try entries(unsealed).filter { !$0.isSealed }.randomElement(using: &random)
        }
        let today = time.today()
        let days = try repository.read { records in
            let closed = Set(try records.capsules().filter { $0.isClosed(on: today) }.map(\.day))
            return try records.days(from: nil, through: nil).filter { !closed.contains($0) }
        }
        return try days.randomElement(using: &random).map(entry)
    }

    /// Returns whether today has no photo although the evening has begun.
    package func isPhotoOverdue() throws -> Bool {
        guard let evening = try settings().evening, try !isTaken() else { return false }
        return time.calendar.secondOfDay(of: time.now()) >= evening
    }
}
