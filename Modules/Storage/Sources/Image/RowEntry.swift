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

    /// The same with its texts and its device elsewhere.
    func moved(text: Int, idCount: Int, keysCount: Int, device: UInt16) -> RowEntry {
        RowEntry(
            place: place, weight: weight, milliseconds: milliseconds, text: UInt64(text), idCount: UInt32(idCount),
            keysCount: UInt32(keysCount), counter: counter, generation: generation, version: version, offset: offset,
            size: size, checksum: checksum, device: device, deleted: deleted)
    }
}
