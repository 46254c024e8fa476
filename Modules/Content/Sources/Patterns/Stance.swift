/// Left or right: of a foot, an arm, a stance.
public enum Side: String, Hashable, Sendable, CaseIterable {
    /// The left.
    case left
    /// The right.
    case right

    /// The other one.
    public var other: Side { self == .left ? .right : .left }
}

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

    /// Which foot gives a left or right stance its name.
    public enum Naming: Sendable {
        /// The front foot.
        case front
        /// The rear foot.
        case rear
        /// The foot that carries the weight.
        case supporting
        /// There is no left and no right of it.
        case none
    }

    /// Which foot names it.
    public var naming: Naming {
        switch self {
        case .walking, .walkingReady, .low, .fixed, .diagonal, .crouched: .front
        case .l, .rearFoot, .vertical: .rear
        case .x, .oneLeg, .bendingReady: .supporting
        case .attention, .parallel, .open, .close, .closedReady, .sitting: .none
        }
    }

    /// Which foot is in front in the stance of that side; nil when the feet stand side by side or on one spot.
    public func front(of side: Side?) -> Side? {
        switch naming {
        case .front: side
        case .rear: side?.other
        case .supporting, .none: nil
        }
    }

    /// Whether one foot is off the floor.
    public var isOnOneLeg: Bool { self == .oneLeg || self == .bendingReady }
}
