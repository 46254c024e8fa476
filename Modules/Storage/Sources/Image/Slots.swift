/// Where a record's identifier leads: numbers of rows plus one by hash, zero where nothing is; the next free place is searched upwards.
enum Slots {
    /// Never more than half full.
    static func capacity(for count: Int) -> Int {
        var capacity = 16
        while capacity < count * 2 { capacity *= 2 }
        return capacity
    }

    /// FNV-1a over eight bytes at a time, mixed at the end as in MurmurHash3; what collides costs time and nothing else.
    static func hash(_ bytes: UnsafeRawBufferPointer) -> Int {
        var value: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(bytes.count)
        var place = 0
        while place + 8 <= bytes.count {
            value = (value ^ bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)) &* 0x9E37_79B9_7F4A_7C15
            value ^= value >> 29
            place += 8
        }
        while place < bytes.count {
            value = (value ^ UInt64(bytes[place])) &* 0x100_0000_01B3
            place += 1
        }
        value = (value ^ value >> 33) &* 0xFF51_AFD7_ED55_8CCD
        return Int(truncatingIfNeeded: value ^ value >> 33) & Int.max
    }
}
