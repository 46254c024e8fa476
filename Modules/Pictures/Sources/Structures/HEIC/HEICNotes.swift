import Kernel

/// Writes camera notes into a HEIC, as an item that describes its picture (ISO/IEC 23008-12,
/// section A.2.1).
///
/// The notes are written to a separate box after `meta`. Later data moves, and its recorded
/// locations are updated. The picture stays the same, bit for bit.
struct HEICNotes {
    /// The boxes that can be moved, because no box except `meta` records their location.
    private static let movableBoxes: Set<String> = ["ftyp", "meta", "mdat", "free", "skip"]

    private let bytes: [UInt8]
    /// The range of the `meta` box in the file.
    private let metaRange: Range<Int>
    private let meta: ByteReader
    private let primary: Int
    /// The item that holds the notes, and whether it is new.
    private let item: (id: Int, isNew: Bool)
    private let extents: [HEICPlaces.Extent]

    /// Reads a file. Returns nil if it has several notes, or more than pictures, such as a video.
    init?(_ bytes: [UInt8]) throws {
        var reader = ByteReader(bytes)
        var metaBox = (metaRange: Range<Int>, body: ByteReader)?.none
        while !reader.isAtEnd {
            let start = reader.position
            let box = try Box(&reader)
            guard HEICNotes.movableBoxes.contains(box.name), box.name != "meta" || metaBox == nil else { return nil }
            if box.name == "meta" { metaBox = (start..<reader.position, box.body) }
        }
        guard let (metaRange, body) = metaBox else { return nil }
        let boxes = try Box.all(in: Box.fullBody(body).body)
        let metadata = try HEICMeta(body, file: ByteReader(bytes))
        guard let primary = metadata.primary, boxes.contains(where: { $0.name == "iinf" }),
            let extents = try boxes.first(where: { $0.name == "iloc" }).map({ try HEICPlaces.extents($0.body) })
        else { return nil }
        let notes = metadata.kinds.keys.filter { metadata.kinds[$0] == "Exif" }
        let highest = max(metadata.kinds.keys.max() ?? 0, extents.map(\.item).max() ?? 0)
        guard notes.count <= 1, highest < 0xFFFF else { return nil }
        self.bytes = bytes
        self.metaRange = metaRange
        self.meta = body
        self.primary = primary
        item = notes.first.map { ($0, false) } ?? (highest + 1, true)
        self.extents = extents
        guard extents.allSatisfy({ isMovable($0) }) else { return nil }
    }

    /// Returns the file with these notes instead of its current ones.
    func replaceNotes(_ notes: [UInt8]) throws -> [UInt8] {
        let block = ByteOrder.big(6, 4) + Array("Exif\0\0".utf8) + notes
        let data = HEICNotes.box("mdat", block)
        // The size does not depend on the locations, so it is first computed with zeros.
        let size = try rebuiltMeta(shift: 0, notes: 0..<0).count
        let start = metaRange.lowerBound + size + data.count - block.count
        let newMeta = try rebuiltMeta(shift: size + data.count - metaRange.count, notes: start..<start + block.count)
        return bytes[..<metaRange.lowerBound] + newMeta + data + bytes[metaRange.upperBound...]
    }

    /// Returns whether the location of a part can be computed after the data moved.
    private func isMovable(_ extent: HEICPlaces.Extent) -> Bool {
        switch extent.method {
        case 0:
            extent.length > 0
                && (extent.offset >= metaRange.upperBound || extent.offset + extent.length <= metaRange.lowerBound)
        case 1: true
        default: false
        }
    }

    /// Returns the `meta` box with the notes and the moved locations.
    private func rebuiltMeta(shift: Int, notes: Range<Int>) throws -> [UInt8] {
        let full = try Box.fullBody(meta)
        var reader = full.body
        var boxes = [UInt8]()
        var hasReference = !item.isNew
        while !reader.isAtEnd {
            var copy = reader
            let box = try Box(&reader)
            switch box.name {
            case "iloc": boxes += locations(shift: shift, notes: notes)
            case "iinf" where item.isNew: boxes += try itemList(box.body)
            case "iref" where item.isNew:
                let version = try Box.fullBody(box.body).version
                boxes += HEICNotes.box("iref", Array(box.body.rest) + reference(version == 0 ? 2 : 4))
                hasReference = true
            default: boxes += try copy.window(reader.position - copy.position).rest
            }
        }
        if !hasReference { boxes += HEICNotes.box("iref", [0, 0, 0, 0] + reference(2)) }
        return HEICNotes.box("meta", Array(meta.rest.prefix(4)) + boxes)
    }

    /// Returns the item list with an entry for the new notes.
    private func itemList(_ body: ByteReader) throws -> [UInt8] {
        var full = try Box.fullBody(body)
        let size = full.version == 0 ? 2 : 4
        let count = try full.body.number(size)
        let entry = HEICNotes.box("infe", [2, 0, 0, 1] + ByteOrder.big(item.id, 2) + [0, 0] + Array("Exif\0".utf8))
        return HEICNotes.box(
            "iinf", Array(body.rest.prefix(4)) + ByteOrder.big(count + 1, size) + full.body.rest + entry)
    }

    /// Returns the reference that links the notes to the picture.
    private func reference(_ size: Int) -> [UInt8] {
        HEICNotes.box("cdsc", ByteOrder.big(item.id, size) + [0, 1] + ByteOrder.big(primary, size))
    }

    /// Returns the locations of all items after the move, with those of the notes.
    private func locations(shift: Int, notes: Range<Int>) -> [UInt8] {
        var extents = extents.filter { $0.item != item.id }
        for index in extents.indices where extents[index].method == 0 && extents[index].offset >= metaRange.upperBound {
            extents[index].offset += shift
        }
        extents.append((item.id, 0, notes.lowerBound, notes.count))
        let items = Dictionary(grouping: extents, by: \.item).sorted { $0.key < $1.key }
        var rows: [UInt8] = []
        for (id, extents) in items {
            rows +=
                ByteOrder.big(id, 2) + ByteOrder.big(extents[0].method, 2) + [0, 0] + ByteOrder.big(extents.count, 2)
            for extent in extents { rows += ByteOrder.big(extent.offset, 4) + ByteOrder.big(extent.length, 4) }
        }
        return HEICNotes.box("iloc", [1, 0, 0, 0, 0x44, 0] + ByteOrder.big(items.count, 2) + rows)
    }

    private static func box(_ name: String, _ body: [UInt8]) -> [UInt8] {
        ByteOrder.big(body.count + 8, 4) + Array(name.utf8) + body
    }
}
