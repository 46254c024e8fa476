import Kernel

/// A place or a way in the room, in shoulder widths: x and y as on Footwork's floor (A is right, D ahead), z up.
public struct Point: Hashable, Sendable {
    /// To the right.
    public var x: Double
    /// Ahead.
    public var y: Double
    /// Up.
    public var z: Double

    /// From the middle of the floor, in shoulder widths.
    public init(_ x: Double, _ y: Double, _ z: Double) { (self.x, self.y, self.z) = (x, y, z) }

    /// On the floor, in the middle.
    public static let zero = Point(0, 0, 0)
    static let up = Point(0, 0, 1)

    /// A level way, by degrees clockwise from straight ahead.
    public static func level(_ degrees: Double) -> Point {
        Point(sin(degrees * .pi / 180), cos(degrees * .pi / 180), 0)
    }

    /// How far it reaches, in shoulder widths.
    public var length: Double { (x * x + y * y + z * z).squareRoot() }

    /// The same way, one long; nil of nowhere, and of what is no number.
    var unit: Point? {
        let length = length
        return length > 1e-9 && length.isFinite ? self * (1 / length) : nil
    }

    /// The sum.
    public static func + (left: Point, right: Point) -> Point { Point(left.x + right.x, left.y + right.y, left.z + right.z) }
    /// The way from `right` to `left`.
    public static func - (left: Point, right: Point) -> Point { Point(left.x - right.x, left.y - right.y, left.z - right.z) }
    /// Made longer.
    public static func * (left: Point, right: Double) -> Point { Point(left.x * right, left.y * right, left.z * right) }

    /// How far it reaches along another of length one.
    public func along(_ other: Point) -> Double { x * other.x + y * other.y + z * other.z }

    func cross(_ other: Point) -> Point {
        Point(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
    }

    /// What of it does not lie along a way of length one, one long; nil where nothing is left.
    func across(_ way: Point) -> Point? { (self - way * along(way)).unit }

    /// Turned about an axis of length one by degrees, as a right-handed screw turns.
    func turned(about axis: Point, _ degrees: Double) -> Point {
        let (c, s) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
        return self * c + axis.cross(self) * s + axis * (axis.along(self) * (1 - c))
    }

    /// The angle to another, both one long, in degrees.
    func angle(to other: Point) -> Double { acos(max(-1, min(1, along(other)))) * 180 / .pi }

    /// A part of the way to another, both one long, on the sphere; of two opposite ones past `by`.
    func toward(_ other: Point, _ part: Double, by pole: Point = .up) -> Point {
        let angle = angle(to: other)
        guard angle > 0.01 else { return self }
        let axis = angle > 179.9 ? nil : cross(other).unit
        guard let axis = axis ?? pole.across(self) ?? Point(1, 0, 0).across(self) else { return self }
        return turned(about: axis, angle * part)
    }
}

extension Point {
    /// What is no number, or beyond every floor, taken for 0.
    var sound: Point { Point(x.sound, y.sound, z.sound) }
}

extension Double {
    /// Itself; 0 where it is no number or beyond every floor.
    var sound: Double { isFinite && abs(self) < 1e6 ? self : 0 }
}
