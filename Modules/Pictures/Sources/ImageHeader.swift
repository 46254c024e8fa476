import Kernel

/// What a still image says of itself, read from its structure alone. No pixel is decoded.
///
/// Judged by content, never by name; the structure is walked to its end, so an image that was cut short is refused. Safe on any bytes.
public struct ImageHeader: Hashable, Sendable {
    /// The kind of image: JPEG, HEIC, PNG or WebP.
    public let type: PictureFormat
    /// Pixels across, turned the way the camera was held.
    public let width: Int
    /// Pixels down, turned the way the camera was held.
    public let height: Int
    /// Whether it is known to have one channel of grey and no colours.
    public let isGrey: Bool
    /// Whether it is known to have no profile of its colours, which are sRGB then.
    package let lacksProfile: Bool
    /// What the camera wrote down.
    public let camera: CameraNotes

    /// Reads what an image says of itself.
    ///
    /// - Throws: `loadFailed` for what is no photo (`PictureFormat.isPhoto`), is damaged, cut short, or larger than `PictureLimits`.
    public init(_ bytes: [UInt8]) throws {
        do {
            guard !bytes.isEmpty else { throw ByteReader.Malformed("is empty") }
            guard bytes.count <= PictureLimits.largestPicture else { throw ByteReader.Malformed("is larger than 64 MB") }
            let found = try ImageHeader.structure(of: ByteReader(bytes))
            let notes = found.exif.map { CameraNotes(exif: $0) } ?? CameraNotes()
            try ImageHeader.checkSize(found.width, found.height)
            (type, isGrey, lacksProfile) = (found.type, found.isGrey, found.lacksProfile)
            camera = notes
            (width, height) = found.isTurned(notes) ? (found.height, found.width) : (found.width, found.height)
        } catch let malformed as ByteReader.Malformed {
            throw Failure(
                .loadFailed, "The photo \(malformed.what).", advice: "Use an undamaged JPEG, HEIC, PNG or WebP image.",
                kind: .badData)
        }
    }

    static func structure(of reader: ByteReader) throws -> ImageStructure {
        if reader.starts(with: [0xFF, 0xD8, 0xFF]) { return try JPEGStructure.read(reader) }
        if reader.starts(with: PNGStructure.signature) { return try PNGStructure.read(reader) }
        if reader.starts(with: "RIFF".utf8), let form = try? reader.from(8), form.starts(with: "WEBP".utf8) {
            return try WebPStructure.read(reader)
        }
        if let box = try? reader.from(4), box.starts(with: "ftyp".utf8) { return try HEICStructure.read(reader) }
        throw ByteReader.Malformed.unknownKind
    }

    private static func checkSize(_ width: Int, _ height: Int) throws {
        guard width > 0, height > 0 else { throw ByteReader.Malformed("has no size") }
        let (side, area) = (PictureLimits.longestSide, PictureLimits.largestArea)
        guard max(width, height) <= side, width * height <= area else {
            throw ByteReader.Malformed(
                "is \(width) × \(height) pixels; at most \(side) a side and \(area / 1_000_000) megapixels are taken")
        }
    }
}

/// An image whose structure was read: what is still needed where a program is to see it.
public struct JudgedImage: Sendable {
    /// The file.
    public let bytes: [UInt8]
    /// What it says of itself.
    public let header: ImageHeader

    /// Judges an image.
    ///
    /// - Throws: `loadFailed`, as `ImageHeader`.
    public init(_ bytes: [UInt8]) throws {
        header = try ImageHeader(bytes)
        self.bytes = bytes
    }
}
