import Kernel

/// The `meta` box, which lists the items, their locations and their properties.
struct HEICMeta {
    private let file: ByteReader
    /// The body of the `idat` box, in which items can be stored.
    private let ownData: ByteReader?
    /// The number of the item that is the picture.
    private(set) var primary: Int?
    /// The kind of each item by its number, such as `hvc1` or `Exif`.
    private(set) var kinds: [Int: String] = [:]
    /// The parts of each item by its number.
    private var itemData: [Int: [ByteReader]] = [:]
    private var properties: [Box] = []
    /// The properties of each item by its number, as positions from 1.
    private var associations: [Int: [Int]] = [:]

    var hasOwnData: Bool { ownData.map { !$0.isAtEnd } ?? false }

    init(_ body: ByteReader, file: ByteReader) throws {
        let boxes = try Box.all(in: Box.fullBody(body).body)
        self.file = file
        ownData = boxes.first { $0.name == "idat" }?.body
        for box in boxes {
            switch box.name {
            case "pitm": try readPrimary(box.body)
            case "iinf": try readKinds(box.body)
            case "iloc": itemData = try HEICPlaces.read(box.body, file: file, ownData: ownData)
            case "iprp": try readProperties(box.body)
            default: break
            }
        }
    }

    /// Returns the size of the primary picture before rotation.
    func primarySize() throws -> (width: Int, height: Int) {
        guard let primary, itemData[primary] != nil, let box = property("ispe") else {
            throw ByteReader.Malformed("holds no picture")
        }
        var body = try Box.fullBody(box).body
        return (try body.number(4), try body.number(4))
    }

    /// The rotation recorded in the container, of which EXIF's orientation is only a copy.
    var quarterTurns: Int {
        guard var body = property("irot"), let turns = try? body.byte() else { return 0 }
        return turns & 3
    }

    /// Whether the file contains a color profile. Without one its colors are sRGB.
    var hasProfile: Bool {
        properties.contains {
            $0.name == "colr" && ($0.body.starts(with: "prof".utf8) || $0.body.starts(with: "rICC".utf8))
        }
    }

    var containsOnlyPicturesAndNotes: Bool { Set(kinds.values).isSubset(of: ["hvc1", "grid", "Exif"]) }

    /// Returns the TIFF block of the camera's notes.
    func exif() -> ByteReader? {
        guard let item = kinds.filter({ $0.value == "Exif" }).keys.min(), var block = itemData[item]?.first,
            let tiffOffset = try? block.number(4)
        else { return nil }
        return try? block.from(tiffOffset)
    }

    /// Returns the body of a property of the picture.
    private func property(_ name: String) -> ByteReader? {
        guard let primary else { return nil }
        return associations[primary, default: []].lazy.filter { properties.indices.contains($0 - 1) }.map {
            properties[$0 - 1]
        }
        .first { $0.name == name }?.body
    }

    /// Reads the number of the primary item from the box `pitm`.
    private mutating func readPrimary(_ body: ByteReader) throws {
        var full = try Box.fullBody(body)
        primary = try full.body.number(full.version == 0 ? 2 : 4)
    }

    private mutating func readKinds(_ body: ByteReader) throws { kinds = try HEICMeta.kinds(body) }

    /// Returns the type of each item, such as `hvc1`, from the box `iinf`.
    static func kinds(_ body: ByteReader) throws -> [Int: String] {
        var kinds: [Int: String] = [:]
        var full = try Box.fullBody(body)
        try full.body.skip(full.version == 0 ? 2 : 4)
        for box in try Box.all(in: full.body) where box.name == "infe" {
            var entry = try Box.fullBody(box.body)
            guard entry.version >= 2 else { continue }
            let item = try entry.body.number(entry.version == 2 ? 2 : 4)
            try entry.body.skip(2)
            kinds[item] = try entry.body.tag()
        }
        return kinds
    }

    /// Reads the properties and their items from the box `iprp`.
    private mutating func readProperties(_ body: ByteReader) throws {
        for box in try Box.all(in: body) {
            if box.name == "ipco" { properties = try Box.all(in: box.body) }
            if box.name == "ipma" { try readAssociations(box.body) }
        }
    }

    /// Reads the property numbers of each item from the box `ipma`.
    private mutating func readAssociations(_ body: ByteReader) throws {
        var full = try Box.fullBody(body)
        let count = try full.body.number(4)
        guard count <= Box.childLimit else { throw ByteReader.Malformed.damaged }
        for _ in 0..<count {
            let item = try full.body.number(full.version == 0 ? 2 : 4)
            for _ in 0..<(try full.body.byte()) {
                let isWide = full.flags & 1 == 1
                let index = try full.body.number(isWide ? 2 : 1)
                associations[item, default: []].append(index & (isWide ? 0x7FFF : 0x7F))
            }
        }
    }
}

/// Reads the locations of the items.
///
/// An extent outside the file means that the file is truncated.
enum HEICPlaces {
    /// A part of an item: its construction method, its offset and its length.
    ///
    /// A length of 0 means the rest of the container.
    typealias Extent = (item: Int, method: Int, offset: Int, length: Int)

    /// Returns the parts of each item by its number.
    static func read(_ body: ByteReader, file: ByteReader, ownData: ByteReader?) throws -> [Int: [ByteReader]] {
        var itemData: [Int: [ByteReader]] = [:]
        for extent in try extents(body) {
            itemData[extent.item] = itemData[extent.item] ?? []
            guard let container = extent.method == 0 ? file : extent.method == 1 ? ownData : nil else { continue }
            var data = try container.from(extent.offset)
            itemData[extent.item, default: []].append(
                try data.window(extent.length == 0 ? data.remaining : extent.length))
        }
        return itemData
    }

    /// Returns the parts of all items as the `iloc` box lists them.
    static func extents(_ body: ByteReader) throws -> [Extent] {
        let full = try Box.fullBody(body)
        let version = full.version
        var body = full.body
        let sizes = try body.number(2)
        let offsetSize = sizes >> 12
        let lengthSize = sizes >> 8 & 15
        let baseSize = sizes >> 4 & 15
        let indexSize = version == 0 ? 0 : sizes & 15
        guard version <= 2, [offsetSize, lengthSize, baseSize, indexSize].allSatisfy({ [0, 4, 8].contains($0) }) else {
            throw ByteReader.Malformed.damaged
        }
        let isWide = version == 2
        let count = try body.number(isWide ? 4 : 2)
        guard count <= Box.childLimit else { throw ByteReader.Malformed.damaged }
        var extents: [Extent] = []
        for _ in 0..<count {
            let item = try body.number(isWide ? 4 : 2)
            let method = version == 0 ? 0 : try body.number(2) & 15
            try body.skip(2)
            let base = try number(&body, baseSize)
            for _ in 0..<(try body.number(2)) {
                _ = try number(&body, indexSize)
                let offset = try number(&body, offsetSize)
                let length = try number(&body, lengthSize)
                extents.append((item, method, base + offset, length))
            }
        }
        return extents
    }

    private static func number(_ body: inout ByteReader, _ size: Int) throws -> Int {
        size == 8 ? try body.longNumber() : try body.number(size)
    }
}
