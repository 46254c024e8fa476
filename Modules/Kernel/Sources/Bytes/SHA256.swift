/// SHA-256 (FIPS 180-4), computed piece by piece for files that do not fit into memory.
///
/// It is implemented here because the toolchain on Linux has none.
package struct SHA256 {
    private var state = SHA256.initial
    /// The bytes of an incomplete block.
    private var incompleteBlock: [UInt8] = []
    private var count: UInt64 = 0

    package init() {}

    /// Returns the digest of some bytes: 32 bytes.
    package static func digest(_ message: [UInt8]) -> [UInt8] {
        var hash = SHA256()
        hash.add(message)
        return hash.digest
    }

    package mutating func add(_ bytes: [UInt8]) {
        count += UInt64(bytes.count)
        bytes.withUnsafeBytes { bytes in
            var start = 0
            if !incompleteBlock.isEmpty {
                start = min(SHA256.block - incompleteBlock.count, bytes.count)
                incompleteBlock += bytes[..<start]
                guard incompleteBlock.count == SHA256.block else { return }
                incompleteBlock.withUnsafeBytes { SHA256.compress(UnsafeRawBufferPointer($0), into: &state) }
                incompleteBlock.removeAll(keepingCapacity: true)
            }
            let end = start + (bytes.count - start) / SHA256.block * SHA256.block
            SHA256.compress(UnsafeRawBufferPointer(rebasing: bytes[start..<end]), into: &state)
            incompleteBlock += bytes[end...]
        }
    }

    /// The digest of the added bytes: 32 bytes.
    package var digest: [UInt8] {
        var copy = self
        let zeros = (119 - incompleteBlock.count) % SHA256.block
        let length = (0..<8).map { UInt8(truncatingIfNeeded: (count * 8) >> UInt64(56 - $0 * 8)) }
        copy.add([0x80] + [UInt8](repeating: 0, count: zeros) + length)
        return copy.state.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
    }

    private static let block = 64

    /// Compresses whole blocks.
    private static func compress(_ blocks: UnsafeRawBufferPointer, into state: inout [UInt32]) {
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { words in
            constants.withUnsafeBufferPointer { constants in
                for start in stride(from: 0, to: blocks.count, by: block) {
                    for index in 0..<16 {
                        words[index] = UInt32(
                            bigEndian: blocks.loadUnaligned(fromByteOffset: start + index * 4, as: UInt32.self))
                    }
                    for index in 16..<64 {
                        let early = words[index - 15]
                        let late = words[index - 2]
                        let first = rotated(early, 7) ^ rotated(early, 18) ^ early >> 3
                        let second = rotated(late, 17) ^ rotated(late, 19) ^ late >> 10
                        words[index] = words[index - 16] &+ first &+ words[index - 7] &+ second
                    }
                    mix(words, constants, into: &state)
                }
            }
        }
    }

    private static func mix(
        _ words: UnsafeMutableBufferPointer<UInt32>, _ constants: UnsafeBufferPointer<UInt32>,
        into state: inout [UInt32]
    ) {
        var a = state[0]
        var b = state[1]
        var c = state[2]
        var d = state[3]
        var e = state[4]
        var f = state[5]
        var g = state[6]
        var h = state[7]
        for index in 0..<64 {
            let high = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
            let sum = h &+ high &+ (e & f ^ ~e & g) &+ constants[index] &+ words[index]
            let low = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
            let other = low &+ (a & b ^ a & c ^ b & c)
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ sum, c, b, a, sum &+ other)
        }
        state[0] &+= a
        state[1] &+= b
        state[2] &+= c
        state[3] &+= d
        state[4] &+= e
        state[5] &+= f
        state[6] &+= g
        state[7] &+= h
    }

    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

    private static let initial: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]
    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
}

extension SHA256 {
    /// Returns a name derived from a text that does not reveal it.
    ///
    /// It has 26 characters of Crockford's base 32, which are 128 bits of the digest.
    package static func name(of text: String) -> String {
        let bytes = digest(Array(text.utf8))
        var digits: [Character] = []
        for index in 0..<26 {
            var digit = 0
            for bit in index * 5..<index * 5 + 5 {
                let isSet = bit < 128 && bytes[bit / 8] & (UInt8(128) >> UInt8(bit % 8)) != 0
                digit = digit * 2 + (isSet ? 1 : 0)
            }
            digits.append(Base32.digits[digit])
        }
        return String(digits)
    }
}
