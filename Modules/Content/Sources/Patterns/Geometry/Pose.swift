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
    /// How far the performer had to shift across to stay on the line of the diagram, in shoulder widths.
    public let correction: Double

    /// Between the feet; the standing foot when the other is raised.
    public var centre: Vector {
        if left.isRaised { return right.place }
        if right.isRaised { return left.place }
        return (left.place + right.place) * 0.5
    }

    /// Where the performer looks: with a kick, else where they face.
    public var look: Vector { left.isRaised ? left.heading : right.isRaised ? right.heading : facing }

    /// Whether feet and facing are those of another pose.
    public func stands(as other: Pose) -> Bool { left == other.left && right == other.right && facing == other.facing }
}

/// A pattern walked from its first to its last movement.
public struct Walk: Sendable {
    /// The ready posture and then one pose a movement.
    public let poses: [Pose]
    /// Where the bars of the diagram lie: the y of `AB`, `EF`, `GH`, the x of `CD`.
    public let bars: [String: Double]
    /// From the place where the standing foot was in the ready posture to where it is at the end, when the other foot comes back to it.
    public let closing: Vector

    /// The greatest shift that keeping to the lines took, and at which movement.
    public var greatestCorrection: (shift: Double, move: Int) {
        poses.map { ($0.correction, $0.number) }.max { $0.0 < $1.0 } ?? (0, 0)
    }
}
