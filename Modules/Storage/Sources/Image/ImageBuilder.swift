import EngineKit
import Kernel

/// Collects the records of a whole log.
final class ImageBuilder: LogSink {
    private(set) var tables: [TableName: TableBuilder] = [:]
    private(set) var devices = DeviceNames()
    private var last: (heading: [UInt8], table: TableBuilder)?

    func take(_ operation: LoggedOperation, in log: Log, line: Int) throws {
        table(of: operation).take(operation, line: line, device: try devices.number(of: operation.version.device))
    }

    /// What was collected, as it stays.
    func images(of log: Log) -> [TableImage] { tables.values.map { TableImage($0, devices: devices.names, log: log) } }

    /// The table of a name, made when it is missing.
    func table(_ name: TableName) -> TableBuilder {
        if let table = tables[name] { return table }
        let table = TableBuilder(name)
        tables[name] = table
        return table
    }

    /// Operations come in runs of one collection.
    private func table(of operation: LoggedOperation) -> TableBuilder {
        if let last, last.heading.withUnsafeBytes({ compare($0, operation.heading) == 0 }) { return last.table }
        let name = TableName(
            partition: Partition(rawValue: operation.partition.string), collection: operation.collection.string)
        let table = table(name)
        last = (Array(operation.heading), table)
        return table
    }
}
