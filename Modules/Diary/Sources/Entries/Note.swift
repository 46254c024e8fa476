import Kernel

/// The rules of notes.
public enum Note {
    /// The greatest number of characters, counted as people count them: 👨‍👩‍👧 is one.
    public static let limit = 1000

    /// The note as it is kept: composed, line ends as `\n`, without blanks around it; nil when nothing is left.
    ///
    /// - Throws: `noteTooLong`, which says by how many characters; `noteInvalid` for control characters.
    public static func checked(_ text: String?) throws -> String? {
        try TypedText(upTo: limit, .many).keptIfAny(text) { fault in
            if case .tooLong(let count) = fault { return tooLong(by: count) }
            return Failure(
                .noteInvalid, "The note holds control characters.", advice: "Remove them. Nothing was changed.", kind: .badData)
        }
    }

    /// The first lines of a note, for lists; a mark stands where more follows.
    public static func preview(_ note: String, lines: Int = 2) -> String {
        let all = note.split(separator: "\n", omittingEmptySubsequences: true)
        return all.prefix(lines).joined(separator: "\n") + (all.count > lines ? " …" : "")
    }

    /// What the file is called in which an editor changes the note of a day.
    public static func draft(of day: Day) -> String { "note-\(day).txt" }

    private static func tooLong(by count: Int) -> Failure {
        Failure(
            .noteTooLong, "The note is \(counted(count, "character")) too long; it can have \(limit).",
            advice: "Shorten it. Nothing was changed.", kind: .badData)
    }
}
