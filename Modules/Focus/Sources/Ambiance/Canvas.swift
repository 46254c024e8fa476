/// Red, green and blue as sRGB, 0…1 each.
///
/// Greater values are clipped on display.
package typealias Light = SIMD3<Float>

/// A picture of square pixels.
package struct Canvas: Sendable {
    /// Columns and rows of pixels.
    package let width, height: Int
    /// The pixels, row by row from the top.
    package private(set) var pixels: [Light]

    /// Creates a black canvas.
    ///
    /// In a terminal, two of its rows are one row of characters.
    package init(width: Int, height: Int) {
        self.width = max(1, width)
        self.height = max(1, height)
        pixels = [Light](repeating: .zero, count: max(1, width) * max(1, height))
    }

    // MARK: - In the painter's own measure: the height is 1, and x runs from 0 to `aspect`

    /// The width of the canvas, as a multiple of its height.
    var aspect: Float { Float(width) / Float(height) }
    /// The factor by which a wide canvas shows more objects, at most 5.
    var densityFactor: Float { min(5, aspect) }
    /// The length of a pixel.
    var pixelSize: Float { 1 / Float(height) }

    /// Sets every pixel by its position.
    @inline(__always)
    mutating func fill(_ light: (_ x: Float, _ y: Float) -> Light) {
        let size = pixelSize
        pixels.withUnsafeMutableBufferPointer { pixels in
            var index = 0
            for row in 0..<height {
                let y = (Float(row) + 0.5) * size
                for column in 0..<width {
                    pixels[index] = light((Float(column) + 0.5) * size, y)
                    index += 1
                }
            }
        }
    }

    /// Changes every pixel of a part by its position and current color, clipped to the canvas.
    @inline(__always)
    mutating func change(
        x xRange: ClosedRange<Float>, y yRange: ClosedRange<Float>,
        _ light: (_ x: Float, _ y: Float, _ before: Light) -> Light
    ) {
        let columns = indices(xRange, upTo: width)
        let rows = indices(yRange, upTo: height)
        guard !columns.isEmpty, !rows.isEmpty else { return }
        let size = pixelSize
        pixels.withUnsafeMutableBufferPointer { pixels in
            for row in rows {
                for column in columns {
                    let index = row * width + column
                    pixels[index] = light((Float(column) + 0.5) * size, (Float(row) + 0.5) * size, pixels[index])
                }
            }
        }
    }

    /// Returns the columns or rows that a part covers.
    private func indices(_ range: ClosedRange<Float>, upTo count: Int) -> Range<Int> {
        let first = range.lowerBound * Float(height)
        let last = range.upperBound * Float(height)
        let low = Int(min(Float(count), max(0, first)))
        return low..<max(low, min(count, Int(max(0, min(Float(count), last))) + 1))
    }

    /// Adds light around a point, fading towards the edge.
    mutating func glow(_ x: Float, _ y: Float, radius: Float, _ light: Light) {
        change(x: x - radius...x + radius, y: y - radius...y + radius) { px, py, before in
            let distance = ((px - x) * (px - x) + (py - y) * (py - y)) / (radius * radius)
            return distance < 1 ? before + light * ((1 - distance) * (1 - distance)) : before
        }
    }

    /// Adds a small point between pixels, with its light shared among four.
    ///
    /// Slow motion therefore looks smooth.
    mutating func dot(_ x: Float, _ y: Float, _ light: Light) {
        let left = x * Float(height) - 0.5
        let top = y * Float(height) - 0.5
        let column = left.rounded(.down)
        let row = top.rounded(.down)
        let right = left - column
        let low = top - row
        for (across, down, share) in [
            (0, 0, (1 - right) * (1 - low)), (1, 0, right * (1 - low)), (0, 1, (1 - right) * low), (1, 1, right * low),
        ] {
            let column = Int(column) + across
            let row = Int(row) + down
            guard column >= 0, column < width, row >= 0, row < height else { continue }
            pixels[row * width + column] += light * share
        }
    }
}

/// Returns the color at a share of the way from one to another.
@inline(__always)
func mix(_ from: Light, _ to: Light, _ share: Float) -> Light { from + (to - from) * min(1, max(0, share)) }

/// Returns the color along several, from 0 at the first to 1 at the last.
func ramp(_ lights: [Light], _ share: Float) -> Light {
    let position = min(1, max(0, share)) * Float(lights.count - 1)
    let first = min(lights.count - 2, Int(position))
    return mix(lights[first], lights[first + 1], position - Float(first))
}

/// Returns a smooth step from 0 to 1 between two edges.
@inline(__always)
func smooth(_ low: Float, _ high: Float, _ value: Float) -> Float {
    let share = min(1, max(0, (value - low) / (high - low)))
    return share * share * (3 - 2 * share)
}

extension Light {
    /// Creates a color from its hexadecimal form, such as `0x2B2F77`.
    init(hex: UInt32) { self.init(Float(hex >> 16 & 255) / 255, Float(hex >> 8 & 255) / 255, Float(hex & 255) / 255) }
}
