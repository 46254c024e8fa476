import Kernel

/// The rules of what people write.
enum Wording {
    static let sectionLimit = 20_000
    static let tagLimit = 40
    static let mostTags = 20

    /// The four sections as they are kept.
    ///
    /// - Throws: `contextMissing`, `sectionTooLong`, `controlCharacters`.
    static func checked(_ text: FeedbackText) throws -> FeedbackText {
        var checked = text
        for section in FeedbackSection.allCases { checked[section] = try Wording.checked(text[section], in: section) }
        try requireContext(checked)
        return checked
    }

    /// - Throws: `contextMissing`.
    static func requireContext(_ text: FeedbackText) throws {
        guard !text.context.isEmpty else {
            throw Failure(
                .contextMissing, "Feedback needs a context: the circumstances, or the issue to talk about.",
                advice: "Give --context TEXT, or write below the heading “Context” in the editor.", kind: .badData)
        }
    }

    /// Composed, line ends as `\n`, no blanks around it.
    static func checked(_ text: String, in section: FeedbackSection) throws -> String {
        let name = section.heading.lowercased()
        let kept = try TypedText(upTo: sectionLimit, .many).keptIfAny(unifiedLineEnds(text)) { fault in
            if case .tooLong(let more) = fault {
                return Failure(
                    .sectionTooLong, "The \(name) has \(sectionLimit + more) characters; at most \(sectionLimit) are kept.",
                    advice: "Make it \(more) shorter, or write a second entry.", kind: .badData)
            }
            return Failure(
                .controlCharacters, "The \(name) holds control characters.", advice: "Take them out and try again.",
                kind: .badData)
        }
        return kept ?? ""
    }

    static func trimmed(_ text: String) -> String { text.trimmed() }

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

    /// What two tags that count as one have in common.
    static func key(of tag: String) -> String { Folding.plain(tag) }

    static func unifiedLineEnds(_ text: String) -> String {
        guard text.utf8.contains(13) else { return text }
        var scalars = String.UnicodeScalarView()
        var previous: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            if scalar == "\r" { scalars.append("\n") } else if scalar != "\n" || previous != "\r" { scalars.append(scalar) }
            previous = scalar
        }
        return String(scalars)
    }

    private static func checked(tag: String) throws -> String {
        let bare = tag.inNormalForm.drop { $0 == "#" }.trimmed { $0 == "\t" || $0.isBlank && !$0.isControl && !$0.isLineEnd }
        guard !bare.isEmpty, bare.count <= tagLimit, bare.utf8.count <= tagLimit * 16,
            !bare.unicodeScalars.contains(where: { $0.isControl || $0.isLineEnd || $0 == "," })
        else {
            throw Failure(
                .tagInvalid, "A tag has 1 to \(tagLimit) characters, without commas and line ends.",
                advice: "For example: --tag teamwork",
                kind: .badData)
        }
        return bare
    }
}

extension Unicode.Scalar {
    var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
    /// A line end that is no control character: some readers break a line there.
    var isLineEnd: Bool { value == 0x2028 || value == 0x2029 }
}
