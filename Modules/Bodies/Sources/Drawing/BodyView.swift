/// From where a body is seen: level ways, and a little from above, so that the floor has depth. Nothing is smaller because it is further away.
public struct BodyView: Hashable, Sendable {
    /// What is said of it: `front`, `side`.
    public let name: String
    let right: Point
    let up: Point
    let toward: Point

    /// - Parameters:
    ///   - azimuth: where the eye is, clockwise from straight ahead, in degrees.
    ///   - elevation: how far above, in degrees.
    public init(_ name: String, azimuth: Double, elevation: Double = 9) {
        self.name = name
        let (level, right) = (Point.level(azimuth.sound), Point.level(azimuth.sound - 90))
        self.right = right
        toward = level.turned(about: right, -elevation.sound)
        up = Point.up.turned(about: right, -elevation.sound)
    }

    /// Whoever stands in front of a body that faces a way sees this.
    public static func front(_ facing: Double) -> BodyView { BodyView("front", azimuth: facing) }
    /// From its right or left side.
    public static func side(_ side: Side, _ facing: Double) -> BodyView {
        BodyView("\(side.rawValue) side", azimuth: facing + 90 * side.outward)
    }

    /// Where a place is seen: to the right, up, and toward the eye.
    func seen(_ place: Point) -> Point { Point(place.along(right), place.along(up), place.along(toward)) }
}
