import Documents

/// The smallest rectangle of the floor, aligned with AB and CD, that contains some places.
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
        west = corners.low.x
        south = corners.low.y
        east = corners.high.x
        north = corners.high.y
    }
}

/// The conversion from shoulder widths to the page, with D upward.
struct Floor {
    let scale: Double
    let left: Double
    let top: Double
    let width: Double
    let height: Double

    init(_ places: [Vector], margin: Double, scale: Double) {
        let extent = Extent(places)
        self.scale = scale
        left = extent.west - margin
        top = extent.north + margin
        width = (extent.east - extent.west + 2 * margin) * scale
        height = (extent.north - extent.south + 2 * margin) * scale
    }

    /// Centers places in a box at the largest scale, in steps of a tenth of a shoe's size; the box
    /// begins `above` points below the page's edge.
    init(_ places: [Vector], within box: (width: Double, height: Double), top above: Double) {
        let extent = Extent(places)
        let fittingScale = min(
            box.width / (extent.east - extent.west + 0.5), box.height / (extent.north - extent.south + 0.3))
        scale = DiagramParts.scale * max(0.1, min(10, (fittingScale / DiagramParts.scale * 10).rounded(.down)) / 10)
        width = box.width
        height = box.height + above
        left = (extent.west + extent.east) / 2 - box.width / 2 / scale
        top = (extent.north + extent.south) / 2 + (box.height / 2 + above) / scale
    }

    /// Returns the horizontal position on the page, in points.
    func x(_ place: Vector) -> Double { (place.x - left) * scale }
    /// Returns the vertical position on the page, in points downward.
    func y(_ place: Vector) -> Double { (top - place.y) * scale }

    /// Returns the coordinates of a place, for example `12.5,40`.
    func point(_ place: Vector) -> String { SVGText.number(x(place)) + "," + SVGText.number(y(place)) }
}
