import Diary
import Interface
import Kernel
import Pictures

/// A full-screen browser of the diary: a wall of pictures, one day in large, and a live search.
///
/// It loads all days, but only the visible entries. Pictures appear when they are finished, so no
/// key waits for them.
struct DiaryBrowser: Dialogue {
    /// The screen or input that receives the keys.
    enum Mode: Hashable { case wall, day, choosing, typing(InputKind) }

    /// The kind of text being typed.
    enum InputKind: Hashable { case search, day, tag }

    /// The maximum number of search results on the wall.
    ///
    /// Further results are only counted.
    static let searchLimit = 500
    /// The approximate maximum number of pictures and entries in memory.
    private static let cacheLimit = 600

    let diary: PhotoDiary
    private let page: @Sendable (Entry) -> [Block]
    private let renderer: PictureRenderer

    private(set) var mode = Mode.wall
    private(set) var room = ScreenRoom(columns: 79, rows: 22, hasColors: false, unicode: true)
    private(set) var wall: TileWall
    private(set) var days: [Day] = []
    /// The index of the selected day.
    private(set) var selectedIndex = 0
    /// The index of the first visible row of the wall.
    private(set) var firstRow = 0
    private(set) var typedText = ""
    private(set) var filter = DayFilter.all
    /// The number of matching days, if the wall does not show all of them.
    private(set) var matchCount: Int?
    private(set) var complaint: String?
    private(set) var entries: [Day: Entry] = [:]
    private var pictures: [PhotoPath: PixelMap?] = [:]
    private(set) var sharp: FullResolutionPictures
    let hasPictures = true

    /// Creates a browser at a day, or at the latest day. Returns nil for an empty diary.
    ///
    /// - Parameter page: returns the description of an entry next to its picture.
    init?(_ diary: PhotoDiary, at day: Day? = nil, page: @escaping @Sendable (Entry) -> [Block]) throws {
        self.diary = diary
        self.page = page
        renderer = PictureRenderer(diary)
        sharp = FullResolutionPictures(diary)
        wall = TileWall(room, paints: false)
        try showDays()
        guard !days.isEmpty else { return nil }
        if let day { try go(to: day) } else { try updateVisibleRows() }
    }

    /// The entry of the selected day. Nil if there is none or it was deleted.
    var entry: Entry? { days.indices.contains(selectedIndex) ? entries[days[selectedIndex]] : nil }

    var visibleDays: ArraySlice<Day> {
        days[
            min(
                firstRow * wall.columnCount, days.count)..<min(
                    (firstRow + wall.rowCount) * wall.columnCount, days.count)]
    }

    /// Returns the picture of an entry, or nil while it is being rendered.
    ///
    /// The inner value is nil if the entry has no picture.
    func picture(of entry: Entry) -> PixelMap?? { entry.isSealed ? .some(nil) : pictures[entry.photo.path] }

    /// Returns the full description of an entry.
    func words(of entry: Entry) -> [Block] { page(entry) }

    /// Whether visible pictures are not finished yet.
    var hasPendingPictures: Bool { !wall.isList && mode != .day && !entriesWithoutPicture.isEmpty }

    /// Adapts the wall and its pictures to the size of the screen.
    mutating func fit(_ room: ScreenRoom) throws {
        self.room = room
        wall = TileWall(room, paints: diary.makesPictures)
        sharp.fit(columns: wall.tileWidth, rows: wall.tileHeight, of: room.cell)
        try updateVisibleRows()
    }

    mutating func handle(_ event: DialogueEvent) throws -> DialogueStep {
        switch event {
        case .key(let key):
            complaint = nil
            let step = try press(key)
            if case .finish(let output) = step, output.continuation == nil { close() }
            return step
        case .tick:
            pictures.merge(renderer.takeFinished()) { $1 }
            sharp.collectFinished()
        case .line: break
        case .end:
            close()
            return .finish(Output())
        }
        return .stay
    }

    /// Stops the rendering of pictures.
    private func close() {
        renderer.close()
        sharp.close()
    }

    // MARK: - Keys

    /// Handles a key by the current mode.
    private mutating func press(_ key: Key) throws -> DialogueStep {
        switch mode {
        case .typing(let kind): try type(key, kind)
        case .choosing: try chooseFilter(key)
        case .day:
            if [.enter, .escape, .backspace, .character("b")].contains(key) {
                mode = .wall
            } else if try !move(key, columns: 1, page: 10) {
                return try actOnEntry(key)
            }
        case .wall:
            if try move(key, columns: wall.columnCount, page: wall.count) { break }
            switch key {
            case .enter: if entry != nil { mode = .day }
            case .character("/"): startTyping(.search)
            case .character("g"): startTyping(.day)
            case .character("f"): mode = .choosing
            case .character(let digit) where digit.isASCII && digit.isNumber:
                startTyping(.day)
                typedText = String(digit)
            case .escape where filter != .all: try showDays(.all)
            default: return try actOnEntry(key)
            }
        }
        return .stay
    }

    /// Handles a key that acts on the selected entry.
    private mutating func actOnEntry(_ key: Key) throws -> DialogueStep {
        guard let entry else { return key == .character("q") || key == .escape ? .finish(Output()) : .stay }
        switch key {
        case .character("s"):
            try reportingFailure {
                $0.entries[entry.day] = try $0.diary.change(on: entry.day, EntryChange(isStarred: !entry.isStarred))
            }
        case .character("e"):
            guard !entry.isSealed else { return complain("This entry is sealed.") }
            return .finish(
                Output(
                    continuation: .edit(text: entry.note ?? "", fileName: Note.draft(of: entry.day)) { [self] saved in
                        if let saved { _ = try diary.changeNote(on: entry.day, to: saved) }
                        return try reopened(complaint: saved == nil ? "The note was not changed." : nil)
                    }))
        case .character("o"):
            var file: String?
            try reportingFailure { file = try $0.diary.file(of: entry) }
            guard let file else { return .stay }
            return .finish(Output(continuation: .open(path: file) { [self] in try reopened(complaint: $0?.message) }))
        default: return .finish(Output())
        }
        return .stay
    }

    /// Shows a message until the next key.
    private mutating func complain(_ sentence: String) -> DialogueStep {
        complaint = sentence
        return .stay
    }

    /// Runs a closure and shows its failure without leaving the screen.
    private mutating func reportingFailure(_ body: (inout DiaryBrowser) throws -> Void) throws {
        do { try body(&self) } catch let failure as Failure { complaint = failure.message }
    }

    /// Returns the output that reopens this screen with current data.
    private func reopened(complaint: String?) throws -> Output {
        var copy = self
        (copy.entries, copy.complaint) = ([:], complaint)
        try copy.updateVisibleRows()
        return Output(continuation: .browse(copy))
    }

    private mutating func move(_ key: Key, columns: Int, page: Int) throws -> Bool {
        let step: Int? =
            switch key {
            case .left: -1
            case .right: 1
            case .up: -columns
            case .down: columns
            case .pageUp: -page
            case .pageDown: page
            case .home: -days.count
            case .end: days.count
            default: nil
            }
        guard let step else { return false }
        selectedIndex += step
        try updateVisibleRows()
        return true
    }

    // MARK: - Typing

    private mutating func startTyping(_ kind: InputKind) { (mode, typedText) = (.typing(kind), "") }

    /// Handles a key while the user types a search, a day or a tag.
    private mutating func type(_ key: Key, _ kind: InputKind) throws {
        switch key {
        case .character(let character): typedText.append(character)
        case .space: typedText.append(" ")
        case .backspace: if typedText.popLast() == nil { return try stopTyping(kind) }
        case .escape: return try stopTyping(kind)
        case .enter:
            mode = .wall
            if kind == .day { try goToTypedDay() }
            if kind == .tag { try showDays(typedText.contains { $0 != " " } ? .tag(typedText) : .all) }
            return
        default:
            if kind == .search { _ = try move(key, columns: wall.columnCount, page: wall.count) }
            return
        }
        typedText = String(typedText.prefix(200))
        if kind == .search { try showDays(typedText.contains { $0 != " " } ? .words(typedText) : .all) }
    }

    /// Returns to the wall and drops what was typed.
    private mutating func stopTyping(_ kind: InputKind) throws {
        mode = .wall
        if kind == .search { try showDays(.all) }
    }

    /// Selects the typed day, or the nearest one with a photo.
    private mutating func goToTypedDay() throws {
        guard !typedText.isEmpty else { return }
        do {
            let day = try ValueKind<Day>.pastDay.parse(
                typedText, ParsingContext(today: diary.time.today(), files: .none))
            try go(to: day)
            if let nearest = entry?.day, nearest != day {
                complaint = "\(day.spelledOut) has no photo here; this is the nearest."
            }
        } catch let failure as Failure where failure.kind == .usage {
            complaint = failure.message
        }
    }

    /// Selects the entry of a day, or the latest one before it.
    private mutating func go(to day: Day) throws {
        selectedIndex = days.partitionIndex { $0 <= day }
        try updateVisibleRows()
    }

    // MARK: - Filters

    /// Applies the filter whose number the user pressed.
    private mutating func chooseFilter(_ key: Key) throws {
        let choices = DayFilter.offered
        mode = .wall
        guard let number = KeyTable.choice(key, of: choices.count) else { return }
        if choices[number - 1] == .tag("") { startTyping(.tag) } else { try showDays(choices[number - 1]) }
    }

    /// Shows the days of a filter. The selected day stays selected if it is among them.
    private mutating func showDays(_ choice: DayFilter = .all) throws {
        let day = days.indices.contains(selectedIndex) ? days[selectedIndex] : nil
        do {
            (days, matchCount) = try choice.days(in: diary)
            self.filter = choice
        } catch let failure as Failure where failure.kind == .usage {
            complaint = failure.message
            return
        }
        selectedIndex = choice.keepsSelection ? day.flatMap { day in days.firstIndex { $0 <= day } } ?? 0 : 0
        firstRow = 0
        try updateVisibleRows()
    }

    /// Keeps the selected day visible and loads the visible entries.
    private mutating func updateVisibleRows() throws {
        selectedIndex = max(0, min(selectedIndex, days.count - 1))
        let row = selectedIndex / wall.columnCount
        let lastFirstRow = max(0, (days.count + wall.columnCount - 1) / wall.columnCount - wall.rowCount)
        firstRow = max(0, min(max(min(firstRow, row), row - wall.rowCount + 1), lastFirstRow))
        // The selected entry is loaded even if the screen has no row for it.
        let unloaded = (Array(visibleDays) + (days.isEmpty ? [] : [days[selectedIndex]])).filter { entries[$0] == nil }
        if !unloaded.isEmpty {
            if entries.count > DiaryBrowser.cacheLimit { entries = entries.filter { visibleDays.contains($0.key) } }
            for entry in try diary.entries(on: unloaded) { entries[entry.day] = entry }
        }
        loadPictures()
    }

    /// The visible entries without a picture.
    private var entriesWithoutPicture: [Entry] {
        visibleDays.compactMap { entries[$0] }.filter { sharp.isWanted ? sharp.isMissing($0) : picture(of: $0) == nil }
    }

    /// Shows stored pictures at once and requests the others in the background.
    private mutating func loadPictures() {
        guard !wall.isList, !entriesWithoutPicture.isEmpty else { return }
        if pictures.count > DiaryBrowser.cacheLimit { pictures = [:] }
        for entry in entriesWithoutPicture {
            if let cached = diary.cachedPixels(of: entry) { pictures[entry.photo.path] = .some(cached) }
        }
        if sharp.isWanted { sharp.request(entriesWithoutPicture) } else { renderer.request(entriesWithoutPicture) }
    }
}

extension [Day] {
    /// Returns the first index whose day meets a condition, or the end if there is none.
    ///
    /// The days are in descending order, so all days after that index meet the condition too.
    fileprivate func partitionIndex(where matches: (Day) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if matches(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
