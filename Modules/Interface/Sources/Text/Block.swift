/// A part of the output for people.
///
/// The terminal determines widths, wrapping and colors.
public enum Block: Sendable {
    case heading(StyledText)
    case paragraph(StyledText)
    /// A drawn line, which is truncated rather than wrapped.
    case preformatted(StyledText)
    /// A line to copy, such as a command with a one-time code.
    ///
    /// A page neither wraps nor truncates it.
    case copyable(StyledText)
    /// Names with their values, in two columns.
    case facts([(name: String, value: StyledText)])
    case table(Table)
    /// A clock or a score in large digits: figures, colons, minus signs and spaces.
    case digits(StyledText)
    case bars(BarChart)
    /// Blocks next to a small picture, or alone if nothing can draw it.
    case illustrated(Illustration)
    /// The subject of a screen, above a line across it.
    case banner(Banner)
    /// Tiles of equal size in a grid, such as cards face down.
    case tiles(TileGrid)
    /// A calendar of figures by day.
    case days(DayGrid)
    /// Parts that stay whole, side by side on a wide terminal and otherwise one below the other.
    case panels([[Block]])
    /// A drawing, line by line, in several sizes, of which the first that fits is drawn.
    case sized([[StyledText]])
    /// An empty line.
    case gap
}

/// The subject of a screen on the left, and additional information on the right.
public struct Banner: Sendable {
    public let title: StyledText
    /// The text on the right, or below in a narrow space.
    public let aside: StyledText
    /// The filled share of the line, 0…1, or nil if nothing is counted.
    public let progress: Double?

    public init(_ title: StyledText, aside: StyledText = "", progress: Double? = nil) {
        self.title = title
        self.aside = aside
        self.progress = progress
    }
}

/// Blocks with a picture on their left.
public struct Illustration: Sendable {
    public let picture: ShownPicture
    public let blocks: [Block]
    /// The number of the picture on its page, during the layout.
    package var number: Int?

    public init(_ picture: ShownPicture, beside blocks: [Block]) {
        self.picture = picture
        self.blocks = blocks
    }
}

/// Rows under titled columns, which shrink to the width of the terminal: the widest first, the main
/// one last.
public struct Table: Sendable {
    /// The behavior of a column in a narrow space.
    public enum Room: Sendable {
        /// A fixed width, for identifiers, figures and days.
        case fixed
        case flexible
        /// The last column to shrink, because it contains the main content.
        case main
    }

    /// One column.
    public struct Column: Sendable {
        public let title: String
        public let alignsRight: Bool
        public let room: Room

        package init(_ title: String, alignsRight: Bool = false, room: Room = .flexible) {
            self.title = title
            self.alignsRight = alignsRight
            self.room = room
        }
    }

    public let columns: [Column]
    /// The rows, each with one cell per column.
    public let rows: [[StyledText]]
    /// The command that shows a full row: `task show ROW`.
    ///
    /// With it, long texts are truncated to keep a row on one line. With nil they wrap.
    public let shownBy: String?

    public init(_ columns: [Column], rows: [[StyledText]], shownBy: String? = nil) {
        self.columns = columns
        self.rows = rows
        self.shownBy = shownBy
    }
}

/// Labeled bars, drawn with block characters and always with their figures.
public struct BarChart: Sendable {
    /// One bar.
    public struct Bar: Sendable {
        public let label: String
        /// Its length, from 0.
        public let value: Double
        /// The figure after the bar, with its unit.
        public let figure: String

        package init(_ label: String, _ value: Double, figure: String) {
            self.label = label
            self.value = value
            self.figure = figure
        }
    }

    public let bars: [Bar]
    /// The value of a full bar, whose unfilled part is shown too, or nil for the greatest of the
    /// bars.
    public let full: Double?

    public init(_ bars: [Bar], full: Double? = nil) {
        self.bars = bars
        self.full = full
    }
}

extension Block {
    /// The block in ASCII, converted before the layout so that lines keep their width.
    package var ascii: Block {
        switch self {
        case .heading(let text): .heading(ASCIIText.of(text))
        case .paragraph(let text): .paragraph(ASCIIText.of(text))
        case .preformatted(let text): .preformatted(ASCIIText.of(text))
        case .copyable(let text): .copyable(ASCIIText.of(text))
        case .digits(let text): .digits(ASCIIText.of(text))
        case .facts(let facts): .facts(facts.map { (ASCIIText.of($0.name), ASCIIText.of($0.value)) })
        case .table(let table):
            .table(
                Table(
                    table.columns.map {
                        Table.Column(ASCIIText.of($0.title), alignsRight: $0.alignsRight, room: $0.room)
                    },
                    rows: table.rows.map { $0.map(ASCIIText.of) }, shownBy: table.shownBy))
        case .bars(let chart):
            .bars(
                BarChart(
                    chart.bars.map { BarChart.Bar(ASCIIText.of($0.label), $0.value, figure: ASCIIText.of($0.figure)) },
                    full: chart.full)
            )
        case .illustrated(let illustration):
            .illustrated(Illustration(illustration.picture, beside: illustration.blocks.map(\.ascii)))
        case .banner(let banner):
            .banner(Banner(ASCIIText.of(banner.title), aside: ASCIIText.of(banner.aside), progress: banner.progress))
        case .tiles(let grid): .tiles(grid.ascii)
        case .days(let grid):
            .days(DayGrid(from: grid.first, grid.values, maximumLabel: ASCIIText.of(grid.maximumLabel)))
        case .panels(let panels): .panels(panels.map { $0.map(\.ascii) })
        case .sized(let forms): .sized(forms.map { $0.map(ASCIIText.of) })
        case .gap: .gap
        }
    }
}
