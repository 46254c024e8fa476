import Kernel

/// A small palette for a picture, made by repeated division of its colors along the widest range
/// (median cut, Heckbert 1982).
struct ColorTable {
    private(set) var colors: [SIMD3<Int>] = []
    /// The index of the nearest color for each key, or -1 until it is computed.
    private var nearest = [Int16](repeating: -1, count: 1 << 15)

    /// The pixels of a picture that share a key.
    private struct Bin {
        var sum = SIMD3<Int>.zero
        var count = 0
        var mean: SIMD3<Int> { sum / SIMD3(repeating: max(1, count)) }
    }

    init(of map: PixelMap, most: Int) {
        var bins = [Bin](repeating: Bin(), count: 1 << 15)
        for place in stride(from: 0, to: map.bytes.count, by: 3) {
            let color = SIMD3(Int(map.bytes[place]), Int(map.bytes[place + 1]), Int(map.bytes[place + 2]))
            bins[ColorTable.key(color)].sum &+= color
            bins[ColorTable.key(color)].count += 1
        }
        var boxes = [bins.filter { $0.count > 0 }]
        while boxes.count < most {
            let spans = boxes.map { ColorTable.widest($0) }
            guard let place = spans.indices.max(by: { spans[$0].reach < spans[$1].reach }), spans[place].reach > 0
            else { break }
            let (lower, upper) = ColorTable.halves(boxes[place], along: spans[place].axis)
            boxes[place] = lower
            boxes.append(upper)
        }
        colors = boxes.map { box in
            box.reduce(into: Bin()) { total, bin in
                total.sum &+= bin.sum
                total.count += bin.count
            }.mean
        }
    }

    /// Returns the index of the nearest color.
    mutating func index(of color: SIMD3<Int>) -> Int {
        let key = ColorTable.key(color)
        if nearest[key] < 0 {
            let distances = colors.map { (($0 &- color) &* ($0 &- color)).wrappedSum() }
            nearest[key] = Int16(distances.indices.min { distances[$0] < distances[$1] } ?? 0)
        }
        return Int(nearest[key])
    }

    /// Returns a key with five bits of each component.
    private static func key(_ color: SIMD3<Int>) -> Int { (color.x >> 3) << 10 | (color.y >> 3) << 5 | color.z >> 3 }

    /// Returns the component in which a box is widest, and the weight of that width.
    private static func widest(_ box: [Bin]) -> (axis: Int, reach: Int) {
        guard box.count > 1 else { return (0, 0) }
        let reaches = (0..<3).map { axis in
            let values = box.map { $0.mean[axis] }
            return (values.max() ?? 0) - (values.min() ?? 0)
        }
        let axis = reaches.indices.max { reaches[$0] < reaches[$1] } ?? 0
        return (axis, reaches[axis] * box.reduce(0) { $0 + $1.count })
    }

    /// Divides a box into two that contain about equally many pixels.
    private static func halves(_ box: [Bin], along axis: Int) -> ([Bin], [Bin]) {
        let sorted = box.sorted { $0.mean[axis] < $1.mean[axis] }
        let half = sorted.reduce(0) { $0 + $1.count } / 2
        var seen = 0
        var place = 0
        while place < sorted.count - 1, seen < half || place == 0 {
            seen += sorted[place].count
            place += 1
        }
        return (Array(sorted[..<place]), Array(sorted[place...]))
    }
}
