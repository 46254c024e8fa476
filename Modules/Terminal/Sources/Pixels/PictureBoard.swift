import Interface
import Kernel

/// The pictures of a printed page.
///
/// The page reserves space for each picture and contains a mark there that never reaches the
/// terminal. After the whole page is printed, the pictures are drawn from below. So pictures appear
/// only if the whole page fits on the screen.
final class PictureBoard {
    /// The columns of a picture next to text, and its rows.
    ///
    /// It is as high as the text, within limits, so that it makes no list longer.
    static let (columns, rows) = (10, 3...5)

    private struct Reservation {
        let picture: ShownPicture
        var columns, rows: Int
        var map: PixelMap?
    }

    private let painter: PixelPainter
    /// The places by number.
    ///
    /// Each has the space requested last, because a page is laid out in several widths until it
    /// fits.
    private var reservations: [Int: Reservation] = [:]
    private var isRendered = false

    init(terminal: PixelTerminal) { painter = PixelPainter(terminal: terminal) }

    /// Renders the requested pictures in parallel.
    ///
    /// A later layout reserves space only for those that exist.
    func render() {
        let numbers = reservations.keys.sorted()
        let requests = numbers.compactMap { reservations[$0] }.map {
            (picture: $0.picture, side: painter.side(columns: $0.columns, rows: $0.rows))
        }
        let maps = ParallelWork.map(requests.count, minimumSize: 1) { range in
            range.map { requests[$0].picture.pixels?(requests[$0].side) }
        }
        .joined()
        for (number, map) in zip(numbers, maps) { reservations[number]?.map = map }
        isRendered = true
    }

    /// Reserves space for a picture and returns its mark, or nil if there is none to show.
    func mark(_ number: Int, for picture: ShownPicture, columns: Int, rows: Int) -> String? {
        guard picture.pixels != nil, !isRendered || reservations[number]?.map != nil else { return nil }
        let map = reservations[number]?.map
        reservations[number] = Reservation(picture: picture, columns: columns, rows: rows, map: map)
        return "\u{1B}[\(number)z"
    }

    /// Returns the rows of its space that a picture uses.
    func rows(_ number: Int) -> Int {
        guard let place = reservations[number], let map = place.map else { return reservations[number]?.rows ?? 0 }
        let cell = painter.terminal.cell ?? .standard
        let height = Double(place.columns * cell.width * map.height) / Double(map.width * cell.height)
        return max(1, min(place.rows, Int(height.rounded(.up))))
    }

    /// Returns lines without their marks, followed by the codes that draw the pictures.
    ///
    /// - Parameter width: the column at which the terminal breaks lines.
    func page(_ lines: [String], width: Int) -> String {
        var (cleanLines, marks): ([String], [(place: Int, row: Int, column: Int)]) = ([], [])
        var row = 0
        for line in lines {
            var line = line
            while let (range, place) = PictureBoard.firstMark(in: line) {
                marks.append((place, row, DrawnText.columns(String(line[..<range.lowerBound]))))
                line.removeSubrange(range)
            }
            row += PictureBoard.height(of: line, width: width)
            cleanLines.append(line)
        }
        let codes = marks.map { mark in
            guard let place = reservations[mark.place] else { return "" }
            let drawn = place.map.map { painter.painted($0, columns: place.columns, rows: place.rows) } ?? ""
            return drawn.isEmpty ? "" : "\u{1B}7\u{1B}[\(row - mark.row)A\u{1B}[\(mark.column + 1)G\(drawn)\u{1B}8"
        }
        return cleanLines.map { $0 + "\n" }.joined() + codes.joined()
    }

    /// Returns the number of rows that lines occupy on a terminal.
    static func height(of lines: [String], width: Int) -> Int { lines.reduce(0) { $0 + height(of: $1, width: width) } }

    private static func height(of line: String, width: Int) -> Int {
        max(1, (DrawnText.columns(line) + max(1, width) - 1) / max(1, width))
    }

    /// Returns the first mark.
    ///
    /// Text from outside cannot contain one, because it contains no escape characters.
    private static func firstMark(in line: String) -> (Range<String.Index>, Int)? {
        var rest = line[...]
        while let start = rest.firstRange(of: "\u{1B}[") {
            let digits = rest[start.upperBound...].prefix { $0.isASCII && $0.isNumber }
            if digits.endIndex < rest.endIndex, rest[digits.endIndex] == "z", let place = Int(digits) {
                return (start.lowerBound..<rest.index(after: digits.endIndex), place)
            }
            rest = rest[start.upperBound...]
        }
        return nil
    }
}
