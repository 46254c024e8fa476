import Kernel

/// The effects of an import, day by day.
package struct ImportPlan: Sendable {
    /// A day that gets a photo or text.
    package struct Item: Sendable {
        package let day: Day
        /// The photo. Nil if the day already has one or gets a picture of its text.
        package let photo: ImportSource.Photo?
        /// The text and the details for the day.
        package let words: EntryChange
    }

    /// The reason why an item is skipped.
    package enum Reason: String, CaseIterable, Sendable {
        /// The day already has an entry.
        case taken
        /// Another photo of the day was chosen.
        case another
        /// The day of the photo is unknown.
        case undated
        /// The clock of its camera was never set.
        case unset
        case future
        /// The imported diary has no text for its day.
        case wordless
        /// The day has text but no photo.
        case photoless
        case tooLong
        case unreadable

        /// The explanation after a number, as in "3: …".
        package var sentence: String {
            switch self {
            case .taken: "the day has an entry already, which stays as it is"
            case .another: "another photo of the same day was chosen"
            case .undated: "neither the camera nor the name contains the day"
            case .unset: "the camera's clock was not set, and the name says no day"
            case .future: "the day would be in the future"
            case .wordless: "the diary has no such day; import the folder alone for these"
            case .photoless: "there is no photo of the day; --cards paints its text as one"
            case .tooLong: "the text has more than \(Note.limit) characters"
            case .unreadable: "it cannot be read as a photo"
            }
        }
    }

    /// The items skipped for one reason.
    package struct SkippedItems: Sendable {
        package let reason: Reason
        /// The names of files, or the days.
        package fileprivate(set) var names: [String]
    }

    /// The days that get an entry, ascending.
    package internal(set) var entries: [Item] = []
    /// The days that have an entry without text and get one, ascending.
    package internal(set) var words: [Item] = []
    package private(set) var skipped: [SkippedItems] = []
    package var notices: [String] = []

    /// The undated photos by name.
    ///
    /// Those that the user could date are also among the skipped items.
    package internal(set) var undated: [ImportSource.Photo] = []
    /// The number of new days that get a picture of their text.
    package var cards: Int { entries.count { $0.photo == nil } }

    package var isEmpty: Bool { entries.isEmpty && words.isEmpty }

    mutating func skip(_ name: String, _ reason: Reason) {
        if let index = skipped.firstIndex(where: { $0.reason == reason }) {
            skipped[index].names.append(name)
        } else {
            skipped.append(SkippedItems(reason: reason, names: [name]))
        }
    }

    /// Sorts days by date, reasons by declaration, and names by name.
    mutating func sort() {
        entries.sort { $0.day < $1.day }
        words.sort { $0.day < $1.day }
        undated.sort { $0.name < $1.name }
        skipped = Reason.allCases.compactMap { reason in skipped.first { $0.reason == reason } }
        for index in skipped.indices { skipped[index].names.sort() }
    }
}
