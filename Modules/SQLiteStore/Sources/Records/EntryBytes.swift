import Kernel

/// The binary format of a record's index entries. Each entry is a number with its list and two
/// flags, then the length of its key and the key.
enum EntryBytes {
    private static let isUnique = 1
    private static let hasKey = 2

    /// Returns the encoded entries. `lists` has the number of the index of each.
    static func bytes(of entries: [IndexEntry], in lists: [Int]) -> [UInt8] {
        guard !entries.isEmpty else { return [] }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(entries.reduce(0) { $0 + 8 + ($1.key?.text.utf8.count ?? 0) })
        for (entry, list) in zip(entries, lists) {
            append(
                list << 2 | (entry.unique ? isUnique : 0) | (entry.key == nil ? 0 : hasKey), to: &bytes)
            guard let key = entry.key else { continue }
            append(key.text.utf8.count, to: &bytes)
            bytes += key.text.utf8
        }
        return bytes
    }

    /// Appends a number in groups of seven bits, lowest first. The highest bit of a byte means that
    /// more follow.
    private static func append(_ number: Int, to bytes: inout [UInt8]) {
        var remaining = UInt(bitPattern: number)
        while remaining > 127 {
            bytes.append(UInt8(remaining & 127) | 128)
            remaining >>= 7
        }
        bytes.append(UInt8(remaining))
    }

    /// Returns the decoded entries, or nil for malformed bytes.
    static func entries(_ data: Data) -> [(list: Int, isUnique: Bool, key: IndexKey?)]? {
        guard !data.isEmpty else { return [] }
        return data.withUnsafeBytes { bytes in
            var offset = 0
            func number() -> Int? {
                var (value, shift): (UInt, UInt) = (0, 0)
                while offset < bytes.count, shift < 63 {
                    let byte = bytes[offset]
                    offset += 1
                    value |= UInt(byte & 127) << shift
                    if byte < 128 { return Int(bitPattern: value) }
                    shift += 7
                }
                return nil
            }
            var entries: [(list: Int, isUnique: Bool, key: IndexKey?)] = []
            while offset < bytes.count {
                guard let listAndFlags = number(), listAndFlags >= 0 else { return nil }
                var key: IndexKey?
                if listAndFlags & hasKey != 0 {
                    guard let count = number(), count >= 0, count <= bytes.count - offset else { return nil }
                    key = IndexKey(text: String(decoding: bytes[offset..<offset + count], as: UTF8.self))
                    offset += count
                }
                entries.append((listAndFlags >> 2, listAndFlags & isUnique != 0, key))
            }
            return entries
        }
    }
}
