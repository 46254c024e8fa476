/// A calm animated background as a function of time.
///
/// No state passes from frame to frame. It can stand still, continue or jump.
package struct AmbianceScene: Sendable {
    package let name: String
    /// The frames a second that its motion needs.
    ///
    /// A higher rate makes no visible difference.
    package let pace: Double
    /// Paints the scene at a number of seconds.
    private let draw: @Sendable (inout Canvas, Float, SceneRandom) -> Void

    init(_ name: String, pace: Double, _ draw: @escaping @Sendable (inout Canvas, Float, SceneRandom) -> Void) {
        self.name = name
        self.pace = pace
        self.draw = draw
    }

    package var id: String { name.lowercased() }

    /// Paints the whole canvas.
    ///
    /// - Parameters:
    ///   - seconds: the seconds since any start. The picture repeats after a day.
    ///   - seed: determines the positions of stars and branches.
    package func paint(_ canvas: inout Canvas, at seconds: Double, seed: UInt64) {
        let time = seconds.isFinite ? abs(seconds).truncatingRemainder(dividingBy: 86_400) : 0
        draw(&canvas, Float(time), SceneRandom(seed))
    }

    /// The fourteen scenes, in the order of the founding documents.
    package static let all: [AmbianceScene] = [
        minimal, stars, forest, aurora, rain, fireplace, ocean, gradient, snow, underwater, clouds, sakura, lightning,
        lava,
    ]
}
