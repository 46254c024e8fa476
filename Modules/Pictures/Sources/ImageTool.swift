import Kernel

/// What becomes of a photo before it is kept.
public struct PictureWish: Hashable, Sendable {
    /// The form that is wished for, JPEG or HEIC. A tool that cannot make it makes JPEG.
    public let format: PictureFormat
    /// The longest side of a photo of usual shape, in pixels; a smaller photo is not enlarged.
    public let longestSide: Int
    /// The greatest size of the file, in bytes.
    public let largestFile: Int
    /// A JPEG up to this size, in bytes, that is upright and no larger than wished stays as it is, but for what it says of itself.
    public let smallFile: Int
    /// Whether the place where it was taken stays.
    public let keepsLocation: Bool

    /// A wish; without a word about the size of the file it may have 5 MB, and up to 1 MB it is small.
    public init(
        format: PictureFormat, longestSide: Int, largestFile: Int = 5_000_000, smallFile: Int = 1_000_000, keepsLocation: Bool
    ) {
        (self.format, self.longestSide, self.largestFile) = (format, longestSide, largestFile)
        (self.smallFile, self.keepsLocation) = (smallFile, keepsLocation)
    }

    /// The longest side of this photo, in pixels: a panorama, which is more than twice as long as it is high, has as many pixels as a photo of 2 to 1, up
    /// to a side of 8,192.
    package func side(of header: ImageHeader) -> Int {
        let (long, short) = (Double(max(header.width, header.height)), Double(min(header.width, header.height)))
        let fair = Double(longestSide) * max(1, long / short / 2).squareRoot()
        return max(longestSide, min(Int(fair.rounded()), PictureWish.longestPanorama))
    }

    /// The longest side that a panorama keeps, in pixels.
    package static let longestPanorama = 8192
}

/// What turns, shrinks and converts photos: a program that the machine has, or nothing.
///
/// Whatever it makes is upright without help (orientation applied to the pixels), in sRGB, and no larger than wished.
public struct ImageTool: Sendable {
    /// What it is called, for people: `vips`.
    public let name: String
    /// Whether it changes photos at all.
    public let converts: Bool
    /// Makes of a photo what is to be kept.
    ///
    /// Throws `Failure` `conversionFailed`.
    public let prepare: @Sendable (_ photo: JudgedImage, _ wish: PictureWish) throws -> [UInt8]
    /// Makes a small JPEG of a photo; nil when the tool makes none.
    ///
    /// Throws `Failure` `conversionFailed`.
    public let thumbnail: @Sendable (_ photo: JudgedImage, _ longestSide: Int) throws -> [UInt8]?
    /// The same of several at one go, which is quicker; nil for each that `thumbnail` is to be asked for.
    public let thumbnails: @Sendable (_ photos: [JudgedImage], _ longestSide: Int) -> [[UInt8]?]
    /// The pixels of a photo made as small as this; nil when the tool gives none.
    ///
    /// Throws `Failure` `conversionFailed`.
    public let pixels: @Sendable (_ photo: JudgedImage, _ longestSide: Int) throws -> PixelMap?

    /// A tool from functions.
    public init(
        name: String, converts: Bool = true, prepare: @escaping @Sendable (JudgedImage, PictureWish) throws -> [UInt8],
        thumbnail: @escaping @Sendable (JudgedImage, Int) throws -> [UInt8]?,
        thumbnails: @escaping @Sendable ([JudgedImage], Int) -> [[UInt8]?] = { photos, _ in photos.map { _ in nil } },
        pixels: @escaping @Sendable (JudgedImage, Int) throws -> PixelMap? = { _, _ in nil }
    ) {
        (self.name, self.converts, self.prepare, self.thumbnail) = (name, converts, prepare, thumbnail)
        (self.thumbnails, self.pixels) = (thumbnails, pixels)
    }

    /// Without any program: photos are kept byte for byte, location included, and there are no thumbnails.
    public static let none = ImageTool(
        name: "none", converts: false, prepare: { photo, _ in photo.bytes }, thumbnail: { _, _ in nil })
}

extension Failure {
    /// A photo could not be converted. `why` completes "The photo could not be converted: …".
    public static func conversionFailed(_ why: String) -> Failure {
        Failure(.conversionFailed, "The photo could not be converted: \(why).", advice: "Nothing was added.")
    }
}
