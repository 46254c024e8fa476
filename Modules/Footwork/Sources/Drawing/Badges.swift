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
    private let scale: Double

    /// Numbers that keep away from the arrow of their pose, and from feet, words and letters where these can be kept away from.
    init(taken: [Vector], scale: Double) { (self.taken, self.scale) = (taken, scale) }

    /// Where a shoe lies: toes, ball, waist and heel.
    static func room(of foot: Footprint) -> [Vector] { [0.1, -0.08, -0.24, -0.4].map { foot.place + foot.heading * $0 } }

    /// Finds a place for a number.
    mutating func add(_ words: String, for pose: Pose) {
        let half = Vector(DiagramParts.halfWidth(words) / scale, 8.5 / scale)
        let ahead = pose.facing
        let aside = ahead.right
        let ways = [
            aside * -1, aside, ahead, ahead * -1, (aside - ahead).unit, (aside + ahead).unit, (aside * -1 - ahead).unit,
            (ahead - aside).unit,
        ]
        var best = (frame: Frame(place: pose.centre, half: half, words: words, pose: pose), cost: Double.infinity)
        for radius in [0.0, 0.35, 0.5, 0.65, 0.8, 1.0, 1.3, 1.6] {
            for way in radius == 0 ? [Vector.zero] : ways {
                let frame = Frame(place: pose.centre + way * radius, half: half, words: words, pose: pose)
                let cost = crowd(frame) + radius * 0.3
                if cost < best.cost { best = (frame, cost) }
            }
        }
        frames.append(best.frame)
    }

    private func crowd(_ frame: Frame) -> Double {
        let others = frames.reduce(0) { $0 + frame.overlap($1.place, $1.half + Vector(0.04, 0.04)) * 12 }
        let arrow = frame.overlap(frame.pose.centre + frame.pose.look * 0.36, Vector(0.08, 0.08)) * 2
        return taken.reduce(others + arrow) { $0 + frame.overlap($1, Vector(0.1, 0.1)) * 2 }
    }

    /// Draws threads first, so that none runs through a number.
    func draw(_ parts: DiagramParts, _ svg: inout SVGText) {
        for frame in frames { parts.thread(to: frame.place, of: frame.pose, &svg) }
        for frame in frames { parts.badge(frame.words, at: frame.place, &svg) }
    }
}
