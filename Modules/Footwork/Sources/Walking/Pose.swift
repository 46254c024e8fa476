/// Where a foot stands.
public struct Footprint: Hashable, Sendable {
    /// Left or right.
    public let side: Side
    /// The ball of the foot, in shoulder widths.
    public let place: Vector
    /// Where the toes point.
    public let heading: Vector
    /// The part of the weight on it, 0…1; 0 when it is off the floor.
    public let weight: Double
    /// Whether it is the front foot.
    public let isFront: Bool
    /// Whether it is off the floor.
    public let isRaised: Bool
}

/// How a performer stands at the end of a movement.
public struct Pose: Hashable, Sendable {
    /// The movement's number; 0 for the ready posture at the beginning.
    public let number: Int
    /// Where the performer faces.
    public let facing: Vector
    /// The left foot.
    public let left: Footprint
    /// The right foot.
    public let right: Footprint
    /// The foot that the performer turned on, if it turned by a quarter or more.
    public let pivot: Side?
    /// The way of that turn, where the books name it or the steps leave one.
    public var turn: Movement.Turn?

    /// One of the feet.
    public func foot(_ side: Side) -> Footprint { side == .left ? left : right }

    /// How far the performer turned clockwise since another pose, in degrees; counter-clockwise is negative. The way the books name is taken, however
    /// long; else the shorter one, and of a half turn the one toward the foot that steps.
    public func turned(since other: Pose) -> Double {
        let way = (facing.clockwiseDegrees - other.facing.clockwiseDegrees + 720).truncatingRemainder(dividingBy: 360)
        guard way > 0.01, way < 359.99 else { return 0 }
        switch turn {
        case .clockwise: return way
        case .counterClockwise: return way - 360
        case nil where abs(way - 180) < 0.01: return pivot == .right ? -180 : 180
        case nil: return way < 180 ? way : way - 360
        }
    }

    /// Between the feet; the standing foot when the other is raised.
    public var centre: Vector {
        if left.isRaised { return right.place }
        if right.isRaised { return left.place }
        return (left.place + right.place) * 0.5
    }

    /// Where the performer looks: with a kick, else where they face.
    public var look: Vector { left.isRaised ? left.heading : right.isRaised ? right.heading : facing }

    /// The same pose elsewhere.
    func moved(by way: Vector) -> Pose {
        let feet = [left, right].map { foot in
            Footprint(
                side: foot.side, place: foot.place + way, heading: foot.heading, weight: foot.weight, isFront: foot.isFront,
                isRaised: foot.isRaised)
        }
        return Pose(number: number, facing: facing, left: feet[0], right: feet[1], pivot: pivot, turn: turn)
    }

    /// Whether feet and facing are those of another pose.
    public func stands(as other: Pose) -> Bool { left == other.left && right == other.right && facing == other.facing }
}

/// A course walked from its first to its last movement.
public struct Walk: Sendable {
    /// The ready posture and then one pose a movement.
    public let poses: [Pose]
    /// How the performer stands when a foot has come back, with the number of the movement before: at the end, and in between where the course says so.
    public let returns: [Pose]
    /// Where the bars of the diagram lie: the y of `AB`, `EF`, `GH`, the x of `CD` and of uprights that end in `E` and `F`.
    public let bars: [String: Double]
    /// Whether the letters lie the other way round: A at the left and C above.
    var isTurned = false
    /// The way those uprights go from line AB.
    var uprights = Vector.zero
    /// From the place where the standing foot was in the ready posture to where it is at the end, when the other foot comes back to it.
    public let closing: Vector
}

extension Walk {
    /// The same walk with everything turned by half about the beginning, for a drawing that has C above.
    func turnedAbout() -> Walk {
        Walk(
            poses: poses.map { $0.turnedAbout() }, returns: returns.map { $0.turnedAbout() }, bars: bars.mapValues { -$0 },
            isTurned: !isTurned, uprights: uprights * -1, closing: closing * -1)
    }
}

extension Pose {
    fileprivate func turnedAbout() -> Pose {
        let feet = [left, right].map { foot in
            Footprint(
                side: foot.side, place: foot.place * -1, heading: foot.heading * -1, weight: foot.weight, isFront: foot.isFront,
                isRaised: foot.isRaised)
        }
        return Pose(number: number, facing: facing * -1, left: feet[0], right: feet[1], pivot: pivot, turn: turn)
    }
}
