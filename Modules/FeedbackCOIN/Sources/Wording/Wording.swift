import Kernel

/// The rules of what people write.
enum Wording {
    static let sectionLimit = 20_000
    static let tagLimit = 40
    static let mostTags = 20
    static let projectLimit = 60
    static let stepLimit = 200

    /// The four sections as they are kept.
    ///
    /// - Throws: `contextMissing`, `sectionTooLong`, `controlCharacters`.
    static func checked(_ text: FeedbackText) throws -> FeedbackText {
        let checked = try checked(sections: text)
        try requireContext(checked)
        return checked
    }

    /// The sections, whichever are empty.
    ///
    /// - Throws: `sectionTooLong`, `controlCharacters`.
    static func checked(sections text: FeedbackText) throws -> FeedbackText {
        try FeedbackSection.allCases.reduce(into: text) { $0[$1] = try checked(text[$1], in: $1) }
    }

    /// - Throws: `contextMissing`.
    static func requireContext(_ text: FeedbackText) throws {
        guard !text.context.isEmpty else {
            throw Failure(
                .contextMissing, "Feedback needs a context: the circumstances, or the issue to discuss.",
                advice: "Give --context TEXT, or write below the heading “Context” in the editor.", kind: .badData)
        }
    }

    /// Composed, line ends as `\n`, no blanks around it.
    static func checked(_ text: String, in section: FeedbackSection) throws -> String {
        let name = section.heading.lowercased()
        let kept = try TypedText(upTo: sectionLimit, .many).keptIfAny(unifiedLineEnds(text)) { fault in
            if case .tooLong(let more) = fault {
                return Failure(
                    .sectionTooLong, "The \(name) has \(sectionLimit + more) characters; the limit is \(sectionLimit).",
                    advice: "Make it \(more) characters shorter, or write a second entry.", kind: .badData)
            }
            return Failure(
                .controlCharacters, "The \(name) holds control characters.", advice: "Remove them and try again.",
                kind: .badData)
        }
        return kept ?? ""
    }

    /// Each tag once, without `#` and blanks around it, in the order given.
    ///
    /// - Throws: `tagInvalid`, `tooManyTags`.
    static func checked(tags: [String]) throws -> [String] {
        var seen: Set<String> = []
        let kept = try tags.map(checked(tag:)).filter { seen.insert(key(of: $0)).inserted }
        guard kept.count <= mostTags else {
            throw Failure(.tooManyTags, "An entry has at most \(mostTags) tags; these are \(kept.count).", kind: .badData)
        }
        return kept
    }

    /// One line; nil when nothing is left.
    ///
    /// - Throws: `projectInvalid`.
    static func checked(project: String) throws -> String? {
        try TypedText(upTo: projectLimit).keptIfAny(project) { _ in
            Failure(
                .projectInvalid, "A project has at most \(projectLimit) characters on one line, all of which can be seen.",
                advice: "For example: --project 'Web shop'", kind: .badData)
        }
    }

    /// One line; nil when nothing is left.
    ///
    /// - Throws: `stepInvalid`.
    static func checked(step: String) throws -> String? {
        try TypedText(upTo: stepLimit).keptIfAny(step) { _ in
            Failure(
                .stepInvalid, "A follow-up has at most \(stepLimit) characters on one line, all of which can be seen.",
                advice: "Write the rest below “Next steps”.", kind: .badData)
        }
    }

    /// What two tags or projects that count as one have in common.
    static func key(of tag: String) -> String { Folding.plain(tag) }

    static func unifiedLineEnds(_ text: String) -> String {
        text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    }

    private static func checked(tag: String) throws -> String {
        let invalid = Failure(
            .tagInvalid, "A tag has 1 to \(tagLimit) characters, without commas, line breaks or invisible characters.",
            advice: "For example: --tag teamwork", kind: .badData)
        guard !tag.contains(where: { $0 == "," || $0.isNewline }) else { throw invalid }
        return try TypedText(upTo: tagLimit).kept(String(tag.drop { $0 == "#" })) { _ in invalid }
    }
}
