import Kernel

extension PhotoDiary {
    /// Returns a page of the nearest entries after a day, newest first.
    package func timeline(_ range: EntryRange = EntryRange(), after day: Day) throws -> [Entry] {
        let last = min(range.through ?? time.today(), time.today())
        var span = PhotoDiary.pageSize
        while day < last {
            var query = range
            query.from = max(range.from ?? day.adding(days: 1), day.adding(days: 1))
            query.through = min(day.adding(days: span), last)
            query.limit = nil
            let matches = try entries(query)
            guard matches.isEmpty, query.through != last else { return matches.suffix(PhotoDiary.pageSize) }
            span *= 2
        }
        return []
    }
}

/// A position in the timeline that moves entry by entry.
///
/// It reads one page at a time, as needed.
package struct TimelineWalk: Sendable {
    /// The maximum number of entries in memory. Further entries are dropped at the distant end.
    private static let memoryLimit = 4 * PhotoDiary.pageSize

    private let diary: PhotoDiary
    private let range: EntryRange
    /// The entries in memory, newest first and without gaps.
    private var entries: [Entry]
    private var index = 0
    private var (hasLatest, hasFirst) = (true, false)

    /// Creates a walk that starts at the latest entry of a range, or returns nil if it has none.
    package init?(_ diary: PhotoDiary, _ range: EntryRange = EntryRange()) throws {
        var paged = range
        paged.limit = PhotoDiary.pageSize
        self.diary = diary
        self.range = paged
        entries = try diary.timeline(paged).entries
        guard !entries.isEmpty else { return nil }
    }

    package var entry: Entry { entries[index] }

    /// Returns at most the given number of entries on each side of the current one, newest first.
    package func around(_ count: Int) -> (newer: [Entry], older: [Entry]) {
        (Array(entries[max(0, index - count)..<index]), Array(entries.dropFirst(index + 1).prefix(count)))
    }

    /// Moves to older entries, or to newer ones for a negative number, and stops at both ends.
    ///
    /// - Parameter margin: the number of entries on each side to load as well, for `around`.
    package mutating func move(by count: Int, margin: Int = 0) throws {
        var target = index + count
        while target + margin >= entries.count, !hasFirst { try readOlder() }
        target = min(target, entries.count - 1)
        while target - margin < 0, !hasLatest { target += try readNewer() }
        index = max(target, 0)
        while index + margin >= entries.count, !hasFirst { try readOlder() }
        trim()
    }

    /// Moves to the latest entry.
    package mutating func goToLatest() throws {
        let latest = try diary.timeline(range).entries
        guard !latest.isEmpty else { return }
        entries = latest
        index = 0
        hasLatest = true
        hasFirst = false
    }

    /// Moves to the first entry.
    package mutating func goToFirst() throws {
        guard let first = try diary.firstDay(of: range) else { return }
        let oldest = try diary.timeline(range, after: first.adding(days: -1))
        guard !oldest.isEmpty else { return }
        entries = oldest
        index = oldest.count - 1
        hasLatest = false
        hasFirst = true
    }

    /// Moves to the entry of a day, else to the nearest earlier entry, or else to the first.
    package mutating func go(to day: Day, margin: Int = 0) throws {
        let page = try diary.timeline(range, before: day.adding(days: 1)).entries
        guard !page.isEmpty else { return try goToFirst() }
        entries = page
        index = 0
        hasLatest = false
        hasFirst = false
        try move(by: 0, margin: margin)
    }

    /// Returns the position counted from the latest entry and the total.
    ///
    /// Returns nil if the range has a condition other than days.
    package func position() throws -> (place: Int, count: Int)? {
        guard !range.isFiltered else { return nil }
        return try diary.repository.read { records in
            (
                try records.count(from: entries[index].day, through: range.through),
                try records.count(from: range.from, through: range.through)
            )
        }
    }

    private mutating func readOlder() throws {
        let page = try entries.last.map { try diary.timeline(range, before: $0.day) }
        entries += page?.entries ?? []
        hasFirst = page?.next == nil
    }

    private mutating func readNewer() throws -> Int {
        let newer = try entries.first.map { try diary.timeline(range, after: $0.day) } ?? []
        entries = newer + entries
        hasLatest = newer.isEmpty
        return newer.count
    }

    /// Drops distant entries from memory.
    private mutating func trim() {
        let surplus = entries.count - TimelineWalk.memoryLimit
        guard surplus > 0 else { return }
        if index < entries.count / 2 {
            entries.removeLast(surplus)
            hasFirst = false
        } else {
            entries.removeFirst(surplus)
            index -= surplus
            hasLatest = false
        }
    }
}

extension PhotoDiary {
    /// Returns the day from which to look for the first entry of a range.
    fileprivate func firstDay(of range: EntryRange) throws -> Day? {
        try repository.read { records in
            guard let first = try records.firstDay() else { return nil }
            return max(range.from ?? first, first)
        }
    }
}
