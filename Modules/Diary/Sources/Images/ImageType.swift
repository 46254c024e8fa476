/// The kinds of image that a diary takes.
public enum ImageType: String, Codable, CaseIterable, Sendable {
    /// JPEG.
    case jpeg
    /// HEIF with HEVC inside, as phones make it.
    case heic
    /// PNG.
    case png
    /// WebP.
    case webp

    /// The ending of the file's name, without the dot.
    public var fileExtension: String { self == .jpeg ? "jpg" : rawValue }

    /// The type of such a file in mail and on the web.
    public var mediaType: String { "image/\(rawValue)" }
}
