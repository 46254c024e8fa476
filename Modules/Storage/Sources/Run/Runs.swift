import EngineKit
import Kernel

/// The runs that a log has, one over the other: what a later one says counts.
struct Runs {
    /// The latest first.
    private(set) var all: [Run] = []

    /// Whether none says anything of a record.
    private(set) var isEmpty = true
    var latest: Run? { all.first }
    var liveCount: Int { all.reduce(0) { $0 + $1.records.root.total } }
    /// The bytes that all records take in the log.
    var weight: Int { all.reduce(0) { $0 + $1.weight } }
    /// Those of the tombstones among them, by age.
    var tombstones: Tombstones { all.reduce(into: Tombstones()) { $0.add($1.tombstones) } }
    /// Whether a page turned out not to be what it should be.
    var isStale: Bool { all.contains { $0.source.isStale } }

    mutating func add(_ run: Run) {
        all.insert(run, at: 0)
        if run.count > 0 { isEmpty = false }
    }

    /// What stands at an address.
    ///
    /// - Throws: `StaleIndex`.
    func record(_ key: CellKey) throws -> Run.Found? {
        for run in all {
            if let found = try key.withBytes(run.record) { return found }
        }
        return nil
    }

    /// How many live records have keys in a range.
    func count(of order: Order, from lower: CellKey, before upper: CellKey) throws -> Int {
        var count = 0
        for run in all {
            let tree = try order == .records ? run.records : run.keys()
            count += try upper.withBytes(tree.total) - lower.withBytes(tree.total)
        }
        return max(0, count)
    }

    /// In which order one walks.
    enum Order {
        case records
        case entries
    }
}

/// Walks over what several runs hold in a range, each record or entry once.
final class RunsCursor {
    private struct Source {
        let run: Run
        var cursor: TreeCursor
    }

    private var sources: [Source]
    private let bound: CellKey
    private let isDescending: Bool
    private let isLiveOnly: Bool
    private var current = 0
    /// What the cell says where it stands.
    private(set) var entry: RowEntry?

    /// - Parameter isLiveOnly: whether tombstones are passed over.
    init(
        _ runs: Runs, _ order: Runs.Order, from lower: CellKey, before upper: CellKey, isDescending: Bool = false,
        isLiveOnly: Bool = true
    ) throws {
        (self.isDescending, self.isLiveOnly, bound) = (isDescending, isLiveOnly, isDescending ? lower : upper)
        sources = try runs.all.map { run in
            var cursor = TreeCursor(try order == .records ? run.records : run.keys())
            if isDescending {
                try upper.withBytes { try cursor.seek(before: $0) }
            } else {
                try lower.withBytes { try cursor.seek($0) }
            }
            return Source(run: run, cursor: cursor)
        }
        try settle()
    }

    /// The run that says so.
    var run: Run { sources[current].run }

    /// The key where it stands; valid until it goes on.
    var key: UnsafeRawBufferPointer { sources[current].cursor.key.withUnsafeBytes { UnsafeRawBufferPointer($0) } }

    private var idCount: Int { Int(entry?.idCount ?? 0) }

    var id: String { String(decoding: key[(key.count - idCount)...], as: UTF8.self) }

    /// The text of the index entries of a record.
    var keys: ArraySlice<UInt8> { Array(sources[current].cursor.value[RowEntry.size...])[...] }

    func advance() throws {
        try pass()
        try settle()
    }

    /// All that stand at the same key go on: what lies beneath the latest does not count.
    private func pass() throws {
        guard sources.count > 1 else { return try step(0) }
        let key = sources[current].cursor.key
        for place in sources.indices where sources[place].cursor.isValid && sources[place].cursor.key == key { try step(place) }
    }

    private func step(_ place: Int) throws {
        if isDescending { try sources[place].cursor.retreat() } else { try sources[place].cursor.advance() }
    }

    /// Looks for the next that counts.
    private func settle() throws {
        while try find() {
            let value = sources[current].cursor.value
            let found = try run.entry(sources[current].cursor.key.count, value)
            guard isLiveOnly, !found.isLive else { return entry = found }
            try pass()
        }
        entry = nil
    }

    /// The source whose turn it is: the latest of those with the same key.
    private func find() throws -> Bool {
        var best: Int?
        for place in sources.indices where sources[place].cursor.isValid {
            guard let other = best else {
                best = place
                continue
            }
            let order = sources[place].cursor.key.withUnsafeBytes { one in
                sources[other].cursor.key.withUnsafeBytes { compare(one, $0) }
            }
            if isDescending ? order > 0 : order < 0 { best = place }
        }
        guard let best else { return false }
        current = best
        return bound.withBytes { compare(key, $0) < 0 } != isDescending
    }
}
