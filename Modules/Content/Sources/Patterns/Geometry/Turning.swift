import Foundation

extension Vector {
    /// Turned clockwise by degrees.
    func turned(_ degrees: Double) -> Vector {
        let angle = -degrees * .pi / 180
        return Vector(x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle))
    }

    /// Clockwise from straight ahead (D), in degrees.
    var clockwiseDegrees: Double { atan2(x, y) * 180 / .pi }
}

extension Pattern {
    /// The pattern walked: where the feet stand after every movement, and how far from the beginning it ends.
    public func walk() -> Walk { Performer.walk(self) }
}
