import Diary
import Interface
import Kernel
import Search

/// The commands that show entries.
struct EntryQueryCommands: Sendable {
    let diary: PhotoDiary

    var timeline: Command {
        Command(
            "timeline", "Show your photos, newest first",
            discussion: """
                On a terminal you go from day to day with the arrow keys: the photo stands beside its note, enter shows the day in full, g goes to another \
                day, q leaves. With --limit or --before, in line mode and in a pipe it is a list.
                """,
            examples: [
                .init("timeline --limit 20", "the latest twenty"), .init("timeline --with-notes", "those with a note"),
                .init("timeline --starred --mood great", "the best of the best days"),
            ],
            .option("limit", short: "n", .integer(1...1000), shown: "\(PhotoDiary.pageSize)", "entries a page"),
            .option("before", .cursor, "continue after the last entry of the previous page: its day"),
            EntryParameters(diary: diary).range, returns: .list(Entry.fields)
        ) { limit, before, filter in
            var range = filter
            range.limit = limit ?? PhotoDiary.pageSize
            let page = try diary.timeline(range, before: before)
            let heading =
                StyledText("Timeline", .title)
                + StyledText(" · \(PhotoDays.sentence(try diary.currentStreak()))", .accent)
            let isUnfiltered = before == nil && filter == EntryRange()
            var output = listOutput(
                page.entries, heading, empty: isUnfiltered ? TodayCard.firstPhoto : "There is no such entry.",
                next: page.next.map { ["timeline --before \($0)"] } ?? [
                    page.entries.first.map { "show \($0.day)" } ?? "add PHOTO"
                ])
            if limit == nil, before == nil, let walk = try TimelineWalk(diary, range) {
                output.continuation = .browse(BrowseScreen(diary, walk) { try showOutput($0) })
            }
            return output
        }
    }

    var show: Command {
        Command(
            "show", "Show the photo and the note of a day",
            examples: [.init("show", "the latest one"), .init("show today", "today's entry")],
            .optionalArgument("day", .pastDay, "the day; the latest one with a photo if left out"),
            .flag("open", short: "o", "open the photo in your picture viewer"), returns: .one(Entry.fields(in: diary))
        ) { day, open in
            guard let entry = try day.map(diary.entry) ?? diary.latestEntry() else {
                throw Failure(.entryNotFound, "There is no photo yet.", advice: "Add one with `add PHOTO`.")
            }
            var output = try showOutput(entry)
            if open { output.continuation = .open(path: try diary.file(of: entry)) }
            return output
        }
    }

    /// Returns the output of the command `show` for an entry.
    @Sendable func showOutput(_ entry: Entry) throws -> Output {
        if entry.isSealed { return .one(entry, Entry.fields(in: diary), blocks: page(of: entry), next: ["timeline"]) }
        let hasPhoto = diary.hasPhoto(of: entry)
        let missingPhotoBlocks: [Block] =
            hasPhoto ? [] : [.gap, .paragraph(StyledText("The photo is missing: \(entry.photo.path).", .bad))]
        var output = Output.one(
            entry, Entry.fields(in: diary), blocks: page(of: entry) + missingPhotoBlocks,
            next: hasPhoto ? ["edit \(entry.day)"] : ["doctor", "restore FILE --replace"])
        output.picture = ShownPicture(pixels: diary.shownPicture(entry).pixels) { [diary] in
            (try? diary.picture(of: entry, longestSide: PhotoPath.thumbnailSide)).flatMap { $0 }?.bytes
        }
        return output
    }

    var search: Command {
        Command(
            "search", "Find entries by their notes, tags and places",
            discussion: """
                Looks at the notes, the tags and the places. All words must be there; for the last word, its beginning is enough. Capital letters and \
                accents do not matter. '"Quoted words"' must be next to each other. Hangul is found by its syllables, by the beginning of a word, and by \
                initial consonants. What is sealed is not found until it opens.
                """,
            examples: [
                .init("search frost", "everything with this word, or a word that begins like it"),
                .init("search --limit 5 '\"frost\"'", "the whole word, at most five results"),
                .init("search frost --starred --from 2026-01-01", "the starred ones of this year"),
            ],
            .rest("words", ValueKind("WORD") { word, _ in word }, "what to look for; all words must be there"),
            .option("limit", .integer(1...1_000_000), default: PhotoDiary.pageSize, "how many at most"),
            EntryParameters(diary: diary).range, returns: .list(Entry.fields)
        ) { words, limit, range in
            let result = try diary.search(words, in: range, limit: limit)
            let hint = try SearchQuery(words).isEmpty ? SearchQuery.hint : "Nothing has all of these words."
            var output = listOutput(
                result.records, StyledText("\(result.count) found", .title), empty: hint,
                next: [result.records.first.map { "show \($0.day)" } ?? "timeline"])
            if result.records.count < result.count {
                output.notice = "Showing \(result.records.count) of \(result.count); --limit shows more."
            }
            return output
        }
    }

    var onThisDay: Command {
        Command(
            "on-this-day", "Show this day in earlier years", discussion: "With a day, shows that day in every year.",
            examples: [
                .init("on-this-day", "this day a year ago, and earlier"),
                .init("on-this-day '1 january'", "every New Year's Day"),
            ],
            .optionalArgument("day", .pastDay, "the day, in every year; today if left out"),
            returns: .list(Entry.fields)
        ) { day in
            let entries = try day.map(diary.onThisDay) ?? diary.onThisDay()
            let date = day.map { $0.spelledOut.split(separator: " ").dropFirst().dropLast().joined(separator: " ") }
            return listOutput(
                entries, date.map { StyledText("On \($0)", .title) } ?? StyledText("On this day", .title),
                empty: date.map { "There is no photo of \($0) yet." }
                    ?? "There is no photo of this day in earlier years yet.",
                next: entries.first.map { ["show \($0.day)"] } ?? ["timeline"])
        }
    }

    var streak: Command {
        Command(
            "streak", "Show how many days in a row have a photo",
            examples: [.init("streak", "the current and the longest streak")], returns: .one(PhotoDays.fields)
        ) {
            let days = try diary.photoDays()
            let facts = PhotoDays.fields.compactMap { field in field.title.map { (name: $0, value: field.cell(days)) } }
            return .one(
                days, PhotoDays.fields,
                blocks: [
                    .heading(StyledText(declared: PhotoDays.sentence(days.streak.current), .title)), .facts(facts),
                ],
                next: [days.hasPhotoToday ? "timeline" : "add PHOTO"])
        }
    }

    var calendar: Command {
        Command(
            "calendar", "Show which days of a month or a year have a photo",
            discussion: """
                On a terminal it is a screen: the arrow keys go from day to day, page-up and page-down from month to month, y shows the year in colours, \
                enter opens the day, q leaves. With --print, in line mode and in a pipe it is printed.
                """,
            examples: [
                .init("calendar", "this month"), .init("calendar october", "the last October"),
                .init("calendar 2026", "a year"),
            ],
            .optionalArgument("month", .monthOrYear, "the month or the year; this month if left out"),
            .flag("print", "print it, where it would be a screen for the arrow keys"),
            returns: .one(MonthPage.fields)
        ) { requested, prints in
            let span = requested ?? .month(CalendarMonth(of: diary.time.today()))
            var output = try calendarOutput(span)
            if !prints { output.continuation = .browse(try CalendarScreen(diary, span, page: page)) }
            return output
        }
    }

    private func calendarOutput(_ span: CalendarSpan) throws -> Output {
        switch span {
        case .year(let year): return try self.year(year)
        case .month(let month):
            let page = MonthPage(
                title: month.description, taken: try diary.days(from: month.firstDay, through: month.lastDay))
            let previousMonth = CalendarMonth(of: month.firstDay.adding(days: -1))
            return .one(
                page, MonthPage.fields, blocks: page.blocks(of: month, today: diary.time.today()),
                next: page.taken.last.map { ["show \($0)"] } ?? ["calendar \(previousMonth)"])
        }
    }

    private func year(_ year: CalendarYear) throws -> Output {
        let page = YearPage(year: year, taken: try diary.days(from: year.firstDay, through: year.lastDay))
        return .one(
            MonthPage(title: year.description, taken: page.taken), MonthPage.fields, blocks: page.blocks,
            next: page.taken.last.map { ["calendar \(CalendarMonth(of: $0))"] } ?? ["calendar"])
    }

    private func listOutput(_ entries: [Entry], _ heading: StyledText, empty: String, next: [String]) -> Output {
        var output = Output.list(entries, Entry.fields, heading: heading, empty: empty, next: next)
        if !entries.isEmpty {
            output.blocks =
                [.heading(heading)]
                + entries.enumerated().flatMap { [.gap, illustrated($0.element, makesMissing: $0.offset < 12)] }
        }
        return output
    }

    /// Returns an entry with its small picture.
    ///
    /// - Parameter makesMissing: whether a missing picture is made. Lists make only the first ones.
    private func illustrated(_ entry: Entry, makesMissing: Bool) -> Block {
        .illustrated(
            Illustration(
                diary.shownPicture(entry, makesMissing: makesMissing),
                beside: entry.preview))
    }

    /// Returns the full description of an entry.
    func page(of entry: Entry) -> [Block] {
        guard !entry.isSealed else { return [.heading(StyledText(entry.day.spelledOut, .title))] + entry.words }
        let photo = entry.photo
        let facts: [(name: String, value: StyledText)] = [
            ("Photo", StyledText("\(photo.width) × \(photo.height), \(photo.type.rawValue), \(ByteSize(photo.bytes))")),
            ("File", StyledText((try? diary.file(of: entry)) ?? photo.path.description)),
            ("Added on", timeText(entry.createdAt)),
        ]
        return [.heading(StyledText(entry.day.spelledOut, .title))] + (entry.note.map { $0.lines + [.gap] } ?? [])
            + [.facts(details(of: entry) + facts + (entry.updatedAt.map { [("Edited on", timeText($0))] } ?? []))]
    }

    private func details(of entry: Entry) -> [(name: String, value: StyledText)] {
        let details: [(name: String, value: String?)] = [
            ("Starred", entry.isStarred ? "★" : nil), ("Mood", entry.mood?.word), ("Place", entry.place),
            ("Tags", entry.tags.isEmpty ? nil : entry.tags.joined(separator: ", ")), ("Capsule", entry.sealSentence),
        ]
        return details.compactMap { fact in fact.value.map { (fact.name, StyledText($0)) } }
    }

    private func timeText(_ instant: Instant) -> StyledText {
        let minute = diary.time.calendar.secondOfDay(of: instant) / 60
        return StyledText(
            "\(diary.time.calendar.day(of: instant)) \((minute / 60).padded(2)):\((minute % 60).padded(2))")
    }
}

extension ValueKind where Value == Day {
    /// The position of a page: the day of the last entry of the previous page.
    fileprivate static var cursor: Self {
        ValueKind("CURSOR", values: "YYYY-MM-DD") { word, _ in
            guard let day = Day(word) else {
                throw Failure(
                    .badCursor, "“\(word)” is not the day of an entry; write it as in 2026-11-20.", kind: .usage)
            }
            return day
        }
    }
}
