import EngineKit
import Kernel

/// A sequence of cells in the order of their keys.
protocol CellStream: AnyObject {
    /// The key of the current cell, valid until the next `advance`.
    var key: UnsafeRawBufferPointer { get }
    var value: UnsafeRawBufferPointer { get }
    /// Moves to the next cell, at first to the first one.
    ///
    /// - Returns: false at the end.
    func advance() throws -> Bool
}

/// The cells of a tree.
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

/// Several streams merged into one. Of equal keys, the first stream's counts, with the sum of the
/// worths.
final class MergedCells: CellStream {
    private struct Source {
        let stream: any CellStream
        var isAtEnd: Bool
    }

    private var sources: [Source]
    private let isSum: Bool
    private var current: Int?
    /// The sources whose current cell has the same, smallest key.
    private var tiedSources: [Int] = []
    /// The index of the stream that the current cell comes from.
    var origin: Int { current ?? 0 }
    /// The worth of the current cell.
    private(set) var total = 0

    /// Creates a merged stream.
    ///
    /// - Parameter isSum: whether the worths of equal keys are added. Otherwise only the first
    ///   counts.
    init(_ streams: [any CellStream], isSum: Bool) throws {
        self.isSum = isSum
        sources = try streams.map { Source(stream: $0, isAtEnd: try !$0.advance()) }
    }

    var key: UnsafeRawBufferPointer { sources[origin].stream.key }
    var value: UnsafeRawBufferPointer { sources[origin].stream.value }

    func advance() throws -> Bool {
        for index in tiedSources { sources[index].isAtEnd = try !sources[index].stream.advance() }
        tiedSources.removeAll(keepingCapacity: true)
        current = nil
        for index in sources.indices where !sources[index].isAtEnd {
            let order = current.map { compare(sources[index].stream.key, sources[$0].stream.key) } ?? -1
            if order < 0 {
                tiedSources.removeAll(keepingCapacity: true)
                current = index
            }
            if order <= 0 { tiedSources.append(index) }
        }
        guard current != nil else { return false }
        total = tiedSources.prefix(isSum ? tiedSources.count : 1).reduce(0) {
            $0 + Int(sources[$1].stream.value.loadUnaligned(as: Int32.self))
        }
        return true
    }
}
