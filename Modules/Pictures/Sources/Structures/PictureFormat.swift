/// The kinds of picture and recording that are known here, by what is in a file. Raw values are stored: they never change.
public enum PictureFormat: String, Codable, CaseIterable, Sendable {
    /// Still pictures; a GIF may move.
    case jpeg, png, webp, heic, gif
    /// Videos.
    case mp4, mov, webm
    /// Recordings of sound alone.
    case wav, ogg, mp3, m4a

    /// Whether it is a video. A GIF is a picture.
    public var isVideo: Bool { self == .mp4 || self == .mov || self == .webm }

    /// Whether cameras make still pictures of this kind, and `ImageHeader` reads it.
    public var isPhoto: Bool { !isVideo && !isSound && self != .gif }

    /// Whether it is only heard.
    public var isSound: Bool { self == .wav || self == .ogg || self == .mp3 || self == .m4a }

    /// The ending that we give such a file, without the dot.
    public var fileExtension: String { self == .jpeg ? "jpg" : rawValue }

    /// The type of such a file in mail and on the web, where it is a still picture.
    public var mediaType: String { "image/\(rawValue)" }

    /// The endings that tell the truth about such a file.
    var honestExtensions: Set<String> {
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
    /// The format whose files end like this; nil for every other ending, in capitals too.
    public init?(fileExtension: some StringProtocol) {
        guard let format = PictureFormat.allCases.first(where: { $0.fileExtension == fileExtension }) else { return nil }
        self = format
    }
}
