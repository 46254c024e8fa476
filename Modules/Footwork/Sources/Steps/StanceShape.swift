/// The relative position of the feet in a stance, in shoulder widths between the balls of the feet.
///
/// Lengths in books run from toe to toe, or from the rear foot's edge to the front toes. Here they
/// are converted to the balls, on which a performer pivots. A shoe is 0.6 long and 0.2 wide, its
/// ball 0.15 behind the toes. A rear foot that is placed across, 15° inward, has its ball 0.22
/// ahead of its hindmost edge: half its width, and the distance of the heel further back.
package struct StanceShape: Hashable, Sendable {
    /// The foot that gives a left or right stance its name.
    package enum Naming: Sendable {
        case front
        case rear
        case supporting
        case none
    }

    package let name: String
    /// The distance from the rear ball to the front ball, in the facing direction.
    package let length: Double
    /// The distance of the feet across the walked line; drawings place half of it on each side.
    package let width: Double
    /// The distance of the feet along the line, if the line runs across the performer.
    package let spread: Double
    /// The outward angle of the front foot's toes, in degrees; inward is negative.
    package let frontAngle: Double
    /// The outward angle of the rear foot's toes, in degrees. Inward is negative.
    package let rearAngle: Double
    /// The fraction of the weight on the front (or supporting) foot; on the right one if the feet
    /// are side by side.
    package let weight: Double
    package let naming: Naming
    package let isOnOneLeg: Bool
    /// Whether the light foot has passed behind the other to its far side.
    package let isCrossed: Bool
    package var carriage: Carriage

    package init(
        _ name: String, _ length: Double, naming: Naming = .none, width: Double = 0, spread: Double = 0,
        front: Double = 0, rear: Double = 0, weight: Double = 0.5, isOnOneLeg: Bool = false, isCrossed: Bool = false,
        carriage: Carriage = Carriage()
    ) {
        self.name = name
        self.length = length
        self.width = width
        self.spread = spread
        frontAngle = front
        rearAngle = rear
        self.weight = weight
        self.naming = naming
        self.isOnOneLeg = isOnOneLeg
        self.isCrossed = isCrossed
        self.carriage = carriage
    }

    /// The feet side by side, a shoulder width apart: the starting position of partners, to which a
    /// performer returns.
    package static let parallel = StanceShape("parallel stance", 0, spread: 1)

    /// The distance between feet that are together, in shoulder widths.
    package static let togetherWidth = 0.25

    /// The length of a step that no stance defines, in shoulder widths.
    static let stride = 1.5

    /// Returns the front foot in the stance of a side; nil if the feet are side by side or on one
    /// spot.
    package func front(of side: Side?) -> Side? {
        switch naming {
        case .front: side
        case .rear: side?.other
        case .supporting, .none: nil
        }
    }

    /// Returns the displacement from the left foot's position on the line to the right one's, for a
    /// facing direction.
    func leftToRight(side: Side?, facing: Vector) -> Vector {
        let across = facing.right * spread
        guard let front = front(of: side), length > 0 else { return across }
        return across + facing * (front == .right ? length : -length)
    }
}
