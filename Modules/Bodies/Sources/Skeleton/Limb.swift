import Kernel

/// An arm or a leg of two segments: which way the upper one points, the axis that its hinge turns about, and how far it is bent.
public struct Limb: Hashable, Sendable {
    /// Where the upper segment points, in the frame of chest or pelvis.
    let direction: Point
    /// The axis of elbow or knee, across the upper segment.
    let hinge: Point
    /// How far elbow or knee is bent, in degrees; straight is 0.
    let bend: Double

    /// The way of the lower segment.
    var lower: Point { direction.turned(about: hinge, bend) }

    init(direction: Point, hinge: Point, bend: Double) {
        (self.direction, self.bend) = (direction, bend)
        self.hinge = hinge.across(direction) ?? Point(1, 0, 0).across(direction) ?? Point(0, 1, 0)
    }

    /// A limb whose end reaches from its root to a place, its elbow or knee on the side of `pole`; a place that is too far or too near is approached.
    init(reaching place: Point, upper: Double, lower: Double, most: Double, pole: Point) {
        let least = Self.span(upper, lower, bend: most)
        let wanted = place.length.isFinite ? place.length : 0
        let span = max(least, min(upper + lower, wanted))
        let way = place.unit ?? Point(0, 0, -1)
        let aside = pole.across(way) ?? Point(0, 1, 0).across(way) ?? Point(1, 0, 0)
        let open = acos(max(-1, min(1, (upper * upper + span * span - lower * lower) / (2 * upper * span))))
        let inner = acos(max(-1, min(1, (upper * upper + lower * lower - span * span) / (2 * upper * lower))))
        let direction = way * cos(open) + aside * sin(open)
        self.init(direction: direction, hinge: aside.cross(way), bend: 180 - inner * 180 / .pi)
    }

    /// From root to end when it is bent that far.
    static func span(_ upper: Double, _ lower: Double, bend: Double) -> Double {
        (upper * upper + lower * lower + 2 * upper * lower * cos(bend * .pi / 180)).squareRoot()
    }

    /// A part of the way to another, by its angles.
    func toward(_ other: Limb, _ part: Double) -> Limb {
        Limb(
            direction: direction.toward(other.direction, part, by: Point(0, 1, 0)),
            hinge: hinge.toward(other.hinge, part, by: direction), bend: bend + (other.bend - bend) * part)
    }

    /// The same of the other side.
    var mirrored: Limb {
        Limb(
            direction: Point(-direction.x, direction.y, direction.z), hinge: Point(hinge.x, -hinge.y, -hinge.z), bend: bend)
    }
}
