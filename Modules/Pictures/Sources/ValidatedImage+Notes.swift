import Kernel

extension ValidatedImage {
    /// Returns the permitted part of the camera's notes as a TIFF block, or nil if it is empty.
    package func notes(withLocation: Bool) -> [UInt8]? {
        (try? ImageHeader.structure(of: ByteReader(bytes)))?.exif.flatMap {
            PermittedNotes.block(of: $0, withLocation: withLocation)
        }
    }

    /// Returns the photo without its private notes, or nil if that needs a program.
    ///
    /// No program is needed for an upright JPEG within the requested size, and for such a HEIC
    /// without other metadata.
    package func strippingPrivateNotes(as request: PictureRequest) -> [UInt8]? {
        let longestSide = max(header.width, header.height)
        if header.type == .heic {
            // It already has its final size. Another encoding would only lose quality.
            guard longestSide <= request.side(of: header), bytes.count <= request.largestFile, request.format == .heic,
                HEICStructure.containsNothingElse(ByteReader(bytes), than: notes(withLocation: request.keepsLocation))
            else { return nil }
            return bytes
        }
        guard header.type == .jpeg, header.camera.orientation == 1, longestSide <= request.side(of: header),
            bytes.count <= request.smallFile
        else { return nil }
        return (try? JPEGStructure.rewritten(ByteReader(bytes), notes: notes(withLocation: request.keepsLocation)))
            .flatMap { $0 }
    }

    /// Returns the same picture, bit for bit, with a date of capture.
    ///
    /// Returns nil if that would remove other metadata.
    package func withCaptureDay(_ day: Day, secondOfDay: Int) -> [UInt8]? {
        guard header.camera.taken == nil else { return nil }
        let reader = ByteReader(bytes)
        guard let structure = try? ImageHeader.structure(of: reader) else { return nil }
        guard structure.exif.map(PermittedNotes.permitsAll) ?? true else { return nil }
        let notes = PermittedNotes.block(of: structure.exif, day, secondOfDay: secondOfDay)
        switch header.type {
        case .png: return structure.exif == nil ? PNGStructure.annotated(bytes, notes: notes) : nil
        case .jpeg:
            let copy = try? JPEGStructure.rewritten(reader, notes: structure.exif.map { Array($0.rest) })
            return copy == bytes ? (try? JPEGStructure.rewritten(reader, notes: notes)).flatMap { $0 } : nil
        case .heic: return (try? HEICNotes(bytes)?.replaceNotes(notes)).flatMap { $0 }
        default: return nil
        }
    }

    /// Returns a picture with notes after its header. A picture that is neither JPEG nor PNG is
    /// returned unchanged.
    package static func annotated(_ picture: [UInt8], notes: [UInt8]?) -> [UInt8] {
        guard let notes else { return picture }
        if picture.starts(with: PNGStructure.signature) { return PNGStructure.annotated(picture, notes: notes) }
        return (try? JPEGStructure.rewritten(ByteReader(picture), notes: notes)).flatMap { $0 } ?? picture
    }
}
