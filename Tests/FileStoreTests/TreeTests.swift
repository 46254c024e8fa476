import DiskKit
import Kernel
import XCTest

@testable import FileStore

/// Compares a tree of cells with a sorted list: lookup, counts and traversal.
final class TreeTests: XCTestCase {
    /// Returns sorted keys with long common prefixes, zero bytes and lengths up to several pages.
    private func keys(_ count: Int, _ random: inout RandomSource) -> [[UInt8]] {
        let beginnings = (0..<4).map { _ in
            (0..<Int.random(in: 0...40, using: &random)).map { _ in UInt8(random.next() & 3) }
        }
        var keys: Set<[UInt8]> = []
        while keys.count < count {
            let beginning = beginnings[Int.random(in: 0..<4, using: &random)]
            let length = Int.random(in: 0...30, using: &random) == 0 ? Int.random(in: 0...5_000, using: &random) : 6
            keys.insert(beginning + (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) })
        }
        return keys.sorted { $0.lexicographicallyPrecedes($1) }
    }

    private func tree(_ keys: [[UInt8]], worth: (Int) -> Int32 = { _ in 1 }) throws -> Tree {
        var writer = TreeWriter()
        let blocks = BlockWriter(nil)
        for (place, key) in keys.enumerated() {
            try key.withUnsafeBytes { key in
                try withUnsafeBytes(of: (worth(place), Int32(place))) { try writer.add(key, $0, into: blocks) }
            }
        }
        let root = try writer.finish(into: blocks)
        return Tree(root: root, source: PageSource(blocks.memory()))
    }

    func testTreeFindsExactlyItsKeys() throws {
        for seed in 0..<12 {
            var random = RandomSource(seed: UInt64(seed))
            let all = keys([0, 1, 2, 50, 500, 4_000][seed % 6], &random)
            let tree = try tree(all)
            XCTAssertEqual(tree.root.total, all.count)
            for (place, key) in all.enumerated() {
                let value = try key.withUnsafeBytes { try tree.value(of: $0) }?.value.loadUnaligned(
                    fromByteOffset: 4, as: Int32.self)
                XCTAssertEqual(value, Int32(place), "\(seed) \(place)")
            }
            for other in keys(300, &random) where !all.contains(other) {
                XCTAssertNil(try other.withUnsafeBytes { try tree.value(of: $0) })
            }
        }
    }

    /// Sorts in memory, with spilled pieces, and on a disk without space for them.
    func testSorterSpillsAndKeepsTheLastOfEqualKeys() throws {
        for seed in 0..<9 {
            var random = RandomSource(seed: UInt64(200 + seed))
            let folder = try TemporaryDirectory(isQuick: true)
            let disk: any FileSystem =
                seed % 3 == 2 ? SmallDisk(free: seed * 2_000, isPartial: seed % 2 == 0) : SystemCalls()
            let directory = try StoreDirectory(path: "\(folder.path)/store", access: .owner, system: disk)
            let spill = Spill(in: seed % 3 == 0 ? nil : directory, of: 1)
            let sorters = [CellSorter(spill, holding: 4_000), CellSorter(spill, holding: 9_000)]
            let some = keys(500, &random)
            var expected: [[UInt8]: UInt32] = [:]
            for number in 0..<2_000 {
                let key = some[Int.random(in: 0..<some.count, using: &random)]
                expected[key] = UInt32(number)
                for sorter in sorters {
                    key.withUnsafeBytes { key in withUnsafeBytes(of: UInt32(number)) { sorter.add(key, $0) } }
                }
            }
            for sorter in sorters {
                let sorted = try sorter.sorted()
                var keys: [[UInt8]] = []
                while try sorted.advance() {
                    keys.append(Array(sorted.key))
                    XCTAssertEqual(sorted.value.loadUnaligned(as: UInt32.self), expected[Array(sorted.key)])
                }
                XCTAssertTrue(keys == expected.keys.sorted { $0.lexicographicallyPrecedes($1) }, "\(seed)")
            }
            XCTAssertEqual(directory.names(), [], "a spill file has no name")
        }
    }

    func testRangesAreCountedAndTraversedInBothDirections() throws {
        for seed in 0..<12 {
            var random = RandomSource(seed: UInt64(100 + seed))
            let all = keys([0, 1, 2, 50, 500, 3_000][seed % 6], &random)
            let countChange: (Int) -> Int32 = { Int32($0 % 3) - 1 }
            let tree = try tree(all, worth: countChange)
            for bound in keys(40, &random) + all.prefix(40) {
                let place = all.firstIndex { !$0.lexicographicallyPrecedes(bound) } ?? all.count
                XCTAssertEqual(
                    try bound.withUnsafeBytes(tree.total), (0..<place).reduce(0) { $0 + Int(countChange($1)) },
                    "\(seed)")
                var onwards = TreeCursor(tree)
                try bound.withUnsafeBytes { try onwards.seek($0) }
                var visited: [[UInt8]] = []
                while onwards.isValid {
                    visited.append(onwards.key)
                    try onwards.advance()
                }
                XCTAssertTrue(visited == Array(all[place...]), "\(seed) onwards")
                var backwards = TreeCursor(tree)
                try bound.withUnsafeBytes { try backwards.seek(before: $0) }
                visited = []
                while backwards.isValid {
                    visited.append(backwards.key)
                    try backwards.retreat()
                }
                XCTAssertTrue(visited == all[..<place].reversed(), "\(seed) back")
            }
        }
    }
}
