import Diary
import Kernel
import Pictures
import Terminal

/// The colour of a day: of its photo, or of its mood.
struct DayColor: Sendable {
    /// What colours come from.
    enum Source: String, CaseIterable, Sendable { case photo, mood }

    let day: Day
    /// Nil where nothing says what colour it has: no program makes pictures, the photo is gone or sealed, nobody named a mood.
    let color: RGBColor?
    let mood: Mood?

    /// The mean colour of the photo's pixels.
    init(_ entry: Entry, pixels: PixelMap?) { (day, color, mood) = (entry.day, pixels?.mean, entry.mood) }

    init(moodOf entry: Entry) { (day, color, mood) = (entry.day, entry.mood.map(DayColor.color), entry.mood) }

    static let fields: [Field<DayColor>] = [
        Field("day", title: "Day", "a day that has an entry") { .day($0.day) },
        Field("colour", title: "Colour", "its colour as in CSS, or null") { .text($0.color?.css) },
        Field("mood", title: "Mood", "its mood, or null") { .text($0.mood?.word) },
    ]

    /// From dusk to green: as far apart for eyes that do not tell red from green, by their brightness.
    static func color(of mood: Mood) -> RGBColor {
        switch mood {
        case .awful: RGBColor(0x5B3A6B)
        case .bad: RGBColor(0xA8503F)
        case .okay: RGBColor(0xC98F3A)
        case .good: RGBColor(0xA9B84E)
        case .great: RGBColor(0xD9E8A0)
        }
    }

    /// What stands for it where there are no colours; nil for its brightness.
    var sign: Character? { mood.map { Character("\($0.rawValue)") } }
}
