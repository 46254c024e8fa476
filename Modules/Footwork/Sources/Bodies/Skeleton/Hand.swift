/// The shape of a hand.
package enum HandShape: String, Hashable, Sendable, CaseIterable {
    case fist
    case flat
    case palm
}

/// A hand with its shape, its direction and the direction of its palm, in the frame of the chest.
package struct Hand: Hashable, Sendable {
    let shape: HandShape
    let along: Point
    let palm: Point

    /// From the wrist to its end.
    var length: Double { shape == .fist ? Proportions.fist : Proportions.hand }

    /// Returns the hand at a fraction of the way to another.
    func toward(_ other: Hand, _ fraction: Double) -> Hand {
        Hand(
            shape: fraction < 0.6 ? shape : other.shape, along: along.toward(other.along, fraction),
            palm: palm.toward(other.palm, fraction))
    }

    var mirrored: Hand {
        Hand(shape: shape, along: Point(-along.x, along.y, along.z), palm: Point(-palm.x, palm.y, palm.z))
    }
}

/// A foot with the directions of its toes and its instep, in the frame of the pelvis.
package struct Foot: Hashable, Sendable {
    let toes: Point
    let instep: Point

    init(toes: Point, instep: Point) {
        self.toes = toes
        self.instep = instep.perpendicular(toes) ?? Point(0, 0, 1).perpendicular(toes) ?? Point(0, 1, 0)
    }

    /// Returns the foot at a fraction of the way to another.
    func toward(_ other: Foot, _ fraction: Double) -> Foot {
        Foot(toes: toes.toward(other.toes, fraction), instep: instep.toward(other.instep, fraction, by: Point(0, 1, 0)))
    }

    var mirrored: Foot { Foot(toes: Point(-toes.x, toes.y, toes.z), instep: Point(-instep.x, instep.y, instep.z)) }

    /// The vector from the ankle to the ball of the foot.
    var ball: Point { toes * Proportions.ballToAnkle - instep * Proportions.ankle }
    var heel: Point { toes * (Proportions.ballToAnkle - Proportions.ballToHeel) - instep * Proportions.ankle }
    var tips: Point { toes * (Proportions.ballToAnkle + Proportions.ballToToes) - instep * Proportions.ankle }
}
