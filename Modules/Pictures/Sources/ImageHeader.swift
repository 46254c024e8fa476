import Kernel

/// The properties of a still image, read from its structure without decoding pixels.
///
/// The type is determined by content, never by name. The structure is read to its end, so a
/// truncated image is rejected. Any bytes can be read safely.
package struct ImageHeader: Hashable, Sendable {
    /// The format: JPEG, HEIC, PNG or WebP.
    package let type: PictureFormat
    package let width: Int
    package let height: Int
    /// Whether it has a single gray channel. False if that is unknown.
    package let isGray: Bool
    /// Whether it has no color profile, so that its colors are sRGB. False if that is unknown.
    package let lacksProfile: Bool
    package let camera: CameraNotes

    /// Reads the properties of an image.
    ///
    /// - Throws: `loadFailed` for a file that is not a photo (`PictureFormat.isPhoto`), is damaged
    ///   or truncated, or exceeds `PictureLimits`.
    package init(_ bytes: [UInt8]) throws {
        do {
            guard !bytes.isEmpty else { throw ByteReader.Malformed("is empty") }
            guard bytes.count <= PictureLimits.largestPicture else {
                throw ByteReader.Malformed("is larger than 64 MB")
            }
            let structure = try ImageHeader.structure(of: ByteReader(bytes))
            let notes = structure.exif.map { CameraNotes(exif: $0) } ?? CameraNotes()
            try ImageHeader.checkSize(structure.width, structure.height)
            type = structure.type
            isGray = structure.isGray
            lacksProfile = structure.lacksProfile
            camera = notes
            (width, height) =
                structure.isRotated(notes) ? (structure.height, structure.width) : (structure.width, structure.height)
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
        let side = PictureLimits.longestSide
        let area = PictureLimits.largestArea
        guard max(width, height) <= side, width * height <= area else {
            throw ByteReader.Malformed(
                "is \(width) × \(height) pixels; at most \(side) a side and \(area / 1_000_000) megapixels are taken")
        }
    }
}

/// An image with a validated structure, ready for an external program.
package struct ValidatedImage: Sendable {
    package let bytes: [UInt8]
    package let header: ImageHeader

    /// Validates an image.
    ///
    /// - Throws: `loadFailed`, as `ImageHeader`.
    package init(_ bytes: [UInt8]) throws {
        header = try ImageHeader(bytes)
        self.bytes = bytes
    }
}
