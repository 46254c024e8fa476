import Kernel

/// The index data of a record in the cells of the record and its keys: 56 bytes without references.
struct RowEntry: BitwiseCopyable {
    /// The change of the count: 1 for a new record or key, -1 for a deleted one, 0 for a
    /// replacement.
    var countChange: Int32
    /// The length of the operation in the log. `place` is its offset.
    let weight: UInt32
    let place: UInt64
    let milliseconds: Int64
    let counter: UInt32
    let generation: UInt32
    let version: UInt32
    /// The range of the payload, relative to `place`.
    let offset: UInt32
    let size: UInt32
    let checksum: UInt32
    /// The length in bytes of the identifier at the end of the cell's key.
    var idCount: UInt32
    /// The index among the devices of its run.
    var device: UInt16
    /// 1 for a tombstone or a deleted key.
    var deleted: UInt16

    static let size = MemoryLayout<RowEntry>.size

    var isLive: Bool { deleted == 0 }

    /// Whether the values are within their limits and can be summed without overflow.
    func isPlausible(keyCount: Int, devices: Int) -> Bool {
        Int(device) < devices && Int(idCount) <= keyCount && place <= 1 << 50 && weight <= Log.greatestLine
            && Int(offset) + Int(size) <= weight
    }

    /// Returns the stamp with the name of its device.
    func stamp(of device: String) -> Stamp {
        Stamp(
            generation: Int(generation), deleted: !isLive,
            time: HybridTime(milliseconds: milliseconds, counter: Int(counter)), device: device)
    }
}

extension RowEntry {
    /// Creates the entry of an operation, without its device.
    ///
    /// - Parameter line: the offset of the operation's line.
    init(_ operation: LoggedOperation, line: Int) {
        let start = operation.body.lowerBound
        self.init(
            countChange: operation.version.deleted ? 0 : 1, weight: UInt32(operation.body.count),
            place: UInt64(line + start),
            milliseconds: operation.version.time.milliseconds, counter: UInt32(operation.version.time.counter),
            generation: UInt32(operation.version.generation), version: UInt32(operation.payloadVersion),
            offset: UInt32((operation.payload?.range.lowerBound ?? start) - start),
            size: UInt32(operation.payload?.range.count ?? 0), checksum: operation.payload?.checksum ?? 0, idCount: 0,
            device: 0, deleted: operation.version.deleted ? 1 : 0)
    }
}
