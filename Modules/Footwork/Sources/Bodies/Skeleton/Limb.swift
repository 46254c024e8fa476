import Kernel

/// An arm or a leg of two segments: the direction of the upper one, the axis of the hinge, and its
/// bend.
package struct Limb: Hashable, Sendable {
    /// The direction of the upper segment, in the frame of chest or pelvis.
    let direction: Point
    /// The axis about which elbow or knee bends, perpendicular to `direction`.
    let hinge: Point
    /// The bend of elbow or knee, in degrees; straight is 0.
    let bend: Double

    /// The direction of the lower segment.
    var lower: Point { direction.turned(about: hinge, bend) }

    init(direction: Point, hinge: Point, bend: Double) {
        self.direction = direction
        self.bend = bend
        self.hinge = hinge.perpendicular(direction) ?? Point(1, 0, 0).perpendicular(direction) ?? Point(0, 1, 0)
    }

    /// Creates a limb that reaches from its root toward a place, with its elbow or knee on the side
    /// of `pole`.
    ///
    /// A place out of range is approached as far as possible.
    init(reaching place: Point, upper: Double, lower: Double, most: Double, pole: Point) {
        let minimumSpan = Self.span(upper, lower, bend: most)
        let distance = place.length.isFinite ? place.length : 0
        let span = max(minimumSpan, min(upper + lower, distance))
        let direction = place.unit ?? Point(0, 0, -1)
        let poleDirection = pole.perpendicular(direction) ?? Point(0, 1, 0).perpendicular(direction) ?? Point(1, 0, 0)
        let rootAngle = acos(max(-1, min(1, (upper * upper + span * span - lower * lower) / (2 * upper * span))))
        let hingeAngle = acos(max(-1, min(1, (upper * upper + lower * lower - span * span) / (2 * upper * lower))))
        let upperDirection = direction * cos(rootAngle) + poleDirection * sin(rootAngle)
        self.init(direction: upperDirection, hinge: poleDirection.cross(direction), bend: 180 - hingeAngle * 180 / .pi)
    }

    /// Returns the distance from root to end at a bend.
    static func span(_ upper: Double, _ lower: Double, bend: Double) -> Double {
        (upper * upper + lower * lower + 2 * upper * lower * cos(bend * .pi / 180)).squareRoot()
    }

    /// Returns the limb at a fraction of the way to another, interpolated by angles.
    func toward(_ other: Limb, _ part: Double) -> Limb {
        Limb(
            direction: direction.toward(other.direction, part, by: Point(0, 1, 0)),
            hinge: hinge.toward(other.hinge, part, by: direction), bend: bend + (other.bend - bend) * part)
    }

    var mirrored: Limb {
        Limb(
            direction: Point(-direction.x, direction.y, direction.z), hinge: Point(hinge.x, -hinge.y, -hinge.z),
            bend: bend)
    }
}
