import Kernel

/// The rules of titles.
enum __Module__Title {
    static let limit = 60

    /// Returns the title as it is stored: in normal form, without surrounding whitespace.
    ///
    /// - Throws: `__module__TitleInvalid`.
    static func checked(_ text: String) throws -> String {
        let title = text.inNormalForm.trimmed()
        guard !title.isEmpty else { throw invalid("An item needs a title.") }
        // A character can have any number of accents, so the bytes have a limit too.
        guard title.count <= limit, title.utf8.count <= limit * 16 else {
            throw invalid("A title has at most \(limit) characters; this one has \(title.count).")
        }
        guard !title.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw invalid("A title cannot hold control characters.")
        }
        return title
    }

    /// Returns the unique key of a title. Titles that differ only in case share a key.
    static func key(_ title: String) -> String { title.inNormalForm.lowercased() }

    static func taken(_ title: String) -> Failure {
        Failure(.__module__TitleTaken, "There is “\(title)” already.", advice: "Choose another title.", kind: .badData)
    }

    static func missing(_ title: String) -> Failure {
        Failure(.__module__ItemNotFound, "There is no “\(title)”.", advice: "`__noun__ list` shows what there is.")
    }

    private static func invalid(_ message: String) -> Failure {
        Failure(.__module__TitleInvalid, message, advice: "Choose a title of 1 to \(limit) characters.", kind: .badData)
    }
}
