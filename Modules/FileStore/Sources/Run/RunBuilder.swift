import DiskKit
import Kernel

/// A collector of a whole log's contents that creates no object for a record.
final class RunBuilder: LogSink {
    private let spill: Spill
    private let sorter: CellSorter
    private var devices = DeviceNames()
    private var key = CellKey()
    /// The collection and partition of the last operation, as in its line.
    private var lastHeading: [UInt8] = []
    /// The same as the prefix of its keys.
    private var tablePrefix = CellKey()

    /// Creates a builder.
    ///
    /// - Parameter directory: the location for data that exceeds memory, or nil if writing is not
    ///   allowed.
    init(spillingInto directory: StoreDirectory?, of generation: Int) {
        spill = Spill(in: directory, of: generation)
        sorter = CellSorter(spill)
    }

    func receive(_ operation: LoggedOperation, in log: Log, line: Int) throws {
        if lastHeading.isEmpty || !lastHeading.withUnsafeBytes({ $0.elementsEqual(operation.heading) }) {
            lastHeading = Array(operation.heading)
            tablePrefix.removeAll()
            operation.partition.withBytes { tablePrefix.append($0) }
            operation.collection.withBytes { tablePrefix.append($0) }
        }
        var entry = RowEntry(operation, line: line)
        entry.device = try devices.number(of: operation.version.device)
        key.removeAll()
        tablePrefix.withBytes { key.append(last: $0) }
        operation.id.withBytes {
            key.append(last: $0)
            entry.idCount = UInt32($0.count)
        }
        key.withBytes { key in withUnsafeBytes(of: entry) { sorter.add(key, $0, operation.keys) } }
    }

    /// The totals of its records.
    private struct Sums {
        var count = 0
        var weight = 0
        var tombstones = Tombstones()
    }

    /// Returns the collected contents in memory.
    func run(of log: Log) throws -> Run {
        let blocks = BlockWriter(nil)
        let (records, sums) = try write(into: blocks) { _, _, _ in }
        return Run(
            from: 0, to: try log.position(), devices: devices.names, count: sums.count, weight: sums.weight,
            tombstones: sums.tombstones, records: records, keys: nil, source: PageSource(blocks.memory()), log: log)
    }

    /// Writes the collected contents as an index file.
    func write(into file: inout RunWriter) throws {
        let entries = EntrySorter(spill)
        let (records, sums) = try write(into: file.blocks) { try entries.add($0, $1, keys: $2) }
        let keys = try file.tree(of: entries.sorted())
        try file.finish(
            devices: devices.names, count: sums.count, weight: sums.weight, tombstones: sums.tombstones,
            records: records, keys: keys)
    }

    private func write(
        into blocks: BlockWriter,
        _ visit: (_ key: UnsafeRawBufferPointer, _ entry: RowEntry, _ keys: UnsafeRawBufferPointer) throws -> Void
    ) throws -> (records: Tree.Root, sums: Sums) {
        var writer = TreeWriter()
        var sums = Sums()
        let cells = try sorter.sorted()
        while try cells.advance() {
            let entry = cells.value.loadUnaligned(as: RowEntry.self)
            (sums.count, sums.weight) = (sums.count + 1, sums.weight + Int(entry.weight))
            if !entry.isLive { sums.tombstones.add(Int(entry.weight), at: entry.milliseconds) }
            try writer.add(cells.key, cells.value, into: blocks)
            if entry.isLive {
                try visit(cells.key, entry, UnsafeRawBufferPointer(rebasing: cells.value[RowEntry.size...]))
            }
        }
        return (try writer.finish(into: blocks), sums)
    }
}
