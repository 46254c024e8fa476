/// How large a picture may be: what is larger is refused before anything is made of it.
public enum PictureLimits {
    /// The largest still picture that is taken, in bytes.
    public static let largestPicture = 64 << 20
    /// The largest video that is taken, in bytes: the founding document wants a whole set of demonstrations below it.
    public static let largestVideo = 500 << 20
    /// The largest recording of sound that is taken, in bytes: a word takes a few seconds.
    public static let largestSound = 20 << 20
    /// The longest side that is taken, in pixels.
    public static let longestSide = 25_000
    /// The largest photo that is taken, in pixels: the largest phone camera has 200 megapixels.
    public static let largestArea = 200_000_000
}
