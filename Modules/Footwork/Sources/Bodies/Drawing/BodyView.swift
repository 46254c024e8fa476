/// The view of a body in parallel projection, horizontal and slightly from above so that the floor
/// has depth.
package struct BodyView: Hashable, Sendable {
    /// The caption: `front`, `side`.
    package let name: String
    let right: Point
    let up: Point
    let toward: Point

    /// - Parameters:
    ///   - azimuth: the position of the viewer, clockwise from straight ahead, in degrees.
    ///   - elevation: the angle above the horizontal, in degrees.
    package init(_ name: String, azimuth: Double, elevation: Double = 9) {
        self.name = name
        let level = Point.level(azimuth.sanitized)
        let right = Point.level(azimuth.sanitized - 90)
        self.right = right
        toward = level.turned(about: right, -elevation.sanitized)
        up = Point.up.turned(about: right, -elevation.sanitized)
    }

    /// Returns the front view of a body with a facing direction.
    package static func front(_ facing: Double) -> BodyView { BodyView("front", azimuth: facing) }
    /// Returns the view from the right or left side.
    package static func side(_ side: Side, _ facing: Double) -> BodyView {
        BodyView("\(side.rawValue) side", azimuth: facing + 90 * side.outward)
    }

    /// Returns the coordinates of a point in the view: to the right, up, and toward the viewer.
    func projected(_ place: Point) -> Point { Point(place.dot(right), place.dot(up), place.dot(toward)) }
}
