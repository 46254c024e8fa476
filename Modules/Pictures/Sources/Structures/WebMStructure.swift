import Kernel

/// Reads elements of EBML (RFC 8794), as WebM uses them.
enum EBML {
    static func begins(_ head: ByteReader) -> Bool { head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) }

    /// An element with its identifier, including the marker bit, and the range of its body.
    ///
    /// A body of unknown size extends to the end.
    struct Element {
        let id: Int
        let body: Range<Int>
        /// Whether the size is unknown, so that the body extends to the end.
        let isOpen: Bool

        init(_ source: ByteSource, at start: Int, end: Int) throws {
            var head = ByteReader(try source.bytes(start, min(12, end - start)))
            id = try Element.number(&head, keepsMarker: true, longest: 4).value
            let size = try Element.number(&head, keepsMarker: false, longest: 8)
            let first = start + head.position
            isOpen = size.isUnknown
            guard size.isUnknown || size.value <= end - first else { throw ByteReader.Malformed.cutShort }
            body = first..<(size.isUnknown ? end : first + size.value)
        }

        /// Reads a number of variable length. A number with all bits set means an unknown size.
        private static func number(_ reader: inout ByteReader, keepsMarker: Bool, longest: Int) throws -> (
            value: Int, isUnknown: Bool
        ) {
            let first = try reader.byte()
            let length = UInt8(first).leadingZeroBitCount + 1
            guard length <= longest else { throw ByteReader.Malformed.damaged }
            let lowBytes = try reader.number(length - 1)
            let marker = 1 << (8 - length)
            let highBits = keepsMarker ? first : first & (marker - 1)
            let isUnknown = first & (marker - 1) == marker - 1 && lowBytes == (1 << (8 * (length - 1))) - 1
            return (isUnknown ? 0 : highBits << (8 * (length - 1)) | lowBytes, isUnknown)
        }
    }
}

/// A WebM file, which consists of Matroska's elements.
struct WebMStructure {
    /// The identifiers of the elements.
    private enum ElementID {
        static let (kind, segment, info, tracks, cluster) = (0x4282, 0x1853_8067, 0x1549_A966, 0x1654_AE6B, 0x1F43_B675)
        static let (scale, duration, track, trackType, video) = (0x2AD7B1, 0x4489, 0xAE, 0x83, 0xE0)
        static let (width, height) = (0xB0, 0xBA)
    }

    private static let elementLimit = 100_000
    private let source: ByteSource

    init(_ source: ByteSource) { self.source = source }

    func facts() throws -> PictureProperties {
        let topElements = try elements(in: 0..<source.size)
        guard let header = topElements.first,
            let kind = try elements(in: header.body).first(where: { $0.id == ElementID.kind })
        else { throw ByteReader.Malformed.damaged }
        guard
            try source.bytes(kind.body.lowerBound, min(kind.body.count, 16)).prefix(while: { $0 != 0 })
                == Array("webm".utf8)[...]
        else { throw ByteReader.Malformed("is a Matroska file, and not a WebM") }
        guard let segment = topElements.first(where: { $0.id == ElementID.segment }) else {
            throw ByteReader.Malformed.cutShort
        }
        let segmentElements = try elements(in: segment.body)
        guard let tracks = segmentElements.first(where: { $0.id == ElementID.tracks }) else {
            throw ByteReader.Malformed("holds no video")
        }
        guard segmentElements.contains(where: { $0.id == ElementID.cluster && !$0.body.isEmpty }) else {
            throw ByteReader.Malformed.cutShort
        }
        for track in try elements(in: tracks.body) where track.id == ElementID.track {
            let fields = try elements(in: track.body)
            guard try number(ElementID.trackType, fields) == 1,
                let video = fields.first(where: { $0.id == ElementID.video })
            else { continue }
            let size = try elements(in: video.body)
            return PictureProperties(
                format: .webm, width: try number(ElementID.width, size) ?? 0,
                height: try number(ElementID.height, size) ?? 0,
                milliseconds: try segmentElements.first { $0.id == ElementID.info }.flatMap(duration))
        }
        throw ByteReader.Malformed("holds no picture")
    }

    /// Returns the duration in milliseconds, or nil if it is missing or implausible.
    private func duration(_ info: EBML.Element) throws -> Int? {
        let fields = try elements(in: info.body)
        guard let field = fields.first(where: { $0.id == ElementID.duration }) else { return nil }
        var reader = ByteReader(try source.bytes(field.body.lowerBound, min(field.body.count, 8)))
        let units: Double
        switch field.body.count {
        case 4: units = Double(Float(bitPattern: UInt32(try reader.number(4))))
        case 8: units = Double(bitPattern: UInt64(try reader.number(4)) << 32 | UInt64(try reader.number(4)))
        default: return nil
        }
        let milliseconds = units * Double(try number(ElementID.scale, fields) ?? 1_000_000) / 1_000_000
        return milliseconds.isFinite && milliseconds > 0 && milliseconds < 1e12 ? Int(milliseconds) : nil
    }

    /// Returns the integer in the element of an identifier, or nil if it is missing.
    private func number(_ id: Int, _ elements: [EBML.Element]) throws -> Int? {
        guard let field = elements.first(where: { $0.id == id }), (1...7).contains(field.body.count) else { return nil }
        var reader = ByteReader(try source.bytes(field.body.lowerBound, field.body.count))
        return try reader.number(field.body.count)
    }

    /// Returns the elements of a range up to the first of unknown size.
    ///
    /// The elements after it cannot be recognized.
    private func elements(in range: Range<Int>) throws -> [EBML.Element] {
        var elements = [EBML.Element]()
        var start = range.lowerBound
        while start < range.upperBound {
            let element = try EBML.Element(source, at: start, end: range.upperBound)
            elements.append(element)
            start = element.body.upperBound
            guard elements.count < WebMStructure.elementLimit else { throw ByteReader.Malformed.damaged }
        }
        return elements
    }
}
