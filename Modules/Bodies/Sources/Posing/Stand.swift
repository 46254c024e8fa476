/// Where a foot is wanted.
public struct Foothold: Hashable, Sendable {
    /// The ball of the foot.
    public let ball: Point
    /// Where the toes point, in degrees clockwise from straight ahead.
    public let heading: Double
    /// How far the heel is raised over a ball that stays down, in degrees.
    public let lift: Double
    /// Whether it is off the floor; then the posture says where it is.
    public let isRaised: Bool

    /// A foot; what is no number is taken for 0.
    public init(ball: Point, heading: Double, lift: Double = 0, isRaised: Bool = false) {
        (self.ball, self.heading, self.lift, self.isRaised) = (ball.sound, heading.sound, max(0, min(60, lift.sound)), isRaised)
    }

    /// The foot in the room.
    var foot: Foot {
        let (ahead, right) = (Point.level(heading), Point.level(heading + 90))
        let toes = ahead.turned(about: right, -lift)
        return Foot(toes: toes, instep: Point.up.turned(about: right, -lift))
    }

    var ankle: Point { ball - foot.ball }
    /// Under the middle of the sole.
    var middle: Point { ball - Point.level(heading) * 0.15 }
}

/// How one stands: both feet, and how the pelvis is carried over them.
public struct Stand: Hashable, Sendable {
    /// Where one faces, in degrees clockwise from straight ahead.
    public let facing: Double
    /// Where each is wanted.
    public let feet: Pair<Foothold>
    /// Where the pelvis is between the feet: 0 over the left, 1 over the right one.
    public let middle: Double
    /// How far the straighter knee is bent, in degrees.
    public let bend: Double
    /// How far the pelvis is turned from the way one faces, clockwise, in degrees.
    public let hips: Double
    /// How far the knees are pressed out beside the toes: 0 not at all, 1 by 45°.
    public let knees: Double
    /// How far the pelvis is tilted forward under an upright back, in degrees.
    public let tilt: Double

    /// Feet and a pelvis over them.
    public init(
        facing: Double, feet: Pair<Foothold>, middle: Double = 0.5, bend: Double = 4, hips: Double = 0, knees: Double = 0,
        tilt: Double = 0
    ) {
        (self.facing, self.feet, self.knees, self.hips) = (facing.sound, feet, knees.sound, hips.sound)
        (self.middle, self.bend, self.tilt) = (
            max(0, min(1, middle.sound)), max(0, min(110, bend.sound)), max(-30, min(30, tilt.sound))
        )
    }

    /// The foot that stands when the other is raised; nil when both stand.
    var alone: Side? { feet.left.isRaised ? .right : feet.right.isRaised ? .left : nil }
}
