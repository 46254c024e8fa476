import Kernel

/// The boxes of a HEIC (ISO/IEC 23008-12 over ISO/IEC 14496-12).
enum HEICStructure {
    private static let brands: Set<String> = ["heic", "heix", "heim", "heis", "mif1"]

    static func read(_ file: ByteReader) throws -> ImageStructure {
        var reader = file
        var meta = HEICMeta?.none
        var hasData = false
        while !reader.isAtEnd {
            let box = try Box(&reader)
            switch box.name {
            case "ftyp": try checkBrand(box.body)
            case "meta": meta = try meta ?? HEICMeta(box.body, file: file)
            case "mdat": hasData = hasData || !box.body.isAtEnd
            default: break
            }
        }
        guard let meta else { throw ByteReader.Malformed("holds no picture") }
        guard hasData || meta.hasOwnData else { throw ByteReader.Malformed.cutShort }
        let size = try meta.primarySize()
        return ImageStructure(
            type: .heic, width: size.width, height: size.height, lacksProfile: !meta.hasProfile, exif: meta.exif(),
            quarterTurns: meta.quarterTurns)
    }

    /// Returns whether a file is upright and contains only pictures and these notes.
    ///
    /// Maker's notes, a location or text of other programs make it false.
    static func containsNothingElse(_ file: ByteReader, than notes: [UInt8]?) -> Bool {
        var reader = file
        while let box = try? Box(&reader) {
            guard box.name == "meta", let meta = try? HEICMeta(box.body, file: file) else { continue }
            return meta.quarterTurns == 0 && meta.containsOnlyPicturesAndNotes
                && meta.exif().map { Array($0.rest) } == notes
        }
        return false
    }

    private static func checkBrand(_ body: ByteReader) throws {
        var body = body
        let major = try body.tag()
        try body.skip(4)
        var compatible: Set<String> = []
        while body.remaining >= 4 { compatible.insert(try body.tag()) }
        guard major != "avif", !compatible.union([major]).isDisjoint(with: brands) else {
            throw ByteReader.Malformed.unknownKind
        }
    }
}
