import Kernel

extension JudgedImage {
    /// What of the camera's notes may stay, as a TIFF block; nil when there is nothing.
    package func notes(withLocation: Bool) -> [UInt8]? {
        (try? ImageHeader.structure(of: ByteReader(bytes)))?.exif.flatMap { KeptNotes.block(of: $0, withLocation: withLocation) }
    }

    /// The photo itself, without what it should not say, where it needs no program: a JPEG that is upright and as small as wished already, or such a HEIC
    /// that says nothing else. Nil for any other.
    package func kept(as wish: PictureWish) -> [UInt8]? {
        let longest = max(header.width, header.height)
        if header.type == .heic {
            // It is as small as it becomes: made once more it would only lose.
            guard longest <= wish.side(of: header), bytes.count <= wish.largestFile, wish.format == .heic,
                HEICStructure.saysNothingMore(ByteReader(bytes), than: notes(withLocation: wish.keepsLocation))
            else { return nil }
            return bytes
        }
        guard header.type == .jpeg, header.camera.orientation == 1, longest <= wish.side(of: header),
            bytes.count <= wish.smallFile
        else {
            return nil
        }
        return (try? JPEGStructure.rewritten(ByteReader(bytes), notes: notes(withLocation: wish.keepsLocation))).flatMap { $0 }
    }

    /// The same picture, bit for bit, whose camera says that it was taken then; nil for one that cannot be told so without losing something else that it says.
    package func dated(_ day: Day, secondOfDay: Int) -> [UInt8]? {
        guard header.camera.taken == nil else { return nil }
        let reader = ByteReader(bytes)
        guard let structure = try? ImageHeader.structure(of: reader) else { return nil }
        guard structure.exif.map(KeptNotes.keepAll) ?? true else { return nil }
        let notes = KeptNotes.block(of: structure.exif, day, secondOfDay: secondOfDay)
        switch header.type {
        case .png: return structure.exif == nil ? PNGStructure.annotated(bytes, notes: notes) : nil
        case .jpeg:
            let same = try? JPEGStructure.rewritten(reader, notes: structure.exif.map { Array($0.rest) })
            return same == bytes ? (try? JPEGStructure.rewritten(reader, notes: notes)).flatMap { $0 } : nil
        case .heic: return (try? HEICNotes(bytes)?.put(notes)).flatMap { $0 }
        default: return nil
        }
    }

    /// A picture that a program made, with notes behind its header; itself where it is neither JPEG nor PNG.
    package static func annotated(_ made: [UInt8], notes: [UInt8]?) -> [UInt8] {
        guard let notes else { return made }
        if made.starts(with: PNGStructure.signature) { return PNGStructure.annotated(made, notes: notes) }
        return (try? JPEGStructure.rewritten(ByteReader(made), notes: notes)).flatMap { $0 } ?? made
    }
}
