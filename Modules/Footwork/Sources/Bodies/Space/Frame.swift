/// The orientation of a part of the body: its own right, ahead and up.
struct Frame: Hashable, Sendable {
    let right: Point
    let ahead: Point
    let up: Point

    static let room = Frame(right: Point(1, 0, 0), ahead: Point(0, 1, 0), up: .up)

    init(right: Point, ahead: Point, up: Point) {
        self.right = right
        self.ahead = ahead
        self.up = up
    }

    /// Creates a level orientation that faces a direction, in degrees clockwise from straight
    /// ahead.
    init(level degrees: Double) { self.init(right: Point.level(degrees + 90), ahead: Point.level(degrees), up: .up) }

    /// Creates the orientation of a part that is rotated within another one.
    init(_ rotation: Rotation, in other: Frame) {
        let level = Frame(level: rotation.yaw)
        let tilted = { (vector: Point) in
            vector.turned(about: level.right, -rotation.pitch).turned(about: level.ahead, rotation.roll)
        }
        self.init(
            right: other.toRoom(tilted(level.right)), ahead: other.toRoom(tilted(level.ahead)),
            up: other.toRoom(tilted(level.up)))
    }

    /// Converts a vector from this part's frame to the room's.
    func toRoom(_ vector: Point) -> Point { right * vector.x + ahead * vector.y + up * vector.z }
    /// Converts a vector from the room's frame to this part's.
    func toLocal(_ vector: Point) -> Point { Point(vector.dot(right), vector.dot(ahead), vector.dot(up)) }
}

/// The rotation of a part relative to the part that carries it, in degrees.
package struct Rotation: Hashable, Sendable {
    /// The clockwise angle, seen from above.
    package var yaw: Double
    /// The forward lean.
    package var pitch: Double
    /// The lean to the right.
    package var roll: Double

    package init(yaw: Double = 0, pitch: Double = 0, roll: Double = 0) {
        self.yaw = yaw
        self.pitch = pitch
        self.roll = roll
    }

    var sanitized: Rotation { Rotation(yaw: yaw.sanitized, pitch: pitch.sanitized, roll: roll.sanitized) }

    /// Returns the rotation at a fraction of the way to another.
    func toward(_ other: Rotation, _ part: Double) -> Rotation {
        Rotation(
            yaw: yaw + (other.yaw - yaw) * part, pitch: pitch + (other.pitch - pitch) * part,
            roll: roll + (other.roll - roll) * part)
    }
}
