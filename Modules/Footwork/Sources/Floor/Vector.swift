import Kernel

/// A position or displacement on the floor in shoulder widths: x to the performer's right at the
/// start, y ahead.
package struct Vector: Hashable, Sendable {
    package var x: Double
    package var y: Double

    package init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }

    package static let zero = Vector(0, 0)

    package var length: Double { (x * x + y * y).squareRoot() }

    /// The vector with length one; the zero vector stays zero.
    package var unit: Vector { length > 0 ? self * (1 / length) : self }

    /// The vector turned clockwise by 90°.
    package var right: Vector { Vector(y, -x) }

    /// Returns the sum of two vectors.
    package static func + (left: Vector, right: Vector) -> Vector { Vector(left.x + right.x, left.y + right.y) }
    /// Returns the displacement from `right` to `left`.
    package static func - (left: Vector, right: Vector) -> Vector { Vector(left.x - right.x, left.y - right.y) }
    /// Returns the vector scaled by a factor.
    package static func * (left: Vector, right: Double) -> Vector { Vector(left.x * right, left.y * right) }

    /// Returns the length of the projection onto a unit vector.
    package func dot(_ other: Vector) -> Double { x * other.x + y * other.y }

    /// Returns the vector turned clockwise by degrees.
    package func turned(_ degrees: Double) -> Vector {
        let angle = -degrees * .pi / 180
        return Vector(x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle))
    }

    /// The angle clockwise from straight ahead (D), in degrees.
    package var clockwiseDegrees: Double { atan2(x, y) * 180 / .pi }
}
