/// What a hand is made into.
public enum HandShape: String, Hashable, Sendable, CaseIterable {
    /// Closed.
    case fist
    /// Flat, the fingers together.
    case flat
    /// Bent back at the wrist, the palm ahead.
    case palm
}

/// A hand: its shape, where it points and where its palm looks, in the frame of the chest.
public struct Hand: Hashable, Sendable {
    let shape: HandShape
    let along: Point
    let palm: Point

    /// From the wrist to its end.
    var length: Double { shape == .fist ? Proportions.fist : Proportions.hand }

    func toward(_ other: Hand, _ part: Double) -> Hand {
        Hand(
            shape: part < 0.6 ? shape : other.shape, along: along.toward(other.along, part),
            palm: palm.toward(other.palm, part))
    }

    var mirrored: Hand {
        Hand(shape: shape, along: Point(-along.x, along.y, along.z), palm: Point(-palm.x, palm.y, palm.z))
    }
}

/// A foot: where its toes point and where its sole's back looks, in the frame of the pelvis.
public struct Foot: Hashable, Sendable {
    let toes: Point
    let instep: Point

    init(toes: Point, instep: Point) {
        self.toes = toes
        self.instep = instep.across(toes) ?? Point(0, 0, 1).across(toes) ?? Point(0, 1, 0)
    }

    func toward(_ other: Foot, _ part: Double) -> Foot {
        Foot(toes: toes.toward(other.toes, part), instep: instep.toward(other.instep, part, by: Point(0, 1, 0)))
    }

    var mirrored: Foot {
        Foot(toes: Point(-toes.x, toes.y, toes.z), instep: Point(-instep.x, instep.y, instep.z))
    }

    /// From the ankle to the ball of the foot.
    var ball: Point { toes * Proportions.ballToAnkle - instep * Proportions.ankle }
    /// From the ankle to the heel.
    var heel: Point { toes * (Proportions.ballToAnkle - Proportions.ballToHeel) - instep * Proportions.ankle }
    /// From the ankle to the toes.
    var tips: Point { toes * (Proportions.ballToAnkle + Proportions.ballToToes) - instep * Proportions.ankle }
}
