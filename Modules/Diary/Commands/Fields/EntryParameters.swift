import Diary
import Kernel
import Terminal

/// What several commands take of an entry.
struct EntryParameters: Sendable {
    let diary: PhotoDiary

    /// Text as it was typed: the diary judges it, so that a wrong text is wrong data and not a wrong command line.
    private static func raw(_ placeholder: String) -> ValueKind<String> { ValueKind(placeholder) { word, _ in word } }

    private static let none = "none"

    private static var feeling: ValueKind<String> { .choice(of: Mood.allCases.map(\.word) + [none], placeholder: "MOOD") }

    /// What an entry says beside its note.
    var words: Parameter<EntryChange> {
        .group(
            .options("tag", Self.raw("TAG"), "a tag to find it by; repeat it for more tags"), .flag("no-tags", "remove all tags"),
            .option("mood", Self.feeling, "how the day was; none removes it"), .flag("star", "mark it with a star"),
            .flag("unstar", "remove the star"),
            .option("place", Self.raw("PLACE"), "the name of a place; an empty one removes it"),
            .option("seal-until", .day, "hide photo and words until this day"), .flag("seal", "hide photo and words for a year")
        ) { [diary] tags, isUntagged, mood, star, unstar, place, day, seal in
            try Self.refuse([!tags.isEmpty, isUntagged], "--tag and --no-tags")
            try Self.refuse([star, unstar], "--star and --unstar")
            try Self.refuse([seal, day != nil], "--seal and --seal-until")
            var change = EntryChange(tags: isUntagged ? [] : tags.isEmpty ? nil : tags, place: place)
            if let mood { change.mood = Mood(word: mood).map { .set($0) } ?? .remove }
            if star || unstar { change.isStarred = star }
            change.sealedUntil = seal ? diary.time.today().adding(months: Entry.monthsSealed) : day
            return change
        }
    }

    /// Which entries are asked for.
    var range: Parameter<EntryRange> {
        .group(
            .option("from", .pastDay, "the first day"), .option("to", .pastDay, "the last day"),
            .flag("with-notes", "only entries that have a note"), .flag("starred", "only entries with a star"),
            .option("tag", tag, "only entries with this tag"), .option("mood", .mood, "only entries with this mood")
        ) { first, last, noted, starred, tag, mood in
            var range = EntryRange(from: first, through: last, onlyWithNotes: noted)
            (range.onlyStarred, range.tag, range.mood) = (starred, tag, mood)
            return range
        }
    }

    private var tag: ValueKind<String> {
        Self.raw("TAG").completed { [diary] _ in
            Set(((try? diary.entries(EntryRange(limit: 500))) ?? []).flatMap(\.tags)).sorted()
        }
    }

    private static func refuse(_ given: [Bool], _ both: String) throws {
        guard !given.allSatisfy(\.self) else {
            throw Failure(.contradiction, "\(both) contradict each other.", advice: "Use only one of them.", kind: .usage)
        }
    }
}

extension ValueKind where Value == Mood {
    /// A mood by its word.
    fileprivate static var mood: Self {
        ValueKind<String>.choice(of: Mood.allCases.map(\.word), placeholder: "MOOD").map { Mood(word: $0) ?? .okay }
    }
}
