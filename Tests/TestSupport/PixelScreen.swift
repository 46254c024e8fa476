import Kernel

/// A simulated terminal with pictures, as far as the apps use one: text, cursor positions, and the
/// protocols of kitty, iTerm2 and sixels, down to each pixel. Text and erasing remove sixels and
/// iTerm pictures, as in real terminals; pictures of kitty stay above the text until they are
/// deleted.
public struct PixelScreen {
    /// A cell with its character and, below a picture, its pixels row by row.
    struct Cell {
        var character: Character = " "
        var pixels: [Int: UInt32] = [:]
    }

    private struct Placement {
        var row, column: Int
        let columns, rows: Int
        let map: PixelMap
    }

    public let columns, rows: Int
    /// The size of a cell in pixels.
    public let width, height: Int
    private var cells: [[Cell]]
    private var cursor = (row: 0, column: 0)
    private var saved = (row: 0, column: 0)
    private var sent: [Int: PixelMap] = [:]
    private var placements: [Int: Placement] = [:]
    private var pending: (keys: [String: String], data: String)?
    private var lastNumber = -1
    /// Unknown sequences and unreadable pictures.
    public private(set) var complaints: [String] = []
    /// The number of received picture bytes.
    public private(set) var pictureBytes = 0

    public init(columns: Int, rows: Int, cell: (width: Int, height: Int)) {
        self.columns = columns
        self.rows = rows
        width = cell.width
        height = cell.height
        cells = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
    }

    /// The text line by line, without trailing spaces.
    public var lines: [String] {
        cells.map { row in
            var line = String(row.map(\.character))
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    /// The number of pictures in the memory of kitty.
    public var remembered: Int { sent.count }

    /// The mean color of a cell whose pixels are all covered by a picture. A partly covered cell
    /// gives black with a red of 1, others nil.
    public func color(row: Int, column: Int) -> RGBColor? {
        var pixels = cells[row][column].pixels
        for placement in placements.values {
            let x = column - placement.column
            let y = row - placement.row
            guard 0..<placement.columns ~= x, 0..<placement.rows ~= y else { continue }
            let share = { (place: Int, count: Int) in Double(place) / Double(count)...Double(place + 1) / Double(count)
            }
            let color = placement.map.color(across: share(x, placement.columns), down: share(y, placement.rows))
            for place in 0..<(width * height) { pixels[place] = PixelScreen.number(color) }
        }
        guard !pixels.isEmpty else { return nil }
        guard pixels.count == width * height else { return RGBColor(red: 1, green: 0, blue: 0) }
        let sums = pixels.values.reduce(into: SIMD3<Int>.zero) {
            $0 &+= SIMD3(Int($1 >> 16 & 255), Int($1 >> 8 & 255), Int($1 & 255))
        }
        let mean = sums / SIMD3(repeating: pixels.count)
        return RGBColor(red: UInt8(mean.x), green: UInt8(mean.y), blue: UInt8(mean.z))
    }

    /// The number of cells that a picture covers at least partly.
    public var covered: Int {
        (0..<rows).reduce(0) { sum, row in sum + (0..<columns).count { color(row: row, column: $0) != nil } }
    }

    // MARK: - Codes

    public mutating func take(_ text: String) {
        var rest = Array(text)[...]
        while let first = rest.popFirst() {
            switch first {
            case "\u{1B}": escape(&rest)
            case "\r": cursor.column = 0
            case "\n", "\r\n": lineFeed()
            case "\u{07}": break
            default: write(first)
            }
        }
    }

    private mutating func escape(_ rest: inout ArraySlice<Character>) {
        switch rest.popFirst() {
        case "[": control(&rest)
        case "7": saved = cursor
        case "8": cursor = saved
        case "_": kitty(string(&rest))
        case "P": sixels(string(&rest))
        case "]": command(string(&rest))
        case let other: complaints.append("ESC \(other.map { String($0) } ?? "at the end")")
        }
    }

    /// Reads a string that ends with `ESC \` or a bell.
    private mutating func string(_ rest: inout ArraySlice<Character>) -> String {
        let body = rest.prefix { $0 != "\u{1B}" && $0 != "\u{07}" }
        rest = rest[body.endIndex...]
        if rest.popFirst() == "\u{1B}", rest.popFirst() != "\\" { complaints.append("a string that does not end") }
        return String(body)
    }

    private mutating func control(_ rest: inout ArraySlice<Character>) {
        let body = rest.prefix { !("@"..."~" ~= $0) }
        rest = rest[body.endIndex...]
        guard let last = rest.popFirst() else { return complaints.append("a sequence that does not end") }
        let numbers = String(body).split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
        let first = numbers.first.flatMap { $0 } ?? 0
        switch last {
        case "H":
            cursor = (min(max(first, 1), rows) - 1, min(max(numbers.count > 1 ? numbers[1] ?? 1 : 1, 1), columns) - 1)
        case "G": cursor.column = min(max(first, 1), columns) - 1
        case "A": cursor.row = max(0, cursor.row - max(1, first))
        case "K": erase(cursor.row, (first == 2 ? 0 : cursor.column)..<columns)
        case "J":
            if first == 2 { placements = [:] }
            erase(cursor.row, (first == 2 ? 0 : cursor.column)..<columns)
            for row in (first == 2 ? 0 : cursor.row + 1)..<max(rows, cursor.row + 1) where row < rows {
                erase(row, 0..<columns)
            }
        case "m", "h", "l": break
        default: complaints.append("CSI \(String(body))\(last)")
        }
    }

    private mutating func erase(_ row: Int, _ range: Range<Int>) { for column in range { cells[row][column] = Cell() } }

    private mutating func write(_ character: Character) {
        if cursor.column < columns { cells[cursor.row][cursor.column] = Cell(character: character) }
        cursor.column += 1
    }

    private mutating func lineFeed() {
        cursor.column = 0
        guard cursor.row == rows - 1 else { return cursor.row += 1 }
        cells.removeFirst()
        cells.append(Array(repeating: Cell(), count: columns))
        saved.row -= 1
        for number in placements.keys { placements[number]?.row -= 1 }
    }

    // MARK: - Pictures

    private mutating func paint(_ map: PixelMap, width across: Int, height down: Int, _ color: (Int, Int) -> UInt32?) {
        for y in 0..<down {
            for x in 0..<across {
                let row = cursor.row + y / height
                let column = cursor.column + x / width
                guard row < rows, column < columns, let color = color(x, y) else { continue }
                cells[row][column].pixels[y % height * width + x % width] = color
            }
        }
    }

    private mutating func command(_ text: String) {
        guard text.hasPrefix("1337;File="), let colon = text.firstIndex(of: ":") else { return }
        pictureBytes += text.utf8.count
        let keys = PixelScreen.keys(text[..<colon].dropFirst(10), ";")
        guard let bytes = Data(base64Encoded: String(text[text.index(after: colon)...])).map({ [UInt8]($0) }),
            keys["size"] == "\(bytes.count)", keys["inline"] == "1", let map = PixelMap(png: bytes),
            let across = keys["width"].flatMap({ Int($0) }), let down = keys["height"].flatMap({ Int($0) })
        else { return complaints.append("iTerm: \(text.prefix(60))") }
        let room = (across * width, down * height)
        let shown =
            keys["preserveAspectRatio"] == "0"
            ? map.scaled(width: room.0, height: room.1) : map.fitted(width: room.0, height: room.1)
        paint(shown, width: shown.width, height: shown.height) { x, y in PixelScreen.number(shown, x, y) }
        cursor = (min(rows - 1, cursor.row + down - 1), cursor.column + across)
    }

    private mutating func kitty(_ text: String) {
        guard text.hasPrefix("G") else { return complaints.append("APC \(text.prefix(20))") }
        pictureBytes += text.utf8.count
        let parts = text.dropFirst().split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
        let keys = PixelScreen.keys(parts[0], ",")
        if keys["q"] != "2" { complaints.append("an answer is asked for") }
        let sequence = (keys: pending?.keys ?? keys, data: (pending?.data ?? "") + (parts.count > 1 ? parts[1] : ""))
        pending = keys["m"] == "1" ? sequence : nil
        guard pending == nil else { return }
        let number = sequence.keys["i"].flatMap { Int($0) } ?? lastNumber
        switch sequence.keys["a"] {
        case "t", "T": receive(sequence.keys, sequence.data, number)
        case "p": place(number, sequence.keys)
        case "d": delete(number, sequence.keys["d"] ?? "a")
        default: complaints.append("kitty: \(parts[0])")
        }
    }

    private mutating func receive(_ keys: [String: String], _ data: String, _ number: Int) {
        guard keys["f"] == "24", let bytes = Data(base64Encoded: data).map({ [UInt8]($0) }),
            let across = keys["s"].flatMap({ Int($0) }), let down = keys["v"].flatMap({ Int($0) }),
            let map = PixelMap(width: across, height: down, bytes: bytes)
        else { return complaints.append("kitty: no picture") }
        sent[number] = map
        if keys["a"] == "T" { place(number, keys) }
        if keys["i"] == nil { lastNumber -= 1 }
    }

    private mutating func place(_ number: Int, _ keys: [String: String]) {
        guard let map = sent[number], keys["C"] == "1" else { return complaints.append("kitty: \(number) is not here") }
        let count = keys["c"].flatMap { Int($0) }
        let askedRows = keys["r"].flatMap { Int($0) }
        let across = count ?? max(1, (askedRows ?? 1) * height * map.width / map.height / width)
        let down = askedRows ?? max(1, across * width * map.height / map.width / height)
        placements[number] = Placement(row: cursor.row, column: cursor.column, columns: across, rows: down, map: map)
    }

    private mutating func delete(_ number: Int, _ what: String) {
        if what == "A" { (placements, sent) = ([:], [:]) } else { placements[number] = nil }
        if what == "I" { sent[number] = nil }
    }

    private mutating func sixels(_ text: String) {
        guard let start = text.firstIndex(of: "q") else { return complaints.append("DCS \(text.prefix(20))") }
        pictureBytes += text.utf8.count
        let picture = SixelReading(String(text[text.index(after: start)...]))
        complaints += picture.complaints
        guard let map = PixelMap(width: 1, height: 1, bytes: [0, 0, 0]) else { return }
        paint(map, width: picture.width, height: picture.height) { x, y in picture.pixels[y * picture.width + x] }
        for _ in 0..<((picture.height + height - 1) / height) { lineFeed() }
    }

    private static func keys(_ text: Substring, _ separator: Character) -> [String: String] {
        let pairs = text.split(separator: separator).map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
        return Dictionary(pairs.filter { $0.count == 2 }.map { ($0[0], $0[1]) }) { $1 }
    }

    private static func number(_ color: RGBColor) -> UInt32 {
        UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
    }

    private static func number(_ map: PixelMap, _ x: Int, _ y: Int) -> UInt32 {
        let start = (y * map.width + x) * 3
        return UInt32(map.bytes[start]) << 16 | UInt32(map.bytes[start + 1]) << 8 | UInt32(map.bytes[start + 2])
    }
}
