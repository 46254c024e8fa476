import Kernel

/// MD5 (RFC 1321), which Day One uses for photo names and which has no security role here.
enum MD5 {
    private static let shifts: [UInt32] = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]
    /// The sines of whole numbers, as the standard defines them.
    private static let sines: [UInt32] = (0..<64).map {
        UInt32(truncatingIfNeeded: Int64(abs(sin(Double($0 + 1))) * 4_294_967_296))
    }

    static func hexadecimal(of bytes: [UInt8]) -> String {
        var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476]
        let fullBlockBytes = bytes.count / 64 * 64
        let tail = Array(bytes[fullBlockBytes...]) + [0x80]
        let end =
            tail + [UInt8](repeating: 0, count: (120 - tail.count % 64) % 64)
            + (0..<8).map { UInt8(truncatingIfNeeded: (bytes.count << 3) >> (8 * $0)) }
        sines.withUnsafeBufferPointer { sines in
            bytes.withUnsafeBytes { bytes in
                for block in stride(from: 0, to: fullBlockBytes, by: 64) {
                    process(UnsafeRawBufferPointer(rebasing: bytes[block..<block + 64]), sines, &state)
                }
            }
            end.withUnsafeBytes { end in
                for block in stride(from: 0, to: end.count, by: 64) {
                    process(UnsafeRawBufferPointer(rebasing: end[block..<block + 64]), sines, &state)
                }
            }
        }
        return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }.hexadecimal
    }

    private static func process(
        _ block: UnsafeRawBufferPointer, _ sines: UnsafeBufferPointer<UInt32>, _ state: inout [UInt32]
    ) {
        var a = state[0]
        var b = state[1]
        var c = state[2]
        var d = state[3]
        shifts.withUnsafeBufferPointer { shifts in
            for round in 0..<64 {
                let (mixed, place): (UInt32, Int) =
                    switch round >> 4 {
                    case 0: (b & c | ~b & d, round)
                    case 1: (d & b | ~d & c, (5 * round + 1) & 15)
                    case 2: (b ^ c ^ d, (3 * round + 5) & 15)
                    default: (c ^ (b | ~d), (7 * round) & 15)
                    }
                let word = UInt32(littleEndian: block.loadUnaligned(fromByteOffset: place * 4, as: UInt32.self))
                let sum = a &+ mixed &+ sines[round] &+ word
                let shift = shifts[(round >> 4) * 4 + round % 4]
                (a, d, c, b) = (d, c, b, b &+ (sum << shift | sum >> (32 - shift)))
            }
        }
        (state[0], state[1], state[2], state[3]) = (state[0] &+ a, state[1] &+ b, state[2] &+ c, state[3] &+ d)
    }
}
