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
        let opening = "Write below each heading and save. To change nothing, leave the file as it is, or empty."
        let sections = FeedbackSection.allCases.map { section in
            let lines = EntryTextRules.unifiedLineEnds(text[section]).split(
                separator: "\n", omittingEmptySubsequences: false
            ).map(
                escaped)
            return "## \(section.heading)\n\(guiding(section.guidance))\n\n\(lines.joined(separator: "\n"))\n"
        }
        let head =
            "## \(about)\n\(guiding(guidance))\n\n" + facts.map { "\($0.name): \($0.value)".trimmed() + "\n" }.joined()
            + "\n"
        return guiding(opening) + "\n\n" + (facts.isEmpty ? "" : head) + sections.joined(separator: "\n")
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

    private static func parts(of text: String, _ hasAbout: Bool) -> (text: FeedbackText, about: [String]) {
        var read = FeedbackText()
        var lines = [String]()
        var isAbout = false
        var section = FeedbackSection.context
        let bare = text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
        for line in EntryTextRules.unifiedLineEnds(bare).split(separator: "\n", omittingEmptySubsequences: false) {
            if let named = heading(line) {
                section = named
                isAbout = false
            } else if hasAbout, isAboutHeading(line) {
                isAbout = true
            } else if isGuidance(line) {
                continue
            } else if isAbout {
                if !line.allSatisfy(\.isWhitespace) { lines.append(line.trimmed()) }
            } else {
                read[section] += unescaped(line) + "\n"
            }
        }
        for section in FeedbackSection.allCases { read[section] = read[section].trimmed() }
        return (read, lines)
    }

    private static func guiding(_ text: String) -> String {
        "<!-- \(text.split(whereSeparator: \.isNewline).joined(separator: " ")) -->"
    }

    private static func heading(_ line: Substring) -> FeedbackSection? {
        words(ofHeading: line).flatMap { words in FeedbackSection.allCases.first { $0.rawValue.lowercased() == words } }
    }

    private static func isAboutHeading(_ line: Substring) -> Bool { words(ofHeading: line) == about.lowercased() }

    private static func words(ofHeading line: Substring) -> String? {
        let start = line.drop { $0 == " " }
        let marks = start.prefix { $0 == "#" }
        guard (1...6).contains(marks.count) else { return nil }
        return start.dropFirst(marks.count).lowercased().split { " -_:#\t".contains($0) }.joined()
    }

    private static func isGuidance(_ line: Substring) -> Bool {
        let bare = line.trimmed()
        return bare.hasPrefix("<!--") && bare.hasSuffix("-->")
    }

    private static func escaped(_ line: Substring) -> String { isSpecial(line) ? "\\" + line : String(line) }

    private static func unescaped(_ line: Substring) -> String {
        line.first == "\\" && isSpecial(line) ? String(line.dropFirst()) : String(line)
    }

    private static func isSpecial(_ line: Substring) -> Bool {
        let bare = line.drop { $0 == "\\" }
        return heading(bare) != nil || isAboutHeading(bare) || isGuidance(bare)
    }
}
