import Content
import Foundation
import Kernel
import Storage
import Synchronization
import TestBench
import XCTest

/// Imports at the same time: each counts what is new when it lands, and each is undone.
final class SimultaneousImportTests: XCTestCase {
    private static let many = 4_200

    private func file(_ range: Range<Int>) -> [UInt8] {
        let rows = range.map { "word \(number($0)),단어,dan \(number($0))" }
        return Array((["english,hangul,romanization"] + rows).joined(separator: "\n").utf8)
    }

    /// In letters, so that no two sound alike to whoever compares them.
    private func number(_ value: Int) -> String {
        String(value).map { String(UnicodeScalar(97 + ($0.wholeNumberValue ?? 0)) ?? "a") }.joined()
    }

    /// Another import lands just when this one has judged its file.
    func testWhatLandedMeanwhileIsThereAlready() throws {
        let home = try Home()
        func open() throws -> FileStore {
            try FileStore(directory: home.path + "/store", random: .system()) { Instant(milliseconds: 1_763_800_000_000) }
        }
        let (root, other) = (try open(), OwnWordsBench(over: try open()))
        let first = file(0..<Self.many)
        let isLate = Mutex(true)
        let words = OwnWords(root.scoped(to: Partition(rawValue: "mina"))) {
            // Packs are asked for while the file is judged.
            if isLate.withLock({ late in
                defer { late = false }; return late
            }) {
                try other.take(first)
            }
            return OwnWordsBench.packs
        }
        let rows = try other.read(file(100..<Self.many + 300)).rows
        let taken = try words.take(rows, WordTaking(grade: OwnWordsBench.grade))
        XCTAssertEqual(taken.added.count, 300)
        XCTAssertEqual(taken.present, Self.many - 100)
        XCTAssertEqual(try words.words().count, Self.many + 300)
        XCTAssertEqual(try root.undoLast().label, "Imported 300 words")
        XCTAssertEqual(try words.words().count, Self.many)
        XCTAssertEqual(try root.undoLast().label, "Imported \(Self.many) words")
        XCTAssertEqual(try words.words().count, 0)
    }

    func testOfThreeImportsOfOneFileOneCountsItsWords() throws {
        let home = try Home()
        let bytes = file(0..<Self.many)
        let counts = Mutex<[Int]>([])
        DispatchQueue.concurrentPerform(iterations: 3) { _ in
            let store = try? FileStore(directory: home.path + "/store", random: .system()) {
                Instant(milliseconds: 1_763_800_000_000)
            }
            let taken = try? store.map { try OwnWordsBench(over: $0).take(bytes) }
            counts.withLock { $0.append(taken?.added.count ?? -1) }
        }
        XCTAssertEqual(counts.withLock { $0.sorted() }, [0, 0, Self.many])
        let store = try FileStore(directory: home.path + "/store", random: .system()) { Instant(milliseconds: 1_763_800_000_000) }
        XCTAssertEqual(try store.undoSteps().map(\.label), ["Imported \(Self.many) words"])
        _ = try store.undoLast()
        XCTAssertEqual(try OwnWordsBench(over: store).words.words().count, 0)
    }
}
