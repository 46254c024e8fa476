/// The feet of one partner, who always returns to facing the other.
struct SparringPartner {
    private var places: [Side: Vector]
    /// The direction to the partner at the start.
    private let ahead: Vector
    private var facing: Vector
    private(set) var pose: Pose
    private var stance = Movement.Ending(.parallel, side: nil)

    init(at middle: Vector, facing: Vector) {
        ahead = facing
        self.facing = facing
        let half = facing.right * (StanceShape.parallel.spread / 2)
        places = [.left: middle - half, .right: middle + half]
        pose = Self.pose(places, facing, stance)
    }

    private static func pose(_ places: [Side: Vector], _ facing: Vector, _ ending: Movement.Ending) -> Pose {
        let prints = StancePrints(places: places, facing: facing)
        return Pose(
            number: 0, facing: facing, left: prints.standing(.left, in: ending),
            right: prints.standing(.right, in: ending), pivot: nil)
    }

    /// Performs the steps of a part of an exchange.
    ///
    /// - Parameter partner: the other partner's pose, for a foot that goes behind that partner's
    ///   front leg.
    mutating func perform(_ part: SparringWalk.Part, past partner: Pose? = nil) {
        guard let ending = part.ending.map(Self.sided) else { return }
        let movingFoot = part.foot ?? ending.front ?? .right
        if let partner, part.way?.hasPrefix("behind") == true {
            stepBehind(partner, movingFoot, into: ending)
            stance = ending
            pose = Self.pose(places, facing, ending)
            return
        }
        if part.way == "jump" { for side in Side.allCases { places[side] = place(side) + ahead } }
        if part.foot != nil || ending != stance { step(movingFoot, into: ending, way: part.way) }
        stance = ending
        pose = Self.pose(places, facing, ending)
    }

    /// Returns the stance with the left foot in front if the partner may choose.
    private static func sided(_ ending: Movement.Ending) -> Movement.Ending {
        let isOpen = ending.side == nil && ending.shape.naming != .none
        let side: Side? = ending.shape.naming == .front ? .left : .right
        return isOpen ? Movement.Ending(ending.shape, side: side) : ending
    }

    private func place(_ side: Side) -> Vector { places[side] ?? .zero }

    /// Moves a foot behind the partner's front leg, on its outer side; the other foot follows, and
    /// the body turns in by an eighth.
    private mutating func stepBehind(_ partner: Pose, _ foot: Side, into ending: Movement.Ending) {
        let front = partner.left.isFront ? partner.left : partner.right
        let partnerFacing = partner.facing
        let outward = partner.facing.right * (front.side == .right ? 1 : -1)
        let place = front.place - partnerFacing * Self.backwardDistance + outward * Self.sidewaysDistance
        facing = (ahead - outward).unit
        let leftToRight = ending.leftToRight(facing: facing)
        places = [foot: place, foot.other: place + leftToRight * (foot == .right ? -1 : 1)]
    }

    /// The distances from the ball of the partner's foot, backward and sideways, of a foot placed
    /// behind the leg, in shoulder widths.
    ///
    /// The values are this project's choice.
    private static let (backwardDistance, sidewaysDistance) = (0.6, 0.4)

    /// Moves a foot into a stance relative to the other foot, which stays.
    private mutating func step(_ foot: Side, into ending: Movement.Ending, way: String?) {
        facing = ahead
        // The first step leaves the ready posture, whose feet are not on the line but on both sides
        // of it.
        let anchor = place(foot.other)
        let standingPlace = stance.shape == .parallel ? anchor - ahead.right * anchor.dot(ahead.right) : anchor
        let spread = ending.shape.spread
        let isSideways = ending.shape.length == 0 && spread > 1
        if isSideways, way == "forward" || way == "back" {
            // A sitting stance along the line: the body is across it.
            let displacement = ahead * (way == "back" ? -spread : spread)
            facing = (displacement * (foot == .right ? 1 : -1)).unit.right * -1
            places = [foot: standingPlace + displacement, foot.other: standingPlace]
        } else {
            let leftToRight = ending.leftToRight(facing: facing)
            places = [foot: standingPlace + leftToRight * (foot == .right ? 1 : -1), foot.other: standingPlace]
        }
    }
}
