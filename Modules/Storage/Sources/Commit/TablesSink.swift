import Kernel

/// Rows that are read one by one go over what runs say.
extension Tables: LogSink {
    func take(_ operation: LoggedOperation, in log: Log, line: Int) throws {
        // Most operations are of the table and the device of the one before, whose names need not be made again.
        let name = lastName.flatMap { last in
            operation.collection.equals(last.collection) && operation.partition.equals(last.partition.rawValue) ? last : nil
        }
        let address = RecordAddress(
            partition: name?.partition ?? Partition(rawValue: operation.partition.string),
            collection: name?.collection ?? operation.collection.string, id: operation.id.string)
        if !operation.version.device.equals(lastDevice) { lastDevice = operation.version.device.string }
        let stamp = operation.version.stamp(of: lastDevice)
        let place = LoggedPlace(entry: RowEntry(operation, line: line), keys: Array(operation.keys)[...], log: log)
        try replace(address, with: FileRow(address, stamp, at: place))
    }
}
