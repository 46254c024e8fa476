import Kernel

/// The boxes of an MP4 or a MOV (ISO/IEC 14496-12; QuickTime File Format), read one head at a time: a video may be larger than memory.
struct MovieStructure {
    private static let pictureBrands: Set<String> = ["heic", "heix", "heim", "heis", "mif1", "msf1", "avif", "avis"]
    private static let firstBoxes: Set<String> = ["moov", "mdat", "wide", "free", "skip"]
    private static let mostBoxes = 100_000
    /// `tkhd` and `mvhd` are far smaller.
    private static let longestHead = 4096

    private let source: ByteSource
    private let format: PictureFormat

    /// Nil for what begins otherwise, pictures in such boxes included.
    init?(_ source: ByteSource, head: ByteReader) throws {
        self.source = source
        var head = head
        guard head.left >= 12, let size = try? head.number(4), let name = try? head.tag() else { return nil }
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

    func facts() throws -> PictureFacts {
        let top = try boxes(in: 0..<source.size)
        guard let movie = top["moov"]?.first else { throw ByteReader.Malformed("holds no video, or is cut short") }
        guard top["mdat"]?.contains(where: { !$0.isEmpty }) ?? false else { throw ByteReader.Malformed.cutShort }
        let inside = try boxes(in: movie)
        for track in inside["trak"] ?? [] {
            if let size = try pictureSize(of: track) {
                return PictureFacts(
                    format: format, width: size.width, height: size.height,
                    milliseconds: try inside["mvhd"]?.first.flatMap(duration))
            }
        }
        throw ByteReader.Malformed("holds no picture")
    }

    /// What it is where it has a track of sound and none of pictures; nil for a video.
    ///
    /// - Throws: `Malformed` for what is cut short or damaged.
    func sound() throws -> PictureFacts? {
        let top = try boxes(in: 0..<source.size)
        guard let movie = top["moov"]?.first else { return nil }
        let inside = try boxes(in: movie)
        let kinds = try (inside["trak"] ?? []).compactMap(kind)
        guard kinds.contains("soun"), !kinds.contains("vide") else { return nil }
        guard top["mdat"]?.contains(where: { !$0.isEmpty }) ?? false else { throw ByteReader.Malformed.cutShort }
        return PictureFacts(
            format: .m4a, width: 0, height: 0, milliseconds: try inside["mvhd"]?.first.flatMap(duration))
    }

    /// What a track holds: `vide`, `soun`; nil where it does not say.
    private func kind(of track: Range<Int>) throws -> String? {
        guard let media = try boxes(in: track)["mdia"]?.first, let kind = try boxes(in: media)["hdlr"]?.first else { return nil }
        var handler = try body(kind)
        try handler.skip(8)
        return try handler.tag()
    }

    /// The size of a track of pictures, as it is shown; nil for a track of anything else.
    private func pictureSize(of track: Range<Int>) throws -> (width: Int, height: Int)? {
        let boxes = try boxes(in: track)
        guard try kind(of: track) == "vide", let head = boxes["tkhd"]?.first else { return nil }
        var reader = try body(head)
        let isLong = try reader.byte() == 1
        // Version and flags, times, track, reserved, duration; then reserved, layer, group, volume, reserved: 40 or 52 to the matrix.
        try reader.skip((isLong ? 52 : 40) - 1)
        let matrix = try (0..<9).map { _ in try reader.number(4) }
        let size = (width: try reader.number(4) >> 16, height: try reader.number(4) >> 16)
        let isTurned = matrix[0] == 0 && matrix[4] == 0 && matrix[1] != 0
        return isTurned ? (size.height, size.width) : size
    }

    private func duration(_ head: Range<Int>) throws -> Int? {
        var reader = try body(head)
        let isLong = try reader.byte() == 1
        try reader.skip(isLong ? 19 : 11)
        let scale = try reader.number(4)
        let units = isLong ? try reader.longNumber() : try reader.number(4)
        // All ones, or nothing, where the pieces say how long they are.
        guard scale > 0, units > 0, isLong || units != 0xFFFF_FFFF else { return nil }
        let (product, overflow) = units.multipliedReportingOverflow(by: 1000)
        return overflow ? nil : product / scale
    }

    private func body(_ range: Range<Int>) throws -> ByteReader {
        ByteReader(try source.bytes(range.lowerBound, min(range.count, MovieStructure.longestHead)))
    }

    /// What the boxes of a range hold, by their names.
    private func boxes(in range: Range<Int>) throws -> [String: [Range<Int>]] {
        var (found, start, count) = ([String: [Range<Int>]](), range.lowerBound, 0)
        while range.upperBound - start >= 8 {
            var head = ByteReader(try source.bytes(start, min(16, range.upperBound - start)))
            let box = try BoxHead(&head, left: range.upperBound - start)
            start += head.position
            found[box.name, default: []].append(start..<start + box.length)
            start += box.length
            count += 1
            guard count < MovieStructure.mostBoxes else { throw ByteReader.Malformed.damaged }
        }
        return found
    }
}
