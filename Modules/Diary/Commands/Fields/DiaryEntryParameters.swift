import Diary
import Interface
import Kernel

/// The parameters of an entry that several commands share.
struct EntryParameters: Sendable {
    let diary: PhotoDiary

    /// Returns a value kind that accepts any text.
    ///
    /// The diary checks the text later, so invalid text is an error of the data and not of usage.
    private static func anyText(_ placeholder: String) -> ValueKind<String> {
        ValueKind(placeholder) { word, _ in word }
    }

    private static let none = "none"

    private static var moodOrNone: ValueKind<String> {
        .choice(of: Mood.allCases.map(\.word) + [none], placeholder: "MOOD")
    }

    /// The parameters for the details of an entry: tags, mood, star, place and seal.
    var words: Parameter<EntryChange> {
        .group(
            .options("tag", Self.anyText("TAG"), "a tag to find it by; repeat it for more tags"),
            .flag("no-tags", "remove all tags"),
            .option("mood", Self.moodOrNone, "how the day was; none removes it"), .flag("star", "mark it with a star"),
            .flag("unstar", "remove the star"),
            .option("place", Self.anyText("PLACE"), "the name of a place; an empty one removes it"),
            .option("seal-until", .day, "hide photo and words until this day"),
            .flag("seal", "hide photo and words for a year")
        ) { [diary] tags, isUntagged, mood, star, unstar, place, day, seal in
            try Self.rejectCombination([!tags.isEmpty, isUntagged], "--tag and --no-tags")
            try Self.rejectCombination([star, unstar], "--star and --unstar")
            try Self.rejectCombination([seal, day != nil], "--seal and --seal-until")
            var change = EntryChange(tags: isUntagged ? [] : tags.isEmpty ? nil : tags, place: place)
            if let mood { change.mood = Mood(word: mood).map { .set($0) } ?? .remove }
            if star || unstar { change.isStarred = star }
            change.sealedUntil = seal ? diary.time.today().adding(months: Entry.monthsSealed) : day
            return change
        }
    }

    /// The parameters that select entries.
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
        Self.anyText("TAG").completed { [diary] _ in
            Set(((try? diary.entries(EntryRange(limit: 500))) ?? []).flatMap(\.tags)).sorted()
        }
    }

    private static func rejectCombination(_ flags: [Bool], _ names: String) throws {
        guard !flags.allSatisfy(\.self) else {
            throw Failure(
                .contradiction, "\(names) contradict each other.", advice: "Use only one of them.", kind: .usage)
        }
    }
}

extension ValueKind where Value == Mood {
    fileprivate static var mood: Self {
        ValueKind<String>.choice(of: Mood.allCases.map(\.word), placeholder: "MOOD").map { Mood(word: $0) ?? .okay }
    }
}
