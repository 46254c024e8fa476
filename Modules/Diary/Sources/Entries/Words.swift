import Kernel

/// The rules of tags.
enum Tags {
    static let (limit, tagLimit) = (40, 20)

    /// Returns the tags without `#`, surrounding blanks and duplicates, in the given order.
    ///
    /// Tags that differ only in case or accents are duplicates.
    ///
    /// - Throws: `tagInvalid`, `tooManyTags`.
    static func checked(_ tags: [String]) throws -> [String] {
        var seen: Set<String> = []
        let unique = try tags.map(checked).filter { seen.insert(key(of: $0)).inserted }
        guard unique.count <= tagLimit else {
            throw Failure(
                .tooManyTags, "An entry has at most \(tagLimit) tags; these are \(unique.count).",
                advice: "Nothing was changed.", kind: .badData)
        }
        return unique
    }

    /// Returns the key that all spellings of a tag share.
    static func key(of tag: String) -> String { Folding.plain(bare(tag).trimmed()) }

    private static func checked(_ tag: String) throws -> String {
        let invalid = Failure(
            .tagInvalid, "A tag has 1 to \(limit) characters, without commas, line breaks or invisible characters.",
            advice: "For example: --tag family. Nothing was changed.", kind: .badData)
        guard !tag.contains(where: { $0 == "," || $0.isNewline }) else { throw invalid }
        return try InputTextRule(upTo: limit).validated(bare(tag)) { _ in invalid }
    }

    private static func bare(_ tag: String) -> String { String(tag.drop { $0 == "#" }) }
}

/// The rule of places: a typed name without coordinates.
enum Place {
    static let limit = 100

    /// Returns the place as it is stored, or nil if it is empty.
    ///
    /// - Throws: `placeInvalid`.
    static func checked(_ text: String) throws -> String? {
        try InputTextRule(upTo: limit).validatedIfPresent(text) { _ in
            Failure(
                .placeInvalid, "A place has up to \(limit) characters on one line, without invisible characters.",
                advice: "For example: --place Lisbon. Nothing was changed.", kind: .badData)
        }
    }
}
