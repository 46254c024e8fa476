import Kernel

/// The rules of notes.
public enum Note {
    /// The greatest number of characters, counted as people count them: 👨‍👩‍👧 is one.
    public static let limit = 1000

    /// The note as it is kept: composed, line ends as `\n`, without blanks around it; nil when nothing is left.
    ///
    /// - Throws: `noteTooLong`, which says by how many characters; `noteInvalid` for control characters.
    public static func checked(_ text: String?) throws -> String? {
        guard let text else { return nil }
        // A character may be any number of scalars; this bound keeps a note from being a megabyte of accents.
        guard text.utf8.count <= limit * 64 else { throw tooLong(by: max(1, text.count - limit)) }
        let note = text.replacing("\r\n", with: "\n").inNormalForm
            .trimmed()
        guard !note.unicodeScalars.contains(where: isForbidden) else {
            throw Failure(
                .noteInvalid, "The note holds control characters.", advice: "Take them out; nothing was changed.", kind: .badData
            )
        }
        guard note.count <= limit else { throw tooLong(by: note.count - limit) }
        return note.isEmpty ? nil : note
    }

    /// The first lines of a note, for lists; a mark stands where more follows.
    public static func preview(_ note: String, lines: Int = 2) -> String {
        let all = note.split(separator: "\n", omittingEmptySubsequences: true)
        return all.prefix(lines).joined(separator: "\n") + (all.count > lines ? " …" : "")
    }

    private static func tooLong(by count: Int) -> Failure {
        Failure(
            .noteTooLong, "The note is \(count) \(count == 1 ? "character" : "characters") too long; it may have \(limit).",
            advice: "Shorten it; nothing was changed.", kind: .badData)
    }

    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control && scalar != "\n" && scalar != "\t"
    }
}
