import Kernel

/// Outlines of pieces on the drawing: x to the right, y up.
enum Outline {
    /// A disc, or a point if its radius is 0.
    struct Spot: Hashable {
        let x: Double
        let y: Double
        let radius: Double
    }

    /// Returns the convex outline of discs, counter-clockwise, with sixteen edge points for each
    /// disc.
    static func hull(_ discs: [Spot]) -> [Spot] {
        let edge = discs.flatMap { disc in
            (0..<16).map { step in
                let angle = Double(step) * .pi / 8
                return Spot(x: disc.x + disc.radius * cos(angle), y: disc.y + disc.radius * sin(angle), radius: 0)
            }
        }.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
        func halfHull(_ spots: [Spot]) -> [Spot] {
            var line: [Spot] = []
            for spot in spots {
                while line.count > 1, turn(line[line.count - 2], line[line.count - 1], spot) <= 0 { line.removeLast() }
                line.append(spot)
            }
            return Array(line.dropLast())
        }
        return halfHull(edge) + halfHull(edge.reversed())
    }

    /// Returns a positive number for a left turn at `b`, and a negative one for a right turn.
    private static func turn(_ a: Spot, _ b: Spot, _ c: Spot) -> Double {
        (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
    }

    /// Returns the tangent points of a limb's two sides, both at the start and both at the end; nil
    /// if one disc contains the other.
    static func sides(_ from: Spot, _ to: Spot) -> (from: (Spot, Spot), to: (Spot, Spot))? {
        let dx = to.x - from.x
        let dy = to.y - from.y
        let length = (dx * dx + dy * dy).squareRoot()
        guard length > abs(from.radius - to.radius) + 1e-6 else { return nil }
        let direction = atan2(dy, dx)
        let spread = acos((from.radius - to.radius) / length)
        func tangentPoint(_ disc: Spot, _ angle: Double) -> Spot {
            Spot(x: disc.x + disc.radius * cos(angle), y: disc.y + disc.radius * sin(angle), radius: disc.radius)
        }
        return (
            (tangentPoint(from, direction + spread), tangentPoint(from, direction - spread)),
            (tangentPoint(to, direction + spread), tangentPoint(to, direction - spread))
        )
    }
}
