import Kernel

/// The rules of notes.
package enum Note {
    /// The maximum number of characters as people count them. For example, 👨‍👩‍👧 is one.
    package static let limit = 1000

    /// Returns the note in composed form, trimmed and with `\n` line ends, or nil if it is empty.
    ///
    /// - Throws: `noteTooLong`, which reports the excess number of characters, or `noteInvalid`
    ///   for control characters.
    package static func checked(_ text: String?) throws -> String? {
        try InputTextRule(upTo: limit, .many).validatedIfPresent(text) { fault in
            if case .tooLong(let count) = fault { return tooLong(by: count) }
            return Failure(
                .noteInvalid, "The note holds control characters.", advice: "Remove them. Nothing was changed.",
                kind: .badData)
        }
    }

    /// Returns the first lines of a note for lists, with a mark if more lines follow.
    package static func preview(_ note: String, lines: Int = 2) -> String {
        let nonemptyLines = note.split(separator: "\n", omittingEmptySubsequences: true)
        return nonemptyLines.prefix(lines).joined(separator: "\n") + (nonemptyLines.count > lines ? " …" : "")
    }

    /// Returns the name of the file in which an editor opens the note of a day.
    package static func draft(of day: Day) -> String { "note-\(day).txt" }

    private static func tooLong(by count: Int) -> Failure {
        Failure(
            .noteTooLong, "The note is \(counted(count, "character")) too long; it can have \(limit).",
            advice: "Shorten it. Nothing was changed.", kind: .badData)
    }
}
