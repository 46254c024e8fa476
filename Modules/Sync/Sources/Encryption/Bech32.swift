/// The Bech32 text encoding with a checksum (BIP 173), which `age` uses for its keys.
enum Bech32 {
    private static let letters = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8)

    /// Returns the encoding of bytes under a name, in lowercase letters.
    static func text(_ bytes: [UInt8], named name: String) -> String {
        let values = regrouped(bytes, from: 8, to: 5, isPadded: true) ?? []
        let checksum = polymod(expandedName(name) + values + [UInt8](repeating: 0, count: 6)) ^ 1
        let checksumValues = (0..<6).map { UInt8(checksum >> UInt32(5 * (5 - $0)) & 31) }
        return name + "1" + String(decoding: (values + checksumValues).map { letters[Int($0)] }, as: UTF8.self)
    }

    /// Returns the bytes of a text, or nil for another name, mixed case or a wrong checksum.
    static func bytes(_ text: String, named name: String) -> [UInt8]? {
        guard text == text.lowercased() || text == text.uppercased() else { return nil }
        let text = text.lowercased()
        guard text.hasPrefix(name + "1") else { return nil }
        let values = text.utf8.dropFirst(name.utf8.count + 1).map { letter in
            letters.firstIndex(of: letter).map { UInt8($0) }
        }
        guard values.count >= 6, !values.contains(nil) else { return nil }
        let completeValues = values.compactMap { $0 }
        guard polymod(expandedName(name) + completeValues) == 1 else { return nil }
        return regrouped(Array(completeValues.dropLast(6)), from: 5, to: 8, isPadded: false)
    }

    /// Returns the name as values for the checksum: high bits, zero, low bits of each letter.
    private static func expandedName(_ name: String) -> [UInt8] {
        name.utf8.map { $0 >> 5 } + [0] + name.utf8.map { $0 & 31 }
    }

    /// Returns the checksum state after these values, as BIP 173 defines it.
    private static func polymod(_ values: [UInt8]) -> UInt32 {
        let generators: [UInt32] = [0x3b6a_57b2, 0x2650_8e6d, 0x1ea1_19fa, 0x3d42_33dd, 0x2a14_62b3]
        return values.reduce(1) { sum, value in
            let top = sum >> 25
            let next = (sum & 0x1ff_ffff) << 5 ^ UInt32(value)
            return generators.enumerated().reduce(next) { top >> UInt32($1.offset) & 1 == 1 ? $0 ^ $1.element : $0 }
        }
    }

    /// Regroups bits into groups of another size. Returns nil if the remaining bits are not zero
    /// padding.
    static func regrouped(_ groups: [UInt8], from: Int, to: Int, isPadded: Bool) -> [UInt8]? {
        var buffer = 0
        var bits = 0
        var regroupedValues = [UInt8]()
        for group in groups {
            buffer = (buffer << from | Int(group)) & 0xFFFF
            bits += from
            while bits >= to {
                bits -= to
                regroupedValues.append(UInt8(buffer >> bits & (1 << to - 1)))
            }
        }
        if isPadded {
            if bits > 0 { regroupedValues.append(UInt8(buffer << (to - bits) & (1 << to - 1))) }
        } else if bits >= from || buffer & (1 << bits - 1) != 0 {
            return nil
        }
        return regroupedValues
    }
}
