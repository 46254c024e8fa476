import Interface
import Kernel
import Pictures

/// Draws pictures with characters. Each character shows two by two points in two colors.
enum Mosaic {
    /// The characters, and which of their four points have the foreground color, row by row.
    private static let characters: [(sign: String, ink: [Bool])] = [
        ("▀", [true, true, false, false]), ("▌", [true, false, true, false]), ("▘", [true, false, false, false]),
        ("▝", [false, true, false, false]), ("▖", [false, false, true, false]), ("▗", [false, false, false, true]),
        ("▚", [true, false, false, true]),
    ]
    /// The characters from dark to bright for terminals without colors.
    private static let shades = Array(" .:-=+*#%@")

    /// Returns the picture in the given number of columns and rows.
    ///
    /// It fills them, and the excess is cropped equally at both ends.
    static func rows(of map: PixelMap, columns: Int, rows: Int) -> [StyledText] {
        guard columns > 0, rows > 0 else { return [] }
        // A character is twice as high as wide.
        let targetRatio = Double(columns) / Double(rows * 2)
        let pictureRatio = Double(map.width) / Double(map.height)
        let visibleWidth = min(1, targetRatio / pictureRatio)
        let visibleHeight = min(1, pictureRatio / targetRatio)
        let left = (1 - visibleWidth) / 2
        let top = (1 - visibleHeight) / 2
        func point(_ column: Int, _ row: Int) -> SIMD3<Int> {
            let width = visibleWidth / Double(columns * 2)
            let height = visibleHeight / Double(rows * 2)
            let x = left + Double(column) * width
            let y = top + Double(row) * height
            let color = map.color(across: x...(x + width), down: y...(y + height))
            return SIMD3(Int(color.red), Int(color.green), Int(color.blue))
        }
        return (0..<rows).map { row in
            (0..<columns).map { column in
                let corners = [(0, 0), (1, 0), (0, 1), (1, 1)]
                return cell(corners.map { point(column * 2 + $0.0, row * 2 + $0.1) })
            }.joined()
        }
    }

    /// Returns text on a color. On a terminal without colors, its brightness selects a character.
    static func field(_ text: String, _ ink: RGBColor? = nil, on color: RGBColor) -> StyledText {
        let isBlank = !text.contains { $0 != " " }
        let shade = String(shade(SIMD3(Int(color.red), Int(color.green), Int(color.blue)), least: 1))
        return .painted(text, ink, on: color, fallback: isBlank ? String(repeating: shade, count: text.count) : text)
    }

    /// Returns the character and the two colors that show four points with the least error.
    private static func cell(_ points: [SIMD3<Int>]) -> StyledText {
        let average = mean(points)
        let fallback = String(shade(average, least: 0))
        var best = (distance: points.reduce(0) { $0 + distance($1, average) }, sign: " ", ink: average, ground: average)
        for (sign, ink) in characters where best.distance > 0 {
            let groupMeans = [true, false].map { side in mean(zip(points, ink).filter { $0.1 == side }.map(\.0)) }
            let error = zip(points, ink).reduce(0) { $0 + distance($1.0, groupMeans[$1.1 ? 0 : 1]) }
            if error < best.distance { best = (error, sign, groupMeans[0], groupMeans[1]) }
        }
        return .painted(best.sign, best.sign == " " ? nil : color(best.ink), on: color(best.ground), fallback: fallback)
    }

    private static func mean(_ points: [SIMD3<Int>]) -> SIMD3<Int> {
        points.reduce(SIMD3.zero) { $0 &+ $1 } / SIMD3(repeating: max(1, points.count))
    }

    private static func distance(_ first: SIMD3<Int>, _ second: SIMD3<Int>) -> Int {
        ((first &- second) &* (first &- second)).wrappedSum()
    }

    private static func color(_ color: SIMD3<Int>) -> RGBColor {
        RGBColor(red: UInt8(color.x), green: UInt8(color.y), blue: UInt8(color.z))
    }

    private static func shade(_ color: SIMD3<Int>, least: Int) -> Character {
        let brightness = (color.x * 3 + color.y * 6 + color.z) / 10
        return shades[max(least, min(shades.count - 1, brightness * shades.count / 256))]
    }
}
