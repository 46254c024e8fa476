/// Red, green and blue as sRGB, 0…1 each; more than 1 is cut off when it is shown.
public typealias Light = SIMD3<Float>

/// A picture of square pixels.
public struct Canvas: Sendable {
    /// Columns and rows of pixels.
    public let width, height: Int
    /// Row by row from the top.
    public private(set) var pixels: [Light]

    /// A black one. In a terminal two of its rows are one row of characters.
    public init(width: Int, height: Int) {
        (self.width, self.height) = (max(1, width), max(1, height))
        pixels = [Light](repeating: .zero, count: max(1, width) * max(1, height))
    }

    /// The pixel in a column and a row.
    public subscript(column: Int, row: Int) -> Light { pixels[row * width + column] }

    // MARK: - In the painter's own measure: the height is 1, and x runs from 0 to `aspect`

    /// How much wider than high it is.
    var aspect: Float { Float(width) / Float(height) }
    /// By how much more there is to be seen on a wide one, within reason.
    var crowd: Float { min(5, aspect) }
    /// The length of a pixel.
    var grain: Float { 1 / Float(height) }

    /// Every pixel by its place.
    @inline(__always)
    mutating func fill(_ light: (_ x: Float, _ y: Float) -> Light) {
        let grain = grain
        pixels.withUnsafeMutableBufferPointer { pixels in
            var index = 0
            for row in 0..<height {
                let y = (Float(row) + 0.5) * grain
                for column in 0..<width {
                    pixels[index] = light((Float(column) + 0.5) * grain, y)
                    index += 1
                }
            }
        }
    }

    /// Every pixel of a part by its place and by what is there, where the part lies on the canvas.
    @inline(__always)
    mutating func change(
        x across: ClosedRange<Float>, y down: ClosedRange<Float>, _ light: (_ x: Float, _ y: Float, _ before: Light) -> Light
    ) {
        let (columns, rows) = (indices(across, upTo: width), indices(down, upTo: height))
        guard !columns.isEmpty, !rows.isEmpty else { return }
        let grain = grain
        pixels.withUnsafeMutableBufferPointer { pixels in
            for row in rows {
                for column in columns {
                    let index = row * width + column
                    pixels[index] = light((Float(column) + 0.5) * grain, (Float(row) + 0.5) * grain, pixels[index])
                }
            }
        }
    }

    /// Which columns or rows a part touches.
    private func indices(_ part: ClosedRange<Float>, upTo count: Int) -> Range<Int> {
        let (first, last) = (part.lowerBound * Float(height), part.upperBound * Float(height))
        let low = Int(min(Float(count), max(0, first)))
        return low..<max(low, min(count, Int(max(0, min(Float(count), last))) + 1))
    }

    /// Light around a place that fades towards its edge.
    mutating func glow(_ x: Float, _ y: Float, radius: Float, _ light: Light) {
        change(x: x - radius...x + radius, y: y - radius...y + radius) { px, py, before in
            let far = ((px - x) * (px - x) + (py - y) * (py - y)) / (radius * radius)
            return far < 1 ? before + light * ((1 - far) * (1 - far)) : before
        }
    }

    /// A small point that lies between pixels, its light shared among the four next to it: so that what is slow does not jump.
    mutating func dot(_ x: Float, _ y: Float, _ light: Light) {
        let (left, top) = (x * Float(height) - 0.5, y * Float(height) - 0.5)
        let (column, row) = (left.rounded(.down), top.rounded(.down))
        let (right, low) = (left - column, top - row)
        for (across, down, share) in [
            (0, 0, (1 - right) * (1 - low)), (1, 0, right * (1 - low)), (0, 1, (1 - right) * low), (1, 1, right * low),
        ] {
            let (column, row) = (Int(column) + across, Int(row) + down)
            guard column >= 0, column < width, row >= 0, row < height else { continue }
            pixels[row * width + column] += light * share
        }
    }
}

/// A part of the way from one light to another.
@inline(__always)
func mix(_ from: Light, _ to: Light, _ share: Float) -> Light { from + (to - from) * min(1, max(0, share)) }

/// Along several lights, 0 at the first and 1 at the last.
func ramp(_ lights: [Light], _ place: Float) -> Light {
    let along = min(1, max(0, place)) * Float(lights.count - 1)
    let first = min(lights.count - 2, Int(along))
    return mix(lights[first], lights[first + 1], along - Float(first))
}

/// From 0 to 1 between two edges, gently at both.
@inline(__always)
func smooth(_ low: Float, _ high: Float, _ value: Float) -> Float {
    let share = min(1, max(0, (value - low) / (high - low)))
    return share * share * (3 - 2 * share)
}

extension Light {
    /// As CSS writes it without the sign: `0xF28C5B`.
    init(hex: UInt32) {
        self.init(Float(hex >> 16 & 255) / 255, Float(hex >> 8 & 255) / 255, Float(hex & 255) / 255)
    }
}
