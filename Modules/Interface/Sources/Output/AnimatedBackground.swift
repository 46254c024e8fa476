/// A moving picture below a stage.
///
/// A terminal with colors draws it in color. Others draw its brightness with characters. It is
/// dimmed under words to keep them readable, and static with reduced motion.
public struct AnimatedBackground: Sendable {
    /// The name that identifies the picture.
    public let name: String
    /// The frames a second that its motion needs.
    public let framesPerSecond: Double
    /// Returns the light, row by row from the top: red, green and blue as sRGB, 0…1, two rows of
    /// pixels for a row of characters.
    ///
    /// Seconds count from the first frame.
    public let light: @Sendable (_ columns: Int, _ pixelRows: Int, _ seconds: Double) -> [SIMD3<Float>]

    public init(
        _ name: String, framesPerSecond: Double,
        light: @escaping @Sendable (_ columns: Int, _ pixelRows: Int, _ seconds: Double) -> [SIMD3<Float>]
    ) {
        self.name = name
        self.framesPerSecond = min(max(framesPerSecond, 1), 15)
        self.light = light
    }

    /// Returns the frames a second for a number of characters.
    ///
    /// A large screen costs more to draw and needs fewer.
    package func framesPerSecond(on cells: Int) -> Double { cells > 4_000 ? framesPerSecond * 0.6 : framesPerSecond }
}
