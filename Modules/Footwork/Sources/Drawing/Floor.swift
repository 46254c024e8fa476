/// The smallest part of the floor, its sides along AB and CD, that holds some places.
struct Extent {
    let west: Double
    let east: Double
    let south: Double
    let north: Double

    init(_ places: [Vector]) {
        let first = places.first ?? .zero
        let corners = places.reduce(into: (low: first, high: first)) { corners, place in
            corners.low = Vector(min(corners.low.x, place.x), min(corners.low.y, place.y))
            corners.high = Vector(max(corners.high.x, place.x), max(corners.high.y, place.y))
        }
        (west, south, east, north) = (corners.low.x, corners.low.y, corners.high.x, corners.high.y)
    }
}

/// From shoulder widths to the page: D is up.
struct Floor {
    let scale: Double
    let left: Double
    let top: Double
    let width: Double
    let height: Double

    /// The part of the floor that these places need, with room around it.
    init(_ places: [Vector], margin: Double, side: Double = 0, scale: Double, least: Double = 0) {
        let held = Extent(places)
        let (wide, high) = (max(least, held.east - held.west), max(least, held.north - held.south))
        self.scale = scale
        left = (held.west + held.east - wide) / 2 - margin - side
        top = (held.south + held.north + high) / 2 + margin
        width = (wide + 2 * margin + 2 * side) * scale
        height = (high + 2 * margin) * scale
    }

    func x(_ place: Vector) -> Double { (place.x - left) * scale }
    func y(_ place: Vector) -> Double { (top - place.y) * scale }

    /// `12.5,40`.
    func point(_ place: Vector) -> String { SVGText.number(x(place)) + "," + SVGText.number(y(place)) }
}
