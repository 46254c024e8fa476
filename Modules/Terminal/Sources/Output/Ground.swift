/// What lies under a stage: a picture that moves. It is drawn where a terminal has colours, else in characters by its brightness; behind words it is dimmed
/// until they are readable, and with reduced motion it stands still.
public struct Ground: Sendable {
    /// What it is: of another name it is another picture.
    public let name: String
    /// Frames a second that its motion needs.
    public let pace: Double
    /// Its light, row by row from the top: red, green and blue as sRGB, 0…1, two rows of pixels for a row of characters. Seconds count from its first frame.
    public let light: @Sendable (_ columns: Int, _ pixelRows: Int, _ seconds: Double) -> [SIMD3<Float>]

    /// A picture by how its light is computed; a pace of 1 to 15.
    public init(
        _ name: String, pace: Double,
        light: @escaping @Sendable (_ columns: Int, _ pixelRows: Int, _ seconds: Double) -> [SIMD3<Float>]
    ) {
        (self.name, self.pace, self.light) = (name, min(max(pace, 1), 15), light)
    }

    /// Frames a second on so many characters: a large screen has more to draw, and shows it as well with fewer.
    func pace(on cells: Int) -> Double { cells > 4_000 ? pace * 0.6 : pace }
}
