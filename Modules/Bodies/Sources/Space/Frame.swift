/// How a part of the body is turned: its own right, ahead and up.
struct Frame: Hashable, Sendable {
    let right: Point
    let ahead: Point
    let up: Point

    /// The room's own.
    static let room = Frame(right: Point(1, 0, 0), ahead: Point(0, 1, 0), up: .up)

    init(right: Point, ahead: Point, up: Point) { (self.right, self.ahead, self.up) = (right, ahead, up) }

    /// Level, looking that many degrees clockwise from straight ahead.
    init(level degrees: Double) {
        self.init(right: Point.level(degrees + 90), ahead: Point.level(degrees), up: .up)
    }

    /// Turned within another: first clockwise, then bent forward, then leaned over to the right.
    init(_ turning: Turning, in other: Frame) {
        let level = Frame(level: turning.yaw)
        let bent = { (way: Point) in
            way.turned(about: level.right, -turning.pitch).turned(about: level.ahead, turning.roll)
        }
        self.init(
            right: other.out(bent(level.right)), ahead: other.out(bent(level.ahead)), up: other.out(bent(level.up)))
    }

    /// A way of this part as the room has it.
    func out(_ way: Point) -> Point { right * way.x + ahead * way.y + up * way.z }
    /// A way of the room as this part has it.
    func within(_ way: Point) -> Point { Point(way.along(right), way.along(ahead), way.along(up)) }
}

/// How a part is turned against the one that carries it, in degrees.
public struct Turning: Hashable, Sendable {
    /// Clockwise, seen from above.
    public var yaw: Double
    /// Bent forward.
    public var pitch: Double
    /// Leaned over to the right.
    public var roll: Double

    /// Clockwise, forward, and over to the right, in degrees.
    public init(yaw: Double = 0, pitch: Double = 0, roll: Double = 0) { (self.yaw, self.pitch, self.roll) = (yaw, pitch, roll) }

    var sound: Turning { Turning(yaw: yaw.sound, pitch: pitch.sound, roll: roll.sound) }

    /// A part of the way to another.
    func toward(_ other: Turning, _ part: Double) -> Turning {
        Turning(
            yaw: yaw + (other.yaw - yaw) * part, pitch: pitch + (other.pitch - pitch) * part,
            roll: roll + (other.roll - roll) * part)
    }
}
