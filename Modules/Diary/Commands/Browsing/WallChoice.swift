import Diary
import Kernel

/// Which days hang on the wall.
enum WallChoice: Hashable {
    case all, noted
    /// Those whose note has what is typed.
    case words(String)

    /// What can be chosen by a figure.
    static let offered: [WallChoice] = [.all, .noted]

    /// What it is called where it is chosen.
    var name: String {
        switch self {
        case .all: "all days"
        case .noted: "days with a note"
        case .words(let words): "“\(words)”"
        }
    }

    /// Whether one stays at the day where one was: what is looked for is seen from its first result.
    var keepsPlace: Bool { if case .words = self { false } else { true } }

    /// The days, newest first, and how many there are where those are not all.
    func days(in diary: PhotoDiary) throws -> (days: [Day], found: Int?) {
        switch self {
        case .all: return (try diary.allDays().reversed(), nil)
        case .noted: return (try diary.notedDays().reversed(), nil)
        case .words(let words):
            let found = try diary.search(words.split(separator: " ").map(String.init), limit: DiaryBrowser.mostFound)
            return (found.records.map(\.day), found.count > found.records.count ? found.count : nil)
        }
    }
}
