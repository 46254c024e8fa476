import Diary
import Kernel
import Terminal

/// Looking through the timeline with keys: the days around the chosen one, its photo and its note.
struct BrowseScreen: Dialogue {
    /// So many days are named on either side of the chosen one, and so many a page passes over.
    private static let (sight, page) = (3, 10)

    private let diary: PhotoDiary
    private var walk: TimelineWalk
    private let show: @Sendable (Entry) throws -> Output
    private var asksForDay = false
    private var complaint: String?
    let hasPictures = true

    /// - Parameter show: what `show` says of an entry.
    init(_ diary: PhotoDiary, _ walk: TimelineWalk, show: @escaping @Sendable (Entry) throws -> Output) {
        (self.diary, self.walk, self.show) = (diary, walk, show)
    }

    var view: DialogueView {
        let entry = walk.entry
        return DialogueView(
            heading + days(around: entry) + [.gap] + entry.words, wanted: wanted, title: "grain: \(entry.day)",
            help: "timeline",
            picture: .init("\(entry.photo.path)", diary.shown(entry)))
    }

    mutating func handle(_ event: DialogueEvent) throws -> DialogueStep {
        complaint = nil
        switch event {
        case .key(let key): return try press(key)
        case .line(let line): try go(to: line)
        case .tick: break
        case .end: return .finish(Output())
        }
        return .stay
    }

    private mutating func press(_ key: Key) throws -> DialogueStep {
        switch key {
        case .down: try walk.move(by: 1, seeing: Self.sight)
        case .up: try walk.move(by: -1, seeing: Self.sight)
        case .pageDown: try walk.move(by: Self.page, seeing: Self.sight)
        case .pageUp: try walk.move(by: -Self.page, seeing: Self.sight)
        case .home: try walk.toLatest()
        case .end: try walk.toFirst()
        case .enter: return .finish(try show(walk.entry))
        case .character("g"): asksForDay = true
        default: return .finish(Output())
        }
        return .stay
    }

    /// Goes to a day as it was typed; what is no day is said, and an empty line changes nothing.
    private mutating func go(to line: String) throws {
        asksForDay = false
        guard !line.isEmpty else { return }
        do {
            let day = try ValueKind<Day>.pastDay.parse(line, ParsingContext(today: diary.time.today(), files: .none))
            try walk.go(to: day, seeing: Self.sight)
            if walk.entry.day != day { complaint = "\(day.spelledOut) has no photo; this is the nearest before it." }
        } catch let failure as Failure where failure.kind == .usage {
            complaint = failure.message
        }
    }

    private var wanted: DialogueView.Wanted {
        guard !asksForDay else { return .line(prompt: "Go to day: ") }
        return .key([
            KeyHint(.up, "newer"), KeyHint(.down, "older"), KeyHint(.pageUp, "ten newer"), KeyHint(.pageDown, "ten older"),
            KeyHint(.home, "latest"), KeyHint(.end, "first"), KeyHint(.enter, "show"), KeyHint(.character("g"), "go to a day"),
            KeyTable.quit(),
        ])
    }

    private var heading: [Block] {
        let standing = (try? walk.standing()).flatMap { $0 }.map { " · \($0.place) of \($0.count)" } ?? ""
        return [.heading(StyledText("Timeline", .title) + StyledText(standing, .muted))]
            + (complaint.map { [.paragraph(StyledText(declared: $0, .warning))] } ?? [])
    }

    private func days(around entry: Entry) -> [Block] {
        let (newer, older) = walk.around(Self.sight)
        return newer.map { line($0, "  ", .muted) } + [line(entry, "▸ ", .accent)] + older.map { line($0, "  ", .muted) }
    }

    private func line(_ entry: Entry, _ mark: String, _ role: TextRole) -> Block {
        let words = entry.note.map { " · " + Note.preview($0, lines: 1) } ?? ""
        return .drawn(StyledText(mark + entry.day.spelledOut, role) + entry.marks + StyledText(words, .muted))
    }
}
