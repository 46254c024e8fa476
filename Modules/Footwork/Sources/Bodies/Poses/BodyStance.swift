/// The target of a foot.
package struct FootTarget: Hashable, Sendable {
    private static let maximumHeelLift = 60.0

    package let ball: Point
    /// The direction of the toes, in degrees clockwise from straight ahead.
    package let heading: Double
    /// The lift of the heel over a ball that stays down, in degrees.
    package let heelLift: Double
    /// Whether the foot is off the floor, so that the posture determines its position.
    package let isRaised: Bool

    package init(ball: Point, heading: Double, heelLift: Double = 0, isRaised: Bool = false) {
        self.ball = ball.sanitized
        self.heading = heading.sanitized
        self.heelLift = max(0, min(FootTarget.maximumHeelLift, heelLift.sanitized))
        self.isRaised = isRaised
    }

    /// The directions of toes and instep in the room.
    var foot: Foot {
        let ahead = Point.level(heading)
        let right = Point.level(heading + 90)
        let toes = ahead.turned(about: right, -heelLift)
        return Foot(toes: toes, instep: Point.up.turned(about: right, -heelLift))
    }

    var ankle: Point { ball - foot.ball }
    /// The middle of the sole on the floor.
    var middle: Point { ball - Point.level(heading) * 0.15 }
}

/// The stance of a body: both feet, and the pelvis over them.
package struct BodyStance: Hashable, Sendable {
    /// The facing direction, in degrees clockwise from straight ahead.
    package let facing: Double
    package let feet: Pair<FootTarget>
    /// The position of the pelvis between the feet: 0 over the left, 1 over the right one.
    package let middle: Double
    /// The bend of the straighter knee, in degrees.
    package let bend: Double
    /// The turn of the pelvis from the facing direction, clockwise, in degrees.
    package let hips: Double
    /// The outward pressure of the knees beyond the toes: 0 for none, 1 for 45°.
    package let knees: Double
    /// The forward tilt of the pelvis under an upright back, in degrees.
    package let tilt: Double

    package init(
        facing: Double, feet: Pair<FootTarget>, middle: Double = 0.5, bend: Double = 4, hips: Double = 0,
        knees: Double = 0, tilt: Double = 0
    ) {
        self.facing = facing.sanitized
        self.feet = feet
        self.knees = knees.sanitized
        self.hips = hips.sanitized
        self.middle = max(0, min(1, middle.sanitized))
        self.bend = max(0, min(110, bend.sanitized))
        self.tilt = max(-30, min(30, tilt.sanitized))
    }

    /// The standing foot if the other is raised; nil if both are on the floor.
    var standingSide: Side? { feet.left.isRaised ? .right : feet.right.isRaised ? .left : nil }
}
