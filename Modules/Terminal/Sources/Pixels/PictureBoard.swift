import Kernel

/// The pictures of a page that is printed: the page leaves room for each and has a mark there that no terminal sees, and when all of it stands they are drawn from
/// below. So a page has them only where it stands on the screen as a whole.
final class PictureBoard {
    /// The columns of a picture beside text. It is as high as the text, within limits, so that it makes no list longer.
    static let (columns, rows) = (10, 3...5)

    private struct Place {
        let picture: ShownPicture
        var columns, rows: Int
        var map: PixelMap?
    }

    private let painter: PixelPainter
    /// By number; the room is the one that was asked for last, as a page is laid out in several widths until it fits.
    private var places: [Int: Place] = [:]
    private var isDeveloped = false

    init(terminal: PixelTerminal) { painter = PixelPainter(terminal: terminal) }

    /// Makes the pictures for which room was asked for, side by side; what is laid out afterwards has room for those that there are.
    func develop() {
        let numbers = places.keys.sorted()
        let wanted = numbers.compactMap { places[$0] }.map {
            (picture: $0.picture, side: painter.side(columns: $0.columns, rows: $0.rows))
        }
        let maps = Cores.map(wanted.count, least: 1) { range in range.map { wanted[$0].picture.pixels?(wanted[$0].side) } }
            .joined()
        for (number, map) in zip(numbers, maps) { places[number]?.map = map }
        isDeveloped = true
    }

    /// Room for a picture: its mark. Nil where there is none to show.
    func mark(_ number: Int, for picture: ShownPicture, columns: Int, rows: Int) -> String? {
        guard picture.pixels != nil, !isDeveloped || places[number]?.map != nil else { return nil }
        places[number] = Place(picture: picture, columns: columns, rows: rows, map: places[number]?.map)
        return "\u{1B}[\(number)z"
    }

    /// The rows that a picture takes of its room.
    func rows(_ number: Int) -> Int {
        guard let place = places[number], let map = place.map else { return places[number]?.rows ?? 0 }
        let cell = painter.terminal.cell ?? .usual
        let height = Double(place.columns * cell.width * map.height) / Double(map.width * cell.height)
        return max(1, min(place.rows, Int(height.rounded(.up))))
    }

    /// Lines with their marks taken out, and behind them what draws the pictures.
    ///
    /// - Parameter width: where the terminal breaks lines.
    func page(_ lines: [String], width: Int) -> String {
        var (clean, found): ([String], [(place: Int, row: Int, column: Int)]) = ([], [])
        var row = 0
        for line in lines {
            var line = line
            while let (range, place) = PictureBoard.firstMark(in: line) {
                found.append((place, row, DrawnText.columns(String(line[..<range.lowerBound]))))
                line.removeSubrange(range)
            }
            row += PictureBoard.height(of: line, width: width)
            clean.append(line)
        }
        let codes = found.map { mark in
            guard let place = places[mark.place] else { return "" }
            let drawn = place.map.map { painter.painted($0, columns: place.columns, rows: place.rows) } ?? ""
            return drawn.isEmpty ? "" : "\u{1B}7\u{1B}[\(row - mark.row)A\u{1B}[\(mark.column + 1)G\(drawn)\u{1B}8"
        }
        return clean.map { $0 + "\n" }.joined() + codes.joined()
    }

    /// Rows that lines take on a terminal.
    static func height(of lines: [String], width: Int) -> Int { lines.reduce(0) { $0 + height(of: $1, width: width) } }

    private static func height(of line: String, width: Int) -> Int {
        max(1, (DrawnText.columns(line) + max(1, width) - 1) / max(1, width))
    }

    /// A mark is a sequence that text from outside cannot hold, since there is no escape in it.
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
