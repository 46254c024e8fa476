extension Page {
    /// Returns the page as a Word document (Office Open XML), with styles and without fonts or
    /// pictures.
    ///
    /// Pictures become their alternative texts, and charts become their figures. The same page
    /// always gives the same bytes.
    package func docx() -> [UInt8] {
        let body = ([WordWriter.paragraph(title, style: "Title")] + parts.map(WordWriter.xml)).joined(separator: "\n")
        let end = footer.isEmpty ? "" : "\n" + WordWriter.paragraph(footer, style: "Remark")
        let document = """
            \(WordPackage.xmlHead)<w:document xmlns:w="\(WordPackage.wordNamespace)"><w:body>
            \(body)\(end)
            <w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1134" w:header="567" \
            w:footer="567" w:gutter="0"/></w:sectPr>
            </w:body></w:document>
            """
        let files = [
            ("[Content_Types].xml", WordPackage.contentTypes), ("_rels/.rels", WordPackage.relationships),
            ("docProps/core.xml", WordPackage.properties(title)),
            ("word/_rels/document.xml.rels", WordPackage.documentRelationships),
            ("word/document.xml", document), ("word/styles.xml", WordPackage.styles(language: language)),
        ]
        return ZipWriter.archive(files.map { (name: $0.0, bytes: Array($0.1.utf8)) })
    }
}

/// A writer of page parts as WordprocessingML. All text passes through `run`, which drops
/// characters that XML forbids.
enum WordWriter {
    static func xml(_ part: Part) -> String {
        switch part {
        case .heading(let text, let level): paragraph(text, style: "Heading\(min(max(level, 2), 4) - 1)")
        case .paragraph(let text): paragraph(text)
        case .remark(let text): paragraph(text, style: "Remark")
        case .facts(let facts):
            facts.map { paragraph($0.value, style: "Fact", boldPrefix: $0.name + ": ") }.joined(separator: "\n")
        case .list(let items): items.map { paragraph("•\t" + $0, style: "Item") }.joined(separator: "\n")
        case .table(let titles, let rows): table(titles, rows)
        case .figure(let figure):
            paragraph(figure.alternative + (figure.caption.isEmpty ? "" : "\n" + figure.caption), style: "Remark")
        case .chart(let chart): table([chart.title, ""], chart.figures.map { [$0.label, $0.figure] })
        case .progress(_, let words): paragraph(words)
        case .group(let parts), .keptTogether(let parts): parts.map(xml).joined(separator: "\n")
        }
    }

    /// Returns a paragraph.
    ///
    /// - Parameter prefix: the bold text before the paragraph's text.
    static func paragraph(_ text: String, style: String = "Normal", boldPrefix prefix: String = "") -> String {
        let isRightToLeft = isRightToLeftText(prefix + text)
        let bold = prefix.isEmpty ? "" : run(prefix, isRightToLeft, isBold: true)
        let properties = "<w:pPr><w:pStyle w:val=\"\(style)\"/>\(isRightToLeft ? "<w:bidi/>" : "")</w:pPr>"
        return "<w:p>\(properties)\(bold)\(run(text, isRightToLeft))</w:p>"
    }

    /// Returns a text run, with line ends and tabs as separate elements.
    private static func run(_ text: String, _ isRightToLeft: Bool, isBold: Bool = false) -> String {
        let runProperties = (isBold ? "<w:b/>" : "") + (isRightToLeft ? "<w:rtl/>" : "")
        let pieces = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.split(separator: "\t", omittingEmptySubsequences: false).map {
                $0.isEmpty ? "" : "<w:t xml:space=\"preserve\">\(Escaper.markup(String($0)))</w:t>"
            }.joined(separator: "<w:tab/>")
        }
        return
            "<w:r>\(runProperties.isEmpty ? "" : "<w:rPr>\(runProperties)</w:rPr>")\(pieces.joined(separator: "<w:br/>"))</w:r>"
    }

    /// Whether the first letter belongs to Hebrew, Arabic or a neighboring script block (UAX 9,
    /// rule P2, limited to these blocks).
    static func isRightToLeftText(_ text: String) -> Bool {
        let first = text.unicodeScalars.first { $0.properties.isAlphabetic }
        return first.map { (0x0590...0x08FF).contains($0.value) || (0xFB1D...0xFEFC).contains($0.value) } ?? false
    }

    private static func table(_ titles: [String], _ rows: [[String]]) -> String {
        let width = 9638 / max(1, titles.count)
        let grid = titles.map { _ in "<w:gridCol w:w=\"\(width)\"/>" }.joined()
        func row(_ cells: [String], style: String) -> String {
            let rowProperties = style == "Column" ? "<w:trPr><w:tblHeader/></w:trPr>" : ""
            let cellElements = cells.map {
                "<w:tc><w:tcPr><w:tcW w:w=\"\(width)\" w:type=\"dxa\"/></w:tcPr>\(paragraph($0, style: style))</w:tc>"
            }
            return "<w:tr>\(rowProperties)\(cellElements.joined())</w:tr>"
        }
        let borders = ["top", "bottom", "insideH"].map {
            "<w:\($0) w:val=\"single\" w:sz=\"4\" w:space=\"0\" w:color=\"BBBBBB\"/>"
        }
        let properties =
            "<w:tblPr><w:tblW w:w=\"9638\" w:type=\"dxa\"/><w:tblBorders>\(borders.joined())</w:tblBorders></w:tblPr>"
        // A paragraph separates two adjacent tables.
        return "<w:tbl>\(properties)<w:tblGrid>\(grid)</w:tblGrid>" + row(titles, style: "Column")
            + rows.map { row($0, style: "Cell") }.joined() + "</w:tbl>" + paragraph("")
    }
}
