import Kernel

/// The boxes of a HEIC (ISO/IEC 23008-12 over ISO/IEC 14496-12).
enum HEICStructure {
    private static let brands: Set<String> = ["heic", "heix", "heim", "heis", "mif1"]
    static let mostItems = 10_000

    static func read(_ whole: ByteReader) throws -> ImageStructure {
        var (reader, meta, hasData) = (whole, HEICMeta?.none, false)
        while !reader.isAtEnd {
            let box = try HEICBox(&reader)
            switch box.name {
            case "ftyp": try checkBrand(box.body)
            case "meta": meta = try meta ?? HEICMeta(box.body, file: whole)
            case "mdat": hasData = hasData || !box.body.isAtEnd
            default: break
            }
        }
        guard let meta else { throw ByteReader.Malformed("holds no picture") }
        guard hasData || meta.hasOwnData else { throw ByteReader.Malformed.cutShort }
        let size = try meta.primarySize()
        return ImageStructure(
            type: .heic, width: size.width, height: size.height, exif: meta.exif(), quarterTurns: meta.quarterTurns)
    }

    private static func checkBrand(_ body: ByteReader) throws {
        var body = body
        let major = try body.tag()
        try body.skip(4)
        var compatible: Set<String> = []
        while body.left >= 4 { compatible.insert(try body.tag()) }
        guard major != "avif", !compatible.union([major]).isDisjoint(with: brands) else {
            throw ByteReader.Malformed("is not an image of a kind that is known here")
        }
    }
}

/// One box: its name and what is in it.
struct HEICBox {
    let name: String
    let body: ByteReader

    init(_ reader: inout ByteReader) throws {
        let start = reader.position
        let size = try reader.number(4)
        name = try reader.tag()
        let length = size == 1 ? try reader.longNumber() : size
        let head = reader.position - start
        guard size != 0 else {
            body = try reader.window(reader.left)
            return
        }
        guard length >= head else { throw ByteReader.Malformed("is damaged") }
        body = try reader.window(length - head)
    }

    static func all(in reader: ByteReader) throws -> [HEICBox] {
        var (reader, boxes) = (reader, [HEICBox]())
        while !reader.isAtEnd {
            guard boxes.count < HEICStructure.mostItems else { throw ByteReader.Malformed("is damaged") }
            boxes.append(try HEICBox(&reader))
        }
        return boxes
    }

    /// What stands behind version and flags.
    static func fullBody(_ body: ByteReader) throws -> (version: Int, flags: Int, body: ByteReader) {
        var body = body
        return (try body.byte(), try body.number(3), body)
    }
}

/// The box that says which items there are, where they lie and what belongs to them.
struct HEICMeta {
    private let file: ByteReader
    private let ownData: ByteReader?
    private var primary: Int?
    private var kinds: [Int: String] = [:]
    private var places: [Int: [ByteReader]] = [:]
    private var properties: [HEICBox] = []
    private var associations: [Int: [Int]] = [:]

    var hasOwnData: Bool { ownData.map { !$0.isAtEnd } ?? false }

    init(_ body: ByteReader, file: ByteReader) throws {
        let boxes = try HEICBox.all(in: HEICBox.fullBody(body).body)
        self.file = file
        ownData = boxes.first { $0.name == "idat" }?.body
        for box in boxes {
            switch box.name {
            case "pitm": try readPrimary(box.body)
            case "iinf": try readKinds(box.body)
            case "iloc": places = try HEICPlaces.read(box.body, file: file, ownData: ownData)
            case "iprp": try readProperties(box.body)
            default: break
            }
        }
    }

    /// The size of the picture that is shown, before it is turned.
    func primarySize() throws -> (width: Int, height: Int) {
        guard let primary, places[primary] != nil, let box = property("ispe") else {
            throw ByteReader.Malformed("holds no picture")
        }
        var body = try HEICBox.fullBody(box).body
        return (try body.number(4), try body.number(4))
    }

    /// The turns that the container asks for; EXIF's orientation is only a copy of them.
    var quarterTurns: Int {
        guard var body = property("irot"), let turns = try? body.byte() else { return 0 }
        return turns & 3
    }

    func exif() -> ByteReader? {
        guard let item = kinds.filter({ $0.value == "Exif" }).keys.min(), var block = places[item]?.first,
            let skipped = try? block.number(4)
        else { return nil }
        return try? block.from(skipped)
    }

    private func property(_ name: String) -> ByteReader? {
        guard let primary else { return nil }
        return associations[primary, default: []].lazy.filter { properties.indices.contains($0 - 1) }.map { properties[$0 - 1] }
            .first { $0.name == name }?.body
    }

    private mutating func readPrimary(_ body: ByteReader) throws {
        var full = try HEICBox.fullBody(body)
        primary = try full.body.number(full.version == 0 ? 2 : 4)
    }

    private mutating func readKinds(_ body: ByteReader) throws {
        var full = try HEICBox.fullBody(body)
        try full.body.skip(full.version == 0 ? 2 : 4)
        for box in try HEICBox.all(in: full.body) where box.name == "infe" {
            var entry = try HEICBox.fullBody(box.body)
            guard entry.version >= 2 else { continue }
            let item = try entry.body.number(entry.version == 2 ? 2 : 4)
            try entry.body.skip(2)
            kinds[item] = try entry.body.tag()
        }
    }

    private mutating func readProperties(_ body: ByteReader) throws {
        for box in try HEICBox.all(in: body) {
            if box.name == "ipco" { properties = try HEICBox.all(in: box.body) }
            if box.name == "ipma" { try readAssociations(box.body) }
        }
    }

    private mutating func readAssociations(_ body: ByteReader) throws {
        var full = try HEICBox.fullBody(body)
        let count = try full.body.number(4)
        guard count <= HEICStructure.mostItems else { throw ByteReader.Malformed("is damaged") }
        for _ in 0..<count {
            let item = try full.body.number(full.version == 0 ? 2 : 4)
            for _ in 0..<(try full.body.byte()) {
                let wide = full.flags & 1 == 1
                let index = try full.body.number(wide ? 2 : 1)
                associations[item, default: []].append(index & (wide ? 0x7FFF : 0x7F))
            }
        }
    }
}

/// Where the items lie; each extent must lie within the file, or the file was cut short.
enum HEICPlaces {
    static func read(_ body: ByteReader, file: ByteReader, ownData: ByteReader?) throws -> [Int: [ByteReader]] {
        let full = try HEICBox.fullBody(body)
        let version = full.version
        var body = full.body
        let sizes = try body.number(2)
        let (offsetSize, lengthSize, baseSize) = (sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15)
        let indexSize = version == 0 ? 0 : sizes & 15
        guard version <= 2, [offsetSize, lengthSize, baseSize, indexSize].allSatisfy({ [0, 4, 8].contains($0) }) else {
            throw ByteReader.Malformed("is damaged")
        }
        let isWide = version == 2
        let count = try body.number(isWide ? 4 : 2)
        guard count <= HEICStructure.mostItems else { throw ByteReader.Malformed("is damaged") }
        var places: [Int: [ByteReader]] = [:]
        for _ in 0..<count {
            let item = try body.number(isWide ? 4 : 2)
            let method = version == 0 ? 0 : try body.number(2) & 15
            try body.skip(2)
            let base = try number(&body, baseSize)
            places[item] = try (0..<body.number(2)).compactMap { _ in
                _ = try number(&body, indexSize)
                let (offset, length) = (try number(&body, offsetSize), try number(&body, lengthSize))
                guard let container = method == 0 ? file : method == 1 ? ownData : nil else { return nil }
                var place = try container.from(base + offset)
                return try place.window(length == 0 ? place.left : length)
            }
        }
        return places
    }

    private static func number(_ body: inout ByteReader, _ size: Int) throws -> Int {
        size == 8 ? try body.longNumber() : try body.number(size)
    }
}
