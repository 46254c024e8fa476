import Diary
import Interface
import Kernel

extension Entry {
    /// The fields of an entry: the keys of `--json` and the columns of lists.
    static let fields: [Field<Entry>] = [
        Field("id", "the entry's identifier") { .text($0.id.rawValue) },
        Field("day", title: "Day", "the day that the photo is kept for") { .day($0.day) },
        Field("note", title: "Note", "the note, or null") { .text($0.note) },
        Field("tags", title: "Tags", "its tags", cell: { StyledText($0.tags.joined(separator: ", ")) }) {
            .texts($0.tags)
        },
        Field("starred", "whether it is starred") { .bool($0.isStarred) },
        Field("mood", title: "Mood", "\(Mood.words), or null", isTranslatable: true) { .text($0.mood?.word) },
        Field("place", "the name of a place, or null") { .text($0.place) },
        Field("sealedUntil", "the day on which it opens or opened, or null") { .day($0.sealedUntil) },
        Field("sealed", "whether it is closed today: then it shows neither photo nor words") { .bool($0.isSealed) },
        Field("createdAt", "when the entry was added") { .instant($0.createdAt) },
        Field("updatedAt", "when the note was changed last, or null") { .instant($0.updatedAt) },
        Field(
            "photo",
            "the photo: path, width and height in pixels as people see it, bytes, type; null while it is sealed"
        ) {
            $0.shownPhoto
        },
    ]

    /// Returns the fields with one that reports a missing or damaged photo.
    static func fields(in diary: PhotoDiary) -> [Field<Entry>] {
        fields + [
            Field("photoIsMissing", "whether the photo's file is missing or damaged") { .bool(!diary.hasPhoto(of: $0)) }
        ]
    }

    fileprivate var shownPhoto: OutputValue { isSealed ? .null : photo.value }

    /// The day, its marks and two lines of the note, for the timeline.
    var preview: [Block] {
        let edited = StyledText(updatedAt == nil ? "" : " · edited", .muted)
        let labels = label.text.isEmpty ? [] : [Block.paragraph(label)]
        return [.paragraph(StyledText(day.spelledOut, .title) + marks + edited)]
            + (isSealed
                ? [sealedNotice] : note.map { Note.preview($0).lines } ?? [.paragraph(StyledText("No note", .muted))])
            + labels
    }

    /// A star and the mood, short enough to follow a day.
    var marks: StyledText {
        StyledText(isStarred ? " ★" : "", .accent) + StyledText(declared: mood.map { " \($0.word)" } ?? "", .muted)
    }

    /// The place and the tags on one line.
    var label: StyledText {
        StyledText(([place].compactMap(\.self) + tags.map { "#\($0)" }).joined(separator: " "), .muted)
    }

    /// The details without the note as texts: a star, the place, the mood, the tags.
    var facts: [String] { EntryChange(self).facts }

    /// The whole note. For a sealed entry, only the fact that it is sealed.
    var words: [Block] {
        if isSealed { return [sealedNotice] }
        return note?.lines ?? [.paragraph(StyledText("No note", .muted))]
    }

    private var sealedNotice: Block { .paragraph(StyledText(declared: sealSentence ?? "", .muted)) }

    /// A sentence with the day on which the seal ends or ended, or nil if there was no seal.
    var sealSentence: String? {
        sealedUntil.map { isSealed ? "Sealed until \($0.spelledOut)." : "It was sealed until \($0.spelledOut)." }
    }
}

extension EntryChange {
    /// The details without the note as texts.
    var facts: [String] {
        let moodWord: String? = if case .set(let mood)? = mood { mood.word } else { nil }
        return [isStarred == true ? "★" : nil, place, moodWord].compactMap(\.self) + (tags ?? []).map { "#\($0)" }
    }
}

extension TrashedEntry {
    static let fields: [Field<TrashedEntry>] = [
        Field("id", title: "ID", "the identifier in the trash") { .text($0.id.rawValue) },
        Field("day", title: "Day", "the day of the entry") { .day($0.entry.day) },
        Field(
            "note", title: "Note", "the note, or null",
            cell: { StyledText(Note.preview($0.entry.note ?? "", lines: 1)) }
        ) {
            .text($0.entry.note)
        },
        Field("sealedUntil", "the day on which it opens or opened, or null") { .day($0.entry.sealedUntil) },
        Field("deletedAt", "when it was deleted") { .instant($0.deletedAt) },
        Field("expiresAt", "when it is deleted for good") { .instant($0.expiresAt) },
        Field(
            "photo",
            "the photo: path, width and height in pixels as people see it, bytes, type; null while it is sealed"
        ) {
            $0.entry.shownPhoto
        },
    ]
}

extension PhotoDays {
    static let fields: [Field<PhotoDays>] = [
        Field("current", title: "Now", "days in a row up to today, or up to yesterday while today is open") {
            .integer($0.streak.current)
        },
        Field("longest", title: "Longest", "the longest streak so far") { .integer($0.streak.longest) },
        Field("total", title: "Photos", "days that have a photo") { .integer($0.total) },
        Field("today", title: "Today", "whether today has a photo") { .bool($0.hasPhotoToday) },
        Field(
            "documented", title: "This year", "days of this year that have a photo",
            cell: { StyledText(declared: $0.yearSentence) }
        ) {
            .integer($0.documented)
        },
        Field("daysOfYear", "how many days this year has") { .integer($0.daysOfYear) },
    ]

    /// The year as text, such as "30/365 days documented".
    var yearSentence: String { "\(documented)/\(daysOfYear) days documented" }

    /// Returns a sentence such as "7 days in a row!".
    static func sentence(_ days: Int) -> String {
        switch days {
        case 0: "No photo yesterday or today: your next photo starts a new streak."
        case 1: "1 day in a row."
        default: "\(days) days in a row!"
        }
    }
}

extension Mood { static var words: String { allCases.map(\.word).joined(separator: "|") } }

extension PhotoFacts {
    fileprivate var value: OutputValue {
        .object([
            .init("path", .text(path.description)), .init("width", .integer(width)), .init("height", .integer(height)),
            .init("bytes", .integer(bytes)), .init("type", .text(type.rawValue)),
        ])
    }
}

extension String {
    var lines: [Block] {
        split(separator: "\n", omittingEmptySubsequences: false).map {
            $0.isEmpty ? .gap : .paragraph(StyledText(String($0)))
        }
    }
}

extension ValueKind where Value == String {
    /// A note as typed.
    ///
    /// The diary checks its length later. Empty text removes a note.
    static var note: Self { ValueKind("NOTE", values: "up to \(Note.limit) characters") { word, _ in word } }
}
