import Kernel

/// A painter that turns pictures into a terminal's sequences.
///
/// It draws to the right and down from the cursor, within the given columns and rows.
struct PixelPainter {
    let terminal: PixelTerminal

    /// Returns the longest useful side in pixels for a number of columns and rows.
    func side(columns: Int, rows: Int) -> Int {
        let cell = terminal.cell ?? .standard
        return min(PixelMap.longestSide, max(columns * cell.width, rows * cell.height))
    }

    /// Returns the sequence of a picture, or an empty text if the terminal cannot place one.
    ///
    /// - Parameter fills: whether the picture fills its space and is cropped. Otherwise it is fully
    ///   visible.
    func painted(_ map: PixelMap, columns: Int, rows: Int, fills: Bool = false) -> String {
        guard terminal.canPlacePictures else { return "" }
        let cell = terminal.cell ?? .standard
        let width = columns * cell.width
        let height = rows * cell.height
        let map = fills ? map.cropped(to: Double(width) / Double(height)) : map
        switch terminal.graphics {
        case .characters: return ""
        case .kitty:
            return KittyPicture.transmitSequence(
                map, "a=T,C=1," + KittyPicture.sizeKeys(of: map, columns, rows, shape: fills ? nil : (width, height)))
        case .iterm:
            let file = map.png
            let preserves = fills ? 0 : 1
            return
                "\u{1B}]1337;File=inline=1;size=\(file.count);width=\(columns);height=\(rows);preserveAspectRatio=\(preserves);"
                + "doNotMoveCursor=1:\(Data(file).base64EncodedString())\u{07}"
        case .sixels:
            let resized = fills ? map.scaled(width: width, height: height) : map.fitted(width: width, height: height)
            return SixelPicture(resized, colors: terminal.colors).text
        }
    }
}

/// Kitty's picture protocol, without answers (`q=2`), which would count as typed text.
enum KittyPicture {
    /// The code that removes every picture from the screen and from memory.
    static let removal = "\u{1B}_Ga=d,d=A,q=2\u{1B}\\"
    private static let longestPiece = 4096

    /// Returns a picture with its control keys, in pieces.
    static func transmitSequence(_ map: PixelMap, _ keys: String) -> String {
        let data = Array(Data(map.bytes).base64EncodedString().utf8)
        var text = ""
        var start = 0
        repeat {
            let end = min(data.count, start + longestPiece)
            let head = start == 0 ? "\(keys),f=24,s=\(map.width),v=\(map.height)," : ""
            text +=
                "\u{1B}_G\(head)q=2,m=\(end < data.count ? 1 : 0);\(String(decoding: data[start..<end], as: UTF8.self))\u{1B}\\"
            start = end
        } while start < data.count
        return text
    }

    /// Returns the keys for the size on the screen.
    ///
    /// - Parameter shape: the pixels of its space if the picture keeps its own shape, or nil if it
    ///   fills the space.
    static func sizeKeys(of map: PixelMap, _ columns: Int, _ rows: Int, shape: (width: Int, height: Int)?) -> String {
        guard let shape else { return "c=\(columns),r=\(rows)" }
        return map.width * shape.height >= map.height * shape.width ? "c=\(columns)" : "r=\(rows)"
    }

    /// Returns the code that shows or moves a picture that was sent.
    static func showSequence(_ number: Int, _ room: String) -> String {
        "\u{1B}_Ga=p,q=2,i=\(number),p=1,C=1,\(room)\u{1B}\\"
    }

    /// Returns the code that removes a picture from the screen but not from memory.
    static func hideSequence(_ number: Int) -> String { "\u{1B}_Ga=d,d=i,q=2,i=\(number)\u{1B}\\" }

    /// Returns the code that removes a picture from the screen and from memory.
    static func deleteSequence(_ number: Int) -> String { "\u{1B}_Ga=d,d=I,q=2,i=\(number)\u{1B}\\" }
}
