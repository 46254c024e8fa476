import Kernel

/// A place or a way on the floor, in shoulder widths: x to the performer's right at the start, y ahead.
public struct Vector: Hashable, Sendable {
    /// To the right (A).
    public var x: Double
    /// Ahead (D).
    public var y: Double

    /// From the middle of the ready posture, in shoulder widths.
    public init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }

    /// Nowhere.
    public static let zero = Vector(0, 0)

    /// Its length in shoulder widths.
    public var length: Double { (x * x + y * y).squareRoot() }

    /// The same way, one long; nowhere stays nowhere.
    public var unit: Vector { length > 0 ? self * (1 / length) : self }

    /// A quarter turn to the right.
    public var right: Vector { Vector(y, -x) }

    /// The sum.
    public static func + (left: Vector, right: Vector) -> Vector { Vector(left.x + right.x, left.y + right.y) }
    /// The way from `right` to `left`.
    public static func - (left: Vector, right: Vector) -> Vector { Vector(left.x - right.x, left.y - right.y) }
    /// The vector made longer.
    public static func * (left: Vector, right: Double) -> Vector { Vector(left.x * right, left.y * right) }

    /// How far it reaches along another of length one.
    public func along(_ other: Vector) -> Double { x * other.x + y * other.y }

    /// Turned clockwise by degrees.
    public func turned(_ degrees: Double) -> Vector {
        let angle = -degrees * .pi / 180
        return Vector(x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle))
    }

    /// Clockwise from straight ahead (D), in degrees.
    package var clockwiseDegrees: Double { atan2(x, y) * 180 / .pi }
}
