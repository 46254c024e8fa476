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
    /// - Returns: those that it has by this day, and its days; those that older days had are kept without a word. Nil where all were reached before.
    func award(for day: Day, repairs: Bool) -> (badges: [Badge], days: PhotoDays)? {
        let today = time.today()
        let read = try? repository.read { records -> (days: [Day], known: Set<Badge>)? in
            let known = Set(try records.badges().compactMap(\.badge))
            return known.count < Badge.allCases.count ? (try records.days(from: nil, through: nil), known) : nil
        }
        guard let found = read.flatMap({ $0 }) else { return nil }
        let now = PhotoDays(found.days, repairs: repairs, today: today)
        let new = Badge.allCases.filter { !found.known.contains($0) && $0.isReached(by: now) }
        guard !new.isEmpty else { return ([], now) }
        // Two processes at once keep the same.
        let isKept: Void? = try? repository.write(undo: nil) { records in
            for badge in new { try records.keep(ReachedBadge(badge, on: today)) }
        }
        guard isKept != nil else { return ([], now) }
        let before = PhotoDays(found.days.filter { $0 != day }, repairs: repairs, today: today)
        return (new.filter { !$0.isReached(by: before) }, now)
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
