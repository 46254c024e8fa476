import Kernel

/// The required form of a photo in the store.
package struct PictureRequest: Hashable, Sendable {
    /// The requested format, JPEG or HEIC. A tool that cannot make it makes JPEG.
    package let format: PictureFormat
    /// The longest side of a photo of usual shape, in pixels. A smaller photo is not enlarged.
    package let longestSide: Int
    /// The maximum size of the file, in bytes.
    package let largestFile: Int
    /// The size in bytes up to which a suitable JPEG is not encoded again, but only stripped of
    /// metadata.
    ///
    /// Suitable is an upright JPEG within the requested dimensions.
    package let smallFile: Int
    package let keepsLocation: Bool

    /// Creates a request. By default a file may have 5 MB, and files up to 1 MB are small.
    package init(
        format: PictureFormat, longestSide: Int, largestFile: Int = 5_000_000, smallFile: Int = 1_000_000,
        keepsLocation: Bool
    ) {
        self.format = format
        self.longestSide = longestSide
        self.largestFile = largestFile
        self.smallFile = smallFile
        self.keepsLocation = keepsLocation
    }

    /// Returns the longest side for a photo, in pixels.
    ///
    /// A panorama is more than twice as long as high. It gets as many pixels as a photo of 2 to 1,
    /// up to a side of 8,192.
    package func side(of header: ImageHeader) -> Int {
        let longSide = Double(max(header.width, header.height))
        let shortSide = Double(min(header.width, header.height))
        let balancedSide = Double(longestSide) * max(1, longSide / shortSide / 2).squareRoot()
        return max(longestSide, min(Int(balancedSide.rounded()), PictureRequest.longestPanorama))
    }

    /// The longest side that a panorama keeps, in pixels.
    package static let longestPanorama = 8192
}

/// A tool that rotates, reduces and converts photos by a program of the machine.
///
/// Its output is upright without an orientation tag, in sRGB, and within the requested size. `none`
/// changes nothing.
package struct ImageTool: Sendable {
    /// The display name, for example `vips`.
    package let name: String
    /// Whether the tool changes photos. `none` is the only tool that does not.
    package let converts: Bool
    /// Prepares a photo for storage.
    ///
    /// - Throws: `Failure` `conversionFailed`.
    package let prepare: @Sendable (_ photo: ValidatedImage, _ request: PictureRequest) throws -> [UInt8]
    /// Makes a small JPEG of a photo, or returns nil if the tool makes no thumbnails.
    ///
    /// - Throws: `Failure` `conversionFailed`.
    package let thumbnail: @Sendable (_ photo: ValidatedImage, _ longestSide: Int) throws -> [UInt8]?
    /// Makes several thumbnails at once, which is faster.
    ///
    /// A nil in the result means that `thumbnail` must be called for that photo.
    package let thumbnails: @Sendable (_ photos: [ValidatedImage], _ longestSide: Int) -> [[UInt8]?]
    /// Returns the pixels of a photo, reduced to this size, or nil if the tool does not support it.
    ///
    /// - Throws: `Failure` `conversionFailed`.
    package let pixels: @Sendable (_ photo: ValidatedImage, _ longestSide: Int) throws -> PixelMap?

    package init(
        name: String, converts: Bool = true,
        prepare: @escaping @Sendable (ValidatedImage, PictureRequest) throws -> [UInt8],
        thumbnail: @escaping @Sendable (ValidatedImage, Int) throws -> [UInt8]?,
        thumbnails: @escaping @Sendable ([ValidatedImage], Int) -> [[UInt8]?] = { photos, _ in photos.map { _ in nil }
        },
        pixels: @escaping @Sendable (ValidatedImage, Int) throws -> PixelMap? = { _, _ in nil }
    ) {
        self.name = name
        self.converts = converts
        self.prepare = prepare
        self.thumbnail = thumbnail
        self.thumbnails = thumbnails
        self.pixels = pixels
    }

    /// A tool without any program.
    ///
    /// It stores photos byte for byte, including their location, and makes no thumbnails.
    package static let none = ImageTool(
        name: "none", converts: false, prepare: { photo, _ in photo.bytes }, thumbnail: { _, _ in nil })
}

extension Failure {
    /// Returns the failure of a conversion. `why` completes "The photo could not be converted: …".
    package static func conversionFailed(_ why: String) -> Failure {
        Failure(.conversionFailed, "The photo could not be converted: \(why).", advice: "Nothing was added.")
    }
}
