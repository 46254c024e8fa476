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
        try repository.read { try PhotoDiary.existing(day, in: $0) }
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

    /// All entries of a range, newest first.
    public func entries(_ range: EntryRange) throws -> [Entry] { try repository.read { try $0.entries(range) } }

    /// How many days in a row have a photo, now and at best. Looks at every day there is; `currentStreak` does not.
    public func photoDays() throws -> PhotoDays {
        try PhotoDays(repository.read { try $0.days(from: nil, through: nil) }, today: time.today())
    }

    /// How many days in a row have a photo up to today, or up to yesterday while today is open.
    public func currentStreak() throws -> Int {
        let today = time.today()
        return try daysInARow(through: isTaken(today) ? today : today.adding(days: -1))
    }

    /// Whether today has a photo.
    public func isTaken() throws -> Bool { try isTaken(time.today()) }

    /// Whether a day has its photo.
    public func isTaken(_ day: Day) throws -> Bool { try repository.read { try $0.entry(on: day) } != nil }

    /// Days in a row that end the day before this one.
    public func streak(before day: Day) throws -> Int { try daysInARow(through: day.adding(days: -1)) }

    /// Costs the logarithm of the answer.
    private func daysInARow(through last: Day) throws -> Int {
        try repository.read { records in
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
    }

    /// The entry of the earliest day, or nil.
    public func firstEntry() throws -> Entry? {
        try repository.read { records in try records.firstDay().flatMap { try records.entry(on: $0) } }
    }

    /// How many days have a photo.
    public func count() throws -> Int { try repository.read { try $0.count(from: nil, through: nil) } }

    /// The entries of this day in earlier years, latest year first.
    public func onThisDay() throws -> [Entry] {
        let today = time.today()
        return try onThisDay(today).filter { $0.day.year < today.year }
    }

    /// The entries of a day in every year, latest year first; its own year does not matter.
    public func onThisDay(_ day: Day) throws -> [Entry] {
        let last = time.today().year
        return try repository.read { records in
            guard let first = try records.firstDay(), first.year <= last else { return [] }
            return try records.entries(
                on: (first.year...last).reversed().compactMap { Day(year: $0, month: day.month, day: day.day) })
        }
    }

    /// The entry of the latest day, or nil.
    public func latestEntry() throws -> Entry? { try entries(EntryRange(limit: 1)).first }

    /// The days of a range that have a photo, ascending.
    public func days(from first: Day, through last: Day) throws -> [Day] {
        try repository.read { try $0.days(from: first, through: last) }
    }

    /// The entries whose note fits what a person looks for, newest first; so many at most, all counted.
    ///
    /// - Throws: `queryTooLong`.
    public func search(_ words: [String], limit: Int? = nil) throws -> SearchResult<Entry> {
        try repository.search(SearchQuery(words), limit: limit)
    }

    /// The bytes of an entry's photo.
    ///
    /// - Throws: `loadFailed`.
    public func photo(of entry: Entry) throws -> [UInt8] { try photos.bytes(at: entry.photo.path) }

    /// Whether the file of an entry's photo is there, as long as it was when it was kept.
    public func hasPhoto(of entry: Entry) -> Bool { (try? photos.source(at: entry.photo.path).size) == entry.photo.bytes }

    /// The file of an entry's photo, for programs that show it.
    ///
    /// - Throws: `loadFailed` when photos are not kept in files, and when it is not there.
    public func file(of entry: Entry) throws -> String {
        _ = try photos.source(at: entry.photo.path)
        guard let file = photos.file(at: entry.photo.path) else { throw entry.photo.path.failure(.missing) }
        return file
    }

    /// A small JPEG of an entry's photo, made when first asked for and kept; nil when no program makes one.
    ///
    /// - Throws: `loadFailed`, `conversionFailed`.
    public func thumbnail(of entry: Entry) throws -> [UInt8]? { try copy(of: entry, longestSide: PhotoPath.thumbnailSide) }

    /// The thumbnail that was made already; nil when there is none.
    public func keptThumbnail(of entry: Entry) -> [UInt8]? { try? photos.bytes(at: entry.photo.path.thumbnail) }

    private func copy(of entry: Entry, longestSide: Int) throws -> [UInt8]? {
        let place = entry.photo.path.copy(longestSide: longestSide)
        if let kept = try? photos.bytes(at: place) { return kept }
        let photo = try JudgedImage(photos.bytes(at: entry.photo.path))
        guard let made = try tool.thumbnail(photo, longestSide) else { return nil }
        guard try whole(made).header.type == .jpeg else { throw notWhole }
        // Another process may have kept the same copy meanwhile.
        try? photos.keep(made, at: place)
        return made
    }

    /// An entry's photo as programs that show pictures read it: a JPEG of at most so many pixels a side where a program makes one, else
    /// the photo as it is kept; nil for a HEIC that nothing here converts. What is made of the size of a thumbnail or a page is kept for the next time.
    ///
    /// - Throws: `loadFailed`, `conversionFailed`.
    public func picture(of entry: Entry, longestSide: Int) throws -> JudgedImage? {
        if longestSide <= PhotoPath.thumbnailSide || PhotoPath.pageSides.contains(longestSide) {
            if let made = try copy(of: entry, longestSide: longestSide) { return try JudgedImage(made) }
        }
        let photo = try JudgedImage(photos.bytes(at: entry.photo.path))
        if let made = try tool.thumbnail(photo, longestSide) { return try JudgedImage(made) }
        return photo.header.type == .heic ? nil : photo
    }
}
