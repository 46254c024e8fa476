import Diary
import Kernel

/// Which days hang on the wall.
enum WallChoice: Hashable {
    case all, noted, starred
    case mood(Mood)
    /// Those with a tag.
    case tag(String)
    /// Those whose words are typed.
    case words(String)

    /// What can be chosen by a figure; a tag is typed after the last one.
    static let offered: [WallChoice] = [.all, .noted, .starred] + Mood.allCases.reversed().map { .mood($0) } + [.tag("")]

    /// What it is called where it is chosen.
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

    /// Whether one stays at the day where one was: what is looked for is seen from its first result.
    var keepsPlace: Bool { if case .words = self { false } else { true } }

    /// The days, newest first, and how many there are where those are not all.
    func days(in diary: PhotoDiary) throws -> (days: [Day], found: Int?) {
        var range = EntryRange()
        switch self {
        case .all: return (try diary.allDays().reversed(), nil)
        case .noted: range.onlyWithNotes = true
        case .starred: range.onlyStarred = true
        case .mood(let mood): range.mood = mood
        case .tag(let tag): range.tag = tag
        case .words(let words):
            let found = try diary.search(words.split(separator: " ").map(String.init), limit: DiaryBrowser.mostFound)
            return (found.records.map(\.day), found.count > found.records.count ? found.count : nil)
        }
        return (try diary.entries(range).map(\.day), nil)
    }
}
