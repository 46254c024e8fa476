/// The file form of a pixel map: a PNG with uncompressed pixels, which every program displays and
/// which this code reads without a library.
extension PixelMap {
    public var png: [UInt8] {
        var rows: [UInt8] = []
        for row in 0..<height {
            rows.append(0)
            rows += bytes[(row * width * 3)..<((row + 1) * width * 3)]
        }
        var stored: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: rows.count, by: PixelMap.longestPiece) {
            let piece = rows[start..<min(start + PixelMap.longestPiece, rows.count)]
            let length = UInt16(piece.count)
            stored.append(start + piece.count == rows.count ? 1 : 0)
            for part in [length, ~length] { stored += [UInt8(part & 255), UInt8(part >> 8)] }
            stored += piece
        }
        stored += PixelMap.big(Int(PixelMap.adler(rows)))
        var file = PixelMap.signature
        file += PixelMap.chunk("IHDR", PixelMap.big(width) + PixelMap.big(height) + PixelMap.form)
        file += PixelMap.chunk("IDAT", stored)
        file += PixelMap.chunk("IEND", [])
        return file
    }

    /// Reads the output of `png` and verifies every checksum. The result is nil for any other file.
    public init?(png file: [UInt8]) {
        guard file.count <= 2 * PixelMap.longestSide * PixelMap.longestSide * 3, file.starts(with: PixelMap.signature),
            let header = PixelMap.body(of: "IHDR", in: file, at: 8), header.count == 13,
            Array(header.suffix(5)) == PixelMap.form,
            let stored = PixelMap.body(of: "IDAT", in: file, at: 33), stored.count > 6,
            stored.starts(with: [0x78, 0x01]),
            PixelMap.body(of: "IEND", in: file, at: 45 + stored.count) == [], file.count == 57 + stored.count
        else { return nil }
        let width = PixelMap.number(header.prefix(4))
        let height = PixelMap.number(header.dropFirst(4).prefix(4))
        var rows = [UInt8]()
        var rest = stored.dropFirst(2).dropLast(4)
        while let first = rest.first, rest.count > 5 {
            let head = Array(rest.prefix(5))
            let length = Int(head[1]) | Int(head[2]) << 8
            guard first <= 1, rest.count >= 5 + length else { return nil }
            rows += rest.dropFirst(5).prefix(length)
            rest = rest.dropFirst(5 + length)
        }
        let sides = 1...PixelMap.longestSide
        guard rest.isEmpty, sides ~= width, sides ~= height, rows.count == height * (width * 3 + 1),
            PixelMap.number(stored.suffix(4)) == Int(PixelMap.adler(rows))
        else { return nil }
        let length = width * 3 + 1
        self.init(
            width: width, height: height, bytes: (0..<height).flatMap { rows[($0 * length + 1)..<(($0 + 1) * length)] })
    }

    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    private static let form: [UInt8] = [8, 2, 0, 0, 0]
    private static let longestPiece = 65_535

    private static func big(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }

    private static func number(_ bytes: some Sequence<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

    private static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
        let named = Array(name.utf8) + body
        return big(body.count) + named + big(Int(named.withUnsafeBytes { CRC32.checksum($0) }))
    }

    /// Returns the contents of the chunk at an offset if it has this name and a correct checksum.
    private static func body(of name: String, in file: [UInt8], at offset: Int) -> [UInt8]? {
        guard offset + 12 <= file.count else { return nil }
        let length = number(file[offset..<offset + 4])
        guard length <= file.count - offset - 12 else { return nil }
        let named = Array(file[(offset + 4)..<(offset + 8 + length)])
        guard named.starts(with: name.utf8),
            number(file[(offset + 8 + length)..<(offset + 12 + length)])
                == Int(named.withUnsafeBytes { CRC32.checksum($0) })
        else { return nil }
        return Array(named.dropFirst(4))
    }

    private static func adler(_ bytes: [UInt8]) -> UInt32 {
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return high << 16 | low
    }
}
