import Content
import Foundation
import Kernel
import Storage
import Synchronization
import TestSupport
import XCTest

/// Concurrent imports: each counts new words when it commits, and each is undone separately.
final class SimultaneousImportTests: XCTestCase {
    private static let many = 4_200

    private func file(_ range: Range<Int>) -> [UInt8] {
        let rows = range.map { "word \(number($0)),단어,dan \(number($0))" }
        return Array((["english,hangul,romanization"] + rows).joined(separator: "\n").utf8)
    }

    /// Spells the number in letters, so that no two words sound alike.
    private func number(_ value: Int) -> String {
        String(value).map { String(UnicodeScalar(97 + ($0.wholeNumberValue ?? 0)) ?? "a") }.joined()
    }

    /// Another import commits while this one validates its file.
    func testConcurrentlyImportedWordsCountAsPresent() throws {
        let home = try Home()
        func open() throws -> FileStore {
            try FileStore(directory: home.path + "/store", random: .system()) {
                Instant(milliseconds: 1_763_800_000_000)
            }
        }
        let root = try open()
        let other = OwnWordsFixture(over: try open())
        let first = file(0..<Self.many)
        let isLate = Mutex(true)
        let words = OwnWords(root.scoped(to: Partition(rawValue: "mina"))) {
            // The closure runs during validation.
            if isLate.withLock({ late in
                defer { late = false }; return late
            }) {
                try other.importFile(first)
            }
            return OwnWordsFixture.packs
        }
        let rows = try other.read(file(100..<Self.many + 300)).rows
        let imported = try words.importRows(rows, WordImportOptions(grade: OwnWordsFixture.grade))
        XCTAssertEqual(imported.added.count, 300)
        XCTAssertEqual(imported.presentCount, Self.many - 100)
        XCTAssertEqual(try words.words().count, Self.many + 300)
        XCTAssertEqual(try root.undoLast().label, "Imported 300 words")
        XCTAssertEqual(try words.words().count, Self.many)
        XCTAssertEqual(try root.undoLast().label, "Imported \(Self.many) words")
        XCTAssertEqual(try words.words().count, 0)
    }

    func testParallelImportsOfOneFileAddItsWordsOnce() throws {
        let home = try Home()
        let bytes = file(0..<Self.many)
        let counts = Mutex<[Int]>([])
        DispatchQueue.concurrentPerform(iterations: 3) { _ in
            let store = try? FileStore(directory: home.path + "/store", random: .system()) {
                Instant(milliseconds: 1_763_800_000_000)
            }
            let imported = try? store.map { try OwnWordsFixture(over: $0).importFile(bytes) }
            counts.withLock { $0.append(imported?.added.count ?? -1) }
        }
        XCTAssertEqual(counts.withLock { $0.sorted() }, [0, 0, Self.many])
        let store = try FileStore(directory: home.path + "/store", random: .system()) {
            Instant(milliseconds: 1_763_800_000_000)
        }
        XCTAssertEqual(try store.undoSteps().map(\.label), ["Imported \(Self.many) words"])
        _ = try store.undoLast()
        XCTAssertEqual(try OwnWordsFixture(over: store).words.words().count, 0)
    }
}
