import Kernel

/// A change of an entry. Nil leaves a part unchanged.
///
///     var change = EntryChange(note: "Snow at last", tags: ["winter"])
///     change.mood = .set(.great)
package struct EntryChange: Hashable, Sendable {
    /// A change of the mood.
    package enum MoodChange: Hashable, Sendable {
        case set(Mood)
        case remove
    }

    /// The new note. Empty text removes it.
    package var note: String?
    package var tags: [String]?
    package var isStarred: Bool?
    package var mood: MoodChange?
    /// The name of the new place. Empty text removes it.
    package var place: String?
    /// The opening day, before which the content is hidden.
    package var sealedUntil: Day?

    package init(
        note: String? = nil, tags: [String]? = nil, isStarred: Bool? = nil, mood: MoodChange? = nil,
        place: String? = nil
    ) {
        self.note = note
        self.tags = tags
        self.isStarred = isStarred
        self.mood = mood
        self.place = place
    }

    /// Creates the change that gives another entry the details of this one, for example when its
    /// photo is exchanged. A detail that is missing here changes nothing.
    package init(_ entry: Entry) {
        self.init(
            note: entry.note, tags: entry.tags, isStarred: entry.isStarred, mood: entry.mood.map { .set($0) },
            place: entry.place)
        sealedUntil = entry.sealedUntil
    }

    package var isEmpty: Bool { self == EntryChange() }

    /// Returns the change with its texts normalized as they are stored.
    ///
    /// - Throws: `noteTooLong`, `noteInvalid`, `tagInvalid`, `tooManyTags`, `placeInvalid`,
    ///   `sealInvalid`.
    func checked(on today: Day) throws -> EntryChange {
        var checked = self
        checked.note = try note.map { try Note.checked($0) ?? "" }
        checked.tags = try tags.map(Tags.checked)
        checked.place = try place.map { try Place.checked($0) ?? "" }
        checked.sealedUntil = try sealedUntil.map { try Entry.checked(seal: $0, today: today) }
        return checked
    }

    /// Returns the name of the change in `undo`.
    func label(of day: Day) -> String {
        if sealedUntil != nil { return "Sealed the entry of \(day)" }
        return self == EntryChange(note: note) ? "Changed the note of \(day)" : "Changed the entry of \(day)"
    }

    /// Returns an entry with this change applied. The change must be checked.
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

    /// Returns whether the change only extends the seal of an entry.
    func onlyExtendsSeal(_ entry: Entry) -> Bool {
        guard let openingDay = entry.sealedUntil, let newOpeningDay = sealedUntil else { return false }
        var otherChanges = self
        otherChanges.sealedUntil = nil
        return newOpeningDay >= openingDay && otherChanges.isEmpty
    }
}
