/// A small picture as pixels, for drawing in a terminal and for the mean color of a photo.
public struct PixelMap: Hashable, Sendable {
    /// The longest side that there may be, in pixels.
    public static let longestSide = 512

    /// The number of pixels across and down, from 1.
    public let width, height: Int
    /// Red, green and blue in sRGB, row by row from the top.
    public let bytes: [UInt8]

    /// Creates a picture, or returns nil if the size and the number of bytes do not match.
    public init?(width: Int, height: Int, bytes: [UInt8]) {
        let sides = 1...PixelMap.longestSide
        guard sides ~= width, sides ~= height, bytes.count == width * height * 3 else { return nil }
        self.width = width
        self.height = height
        self.bytes = bytes
    }

    /// Returns the color of a part as the mean of its light. The sides of the part are fractions of
    /// the picture, 0…1.
    public func color(across: ClosedRange<Double> = 0...1, down: ClosedRange<Double> = 0...1) -> RGBColor {
        let columns = PixelMap.indexes(across, of: width)
        let rows = PixelMap.indexes(down, of: height)
        var light = SIMD3<Float>.zero
        for row in rows {
            for column in columns {
                let offset = (row * width + column) * 3
                light += SIMD3(
                    PixelMap.light[Int(bytes[offset])], PixelMap.light[Int(bytes[offset + 1])],
                    PixelMap.light[Int(bytes[offset + 2])])
            }
        }
        light /= Float(columns.count * rows.count)
        return RGBColor(red: PixelMap.level(light.x), green: PixelMap.level(light.y), blue: PixelMap.level(light.z))
    }

    public var mean: RGBColor { color() }

    /// Returns the pixels of a fraction, at least one.
    private static func indexes(_ share: ClosedRange<Double>, of count: Int) -> Range<Int> {
        let first = min(count - 1, max(0, Int(share.lowerBound * Double(count))))
        return first..<min(count, max(first + 1, Int((share.upperBound * Double(count)).rounded(.down))))
    }

    /// The approximate linear light of each level: its square, in place of the exact sRGB curve.
    private static let light: [Float] = (0..<256).map { Float($0 * $0) }

    private static func level(_ light: Float) -> UInt8 { UInt8(min(255, max(0, light.squareRoot().rounded()))) }
}

extension PixelMap {
    /// Reads a PPM or PGM file (P6, P5) with one byte per component, or returns nil.
    public init?(portable file: [UInt8]) {
        guard file.count > 2, file[0] == UInt8(ascii: "P"), file[1] == UInt8(ascii: "6") || file[1] == UInt8(ascii: "5")
        else { return nil }
        var (numbers, offset): ([Int], Int) = ([], 2)
        while numbers.count < 3 {
            while offset < file.count, PixelMap.isBlank(file[offset]) || file[offset] == UInt8(ascii: "#") {
                guard file[offset] == UInt8(ascii: "#") else {
                    offset += 1
                    continue
                }
                while offset < file.count, file[offset] != 0x0A { offset += 1 }
            }
            let digits = file[offset...].prefix { (48...57).contains($0) }
            guard (1...5).contains(digits.count), let number = Int(String(decoding: digits, as: UTF8.self)) else {
                return nil
            }
            numbers.append(number)
            offset += digits.count
        }
        guard numbers[2] == 255, offset < file.count, PixelMap.isBlank(file[offset]) else { return nil }
        let pixels = file[(offset + 1)...]
        let isGrey = file[1] == UInt8(ascii: "5")
        self.init(
            width: numbers[0], height: numbers[1], bytes: isGrey ? pixels.flatMap { [$0, $0, $0] } : Array(pixels))
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
