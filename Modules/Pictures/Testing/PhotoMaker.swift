import Kernel
import Pictures

/// Creates valid photos, small enough to damage at every byte.
package enum PhotoMaker {
    /// Returns a gray JPEG whose 8 × 8 blocks each have one random shade.
    package static func jpeg(_ width: Int, _ height: Int, exif: [UInt8]? = nil, seed: UInt64 = 1) -> [UInt8] {
        var random = RandomSource(seed: seed)
        var bits = BitWriter()
        var previousShade = 0
        for _ in 0..<((width + 7) / 8) * ((height + 7) / 8) {
            let shade = Int.random(in: -120...120, using: &random)
            let difference = shade - previousShade
            previousShade = shade
            let size = difference == 0 ? 0 : Int.bitWidth - abs(difference).leadingZeroBitCount
            bits.put(size, 4)
            bits.put(difference < 0 ? difference + (1 << size) - 1 : difference, size)
            bits.put(0, 1)
        }
        let tables =
            segment(0xDB, [0] + [UInt8](repeating: 8, count: 64))
            + segment(0xC4, [0x00, 0, 0, 0, 12] + [UInt8](repeating: 0, count: 12) + (0...11).map { UInt8($0) })
            + segment(0xC4, [0x10, 1] + [UInt8](repeating: 0, count: 15) + [0])
        let frame = segment(0xC0, [8] + big(height, 2) + big(width, 2) + [1, 1, 0x11, 0])
        let camera = exif.map { segment(0xE1, Array("Exif\0\0".utf8) + $0) } ?? []
        return [0xFF, 0xD8] + camera + tables + frame + segment(0xDA, [1, 1, 0, 0, 63, 0]) + bits.bytes + [0xFF, 0xD9]
    }

    /// Returns a gray PNG, uncompressed.
    package static func png(_ width: Int, _ height: Int, exif: [UInt8]? = nil) -> [UInt8] {
        png(width, height, exif: exif) { row, column in [UInt8(truncatingIfNeeded: column * 40 + row * 70)] }
    }

    /// Returns a PNG of one color.
    package static func flat(_ width: Int, _ height: Int, color: [UInt8]) -> [UInt8] {
        png(width, height) { _, _ in color }
    }

    private static func png(_ width: Int, _ height: Int, exif: [UInt8]? = nil, pixel: (Int, Int) -> [UInt8]) -> [UInt8]
    {
        let rows: [UInt8] = (0..<height).flatMap { row in [0] + (0..<width).flatMap { pixel(row, $0) } }
        let stored =
            [0x78, 0x01, 1] + little(rows.count, 2) + little(~rows.count & 0xFFFF, 2) + rows + big(Int(adler(rows)), 4)
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", big(width, 4) + big(height, 4) + [8, pixel(0, 0).count == 3 ? 2 : 0, 0, 0, 0])
            + (exif.map { chunk("eXIf", $0) } ?? []) + chunk("IDAT", stored) + chunk("IEND", [])
    }

    package static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
        let typeAndBody = Array(name.utf8) + body
        return big(body.count, 4) + typeAndBody + big(Int(typeAndBody.withUnsafeBytes { CRC32.checksum($0) }), 4)
    }

    /// Returns a WebP with the header of a picture, but without valid pixels.
    package static func webp(_ width: Int, _ height: Int, exif: [UInt8]? = nil, lossless: Bool = false) -> [UInt8] {
        let picture =
            lossless
            ? riff("VP8L", [0x2F] + little(width - 1 | (height - 1) << 14, 4) + [1, 2, 3])
            : riff(
                "VP8 ",
                little(4 << 5 | 0x10, 3) + [0x9D, 0x01, 0x2A] + little(width, 2) + little(height, 2) + [9, 9, 9, 9, 9])
        let extended = riff("VP8X", [exif == nil ? 0 : 8, 0, 0, 0] + little(width - 1, 3) + little(height - 1, 3))
        let form = Array("WEBP".utf8) + (exif.map { extended + picture + riff("EXIF", $0) } ?? picture)
        return Array("RIFF".utf8) + little(form.count, 4) + form
    }

    private static func riff(_ name: String, _ body: [UInt8]) -> [UInt8] {
        Array(name.utf8) + little(body.count, 4) + body + (body.count % 2 == 1 ? [0] : [])
    }

    /// Returns a HEIC as from a phone, with one picture and one EXIF item, but without valid
    /// pixels.
    package static func heic(
        _ width: Int, _ height: Int, quarterTurns: Int? = nil, exif: [UInt8]? = nil, brand: String = "heic"
    )
        -> [UInt8]
    {
        let picture = [UInt8](repeating: 0xAB, count: 40)
        let notes = exif.map { big(6, 4) + Array("Exif\0\0".utf8) + $0 }
        let type = box("ftyp", Array(brand.utf8) + big(0, 4) + Array(brand.utf8))
        func meta(at start: Int) -> [UInt8] {
            var items = infe(1, "hvc1")
            var places = place(1, start, picture.count)
            if let notes {
                items += infe(2, "Exif")
                places += place(2, start + picture.count, notes.count)
            }
            let count = notes == nil ? 1 : 2
            let turn = quarterTurns.map { box("irot", [UInt8($0)]) } ?? []
            let properties = box("ipco", full("ispe", big(width, 4) + big(height, 4)) + turn)
            let owners = full("ipma", big(1, 4) + big(1, 2) + (quarterTurns == nil ? [1, 1] : [2, 1, 0x82]))
            return full(
                "meta",
                full("hdlr", [UInt8](repeating: 0, count: 20)) + full("pitm", big(1, 2))
                    + full("iinf", big(count, 2) + items)
                    + box("iprp", properties + owners) + full("iloc", [0x44, 0x00] + big(count, 2) + places))
        }
        let start = type.count + meta(at: 0).count + 8
        return type + meta(at: start) + box("mdat", picture + (notes ?? []))
    }

    /// Returns an entry of the item list.
    private static func infe(_ item: Int, _ kind: String) -> [UInt8] {
        box("infe", [2, 0, 0, 0] + big(item, 2) + big(0, 2) + Array(kind.utf8) + [0])
    }
    /// Returns an entry of the item locations.
    private static func place(_ item: Int, _ offset: Int, _ length: Int) -> [UInt8] {
        big(item, 2) + big(0, 2) + big(1, 2) + big(offset, 4) + big(length, 4)
    }
    package static func box(_ name: String, _ body: [UInt8]) -> [UInt8] {
        big(body.count + 8, 4) + Array(name.utf8) + body
    }
    private static func full(_ name: String, _ body: [UInt8]) -> [UInt8] { box(name, [0, 0, 0, 0] + body) }

    /// The camera notes to write into a photo.
    package struct Exif {
        var taken: String?
        var offsetOriginal: String?
        var offset: String?
        var orientation: Int?
        var hasLocation = false
        var isLittle = false
        var model: String?
        /// The sign and fractions of one coordinate, as in `("N", [(48, 1), (12, 1), (3064,
        /// 100)])`.
        package typealias Angle = (sign: String, parts: [(Int, Int)])
        package var spot: (latitude: Angle, longitude: Angle)?
        /// The private text, written as owner, serial number and maker's note.
        var secret: String?

        package init(
            taken: String? = nil, offsetOriginal: String? = nil, offset: String? = nil, orientation: Int? = nil,
            hasLocation: Bool = false, isLittle: Bool = false, model: String? = nil, secret: String? = nil
        ) {
            self.model = model
            self.secret = secret
            self.taken = taken
            self.offsetOriginal = offsetOriginal
            self.offset = offset
            self.orientation = orientation
            self.hasLocation = hasLocation
            self.isLittle = isLittle
        }

        package var block: [UInt8] {
            var camera: [Field] = []
            if let taken { camera.append(.text(0x9003, taken)) }
            if let offset { camera.append(.text(0x9010, offset)) }
            if let offsetOriginal { camera.append(.text(0x9011, offsetOriginal)) }
            if let secret { camera += [.text(0x927C, secret), .text(0xA430, secret), .text(0xA431, secret)] }
            if let model { camera.append(.text(0xA434, model)) }
            let location: [Field] =
                spot.map {
                    [
                        .text(0x0001, $0.latitude.sign), .fractions(0x0002, $0.latitude.parts),
                        .text(0x0003, $0.longitude.sign), .fractions(0x0004, $0.longitude.parts),
                    ]
                } ?? (hasLocation ? [.text(0x0001, "N"), .text(0x0003, "E")] : [])
            // The size of a directory does not depend on its pointers, so it is computed with
            // zeros.
            let mainSize = directory(mainFields(0, 0), at: 8).count
            let cameraSize = directory(camera, at: 8 + mainSize).count
            let body =
                directory(mainFields(8 + mainSize, 8 + mainSize + cameraSize), at: 8)
                + directory(camera, at: 8 + mainSize)
                + directory(location, at: 8 + mainSize + cameraSize)
            return Array((isLittle ? "II" : "MM").utf8) + number(42, 2) + number(8, 4) + body
        }

        /// A field of a directory: its tag and its value.
        private enum Field {
            case text(Int, String)
            case short(Int, Int)
            case pointer(Int, Int)
            case fractions(Int, [(Int, Int)])
        }

        private func mainFields(_ camera: Int, _ location: Int) -> [Field] {
            (model.map { [.text(0x0110, $0)] } ?? []) + (orientation.map { [.short(0x0112, $0)] } ?? []) + [
                .pointer(0x8769, camera)
            ]
                + (hasLocation || spot != nil ? [.pointer(0x8825, location)] : [])
        }

        private func directory(_ fields: [Field], at start: Int) -> [UInt8] {
            var (entries, values): ([UInt8], [UInt8]) = ([], [])
            let end = start + 2 + fields.count * 12 + 4
            for field in fields {
                switch field {
                case .short(let tag, let value):
                    entries += number(tag, 2) + number(3, 2) + number(1, 4) + number(value, 2) + [0, 0]
                case .pointer(let tag, let value):
                    entries += number(tag, 2) + number(4, 2) + number(1, 4) + number(value, 4)
                case .fractions(let tag, let parts):
                    entries += number(tag, 2) + number(5, 2) + number(parts.count, 4) + number(end + values.count, 4)
                    values += parts.flatMap { number($0.0, 4) + number($0.1, 4) }
                case .text(let tag, let text):
                    let ascii = Array(text.utf8) + [0]
                    entries += number(tag, 2) + number(2, 2) + number(ascii.count, 4)
                    if ascii.count <= 4 {
                        entries += ascii + [UInt8](repeating: 0, count: 4 - ascii.count)
                    } else {
                        entries += number(end + values.count, 4)
                        values += ascii
                    }
                }
            }
            return number(fields.count, 2) + entries + number(0, 4) + values
        }

        private func number(_ value: Int, _ size: Int) -> [UInt8] { isLittle ? little(value, size) : big(value, size) }
    }

    private static func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
        [0xFF, marker] + big(body.count + 2, 2) + body
    }

    /// Returns the Adler-32 checksum.
    private static func adler(_ bytes: [UInt8]) -> UInt32 {
        let (low, high) = bytes.reduce(into: (UInt32(1), UInt32(0))) { sums, byte in
            sums.0 = (sums.0 + UInt32(byte)) % 65_521
            sums.1 = (sums.1 + sums.0) % 65_521
        }
        return high << 16 | low
    }

    /// A writer of coded JPEG data, bit by bit.
    private struct BitWriter {
        private var writtenBytes: [UInt8] = []
        private var (pendingBits, count) = (0, 0)

        mutating func put(_ value: Int, _ size: Int) {
            for bit in (0..<size).reversed() {
                pendingBits = pendingBits << 1 | value >> bit & 1
                count += 1
                if count == 8 { flush() }
            }
        }

        var bytes: [UInt8] {
            var copy = self
            while copy.count != 0 { copy.put(1, 1) }
            return copy.writtenBytes
        }

        private mutating func flush() {
            writtenBytes.append(UInt8(pendingBits))
            if pendingBits == 0xFF { writtenBytes.append(0) }
            pendingBits = 0
            count = 0
        }
    }
}

/// Returns the bytes of a number, the most significant one first.
package func big(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}
/// Returns the bytes of a number, the least significant one first.
package func little(_ value: Int, _ size: Int) -> [UInt8] { big(value, size).reversed() }
