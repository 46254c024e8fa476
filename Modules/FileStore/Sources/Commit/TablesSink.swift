import Kernel

/// Adds each operation of the log as a row that overrides the runs.
extension Tables: LogSink {
    func receive(_ operation: LoggedOperation, in log: Log, line: Int) throws {
        // Most operations share the table and device of the previous one, so their names are
        // reused.
        let name = lastName.flatMap { last in
            operation.collection.equals(last.collection) && operation.partition.equals(last.partition.rawValue)
                ? last : nil
        }
        let address = RecordAddress(
            partition: name?.partition ?? Partition(rawValue: operation.partition.string),
            collection: name?.collection ?? operation.collection.string, id: operation.id.string)
        if !operation.version.device.equals(lastDevice) { lastDevice = operation.version.device.string }
        let stamp = operation.version.stamp(of: lastDevice)
        let location = LogLocation(entry: RowEntry(operation, line: line), keys: Array(operation.keys)[...], log: log)
        try replace(address, with: FileRow(address, stamp, at: location))
    }
}
