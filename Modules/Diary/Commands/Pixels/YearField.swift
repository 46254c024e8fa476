import Diary
import Interface
import Kernel

/// A year as a table of colors: a row for each month, a cell for each day.
struct YearField {
    let year: CalendarYear
    let source: DayColor.Source
    let days: [Day: DayColor]

    init(_ year: CalendarYear, by source: DayColor.Source, _ colors: [DayColor]) {
        self.year = year
        self.source = source
        days = Dictionary(colors.map { ($0.day, $0) }, uniquingKeysWith: { $1 })
    }

    /// Returns the width of the table with cells of this width, in columns.
    static func columns(cell: Int) -> Int { 4 + 31 * cell }

    /// The table in a wide and a narrow form, and its legend.
    var blocks: [Block] {
        [
            .heading(StyledText(year.description, .title)),
            .sized([2, 1].map { figures(cell: $0) + rows(cell: $0, lines: 1) }),
            .gap, .sized(legends),
        ]
    }

    /// Returns the line of day numbers above the cells.
    func figures(cell: Int) -> [StyledText] {
        var line = "    "
        for day in 1...31 {
            let number = day == 1 || day % 5 == 0 ? "\(day)" : ""
            let column = 4 + (day - 1) * cell
            guard !number.isEmpty, line.count <= column else { continue }
            line += String(repeating: " ", count: column - line.count) + number
        }
        return [StyledText(line, .muted)]
    }

    /// Returns the rows of the months.
    ///
    /// - Parameters:
    ///   - lines: the number of lines per month.
    ///   - chosen: a day to mark.
    func rows(cell: Int, lines: Int, chosen: Day? = nil) -> [StyledText] {
        (1...12).flatMap { number -> [StyledText] in
            guard let first = Day(year: year.firstDay.year, month: number, day: 1) else { return [] }
            let month = CalendarMonth(of: first)
            let name = month.firstDay.spelledOut.split(separator: " ")[2].prefix(3)
            return (0..<lines).map { line in
                let head = StyledText(line == 0 ? "\(name) " : "    ", .muted)
                return
                    ([head]
                    + (0..<month.lastDay.day).map { offset in
                        let day = month.firstDay.adding(days: offset)
                        return self.cell(
                            day, cell, isMarked: day == chosen && line == lines / 2, isFirst: line == lines / 2)
                    }).joined()
            }
        }
    }

    private func cell(_ day: Day, _ width: Int, isMarked: Bool, isFirst: Bool) -> StyledText {
        let mark = isMarked ? (width == 1 ? "▣" : "[" + String(repeating: " ", count: width - 2) + "]") : nil
        guard let color = days[day]?.color else {
            let sign = isFirst ? (days[day] == nil ? "·" : "○") : " "
            let text = mark ?? sign + String(repeating: " ", count: width - 1)
            return StyledText(text, mark == nil ? .muted : .accent)
        }
        let text = mark ?? String(repeating: " ", count: width)
        let ink = color.contrast(with: .white) > color.contrast(with: .black) ? RGBColor.white : .black
        guard source == .mood, mark == nil, let sign = days[day]?.sign else {
            return Mosaic.field(text, ink, on: color)
        }
        return .painted(text, nil, on: color, fallback: String(repeating: sign, count: width))
    }

    /// The legend on one line, and split over two or three lines.
    private var legends: [[StyledText]] {
        let count = year.lastDay.days(since: year.firstDay) + 1
        let summary = StyledText("\(days.count) of \(count) days have a photo", .muted)
        let missingLegend = StyledText(days.values.contains { $0.color == nil } ? "   ○ no colour" : "", .muted)
        switch source {
        case .photo:
            return [
                [summary + StyledText(", each in the mean colour of it.", .muted) + missingLegend],
                [summary + ".", missingLegend],
            ]
        case .mood:
            let moods = Mood.allCases.map { mood in
                StyledText.painted("  ", nil, on: DayColor.color(of: mood), fallback: "\(mood.rawValue) ")
                    + StyledText(" \(declared: mood.word)  ", .muted)
            }
            return [
                [moods.joined() + missingLegend],
                [moods.prefix(3).joined(), moods.dropFirst(3).joined(), missingLegend],
            ]
        }
    }
}

extension YearField {
    /// The table as an SVG drawing for web pages and print, with a text for each cell.
    var svg: String {
        let cell = 16
        let gap = 2
        let left = 44
        let top = 40
        var parts: [String] = []
        for number in 1...12 {
            guard let first = Day(year: year.firstDay.year, month: number, day: 1) else { continue }
            let y = top + (number - 1) * (cell + gap)
            let name = first.spelledOut.split(separator: " ")[2].prefix(3)
            parts.append("<text x=\"8\" y=\"\(y + 12)\">\(name)</text>")
            for offset in 0..<CalendarMonth(of: first).lastDay.day {
                let day = first.adding(days: offset)
                let fill = days[day]?.color.map { "fill=\"\($0.css)\"" } ?? "class=\"none\""
                let label =
                    days[day].map { source == .mood ? $0.mood?.word ?? "no mood" : $0.color?.css ?? "no colour" }
                    ?? "no photo"
                parts.append(
                    "<rect x=\"\(left + offset * (cell + gap))\" y=\"\(y)\" width=\"\(cell)\" height=\"\(cell)\""
                        + " rx=\"3\" \(fill)><title>\(day): \(label)</title></rect>"
                )
            }
        }
        let width = left + 31 * (cell + gap) + 8
        let height = top + 12 * (cell + gap) + 8
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" role="img" aria-label="\(year.description) in pixels">
            <style>text{font:12px sans-serif;fill:#6b5e52}.title{font-size:18px}.none{fill:#8883}@media(prefers-color-scheme:dark){text{fill:#cbbfb2}}</style>
            <text class="title" x="8" y="24">\(year.description)</text>
            \(parts.joined(separator: "\n"))
            </svg>

            """
    }
}
