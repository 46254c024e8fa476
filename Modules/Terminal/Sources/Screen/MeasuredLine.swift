import Interface
import Kernel

/// A measured line in runs of one meaning, from which tables are built.
///
/// Only runs that must be truncated or wrapped are converted to glyphs.
struct MeasuredLine: Hashable {
    struct Run: Hashable {
        var text: String
        let role: TextRole
        let swatch: RGBColor?
        var colors: CellColors?
    }

    private(set) var runs: [Run] = []
    private(set) var columns = 0

    init() {}

    init(of text: StyledText) {
        guard text.spans.allSatisfy({ Sanitized.isPlain($0.text) }) else {
            self.init([Glyph].line(of: text))
            return
        }
        self.init()
        for span in text.spans { append(span.text, span.role, span.swatch, span.colors, columns: span.text.utf8.count) }
    }

    init(_ glyphs: [Glyph]) {
        var start = 0
        while start < glyphs.count {
            let role = glyphs[start].role
            let swatch = glyphs[start].swatch
            let colors = glyphs[start].colors
            let end =
                glyphs[start...].firstIndex { $0.role != role || $0.swatch != swatch || $0.colors != colors }
                ?? glyphs.count
            let part = glyphs[start..<end]
            append(String(part.map(\.character)), role, swatch, colors, columns: part.reduce(0) { $0 + $1.columns })
            start = end
        }
    }

    private mutating func append(
        _ text: String, _ role: TextRole, _ swatch: RGBColor?, _ colors: CellColors?, columns addedColumns: Int
    ) {
        columns += addedColumns
        if let last = runs.indices.last, runs[last].role == role, runs[last].swatch == swatch,
            runs[last].colors == colors
        {
            runs[last].text += text
        } else if !text.isEmpty {
            runs.append(Run(text: text, role: role, swatch: swatch, colors: colors))
        }
    }

    mutating func append(_ other: MeasuredLine) {
        columns += other.columns
        for run in other.runs { append(run.text, run.role, run.swatch, run.colors, columns: 0) }
    }

    mutating func append(blanks: Int) {
        if blanks > 0 { append(String(repeating: " ", count: blanks), .plain, nil, nil, columns: blanks) }
    }

    var glyphs: [Glyph] {
        runs.flatMap { run in run.text.map { Glyph($0, run.role, swatch: run.swatch, colors: run.colors) } }
    }

    /// The line without trailing spaces.
    ///
    /// A swatch consists of spaces and remains.
    var withoutTrailingBlanks: MeasuredLine {
        var trimmed = self
        while let last = trimmed.runs.last, last.swatch == nil, last.colors == nil,
            last.text.utf8.last == UInt8(ascii: " ")
        {
            let length = last.text.utf8.reversed().drop { $0 == UInt8(ascii: " ") }.count
            trimmed.columns -= last.text.utf8.count - length
            trimmed.runs.removeLast()
            guard length > 0 else { continue }
            trimmed.runs.append(Run(text: String(last.text.utf8.prefix(length)) ?? "", role: last.role, swatch: nil))
        }
        return trimmed
    }
}
