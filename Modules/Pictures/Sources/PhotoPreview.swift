import Kernel

/// The metadata at the start of a photo, used to sort many photos before full validation.
package struct PhotoPreview: Sendable {
    package let type: PictureFormat
    /// The camera's notes. They are empty if they are not at the usual place in the file.
    package let camera: CameraNotes

    /// The number of bytes that are read from the start of a file.
    private static let headSize = 256 << 10
    /// The maximum length of a camera's notes in bytes.
    private static let longestNotes = 1 << 20

    /// Reads the start of a file without checking that it is complete.
    ///
    /// Returns nil if the file does not begin like a photo.
    ///
    /// - Throws: the errors of reading.
    package init?(_ source: ByteSource) throws {
        let reader = ByteReader(try source.bytes(0, min(source.size, PhotoPreview.headSize)))
        let exif: ByteReader?
        if reader.starts(with: [0xFF, 0xD8, 0xFF]) {
            type = .jpeg
            exif = JPEGStructure.exif(in: reader)
        } else if reader.starts(with: PNGStructure.signature) {
            type = .png
            exif = PhotoPreview.exifOfWholeFile(source)
        } else if reader.starts(with: "RIFF".utf8), let form = try? reader.from(8), form.starts(with: "WEBP".utf8) {
            type = .webp
            exif = PhotoPreview.exifOfWholeFile(source)
        } else if let box = try? reader.from(4), box.starts(with: "ftyp".utf8) {
            type = .heic
            exif = try PhotoPreview.exif(ofHEIC: reader, source)
        } else {
            return nil
        }
        camera = exif.map { CameraNotes(exif: $0) } ?? CameraNotes()
    }

    /// Returns the notes from the whole file, because they may be at its end.
    ///
    /// Only for formats whose files are small and rarely come from a camera.
    private static func exifOfWholeFile(_ source: ByteSource) -> ByteReader? {
        guard source.size <= PictureLimits.largestPicture, let bytes = try? source.bytes(0, source.size) else {
            return nil
        }
        return (try? ImageHeader.structure(of: ByteReader(bytes)))?.exif
    }

    /// Returns the notes of a HEIC. The directory at its start contains their location.
    private static func exif(ofHEIC head: ByteReader, _ source: ByteSource) throws -> ByteReader? {
        var reader = head
        while let box = try? Box(&reader) {
            guard box.name == "meta" else { continue }
            guard let boxes = try? Box.all(in: Box.fullBody(box.body).body),
                let kinds = boxes.first(where: { $0.name == "iinf" }).flatMap({ try? HEICMeta.kinds($0.body) }),
                let item = kinds.filter({ $0.value == "Exif" }).keys.min(),
                let extents = boxes.first(where: { $0.name == "iloc" }).flatMap({ try? HEICPlaces.extents($0.body) }),
                let extent = extents.first(where: { $0.item == item }), extent.method == 0,
                extent.offset <= source.size,
                (4...longestNotes).contains(extent.length), extent.length <= source.size - extent.offset
            else { return nil }
            var block = ByteReader(try source.bytes(extent.offset, extent.length))
            guard let tiffOffset = try? block.number(4) else { return nil }
            return try? block.from(tiffOffset)
        }
        return nil
    }
}
