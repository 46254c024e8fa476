/// The properties of a picture, video or sound file, read from its structure without decoding.
package struct PictureProperties: Codable, Hashable, Sendable {
    package let format: PictureFormat
    /// The width in pixels, as displayed, or 0 for a sound.
    package let width: Int
    /// The height in pixels, as displayed, or 0 for a sound.
    package let height: Int
    /// The duration in milliseconds. Nil for a still picture, and if the file does not record it.
    package let milliseconds: Int?

    package init(format: PictureFormat, width: Int, height: Int, milliseconds: Int? = nil) {
        self.format = format
        self.width = width
        self.height = height
        self.milliseconds = milliseconds
    }
}
