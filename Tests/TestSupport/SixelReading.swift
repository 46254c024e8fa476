/// The pixels of a sixel picture, decoded as in DEC's manual of the VT330.
public struct SixelReading {
    public private(set) var (width, height) = (0, 0)
    /// The pixels row by row; nil without a color.
    public private(set) var pixels: [UInt32?] = []
    /// The defined colors by number.
    public private(set) var colors: [Int: UInt32] = [:]
    public private(set) var complaints: [String] = []
    private var rest: ArraySlice<UInt8>

    /// - Parameter text: The text between `q` and the end.
    public init(_ text: String) {
        rest = Array(text.utf8)[...]
        read()
    }

    private mutating func read() {
        var column = 0
        var top = 0
        var color = 0
        var count = 1
        while let sign = rest.popFirst() {
            switch sign {
            case UInt8(ascii: "\""):
                let size = numbers()
                guard size.count == 4, size[0] == 1, size[1] == 1 else { return complaints.append("raster \(size)") }
                width = size[2]
                height = size[3]
                pixels = Array(repeating: nil, count: width * height)
            case UInt8(ascii: "#"):
                let parts = numbers()
                color = parts.first ?? 0
                if parts.count == 5 {
                    if parts[1] != 2 || parts[2...].contains(where: { $0 > 100 }) {
                        complaints.append("colour \(parts)")
                    }
                    colors[color] = parts[2...].reduce(0) { $0 << 8 | UInt32(($1 * 255 + 50) / 100) }
                }
            case UInt8(ascii: "!"): count = numbers().first ?? 1
            case UInt8(ascii: "$"): column = 0
            case UInt8(ascii: "-"): (column, top) = (0, top + 6)
            case 63...126:
                guard let ink = colors[color] else { return complaints.append("colour \(color) is not there") }
                for _ in 0..<count { set(sign - 63, &column, top, ink) }
                count = 1
            default: complaints.append("sign \(sign)")
            }
        }
    }

    private mutating func set(_ bits: UInt8, _ column: inout Int, _ top: Int, _ ink: UInt32) {
        for bit in 0..<6 where bits >> bit & 1 == 1 {
            guard column < width, top + bit < height else {
                return complaints.append("outside: \(column), \(top + bit)")
            }
            pixels[(top + bit) * width + column] = ink
        }
        column += 1
    }

    private mutating func numbers() -> [Int] {
        let body = rest.prefix { (48...57).contains($0) || $0 == UInt8(ascii: ";") }
        rest = rest[body.endIndex...]
        return String(decoding: body, as: UTF8.self).split(separator: ";").map { Int($0) ?? 0 }
    }
}
