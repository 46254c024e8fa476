import Kernel

/// Where the operations of a log go.
protocol LogSink {
    /// - Parameter line: the offset of the operation's line.
    func take(_ operation: LoggedOperation, in log: Log, line: Int) throws
}

extension ImageBuilder: LogSink {}

/// Rows that are read one by one go over those of the images.
extension RecordTable<FileRow>: LogSink {
    func take(_ operation: LoggedOperation, in log: Log, line: Int) throws {
        // Most operations are of the shelf and the device of the one before, whose names need not be made again.
        let name = lastName.flatMap { last in
            operation.collection.equals(last.collection) && operation.partition.equals(last.partition.rawValue) ? last : nil
        }
        let address = RecordAddress(
            partition: name?.partition ?? Partition(rawValue: operation.partition.string),
            collection: name?.collection ?? operation.collection.string, id: operation.id.string)
        if !operation.version.device.equals(lastDevice) { lastDevice = operation.version.device.string }
        let stamp = operation.version.stamp(of: lastDevice)
        let place = FileRow.Place(entry: RowEntry(operation, line: line), keys: Array(operation.keys)[...], log: log)
        try replace(address, with: FileRow(address, stamp, at: place))
    }
}

/// Up to where a log has been read, and enough of it to know it again.
struct LogPosition: Equatable {
    let store: String
    let generation: Int
    let end: Int
    let sequence: Int
    let synced: Int
    let kept: Int
    let latest: HybridTime
    /// Where the last line begins, and its checksum.
    let lastLine: Int
    let checksum: UInt32

    /// Whether a log still holds what it held then.
    func isFound(in log: Log) throws -> Bool {
        guard let header = log.header, header.store == store, header.generation == generation else { return false }
        return try log.checksum(ofLineAt: lastLine, before: end) == checksum
    }
}
