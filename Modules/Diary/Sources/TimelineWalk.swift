import Kernel

extension PhotoDiary {
    /// The entries behind a day that are nearest to it, newest first: a page of them at most, and none where none follow.
    public func timeline(_ range: EntryRange = EntryRange(), after day: Day) throws -> [Entry] {
        let last = min(range.through ?? time.today(), time.today())
        var span = PhotoDiary.pageSize
        while day < last {
            var asked = range
            asked.from = max(range.from ?? day.adding(days: 1), day.adding(days: 1))
            asked.through = min(day.adding(days: span), last)
            asked.limit = nil
            let found = try entries(asked)
            guard found.isEmpty, asked.through != last else { return found.suffix(PhotoDiary.pageSize) }
            span *= 2
        }
        return []
    }
}

/// Going through the timeline entry by entry. It reads a page where it comes to the end of what it has, never all.
public struct TimelineWalk: Sendable {
    /// What is kept of what was read: more is let go at the far end.
    private static let kept = 4 * PhotoDiary.pageSize

    private let diary: PhotoDiary
    private let range: EntryRange
    /// Newest first, without a gap between them.
    private var rows: [Entry]
    private var place = 0
    private var (hasLatest, hasFirst) = (true, false)

    /// A walk that begins at the latest entry of a range; nil where it has none.
    public init?(_ diary: PhotoDiary, _ range: EntryRange = EntryRange()) throws {
        var paged = range
        paged.limit = PhotoDiary.pageSize
        (self.diary, self.range) = (diary, paged)
        rows = try diary.timeline(paged).entries
        guard !rows.isEmpty else { return nil }
    }

    /// Where one is.
    public var entry: Entry { rows[place] }

    /// What lies beside it: so many entries at most in front of it and behind it, each newest first.
    public func around(_ count: Int) -> (newer: [Entry], older: [Entry]) {
        (Array(rows[max(0, place - count)..<place]), Array(rows.dropFirst(place + 1).prefix(count)))
    }

    /// So many entries towards the older ones, or towards the newer ones when it is less than nothing; it stops at both ends.
    ///
    /// - Parameter sight: how many entries beside it are read too, for `around`.
    public mutating func move(by count: Int, seeing sight: Int = 0) throws {
        var target = place + count
        while target + sight >= rows.count, !hasFirst { try readOlder() }
        target = min(target, rows.count - 1)
        while target - sight < 0, !hasLatest { target += try readNewer() }
        place = max(target, 0)
        while place + sight >= rows.count, !hasFirst { try readOlder() }
        trim()
    }

    /// To the latest entry.
    public mutating func toLatest() throws {
        let latest = try diary.timeline(range).entries
        guard !latest.isEmpty else { return }
        (rows, place, hasLatest, hasFirst) = (latest, 0, true, false)
    }

    /// To the first entry.
    public mutating func toFirst() throws {
        guard let first = try diary.firstDay(of: range) else { return }
        let oldest = try diary.timeline(range, after: first.adding(days: -1))
        guard !oldest.isEmpty else { return }
        (rows, place, hasLatest, hasFirst) = (oldest, oldest.count - 1, false, true)
    }

    /// To the entry of a day; where that has none, to the nearest before it, or else to the first.
    public mutating func go(to day: Day, seeing sight: Int = 0) throws {
        let page = try diary.timeline(range, before: day.adding(days: 1)).entries
        guard !page.isEmpty else { return try toFirst() }
        (rows, place, hasLatest, hasFirst) = (page, 0, false, false)
        try move(by: 0, seeing: sight)
    }

    /// Which entry it is, counted from the latest, and of how many; nil where more than days was asked for.
    public func standing() throws -> (place: Int, count: Int)? {
        guard !range.isFiltered else { return nil }
        return try diary.repository.read { records in
            (
                try records.count(from: rows[place].day, through: range.through),
                try records.count(from: range.from, through: range.through)
            )
        }
    }

    private mutating func readOlder() throws {
        let page = try rows.last.map { try diary.timeline(range, before: $0.day) }
        rows += page?.entries ?? []
        hasFirst = page?.next == nil
    }

    private mutating func readNewer() throws -> Int {
        let newer = try rows.first.map { try diary.timeline(range, after: $0.day) } ?? []
        rows = newer + rows
        hasLatest = newer.isEmpty
        return newer.count
    }

    /// Lets go what lies far away.
    private mutating func trim() {
        let surplus = rows.count - TimelineWalk.kept
        guard surplus > 0 else { return }
        if place < rows.count / 2 {
            rows.removeLast(surplus)
            hasFirst = false
        } else {
            rows.removeFirst(surplus)
            place -= surplus
            hasLatest = false
        }
    }
}

extension PhotoDiary {
    /// From where the first entry of a range is to be looked for.
    fileprivate func firstDay(of range: EntryRange) throws -> Day? {
        try repository.read { records in
            guard let first = try records.firstDay() else { return nil }
            return max(range.from ?? first, first)
        }
    }
}
