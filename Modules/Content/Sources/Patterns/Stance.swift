import Footwork

/// The stances of patterns and sparring, with their names and measures.
package enum Stance: String, Hashable, Sendable, CaseIterable {
    case attention = "attention stance"
    case parallel = "parallel stance"
    case open = "open stance"
    case close = "close stance"
    /// Feet together, the hands in one of the ready postures.
    case closedReady = "closed ready stance"
    case sitting = "sitting stance"
    case walking = "walking stance"
    /// A walking stance in a waiting position, with feet and hands at rest.
    case walkingReady = "walking ready stance"
    case low = "low stance"
    case l = "L-stance"
    case fixed = "fixed stance"
    /// The weight on the rear foot, the front heel raised.
    case rearFoot = "rear foot stance"
    case vertical = "vertical stance"
    case x = "X-stance"
    case oneLeg = "one-leg stance"
    case bendingReady = "bending ready stance"
    case diagonal = "diagonal stance"
    case crouched = "crouched stance"
}

extension Stance {
    /// The position of the feet, as measured in the books and converted to the balls of the feet.
    package var shape: StanceShape {
        let name = rawValue
        let together = StanceShape.togetherWidth
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
                name, 0.6, naming: .front, spread: 1.5, front: -20, rear: -20, carriage: Carriage(bend: 52, knees: -0.2)
            )
        }
    }

    /// Returns the front foot in the stance of a side; nil if the feet are side by side or on one
    /// spot.
    package func front(of side: Side?) -> Side? { shape.front(of: side) }

    package var isOnOneLeg: Bool { shape.isOnOneLeg }
}
