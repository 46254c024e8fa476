import Diary
import Kernel
import Pictures
import Terminal

/// A screen of the whole diary: pictures side by side with their days, of which one is chosen; one day large; what is looked for, key by key.
///
/// It knows the days that there are, and reads the entries that it shows and no others. Pictures come when they are made, and no key waits for them.
struct DiaryBrowser: Dialogue {
    /// What the keys are for.
    enum Mode: Hashable { case wall, day, choosing, typing(Typed) }

    /// What is typed.
    enum Typed: Hashable { case search, day, tag }

    /// So many results are hung up; more are only counted.
    static let mostFound = 500
    /// So many pictures are remembered.
    private static let mostPictures = 600

    let diary: PhotoDiary
    private let page: @Sendable (Entry) -> [Block]
    private let darkroom: Darkroom

    private(set) var mode = Mode.wall
    private(set) var room = ScreenRoom(columns: 79, rows: 22, hasColors: false, unicode: true)
    private(set) var wall: TileWall
    /// The days on the wall, newest first.
    private(set) var days: [Day] = []
    /// The one that is chosen.
    private(set) var place = 0
    /// The first row of the wall that is seen.
    private(set) var top = 0
    /// What was typed.
    private(set) var words = ""
    /// What the days on the wall have in common.
    private(set) var choice = WallChoice.all
    /// How many days fit, where not all of them hang there.
    private(set) var found: Int?
    private(set) var complaint: String?
    private(set) var entries: [Day: Entry] = [:]
    private var pictures: [PhotoPath: PixelMap?] = [:]
    private(set) var sharp: SharpPictures
    let hasPictures = true

    /// A browser that begins at a day, or at the latest one; nil where there is none.
    ///
    /// - Parameter page: what is said of an entry beside its picture.
    init?(_ diary: PhotoDiary, at day: Day? = nil, page: @escaping @Sendable (Entry) -> [Block]) throws {
        (self.diary, self.page, darkroom, sharp) = (diary, page, Darkroom(diary), SharpPictures(diary))
        wall = TileWall(room, paints: false)
        try hang()
        guard !days.isEmpty else { return nil }
        if let day { try go(to: day) } else { try settle() }
    }

    /// The entry of the chosen day; nil where nothing hangs there, or where it has gone meanwhile.
    var entry: Entry? { days.indices.contains(place) ? entries[days[place]] : nil }

    /// The days that are seen.
    var seen: ArraySlice<Day> { days[min(top * wall.across, days.count)..<min((top + wall.down) * wall.across, days.count)] }

    /// The picture of an entry, where it is there; nil while it is being made.
    func picture(of entry: Entry) -> PixelMap?? { entry.isSealed ? .some(nil) : pictures[entry.photo.path] }

    /// What is said of an entry in full.
    func words(of entry: Entry) -> [Block] { page(entry) }

    /// Whether pictures are still to come.
    var waits: Bool { !wall.isList && mode != .day && !missing.isEmpty }

    mutating func fit(_ room: ScreenRoom) throws {
        self.room = room
        wall = TileWall(room, paints: diary.makesPictures)
        sharp.fit(columns: wall.columns, rows: wall.rows, of: room.cell)
        try settle()
    }

    mutating func handle(_ event: DialogueEvent) throws -> DialogueStep {
        switch event {
        case .key(let key):
            complaint = nil
            let step = try press(key)
            if case .finish(let output) = step, output.continuation == nil { close() }
            return step
        case .tick:
            pictures.merge(darkroom.take()) { $1 }
            sharp.take()
        case .line: break
        case .end:
            close()
            return .finish(Output())
        }
        return .stay
    }

    private func close() {
        darkroom.close()
        sharp.close()
    }

    // MARK: - Keys

    private mutating func press(_ key: Key) throws -> DialogueStep {
        switch mode {
        case .typing(let what): try type(key, what)
        case .choosing: try choose(key)
        case .day:
            if [.enter, .escape, .backspace, .character("b")].contains(key) {
                mode = .wall
            } else if try !move(key, across: 1, page: 10) {
                return try act(key)
            }
        case .wall:
            if try move(key, across: wall.across, page: wall.count) { break }
            switch key {
            case .enter: if entry != nil { mode = .day }
            case .character("/"): begin(.search)
            case .character("g"): begin(.day)
            case .character("f"): mode = .choosing
            case .character(let digit) where digit.isASCII && digit.isNumber:
                begin(.day)
                words = String(digit)
            case .escape where choice != .all: try hang(.all)
            default: return try act(key)
            }
        }
        return .stay
    }

    /// What is done with the chosen day.
    private mutating func act(_ key: Key) throws -> DialogueStep {
        guard let entry else { return key == .character("q") || key == .escape ? .finish(Output()) : .stay }
        switch key {
        case .character("s"):
            try saying { $0.entries[entry.day] = try $0.diary.change(on: entry.day, EntryChange(isStarred: !entry.isStarred)) }
        case .character("e"):
            guard !entry.isSealed else { return said("This entry is sealed.") }
            return .finish(
                Output(
                    continuation: .edit(text: entry.note ?? "", fileName: Note.draft(of: entry.day)) { [self] saved in
                        if let saved { _ = try diary.changeNote(on: entry.day, to: saved) }
                        return try again(saying: saved == nil ? "The note was not changed." : nil)
                    }))
        case .character("o"):
            var file: String?
            try saying { file = try $0.diary.file(of: entry) }
            guard let file else { return .stay }
            return .finish(Output(continuation: .open(path: file) { [self] in try again(saying: $0?.message) }))
        default: return .finish(Output())
        }
        return .stay
    }

    private mutating func said(_ sentence: String) -> DialogueStep {
        complaint = sentence
        return .stay
    }

    /// What goes wrong with one entry is said, and the screen stays.
    private mutating func saying(_ body: (inout DiaryBrowser) throws -> Void) throws {
        do { try body(&self) } catch let failure as Failure { complaint = failure.message }
    }

    /// The same screen once more, with what has changed since.
    private func again(saying complaint: String?) throws -> Output {
        var copy = self
        (copy.entries, copy.complaint) = ([:], complaint)
        try copy.settle()
        return Output(continuation: .browse(copy))
    }

    private mutating func move(_ key: Key, across: Int, page: Int) throws -> Bool {
        let step: Int? =
            switch key {
            case .left: -1
            case .right: 1
            case .up: -across
            case .down: across
            case .pageUp: -page
            case .pageDown: page
            case .home: -days.count
            case .end: days.count
            default: nil
            }
        guard let step else { return false }
        place += step
        try settle()
        return true
    }

    // MARK: - Typing

    private mutating func begin(_ what: Typed) { (mode, words) = (.typing(what), "") }

    private mutating func type(_ key: Key, _ what: Typed) throws {
        switch key {
        case .character(let character): words.append(character)
        case .space: words.append(" ")
        case .backspace: if words.popLast() == nil { return try leave(what) }
        case .escape: return try leave(what)
        case .enter:
            mode = .wall
            if what == .day { try goAsTyped() }
            if what == .tag { try hang(words.contains { $0 != " " } ? .tag(words) : .all) }
            return
        default:
            if what == .search { _ = try move(key, across: wall.across, page: wall.count) }
            return
        }
        words = String(words.prefix(200))
        if what == .search { try hang(words.contains { $0 != " " } ? .words(words) : .all) }
    }

    private mutating func leave(_ what: Typed) throws {
        mode = .wall
        if what == .search { try hang(.all) }
    }

    private mutating func goAsTyped() throws {
        guard !words.isEmpty else { return }
        do {
            let day = try ValueKind<Day>.pastDay.parse(words, ParsingContext(today: diary.time.today(), files: .none))
            try go(to: day)
            if let there = entry?.day, there != day { complaint = "\(day.spelledOut) has no photo here; this is the nearest." }
        } catch let failure as Failure where failure.kind == .usage {
            complaint = failure.message
        }
    }

    private mutating func go(to day: Day) throws {
        place = days.place { $0 <= day }
        try settle()
    }

    // MARK: - What hangs there

    private mutating func choose(_ key: Key) throws {
        let choices = WallChoice.offered
        mode = .wall
        guard let number = KeyTable.choice(key, of: choices.count) else { return }
        if choices[number - 1] == .tag("") { begin(.tag) } else { try hang(choices[number - 1]) }
    }

    /// Hangs up the days of a choice, and stays at the chosen day where it is among them.
    private mutating func hang(_ choice: WallChoice = .all) throws {
        let day = days.indices.contains(place) ? days[place] : nil
        do {
            (days, found) = try choice.days(in: diary)
            self.choice = choice
        } catch let failure as Failure where failure.kind == .usage {
            complaint = failure.message
            return
        }
        place = choice.keepsPlace ? day.flatMap { day in days.firstIndex { $0 <= day } } ?? 0 : 0
        top = 0
        try settle()
    }

    /// Keeps the chosen day among those that are seen, and reads what is seen.
    private mutating func settle() throws {
        place = max(0, min(place, days.count - 1))
        let row = place / wall.across
        let last = max(0, (days.count + wall.across - 1) / wall.across - wall.down)
        top = max(0, min(max(min(top, row), row - wall.down + 1), last))
        // The chosen one is on its way even where the screen has no row for it.
        let new = (Array(seen) + (days.isEmpty ? [] : [days[place]])).filter { entries[$0] == nil }
        if !new.isEmpty {
            if entries.count > DiaryBrowser.mostPictures { entries = entries.filter { seen.contains($0.key) } }
            for entry in try diary.entries(on: new) { entries[entry.day] = entry }
        }
        develop()
    }

    /// Entries that are seen and have no picture yet.
    private var missing: [Entry] {
        seen.compactMap { entries[$0] }.filter { sharp.isWanted ? sharp.lacks($0) : picture(of: $0) == nil }
    }

    /// What was made before is there at once; the rest is made behind the keys.
    private mutating func develop() {
        guard !wall.isList, !missing.isEmpty else { return }
        if pictures.count > DiaryBrowser.mostPictures { pictures = [:] }
        for entry in missing { if let kept = diary.keptPixels(of: entry) { pictures[entry.photo.path] = .some(kept) } }
        if sharp.isWanted { sharp.want(missing) } else { darkroom.want(missing) }
    }
}

extension [Day] {
    /// The place of the first day, of those from the latest to the first, that a condition holds for; the last place where it holds for none.
    fileprivate func place(where holds: (Day) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
