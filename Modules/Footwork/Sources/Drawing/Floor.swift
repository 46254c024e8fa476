/// From shoulder widths to the page: D is up.
struct Floor {
    let scale: Double
    let left: Double
    let top: Double
    let width: Double
    let height: Double

    /// The part of the floor that these places need, with room around it.
    init(_ places: [Vector], margin: Double, side: Double = 0, scale: Double, least: Double = 0) {
        let (xs, ys) = (places.map(\.x), places.map(\.y))
        let (west, east) = (xs.min() ?? 0, xs.max() ?? 0)
        let (south, north) = (ys.min() ?? 0, ys.max() ?? 0)
        let (wide, high) = (max(least, east - west), max(least, north - south))
        self.scale = scale
        left = (west + east - wide) / 2 - margin - side
        top = (south + north + high) / 2 + margin
        width = (wide + 2 * margin + 2 * side) * scale
        height = (high + 2 * margin) * scale
    }

    func x(_ place: Vector) -> Double { (place.x - left) * scale }
    func y(_ place: Vector) -> Double { (top - place.y) * scale }

    /// `12.5,40`.
    func point(_ place: Vector) -> String { SVGText.number(x(place)) + "," + SVGText.number(y(place)) }
}
