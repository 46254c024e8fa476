/// Where a hand is wanted, on either side alike.
public struct Reach: Hashable, Sendable {
    /// Where from and to it is measured.
    public enum Frame: Hashable, Sendable {
        /// From the middle of the shoulders, along the way of the technique.
        case aim
        /// From the middle of the shoulders, along the way the chest looks.
        case chest
    }

    /// From the middle of the body outward, to the arm's own side; inward is negative. In shoulder widths, as the others.
    public var out: Double
    /// Ahead; nil for as far as the arm reaches.
    public var ahead: Double?
    /// Above the shoulders; below them is negative.
    public var up: Double
    /// What it is measured along.
    public var frame: Frame
    /// The way of the technique, clockwise from the way one faces, in degrees.
    public var aim = 0.0
    /// The side on which the elbow is: out, ahead, up.
    public var elbow: Point
    /// What it is made into there.
    public var hand: HandShape
    /// Where the hand points: out, ahead, up; nil for on along the forearm.
    public var along: Point?
    /// Where the palm looks: out, ahead, up.
    public var palm: Point

    /// A hand at a place, made into a shape.
    public init(
        out: Double, ahead: Double?, up: Double, _ frame: Frame = .aim, elbow: Point = Point(0.4, 0, -1),
        _ hand: HandShape = .fist,
        along: Point? = nil, palm: Point = Point(0, 0, -1)
    ) {
        (self.out, self.ahead, self.up, self.frame) = (out, ahead, up, frame)
        (self.elbow, self.hand, self.along, self.palm) = (elbow, hand, along, palm)
    }
}

/// Where a raised leg is wanted.
public struct LegReach: Hashable, Sendable {
    /// The ankle: out from the hip, ahead along the aim (nil for as far as the leg reaches), and its height above the floor.
    public var out: Double
    /// Ahead; nil for as far as the leg reaches.
    public var ahead: Double?
    /// Above the floor.
    public var height: Double
    /// Which side the knee is on: out, ahead, up.
    public var knee: Point
    /// Where the toes point: out, ahead, up.
    public var toes: Point
    /// Where the instep looks: out, ahead, up.
    public var instep: Point
    /// How the pelvis is turned, yaw and roll outward to the raised leg's side.
    public var hips: Turning
    /// How the back is bent against it, as the pelvis.
    public var back: Turning
    /// Where the standing foot points, outward to its own side, in degrees from the aim; nil for where it stands.
    public var support: Double?

    /// A leg at a place.
    public init(
        out: Double = 0, ahead: Double? = nil, height: Double, knee: Point, toes: Point, instep: Point, hips: Turning = Turning(),
        back: Turning = Turning(), support: Double? = nil
    ) {
        (self.out, self.ahead, self.height, self.knee) = (out, ahead, height, knee)
        (self.toes, self.instep, self.hips, self.back, self.support) = (toes, instep, hips, back, support)
    }
}

/// What a body does over its feet: where its hands are, how it is turned, and where a raised leg is.
public struct Posture: Hashable, Sendable {
    /// The hands.
    public var arms: Pair<Reach>
    /// How far the chest is turned from the way one faces, clockwise, in degrees.
    public var chest: Double
    /// Where one looks, clockwise from the way one faces, in degrees.
    public var gaze: Double
    /// How far the back is bent forward, in degrees.
    public var bow = 0.0
    /// The raised leg, when a foot is off the floor.
    public var leg: LegReach?
    /// Whether nobody has said how this looks, and it stands for something near.
    public var isSchematic = false

    /// Hands over a chest.
    public init(arms: Pair<Reach>, chest: Double = 0, gaze: Double = 0, leg: LegReach? = nil) {
        (self.arms, self.chest, self.gaze, self.leg) = (arms, chest, gaze, leg)
    }

    /// The arms hanging.
    public static let atEase = {
        let hanging = Reach(
            out: 0.5, ahead: 0.06, up: -1.2, .chest, elbow: Point(0.3, -1, 0), along: Point(0, 0, -1), palm: Point(-1, 0, 0))
        return Posture(arms: Pair(left: hanging, right: hanging))
    }()

    /// The same with left and right exchanged.
    public var mirrored: Posture {
        var posture = self
        posture.arms = Pair { side in
            var reach = arms[side.other]
            reach.aim = -reach.aim
            return reach
        }
        (posture.chest, posture.gaze) = (-chest, -gaze)
        return posture
    }
}

extension Posture {
    /// The same, what is no number taken for 0.
    var sound: Posture {
        var posture = self
        posture.arms = Pair { arms[$0].sound }
        (posture.chest, posture.gaze, posture.bow, posture.leg) = (chest.sound, gaze.sound, bow.sound, leg?.sound)
        return posture
    }
}

extension Reach {
    fileprivate var sound: Reach {
        var reach = self
        (reach.out, reach.ahead, reach.up, reach.aim) = (out.sound, ahead?.sound, up.sound, aim.sound)
        (reach.elbow, reach.along, reach.palm) = (elbow.sound, along?.sound, palm.sound)
        return reach
    }
}

extension LegReach {
    fileprivate var sound: LegReach {
        var leg = self
        (leg.out, leg.ahead, leg.height, leg.support) = (out.sound, ahead?.sound, height.sound, support?.sound)
        (leg.knee, leg.toes, leg.instep) = (knee.sound, toes.sound, instep.sound)
        (leg.hips, leg.back) = (hips.sound, back.sound)
        return leg
    }
}
