import Diary
import Kernel
import Pictures
import Terminal

/// A calendar for the arrow keys: a month with small pictures, a year in colours, and a day of it large.
struct CalendarScreen: Dialogue {
    enum Sight: Hashable { case month, year, day }

    let diary: PhotoDiary
    private let page: @Sendable (Entry) -> [Block]
    private let darkroom: Darkroom

    private(set) var sight: Sight
    /// The chosen day; never in the future.
    private(set) var day: Day
    private(set) var room = ScreenRoom(columns: 79, rows: 22, hasColors: false, unicode: true)
    /// The entries of what is seen.
    private(set) var entries: [Day: Entry] = [:]
    private(set) var pictures: [PhotoPath: PixelMap?] = [:]
    private(set) var sharp: SharpPictures
    let hasPictures = true
    private(set) var complaint: String?
    private var read: ClosedRange<Day>?

    /// A calendar of a month, or of a year.
    ///
    /// - Parameter page: what is said of an entry beside its picture.
    init(_ diary: PhotoDiary, _ span: CalendarSpan, page: @escaping @Sendable (Entry) -> [Block]) throws {
        (self.diary, self.page, darkroom, sharp) = (diary, page, Darkroom(diary), SharpPictures(diary))
        let today = diary.time.today()
        switch span {
        case .month(let month): (sight, day) = (.month, min(month.lastDay, today))
        case .year(let year): (sight, day) = (.year, min(year.lastDay, today))
        }
        try look()
    }

    var today: Day { diary.time.today() }
    var month: CalendarMonth { CalendarMonth(of: day) }
    var entry: Entry? { entries[day] }

    /// What is said of an entry in full.
    func words(of entry: Entry) -> [Block] { page(entry) }

    /// Whether pictures are still to come.
    var waits: Bool { sight != .day && room.hasColors && !missing.isEmpty }

    mutating func fit(_ room: ScreenRoom) throws {
        self.room = room
        try look()
    }

    mutating func handle(_ event: DialogueEvent) throws -> DialogueStep {
        switch event {
        case .key(let key):
            complaint = nil
            return try press(key)
        case .tick:
            pictures.merge(darkroom.take()) { $1 }
            sharp.take()
        case .line: break
        case .end: return leave()
        }
        return .stay
    }

    private func leave() -> DialogueStep {
        darkroom.close()
        sharp.close()
        return .finish(Output())
    }

    private mutating func press(_ key: Key) throws -> DialogueStep {
        switch key {
        case .left: try go(by: -1)
        case .right: try go(by: 1)
        case .up: try sight == .year ? go(months: -1) : go(by: sight == .day ? -1 : -7)
        case .down: try sight == .year ? go(months: 1) : go(by: sight == .day ? 1 : 7)
        case .pageUp: try go(months: sight == .year ? -12 : -1)
        case .pageDown: try go(months: sight == .year ? 12 : 1)
        case .home: try go(to: today)
        case .character("y"): try see(sight == .year ? .month : .year)
        case .enter: try open()
        case .escape where sight == .day, .character("b"), .backspace: try see(.month)
        default: return leave()
        }
        return .stay
    }

    private mutating func open() throws {
        switch sight {
        case .year: try see(.month)
        case .month:
            if entry == nil { complaint = "\(day.spelledOut) has no photo." } else { sight = .day }
        case .day: try see(.month)
        }
    }

    private mutating func see(_ sight: Sight) throws {
        self.sight = sight
        try look()
    }

    // MARK: - Going

    /// So many days on; where one day is shown, so many entries of its month or the next.
    private mutating func go(by days: Int) throws {
        guard sight == .day else { return try go(to: day.adding(days: days)) }
        let range = days < 0 ? EntryRange(through: day.adding(days: -1), limit: 1) : EntryRange()
        let next = days < 0 ? try diary.entries(range).first : try diary.timeline(range, after: day).last
        if let next { try go(to: next.day) }
    }

    private mutating func go(months: Int) throws {
        let number = day.year * 12 + day.month - 1 + months
        guard let first = Day(year: number / 12, month: number % 12 + 1, day: 1) else { return }
        let month = CalendarMonth(of: first)
        try go(to: first.adding(days: min(day.day, month.lastDay.day) - 1))
    }

    private mutating func go(to day: Day) throws {
        self.day = min(day, today)
        try look()
        // Where there is nothing to show large, there is its month.
        if sight == .day, entry == nil { try see(.month) }
    }

    /// Reads what is seen, when it is other than what was read.
    private mutating func look() throws {
        let year = Day(year: day.year, month: 1, day: 1) ?? day
        let span = sight == .year ? year...(Day(year: day.year, month: 12, day: 31) ?? day) : month.firstDay...month.lastDay
        if span != read {
            let found = try diary.entries(EntryRange(from: span.lowerBound, through: span.upperBound))
            entries = Dictionary(found.map { ($0.day, $0) }, uniquingKeysWith: { $1 })
            (read, pictures) = (span, sight == .year ? pictures : [:])
        }
        let tile = tile
        sharp.fit(columns: tile.columns, rows: tile.rows, of: sight == .month ? room.cell : nil)
        guard room.hasColors, diary.makesPictures, sight != .day else { return }
        if sight == .month {
            for entry in missing where pictures[entry.photo.path] == nil {
                if let kept = diary.keptPixels(of: entry) { pictures[entry.photo.path] = .some(kept) }
            }
        }
        if sharp.isWanted { sharp.want(missing) } else { darkroom.want(missing) }
    }

    /// Entries that are seen and have no picture yet, in the order of their days.
    private var missing: [Entry] {
        guard diary.makesPictures else { return [] }
        return entries.values.filter { !$0.isSealed && (sharp.isWanted ? sharp.lacks($0) : pictures[$0.photo.path] == nil) }
            .sorted { $0.day > $1.day }
    }
}
