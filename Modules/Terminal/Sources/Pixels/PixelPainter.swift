import Kernel

/// Pictures as the sequences of a terminal. Each is drawn from where the cursor stands to the right and down, and keeps to the columns and rows that it is given.
struct PixelPainter {
    let terminal: PixelTerminal

    /// The longest side that is of use on so many columns and rows, in pixels.
    func side(columns: Int, rows: Int) -> Int {
        let cell = terminal.cell ?? .usual
        return min(PixelMap.longestSide, max(columns * cell.width, rows * cell.height))
    }

    /// A picture on so many columns and rows; empty where the terminal cannot place one.
    ///
    /// - Parameter fills: whether it fills them, and is cut where it has another shape; else it is seen whole.
    func painted(_ map: PixelMap, columns: Int, rows: Int, fills: Bool = false) -> String {
        guard terminal.places else { return "" }
        let cell = terminal.cell ?? .usual
        let (width, height) = (columns * cell.width, rows * cell.height)
        let map = fills ? map.cropped(to: Double(width) / Double(height)) : map
        switch terminal.graphics {
        case .characters: return ""
        case .kitty:
            return KittyPicture.sent(
                map, "a=T,C=1," + KittyPicture.room(of: map, columns, rows, shape: fills ? nil : (width, height)))
        case .iterm:
            let (file, keeps) = (map.png, fills ? 0 : 1)
            return "\u{1B}]1337;File=inline=1;size=\(file.count);width=\(columns);height=\(rows);preserveAspectRatio=\(keeps);"
                + "doNotMoveCursor=1:\(Data(file).base64EncodedString())\u{07}"
        case .sixels:
            let sized = fills ? map.scaled(width: width, height: height) : map.fitted(width: width, height: height)
            return SixelPicture(sized, colors: terminal.colors).text
        }
    }
}

/// The protocol of kitty. Nothing asks for an answer (`q=2`), which would be typed.
enum KittyPicture {
    /// Takes every picture from the screen, and its memory.
    static let removal = "\u{1B}_Ga=d,d=A,q=2\u{1B}\\"
    private static let longestPiece = 4096

    /// A picture with what is to become of it, in pieces.
    static func sent(_ map: PixelMap, _ keys: String) -> String {
        let data = Array(Data(map.bytes).base64EncodedString().utf8)
        var (text, start) = ("", 0)
        repeat {
            let end = min(data.count, start + longestPiece)
            let head = start == 0 ? "\(keys),f=24,s=\(map.width),v=\(map.height)," : ""
            text +=
                "\u{1B}_G\(head)q=2,m=\(end < data.count ? 1 : 0);\(String(decoding: data[start..<end], as: UTF8.self))\u{1B}\\"
            start = end
        } while start < data.count
        return text
    }

    /// How large it is on the screen.
    ///
    /// - Parameter shape: the pixels of its room, where it keeps its own shape; nil where it fills the room.
    static func room(of map: PixelMap, _ columns: Int, _ rows: Int, shape: (width: Int, height: Int)?) -> String {
        guard let shape else { return "c=\(columns),r=\(rows)" }
        return map.width * shape.height >= map.height * shape.width ? "c=\(columns)" : "r=\(rows)"
    }

    /// Shows what was sent as a number, or moves it.
    static func placed(_ number: Int, _ room: String) -> String { "\u{1B}_Ga=p,q=2,i=\(number),p=1,C=1,\(room)\u{1B}\\" }

    /// Takes it from the screen; its memory stays.
    static func hidden(_ number: Int) -> String { "\u{1B}_Ga=d,d=i,q=2,i=\(number)\u{1B}\\" }

    /// Takes it from the screen and out of memory.
    static func forgotten(_ number: Int) -> String { "\u{1B}_Ga=d,d=I,q=2,i=\(number)\u{1B}\\" }
}
