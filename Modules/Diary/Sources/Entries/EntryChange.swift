import Kernel

/// What an entry says from now on; nil leaves what it says.
///
///     var change = EntryChange(note: "Snow at last", tags: ["winter"])
///     change.mood = .set(.great)
public struct EntryChange: Hashable, Sendable {
    /// What becomes of the mood.
    public enum MoodChange: Hashable, Sendable {
        /// This one.
        case set(Mood)
        /// None any more.
        case remove
    }

    /// The note; an empty one takes it away.
    public var note: String?
    /// All the tags that it has from now on.
    public var tags: [String]?
    /// True for a star, false to take it away.
    public var isStarred: Bool?
    /// How the day was, or that nobody says so any more.
    public var mood: MoodChange?
    /// The name of a place; an empty one takes it away.
    public var place: String?
    /// The day on which it opens: until then nobody sees what it says.
    public var sealedUntil: Day?

    /// What is named changes; without values, nothing.
    public init(note: String? = nil, tags: [String]? = nil, isStarred: Bool? = nil, mood: MoodChange? = nil, place: String? = nil)
    {
        (self.note, self.tags, self.isStarred, self.mood, self.place) = (note, tags, isStarred, mood, place)
    }

    /// What an entry says, all of it: whoever takes it over says the same.
    public init(_ entry: Entry) {
        self.init(
            note: entry.note, tags: entry.tags, isStarred: entry.isStarred, mood: entry.mood.map { .set($0) }, place: entry.place)
        sealedUntil = entry.sealedUntil
    }

    /// Whether nothing is to be changed.
    public var isEmpty: Bool { self == EntryChange() }

    /// The change as it is kept.
    ///
    /// - Throws: `noteTooLong`, `noteInvalid`, `tagInvalid`, `tooManyTags`, `placeInvalid`, `sealInvalid`.
    func checked(on today: Day) throws -> EntryChange {
        var checked = self
        checked.note = try note.map { try Note.checked($0) ?? "" }
        checked.tags = try tags.map(Tags.checked)
        checked.place = try place.map { try Place.checked($0) ?? "" }
        checked.sealedUntil = try sealedUntil.map { try Entry.checked(seal: $0, today: today) }
        return checked
    }

    /// What was done, for the one who takes it back.
    func label(of day: Day) -> String {
        if sealedUntil != nil { return "Sealed the entry of \(day)" }
        return self == EntryChange(note: note) ? "Changed the note of \(day)" : "Changed the entry of \(day)"
    }

    /// An entry with a change that was checked.
    package func applied(to entry: Entry) -> Entry {
        var changed = entry
        if let note { changed.note = note.isEmpty ? nil : note }
        if let tags { changed.tags = tags }
        if let isStarred { changed.isStarred = isStarred }
        switch mood {
        case .set(let mood): changed.mood = mood
        case .remove: changed.mood = nil
        case nil: break
        }
        if let place { changed.place = place.isEmpty ? nil : place }
        if let sealedUntil { changed.sealedUntil = sealedUntil }
        return changed
    }

    /// Whether nothing is asked but that an entry stays closed at least as long as it is.
    func onlySealsLonger(_ entry: Entry) -> Bool {
        guard let opens = entry.sealedUntil, let later = sealedUntil else { return false }
        var rest = self
        rest.sealedUntil = nil
        return later >= opens && rest.isEmpty
    }
}
