import Kernel
import Pictures
import Search

/// A page of the timeline, newest first.
package struct TimelinePage: Sendable {
    package let entries: [Entry]
    /// The value of `before` for the next page, or nil on the last page.
    package let next: Day?
}

extension PhotoDiary {
    /// The default number of entries on a page of the timeline.
    package static let pageSize = 50

    /// Returns the entry of a day.
    ///
    /// - Throws: `entryNotFound`.
    package func entry(on day: Day) throws -> Entry {
        try repository.read { try PhotoDiary.existing(day, in: $0) }.visible(on: time.today())
    }

    /// Returns the entry of a day that is closed today.
    ///
    /// - Throws: `entryNotFound`, `notSealed`.
    package func sealedEntry(on day: Day) throws -> Entry {
        let entry = try entry(on: day)
        guard entry.isSealed else { throw Entry.notSealed(day) }
        return entry
    }

    /// Checks that an entry is open today and may be changed.
    ///
    /// - Throws: `entrySealed`.
    package func requireOpen(_ entry: Entry) throws { try entry.requireOpen(on: time.today()) }

    /// Returns the entries whose seal ends on a day, latest first.
    package func opening(on day: Day) throws -> [Entry] {
        let today = time.today()
        return try repository.read { try $0.capsules() }.filter { $0.sealedUntil == day }.map { $0.visible(on: today) }
    }

    /// Returns a page of entries, newest first.
    ///
    /// - Parameter before: the page contains only earlier days. Pass the `next` of the previous
    ///   page.
    package func timeline(_ range: EntryRange = EntryRange(), before: Day? = nil) throws -> TimelinePage {
        var query = range
        let size = max(1, range.limit ?? PhotoDiary.pageSize)
        query.limit = size + 1
        if let before {
            let last = before.adding(days: -1)
            guard last < before else { return TimelinePage(entries: [], next: nil) }
            query.through = min(range.through ?? last, last)
        }
        let entries = try entries(query)
        let page = Array(entries.prefix(size))
        return TimelinePage(entries: page, next: entries.count > size ? page.last?.day : nil)
    }

    /// Returns all entries of a range, newest first.
    ///
    /// Closed entries are hidden and match no condition on their content, unless the range includes
    /// them.
    package func entries(_ range: EntryRange) throws -> [Entry] {
        let today = time.today()
        return try repository.read { records in
            guard range.isFiltered else { return visibleEntries(try records.entries(range), in: range, on: today) }
            // The content of entries is tested page by page until enough match.
            var matches = [Entry]()
            var query = range
            var hasMore = true
            while hasMore, matches.count < range.limit ?? .max {
                query.limit = range.limit.map { max($0, PhotoDiary.pageSize) }
                let page = try records.entries(query)
                matches += visibleEntries(page, in: range, on: today).filter(range.matches)
                hasMore = query.limit == page.count && page.last != nil
                query.through = page.last.map { $0.day.adding(days: -1) } ?? query.through
            }
            return Array(matches.prefix(range.limit ?? .max))
        }
    }

    private func visibleEntries(_ entries: [Entry], in range: EntryRange, on today: Day) -> [Entry] {
        let isOpen = range.includesSealed || !entries.indices.contains { entries[$0].sealedUntil != nil }
        return isOpen ? entries : entries.map { $0.visible(on: today) }
    }

    /// Returns the statistics of all days with a photo.
    ///
    /// It reads every day, unlike `currentStreak`.
    package func photoDays() throws -> PhotoDays {
        let today = time.today()
        return try repository.read { records in
            PhotoDays(
                try records.days(from: nil, through: nil), repairs: try records.settings()?.repairsStreak ?? false,
                today: today)
        }
    }

    /// Returns the streak of photos up to today, or up to yesterday while today has no photo.
    package func currentStreak() throws -> Int { try streak(on: time.today()) }

    /// Returns whether today has a photo.
    package func isTaken() throws -> Bool { try isTaken(time.today()) }

    package func isTaken(_ day: Day) throws -> Bool {
        try repository.read { try $0.count(from: day, through: day) } > 0
    }

    /// Returns the streak that ends the day before a given day.
    package func streak(before day: Day) throws -> Int { try streak(on: day, isOpen: true) }

    private func streak(on day: Day, isOpen: Bool = false) throws -> Int {
        try repository.read { records in
            let rules = PhotoDays.rules(repairs: try records.settings()?.repairsStreak ?? false)
            return try Streak.current(on: day, isOpen: isOpen, rules: rules) {
                try records.days(from: $0.lowerBound, through: $0.upperBound)
            }
        }
    }

    /// Returns the entry of the earliest day, or nil.
    package func firstEntry() throws -> Entry? {
        try repository.read { records in try records.firstDay().flatMap { try records.entry(on: $0) } }?.visible(
            on: time.today())
    }

    /// Returns the number of days with a photo.
    package func count() throws -> Int { try repository.read { try $0.count(from: nil, through: nil) } }

    /// Returns the entries of this day in earlier years, latest first.
    package func onThisDay() throws -> [Entry] {
        let today = time.today()
        return try onThisDay(today).filter { $0.day.year < today.year }
    }

    /// Returns the entries of a day in every year, latest first.
    ///
    /// In a year without 29 February, its 28 February is used instead. The other days still match
    /// as usual.
    package func onThisDay(_ day: Day) throws -> [Entry] {
        let today = time.today()
        let entries: [Entry] = try repository.read { records in
            guard let first = try records.firstDay(), first.year <= today.year else { return [] }
            return try records.entries(on: (first.year...today.year).reversed().flatMap(day.counterparts))
        }
        return entries.map { $0.visible(on: today) }
    }

    /// Returns the entry of the latest day, or nil.
    package func latestEntry() throws -> Entry? { try entries(EntryRange(limit: 1)).first }

    /// Returns the days of a range that have a photo, ascending.
    package func days(from first: Day, through last: Day) throws -> [Day] {
        try repository.read { try $0.days(from: first, through: last) }
    }

    /// Returns the open entries whose note, place or tags match a search, newest first.
    ///
    /// The limit applies to the returned entries, and the count includes all matches.
    ///
    /// - Parameter range: the days and a further condition. Its limit is ignored.
    /// - Throws: `queryTooLong`.
    package func search(_ words: [String], in range: EntryRange = EntryRange(), limit: Int? = nil) throws
        -> SearchResult<Entry>
    {
        let query = try SearchQuery(words)
        guard range != EntryRange() else { return try repository.search(query, on: time.today(), limit: limit) }
        let matches = try repository.search(query, on: time.today(), limit: nil).records.filter {
            range.contains($0.day) && range.matches($0)
        }
        return SearchResult(records: Array(matches.prefix(limit ?? .max)), count: matches.count)
    }

    /// Returns the bytes of an entry's photo.
    ///
    /// - Throws: `loadFailed`, `entrySealed`.
    package func photo(of entry: Entry) throws -> [UInt8] { try photos.bytes(at: shownPath(of: entry)) }

    /// Returns the path of a visible photo.
    ///
    /// - Throws: `entrySealed`.
    func shownPath(of entry: Entry) throws -> PhotoPath {
        if entry.isSealed, let opens = entry.sealedUntil { throw Entry.sealed(entry.day, until: opens) }
        return entry.photo.path
    }

    /// Returns whether the file of an entry's photo exists with its original size.
    package func hasPhoto(of entry: Entry) -> Bool {
        (try? photos.source(at: entry.photo.path).size) == entry.photo.bytes
    }

    /// Returns the file path of an entry's photo, for programs that show it.
    ///
    /// - Throws: `loadFailed` if photos are not stored in files or the file is missing, and
    ///   `entrySealed`.
    package func file(of entry: Entry) throws -> String {
        let path = try shownPath(of: entry)
        _ = try photos.source(at: path)
        guard let file = photos.file(at: path) else {
            throw path.failure(.unreadable(why: "no other program gets it as a file; `export` writes one"))
        }
        return file
    }

    /// Returns a small JPEG of an entry's photo, or nil if no program can make it.
    ///
    /// It is made on first use and cached.
    ///
    /// - Throws: `loadFailed`, `conversionFailed`, `entrySealed`.
    package func thumbnail(of entry: Entry) throws -> [UInt8]? {
        try copy(of: entry, longestSide: PhotoPath.thumbnailSide)
    }

    /// Returns the cached thumbnail, or nil if there is none or the entry is sealed.
    package func cachedThumbnail(of entry: Entry) -> [UInt8]? { try? photos.bytes(at: shownPath(of: entry).thumbnail) }

    private func copy(of entry: Entry, longestSide: Int) throws -> [UInt8]? {
        let path = try shownPath(of: entry)
        let copyPath = path.copy(longestSide: longestSide)
        if let cached = try? photos.bytes(at: copyPath) { return cached }
        let photo = try ValidatedImage(photos.bytes(at: path))
        guard let thumbnail = try tool.thumbnail(photo, longestSide) else { return nil }
        guard try validated(thumbnail).header.type == .jpeg else { throw damagedOutput }
        // Another process may have saved the same copy.
        try? photos.save(thumbnail, at: copyPath)
        return thumbnail
    }

    /// The maximum size in bytes of photos that are converted in one run.
    ///
    /// A photo that is stored unchanged may have 64 MB.
    private static let batchPhotoLimit = 2_000_000

    /// Makes the results of `picture` for several entries in one run. Failures are ignored.
    package func makePictures(of entries: [Entry], longestSide: Int) {
        let unmade = entries.compactMap { entry -> (copyPath: PhotoPath, photo: ValidatedImage)? in
            guard entry.photo.bytes <= PhotoDiary.batchPhotoLimit, let path = try? shownPath(of: entry),
                case let copyPath = path.copy(longestSide: longestSide), (try? photos.source(at: copyPath)) == nil
            else { return nil }
            return (try? ValidatedImage(photos.bytes(at: path))).map { (copyPath, $0) }
        }
        guard unmade.count > 1 else { return }
        for (copyPath, thumbnail) in zip(unmade.map(\.copyPath), tool.thumbnails(unmade.map(\.photo), longestSide)) {
            guard let thumbnail, (try? validated(thumbnail))?.header.type == .jpeg else { continue }
            try? photos.save(thumbnail, at: copyPath)
        }
    }

    /// Returns an entry's photo in a format for programs that show pictures.
    ///
    /// It is a JPEG of at most the given pixels a side, or the stored photo if no program makes
    /// one. It is nil for a HEIC that no program here converts. Pictures in the size of a thumbnail
    /// or book page are cached.
    ///
    /// - Throws: `loadFailed`, `conversionFailed`, `entrySealed`.
    package func picture(of entry: Entry, longestSide: Int) throws -> ValidatedImage? {
        if longestSide <= PhotoPath.thumbnailSide || PhotoPath.pageSides.contains(longestSide) {
            if let copy = try copy(of: entry, longestSide: longestSide) { return try ValidatedImage(copy) }
        }
        let photo = try ValidatedImage(self.photo(of: entry))
        if let copy = try tool.thumbnail(photo, longestSide) { return try ValidatedImage(copy) }
        return photo.header.type == .heic ? nil : photo
    }
}

extension Day {
    /// Returns the corresponding days of another year, latest first.
    fileprivate func counterparts(in year: Int) -> [Day] {
        let last = Day(year: year, month: 2, day: 29) ?? Day(year: year, month: 2, day: 28)
        guard month == 2, day >= 28, adding(days: 1).month == 3 else {
            return Day(year: year, month: month, day: day).map { [$0] } ?? []
        }
        // The last day of February corresponds to the last day. In a short year, the 28th also
        // corresponds to the 28th.
        let sameDay = Day(year: year, month: 2, day: day)
        return [last, sameDay].compactMap(\.self).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}
