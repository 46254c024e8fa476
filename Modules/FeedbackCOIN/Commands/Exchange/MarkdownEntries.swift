import FeedbackCOIN
import Kernel

/// A parser of the Markdown export: the sections in full and the facts above them.
///
/// Facts that the export writes only as prose, such as shares and open steps, are not read.
enum MarkdownEntries {
    private static let factKeys: [String: ImportKey] = [
        "Written": .createdAt, "For": .recipientName, "From": .recipientName, "Kind": .kind, "Project": .project,
        "Happened": .happenedOn, "Discussed": .discussedOn, "Done": .doneOn,
    ]

    static func read(_ text: String) -> [ForeignEntry] {
        var entries = [ForeignEntry]()
        var section = ImportKey?.none
        var lines: [Substring] = []
        func finishSection() {
            guard let key = section, let last = entries.indices.last else { return }
            entries[last].values[key] = paragraph(lines)
            section = nil
            lines = []
        }
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            // After a line that ends with a backslash, the next line is text, whatever it begins
            // with.
            if section != nil, lines.last.map(isContinued) ?? false {
                lines.append(line)
            } else if line.hasPrefix("## ") {
                finishSection()
                entries.append(ForeignEntry(place: number + 1, values: [:]))
            } else if line.hasPrefix("### "), !entries.isEmpty {
                finishSection()
                let title = line.dropFirst(4)
                section = FeedbackSection.allCases.first { $0.heading == title }.flatMap {
                    ImportKey(rawValue: $0.rawValue)
                }
            } else if section == nil, line.hasPrefix("- **"), let last = entries.indices.last {
                addFact(line, to: &entries[last])
            } else if line == "---" {
                finishSection()
            } else if section != nil {
                lines.append(line)
            }
        }
        finishSection()
        return entries
    }

    /// Adds the fact on a line such as `- **Tags**: teamwork` to an entry.
    private static func addFact(_ line: Substring, to entry: inout ForeignEntry) {
        guard let end = line.firstRange(of: "**: ") else { return }
        let name = String(line[..<end.lowerBound].dropFirst(4))
        let value = unescaped(line[end.upperBound...])
        if name == "Tags" { entry.tags = value.split(separator: ",").map { $0.trimmed() } }
        if name == "From" { entry.values[.direction] = FeedbackDirection.received.rawValue }
        if let key = factKeys[name] { entry.values[key] = value }
    }

    /// Joins the lines of a section and removes the escapes.
    private static func paragraph(_ lines: [Substring]) -> String {
        lines.map { unescaped(isContinued($0) ? $0.dropLast() : $0) }.joined(separator: "\n").trimmed()
    }

    /// Returns whether a line ends with an odd number of backslashes, so that the last one escapes
    /// the line break.
    private static func isContinued(_ line: Substring) -> Bool { line.reversed().prefix { $0 == "\\" }.count % 2 == 1 }

    private static func unescaped(_ text: some StringProtocol) -> String {
        var result = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if scalar == "\\", !isEscaped {
                isEscaped = true
            } else {
                isEscaped = false
                result.append(scalar)
            }
        }
        return String(result)
    }
}
