import Kernel

/// The boxes of an MP4 or a MOV (ISO/IEC 14496-12; QuickTime File Format).
///
/// Headers are read one at a time, because a video may exceed memory.
struct MovieStructure {
    private static let pictureBrands: Set<String> = ["heic", "heix", "heim", "heis", "mif1", "msf1", "avif", "avis"]
    private static let firstBoxes: Set<String> = ["moov", "mdat", "wide", "free", "skip"]
    private static let boxLimit = 100_000
    /// The maximum size of a header box, in bytes. `tkhd` and `mvhd` are far smaller.
    private static let longestHeader = 4096

    private let source: ByteSource
    private let format: PictureFormat

    /// Creates the structure, or returns nil for any other file, including pictures in such boxes.
    init?(_ source: ByteSource, head: ByteReader) throws {
        self.source = source
        var head = head
        guard head.remaining >= 12, let size = try? head.number(4), let name = try? head.tag() else { return nil }
        if name == "ftyp" {
            let brand = try head.tag()
            guard size >= 16, !MovieStructure.pictureBrands.contains(brand) else { return nil }
            format = brand == "qt  " ? .mov : .mp4
        } else if MovieStructure.firstBoxes.contains(name) {
            format = .mov
        } else {
            return nil
        }
    }

    func facts() throws -> PictureProperties {
        let topBoxes = try boxes(in: 0..<source.size)
        guard let movie = topBoxes["moov"]?.first else { throw ByteReader.Malformed("holds no video, or is cut short") }
        guard topBoxes["mdat"]?.contains(where: { !$0.isEmpty }) ?? false else { throw ByteReader.Malformed.cutShort }
        let movieBoxes = try boxes(in: movie)
        for track in movieBoxes["trak"] ?? [] {
            if let size = try pictureSize(of: track) {
                return PictureProperties(
                    format: format, width: size.width, height: size.height,
                    milliseconds: try movieBoxes["mvhd"]?.first.flatMap(duration))
            }
        }
        throw ByteReader.Malformed("holds no picture")
    }

    /// Returns the properties of a file with a sound track and no picture track, or nil for a
    /// video.
    ///
    /// - Throws: `Malformed` for a truncated or damaged file.
    func sound() throws -> PictureProperties? {
        let topBoxes = try boxes(in: 0..<source.size)
        guard let movie = topBoxes["moov"]?.first else { return nil }
        let movieBoxes = try boxes(in: movie)
        let kinds = try (movieBoxes["trak"] ?? []).compactMap(kind)
        guard kinds.contains("soun"), !kinds.contains("vide") else { return nil }
        guard topBoxes["mdat"]?.contains(where: { !$0.isEmpty }) ?? false else { throw ByteReader.Malformed.cutShort }
        return PictureProperties(
            format: .m4a, width: 0, height: 0, milliseconds: try movieBoxes["mvhd"]?.first.flatMap(duration))
    }

    /// Returns the kind of a track, such as `vide` or `soun`, or nil if it is missing.
    private func kind(of track: Range<Int>) throws -> String? {
        guard let media = try boxes(in: track)["mdia"]?.first, let kind = try boxes(in: media)["hdlr"]?.first else {
            return nil
        }
        var handler = try body(kind)
        try handler.skip(8)
        return try handler.tag()
    }

    /// Returns the display size of a picture track, or nil for any other track.
    private func pictureSize(of track: Range<Int>) throws -> (width: Int, height: Int)? {
        let boxes = try boxes(in: track)
        guard try kind(of: track) == "vide", let head = boxes["tkhd"]?.first else { return nil }
        var reader = try body(head)
        let isLong = try reader.byte() == 1
        // Before the matrix are 40 bytes, or 52 with long numbers: version and flags, times, track,
        // reserved, duration, then reserved, layer, group, volume, reserved.
        try reader.skip((isLong ? 52 : 40) - 1)
        let matrix = try (0..<9).map { _ in try reader.number(4) }
        let size = (width: try reader.number(4) >> 16, height: try reader.number(4) >> 16)
        let isRotated = matrix[0] == 0 && matrix[4] == 0 && matrix[1] != 0
        return isRotated ? (size.height, size.width) : size
    }

    /// Returns the duration in milliseconds, or nil if the header does not contain it.
    private func duration(_ head: Range<Int>) throws -> Int? {
        var reader = try body(head)
        let isLong = try reader.byte() == 1
        try reader.skip(isLong ? 19 : 11)
        let scale = try reader.number(4)
        let units = isLong ? try reader.longNumber() : try reader.number(4)
        // The duration is zero or all ones if the fragments contain it.
        guard scale > 0, units > 0, isLong || units != 0xFFFF_FFFF else { return nil }
        let (product, overflow) = units.multipliedReportingOverflow(by: 1000)
        return overflow ? nil : product / scale
    }

    /// Returns the first bytes of a box's body.
    private func body(_ range: Range<Int>) throws -> ByteReader {
        ByteReader(try source.bytes(range.lowerBound, min(range.count, MovieStructure.longestHeader)))
    }

    /// Returns the bodies of the boxes in a range, by name.
    private func boxes(in range: Range<Int>) throws -> [String: [Range<Int>]] {
        var bodies = [String: [Range<Int>]]()
        var start = range.lowerBound
        var count = 0
        while range.upperBound - start >= 8 {
            var head = ByteReader(try source.bytes(start, min(16, range.upperBound - start)))
            let box = try BoxHead(&head, left: range.upperBound - start)
            start += head.position
            bodies[box.name, default: []].append(start..<start + box.length)
            start += box.length
            count += 1
            guard count < MovieStructure.boxLimit else { throw ByteReader.Malformed.damaged }
        }
        return bodies
    }
}
