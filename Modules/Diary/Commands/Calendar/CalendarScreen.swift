import Diary
import Interface
import Kernel
import Pictures

/// A calendar for the arrow keys: a month with small pictures, a year in colors, and one day in
/// large.
struct CalendarScreen: Dialogue {
    /// The period on the screen.
    enum Zoom: Hashable { case month, year, day }

    let diary: PhotoDiary
    private let page: @Sendable (Entry) -> [Block]
    private let renderer: PictureRenderer

    private(set) var zoom: Zoom
    /// The selected day, never in the future.
    private(set) var day: Day
    private(set) var room = ScreenRoom(columns: 79, rows: 22, hasColors: false, unicode: true)
    private(set) var entries: [Day: Entry] = [:]
    private(set) var pictures: [PhotoPath: PixelMap?] = [:]
    private(set) var fullResolutionPictures: FullResolutionPictures
    let hasPictures = true
    private(set) var errorMessage: String?
    private var loadedSpan: ClosedRange<Day>?

    /// Creates a calendar at a month or year.
    ///
    /// - Parameter page: returns the description of an entry next to its picture.
    init(_ diary: PhotoDiary, _ span: CalendarSpan, page: @escaping @Sendable (Entry) -> [Block]) throws {
        self.diary = diary
        self.page = page
        renderer = PictureRenderer(diary)
        fullResolutionPictures = FullResolutionPictures(diary)
        let today = diary.time.today()
        switch span {
        case .month(let month): (zoom, day) = (.month, min(month.lastDay, today))
        case .year(let year): (zoom, day) = (.year, min(year.lastDay, today))
        }
        try loadVisibleEntries()
    }

    var today: Day { diary.time.today() }
    var month: CalendarMonth { CalendarMonth(of: day) }
    var entry: Entry? { entries[day] }

    /// Returns the full description of an entry.
    func words(of entry: Entry) -> [Block] { page(entry) }

    /// Whether visible pictures are not finished yet.
    var hasPendingPictures: Bool { zoom != .day && room.hasColors && !entriesWithoutPicture.isEmpty }

    mutating func fit(_ room: ScreenRoom) throws {
        self.room = room
        try loadVisibleEntries()
    }

    mutating func handle(_ event: DialogueEvent) throws -> DialogueStep {
        switch event {
        case .key(let key):
            errorMessage = nil
            return try press(key)
        case .tick:
            pictures.merge(renderer.takeFinished()) { $1 }
            fullResolutionPictures.collectFinished()
        case .line: break
        case .end: return closeScreen()
        }
        return .stay
    }

    private func closeScreen() -> DialogueStep {
        renderer.close()
        fullResolutionPictures.close()
        return .finish(Output())
    }

    private mutating func press(_ key: Key) throws -> DialogueStep {
        switch key {
        case .left: try go(by: -1)
        case .right: try go(by: 1)
        case .up: try zoom == .year ? go(months: -1) : go(by: zoom == .day ? -1 : -7)
        case .down: try zoom == .year ? go(months: 1) : go(by: zoom == .day ? 1 : 7)
        case .pageUp: try go(months: zoom == .year ? -12 : -1)
        case .pageDown: try go(months: zoom == .year ? 12 : 1)
        case .home: try go(to: today)
        case .character("y"): try setZoom(zoom == .year ? .month : .year)
        case .enter: try open()
        case .escape where zoom == .day, .character("b"), .backspace: try setZoom(.month)
        default: return closeScreen()
        }
        return .stay
    }

    private mutating func open() throws {
        switch zoom {
        case .year: try setZoom(.month)
        case .month:
            if entry == nil { errorMessage = "\(day.spelledOut) has no photo." } else { zoom = .day }
        case .day: try setZoom(.month)
        }
    }

    private mutating func setZoom(_ zoom: Zoom) throws {
        self.zoom = zoom
        try loadVisibleEntries()
    }

    // MARK: - Moving

    /// Moves by a number of days. In the view of one day, moves to the next day with an entry.
    private mutating func go(by days: Int) throws {
        guard zoom == .day else { return try go(to: day.adding(days: days)) }
        let range = days < 0 ? EntryRange(through: day.adding(days: -1), limit: 1) : EntryRange()
        let next = days < 0 ? try diary.entries(range).first : try diary.timeline(range, after: day).last
        if let next { try go(to: next.day) }
    }

    /// Moves by a number of months and keeps the day of the month if it exists.
    private mutating func go(months: Int) throws {
        let monthNumber = day.year * 12 + day.month - 1 + months
        guard let first = Day(year: monthNumber / 12, month: monthNumber % 12 + 1, day: 1) else { return }
        let month = CalendarMonth(of: first)
        try go(to: first.adding(days: min(day.day, month.lastDay.day) - 1))
    }

    private mutating func go(to day: Day) throws {
        self.day = min(day, today)
        try loadVisibleEntries()
        // A day without an entry is shown in its month.
        if zoom == .day, entry == nil { try setZoom(.month) }
    }

    /// Loads the entries and pictures that became visible.
    private mutating func loadVisibleEntries() throws {
        let year = Day(year: day.year, month: 1, day: 1) ?? day
        let span =
            zoom == .year ? year...(Day(year: day.year, month: 12, day: 31) ?? day) : month.firstDay...month.lastDay
        if span != loadedSpan {
            let loaded = try diary.entries(EntryRange(from: span.lowerBound, through: span.upperBound))
            entries = Dictionary(loaded.map { ($0.day, $0) }, uniquingKeysWith: { $1 })
            loadedSpan = span
            pictures = zoom == .year ? pictures : [:]
        }
        let tile = tile
        fullResolutionPictures.fit(columns: tile.columns, rows: tile.rows, of: zoom == .month ? room.cell : nil)
        guard room.hasColors, diary.makesPictures, zoom != .day else { return }
        if zoom == .month {
            for entry in entriesWithoutPicture where pictures[entry.photo.path] == nil {
                if let cached = diary.cachedPixels(of: entry) { pictures[entry.photo.path] = .some(cached) }
            }
        }
        if fullResolutionPictures.isWanted {
            fullResolutionPictures.request(entriesWithoutPicture)
        } else {
            renderer.request(entriesWithoutPicture)
        }
    }

    /// The visible entries without a picture, in order of their days.
    private var entriesWithoutPicture: [Entry] {
        guard diary.makesPictures else { return [] }
        return entries.values.filter {
            !$0.isSealed
                && (fullResolutionPictures.isWanted
                    ? fullResolutionPictures.isMissing($0) : pictures[$0.photo.path] == nil)
        }
        .sorted { $0.day > $1.day }
    }
}
