import Diary
import Kernel

/// A filter of the days on the wall.
enum DayFilter: Hashable {
    case all, noted, starred
    case mood(Mood)
    case tag(String)
    case words(String)

    /// The filters with a number key. The last one asks for a tag.
    static let offered: [DayFilter] =
        [.all, .noted, .starred] + Mood.allCases.reversed().map { .mood($0) } + [.tag("")]

    /// The name in the list of filters.
    var name: String {
        switch self {
        case .all: "all days"
        case .noted: "days with a note"
        case .starred: "starred days"
        case .mood(let mood): "\(mood.word) days"
        case .tag(""): "days with a tag"
        case .tag(let tag): "tag \(tag)"
        case .words(let words): "“\(words)”"
        }
    }

    /// Whether the selected day stays selected. A search starts at its first result.
    var keepsSelection: Bool { if case .words = self { false } else { true } }

    /// Returns the days, newest first.
    ///
    /// `found` is the number of matches if not all are returned.
    func days(in diary: PhotoDiary) throws -> (days: [Day], found: Int?) {
        var range = EntryRange()
        switch self {
        case .all: return (try diary.allDays().reversed(), nil)
        case .noted: range.onlyWithNotes = true
        case .starred: range.onlyStarred = true
        case .mood(let mood): range.mood = mood
        case .tag(let tag): range.tag = tag
        case .words(let words):
            let result = try diary.search(words.split(separator: " ").map(String.init), limit: DiaryBrowser.searchLimit)
            return (result.records.map(\.day), result.count > result.records.count ? result.count : nil)
        }
        return (try diary.entries(range).map(\.day), nil)
    }
}
