import Kernel

/// A directory of a TIFF block (TIFF 6.0, section 2).
///
/// Its numbered entries each have a type, a count, and a value or its location.
struct TIFFDirectory {
    private static let entryLimit = 1000
    private let block: ByteReader
    private var entries: [Int: (type: Int, count: Int, value: ByteReader)] = [:]
    /// Whether another directory follows, which describes a small picture.
    let isFollowed: Bool

    var isEmpty: Bool { entries.isEmpty }

    static func first(of block: ByteReader) throws -> TIFFDirectory {
        var head = block
        switch try head.tag() {
        case "II*\0": head.order = .little
        case "MM\0*": head.order = .big
        default: throw ByteReader.Malformed.damaged
        }
        var ordered = block
        ordered.order = head.order
        return try TIFFDirectory(ordered, at: head.number(4))
    }

    private init(_ block: ByteReader, at offset: Int) throws {
        self.block = block
        var reader = try block.from(offset)
        let count = try reader.number(2)
        guard count <= TIFFDirectory.entryLimit else { throw ByteReader.Malformed.damaged }
        for _ in 0..<count {
            let tag = try reader.number(2)
            let type = try reader.number(2)
            let number = try reader.number(4)
            let value = try reader.window(4)
            if entries[tag] == nil { entries[tag] = (type, number, value) }
        }
        isFollowed = ((try? reader.number(4)) ?? 0) != 0
    }

    /// Returns the directory that a tag points to.
    func follow(_ tag: Int) -> TIFFDirectory? {
        guard let entry = entries[tag], entry.type == 4 || entry.type == 13, entry.count == 1 else { return nil }
        var value = entry.value
        return (try? value.number(4)).flatMap { try? TIFFDirectory(block, at: $0) }
    }

    /// Returns a number of two or four bytes.
    func number(_ tag: Int) -> Int? {
        guard let entry = entries[tag], entry.count == 1, entry.type == 3 || entry.type == 4 else { return nil }
        var value = entry.value
        return try? value.number(entry.type == 3 ? 2 : 4)
    }

    /// Returns ASCII text of at most 64 bytes, without the NUL at its end.
    func text(_ tag: Int) -> String? {
        guard let entry = entries[tag], entry.type == 2, (1...64).contains(entry.count) else { return nil }
        var value = entry.value
        if entry.count > 4 {
            guard let offset = try? value.number(4), let target = try? block.from(offset) else { return nil }
            value = target
        }
        guard let text = try? value.window(entry.count).rest.prefix(while: { $0 != 0 }),
            text.allSatisfy({ (32..<127).contains($0) })
        else { return nil }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns a number of unsigned fractions, or nil if one of them is invalid.
    func fractions(_ tag: Int, count: Int) -> [Double]? {
        guard let entry = entries[tag], entry.type == 5, entry.count == count else { return nil }
        var value = entry.value
        guard let offset = try? value.number(4), var target = try? block.from(offset) else { return nil }
        let values = (0..<count).compactMap { _ -> Double? in
            guard let numerator = try? target.number(4), let denominator = try? target.number(4), denominator > 0 else {
                return nil
            }
            return Double(numerator) / Double(denominator)
        }
        return values.count == count ? values : nil
    }

    /// An entry as bytes, for a directory of the same byte order.
    struct Entry {
        let tag: Int
        let type: Int
        let count: Int
        let bytes: [UInt8]
    }

    /// The size in bytes of one value, by TIFF type number: 1 BYTE … 12 DOUBLE.
    private static let sizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8]

    /// Returns the entries of these tags, in order.
    ///
    /// Entries longer than 256 bytes or pointing outside the block are left out.
    func entries(_ tags: some Sequence<Int>) -> [Entry] {
        tags.compactMap { tag in
            guard let entry = entries[tag], TIFFDirectory.sizes.indices.contains(entry.type) else { return nil }
            let (size, overflows) = entry.count.multipliedReportingOverflow(by: TIFFDirectory.sizes[entry.type])
            guard !overflows, (1...256).contains(size) else { return nil }
            var value = entry.value
            if size > 4 {
                guard let offset = try? value.number(4), let target = try? block.from(offset) else { return nil }
                value = target
            }
            return (try? value.window(size)).map {
                Entry(tag: tag, type: entry.type, count: entry.count, bytes: Array($0.rest))
            }
        }
    }

    var tags: [Int] { entries.keys.sorted() }
    var order: ByteReader.Order { block.order }
}
