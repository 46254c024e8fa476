import Kernel

/// The sorted contents of a range of a log: records by address and index entries by key.
///
/// A run is immutable. Later changes are in another run, which takes precedence.
final class Run {
    /// The end of the covered range of the log. `start` is its beginning.
    let position: LogPosition?
    let start: Int
    let devices: [String]
    /// The number of records with a cell.
    let count: Int
    /// The bytes of its records in the log, less those of the versions they replace.
    let weight: Int
    /// The bytes of its tombstones, by age.
    let tombstones: Tombstones
    let records: Tree
    let log: Log
    private let storedKeys: Tree.Root?

    /// Creates a run.
    ///
    /// - Parameter keys: the tree of index entries, or nil to build it on demand.
    init(
        from start: Int, to position: LogPosition?, devices: [String], count: Int, weight: Int, tombstones: Tombstones,
        records: Tree.Root, keys: Tree.Root?, source: PageSource, log: Log
    ) {
        self.start = start
        self.position = position
        self.log = log
        self.devices = devices
        self.count = count
        self.weight = weight
        self.tombstones = tombstones
        self.records = Tree(root: records, source: source)
        storedKeys = keys
    }

    var source: PageSource { records.source }

    private var builtKeys: Tree?

    /// Returns the index entries.
    ///
    /// - Throws: `StaleIndex`, `storeDamaged`.
    func keys() throws -> Tree {
        if let builtKeys { return builtKeys }
        let entries = EntrySorter(Spill(in: nil, of: 0))
        let tree = try storedKeys.map { Tree(root: $0, source: source) } ?? entries.sorted(from: self)
        builtKeys = tree
        return tree
    }

    /// Returns the entry in a cell.
    ///
    /// - Throws: `StaleIndex`.
    func entry(_ key: Int, _ value: UnsafeRawBufferPointer) throws -> RowEntry {
        guard value.count >= RowEntry.size else { throw StaleIndex() }
        let entry = value.loadUnaligned(as: RowEntry.self)
        guard entry.isPlausible(keyCount: key, devices: devices.count) else { throw StaleIndex() }
        return entry
    }

    /// Returns the run's data about a record.
    func record(_ key: UnsafeRawBufferPointer) throws -> RecordData? {
        guard let (value, page) = try records.value(of: key) else { return nil }
        return try withExtendedLifetime(page) {
            RecordData(entry: try entry(key.count, value), keys: Array(value[RowEntry.size...])[...], run: self)
        }
    }

    /// The data of a run about a record.
    struct RecordData {
        let entry: RowEntry
        /// The text of its index entries.
        let keys: ArraySlice<UInt8>
        let run: Run

        var stamp: Stamp { entry.stamp(of: run.devices[Int(entry.device)]) }

        var place: LogLocation { LogLocation(entry: entry, keys: keys, log: run.log) }
    }
}
