extension Page {
    /// Returns the page as Markdown (CommonMark with tables). Pictures become their alternative
    /// texts, and charts become their figures.
    package func markdown() -> String {
        let end = footer.isEmpty ? [] : ["---", Escaper.markdown(footer)]
        return (["# " + Escaper.markdown(title)] + parts.map(MarkdownWriter.text) + end).joined(separator: "\n\n")
            + "\n"
    }

    /// Returns the page as plain text. Pictures become their alternative texts, and charts become
    /// their figures.
    package func plainText() -> String {
        let heading = PlainWriter.underlined(title, "=")
        return ([heading] + parts.map(PlainWriter.text) + (footer.isEmpty ? [] : [Escaper.plain(footer)])).joined(
            separator: "\n\n") + "\n"
    }
}

/// A writer of page parts as Markdown.
enum MarkdownWriter {
    static func text(_ part: Part) -> String {
        switch part {
        case .heading(let text, let level): String(repeating: "#", count: min(max(level, 2), 4)) + " " + oneLine(text)
        case .paragraph(let text): Escaper.markdown(text).replacing("\n", with: "\\\n")
        case .remark(let text): "> " + Escaper.markdown(text).replacing("\n", with: "\n> ")
        case .facts(let facts): facts.map { "- **\(oneLine($0.name))**: \(oneLine($0.value))" }.joined(separator: "\n")
        case .list(let items): items.map { "- " + oneLine($0) }.joined(separator: "\n")
        case .table(let titles, let rows): table(titles, rows)
        case .figure(let figure):
            "*\(oneLine(figure.alternative))*" + (figure.caption.isEmpty ? "" : "\\\n" + oneLine(figure.caption))
        case .chart(let chart): table([chart.title, ""], chart.figures.map { [$0.label, $0.figure] })
        case .progress(_, let words): oneLine(words)
        case .group(let parts), .keptTogether(let parts): parts.map(text).joined(separator: "\n\n")
        }
    }

    private static func table(_ titles: [String], _ rows: [[String]]) -> String {
        let lines = [titles, titles.map { _ in "---" }] + rows
        return lines.enumerated().map { number, row in
            "| " + row.map { number == 1 ? $0 : oneLine($0) }.joined(separator: " | ") + " |"
        }.joined(separator: "\n")
    }

    private static func oneLine(_ text: String) -> String { Escaper.markdown(text.replacing("\n", with: " ")) }
}

/// A writer of page parts as plain text.
enum PlainWriter {
    static func text(_ part: Part) -> String {
        switch part {
        case .heading(let text, _): underlined(text, "-")
        case .paragraph(let text), .remark(let text): Escaper.plain(text)
        case .facts(let facts):
            facts.map { "\(Escaper.plain($0.name)): \(Escaper.plain($0.value))" }.joined(separator: "\n")
        case .list(let items): items.map { "- " + Escaper.plain($0) }.joined(separator: "\n")
        case .table(let titles, let rows):
            ([titles] + rows).map { $0.map(Escaper.plain).joined(separator: "  ") }.joined(separator: "\n")
        case .figure(let figure):
            "[" + Escaper.plain(figure.alternative) + "]"
                + (figure.caption.isEmpty ? "" : "\n" + Escaper.plain(figure.caption))
        case .chart(let chart):
            ([chart.title] + chart.figures.map { "\($0.label): \($0.figure)" }).map(Escaper.plain).joined(
                separator: "\n")
        case .progress(_, let words): Escaper.plain(words)
        case .group(let parts), .keptTogether(let parts): parts.map(text).joined(separator: "\n\n")
        }
    }

    static func underlined(_ text: String, _ stroke: String) -> String {
        let line = Escaper.plain(text.replacing("\n", with: " "))
        return line + "\n" + String(repeating: stroke, count: max(3, line.count))
    }
}
