/// The target of a hand, the same for either side.
package struct HandTarget: Hashable, Sendable {
    /// The reference frame of a hand target.
    package enum Frame: Hashable, Sendable {
        /// From the middle of the shoulders, in the direction of the technique.
        case aim
        /// From the middle of the shoulders, in the direction of the chest.
        case chest
    }

    /// The distance outward from the middle of the body to the arm's own side, in shoulder widths
    /// like the others; inward is negative.
    package var out: Double
    /// The distance ahead; nil for full reach.
    package var ahead: Double?
    /// The distance above the shoulders; negative below them.
    package var up: Double
    package var frame: Frame
    /// The direction of the technique, clockwise from the facing direction, in degrees.
    package var aim = 0.0
    /// The direction of the elbow: out, ahead, up.
    package var elbow: Point
    package var hand: HandShape
    /// The direction of the hand: out, ahead, up; nil to extend the forearm.
    package var along: Point?
    /// The direction of the palm: out, ahead, up.
    package var palm: Point

    package init(
        out: Double, ahead: Double?, up: Double, _ frame: Frame = .aim, elbow: Point = Point(0.4, 0, -1),
        _ hand: HandShape = .fist, along: Point? = nil, palm: Point = Point(0, 0, -1)
    ) {
        self.out = out
        self.ahead = ahead
        self.up = up
        self.frame = frame
        self.elbow = elbow
        self.hand = hand
        self.along = along
        self.palm = palm
    }
}

/// The target of a raised leg.
package struct LegTarget: Hashable, Sendable {
    /// The distance of the ankle outward from the hip.
    package var out: Double
    /// The distance of the ankle ahead along the aim; nil for full reach.
    package var ahead: Double?
    /// The height of the ankle above the floor.
    package var height: Double
    /// The direction of the knee: out, ahead, up.
    package var knee: Point
    /// The direction of the toes: out, ahead, up.
    package var toes: Point
    /// The direction of the instep: out, ahead, up.
    package var instep: Point
    /// The turn of the pelvis, with yaw and roll outward to the raised leg's side.
    package var hips: Rotation
    /// The rotation of the back relative to the pelvis, with yaw and roll outward to the raised
    /// leg.
    package var back: Rotation
    /// The direction of the standing foot, outward to its own side, in degrees from the aim; nil
    /// for its present direction.
    package var support: Double?

    package init(
        out: Double = 0, ahead: Double? = nil, height: Double, knee: Point, toes: Point, instep: Point,
        hips: Rotation = Rotation(), back: Rotation = Rotation(), support: Double? = nil
    ) {
        self.out = out
        self.ahead = ahead
        self.height = height
        self.knee = knee
        self.toes = toes
        self.instep = instep
        self.hips = hips
        self.back = back
        self.support = support
    }
}

/// The posture of a body over its feet: its hands, its turn and a raised leg.
package struct Posture: Hashable, Sendable {
    package var arms: Pair<HandTarget>
    /// The turn of the chest from the facing direction, clockwise, in degrees.
    package var chest: Double
    /// The direction of the look, clockwise from the facing direction, in degrees.
    package var gaze: Double
    /// The forward bend of the back, in degrees.
    package var bow = 0.0
    package var leg: LegTarget?
    /// Whether the posture is an approximation, because its exact form is unknown.
    package var isSchematic = false

    package init(arms: Pair<HandTarget>, chest: Double = 0, gaze: Double = 0, leg: LegTarget? = nil) {
        self.arms = arms
        self.chest = chest
        self.gaze = gaze
        self.leg = leg
    }

    /// The arms hanging.
    package static let atEase = {
        let hanging = HandTarget(
            out: 0.5, ahead: 0.06, up: -1.2, .chest, elbow: Point(0.3, -1, 0), along: Point(0, 0, -1),
            palm: Point(-1, 0, 0))
        return Posture(arms: Pair(left: hanging, right: hanging))
    }()

    /// The posture with left and right exchanged.
    package var mirrored: Posture {
        var posture = self
        posture.arms = Pair { side in
            var target = arms[side.other]
            target.aim = -target.aim
            return target
        }
        (posture.chest, posture.gaze) = (-chest, -gaze)
        return posture
    }
}

extension Posture {
    /// The posture with 0 in place of every non-finite number.
    var sanitized: Posture {
        var posture = self
        posture.arms = Pair { arms[$0].sanitized }
        (posture.chest, posture.gaze, posture.bow, posture.leg) = (
            chest.sanitized, gaze.sanitized, bow.sanitized, leg?.sanitized
        )
        return posture
    }
}

extension HandTarget {
    fileprivate var sanitized: HandTarget {
        var target = self
        (target.out, target.ahead, target.up, target.aim) = (
            out.sanitized, ahead?.sanitized, up.sanitized, aim.sanitized
        )
        (target.elbow, target.along, target.palm) = (elbow.sanitized, along?.sanitized, palm.sanitized)
        return target
    }
}

extension LegTarget {
    fileprivate var sanitized: LegTarget {
        var leg = self
        (leg.out, leg.ahead, leg.height, leg.support) = (
            out.sanitized, ahead?.sanitized, height.sanitized, support?.sanitized
        )
        (leg.knee, leg.toes, leg.instep) = (knee.sanitized, toes.sanitized, instep.sanitized)
        (leg.hips, leg.back) = (hips.sanitized, back.sanitized)
        return leg
    }
}
