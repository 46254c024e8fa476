import Kernel

/// The conversion of four sections to a text for an editor and back.
///
/// Markdown headings separate the sections. Lines in `<!-- … -->` are guidance and ignored. A line
/// of a section that looks like one of these gets a leading backslash, so the text is read back
/// unchanged.
package enum EditorText {
    /// The heading above facts outside the sections: `Kind: praise`.
    package static let about = "About"

    /// Returns the text for the editor.
    ///
    /// - Parameter facts: names and values, one a line under a heading of their own. Without facts
    ///   there is no heading.
    package static func write(
        _ text: FeedbackText, about facts: [(name: String, value: String)] = [], _ guidance: String = ""
    )
        -> String
    {
        let instruction = "Write below each heading and save. To change nothing, leave the file as it is, or empty."
        let sections = FeedbackSection.allCases.map { section in
            let lines = EntryTextRules.unifiedLineEnds(text[section]).split(
                separator: "\n", omittingEmptySubsequences: false
            ).map(
                escaped)
            return "## \(section.heading)\n\(guidanceComment(section.guidance))\n\n\(lines.joined(separator: "\n"))\n"
        }
        let aboutSection =
            "## \(about)\n\(guidanceComment(guidance))\n\n"
            + facts.map { "\($0.name): \($0.value)".trimmed() + "\n" }.joined()
            + "\n"
        return guidanceComment(instruction) + "\n\n" + (facts.isEmpty ? "" : aboutSection)
            + sections.joined(separator: "\n")
    }

    /// Parses the edited text without dropping anything.
    ///
    /// - Headings have one to six `#`, any case and an optional colon.
    /// - Text above the first heading belongs to the context.
    /// - A repeated heading continues its section.
    /// - A missing heading leaves its section empty.
    ///
    /// - Parameter hasAbout: whether the lines below `about` are facts.
    package static func read(_ text: String, hasAbout: Bool = false) -> FeedbackText { parts(of: text, hasAbout).text }

    /// Returns the lines below `about`.
    package static func readAbout(_ text: String) -> [String] { parts(of: text, true).about }

    /// Splits an edited text into its sections and the lines below `about`.
    private static func parts(of text: String, _ hasAbout: Bool) -> (text: FeedbackText, about: [String]) {
        var result = FeedbackText()
        var lines = [String]()
        var isAbout = false
        var section = FeedbackSection.context
        let textWithoutBOM = text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
        for line in EntryTextRules.unifiedLineEnds(textWithoutBOM).split(
            separator: "\n", omittingEmptySubsequences: false)
        {
            if let nextSection = heading(line) {
                section = nextSection
                isAbout = false
            } else if hasAbout, isAboutHeading(line) {
                isAbout = true
            } else if isGuidance(line) {
                continue
            } else if isAbout {
                if !line.allSatisfy(\.isWhitespace) { lines.append(line.trimmed()) }
            } else {
                result[section] += unescaped(line) + "\n"
            }
        }
        for section in FeedbackSection.allCases { result[section] = result[section].trimmed() }
        return (result, lines)
    }

    private static func guidanceComment(_ text: String) -> String {
        "<!-- \(text.split(whereSeparator: \.isNewline).joined(separator: " ")) -->"
    }

    /// Returns the section whose heading a line is, or nil for other lines.
    private static func heading(_ line: Substring) -> FeedbackSection? {
        words(ofHeading: line).flatMap { words in FeedbackSection.allCases.first { $0.rawValue.lowercased() == words } }
    }

    private static func isAboutHeading(_ line: Substring) -> Bool { words(ofHeading: line) == about.lowercased() }

    /// Returns the text of a heading in lower case without separators, or nil for other lines.
    private static func words(ofHeading line: Substring) -> String? {
        let start = line.drop { $0 == " " }
        let marks = start.prefix { $0 == "#" }
        guard (1...6).contains(marks.count) else { return nil }
        return start.dropFirst(marks.count).lowercased().split { " -_:#\t".contains($0) }.joined()
    }

    private static func isGuidance(_ line: Substring) -> Bool {
        let trimmed = line.trimmed()
        return trimmed.hasPrefix("<!--") && trimmed.hasSuffix("-->")
    }

    /// Adds a backslash to a line that would be read as a heading or guidance.
    private static func escaped(_ line: Substring) -> String { isSpecial(line) ? "\\" + line : String(line) }

    private static func unescaped(_ line: Substring) -> String {
        line.first == "\\" && isSpecial(line) ? String(line.dropFirst()) : String(line)
    }

    /// Returns whether a line would be read as a heading or guidance.
    private static func isSpecial(_ line: Substring) -> Bool {
        let content = line.drop { $0 == "\\" }
        return heading(content) != nil || isAboutHeading(content) || isGuidance(content)
    }
}
