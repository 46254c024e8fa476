import Kernel

/// The rules of tags: words to find an entry by.
enum Tags {
    static let (limit, most) = (40, 20)

    /// Each tag once, whatever its case and accents, without `#` and blanks around it, in the order given.
    ///
    /// - Throws: `tagInvalid`, `tooManyTags`.
    static func checked(_ tags: [String]) throws -> [String] {
        var seen: Set<String> = []
        let kept = try tags.map(checked).filter { seen.insert(key(of: $0)).inserted }
        guard kept.count <= most else {
            throw Failure(
                .tooManyTags, "An entry has at most \(most) tags; these are \(kept.count).", advice: "Nothing was changed.",
                kind: .badData)
        }
        return kept
    }

    /// What two tags that count as one have in common.
    static func key(of tag: String) -> String { Folding.plain(bare(tag).trimmed()) }

    private static func checked(_ tag: String) throws -> String {
        let invalid = Failure(
            .tagInvalid, "A tag has 1 to \(limit) characters, without commas, line breaks or invisible characters.",
            advice: "For example: --tag family. Nothing was changed.", kind: .badData)
        guard !tag.contains(where: { $0 == "," || $0.isNewline }) else { throw invalid }
        return try TypedText(upTo: limit).kept(bare(tag)) { _ in invalid }
    }

    private static func bare(_ tag: String) -> String { String(tag.drop { $0 == "#" }) }
}

/// The rule of places: a name that somebody typed, and no coordinates.
enum Place {
    static let limit = 100

    /// The place as it is kept; nil when nothing is left.
    ///
    /// - Throws: `placeInvalid`.
    static func checked(_ text: String) throws -> String? {
        try TypedText(upTo: limit).keptIfAny(text) { _ in
            Failure(
                .placeInvalid, "A place has up to \(limit) characters on one line, without invisible characters.",
                advice: "For example: --place Lisbon. Nothing was changed.", kind: .badData)
        }
    }
}
