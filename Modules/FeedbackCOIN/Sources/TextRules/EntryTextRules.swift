import Kernel

/// The rules of text in entries.
enum EntryTextRules {
    static let sectionLimit = 20_000
    static let tagLimit = 40
    static let mostTags = 20
    static let projectLimit = 60
    static let stepLimit = 200

    /// Returns the four sections in their stored form.
    ///
    /// - Throws: `contextMissing`, `sectionTooLong`, `controlCharacters`.
    static func checked(_ text: FeedbackText) throws -> FeedbackText {
        let checked = try checked(sections: text)
        try requireContext(checked)
        return checked
    }

    /// Returns the sections in their stored form, any of which may be empty.
    ///
    /// - Throws: `sectionTooLong`, `controlCharacters`.
    static func checked(sections text: FeedbackText) throws -> FeedbackText {
        try FeedbackSection.allCases.reduce(into: text) { $0[$1] = try checked(text[$1], in: $1) }
    }

    /// Checks that the context is not empty.
    ///
    /// - Throws: `contextMissing`.
    static func requireContext(_ text: FeedbackText) throws {
        guard !text.context.isEmpty else {
            throw Failure(
                .contextMissing, "Feedback needs a context: the circumstances, or the issue to discuss.",
                advice: "Give --context TEXT, or write below the heading “Context” in the editor.", kind: .badData)
        }
    }

    /// Returns a section composed, trimmed and with `\n` line ends.
    static func checked(_ text: String, in section: FeedbackSection) throws -> String {
        let name = section.heading.lowercased()
        let normalized = try InputTextRule(upTo: sectionLimit, .many).validatedIfPresent(unifiedLineEnds(text)) {
            fault in
            if case .tooLong(let more) = fault {
                return Failure(
                    .sectionTooLong, "The \(name) has \(sectionLimit + more) characters; the limit is \(sectionLimit).",
                    advice: "Make it \(more) characters shorter, or write a second entry.", kind: .badData)
            }
            return Failure(
                .controlCharacters, "The \(name) holds control characters.", advice: "Remove them and try again.",
                kind: .badData)
        }
        return normalized ?? ""
    }

    /// Returns each tag once in the given order, without `#` and surrounding blanks.
    ///
    /// - Throws: `tagInvalid`, `tooManyTags`.
    static func checked(tags: [String]) throws -> [String] {
        var seen: Set<String> = []
        let unique = try tags.map(checked(tag:)).filter { seen.insert(key(of: $0)).inserted }
        guard unique.count <= mostTags else {
            throw Failure(
                .tooManyTags, "An entry has at most \(mostTags) tags; these are \(unique.count).", kind: .badData)
        }
        return unique
    }

    /// Returns a project on one line, or nil if it is empty.
    ///
    /// - Throws: `projectInvalid`.
    static func checked(project: String) throws -> String? {
        try InputTextRule(upTo: projectLimit).validatedIfPresent(project) { _ in
            Failure(
                .projectInvalid,
                "A project has at most \(projectLimit) characters on one line, all of which can be seen.",
                advice: "For example: --project 'Web shop'", kind: .badData)
        }
    }

    /// Returns a step on one line, or nil if it is empty.
    ///
    /// - Throws: `stepInvalid`.
    static func checked(step: String) throws -> String? {
        try InputTextRule(upTo: stepLimit).validatedIfPresent(step) { _ in
            Failure(
                .stepInvalid, "A follow-up has at most \(stepLimit) characters on one line, all of which can be seen.",
                advice: "Write the rest below “Next steps”.", kind: .badData)
        }
    }

    /// Returns the key that all spellings of a tag or project share.
    static func key(of tag: String) -> String { Folding.plain(tag) }

    static func unifiedLineEnds(_ text: String) -> String {
        text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    }

    private static func checked(tag: String) throws -> String {
        let invalid = Failure(
            .tagInvalid, "A tag has 1 to \(tagLimit) characters, without commas, line breaks or invisible characters.",
            advice: "For example: --tag teamwork", kind: .badData)
        guard !tag.contains(where: { $0 == "," || $0.isNewline }) else { throw invalid }
        return try InputTextRule(upTo: tagLimit).validated(String(tag.drop { $0 == "#" })) { _ in invalid }
    }
}
