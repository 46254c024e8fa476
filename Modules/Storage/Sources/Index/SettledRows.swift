import Kernel

/// What was put over the runs of a log, as a run of its own, with the latest of them in it: so there are few, and none is written over and over.
final class SettledRows {
    /// A run of so many records stays as it is: others go over it, until the log is rewritten.
    private static let greatestMerged = 20_000
    /// Of fewer, a second thread would not be worth it.
    private static let worthSharing = 4_096

    /// The runs that become part of it, the latest first.
    let merged: [Run]
    private let records: CellSorter
    private let entries: EntrySorter
    private var devices = DeviceNames()
    private var weight = 0
    private var tombstones = Tombstones()
    private var key = CellKey()

    init(_ tables: Tables, spill: Spill) throws {
        let all = tables.present.values.reduce(0) { $0 + $1.rows.count }
        records = CellSorter(spill, expecting: all)
        entries = EntrySorter(spill, expecting: all)
        merged = SettledRows.merged(tables.runs, behind: all)
        for table in tables.present.values { for row in table.rows.all { try add(row, of: table) } }
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

    private func add(_ row: FileRow, of table: Table) throws {
        guard let written = row.written else { return }
        var entry = written.entry
        let beneath = try table.beneath(row.id)
        let wasLive = beneath?.entry.isLive == true
        entry.device = try devices.number(of: row.stamp.device)
        entry.idCount = UInt32(row.id.utf8.count)
        weight += Int(entry.weight) - Int(beneath?.entry.weight ?? 0)
        if !entry.isLive { tombstones.add(Int(entry.weight), at: entry.milliseconds) }
        if let beneath, !wasLive { tombstones.add(-Int(beneath.entry.weight), at: beneath.entry.milliseconds) }
        entry.worth = (entry.isLive ? 1 : 0) - (wasLive ? 1 : 0)
        key.removeAll()
        table.stem.withBytes { key.append(last: $0) }
        key.append(last: row.id)
        try key.withBytes { key in
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
        let told = merged.filter { $0.count > 0 }
        let maps = try told.map { run in try run.devices.map { try devices.number(of: $0) } }
        let blocks = file.blocks
        func tree(_ number: Int) throws -> (root: Tree.Root, count: Int) {
            number == 0
                ? try merge(records.sorted(), told.map(\.records), maps, keepsGone: true, into: blocks)
                : try merge(entries.sorted(), told.map { try $0.keys() }, maps, keepsGone: false, into: blocks)
        }
        let isShared = told.isEmpty && records.count >= SettledRows.worthSharing
        let trees = isShared ? SettledRows.atOnce(tree) : [Result { try tree(0) }, Result { try tree(1) }]
        let (all, count) = try trees[0].get()
        let keys = try trees[1].get().root
        try file.finish(devices: devices.names, count: count, weight: weight, tombstones: tombstones, records: all, keys: keys)
    }

    /// Each on a core of its own. They share nothing but where they are written, as long as nothing is merged into them.
    private static func atOnce<Tree: Sendable>(_ tree: (Int) throws -> Tree) -> [Result<Tree, any Error>] {
        withoutActuallyEscaping(tree) { tree in
            nonisolated(unsafe) let tree = tree
            return Cores.map(2, least: 1) { half in half.map { number in Result { try tree(number) } } }.flatMap(\.self)
        }
    }

    /// - Parameter keepsGone: whether what is deleted stays where there is nothing beneath it: tombstones do, entries do not.
    private func merge(
        _ own: any CellStream, _ trees: [Tree], _ maps: [[UInt16]], keepsGone: Bool, into blocks: BlockWriter
    ) throws -> (root: Tree.Root, count: Int) {
        var (writer, count) = (TreeWriter(), 0)
        // Most often there is nothing to be merged.
        guard !trees.isEmpty else {
            while try own.advance() {
                count += 1
                try writer.add(own.key, own.value, into: blocks)
            }
            return (try writer.finish(into: blocks), count)
        }
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
                try writer.add(cells.key, $0, UnsafeRawBufferPointer(rebasing: cells.value[RowEntry.size...]), into: blocks)
            }
        }
        return (try writer.finish(into: blocks), count)
    }
}
