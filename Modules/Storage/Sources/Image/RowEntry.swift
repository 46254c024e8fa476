import Kernel

/// A record of a file store as an image holds it, in memory and in an index file alike: 64 bytes, no reference.
struct RowEntry: BitwiseCopyable {
    /// Where its operation stands in the log, and how long it is.
    let place: UInt64
    let weight: UInt32
    let milliseconds: Int64
    /// Where its texts stand among those of its image: the identifier, then the index entries as they stand in the log.
    let text: UInt64
    let idCount: UInt32
    let keysCount: UInt32
    let counter: UInt32
    let generation: UInt32
    let version: UInt32
    /// Of the payload, behind `place`.
    let offset: UInt32
    let size: UInt32
    let checksum: UInt32
    /// Among the devices of its image.
    let device: UInt16
    /// 1 for a tombstone.
    let deleted: UInt16

    var isLive: Bool { deleted == 0 }
}

extension RowEntry {
    /// What an operation says, without its texts and its device.
    ///
    /// - Parameter line: the offset of the operation's line.
    init(_ operation: LoggedOperation, line: Int) {
        let start = operation.body.lowerBound
        self.init(
            place: UInt64(line + start), weight: UInt32(operation.body.count),
            milliseconds: operation.version.time.milliseconds, text: 0, idCount: 0,
            keysCount: UInt32(operation.keys.count), counter: UInt32(operation.version.time.counter),
            generation: UInt32(operation.version.generation), version: UInt32(operation.payloadVersion),
            offset: UInt32((operation.payload?.range.lowerBound ?? start) - start),
            size: UInt32(operation.payload?.range.count ?? 0), checksum: operation.payload?.checksum ?? 0,
            device: 0, deleted: operation.version.deleted ? 1 : 0)
    }

    /// What the operation of a transaction says that was just written.
    ///
    /// - Parameter line: the offset of what the part is counted from.
    init(_ row: FileRow, _ part: TransactionLine.Part, line: Int) {
        self.init(
            place: UInt64(line + part.body.lowerBound), weight: UInt32(part.body.count),
            milliseconds: row.stamp.time.milliseconds,
            text: 0, idCount: 0, keysCount: UInt32(part.keys.count), counter: UInt32(row.stamp.time.counter),
            generation: UInt32(row.stamp.generation), version: UInt32(part.version),
            offset: part.payload.isEmpty ? 0 : UInt32(part.payload.lowerBound - part.body.lowerBound),
            size: UInt32(part.payload.count), checksum: part.checksum, device: 0, deleted: row.stamp.deleted ? 1 : 0)
    }

    /// The same with its texts and its device elsewhere.
    func moved(text: Int, idCount: Int, keysCount: Int, device: UInt16) -> RowEntry {
        RowEntry(
            place: place, weight: weight, milliseconds: milliseconds, text: UInt64(text), idCount: UInt32(idCount),
            keysCount: UInt32(keysCount), counter: counter, generation: generation, version: version, offset: offset,
            size: size, checksum: checksum, device: device, deleted: deleted)
    }
}

/// One key of an index, in byte order among its like.
struct KeyEntry: BitwiseCopyable {
    /// Where its text stands among the keys of the index.
    let text: UInt64
    let count: UInt32
    let row: UInt32
}

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
