import Kernel

/// The segments of a JPEG (ITU-T T.81, annex B), from its start marker to its end marker.
enum JPEGStructure {
    private static let segmentLimit = 10_000

    static func read(_ file: ByteReader) throws -> ImageStructure {
        var reader = file
        try reader.skip(2)
        var (frame, exif, codedBytes): (Frame?, ByteReader?, Int) = (nil, nil, 0)
        for _ in 0..<segmentLimit {
            let marker = try marker(&reader)
            switch marker {
            // The end of the image.
            case 0xD9:
                guard let frame, codedBytes > 0 else { throw ByteReader.Malformed("holds no picture") }
                guard codedBytes >= frame.minimumCodedBytes else { throw ByteReader.Malformed.cutShort }
                return ImageStructure(
                    type: .jpeg, width: frame.width, height: frame.height, isGray: frame.channels == 1, exif: exif)
            case 0x01, 0xD0...0xD7: continue
            // The start of a scan, before its coded data.
            case 0xDA:
                guard frame != nil else { throw ByteReader.Malformed.damaged }
                try reader.skip(segmentLength(&reader))
                codedBytes += try skipCodedData(&reader)
            case _ where isFrame(marker):
                guard frame == nil else { throw ByteReader.Malformed.damaged }
                frame = try Frame(marker, reader.window(segmentLength(&reader)))
            // APP1, which holds the notes.
            case 0xE1:
                let segment = try reader.window(segmentLength(&reader))
                if exif == nil, segment.starts(with: Array("Exif\0\0".utf8)) { exif = try segment.from(6) }
            default: try reader.skip(segmentLength(&reader))
            }
        }
        throw ByteReader.Malformed.damaged
    }

    /// Returns the camera's notes from the start of a file, which may be incomplete.
    static func exif(in head: ByteReader) -> ByteReader? {
        var reader = head
        try? reader.skip(2)
        for _ in 0..<segmentLimit {
            guard let marker = try? marker(&reader), ![0xDA, 0xD9].contains(marker),
                let length = try? segmentLength(&reader),
                let segment = try? reader.window(length)
            else { return nil }
            if marker == 0xE1, segment.starts(with: Array("Exif\0\0".utf8)) { return try? segment.from(6) }
        }
        return nil
    }

    /// Returns the same picture, bit for bit, with only these camera notes (EXIF) and its color
    /// profile.
    ///
    /// Comments, maker's notes and data after the end are removed. Returns nil for a CMYK picture.
    static func rewritten(_ file: ByteReader, notes: [UInt8]?) throws -> [UInt8]? {
        var reader = file
        try reader.skip(2)
        var result: [UInt8] = [0xFF, 0xD8]
        result.reserveCapacity(file.remaining)
        if let notes, notes.count < 65_000 {
            result += [0xFF, 0xE1] + ByteOrder.big(notes.count + 8, 2) + "Exif\0\0".utf8 + notes
        }
        for _ in 0..<segmentLimit {
            let start = reader
            let marker = try marker(&reader)
            if marker == 0xD9 { return result + [0xFF, 0xD9] }
            if marker == 0x01 || (0xD0...0xD7).contains(marker) { continue }
            let segment = try reader.window(segmentLength(&reader))
            if isFrame(marker), try Frame(marker, segment).channels > 3 { return nil }
            if marker == 0xDA { _ = try skipCodedData(&reader) }
            guard isPicture(marker, segment) else { continue }
            var copy = start
            result += try copy.window(reader.position - start.position).rest
        }
        throw ByteReader.Malformed.damaged
    }

    private static func isFrame(_ marker: Int) -> Bool {
        (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
    }

    /// Returns whether a segment belongs to the picture and its colors, rather than to its
    /// metadata.
    private static func isPicture(_ marker: Int, _ segment: ByteReader) -> Bool {
        switch marker {
        case 0xE0: segment.starts(with: Array("JFIF\0".utf8)) && segment.remaining == 14
        case 0xE2: segment.starts(with: Array("ICC_PROFILE\0".utf8))
        case 0xEE: segment.starts(with: Array("Adobe".utf8))
        case 0xE1, 0xE3...0xEF, 0xFE: false
        default: true
        }
    }

    /// Reads the next marker after any number of fill bytes.
    private static func marker(_ reader: inout ByteReader) throws -> Int {
        guard try reader.byte() == 0xFF else { throw ByteReader.Malformed.damaged }
        var code = try reader.byte()
        while code == 0xFF { code = try reader.byte() }
        guard code != 0 else { throw ByteReader.Malformed.damaged }
        return code
    }

    private static func segmentLength(_ reader: inout ByteReader) throws -> Int {
        let length = try reader.number(2)
        guard length >= 2 else { throw ByteReader.Malformed.damaged }
        return length - 2
    }

    /// Skips coded data up to the next marker and returns its length in bytes.
    private static func skipCodedData(_ reader: inout ByteReader) throws -> Int {
        let start = reader.position
        while true {
            reader.advance(to: 0xFF)
            guard reader.remaining >= 2 else { throw ByteReader.Malformed.cutShort }
            var ahead = reader
            try ahead.skip(1)
            let code = try ahead.byte()
            guard code == 0 || (0xD0...0xD7).contains(code) else { return reader.position - start }
            reader = ahead
        }
    }

    /// The frame header: the size and the channels of the picture.
    private struct Frame {
        let width: Int
        let height: Int
        let channels: Int
        let minimumCodedBytes: Int

        init(_ marker: Int, _ segment: ByteReader) throws {
            var segment = segment
            try segment.skip(1)
            height = try segment.number(2)
            width = try segment.number(2)
            channels = try segment.byte()
            guard width > 0, height > 0 else { throw ByteReader.Malformed("has no size") }
            // With Huffman codes and without progression, each block of 8 × 8 has at least two
            // codes of a bit. A file with fewer bytes was truncated and then given an end marker.
            let blocks = ((width + 7) / 8) * ((height + 7) / 8)
            minimumCodedBytes = marker <= 0xC1 ? blocks / 4 : 1
        }
    }
}
