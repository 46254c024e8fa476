/// How the feet stand to each other in a stance, in shoulder widths between the balls of the feet.
///
/// Lengths in books run from toe to toe, or from the rear foot's edge to the front toes. Here they are brought to the balls, on which a performer
/// pivots: a shoe is 0.6 long and 0.2 wide, its ball 0.15 behind the toes. A rear foot that stands across, 15° inward, has its ball 0.22 ahead of
/// its hindmost edge: half its width, and what the heel lies further back.
public struct StanceShape: Hashable, Sendable {
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

    /// What the stance is called.
    public let name: String
    /// From the rear ball to the front ball, along the way the performer faces.
    public let length: Double
    /// How far the feet stand left and right of the line that is walked; they are drawn there, half on each side.
    public let width: Double
    /// How far the feet stand apart on the line itself, when it runs across the performer.
    public let spread: Double
    /// How far the front foot's toes point outward, in degrees; inward is negative.
    public let frontAngle: Double
    /// The same of the rear foot.
    public let rearAngle: Double
    /// The part of the weight that the front (or supporting) foot carries; the right one where the feet stand side by side.
    public let weight: Double
    /// Which foot names it.
    public let naming: Naming
    /// Whether one foot is off the floor.
    public let isOnOneLeg: Bool
    /// Whether the light foot has passed behind the other to its far side.
    public let isCrossed: Bool
    /// How the body is carried over the feet.
    public var carriage: Carriage

    /// A shape; lengths in shoulder widths, angles in degrees.
    public init(
        _ name: String, _ length: Double, naming: Naming = .none, width: Double = 0, spread: Double = 0, front: Double = 0,
        rear: Double = 0, weight: Double = 0.5, isOnOneLeg: Bool = false, isCrossed: Bool = false,
        carriage: Carriage = Carriage()
    ) {
        (self.name, self.length, self.width, self.spread) = (name, length, width, spread)
        (frontAngle, rearAngle, self.weight, self.naming) = (front, rear, weight, naming)
        (self.isOnOneLeg, self.isCrossed, self.carriage) = (isOnOneLeg, isCrossed, carriage)
    }

    /// Feet side by side, a shoulder width apart: where partners begin, and where a performer comes back to.
    public static let parallel = StanceShape("parallel stance", 0, spread: 1)

    /// How wide two feet are that stand together.
    public static let together = 0.25

    /// How long a step is that no stance measures.
    static let stride = 1.5

    /// Which foot is in front in the stance of that side; nil when the feet stand side by side or on one spot.
    public func front(of side: Side?) -> Side? {
        switch naming {
        case .front: side
        case .rear: side?.other
        case .supporting, .none: nil
        }
    }

    /// The way from the left foot's place on the line to the right one's, for a performer who faces a way.
    func leftToRight(side: Side?, facing: Vector) -> Vector {
        let across = facing.right * spread
        guard let front = front(of: side), length > 0 else { return across }
        return across + facing * (front == .right ? length : -length)
    }
}
