/// The file form of a pixel map: a PNG with uncompressed pixels, which every program displays and
/// which this code reads without a library.
extension PixelMap {
    public var png: [UInt8] {
        var rows: [UInt8] = []
        for row in 0..<height {
            rows.append(0)
            rows += bytes[(row * width * 3)..<((row + 1) * width * 3)]
        }
        var zlibStream: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: rows.count, by: PixelMap.longestBlock) {
            let block = rows[start..<min(start + PixelMap.longestBlock, rows.count)]
            let length = UInt16(block.count)
            zlibStream.append(start + block.count == rows.count ? 1 : 0)
            for value in [length, ~length] { zlibStream += [UInt8(value & 255), UInt8(value >> 8)] }
            zlibStream += block
        }
        zlibStream += PixelMap.bigEndian(Int(PixelMap.adler(rows)))
        var file = PixelMap.signature
        file += PixelMap.chunk("IHDR", PixelMap.bigEndian(width) + PixelMap.bigEndian(height) + PixelMap.pixelFormat)
        file += PixelMap.chunk("IDAT", zlibStream)
        file += PixelMap.chunk("IEND", [])
        return file
    }

    /// Reads the output of `png` and verifies every checksum. The result is nil for any other file.
    public init?(png file: [UInt8]) {
        guard file.count <= 2 * PixelMap.longestSide * PixelMap.longestSide * 3, file.starts(with: PixelMap.signature),
            let header = PixelMap.body(of: "IHDR", in: file, at: 8), header.count == 13,
            Array(header.suffix(5)) == PixelMap.pixelFormat,
            let zlibStream = PixelMap.body(of: "IDAT", in: file, at: 33), zlibStream.count > 6,
            zlibStream.starts(with: [0x78, 0x01]),
            PixelMap.body(of: "IEND", in: file, at: 45 + zlibStream.count) == [], file.count == 57 + zlibStream.count
        else { return nil }
        let width = PixelMap.number(header.prefix(4))
        let height = PixelMap.number(header.dropFirst(4).prefix(4))
        var rows = [UInt8]()
        var remainingBlocks = zlibStream.dropFirst(2).dropLast(4)
        while let first = remainingBlocks.first, remainingBlocks.count > 5 {
            let blockHeader = Array(remainingBlocks.prefix(5))
            let length = Int(blockHeader[1]) | Int(blockHeader[2]) << 8
            guard first <= 1, remainingBlocks.count >= 5 + length else { return nil }
            rows += remainingBlocks.dropFirst(5).prefix(length)
            remainingBlocks = remainingBlocks.dropFirst(5 + length)
        }
        let sides = 1...PixelMap.longestSide
        guard remainingBlocks.isEmpty, sides ~= width, sides ~= height, rows.count == height * (width * 3 + 1),
            PixelMap.number(zlibStream.suffix(4)) == Int(PixelMap.adler(rows))
        else { return nil }
        let length = width * 3 + 1
        self.init(
            width: width, height: height, bytes: (0..<height).flatMap { rows[($0 * length + 1)..<(($0 + 1) * length)] })
    }

    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    private static let pixelFormat: [UInt8] = [8, 2, 0, 0, 0]
    private static let longestBlock = 65_535

    private static func bigEndian(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }

    private static func number(_ bytes: some Sequence<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

    private static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
        let nameAndBody = Array(name.utf8) + body
        return bigEndian(body.count) + nameAndBody + bigEndian(Int(nameAndBody.withUnsafeBytes { CRC32.checksum($0) }))
    }

    /// Returns the contents of the chunk at an offset if it has this name and a correct checksum.
    private static func body(of name: String, in file: [UInt8], at offset: Int) -> [UInt8]? {
        guard offset + 12 <= file.count else { return nil }
        let length = number(file[offset..<offset + 4])
        guard length <= file.count - offset - 12 else { return nil }
        let nameAndBody = Array(file[(offset + 4)..<(offset + 8 + length)])
        guard nameAndBody.starts(with: name.utf8),
            number(file[(offset + 8 + length)..<(offset + 12 + length)])
                == Int(nameAndBody.withUnsafeBytes { CRC32.checksum($0) })
        else { return nil }
        return Array(nameAndBody.dropFirst(4))
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
