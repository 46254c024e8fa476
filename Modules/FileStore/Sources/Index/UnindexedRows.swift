import Kernel

/// A run of the rows that were added over the runs of a log, merged with the latest runs.
///
/// Merging keeps the number of runs small and never rewrites one over and over.
final class UnindexedRows {
    /// The number of records from which a run stays as it is until the log is rewritten.
    private static let maxMergedCount = 20_000
    /// The number of records from which a second thread pays.
    private static let minParallelCount = 4_096

    /// The runs to be merged, the latest first.
    let merged: [Run]
    private let records: CellSorter
    private let entries: EntrySorter
    private var devices = DeviceNames()
    private var weight = 0
    private var tombstones = Tombstones()
    private var key = CellKey()

    init(_ tables: Tables, spill: Spill) throws {
        let rowCount = tables.tablesByName.values.reduce(0) { $0 + $1.rows.count }
        records = CellSorter(spill, expecting: rowCount)
        entries = EntrySorter(spill, expecting: rowCount)
        merged = UnindexedRows.merged(tables.runs, after: rowCount)
        for table in tables.tablesByName.values { for row in table.rows.all { try add(row, of: table) } }
    }

    private static func merged(_ runs: Runs, after count: Int) -> [Run] {
        var size = count
        return Array(
            runs.all.prefix { run in
                let isSmall = run.count <= max(size, 1) && size + run.count <= maxMergedCount
                // A run in memory must be written. A run that ends at its start has the name of the
                // next one.
                guard !run.source.isFile || run.position?.end == run.start && run.start > 0 || isSmall else {
                    return false
                }
                size += run.count
                return true
            })
    }

    private func add(_ row: FileRow, of table: Table) throws {
        guard let location = row.written else { return }
        var entry = location.entry
        let indexed = try table.indexedRecord(row.id)
        let wasLive = indexed?.entry.isLive == true
        entry.device = try devices.number(of: row.stamp.device)
        entry.idCount = UInt32(row.id.utf8.count)
        weight += Int(entry.weight) - Int(indexed?.entry.weight ?? 0)
        if !entry.isLive { tombstones.add(Int(entry.weight), at: entry.milliseconds) }
        if let indexed, !wasLive { tombstones.add(-Int(indexed.entry.weight), at: indexed.entry.milliseconds) }
        entry.countChange = (entry.isLive ? 1 : 0) - (wasLive ? 1 : 0)
        key.removeAll()
        table.keyPrefix.withBytes { key.append(last: $0) }
        key.append(last: row.id)
        try key.withBytes { key in
            try location.keys.withUnsafeBytes { keys in
                withUnsafeBytes(of: entry) { records.add(key, $0, keys) }
                guard let indexed, wasLive else {
                    if entry.isLive { try entries.add(key, entry, keys: keys) }
                    return
                }
                try indexed.keys.withUnsafeBytes { indexedKeys in
                    let oldKeys = try entries.keys(key, indexed.entry, indexedKeys)
                    let newKeys = entry.isLive ? try entries.keys(key, entry, keys) : []
                    if entry.isLive { try entries.add(key, entry, keys: keys, over: oldKeys) }
                    // The device is empty, because no query asks for the writer of a deleted
                    // record.
                    var deleted = indexed.entry
                    deleted.device = entry.device
                    try entries.add(deleted: key, deleted, keys: indexedKeys, except: newKeys)
                }
            }
        }
    }

    func write(into file: inout RunWriter) throws {
        for run in merged {
            weight += run.weight
            tombstones.add(run.tombstones)
        }
        let nonempty = merged.filter { $0.count > 0 }
        let deviceMaps = try nonempty.map { run in try run.devices.map { try devices.number(of: $0) } }
        let blocks = file.blocks
        func tree(_ number: Int) throws -> (root: Tree.Root, count: Int) {
            number == 0
                ? try merge(records.sorted(), nonempty.map(\.records), deviceMaps, keepsDeletions: true, into: blocks)
                : try merge(
                    entries.sorted(), nonempty.map { try $0.keys() }, deviceMaps, keepsDeletions: false, into: blocks)
        }
        let isShared = nonempty.isEmpty && records.count >= UnindexedRows.minParallelCount
        let trees = isShared ? UnindexedRows.inParallel(tree) : [Result { try tree(0) }, Result { try tree(1) }]
        let (recordTree, count) = try trees[0].get()
        let entryTree = try trees[1].get().root
        try file.finish(
            devices: devices.names, count: count, weight: weight, tombstones: tombstones, records: recordTree,
            keys: entryTree)
    }

    /// Builds each tree on a core of its own. The trees share only the output, and only without a
    /// merge.
    private static func inParallel<Tree: Sendable>(_ tree: (Int) throws -> Tree) -> [Result<Tree, any Error>] {
        withoutActuallyEscaping(tree) { tree in
            nonisolated(unsafe) let tree = tree
            return ParallelWork.map(2, minimumSize: 1) { half in half.map { number in Result { try tree(number) } } }
                .flatMap(
                    \.self)
        }
    }

    /// Merges trees.
    ///
    /// - Parameter keepsDeletions: whether deletions stay if no older run is below. Tombstones stay
    ///   and entries do not.
    private func merge(
        _ stream: any CellStream, _ trees: [Tree], _ deviceMaps: [[UInt16]], keepsDeletions: Bool,
        into blocks: BlockWriter
    ) throws -> (root: Tree.Root, count: Int) {
        var writer = TreeWriter()
        var count = 0
        // Usually there is nothing to merge.
        guard !trees.isEmpty else {
            while try stream.advance() {
                count += 1
                try writer.add(stream.key, stream.value, into: blocks)
            }
            return (try writer.finish(into: blocks), count)
        }
        let cells = try MergedCells([stream] + trees.map { TreeCells($0) }, isSum: true)
        while try cells.advance() {
            guard cells.value.count >= RowEntry.size else { throw StaleIndex() }
            var entry = cells.value.loadUnaligned(as: RowEntry.self)
            guard keepsDeletions || entry.isLive || cells.total != 0 else { continue }
            if cells.origin > 0 {
                let deviceMap = deviceMaps[cells.origin - 1]
                guard Int(entry.device) < deviceMap.count else { throw StaleIndex() }
                entry.device = deviceMap[Int(entry.device)]
            }
            guard let countChange = Int32(exactly: cells.total) else { throw StaleIndex() }
            entry.countChange = countChange
            count += 1
            try withUnsafeBytes(of: entry) {
                try writer.add(
                    cells.key, $0, UnsafeRawBufferPointer(rebasing: cells.value[RowEntry.size...]), into: blocks)
            }
        }
        return (try writer.finish(into: blocks), count)
    }
}
