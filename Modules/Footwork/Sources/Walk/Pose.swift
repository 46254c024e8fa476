/// The position of a foot.
package struct Footprint: Hashable, Sendable {
    package let side: Side
    package let place: Vector
    package let heading: Vector
    /// The fraction of the weight on it, 0…1; 0 if it is off the floor.
    package let weight: Double
    package let isFront: Bool
    package let isRaised: Bool
}

/// The performer's feet and facing direction at the end of a movement.
package struct Pose: Hashable, Sendable {
    /// The movement's number; 0 for the ready posture at the start.
    package let number: Int
    package let facing: Vector
    package let left: Footprint
    package let right: Footprint
    /// The foot on which the performer turned by a quarter or more; nil without such a turn.
    package let pivot: Side?
    /// The direction of that turn, if the books name it or only one is possible.
    package var turn: Movement.Turn?

    /// Returns one of the feet.
    package func foot(_ side: Side) -> Footprint { side == .left ? left : right }

    /// Returns the clockwise turn since another pose, in degrees; counter-clockwise is negative.
    ///
    /// The direction in the books applies, however long the turn. Otherwise the shorter turn
    /// applies, and for a half turn the one toward the stepping foot.
    package func turned(since other: Pose) -> Double {
        let clockwiseTurn = (facing.clockwiseDegrees - other.facing.clockwiseDegrees + 720).truncatingRemainder(
            dividingBy: 360)
        guard clockwiseTurn > 0.01, clockwiseTurn < 359.99 else { return 0 }
        switch turn {
        case .clockwise: return clockwiseTurn
        case .counterClockwise: return clockwiseTurn - 360
        case nil where abs(clockwiseTurn - 180) < 0.01: return pivot == .right ? -180 : 180
        case nil: return clockwiseTurn < 180 ? clockwiseTurn : clockwiseTurn - 360
        }
    }

    /// The middle between the feet, or the standing foot if the other is raised.
    package var center: Vector {
        if left.isRaised { return right.place }
        if right.isRaised { return left.place }
        return (left.place + right.place) * 0.5
    }

    /// The direction of the performer's look: that of a kick, otherwise the facing direction.
    package var look: Vector { left.isRaised ? left.heading : right.isRaised ? right.heading : facing }

    /// Returns the pose moved by a displacement.
    func moved(by displacement: Vector) -> Pose {
        let feet = [left, right].map { foot in
            Footprint(
                side: foot.side, place: foot.place + displacement, heading: foot.heading, weight: foot.weight,
                isFront: foot.isFront, isRaised: foot.isRaised)
        }
        return Pose(number: number, facing: facing, left: feet[0], right: feet[1], pivot: pivot, turn: turn)
    }

    /// Returns whether feet and facing direction equal those of another pose.
    package func hasSameFeet(as other: Pose) -> Bool {
        left == other.left && right == other.right && facing == other.facing
    }
}

/// The walk of a course from its first to its last movement.
package struct Walk: Sendable {
    package let poses: [Pose]
    /// The poses after a foot returned, at the end and at the course's intermediate return, with
    /// the number of the previous movement.
    package let returns: [Pose]
    /// The positions of the diagram's bars: the y of `AB`, `EF`, `GH`, and the x of `CD` and of
    /// uprights that end in `E` and `F`.
    package let bars: [String: Double]
    /// Whether the letters are rotated by half a turn: A at the left and C at the top.
    var isTurned = false
    var uprights = Vector.zero
    /// The displacement of the standing foot from the ready posture to the end, when the other foot
    /// returns to it.
    package let closing: Vector
}

extension Walk {
    /// Returns the walk turned by half about the start, for a drawing with C at the top.
    func turnedAbout() -> Walk {
        Walk(
            poses: poses.map { $0.turnedAbout() }, returns: returns.map { $0.turnedAbout() },
            bars: bars.mapValues { -$0 },
            isTurned: !isTurned, uprights: uprights * -1, closing: closing * -1)
    }
}

extension Pose {
    /// Returns the pose turned by half a turn about the origin of the floor.
    fileprivate func turnedAbout() -> Pose {
        let feet = [left, right].map { foot in
            Footprint(
                side: foot.side, place: foot.place * -1, heading: foot.heading * -1, weight: foot.weight,
                isFront: foot.isFront, isRaised: foot.isRaised)
        }
        return Pose(number: number, facing: facing * -1, left: feet[0], right: feet[1], pivot: pivot, turn: turn)
    }
}
