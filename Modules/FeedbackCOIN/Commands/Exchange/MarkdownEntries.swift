import FeedbackCOIN
import Kernel

/// Entries of what `export` writes as Markdown: sections whole, with the facts that stand above them. What is told there in words alone (how it was
/// shared, what is still to be done) is not read.
enum MarkdownEntries {
    private static let facts: [String: ImportKey] = [
        "Written": .createdAt, "For": .recipientName, "From": .recipientName, "Kind": .kind, "Project": .project,
        "Happened": .happenedOn, "Discussed": .discussedOn, "Done": .doneOn,
    ]

    static func read(_ text: String) -> [ForeignEntry] {
        var (entries, section) = ([ForeignEntry](), ImportKey?.none)
        var lines: [Substring] = []
        func close() {
            guard let key = section, let last = entries.indices.last else { return }
            entries[last].values[key] = paragraph(lines)
            (section, lines) = (nil, [])
        }
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            // A line that goes on, the one before ended with a backslash, is text whatever it begins with.
            if section != nil, lines.last.map(goesOn) ?? false {
                lines.append(line)
            } else if line.hasPrefix("## ") {
                close()
                entries.append(ForeignEntry(place: number + 1, values: [:]))
            } else if line.hasPrefix("### "), !entries.isEmpty {
                close()
                let title = line.dropFirst(4)
                section = FeedbackSection.allCases.first { $0.heading == title }.flatMap { ImportKey(rawValue: $0.rawValue) }
            } else if section == nil, line.hasPrefix("- **"), let last = entries.indices.last {
                take(line, into: &entries[last])
            } else if line == "---" {
                close()
            } else if section != nil {
                lines.append(line)
            }
        }
        close()
        return entries
    }

    private static func take(_ line: Substring, into entry: inout ForeignEntry) {
        guard let end = line.firstRange(of: "**: ") else { return }
        let (name, value) = (String(line[..<end.lowerBound].dropFirst(4)), unescaped(line[end.upperBound...]))
        if name == "Tags" { entry.tags = value.split(separator: ",").map { $0.trimmed() } }
        if name == "From" { entry.values[.direction] = FeedbackDirection.received.rawValue }
        if let key = facts[name] { entry.values[key] = value }
    }

    private static func paragraph(_ lines: [Substring]) -> String {
        lines.map { unescaped(goesOn($0) ? $0.dropLast() : $0) }.joined(separator: "\n").trimmed()
    }

    /// An odd number of backslashes at the end: the last one escapes nothing but the line end.
    private static func goesOn(_ line: Substring) -> Bool { line.reversed().prefix { $0 == "\\" }.count % 2 == 1 }

    private static func unescaped(_ text: some StringProtocol) -> String {
        var (plain, isEscaped) = (String.UnicodeScalarView(), false)
        for scalar in text.unicodeScalars {
            if scalar == "\\", !isEscaped {
                isEscaped = true
            } else {
                isEscaped = false
                plain.append(scalar)
            }
        }
        return String(plain)
    }
}
