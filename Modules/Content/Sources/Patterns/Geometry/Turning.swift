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
    ///
    /// - Parameter keepingToLines: for a drawing: the performer shifts back on to the diagram's lines and the poses say how far. Without it nothing is put
    ///   right, and `closing` is what the movements alone come to.
    public func walk(keepingToLines: Bool = false) -> Walk { Performer.walk(self, keepingToLines: keepingToLines) }
}
