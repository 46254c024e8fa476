import Kernel

/// What a photo says of itself, by a look at its beginning: for whoever sorts many of them before one is judged.
public struct CameraGlance: Sendable {
    /// The kind of image that it looks like.
    public let type: PictureFormat
    /// What the camera wrote down; nothing where it stands elsewhere than cameras write it.
    public let camera: CameraNotes

    /// As much of a file is looked at.
    private static let head = 256 << 10
    /// Notes of a camera are no longer.
    private static let longestNotes = 1 << 20

    /// Looks at a file; nil for what does not begin as a photo does. Whether it is whole, nobody knows yet.
    ///
    /// - Throws: what reading throws.
    public init?(_ source: ByteSource) throws {
        let reader = ByteReader(try source.bytes(0, min(source.size, CameraGlance.head)))
        let exif: ByteReader?
        if reader.starts(with: [0xFF, 0xD8, 0xFF]) {
            (type, exif) = (.jpeg, JPEGStructure.exif(in: reader))
        } else if reader.starts(with: PNGStructure.signature) {
            (type, exif) = (.png, CameraGlance.whole(source))
        } else if reader.starts(with: "RIFF".utf8), let form = try? reader.from(8), form.starts(with: "WEBP".utf8) {
            (type, exif) = (.webp, CameraGlance.whole(source))
        } else if let box = try? reader.from(4), box.starts(with: "ftyp".utf8) {
            (type, exif) = (.heic, try CameraGlance.exif(ofHEIC: reader, source))
        } else {
            return nil
        }
        camera = exif.map { CameraNotes(exif: $0) } ?? CameraNotes()
    }

    /// Of what is rarely a photo of a camera, and small: its notes may stand at its end.
    private static func whole(_ source: ByteSource) -> ByteReader? {
        guard source.size <= PictureLimits.largestPicture, let bytes = try? source.bytes(0, source.size) else { return nil }
        return (try? ImageHeader.structure(of: ByteReader(bytes)))?.exif
    }

    /// The directory stands at the beginning and says where the notes lie.
    private static func exif(ofHEIC head: ByteReader, _ source: ByteSource) throws -> ByteReader? {
        var reader = head
        while let box = try? Box(&reader) {
            guard box.name == "meta" else { continue }
            guard let boxes = try? Box.all(in: Box.fullBody(box.body).body),
                let kinds = boxes.first(where: { $0.name == "iinf" }).flatMap({ try? HEICMeta.kinds($0.body) }),
                let item = kinds.filter({ $0.value == "Exif" }).keys.min(),
                let places = boxes.first(where: { $0.name == "iloc" }).flatMap({ try? HEICPlaces.extents($0.body) }),
                let place = places.first(where: { $0.item == item }), place.method == 0, place.offset <= source.size,
                (4...longestNotes).contains(place.length), place.length <= source.size - place.offset
            else { return nil }
            var block = ByteReader(try source.bytes(place.offset, place.length))
            guard let skipped = try? block.number(4) else { return nil }
            return try? block.from(skipped)
        }
        return nil
    }
}
