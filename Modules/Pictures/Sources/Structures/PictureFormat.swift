/// The supported formats of pictures, videos and recordings, identified by content. The raw values
/// are stored and never change.
package enum PictureFormat: String, Codable, CaseIterable, Sendable {
    /// Still pictures, of which only a GIF may move.
    case jpeg, png, webp, heic, gif
    case mp4, mov, webm
    case wav, ogg, mp3, m4a

    /// Whether it is a video. A GIF is a picture.
    package var isVideo: Bool { self == .mp4 || self == .mov || self == .webm }

    /// Whether it is a still picture from a camera that `ImageHeader` reads.
    package var isPhoto: Bool { !isVideo && !isSound && self != .gif }

    package var isSound: Bool { self == .wav || self == .ogg || self == .mp3 || self == .m4a }

    /// The extension of such a file's name, without the dot.
    package var fileExtension: String { self == .jpeg ? "jpg" : rawValue }

    /// The media type of such a file, valid for still pictures.
    package var mediaType: String { "image/\(rawValue)" }

    /// The file name extensions that match this format.
    var validExtensions: Set<String> {
        switch self {
        case .jpeg: ["jpg", "jpeg", "jpe", "jfif"]
        case .png: ["png", "apng"]
        case .heic: ["heic", "heif", "hif"]
        case .mp4: ["mp4", "m4v", "3gp"]
        case .mov: ["mov", "qt"]
        case .wav: ["wav", "wave"]
        case .ogg: ["ogg", "oga", "opus"]
        case .m4a: ["m4a", "m4b", "mp4"]
        default: [rawValue]
        }
    }
}

extension PictureFormat {
    /// Creates the format of a lower-case file name extension, or returns nil for any other.
    package init?(fileExtension: some StringProtocol) {
        guard let format = PictureFormat.allCases.first(where: { $0.fileExtension == fileExtension }) else {
            return nil
        }
        self = format
    }
}
