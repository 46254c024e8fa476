import Kernel

/// A picture as sixels: bands six pixels high, drawn separately for each palette color.
struct SixelPicture {
    private let map: PixelMap
    private let table: ColorTable
    private let colorIndices: [UInt8]

    /// Creates a picture for a palette.
    ///
    /// - Parameter colors: the size of the terminal's palette. Color errors are spread over
    ///   adjacent pixels.
    init(_ map: PixelMap, colors: Int) {
        var table = ColorTable(of: map, most: colors)
        colorIndices = SixelPicture.spread(map, over: &table)
        self.map = map
        self.table = table
    }

    /// The sequence, which leaves the pixels below its last row unchanged.
    var text: String {
        var bytes = Array("\u{1B}P0;1;0q\"1;1;\(map.width);\(map.height)".utf8)
        for (place, color) in table.colors.enumerated() {
            let percentages = (0..<3).map { (color[$0] * 100 + 127) / 255 }
            bytes += "#\(place);2;\(percentages[0]);\(percentages[1]);\(percentages[2])".utf8
        }
        for top in stride(from: 0, to: map.height, by: 6) {
            append(band: top..<min(top + 6, map.height), to: &bytes)
            bytes.append(UInt8(ascii: "-"))
        }
        return String(decoding: bytes, as: UTF8.self) + "\u{1B}\\"
    }

    private func append(band: Range<Int>, to bytes: inout [UInt8]) {
        let width = map.width
        var sixels = [UInt8](repeating: 0, count: table.colors.count * width)
        var isUsed = [Bool](repeating: false, count: table.colors.count)
        for row in band {
            let bit: UInt8 = 1 << UInt8(row - band.lowerBound)
            for column in 0..<width {
                let color = Int(colorIndices[row * width + column])
                isUsed[color] = true
                sixels[color * width + column] |= bit
            }
        }
        var isFirst = true
        for color in isUsed.indices where isUsed[color] {
            bytes += (isFirst ? "#\(color)" : "$#\(color)").utf8
            isFirst = false
            SixelPicture.append(sixels[(color * width)..<((color + 1) * width)], to: &bytes)
        }
    }

    /// Appends sixel characters with repetitions as counts, without empty ones at the end.
    private static func append(_ sixels: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
        var rest = sixels
        while let sign = rest.first {
            let count = rest.prefix { $0 == sign }.count
            rest = rest.dropFirst(count)
            if sign == 0, rest.isEmpty { return }
            if count > 3 { bytes += "!\(count)".utf8 }
            bytes += [UInt8](repeating: sign + 63, count: count > 3 ? 1 : count)
        }
    }

    /// Returns the palette index of each pixel, with color errors passed to the next pixels (Floyd
    /// and Steinberg, 1976).
    private static func spread(_ map: PixelMap, over table: inout ColorTable) -> [UInt8] {
        let width = map.width
        var colorIndices: [UInt8] = []
        colorIndices.reserveCapacity(width * map.height)
        var errorsInRow = [SIMD3<Int>](repeating: .zero, count: width + 2)
        for row in 0..<map.height {
            var errorsBelow = [SIMD3<Int>](repeating: .zero, count: width + 2)
            var errorAhead = SIMD3<Int>.zero
            for column in 0..<width {
                let start = (row * width + column) * 3
                let pixel = SIMD3(Int(map.bytes[start]), Int(map.bytes[start + 1]), Int(map.bytes[start + 2]))
                let targetColor = (pixel &+ (errorsInRow[column + 1] &+ errorAhead) / SIMD3(repeating: 16))
                    .clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 255))
                let place = table.index(of: targetColor)
                colorIndices.append(UInt8(place))
                let colorError = targetColor &- table.colors[place]
                errorAhead = colorError &* SIMD3(repeating: 7)
                errorsBelow[column] &+= colorError &* SIMD3(repeating: 3)
                errorsBelow[column + 1] &+= colorError &* SIMD3(repeating: 5)
                errorsBelow[column + 2] &+= colorError
            }
            errorsInRow = errorsBelow
        }
        return colorIndices
    }
}
