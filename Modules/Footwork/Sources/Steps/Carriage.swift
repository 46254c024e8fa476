/// The posture of a body over its feet in a stance: the books' rules for knees and hips.
package struct Carriage: Hashable, Sendable {
    /// The position of the pelvis between the feet, 0 over the rear foot, 1 over the front one; nil
    /// to follow the weight.
    package let middle: Double?
    /// The bend of the straighter knee, in degrees.
    package let bend: Double
    /// The turn of the hips toward the rear foot's side for half facing, in degrees.
    package let hips: Double
    /// The outward pressure of the knees beyond the toes: 0 for none, 1 for 45°.
    package let knees: Double
    /// The forward tilt of the pelvis under an upright back, in degrees, which allows a long rear
    /// leg.
    package let tilt: Double
    /// The lift of the lighter foot's heel, in degrees about its ball.
    package let heel: Double

    package init(
        middle: Double? = nil, bend: Double = 3, hips: Double = 0, knees: Double = 0, tilt: Double = 0, heel: Double = 0
    ) {
        self.middle = middle
        self.bend = bend
        self.hips = hips
        self.knees = knees
        self.tilt = tilt
        self.heel = heel
    }
}
