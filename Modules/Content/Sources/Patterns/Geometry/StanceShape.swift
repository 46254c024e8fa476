/// How the feet stand to each other in a stance, in shoulder widths between the balls of the feet.
///
/// Lengths in books run from toe to toe, or from the rear foot's edge to the front toes. Here they are brought to the balls, on which a performer
/// pivots: a shoe is 0.6 long and 0.2 wide, its ball 0.15 behind the toes. A rear foot that stands across, 15° inward, has its ball 0.22 ahead of
/// its hindmost edge: half its width, and what the heel lies further back.
public struct StanceShape: Hashable, Sendable {
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

    /// The shape of a stance.
    public init(_ stance: Stance) {
        self = Self.shapes[stance] ?? StanceShape(0, spread: 1)
    }

    private init(
        _ length: Double, width: Double = 0, spread: Double = 0, front: Double = 0, rear: Double = 0, weight: Double = 0.5
    ) {
        (self.length, self.width, self.spread) = (length, width, spread)
        (frontAngle, rearAngle, self.weight) = (front, rear, weight)
    }

    /// How wide two feet are that stand together.
    static let together = 0.25

    private static let shapes: [Stance: StanceShape] = [
        .attention: StanceShape(0, width: together, front: 22, rear: 22), .parallel: StanceShape(0, spread: 1),
        .open: StanceShape(0, spread: 1, front: 45, rear: 45), .close: StanceShape(0, width: together),
        .closedReady: StanceShape(0, width: together), .sitting: StanceShape(0, spread: 1.5),
        .walking: StanceShape(1.5, width: 1, rear: 25), .walkingReady: StanceShape(1.5, width: 1, rear: 25),
        .low: StanceShape(2.1, width: 1, rear: 25), .l: StanceShape(1.13, width: 0.06, front: -15, rear: 75, weight: 0.3),
        .fixed: StanceShape(1.4, width: 0.06, front: -15, rear: 75),
        .rearFoot: StanceShape(0.9, width: 0.06, front: -25, rear: 75, weight: 0.1),
        .vertical: StanceShape(0.9, width: 0.06, front: -15, rear: 75, weight: 0.4),
        .x: StanceShape(0, weight: 0.9), .oneLeg: StanceShape(0, weight: 1), .bendingReady: StanceShape(0, weight: 1),
        .diagonal: StanceShape(0.6, spread: 1.5), .crouched: StanceShape(0.6, spread: 1.5, front: -20, rear: -20),
    ]

    /// The way from the left foot's place on the line to the right one's, for a performer who faces a way.
    func leftToRight(_ stance: Stance, side: Side?, facing: Vector) -> Vector {
        let across = facing.right * spread
        guard let front = stance.front(of: side), length > 0 else { return across }
        return across + facing * (front == .right ? length : -length)
    }
}
