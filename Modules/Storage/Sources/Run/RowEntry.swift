import Kernel

/// What an index says of a record, in the cell of the record itself and in the cells of its keys: 56 bytes, no reference.
struct RowEntry: BitwiseCopyable {
    /// What its cell counts for: 1 for a record or key that was not there before, -1 for one that is not there any more, 0 for one that takes
    /// the place of another.
    var worth: Int32
    /// How long its operation is in the log, and where it stands.
    let weight: UInt32
    let place: UInt64
    let milliseconds: Int64
    let counter: UInt32
    let generation: UInt32
    let version: UInt32
    /// Of the payload, behind `place`.
    let offset: UInt32
    let size: UInt32
    let checksum: UInt32
    /// How many bytes at the end of its cell's key are the identifier.
    var idCount: UInt32
    /// Among the devices of its run.
    var device: UInt16
    /// 1 for a tombstone, or for a key that is not there any more.
    var deleted: UInt16

    static let size = MemoryLayout<RowEntry>.size

    var isLive: Bool { deleted == 0 }

    /// Whether what it says can be added up, and lies within what there is.
    func isPlausible(keyCount: Int, devices: Int) -> Bool {
        Int(device) < devices && Int(idCount) <= keyCount && place <= 1 << 50 && weight <= Log.greatestLine
            && Int(offset) + Int(size) <= weight
    }

    /// The version that it names.
    func stamp(of device: String) -> Stamp {
        Stamp(
            generation: Int(generation), deleted: !isLive,
            time: HybridTime(milliseconds: milliseconds, counter: Int(counter)), device: device)
    }
}

extension RowEntry {
    /// What an operation says, without its device.
    ///
    /// - Parameter line: the offset of the operation's line.
    init(_ operation: LoggedOperation, line: Int) {
        let start = operation.body.lowerBound
        self.init(
            worth: operation.version.deleted ? 0 : 1, weight: UInt32(operation.body.count), place: UInt64(line + start),
            milliseconds: operation.version.time.milliseconds, counter: UInt32(operation.version.time.counter),
            generation: UInt32(operation.version.generation), version: UInt32(operation.payloadVersion),
            offset: UInt32((operation.payload?.range.lowerBound ?? start) - start),
            size: UInt32(operation.payload?.range.count ?? 0), checksum: operation.payload?.checksum ?? 0, idCount: 0,
            device: 0, deleted: operation.version.deleted ? 1 : 0)
    }
}
