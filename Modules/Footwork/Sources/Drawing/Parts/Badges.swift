import Documents

/// The numbers of movements, each near its pose without overlaps, with a thread to a pose that is
/// further away.
struct Badges {
    /// The frame of a number.
    private struct Frame {
        let place: Vector
        /// Half the width and height, in shoulder widths.
        let halfSize: Vector
        let words: String
        let pose: Pose

        /// Returns the depth to which a box about a point overlaps the frame; 0 without contact.
        func overlap(_ point: Vector, _ halfBox: Vector) -> Double {
            let x = halfSize.x + halfBox.x - abs(place.x - point.x)
            let y = halfSize.y + halfBox.y - abs(place.y - point.y)
            return max(0, min(x, y))
        }
    }

    private var frames: [Frame] = []
    private let occupied: [Vector]
    private let path: [Vector]
    private let scale: Double

    /// Creates numbers that avoid occupied points (letters and the start) and, if possible, the
    /// path.
    init(occupied: [Vector], path: [Vector], scale: Double) {
        self.occupied = occupied
        self.path = path
        self.scale = scale
    }

    /// Returns points across a shoe: toes, ball, waist and heel.
    static func shoePoints(of foot: Footprint) -> [Vector] {
        [0.1, -0.08, -0.24, -0.4].map { foot.place + foot.heading * $0 }
    }

    /// Finds a position for a number.
    mutating func add(_ words: String, for pose: Pose) {
        let halfSize = Vector((DiagramParts.halfWidth(words) + 7) / scale, 15 / scale)
        var bestFrame = (
            frame: Frame(place: pose.center, halfSize: halfSize, words: words, pose: pose), cost: Double.infinity
        )
        for ring in 0...12 {
            let radius = Double(ring) * 11 / scale
            for turn in 0..<(ring == 0 ? 1 : 16) {
                let direction = Vector(0, 1).turned(Double(turn) * 22.5)
                let frame = Frame(place: pose.center + direction * radius, halfSize: halfSize, words: words, pose: pose)
                let cost = overlapCost(frame) * scale / 46 + Double(ring) * 0.09
                if cost < bestFrame.cost { bestFrame = (frame, cost) }
            }
        }
        frames.append(bestFrame.frame)
    }

    /// Returns the cost of a position: overlaps with numbers, the path and occupied points.
    private func overlapCost(_ frame: Frame) -> Double {
        let overlaps = frames.reduce(0) { $0 + frame.overlap($1.place, $1.halfSize) * 12 }
        let crossings = path.reduce(0) {
            $0 + frame.overlap($1, Vector(0.02, 0.02)) * ($1 == frame.pose.center ? 0 : 0.6)
        }
        return occupied.reduce(overlaps + crossings) { $0 + frame.overlap($1, Vector(10 / scale, 10 / scale)) * 8 }
    }

    /// Draws the threads first so that they stay under the numbers, which point in the facing
    /// direction.
    func draw(_ parts: DiagramParts, _ svg: inout SVGText) {
        for frame in frames { parts.drawThread(to: frame.place, of: frame.pose, &svg) }
        for frame in frames {
            parts.drawPointer(frame.words, at: frame.place, toward: frame.pose.look, &svg)
            parts.drawBadge(frame.words, at: frame.place, &svg)
        }
    }
}
