import Kernel

extension PhotoDiary {
    /// Every badge, how far one is, and when it was reached.
    public func achievements() throws -> [Achievement] {
        let today = time.today()
        return try repository.read { records in
            let days = try records.days(from: nil, through: nil)
            let repairs = try records.settings()?.repairsStreak ?? false
            let reached = try records.badges()
            let sums = PhotoDays(days, repairs: repairs, today: today)
            return Badge.allCases.map { badge in
                let day = reached.first { $0.badge == badge }?.on
                let isReached = badge.isReached(by: sums)
                return Achievement(
                    badge: badge, have: day == nil ? badge.have(sums) : badge.need,
                    reached: day ?? (isReached ? PhotoDiary.day(of: badge, among: days, repairs) : nil))
            }
        }
    }

    /// The day whose photo reached a badge that these days have, by halves: more days never have less.
    private static func day(of badge: Badge, among days: [Day], _ repairs: Bool) -> Day? {
        var (missing, having) = (-1, days.count - 1)
        while having - missing > 1 {
            let middle = (missing + having) / 2
            let sums = PhotoDays(Array(days[...middle]), repairs: repairs, today: days[middle])
            if badge.isReached(by: sums) { having = middle } else { missing = middle }
        }
        return days.indices.contains(having) ? days[having] : nil
    }

    /// Keeps the badges that the diary has now. Not in the transaction that added the day: what was reached stays reached when that is undone. Where it
    /// cannot be found out nothing is said, for the photo was added.
    ///
    /// - Returns: those that it has by this day; those that older days had are kept without a word.
    func award(for day: Day) -> [Badge] {
        let today = time.today()
        let found = try? repository.read { records -> (new: [Badge], said: [Badge]) in
            let known = Set(try records.badges().compactMap(\.badge))
            guard known.count < Badge.allCases.count else { return ([], []) }
            let days = try records.days(from: nil, through: nil)
            let repairs = try records.settings()?.repairsStreak ?? false
            let now = PhotoDays(days, repairs: repairs, today: today)
            let new = Badge.allCases.filter { !known.contains($0) && $0.isReached(by: now) }
            guard !new.isEmpty else { return ([], []) }
            let before = PhotoDays(days.filter { $0 != day }, repairs: repairs, today: today)
            return (new, new.filter { !$0.isReached(by: before) })
        }
        guard let found, !found.new.isEmpty else { return [] }
        let kept = try? repository.write(undo: nil) { records in
            let known = Set(try records.badges().compactMap(\.badge))
            for badge in found.new where !known.contains(badge) { try records.keep(ReachedBadge(badge, on: today)) }
            return found.said.filter { !known.contains($0) }
        }
        return kept ?? []
    }

    /// An entry as chance has it, and never one that is sealed; nil where there is none.
    ///
    /// - Parameter range: of which days, and what else it must say.
    public func memory(in range: EntryRange = EntryRange(), using random: inout RandomSource) throws -> Entry? {
        guard range == EntryRange() else {
            var open = range
            open.includesSealed = false
            return try entries(open).filter { !$0.isSealed }.randomElement(using: &random)
        }
        let today = time.today()
        let days = try repository.read { records in
            let closed = Set(try records.capsules().filter { $0.isClosed(on: today) }.map(\.day))
            return try records.days(from: nil, through: nil).filter { !closed.contains($0) }
        }
        return try days.randomElement(using: &random).map(entry)
    }

    /// Whether today has no photo although the evening has come.
    public func isWantedTonight() throws -> Bool {
        guard let evening = try settings().evening, try !isTaken() else { return false }
        return time.calendar.secondOfDay(of: time.now()) >= evening
    }
}
