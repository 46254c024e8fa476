import Kernel

extension JudgedImage {
    /// What of the camera's notes may stay, as a TIFF block; nil when there is nothing.
    package func notes(withLocation: Bool) -> [UInt8]? {
        (try? ImageHeader.structure(of: ByteReader(bytes)))?.exif.flatMap { KeptNotes.block(of: $0, withLocation: withLocation) }
    }

    /// The photo itself, without what it should not say, where it needs no program: a JPEG that is upright and as small as wished already. Nil for any other.
    package func kept(as wish: PictureWish) -> [UInt8]? {
        let longest = max(header.width, header.height)
        guard header.type == .jpeg, header.camera.orientation == 1, longest <= wish.side(of: header),
            bytes.count <= wish.smallFile
        else {
            return nil
        }
        return (try? JPEGStructure.rewritten(ByteReader(bytes), notes: notes(withLocation: wish.keepsLocation))).flatMap { $0 }
    }

    /// A picture that a program made, with notes behind its header; itself where it is neither JPEG nor PNG.
    package static func annotated(_ made: [UInt8], notes: [UInt8]?) -> [UInt8] {
        guard let notes else { return made }
        if made.starts(with: PNGStructure.signature) { return PNGStructure.annotated(made, notes: notes) }
        return (try? JPEGStructure.rewritten(ByteReader(made), notes: notes)).flatMap { $0 } ?? made
    }
}
