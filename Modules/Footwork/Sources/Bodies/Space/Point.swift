import Kernel

/// A position or vector in the room, in shoulder widths: x and y as on Footwork's floor (A is
/// right, D ahead), z up.
package struct Point: Hashable, Sendable {
    package var x: Double
    package var y: Double
    package var z: Double

    package init(_ x: Double, _ y: Double, _ z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }

    package static let zero = Point(0, 0, 0)
    static let up = Point(0, 0, 1)

    /// Returns a horizontal unit vector, by degrees clockwise from straight ahead.
    package static func level(_ degrees: Double) -> Point {
        Point(sin(degrees * .pi / 180), cos(degrees * .pi / 180), 0)
    }

    package var length: Double { (x * x + y * y + z * z).squareRoot() }

    /// The vector with length one; nil for the zero vector and for non-finite values.
    var unit: Point? {
        let length = length
        return length > 1e-9 && length.isFinite ? self * (1 / length) : nil
    }

    /// Returns the sum of two vectors.
    package static func + (left: Point, right: Point) -> Point {
        Point(left.x + right.x, left.y + right.y, left.z + right.z)
    }
    /// Returns the vector from `right` to `left`.
    package static func - (left: Point, right: Point) -> Point {
        Point(left.x - right.x, left.y - right.y, left.z - right.z)
    }
    /// Returns the vector scaled by a factor.
    package static func * (left: Point, right: Double) -> Point {
        Point(left.x * right, left.y * right, left.z * right)
    }

    /// Returns the length of the projection onto a unit vector.
    package func dot(_ other: Point) -> Double { x * other.x + y * other.y + z * other.z }

    /// Returns the cross product.
    func cross(_ other: Point) -> Point {
        Point(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
    }

    /// Returns the unit vector of the component perpendicular to a unit vector; nil if that
    /// component is zero.
    func perpendicular(_ axis: Point) -> Point? { (self - axis * dot(axis)).unit }

    /// Returns the vector turned about a unit axis by degrees, by the right-hand rule.
    func turned(about axis: Point, _ degrees: Double) -> Point {
        let cosine = cos(degrees * .pi / 180)
        let sine = sin(degrees * .pi / 180)
        return self * cosine + axis.cross(self) * sine + axis * (axis.dot(self) * (1 - cosine))
    }

    /// Returns the angle between two unit vectors, in degrees.
    func angle(to other: Point) -> Double { acos(max(-1, min(1, dot(other)))) * 180 / .pi }

    /// Returns a fraction of the rotation to another unit vector on the sphere; opposite vectors
    /// pass through `by`.
    func toward(_ other: Point, _ fraction: Double, by pole: Point = .up) -> Point {
        let angle = angle(to: other)
        guard angle > 0.01 else { return self }
        let axis = angle > 179.9 ? nil : cross(other).unit
        guard let axis = axis ?? pole.perpendicular(self) ?? Point(1, 0, 0).perpendicular(self) else { return self }
        return turned(about: axis, angle * fraction)
    }
}

extension Point {
    /// The point with 0 in place of non-finite and extremely large coordinates.
    var sanitized: Point { Point(x.sanitized, y.sanitized, z.sanitized) }
}

extension Double {
    /// The number, or 0 if it is non-finite or extremely large.
    var sanitized: Double { isFinite && abs(self) < 1e6 ? self : 0 }
}
