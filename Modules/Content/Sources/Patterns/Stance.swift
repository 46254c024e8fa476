import Footwork

/// The stances that patterns and sparring are made of, with how they are named and measured.
public enum Stance: String, Hashable, Sendable, CaseIterable {
    /// Heels together.
    case attention = "attention stance"
    /// Feet a shoulder width apart.
    case parallel = "parallel stance"
    /// Toes turned out or in.
    case open = "open stance"
    /// Feet together.
    case close = "close stance"
    /// Feet together, the hands in one of the ready postures.
    case closedReady = "closed ready stance"
    /// A shoulder width and a half, knees bent.
    case sitting = "sitting stance"
    /// The long stance of most attacks.
    case walking = "walking stance"
    /// A walking stance that waits, feet and hands at rest.
    case walkingReady = "walking ready stance"
    /// A foot longer than a walking stance.
    case low = "low stance"
    /// Most of the weight on the rear leg.
    case l = "L-stance"
    /// As an L-stance, the weight on both legs.
    case fixed = "fixed stance"
    /// The weight on the rear foot, the front heel raised.
    case rearFoot = "rear foot stance"
    /// A short, straight-legged L-stance.
    case vertical = "vertical stance"
    /// One foot crossed over or behind the other.
    case x = "X-stance"
    /// On one straight leg.
    case oneLeg = "one-leg stance"
    /// On one bent leg, ready to kick.
    case bendingReady = "bending ready stance"
    /// Sitting, one foot further ahead.
    case diagonal = "diagonal stance"
    /// A diagonal stance with the knees turned in.
    case crouched = "crouched stance"
}

extension Stance {
    /// How the feet stand in it, as the books measure it, brought to the balls of the feet.
    public var shape: StanceShape {
        let name = rawValue
        let together = StanceShape.together
        switch self {
        case .attention: return StanceShape(name, 0, width: together, front: 22, rear: 22)
        case .parallel: return .parallel
        case .open: return StanceShape(name, 0, spread: 1, front: 45, rear: 45)
        case .close, .closedReady: return StanceShape(name, 0, width: together)
        case .sitting: return StanceShape(name, 0, spread: 1.5, carriage: Carriage(bend: 54, knees: 0.35))
        case .walking, .walkingReady:
            return StanceShape(name, 1.5, naming: .front, width: 1, rear: 25, carriage: Carriage(middle: 0.6))
        case .low:
            return StanceShape(name, 2.1, naming: .front, width: 1, rear: 25, carriage: Carriage(middle: 0.6, tilt: 16))
        case .l:
            return StanceShape(
                name, 1.13, naming: .rear, width: 0.06, front: -15, rear: 75, weight: 0.3,
                carriage: Carriage(bend: 26, hips: 32))
        case .fixed:
            return StanceShape(
                name, 1.4, naming: .front, width: 0.06, front: -15, rear: 75, carriage: Carriage(bend: 36, hips: 32))
        case .rearFoot:
            return StanceShape(
                name, 0.9, naming: .rear, width: 0.06, front: -25, rear: 75, weight: 0.1,
                carriage: Carriage(middle: 0.14, bend: 46, hips: 28, heel: 26))
        case .vertical:
            return StanceShape(
                name, 0.9, naming: .rear, width: 0.06, front: -15, rear: 75, weight: 0.4, carriage: Carriage(hips: 28))
        case .x:
            return StanceShape(
                name, 0, naming: .supporting, weight: 0.9, isCrossed: true,
                carriage: Carriage(middle: 0.86, bend: 44, heel: 38))
        case .oneLeg: return StanceShape(name, 0, naming: .supporting, weight: 1, isOnOneLeg: true)
        case .bendingReady:
            return StanceShape(
                name, 0, naming: .supporting, weight: 1, isOnOneLeg: true, carriage: Carriage(bend: 36))
        case .diagonal:
            return StanceShape(name, 0.6, naming: .front, spread: 1.5, carriage: Carriage(bend: 50, knees: 0.35))
        case .crouched:
            return StanceShape(
                name, 0.6, naming: .front, spread: 1.5, front: -20, rear: -20, carriage: Carriage(bend: 52, knees: -0.2))
        }
    }

    /// Which foot is in front in the stance of that side; nil when the feet stand side by side or on one spot.
    public func front(of side: Side?) -> Side? { shape.front(of: side) }

    /// Whether one foot is off the floor.
    public var isOnOneLeg: Bool { shape.isOnOneLeg }
}
