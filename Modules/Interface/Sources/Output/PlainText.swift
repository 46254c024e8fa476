/// The `--plain` form: one undecorated record a line, with fields separated by a tab.
package enum PlainText {
    /// Returns the lines of records.
    package static func lines(of records: some Sequence<[OutputValue.Member]>) -> String {
        records.map { line($0.map(\.value.plainText)) }.joined()
    }

    /// Returns the blocks for people without drawings, with rows and facts as tab-separated lines.
    package static func lines(of blocks: [Block]) -> String { blocks.map(lines).joined() }

    private static func line(_ fields: [String]) -> String { fields.map(Sanitized.line).joined(separator: "\t") + "\n" }

    private static func paragraph(_ text: StyledText) -> String { Sanitized.lines(text.withoutSwatches.text) + "\n" }

    private static func lines(of block: Block) -> String {
        switch block {
        case .heading(let text), .paragraph(let text), .preformatted(let text), .copyable(let text), .digits(let text):
            paragraph(text)
        case .facts(let facts): facts.map { line([$0.name, $0.value.withoutSwatches.text]) }.joined()
        case .table(let table): table.rows.map { line($0.map(\.withoutSwatches.text)) }.joined()
        case .bars(let chart): chart.bars.map { line([$0.label, $0.figure]) }.joined()
        case .illustrated(let illustration): lines(of: illustration.blocks)
        case .banner(let banner): paragraph(banner.title) + (banner.aside.text.isEmpty ? "" : paragraph(banner.aside))
        case .tiles(let grid):
            grid.tiles.map {
                line([$0.key] + ($0.look == .hidden ? [] : $0.lines.map(\.text).filter { !$0.trimmed().isEmpty }))
            }
            .joined()
        case .days(let grid):
            grid.values.enumerated().filter { $0.element > 0 }
                .map { line(["\(grid.first.adding(days: $0.offset))", "\($0.element)"]) }.joined()
        case .panels(let panels): panels.map(lines(of:)).joined()
        case .sized(let forms): (forms.first ?? []).map(paragraph).joined()
        case .gap: ""
        }
    }
}
