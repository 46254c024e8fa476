import Diary
import Interface
import Kernel
import Pictures

/// The color of a day, taken from its photo or mood.
struct DayColor: Sendable {
    /// The source of the colors.
    enum Source: String, CaseIterable, Sendable { case photo, mood }

    let day: Day
    /// The color, or nil if it is unknown: no mood, no program for pictures, or the photo is
    /// missing or sealed.
    let color: RGBColor?
    let mood: Mood?

    init(_ entry: Entry, pixels: PixelMap?) {
        day = entry.day
        color = pixels?.mean
        mood = entry.mood
    }

    init(moodOf entry: Entry) {
        day = entry.day
        color = entry.mood.map(DayColor.color)
        mood = entry.mood
    }

    static let fields: [Field<DayColor>] = [
        Field("day", title: "Day", "a day that has an entry") { .day($0.day) },
        Field("colour", title: "Colour", "its colour as in CSS, or null") { .text($0.color?.css) },
        Field("mood", title: "Mood", "its mood, or null") { .text($0.mood?.word) },
    ]

    /// Returns the color of a mood, from dusk to green.
    ///
    /// The colors differ in brightness, so color-blind users can tell them apart.
    static func color(of mood: Mood) -> RGBColor {
        switch mood {
        case .awful: RGBColor(0x5B3A6B)
        case .bad: RGBColor(0xA8503F)
        case .okay: RGBColor(0xC98F3A)
        case .good: RGBColor(0xA9B84E)
        case .great: RGBColor(0xD9E8A0)
        }
    }

    /// The character on terminals without colors. Nil means that the brightness selects it.
    var sign: Character? { mood.map { Character("\($0.rawValue)") } }
}
