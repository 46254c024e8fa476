import Kernel

/// What an import would do, day by day.
public struct ImportPlan: Sendable {
    /// A day that gets something.
    public struct Item: Sendable {
        /// Which one.
        public let day: Day
        /// Its photo; nil for a day that has one already and gets words, and for one whose words are painted.
        public let photo: ImportSource.Photo?
        /// What it says.
        public let words: EntryChange
    }

    /// Why something is left out.
    public enum Reason: String, CaseIterable, Sendable {
        /// The day has an entry.
        case taken
        /// Another photo of its day was chosen.
        case another
        /// It does not say its day.
        case undated
        /// Its camera's clock was never set.
        case unset
        /// Its day is in the future.
        case future
        /// The diary that is imported says nothing of its day.
        case wordless
        /// There is no photo of its day.
        case photoless
        /// Its text is too long for a note.
        case tooLong
        /// It is no photo, or cannot be read.
        case unreadable

        /// What it means, to stand behind a number: "3: …".
        public var sentence: String {
            switch self {
            case .taken: "the day has an entry already, which stays as it is"
            case .another: "another photo of the same day was chosen"
            case .undated: "neither the camera nor the name says the day"
            case .unset: "the camera's clock was not set, and the name says no day"
            case .future: "the day would be in the future"
            case .wordless: "the diary has no such day; import the folder alone for these"
            case .photoless: "there is no photo of the day; --cards paints its text as one"
            case .tooLong: "the text has more than \(Note.limit) characters"
            case .unreadable: "it cannot be read as a photo"
            }
        }
    }

    /// What is left out for one reason.
    public struct LeftOut: Sendable {
        /// Why.
        public let reason: Reason
        /// Names of files, or days.
        public fileprivate(set) var names: [String]
    }

    /// Days that get an entry, ascending.
    public internal(set) var entries: [Item] = []
    /// Days that have an entry without words and get some, ascending.
    public internal(set) var words: [Item] = []
    /// What is left out, by reason.
    public private(set) var leftOut: [LeftOut] = []
    /// What is changed or lost on the way, as sentences.
    public var notices: [String] = []

    /// Photos that say no day, in the order of their names; those that a person could date are among what is left out.
    public internal(set) var undated: [ImportSource.Photo] = []
    /// How many of the new days get their words painted as their photo.
    public var cards: Int { entries.count { $0.photo == nil } }

    /// Whether there is nothing to do.
    public var isEmpty: Bool { entries.isEmpty && words.isEmpty }

    mutating func leave(_ name: String, _ reason: Reason) {
        if let place = leftOut.firstIndex(where: { $0.reason == reason }) {
            leftOut[place].names.append(name)
        } else {
            leftOut.append(LeftOut(reason: reason, names: [name]))
        }
    }

    /// In the order in which reasons are declared, names in theirs.
    mutating func sort() {
        entries.sort { $0.day < $1.day }
        words.sort { $0.day < $1.day }
        undated.sort { $0.name < $1.name }
        leftOut = Reason.allCases.compactMap { reason in leftOut.first { $0.reason == reason } }
        for place in leftOut.indices { leftOut[place].names.sort() }
    }
}
