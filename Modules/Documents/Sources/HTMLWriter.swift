import Kernel

extension Page {
    /// Returns the page as one self-contained HTML file with inlined style, pictures as data, light
    /// and dark colors, and print rules.
    ///
    /// - Parameter isPrinted: whether a program prints the file at once. If so, the paper is A4,
    ///   whatever the program's default.
    package func html(palette: PagePalette = .plain, isPrinted: Bool = false) -> String {
        let body = parts.map { HTMLWriter.html($0, palette) }.joined(separator: "\n")
        let end = footer.isEmpty ? "" : "\n<footer>\(Escaper.markup(footer))</footer>"
        return """
            <!DOCTYPE html>
            <html lang="\(Escaper.markup(language))">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
            <title>\(Escaper.markup(title))</title>
            <style>
            \(PageStyle.css(palette))\(isSheet ? "\n" + PageStyle.sheet : isPrinted ? "\n" + PageStyle.paper : "")
            </style>
            </head>
            <body>
            <main>
            <h1>\(Escaper.markup(title))</h1>
            \(body)
            </main>\(end)
            </body>
            </html>

            """
    }
}

/// A writer of page parts as HTML.
enum HTMLWriter {
    static func html(_ part: Part, _ palette: PagePalette) -> String {
        switch part {
        case .heading(let text, let level):
            let tag = "h\(min(max(level, 2), 4))"
            return "<\(tag)>\(Escaper.markup(text))</\(tag)>"
        case .paragraph(let text): return "<p>\(Escaper.markup(text))</p>"
        case .remark(let text): return "<p class=\"remark\">\(Escaper.markup(text))</p>"
        case .facts(let facts):
            return "<dl>\n"
                + facts.map { "<dt>\(Escaper.markup($0.name))</dt><dd>\(Escaper.markup($0.value))</dd>" }.joined(
                    separator: "\n") + "\n</dl>"
        case .list(let items):
            return "<ul>\n" + items.map { "<li>\(Escaper.markup($0))</li>" }.joined(separator: "\n") + "\n</ul>"
        case .table(let titles, let rows): return table(titles, rows)
        case .figure(let figure): return html(figure)
        case .chart(let chart): return html(chart, palette)
        case .progress(let share, let words):
            return """
                <p class="progress"><progress max="100" value="\(Int((min(max(share, 0), 1) * 100).rounded()))" aria-hidden="true"></progress> \
                \(Escaper.markup(words))</p>
                """
        case .group(let parts):
            return "<section>\n" + parts.map { html($0, palette) }.joined(separator: "\n") + "\n</section>"
        case .keptTogether(let parts):
            return "<div>\n" + parts.map { html($0, palette) }.joined(separator: "\n") + "\n</div>"
        }
    }

    /// Draws the chart for wide and for narrow windows. Only one of the two is visible and read
    /// aloud.
    private static func html(_ chart: Chart, _ palette: PagePalette) -> String {
        let drawing = { (room: Chart.WidthClass, name: String) in
            "<div class=\"\(name)\">\(chart.svg(palette: palette, room: room))</div>"
        }
        return "<figure>\(drawing(.wide, "wide"))\(drawing(.narrow, "narrow"))</figure>"
    }

    private static func table(_ titles: [String], _ rows: [[String]]) -> String {
        let head = titles.map { "<th scope=\"col\">\(Escaper.markup($0))</th>" }.joined()
        let body = rows.map { row in "<tr>" + row.map { "<td>\(Escaper.markup($0))</td>" }.joined() + "</tr>" }.joined(
            separator: "\n")
        return "<table>\n<thead><tr>\(head)</tr></thead>\n<tbody>\n\(body)\n</tbody>\n</table>"
    }

    private static func html(_ figure: Figure) -> String {
        let data = Data(figure.bytes).base64EncodedString()
        let caption = figure.caption.isEmpty ? "" : "<figcaption>\(Escaper.markup(figure.caption))</figcaption>"
        return
            "<figure><img src=\"data:\(Escaper.markup(figure.mediaType));base64,\(data)\" alt=\"\(Escaper.markup(figure.alternative))\">\(caption)</figure>"
    }
}

/// The style of a page. It omits rules that keep elements with their successors, because they make
/// Chromium split parts that must stay whole (`Part.keptTogether`).
enum PageStyle {
    static func css(_ palette: PagePalette) -> String {
        """
        :root { \(variables(palette.light)) }
        @media (prefers-color-scheme: dark) { :root { \(variables(palette.dark)) } }
        @media print { :root { \(variables(palette.light)) --background: #ffffff; } main, footer { max-width: none; } a { color: inherit; } }
        * { box-sizing: border-box; }
        body { margin: 0; word-break: keep-all; background: var(--background); color: var(--text); font: 1.05rem/1.6 Georgia, "Noto Serif", "Noto Serif CJK KR", serif; }
        main, footer { max-width: 44rem; margin: 0 auto; padding: 1.5rem; }
        h1, h2, h3, h4 { line-height: 1.25; color: var(--accent); overflow-wrap: anywhere; } li { overflow-wrap: anywhere; }
        h1 { font-size: 2rem; } h2 { font-size: 1.4rem; margin-top: 2.2rem; }
        p { white-space: pre-line; overflow-wrap: anywhere; }
        .remark, figcaption, footer, dt { color: var(--muted); }
        section { background: var(--surface); border: 1px solid var(--line); border-radius: .6rem; padding: 1rem 1.25rem; margin: 1.25rem 0; break-inside: avoid; }
        div { break-inside: avoid; }
        section > :first-child { margin-top: 0; } section > :last-child { margin-bottom: 0; }
        figure { margin: 1rem 0; break-inside: avoid; } img { max-height: 44rem; margin: 0 auto; } img, svg { max-width: 100%; height: auto; display: block; border-radius: .4rem; }
        figcaption { font-size: .95rem; margin-top: .4rem; }
        table { border-collapse: collapse; width: 100%; } th, td { text-align: left; vertical-align: top; padding: .4rem .6rem; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
        th { overflow-wrap: normal; }
        progress { width: 100%; height: .6rem; accent-color: var(--accent); display: block; }
        dl { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1rem; } dd { margin: 0; overflow-wrap: anywhere; }
        footer { font-size: .9rem; border-top: 1px solid var(--line); }
        @media print { img { max-height: 8cm; } tr { break-inside: avoid; } }
        .narrow { display: none; } @media (max-width: 42rem) { .wide { display: none; } .narrow { display: block; } }
        @media (max-width: 30rem) {
        body { font-size: 1rem; } main, footer { padding: 1rem; } h1 { font-size: 1.5rem; } h2 { font-size: 1.25rem; } section { padding: .75rem 1rem; }
        ul { padding-left: 1.25rem; } dl { grid-template-columns: 1fr; gap: 0 1rem; } dd { margin-bottom: .5rem; } th, td { padding: .35rem .4rem; }
        }
        """
    }

    /// The additional style of a page that is printed at once.
    static let paper = "@page { size: A4; margin: 14mm; } @media print { main { padding: 0; } }"

    /// The additional style of a page with `isSheet`: A4, small letters, dense rows.
    static let sheet = """
        th, td { padding: .2rem .5rem; } td:first-child { overflow-wrap: normal; }
        @page { size: A4; margin: 14mm; }
        @media print { body { font-size: 10pt; line-height: 1.35; } main { padding: 0; } h1 { font-size: 18pt; } h2 { font-size: 13pt; margin: 1.2rem 0 .4rem; } h3 { margin: .8rem 0 .2rem; } p { margin: .4rem 0; } }
        """

    private static func variables(_ mode: PagePalette.Mode) -> String {
        [
            ("background", mode.background), ("surface", mode.surface), ("text", mode.text), ("muted", mode.muted),
            ("accent", mode.accent), ("line", mode.line),
        ].map { "--\($0): \($1.css);" }.joined(separator: " ")
    }
}
