import Documents

/// The numbers of movements: each beside its pose, in nobody's way, and a thread to the pose where it stands away from it.
struct Badges {
    /// A number's frame.
    private struct Frame {
        let place: Vector
        let half: Vector
        let words: String
        let pose: Pose

        /// How far a box about a point reaches into the frame; 0 when it does not touch it.
        func overlap(_ point: Vector, _ room: Vector) -> Double {
            let x = half.x + room.x - abs(place.x - point.x)
            let y = half.y + room.y - abs(place.y - point.y)
            return max(0, min(x, y))
        }
    }

    private var frames: [Frame] = []
    private let taken: [Vector]
    private let way: [Vector]
    private let scale: Double

    /// Numbers that keep away from what is taken, letters and the beginning, and from the way where that can be kept away from.
    init(taken: [Vector], way: [Vector], scale: Double) { (self.taken, self.way, self.scale) = (taken, way, scale) }

    /// Where a shoe lies: toes, ball, waist and heel.
    static func room(of foot: Footprint) -> [Vector] { [0.1, -0.08, -0.24, -0.4].map { foot.place + foot.heading * $0 } }

    /// Finds a place for a number.
    mutating func add(_ words: String, for pose: Pose) {
        let half = Vector((DiagramParts.halfWidth(words) + 7) / scale, 15 / scale)
        var best = (frame: Frame(place: pose.centre, half: half, words: words, pose: pose), cost: Double.infinity)
        for ring in 0...12 {
            let radius = Double(ring) * 11 / scale
            for turn in 0..<(ring == 0 ? 1 : 16) {
                let way = Vector(0, 1).turned(Double(turn) * 22.5)
                let frame = Frame(place: pose.centre + way * radius, half: half, words: words, pose: pose)
                let cost = crowd(frame) * scale / 46 + Double(ring) * 0.09
                if cost < best.cost { best = (frame, cost) }
            }
        }
        frames.append(best.frame)
    }

    private func crowd(_ frame: Frame) -> Double {
        let others = frames.reduce(0) { $0 + frame.overlap($1.place, $1.half) * 12 }
        let stops = way.reduce(0) { $0 + frame.overlap($1, Vector(0.02, 0.02)) * ($1 == frame.pose.centre ? 0 : 0.6) }
        return taken.reduce(others + stops) { $0 + frame.overlap($1, Vector(10 / scale, 10 / scale)) * 8 }
    }

    /// Draws threads first, so that none runs through a number; each number points the way one faces.
    func draw(_ parts: DiagramParts, _ svg: inout SVGText) {
        for frame in frames { parts.thread(to: frame.place, of: frame.pose, &svg) }
        for frame in frames {
            parts.pointer(frame.words, at: frame.place, toward: frame.pose.look, &svg)
            parts.badge(frame.words, at: frame.place, &svg)
        }
    }
}
