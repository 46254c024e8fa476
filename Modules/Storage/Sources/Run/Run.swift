import Kernel

/// What a stretch of a log says, sorted: the records by their addresses and the entries of their indexes by their keys. Never changed; what the
/// log says later stands in another run over it.
final class Run {
    /// Up to where in the log it speaks, and from where on.
    let position: LogPosition?
    let start: Int
    let devices: [String]
    /// How many records it has a cell of.
    let count: Int
    /// The bytes that what stands in it takes in the log, less those of what it stands over.
    let weight: Int
    /// Those of the tombstones among them, by age.
    let tombstones: Tombstones
    let records: Tree
    let log: Log
    private let stored: Tree.Root?

    /// - Parameter keys: nil where they are put together when somebody asks for them.
    init(
        from start: Int, to position: LogPosition?, devices: [String], count: Int, weight: Int, tombstones: Tombstones,
        records: Tree.Root,
        keys: Tree.Root?,
        source: PageSource, log: Log
    ) {
        (self.start, self.position, self.log) = (start, position, log)
        (self.devices, self.count, self.weight, self.tombstones) = (devices, count, weight, tombstones)
        (self.records, stored) = (Tree(root: records, source: source), keys)
    }

    var source: PageSource { records.source }

    private var built: Tree?

    /// The entries of indexes.
    ///
    /// - Throws: `StaleIndex`, `storeDamaged`.
    func keys() throws -> Tree {
        if let built { return built }
        let entries = EntrySorter(Spill(in: nil, of: 0))
        let tree = try stored.map { Tree(root: $0, source: source) } ?? entries.sorted(from: self)
        built = tree
        return tree
    }

    /// What a cell says.
    ///
    /// - Throws: `StaleIndex`.
    func entry(_ key: Int, _ value: UnsafeRawBufferPointer) throws -> RowEntry {
        guard value.count >= RowEntry.size else { throw StaleIndex() }
        let entry = value.loadUnaligned(as: RowEntry.self)
        guard entry.isPlausible(keyCount: key, devices: devices.count) else { throw StaleIndex() }
        return entry
    }

    /// What it says of a record.
    func record(_ key: UnsafeRawBufferPointer) throws -> Found? {
        guard let (value, page) = try records.value(of: key) else { return nil }
        return try withExtendedLifetime(page) {
            Found(entry: try entry(key.count, value), keys: Array(value[RowEntry.size...])[...], run: self)
        }
    }

    /// What a run says of a record.
    struct Found {
        let entry: RowEntry
        /// The text of its index entries.
        let keys: ArraySlice<UInt8>
        let run: Run

        var stamp: Stamp { entry.stamp(of: run.devices[Int(entry.device)]) }

        var place: LoggedPlace { LoggedPlace(entry: entry, keys: keys, log: run.log) }
    }
}
