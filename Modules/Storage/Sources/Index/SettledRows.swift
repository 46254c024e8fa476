import Kernel

/// What was put over the runs of a log, as a run of its own, with the latest of them in it: so there are few, and none is written over and over.
final class SettledRows {
    /// A run of so many records stays as it is: others go over it, until the log is rewritten.
    private static let greatestMerged = 20_000

    /// The runs that become part of it, the latest first.
    let merged: [Run]
    private let records: CellSorter
    private let entries: EntrySorter
    private var devices = DeviceNames()
    private var weight = 0
    private var tombstones = Tombstones()

    init(_ tables: Tables, spill: Spill) throws {
        records = CellSorter(spill)
        entries = EntrySorter(spill)
        let all = tables.present.values.reduce(0) { $0 + $1.rows.count }
        merged = SettledRows.merged(tables.runs, behind: all)
        for table in tables.present.values { for (id, row) in table.rows { try add(row, id, in: table) } }
    }

    private static func merged(_ runs: Runs, behind count: Int) -> [Run] {
        var size = count
        return Array(
            runs.all.prefix { run in
                let isSmall = run.count <= max(size, 1) && size + run.count <= greatestMerged
                // What is in memory alone has to be written; one that ends where it begins has the name of the next.
                guard !run.source.isFile || run.position?.end == run.start && run.start > 0 || isSmall else { return false }
                size += run.count
                return true
            })
    }

    private func add(_ row: FileRow, _ id: String, in table: Table) throws {
        guard let written = row.written else { return }
        var entry = written.entry
        let beneath = try table.beneath(id)
        let wasLive = beneath?.entry.isLive == true
        entry.device = try devices.number(of: row.stamp.device)
        entry.idCount = UInt32(id.utf8.count)
        entry.worth = (entry.isLive ? 1 : 0) - (wasLive ? 1 : 0)
        weight += Int(entry.weight) - Int(beneath?.entry.weight ?? 0)
        if !entry.isLive { tombstones.add(Int(entry.weight), at: entry.milliseconds) }
        if let beneath, !wasLive { tombstones.add(-Int(beneath.entry.weight), at: beneath.entry.milliseconds) }
        try table.key(of: id).withBytes { key in
            try written.keys.withUnsafeBytes { keys in
                withUnsafeBytes(of: entry) { records.add(key, $0, keys) }
                guard let beneath, wasLive else {
                    if entry.isLive { try entries.add(key, entry, keys: keys) }
                    return
                }
                try beneath.keys.withUnsafeBytes { old in
                    let before = try entries.keys(key, beneath.entry, old)
                    let now = entry.isLive ? try entries.keys(key, entry, keys) : []
                    if entry.isLive { try entries.add(key, entry, keys: keys, over: before) }
                    // Of no device in particular: nobody asks who wrote what is not there any more.
                    var gone = beneath.entry
                    gone.device = entry.device
                    try entries.add(gone: key, gone, keys: old, but: now)
                }
            }
        }
    }

    /// Writes it.
    func write(into file: inout RunWriter) throws {
        for run in merged {
            weight += run.weight
            tombstones.add(run.tombstones)
        }
        let maps = try merged.map { run in try run.devices.map { try devices.number(of: $0) } }
        let (all, count) = try merge(records.sorted(), merged.map(\.records), maps, keepsGone: true, into: &file.blocks)
        let (keys, _) = try merge(entries.sorted(), merged.map { try $0.keys() }, maps, keepsGone: false, into: &file.blocks)
        try file.finish(devices: devices.names, count: count, weight: weight, tombstones: tombstones, records: all, keys: keys)
    }

    /// - Parameter keepsGone: whether what is deleted stays where there is nothing beneath it: tombstones do, entries do not.
    private func merge(
        _ own: any CellStream, _ trees: [Tree], _ maps: [[UInt16]], keepsGone: Bool, into blocks: inout BlockWriter
    ) throws -> (root: Tree.Root, count: Int) {
        var (writer, count) = (TreeWriter(), 0)
        let cells = try MergedCells([own] + trees.map { TreeCells($0) }, isSum: true)
        while try cells.advance() {
            guard cells.value.count >= RowEntry.size else { throw StaleIndex() }
            var entry = cells.value.loadUnaligned(as: RowEntry.self)
            guard keepsGone || entry.isLive || cells.total != 0 else { continue }
            if cells.origin > 0 {
                let map = maps[cells.origin - 1]
                guard Int(entry.device) < map.count else { throw StaleIndex() }
                entry.device = map[Int(entry.device)]
            }
            guard let worth = Int32(exactly: cells.total) else { throw StaleIndex() }
            entry.worth = worth
            count += 1
            try withUnsafeBytes(of: entry) {
                try writer.add(cells.key, $0, UnsafeRawBufferPointer(rebasing: cells.value[RowEntry.size...]), into: &blocks)
            }
        }
        return (try writer.finish(into: &blocks), count)
    }
}
