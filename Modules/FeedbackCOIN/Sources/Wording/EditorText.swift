import Kernel

/// Four sections as a text to edit, and back.
///
/// Markdown headings part the sections; lines in `<!-- … -->` guide and are left out. A line of a section that looks like one of these
/// gets a backslash in front, so that whatever was written is read back as it was.
public enum EditorText {
    /// The heading above what is no section: `Kind: praise`.
    public static let about = "About"

    /// The text to edit.
    ///
    /// - Parameter facts: what else there is to say, a name and a value on each line below a heading of their own; none without any.
    public static func write(_ text: FeedbackText, about facts: [(name: String, value: String)] = [], _ guidance: String = "")
        -> String
    {
        let opening = "Write below each heading and save. To change nothing, leave the file as it is, or empty."
        let sections = FeedbackSection.allCases.map { section in
            let lines = Wording.unifiedLineEnds(text[section]).split(separator: "\n", omittingEmptySubsequences: false).map(
                escaped)
            return "## \(section.heading)\n\(guiding(section.guidance))\n\n\(lines.joined(separator: "\n"))\n"
        }
        let head =
            "## \(about)\n\(guiding(guidance))\n\n" + facts.map { "\($0.name): \($0.value)".trimmed() + "\n" }.joined() + "\n"
        return guiding(opening) + "\n\n" + (facts.isEmpty ? "" : head) + sections.joined(separator: "\n")
    }

    /// What was written.
    ///
    /// Headings may have one to six `#`, any case and a colon behind; text above the first belongs to the context, a heading that comes
    /// twice goes on, and one that is missing leaves its section empty. Nothing that was typed is dropped.
    ///
    /// - Parameter hasAbout: whether what stands below `about` is no text.
    public static func read(_ text: String, hasAbout: Bool = false) -> FeedbackText { parts(of: text, hasAbout).text }

    /// The lines below `about`.
    public static func readAbout(_ text: String) -> [String] { parts(of: text, true).about }

    private static func parts(of text: String, _ hasAbout: Bool) -> (text: FeedbackText, about: [String]) {
        var (read, lines, isAbout) = (FeedbackText(), [String](), false)
        var section = FeedbackSection.context
        let bare = text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
        for line in Wording.unifiedLineEnds(bare).split(separator: "\n", omittingEmptySubsequences: false) {
            if let named = heading(line) {
                (section, isAbout) = (named, false)
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
