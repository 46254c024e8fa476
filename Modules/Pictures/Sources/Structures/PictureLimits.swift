/// The size limits of pictures, applied before any processing.
package enum PictureLimits {
    /// The maximum size of a still picture, in bytes.
    package static let largestPicture = 64 << 20
    /// The maximum size of a video, in bytes.
    package static let largestVideo = 500 << 20
    /// The maximum size of a recording, in bytes. A recorded word takes only a few seconds.
    package static let largestSound = 20 << 20
    /// The longest permitted side of a picture, in pixels.
    package static let longestSide = 25_000
    /// The maximum area of a photo, in pixels. The largest phone camera has 200 megapixels.
    package static let largestArea = 200_000_000
}
