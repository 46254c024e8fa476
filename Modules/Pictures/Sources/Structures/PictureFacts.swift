/// What a file says of itself, read from its structure. Nothing is decoded.
public struct PictureFacts: Codable, Hashable, Sendable {
    /// The kind of file.
    public let format: PictureFormat
    /// Pixels across, as it is shown; 0 for what is only heard.
    public let width: Int
    /// Pixels down, as it is shown; 0 for what is only heard.
    public let height: Int
    /// How long it takes, in milliseconds; nil for a picture that does not move, and where the file does not say.
    public let milliseconds: Int?

    /// Facts, as a judge found them.
    public init(format: PictureFormat, width: Int, height: Int, milliseconds: Int? = nil) {
        (self.format, self.width, self.height, self.milliseconds) = (format, width, height, milliseconds)
    }
}
