/// A calm moving picture for a ground. It is a function of time: nothing is remembered from frame to frame, so it can stand still, go on or leap.
public struct Ambiance: Sendable {
    /// What it is called.
    public let name: String
    /// Frames a second that its motion needs; more are not seen.
    public let pace: Double
    private let scene: @Sendable (inout Canvas, Float, Chance) -> Void

    init(_ name: String, pace: Double, _ scene: @escaping @Sendable (inout Canvas, Float, Chance) -> Void) {
        (self.name, self.pace, self.scene) = (name, pace, scene)
    }

    /// What is typed and kept.
    public var id: String { name.lowercased() }

    /// Paints all of a canvas.
    ///
    /// - Parameters:
    ///   - seconds: since any beginning; after a day it begins anew.
    ///   - seed: where stars stand and branches grow.
    public func paint(_ canvas: inout Canvas, at seconds: Double, seed: UInt64) {
        let time = seconds.isFinite ? abs(seconds).truncatingRemainder(dividingBy: 86_400) : 0
        scene(&canvas, Float(time), Chance(seed))
    }

    /// The fourteen, in the order of the founding documents.
    public static let all: [Ambiance] = [
        minimal, stars, forest, aurora, rain, fireplace, ocean, gradient, snow, underwater, clouds, sakura, lightning, lava,
    ]
}
