import Diary
import Interface
import Kernel

/// The screen of the timeline: the days around the selected day, its photo and its note.
struct BrowseScreen: Dialogue {
    /// The number of days listed on each side of the selected day, and the number of days that a
    /// page key skips.
    private static let (listedDays, pageSize) = (3, 10)

    private let diary: PhotoDiary
    private var walk: TimelineWalk
    private let show: @Sendable (Entry) throws -> Output
    private var asksForDay = false
    private var complaint: String?
    let hasPictures = true

    /// Creates the screen.
    ///
    /// - Parameter show: returns the output of the command `show` for an entry.
    init(_ diary: PhotoDiary, _ walk: TimelineWalk, show: @escaping @Sendable (Entry) throws -> Output) {
        self.diary = diary
        self.walk = walk
        self.show = show
    }

    var view: DialogueView {
        let entry = walk.entry
        return DialogueView(
            heading + days(around: entry) + [.gap] + entry.words, wanted: wanted, title: "grain: \(entry.day)",
            help: "timeline", picture: .init("\(entry.photo.path)", diary.shownPicture(entry)))
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
        case .down: try walk.move(by: 1, margin: Self.listedDays)
        case .up: try walk.move(by: -1, margin: Self.listedDays)
        case .pageDown: try walk.move(by: Self.pageSize, margin: Self.listedDays)
        case .pageUp: try walk.move(by: -Self.pageSize, margin: Self.listedDays)
        case .home: try walk.goToLatest()
        case .end: try walk.goToFirst()
        case .enter: return .finish(try show(walk.entry))
        case .character("g"): asksForDay = true
        default: return .finish(Output())
        }
        return .stay
    }

    /// Goes to a typed day.
    ///
    /// Invalid text is reported, and an empty line changes nothing.
    private mutating func go(to line: String) throws {
        asksForDay = false
        guard !line.isEmpty else { return }
        do {
            let day = try ValueKind<Day>.pastDay.parse(line, ParsingContext(today: diary.time.today(), files: .none))
            try walk.go(to: day, margin: Self.listedDays)
            if walk.entry.day != day { complaint = "\(day.spelledOut) has no photo; this is the nearest before it." }
        } catch let failure as Failure where failure.kind == .usage {
            complaint = failure.message
        }
    }

    private var wanted: DialogueView.Wanted {
        guard !asksForDay else { return .line(prompt: "Go to day: ") }
        return .key([
            KeyHint(.up, "newer"), KeyHint(.down, "older"), KeyHint(.pageUp, "ten newer"),
            KeyHint(.pageDown, "ten older"), KeyHint(.home, "latest"), KeyHint(.end, "first"), KeyHint(.enter, "show"),
            KeyHint(.character("g"), "go to a day"), KeyTable.quit(),
        ])
    }

    private var heading: [Block] {
        let positionText = (try? walk.position()).flatMap { $0 }.map { " · \($0.place) of \($0.count)" } ?? ""
        return [.heading(StyledText("Timeline", .title) + StyledText(positionText, .muted))]
            + (complaint.map { [.paragraph(StyledText(declared: $0, .warning))] } ?? [])
    }

    private func days(around entry: Entry) -> [Block] {
        let (newer, older) = walk.around(Self.listedDays)
        return newer.map { line($0, "  ", .muted) } + [line(entry, "▸ ", .accent)]
            + older.map { line($0, "  ", .muted) }
    }

    private func line(_ entry: Entry, _ mark: String, _ role: TextRole) -> Block {
        let noteText = entry.note.map { " · " + Note.preview($0, lines: 1) } ?? ""
        return .preformatted(StyledText(mark + entry.day.spelledOut, role) + entry.marks + StyledText(noteText, .muted))
    }
}
