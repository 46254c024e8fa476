import EngineKit
import Kernel

/// The runs of a log in layers, where later ones take precedence.
struct Runs {
    /// The latest first.
    private(set) var all: [Run] = []

    /// Whether all runs are empty.
    private(set) var isEmpty = true
    var latest: Run? { all.first }
    var liveCount: Int { all.reduce(0) { $0 + $1.records.root.total } }
    /// The bytes of all records in the log.
    var weight: Int { all.reduce(0) { $0 + $1.weight } }
    /// The bytes of the tombstones, by age.
    var tombstones: Tombstones { all.reduce(into: Tombstones()) { $0.add($1.tombstones) } }
    /// Whether a page had wrong contents.
    var isStale: Bool { all.contains { $0.source.isStale } }

    mutating func add(_ run: Run) {
        all.insert(run, at: 0)
        if run.count > 0 { isEmpty = false }
    }

    /// Returns the record at an address.
    ///
    /// - Throws: `StaleIndex`.
    func record(_ key: CellKey) throws -> Run.RecordData? {
        for run in all {
            if let found = try key.withBytes(run.record) { return found }
        }
        return nil
    }

    /// Returns the number of live records with keys in a range.
    func count(of order: Order, from lower: CellKey, before upper: CellKey) throws -> Int {
        var count = 0
        for run in all {
            let tree = try order == .records ? run.records : run.keys()
            count += try upper.withBytes(tree.total) - lower.withBytes(tree.total)
        }
        return max(0, count)
    }

    /// The tree of a run that a query uses: records by address, or index entries by key.
    enum Order {
        case records
        case entries
    }
}

/// A cursor over the records or entries of several runs in a range, each once.
final class RunsCursor {
    private struct Source {
        let run: Run
        var cursor: TreeCursor
    }

    private var sources: [Source]
    private let endBound: CellKey
    private let isDescending: Bool
    private let isLiveOnly: Bool
    private var current = 0
    /// The entry at the cursor.
    private(set) var entry: RowEntry?

    /// Creates a cursor.
    ///
    /// - Parameter isLiveOnly: whether to skip tombstones.
    init(
        _ runs: Runs, _ order: Runs.Order, from lower: CellKey, before upper: CellKey, isDescending: Bool = false,
        isLiveOnly: Bool = true
    ) throws {
        self.isDescending = isDescending
        self.isLiveOnly = isLiveOnly
        endBound = isDescending ? lower : upper
        sources = try runs.all.map { run in
            var cursor = TreeCursor(try order == .records ? run.records : run.keys())
            if isDescending {
                try upper.withBytes { try cursor.seek(before: $0) }
            } else {
                try lower.withBytes { try cursor.seek($0) }
            }
            return Source(run: run, cursor: cursor)
        }
        try moveToRelevantEntry()
    }

    var run: Run { sources[current].run }

    /// The current key, valid until the cursor moves.
    var key: UnsafeRawBufferPointer { sources[current].cursor.key.withUnsafeBytes { UnsafeRawBufferPointer($0) } }

    private var idCount: Int { Int(entry?.idCount ?? 0) }

    var id: String { String(decoding: key[(key.count - idCount)...], as: UTF8.self) }

    /// The text of the current record's index entries.
    var keys: ArraySlice<UInt8> { Array(sources[current].cursor.value[RowEntry.size...])[...] }

    func advance() throws {
        try skipCurrentKey()
        try moveToRelevantEntry()
    }

    /// Advances all sources at the current key, because only the latest counts.
    private func skipCurrentKey() throws {
        guard sources.count > 1 else { return try step(0) }
        let key = sources[current].cursor.key
        for index in sources.indices where sources[index].cursor.isValid && sources[index].cursor.key == key {
            try step(index)
        }
    }

    private func step(_ index: Int) throws {
        if isDescending { try sources[index].cursor.retreat() } else { try sources[index].cursor.advance() }
    }

    /// Advances to the next relevant entry.
    private func moveToRelevantEntry() throws {
        while try selectSource() {
            let value = sources[current].cursor.value
            let nextEntry = try run.entry(sources[current].cursor.key.count, value)
            guard isLiveOnly, !nextEntry.isLive else { return entry = nextEntry }
            try skipCurrentKey()
        }
        entry = nil
    }

    /// Finds the latest source with the next key.
    private func selectSource() throws -> Bool {
        var best: Int?
        for index in sources.indices where sources[index].cursor.isValid {
            guard let bestIndex = best else {
                best = index
                continue
            }
            let order = sources[index].cursor.key.withUnsafeBytes { key in
                sources[bestIndex].cursor.key.withUnsafeBytes { compare(key, $0) }
            }
            if isDescending ? order > 0 : order < 0 { best = index }
        }
        guard let best else { return false }
        current = best
        return endBound.withBytes { compare(key, $0) < 0 } != isDescending
    }
}
