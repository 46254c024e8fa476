import Kernel

/// What an image says of itself, read from its structure alone. No pixel is decoded.
///
/// Judged by content, never by name; the structure is walked to its end, so an image that was cut short is refused. Safe on any bytes.
public struct ImageHeader: Hashable, Sendable {
    /// The largest image that is taken, in pixels: the largest phone camera has 200 megapixels.
    public static let largestArea = 200_000_000
    /// The longest side that is taken, in pixels.
    public static let longestSide = 25_000
    /// The largest file that is taken, in bytes.
    public static let largestFile = 64 << 20

    /// The kind of image.
    public let type: ImageType
    /// Pixels across, turned the way the camera was held.
    public let width: Int
    /// Pixels down, turned the way the camera was held.
    public let height: Int
    /// Whether it is known to have one channel of grey and no colours.
    public let isGrey: Bool
    /// What the camera wrote down.
    public let camera: CameraNotes

    /// Reads what an image says of itself.
    ///
    /// - Throws: `loadFailed` for what is not an image of a kind in `ImageType`, is damaged, cut short, or larger than the limits.
    public init(_ bytes: [UInt8]) throws {
        do {
            guard !bytes.isEmpty else { throw ByteReader.Malformed("is empty") }
            guard bytes.count <= ImageHeader.largestFile else { throw ByteReader.Malformed("is larger than 64 MB") }
            let found = try ImageHeader.structure(of: ByteReader(bytes))
            let notes = found.exif.map { CameraNotes(exif: $0) } ?? CameraNotes()
            try ImageHeader.checkSize(found.width, found.height)
            (type, isGrey) = (found.type, found.isGrey)
            camera = notes
            (width, height) = found.isTurned(notes) ? (found.height, found.width) : (found.width, found.height)
        } catch let malformed as ByteReader.Malformed {
            throw Failure(
                .loadFailed, "The photo \(malformed.what).", advice: "Take a JPEG, HEIC, PNG or WebP image that is whole.",
                kind: .badData)
        }
    }

    private static func structure(of reader: ByteReader) throws -> ImageStructure {
        if reader.starts(with: [0xFF, 0xD8, 0xFF]) { return try JPEGStructure.read(reader) }
        if reader.starts(with: PNGStructure.signature) { return try PNGStructure.read(reader) }
        if reader.starts(with: "RIFF".utf8), let form = try? reader.from(8), form.starts(with: "WEBP".utf8) {
            return try WebPStructure.read(reader)
        }
        if let box = try? reader.from(4), box.starts(with: "ftyp".utf8) { return try HEICStructure.read(reader) }
        throw ByteReader.Malformed("is not an image of a kind that is known here")
    }

    private static func checkSize(_ width: Int, _ height: Int) throws {
        guard width > 0, height > 0 else { throw ByteReader.Malformed("has no size") }
        guard max(width, height) <= longestSide, width * height <= largestArea else {
            throw ByteReader.Malformed(
                "is \(width) × \(height) pixels; at most \(longestSide) a side and \(largestArea / 1_000_000) megapixels are taken"
            )
        }
    }
}

/// What the walk through an image's structure found.
struct ImageStructure {
    let type: ImageType
    let width: Int
    let height: Int
    /// Whether it has one channel of grey, transparency aside.
    var isGrey = false
    /// A TIFF block with what the camera wrote down.
    var exif: ByteReader?
    /// Quarter turns that the container itself asks for; when it can, EXIF's orientation does not count.
    var quarterTurns: Int?

    func isTurned(_ notes: CameraNotes) -> Bool {
        quarterTurns.map { $0 % 2 == 1 } ?? (5...8).contains(notes.orientation)
    }
}
