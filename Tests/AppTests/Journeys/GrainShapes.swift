import Kernel

/// The documented JSON of `grain`, declared as an external program would do.
struct GrainEntryShape: Decodable, Equatable {
    struct Photo: Decodable, Equatable {
        let path, type: String
        let width, height, bytes: Int
    }
    let id, day, createdAt: String
    let note, updatedAt: String?
    let photo: Photo
}

struct TrashedShape: Decodable { let id, day, deletedAt, expiresAt: String }

struct StreakShape: Decodable, Equatable {
    let current, longest, total: Int
    let today: Bool
}

struct TourShape: Decodable { let id: String, completed: Bool }

/// Photos generated in code.
enum SnapShot {
    /// A gray PNG of 16 × 12 pixels with random content.
    static func png(_ random: inout RandomSource) -> [UInt8] {
        let rows: [UInt8] = (0..<12).flatMap { _ in
            [0] + (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
        }
        let sum = rows.reduce((a: UInt32(1), b: UInt32(0))) { sum, byte in
            let a = (sum.a + UInt32(byte)) % 65_521
            return (a, (sum.b + a) % 65_521)
        }
        let count = UInt16(rows.count)
        let stored: [UInt8] = [
            0x78, 0x01, 1, UInt8(count & 0xFF), UInt8(count >> 8), UInt8(~count & 0xFF), UInt8(~count >> 8),
        ]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", bigEndian(16) + bigEndian(12) + [8, 0, 0, 0, 0])
            + chunk("IDAT", stored + rows + bigEndian(sum.b << 16 | sum.a)) + chunk("IEND", [])
    }

    private static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
        let named = Array(name.utf8) + body
        let check = named.reduce(UInt32.max) { value, byte in
            (0..<8).reduce(value ^ UInt32(byte)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
            }
        }
        return bigEndian(UInt32(body.count)) + named + bigEndian(~check)
    }

    private static func bigEndian(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }
}
