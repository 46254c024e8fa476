extension Page {
    /// The page as Markdown (CommonMark with tables). Pictures become their alternative texts, charts their figures.
    public func markdown() -> String {
        let end = footer.isEmpty ? [] : ["---", Escaping.markdown(footer)]
        return (["# " + Escaping.markdown(title)] + parts.map(MarkdownWriter.text) + end).joined(separator: "\n\n") + "\n"
    }

    /// The page as plain text. Pictures become their alternative texts, charts their figures.
    public func plainText() -> String {
        let heading = PlainWriter.underlined(title, "=")
        return ([heading] + parts.map(PlainWriter.text) + (footer.isEmpty ? [] : [Escaping.plain(footer)])).joined(
            separator: "\n\n") + "\n"
    }
}

enum MarkdownWriter {
    static func text(_ part: Part) -> String {
        switch part {
        case .heading(let text, let level): String(repeating: "#", count: min(max(level, 2), 4)) + " " + oneLine(text)
        case .paragraph(let text): Escaping.markdown(text).replacing("\n", with: "\\\n")
        case .remark(let text): "> " + Escaping.markdown(text).replacing("\n", with: "\n> ")
        case .facts(let facts): facts.map { "- **\(oneLine($0.name))**: \(oneLine($0.value))" }.joined(separator: "\n")
        case .list(let items): items.map { "- " + oneLine($0) }.joined(separator: "\n")
        case .table(let titles, let rows): table(titles, rows)
        case .figure(let figure):
            "*\(oneLine(figure.alternative))*" + (figure.caption.isEmpty ? "" : "\\\n" + oneLine(figure.caption))
        case .chart(let chart): table([chart.title, ""], chart.figures.map { [$0.label, $0.figure] })
        case .progress(_, let words): oneLine(words)
        case .group(let parts), .kept(let parts): parts.map(text).joined(separator: "\n\n")
        }
    }

    private static func table(_ titles: [String], _ rows: [[String]]) -> String {
        let lines = [titles, titles.map { _ in "---" }] + rows
        return lines.enumerated().map { number, row in
            "| " + row.map { number == 1 ? $0 : oneLine($0) }.joined(separator: " | ") + " |"
        }.joined(separator: "\n")
    }

    private static func oneLine(_ text: String) -> String { Escaping.markdown(text.replacing("\n", with: " ")) }
}

enum PlainWriter {
    static func text(_ part: Part) -> String {
        switch part {
        case .heading(let text, _): underlined(text, "-")
        case .paragraph(let text), .remark(let text): Escaping.plain(text)
        case .facts(let facts): facts.map { "\(Escaping.plain($0.name)): \(Escaping.plain($0.value))" }.joined(separator: "\n")
        case .list(let items): items.map { "- " + Escaping.plain($0) }.joined(separator: "\n")
        case .table(let titles, let rows):
            ([titles] + rows).map { $0.map(Escaping.plain).joined(separator: "  ") }.joined(separator: "\n")
        case .figure(let figure):
            "[" + Escaping.plain(figure.alternative) + "]" + (figure.caption.isEmpty ? "" : "\n" + Escaping.plain(figure.caption))
        case .chart(let chart):
            ([chart.title] + chart.figures.map { "\($0.label): \($0.figure)" }).map(Escaping.plain).joined(separator: "\n")
        case .progress(_, let words): Escaping.plain(words)
        case .group(let parts), .kept(let parts): parts.map(text).joined(separator: "\n\n")
        }
    }

    static func underlined(_ text: String, _ stroke: String) -> String {
        let line = Escaping.plain(text.replacing("\n", with: " "))
        return line + "\n" + String(repeating: stroke, count: max(3, line.count))
    }
}
