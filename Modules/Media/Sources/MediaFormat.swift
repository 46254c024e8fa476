import Kernel

/// The kinds of file that are taken, by what is in them.
public enum MediaFormat: String, Codable, CaseIterable, Sendable {
    /// Still pictures; a GIF may move.
    case jpeg, png, webp, heic, gif
    /// Videos.
    case mp4, mov, webm

    /// Whether it is a video. A GIF is a picture.
    public var isVideo: Bool { self == .mp4 || self == .mov || self == .webm }

    /// The ending that we give such a file, without the dot.
    public var fileExtension: String { self == .jpeg ? "jpg" : rawValue }

    /// The endings that tell the truth about such a file.
    var honestExtensions: Set<String> {
        switch self {
        case .jpeg: ["jpg", "jpeg", "jpe", "jfif"]
        case .png: ["png", "apng"]
        case .heic: ["heic", "heif", "hif"]
        case .mp4: ["mp4", "m4v", "3gp"]
        case .mov: ["mov", "qt"]
        default: [rawValue]
        }
    }
}

/// What a file says of itself, read from its structure. Nothing is decoded.
public struct MediaFacts: Codable, Hashable, Sendable {
    /// The kind of file.
    public let format: MediaFormat
    /// Pixels across, as it is shown.
    public let width: Int
    /// Pixels down, as it is shown.
    public let height: Int
    /// How long it takes, in milliseconds; nil for a picture that does not move, and where the file does not say.
    public let milliseconds: Int?

    /// Facts.
    public init(format: MediaFormat, width: Int, height: Int, milliseconds: Int? = nil) {
        (self.format, self.width, self.height, self.milliseconds) = (format, width, height, milliseconds)
    }
}

/// A file that nobody vouches for, read where one asks.
public struct MediaSource: Sendable {
    /// The last part of its name as a person wrote it; empty for standard input.
    public let name: String
    /// Its size in bytes.
    public let size: Int
    /// So many bytes from a place on. Throws a `Failure` when they are not there.
    public let bytes: @Sendable (_ offset: Int, _ count: Int) throws -> [UInt8]

    /// A file behind a function.
    public init(name: String, size: Int, bytes: @escaping @Sendable (_ offset: Int, _ count: Int) throws -> [UInt8]) {
        (self.name, self.size, self.bytes) = (name, size, bytes)
    }

    /// Bytes in memory.
    public init(name: String, _ whole: [UInt8]) {
        self.init(name: name, size: whole.count) { offset, count in
            guard offset >= 0, count >= 0, count <= whole.count - offset else { throw Failure.badMedia("is cut short") }
            return Array(whole[offset..<offset + count])
        }
    }

    /// The bytes in pieces of a mebibyte.
    func eachPiece(_ body: ([UInt8]) throws -> Void) throws {
        var offset = 0
        while offset < size {
            let count = min(MediaSource.piece, size - offset)
            try body(bytes(offset, count))
            offset += count
        }
    }

    static let piece = 1 << 20
}
