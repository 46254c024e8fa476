import EngineKit
import Kernel

/// Cells one after the other, in the order of their keys.
protocol CellStream: AnyObject {
    /// Of the cell where it stands; valid until it goes on.
    var key: UnsafeRawBufferPointer { get }
    var value: UnsafeRawBufferPointer { get }
    /// Goes to the next cell; to the first one at the beginning.
    ///
    /// - Returns: false when there is none.
    func advance() throws -> Bool
}

/// All cells of a tree.
final class TreeCells: CellStream {
    private var cursor: TreeCursor
    private var hasBegun = false

    init(_ tree: Tree) { cursor = TreeCursor(tree) }

    var key: UnsafeRawBufferPointer { cursor.key.withUnsafeBytes { UnsafeRawBufferPointer($0) } }
    var value: UnsafeRawBufferPointer { cursor.value }

    func advance() throws -> Bool {
        if hasBegun { try cursor.advance() } else { try cursor.seek(.empty) }
        hasBegun = true
        return cursor.isValid
    }
}

/// Several streams as one. Of equal keys that of the first stream counts, with the sum of what they count for.
final class MergedCells: CellStream {
    private struct Source {
        let stream: any CellStream
        var isAtEnd: Bool
    }

    private var sources: [Source]
    private let isSum: Bool
    private var current: Int?
    private var ties: [Int] = []
    /// Which stream the cell is of.
    var origin: Int { current ?? 0 }
    /// What it counts for.
    private(set) var total = 0

    /// - Parameter isSum: whether equal keys count together; else the first alone.
    init(_ streams: [any CellStream], isSum: Bool) throws {
        self.isSum = isSum
        sources = try streams.map { Source(stream: $0, isAtEnd: try !$0.advance()) }
    }

    var key: UnsafeRawBufferPointer { sources[origin].stream.key }
    var value: UnsafeRawBufferPointer { sources[origin].stream.value }

    func advance() throws -> Bool {
        for place in ties { sources[place].isAtEnd = try !sources[place].stream.advance() }
        ties.removeAll(keepingCapacity: true)
        current = nil
        for place in sources.indices where !sources[place].isAtEnd {
            let order = current.map { compare(sources[place].stream.key, sources[$0].stream.key) } ?? -1
            if order < 0 {
                ties.removeAll(keepingCapacity: true)
                current = place
            }
            if order <= 0 { ties.append(place) }
        }
        guard current != nil else { return false }
        total = ties.prefix(isSum ? ties.count : 1).reduce(0) {
            $0 + Int(sources[$1].stream.value.loadUnaligned(as: Int32.self))
        }
        return true
    }
}
