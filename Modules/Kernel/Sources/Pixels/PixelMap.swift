/// A small picture as its pixels: what a screen of characters is painted from, and what a photo's colour is the mean of.
public struct PixelMap: Hashable, Sendable {
    /// The longest side that there may be, in pixels.
    public static let longestSide = 512

    /// Pixels across and down, from 1.
    public let width, height: Int
    /// Red, green and blue in sRGB, row by row from the top.
    public let bytes: [UInt8]

    /// A picture of these pixels; nil where sides and bytes do not fit together.
    public init?(width: Int, height: Int, bytes: [UInt8]) {
        let sides = 1...PixelMap.longestSide
        guard sides ~= width, sides ~= height, bytes.count == width * height * 3 else { return nil }
        (self.width, self.height, self.bytes) = (width, height, bytes)
    }

    /// The colour of a part, whose sides are shares of the whole, 0…1: the mean of its light, as an eye sees it from afar.
    public func color(across: ClosedRange<Double> = 0...1, down: ClosedRange<Double> = 0...1) -> RGBColor {
        let (columns, rows) = (PixelMap.places(across, of: width), PixelMap.places(down, of: height))
        var light = SIMD3<Float>.zero
        for row in rows {
            for column in columns {
                let place = (row * width + column) * 3
                light += SIMD3(
                    PixelMap.light[Int(bytes[place])], PixelMap.light[Int(bytes[place + 1])],
                    PixelMap.light[Int(bytes[place + 2])])
            }
        }
        light /= Float(columns.count * rows.count)
        return RGBColor(red: PixelMap.level(light.x), green: PixelMap.level(light.y), blue: PixelMap.level(light.z))
    }

    /// The colour of the whole.
    public var mean: RGBColor { color() }

    /// At least one place, however small the share is.
    private static func places(_ share: ClosedRange<Double>, of count: Int) -> Range<Int> {
        let first = min(count - 1, max(0, Int(share.lowerBound * Double(count))))
        return first..<min(count, max(first + 1, Int((share.upperBound * Double(count)).rounded(.down))))
    }

    /// Light is added up as light, near enough: of squares, and not of sRGB's own curve.
    private static let light: [Float] = (0..<256).map { Float($0 * $0) }

    private static func level(_ light: Float) -> UInt8 { UInt8(min(255, max(0, light.squareRoot().rounded()))) }
}

extension PixelMap {
    /// Reads what programs write as PPM or PGM (P6, P5) with a byte for each part; nil for anything else.
    public init?(portable file: [UInt8]) {
        guard file.count > 2, file[0] == UInt8(ascii: "P"), file[1] == UInt8(ascii: "6") || file[1] == UInt8(ascii: "5") else {
            return nil
        }
        var (numbers, place): ([Int], Int) = ([], 2)
        while numbers.count < 3 {
            while place < file.count, PixelMap.isBlank(file[place]) || file[place] == UInt8(ascii: "#") {
                guard file[place] == UInt8(ascii: "#") else {
                    place += 1
                    continue
                }
                while place < file.count, file[place] != 0x0A { place += 1 }
            }
            let digits = file[place...].prefix { (48...57).contains($0) }
            guard (1...5).contains(digits.count), let number = Int(String(decoding: digits, as: UTF8.self)) else { return nil }
            numbers.append(number)
            place += digits.count
        }
        guard numbers[2] == 255, place < file.count, PixelMap.isBlank(file[place]) else { return nil }
        let pixels = file[(place + 1)...]
        let isGrey = file[1] == UInt8(ascii: "5")
        self.init(width: numbers[0], height: numbers[1], bytes: isGrey ? pixels.flatMap { [$0, $0, $0] } : Array(pixels))
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
