/// A part of what a person sees. The terminal decides widths, wrapping and colours.
public enum Block: Sendable {
    /// Stands above what follows, in bold.
    case heading(StyledText)
    /// A paragraph, wrapped at the width of the terminal.
    case paragraph(StyledText)
    /// A line that is cut rather than wrapped: something drawn.
    case drawn(StyledText)
    /// A line that is neither wrapped nor cut on a page: something to copy, such as a command with a code that is told once.
    case copied(StyledText)
    /// Names and what belongs to them, in two columns.
    case facts([(name: String, value: StyledText)])
    /// Rows under titled columns.
    case table(Table)
    /// A clock or a score in large digits: figures, colons, minus signs and spaces.
    case digits(StyledText)
    /// Bars beside labels.
    case bars(BarChart)
    /// Blocks beside a small picture; alone where nothing draws.
    case illustrated(Illustration)
    /// What a screen is about, above a line across it.
    case banner(Banner)
    /// Words or cards beside each other, to choose from.
    case tiles(TileGrid)
    /// Figures of days, as a calendar.
    case days(DayGrid)
    /// Parts that stay whole: side by side on a wide terminal, else one below the other.
    case panels([[Block]])
    /// A drawing, line by line, in several sizes: the first that fits the width is drawn.
    case sized([[StyledText]])
    /// An empty line.
    case gap
}

/// What a screen is about, at the left, and what belongs to it at the right.
public struct Banner: Sendable {
    /// At the left.
    public let title: StyledText
    /// At the right; below where there is no room.
    public let aside: StyledText
    /// How much of the line is filled, 0…1; nil where nothing is counted.
    public let progress: Double?

    /// Without an aside the title stands alone; without progress the line is drawn through.
    public init(_ title: StyledText, aside: StyledText = "", progress: Double? = nil) {
        (self.title, self.aside, self.progress) = (title, aside, progress)
    }
}

/// Blocks with a picture at their left.
public struct Illustration: Sendable {
    /// What stands at the left.
    public let picture: ShownPicture
    /// What stands beside it.
    public let blocks: [Block]
    /// Which of the pictures of a page it is, while the page is laid out.
    var number: Int?

    /// Blocks with a picture at their left.
    public init(_ picture: ShownPicture, beside blocks: [Block]) { (self.picture, self.blocks) = (picture, blocks) }
}

/// Rows under titled columns, which give way to the width of the terminal: the widest first, the one that matters last.
public struct Table: Sendable {
    /// What becomes of a column where there is too little room.
    public enum Room: Sendable {
        /// It keeps its width: identifiers, figures, days.
        case whole
        /// It shrinks.
        case gives
        /// It shrinks last: what people read the table for.
        case main
    }

    /// One column.
    public struct Column: Sendable {
        /// What stands above it.
        public let title: String
        /// Numbers stand at the right.
        public let alignsRight: Bool
        /// How it gives way.
        public let room: Room

        package init(_ title: String, alignsRight: Bool = false, room: Room = .gives) {
            (self.title, self.alignsRight, self.room) = (title, alignsRight, room)
        }
    }

    /// From left to right.
    public let columns: [Column]
    /// The rows; each has as many cells as there are columns.
    public let rows: [[StyledText]]
    /// The command that shows a row whole: `task show ROW`. Where there is one, long texts are cut to keep a row on a line; nil lets them go on
    /// below themselves.
    public let shownBy: String?

    /// A table.
    public init(_ columns: [Column], rows: [[StyledText]], shownBy: String? = nil) {
        (self.columns, self.rows, self.shownBy) = (columns, rows, shownBy)
    }
}

/// Labelled bars, drawn with block characters and always with their figure.
public struct BarChart: Sendable {
    /// One bar.
    public struct Bar: Sendable {
        /// What stands before it.
        public let label: String
        /// Its length, from 0.
        public let value: Double
        /// What stands behind it: the figure, with its unit.
        public let figure: String

        package init(_ label: String, _ value: Double, figure: String) {
            (self.label, self.value, self.figure) = (label, value, figure)
        }
    }

    /// The bars, drawn to one scale.
    public let bars: [Bar]
    /// The value of a full bar, whose rest is shown too; nil for the greatest of the bars.
    public let full: Double?

    /// A chart.
    public init(_ bars: [Bar], full: Double? = nil) { (self.bars, self.full) = (bars, full) }
}

extension Block {
    /// The same in letters that every terminal has; laid out after that, so that lines keep their width.
    var latin: Block {
        switch self {
        case .heading(let text): .heading(LatinText.of(text))
        case .paragraph(let text): .paragraph(LatinText.of(text))
        case .drawn(let text): .drawn(LatinText.of(text))
        case .copied(let text): .copied(LatinText.of(text))
        case .digits(let text): .digits(LatinText.of(text))
        case .facts(let facts): .facts(facts.map { (LatinText.of($0.name), LatinText.of($0.value)) })
        case .table(let table):
            .table(
                Table(
                    table.columns.map { Table.Column(LatinText.of($0.title), alignsRight: $0.alignsRight, room: $0.room) },
                    rows: table.rows.map { $0.map(LatinText.of) }, shownBy: table.shownBy))
        case .bars(let chart):
            .bars(
                BarChart(
                    chart.bars.map { BarChart.Bar(LatinText.of($0.label), $0.value, figure: LatinText.of($0.figure)) },
                    full: chart.full)
            )
        case .illustrated(let illustration):
            .illustrated(Illustration(illustration.picture, beside: illustration.blocks.map(\.latin)))
        case .banner(let banner):
            .banner(Banner(LatinText.of(banner.title), aside: LatinText.of(banner.aside), progress: banner.progress))
        case .tiles(let grid): .tiles(grid.latin)
        case .days(let grid): .days(DayGrid(from: grid.first, grid.values, most: LatinText.of(grid.most)))
        case .panels(let panels): .panels(panels.map { $0.map(\.latin) })
        case .sized(let forms): .sized(forms.map { $0.map(LatinText.of) })
        case .gap: .gap
        }
    }
}
