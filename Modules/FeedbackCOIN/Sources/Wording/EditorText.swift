import Kernel

/// Four sections as a text to edit, and back.
///
/// Markdown headings part the sections; lines in `<!-- … -->` guide and are left out. A line of a section that looks like one of these
/// gets a backslash in front, so that whatever was written is read back as it was.
public enum EditorText {
    /// The text to edit.
    public static func write(_ text: FeedbackText) -> String {
        let opening = "Write below each heading and save. To change nothing, leave the file as it is, or empty."
        let sections = FeedbackSection.allCases.map { section in
            let lines = Wording.unifiedLineEnds(text[section]).split(separator: "\n", omittingEmptySubsequences: false).map(
                escaped)
            return "## \(section.heading)\n\(guiding(section.guidance))\n\n\(lines.joined(separator: "\n"))\n"
        }
        return guiding(opening) + "\n\n" + sections.joined(separator: "\n")
    }

    /// What was written.
    ///
    /// Headings may have one to six `#`, any case and a colon behind; text above the first belongs to the context, a heading that comes
    /// twice goes on, and one that is missing leaves its section empty. Nothing that was typed is dropped.
    public static func read(_ text: String) -> FeedbackText {
        var read = FeedbackText()
        var section = FeedbackSection.context
        let bare = text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
        for line in Wording.unifiedLineEnds(bare).split(separator: "\n", omittingEmptySubsequences: false) {
            if let named = heading(line) {
                section = named
            } else if !isGuidance(line) {
                read[section] += unescaped(line) + "\n"
            }
        }
        for section in FeedbackSection.allCases { read[section] = read[section].trimmed() }
        return read
    }

    private static func guiding(_ text: String) -> String {
        "<!-- \(text.split(whereSeparator: \.isNewline).joined(separator: " ")) -->"
    }

    private static func heading(_ line: Substring) -> FeedbackSection? {
        let start = line.drop { $0 == " " }
        let marks = start.prefix { $0 == "#" }
        guard (1...6).contains(marks.count) else { return nil }
        let words = start.dropFirst(marks.count).lowercased().split { " -_:#\t".contains($0) }.joined()
        return FeedbackSection.allCases.first { $0.rawValue.lowercased() == words }
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
        return heading(bare) != nil || isGuidance(bare)
    }
}
