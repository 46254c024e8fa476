/// How a body is carried over its feet in a stance: what books say of knees and hips, beside what they say of feet.
public struct Carriage: Hashable, Sendable {
    /// Where the pelvis is between the feet, 0 over the rear foot, 1 over the front one; nil for where the weight is.
    public let middle: Double?
    /// How far the straighter knee is bent, in degrees.
    public let bend: Double
    /// How far the hips are turned toward the rear foot's side, in degrees: half facing.
    public let hips: Double
    /// How far the knees are pressed out beside the toes: 0 not at all, 1 by 45°.
    public let knees: Double
    /// How far the pelvis is tilted forward under an upright back, in degrees, so that the rear leg can be far behind.
    public let tilt: Double
    /// How far the heel of the lighter foot is off the floor, in degrees about its ball.
    public let heel: Double

    /// Legs that are straight, hips that look ahead, unless something is said.
    public init(middle: Double? = nil, bend: Double = 3, hips: Double = 0, knees: Double = 0, tilt: Double = 0, heel: Double = 0)
    {
        (self.middle, self.bend, self.hips, self.knees, self.tilt, self.heel) = (middle, bend, hips, knees, tilt, heel)
    }
}
