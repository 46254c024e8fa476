import Kernel
import Pictures
import Search

/// A page of the timeline, newest first.
public struct TimelinePage: Sendable {
    /// The entries of this page.
    public let entries: [Entry]
    /// Where the next page begins: give it as `before`. Nil on the last page.
    public let next: Day?
}

extension PhotoDiary {
    /// As many entries as a page of the timeline has when nobody says otherwise.
    public static let pageSize = 50

    /// The entry of a day.
    ///
    /// - Throws: `entryNotFound`.
    public func entry(on day: Day) throws -> Entry {
        try repository.read { try PhotoDiary.existing(day, in: $0) }.seen(on: time.today())
    }

    /// The entry of a day that is closed today.
    ///
    /// - Throws: `entryNotFound`, `notSealed`.
    public func sealedEntry(on day: Day) throws -> Entry {
        let entry = try entry(on: day)
        guard entry.isSealed else { throw Entry.notSealed(day) }
        return entry
    }

    /// Nobody changes what is closed today.
    ///
    /// - Throws: `entrySealed`.
    public func requireOpen(_ entry: Entry) throws { try entry.requireOpen(on: time.today()) }

    /// The entries that open on a day, latest first.
    public func opening(on day: Day) throws -> [Entry] {
        let today = time.today()
        return try repository.read { try $0.capsules() }.filter { $0.sealedUntil == day }.map { $0.seen(on: today) }
    }

    /// A page of entries, newest first.
    ///
    /// - Parameter before: only days before this one; the `next` of the page before.
    public func timeline(_ range: EntryRange = EntryRange(), before: Day? = nil) throws -> TimelinePage {
        var asked = range
        let size = max(1, range.limit ?? PhotoDiary.pageSize)
        asked.limit = size + 1
        if let before {
            let last = before.adding(days: -1)
            guard last < before else { return TimelinePage(entries: [], next: nil) }
            asked.through = min(range.through ?? last, last)
        }
        let found = try entries(asked)
        let page = Array(found.prefix(size))
        return TimelinePage(entries: page, next: found.count > size ? page.last?.day : nil)
    }

    /// All entries of a range, newest first. Of those that are closed nothing is seen, and they say nothing that could be asked for, unless the range
    /// includes them.
    public func entries(_ range: EntryRange) throws -> [Entry] {
        let today = time.today()
        return try repository.read { records in
            guard range.isFiltered else { return seen(try records.entries(range), in: range, on: today) }
            // What entries say is looked at page by page, until there are enough.
            var (found, asked, isMore) = ([Entry](), range, true)
            while isMore, found.count < range.limit ?? .max {
                asked.limit = range.limit.map { max($0, PhotoDiary.pageSize) }
                let page = try records.entries(asked)
                found += seen(page, in: range, on: today).filter(range.fits)
                isMore = asked.limit == page.count && page.last != nil
                asked.through = page.last.map { $0.day.adding(days: -1) } ?? asked.through
            }
            return Array(found.prefix(range.limit ?? .max))
        }
    }

    private func seen(_ entries: [Entry], in range: EntryRange, on today: Day) -> [Entry] {
        let isOpen = range.includesSealed || !entries.indices.contains { entries[$0].sealedUntil != nil }
        return isOpen ? entries : entries.map { $0.seen(on: today) }
    }

    /// How many days in a row have a photo, now and at best. Looks at every day there is; `currentStreak` does not.
    public func photoDays() throws -> PhotoDays {
        let today = time.today()
        return try repository.read { records in
            PhotoDays(
                try records.days(from: nil, through: nil), repairs: try records.settings()?.repairsStreak ?? false, today: today)
        }
    }

    /// How many days in a row have a photo up to today, or up to yesterday while today is open.
    public func currentStreak() throws -> Int { try streak(on: time.today()) }

    /// Whether today has a photo.
    public func isTaken() throws -> Bool { try isTaken(time.today()) }

    /// Whether a day has its photo.
    public func isTaken(_ day: Day) throws -> Bool { try repository.read { try $0.count(from: day, through: day) } > 0 }

    /// Days in a row that end the day before this one.
    public func streak(before day: Day) throws -> Int { try streak(on: day, isOpen: true) }

    /// Costs the logarithm of the answer; where days are repaired, a look at every day.
    private func streak(on day: Day, isOpen: Bool = false) throws -> Int {
        try repository.read { records in
            let through = try isOpen || records.entry(on: day) == nil ? day.adding(days: -1) : day
            guard try records.settings()?.repairsStreak != true else {
                return PhotoStreak(try records.days(from: nil, through: through), repairs: true, today: day).current
            }
            return try daysInARow(through: through, in: records)
        }
    }

    private func daysInARow(through last: Day, in records: any DiaryRecords) throws -> Int {
        // So many days are in a row when as many lie between the first and the last of them: doubled until they are not, then halved.
        var (row, tried, isDoubling) = (0, 1, true)
        while isDoubling || tried - row > 1 {
            let middle = isDoubling ? tried : (row + tried) / 2
            let found = try records.count(from: last.adding(days: 1 - middle), through: last)
            if found == middle {
                row = middle
                if isDoubling { tried = middle * 2 }
            } else {
                (tried, isDoubling) = (middle, false)
            }
        }
        return row
    }

    /// The entry of the earliest day, or nil.
    public func firstEntry() throws -> Entry? {
        try repository.read { records in try records.firstDay().flatMap { try records.entry(on: $0) } }?.seen(on: time.today())
    }

    /// How many days have a photo.
    public func count() throws -> Int { try repository.read { try $0.count(from: nil, through: nil) } }

    /// The entries of this day in earlier years, latest year first.
    public func onThisDay() throws -> [Entry] {
        let today = time.today()
        return try onThisDay(today).filter { $0.day.year < today.year }
    }

    /// The entries of a day in every year, latest year first. Where a year has no 29 February, its 28 February stands for it, and shows those of other
    /// years beside its own.
    public func onThisDay(_ day: Day) throws -> [Entry] {
        let today = time.today()
        let found: [Entry] = try repository.read { records in
            guard let first = try records.firstDay(), first.year <= today.year else { return [] }
            return try records.entries(on: (first.year...today.year).reversed().flatMap(day.counterparts))
        }
        return found.map { $0.seen(on: today) }
    }

    /// The entry of the latest day, or nil.
    public func latestEntry() throws -> Entry? { try entries(EntryRange(limit: 1)).first }

    /// The days of a range that have a photo, ascending.
    public func days(from first: Day, through last: Day) throws -> [Day] {
        try repository.read { try $0.days(from: first, through: last) }
    }

    /// The entries whose note, place or tags fit what a person looks for, newest first; so many at most, all counted. What is closed is not found.
    ///
    /// - Parameter range: of which days, and what else they must say; its limit does not matter.
    /// - Throws: `queryTooLong`.
    public func search(_ words: [String], in range: EntryRange = EntryRange(), limit: Int? = nil) throws -> SearchResult<Entry> {
        let query = try SearchQuery(words)
        guard range != EntryRange() else { return try repository.search(query, on: time.today(), limit: limit) }
        let found = try repository.search(query, on: time.today(), limit: nil).records.filter {
            range.holds($0.day) && range.fits($0)
        }
        return SearchResult(records: Array(found.prefix(limit ?? .max)), count: found.count)
    }

    /// The bytes of an entry's photo.
    ///
    /// - Throws: `loadFailed`, `entrySealed`.
    public func photo(of entry: Entry) throws -> [UInt8] { try photos.bytes(at: shownPath(of: entry)) }

    /// Where a photo lies that may be seen.
    ///
    /// - Throws: `entrySealed`.
    func shownPath(of entry: Entry) throws -> PhotoPath {
        if entry.isSealed, let opens = entry.sealedUntil { throw Entry.sealed(entry.day, until: opens) }
        return entry.photo.path
    }

    /// Whether the file of an entry's photo is there, as long as it was when it was kept.
    public func hasPhoto(of entry: Entry) -> Bool { (try? photos.source(at: entry.photo.path).size) == entry.photo.bytes }

    /// The file of an entry's photo, for programs that show it.
    ///
    /// - Throws: `loadFailed` when photos are not kept in files, and when it is not there; `entrySealed`.
    public func file(of entry: Entry) throws -> String {
        let path = try shownPath(of: entry)
        _ = try photos.source(at: path)
        guard let file = photos.file(at: path) else {
            throw path.failure(.unreadable(why: "no other program gets it as a file; `export` writes one"))
        }
        return file
    }

    /// A small JPEG of an entry's photo, made when first asked for and kept; nil when no program makes one.
    ///
    /// - Throws: `loadFailed`, `conversionFailed`, `entrySealed`.
    public func thumbnail(of entry: Entry) throws -> [UInt8]? { try copy(of: entry, longestSide: PhotoPath.thumbnailSide) }

    /// The thumbnail that was made already; nil when there is none, and when it may not be seen.
    public func keptThumbnail(of entry: Entry) -> [UInt8]? { try? photos.bytes(at: shownPath(of: entry).thumbnail) }

    private func copy(of entry: Entry, longestSide: Int) throws -> [UInt8]? {
        let path = try shownPath(of: entry)
        let place = path.copy(longestSide: longestSide)
        if let kept = try? photos.bytes(at: place) { return kept }
        let photo = try JudgedImage(photos.bytes(at: path))
        guard let made = try tool.thumbnail(photo, longestSide) else { return nil }
        guard try whole(made).header.type == .jpeg else { throw notWhole }
        // Another process may have kept the same copy meanwhile.
        try? photos.keep(made, at: place)
        return made
    }

    /// In bytes: of photos that are kept as they came one may have 64 MB, and many of those are not held at once.
    private static let lightPhoto = 2_000_000

    /// Makes at one go what `picture` would make of each of these by itself. What cannot be made or kept so is left to it.
    package func makePictures(of entries: [Entry], longestSide: Int) {
        let missing = entries.compactMap { entry -> (place: PhotoPath, photo: JudgedImage)? in
            guard entry.photo.bytes <= PhotoDiary.lightPhoto, let path = try? shownPath(of: entry),
                case let place = path.copy(longestSide: longestSide), (try? photos.source(at: place)) == nil
            else { return nil }
            return (try? JudgedImage(photos.bytes(at: path))).map { (place, $0) }
        }
        guard missing.count > 1 else { return }
        for (place, made) in zip(missing.map(\.place), tool.thumbnails(missing.map(\.photo), longestSide)) {
            guard let made, (try? whole(made))?.header.type == .jpeg else { continue }
            try? photos.keep(made, at: place)
        }
    }

    /// An entry's photo as programs that show pictures read it: a JPEG of at most so many pixels a side where a program makes one, else
    /// the photo as it is kept; nil for a HEIC that nothing here converts. What is made of the size of a thumbnail or a page is kept for the next time.
    ///
    /// - Throws: `loadFailed`, `conversionFailed`, `entrySealed`.
    public func picture(of entry: Entry, longestSide: Int) throws -> JudgedImage? {
        if longestSide <= PhotoPath.thumbnailSide || PhotoPath.pageSides.contains(longestSide) {
            if let made = try copy(of: entry, longestSide: longestSide) { return try JudgedImage(made) }
        }
        let photo = try JudgedImage(self.photo(of: entry))
        if let made = try tool.thumbnail(photo, longestSide) { return try JudgedImage(made) }
        return photo.header.type == .heic ? nil : photo
    }
}

extension Day {
    /// The days of another year that are this day, latest first.
    fileprivate func counterparts(in year: Int) -> [Day] {
        let last = Day(year: year, month: 2, day: 29) ?? Day(year: year, month: 2, day: 28)
        guard month == 2, day >= 28, adding(days: 1).month == 3 else {
            return Day(year: year, month: month, day: day).map { [$0] } ?? []
        }
        // The last day of February: all of its kind, and the 28th where that was the last here.
        let own = Day(year: year, month: 2, day: day)
        return [last, own].compactMap(\.self).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}
