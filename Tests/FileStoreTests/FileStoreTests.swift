import FileStore
import Foundation
import Kernel
import Synchronization
import TestSupport
import XCTest

final class FileStoreTests: XCTestCase {
    func testReopenedStoreHasAllWrites() throws {
        let directory = try TemporaryDirectory()
        var random = RandomSource(seed: 5)
        var expected: [String: String] = [:]
        let odd = ["\u{0}", "\u{1}", "\n\"\\", "é", "🙂", "plain"]
        for _ in 0..<12 {
            let store = try directory.store()
            for _ in 0..<8 {
                let id =
                    "w\(Int.random(in: 0..<15, using: &random))" + odd[Int.random(in: 0..<odd.count, using: &random)]
                let text =
                    Int.random(in: 0..<3, using: &random) == 0
                    ? nil : "\(random.next())" + odd[Int.random(in: 0..<odd.count, using: &random)]
                try store.write { transaction in
                    if let text {
                        try transaction.put(Word(id, text))
                    } else {
                        try transaction.delete(Identifier<Word>(id))
                    }
                }
                expected[id] = text
            }
            try store.close()
            let again = try directory.store()
            let words = try again.read { try $0.records(Selection<Word>.all) }
            XCTAssertEqual(Dictionary(uniqueKeysWithValues: words.map { ($0.id.rawValue, $0.text) }), expected)
            XCTAssertEqual(try again.read { try $0.count(Word.byText.all) }, expected.count)
        }
        XCTAssertTrue(
            try directory.bytes("log-1.jsonl").split(separator: 10).allSatisfy { line in
                (try? JSONValue(Data(line.drop { $0 != UInt8(ascii: "{") }))) != nil
            }, "every line ends in standard JSON")
    }

    func testProviderDetectsAnExistingStore() throws {
        let directory = try TemporaryDirectory()
        XCTAssertFalse(StoreProvider.file.hasStore("\(directory.path)/store"))
        try directory.store().close()
        XCTAssertTrue(StoreProvider.file.hasStore("\(directory.path)/store"))
        XCTAssertFalse(StoreProvider.file.hasStore(directory.path))
        XCTAssertFalse(StoreProvider.memory.hasStore("\(directory.path)/store"))
    }

    func testTwoHandlesSeeEachOther() throws {
        let directory = try TemporaryDirectory()
        let one = try directory.store()
        let two = try directory.store()
        for number in 0..<20 {
            let (writer, reader) = number % 2 == 0 ? (one, two) : (two, one)
            try writer.write { try $0.put(Word("w\(number % 5)", "t\(number)")) }
            XCTAssertEqual(try reader.read { try $0.record(Identifier<Word>("w\(number % 5)"))?.text }, "t\(number)")
        }
        XCTAssertEqual(try one.changes(since: 0).map(\.sequence), Array(1...20))
        XCTAssertEqual(try one.changes(since: 0), try two.changes(since: 0))
        let times = try one.changes(since: 0).map(\.stamp.time)
        XCTAssertTrue(zip(times, times.dropFirst()).allSatisfy { $0 < $1 }, "stamps grow across handles: \(times)")
    }

    func testManyThreadsOverManyHandlesLoseNothing() throws {
        let directory = try TemporaryDirectory()
        let stores = try (0..<4).map { _ in try directory.store() }
        let errors = Mutex([String]())
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for _ in 0..<25 {
                do {
                    try stores[thread % 4].write { transaction in
                        let value = try transaction.record(Identifier<Word>("sum"))?.text ?? "0"
                        try transaction.put(Word("sum", "\((Int(value) ?? 0) + 1)"))
                    }
                } catch {
                    errors.withLock { $0.append("\(error)") }
                }
            }
        }
        XCTAssertEqual(errors.withLock { $0 }, [])
        XCTAssertEqual(try directory.store().words(), ["sum=200"])
        XCTAssertEqual(try stores[0].changes(since: 0).map(\.sequence), Array(1...200))
    }

    func testStampsIncreaseWhenTheClockGoesBack() throws {
        let directory = try TemporaryDirectory()
        try directory.store().write { try $0.put(Word("a", "first")) }
        let store = try FileStore(directory: "\(directory.path)/store") {
            Instant(milliseconds: 1_763_661_909_120 - 86_400_000)
        }
        try store.write { try $0.put(Word("a", "second")) }
        let stamps = try store.changes(since: 0).map(\.stamp)
        XCTAssertEqual(stamps.count, 2)
        XCTAssertLessThan(stamps[0], stamps[1])
        XCTAssertEqual(Set(stamps.map(\.device)).count, 1, "the device name is unchanged")
    }

    func testRecordAndTransactionSizeLimits() throws {
        let directory = try TemporaryDirectory()
        let store = try directory.store()
        let frame = try JSONValue.encoder.encode(Word("w", "")).count
        let most = 16 << 20
        assertFails(.recordTooLarge) {
            try store.write { try $0.put(Plain(id: "w", text: String(repeating: "x", count: most - frame + 1))) }
        }
        for less in [1, 0] {
            let text = String(repeating: "x", count: most - frame - less)
            try store.write { try $0.put(Plain(id: "w", text: text)) }
            XCTAssertEqual(
                try directory.store().read { try $0.record(Identifier<Plain>("w"))?.text.utf8.count }, text.utf8.count)
        }
        // The failure states the size, so that the limit is tested to the byte.
        func write(_ second: Int) throws {
            try store.write { transaction in
                for (name, size) in [("a", 9 << 20), ("b", second)] {
                    try transaction.put(Plain(id: Identifier(name), text: String(repeating: "x", count: size)))
                }
            }
        }
        var rest = 9 << 20
        XCTAssertThrowsError(try write(rest)) {
            XCTAssertEqual(($0 as? Failure)?.code, .transactionTooLarge)
            let bytes = ($0 as? Failure)?.message.split(separator: " ").compactMap { Int($0) }.first ?? 0
            rest -= bytes - (17 << 20)
        }
        assertFails(.transactionTooLarge) { try write(rest + 1) }
        XCTAssertEqual(try store.read { try $0.count(Selection<Plain>.all) }, 1)
        try write(rest)
        XCTAssertEqual(try directory.store().read { try $0.count(Selection<Plain>.all) }, 3)
    }

    // MARK: - Directory

    func testFileModesDependOnAccess() throws {
        let directory = try TemporaryDirectory()
        let mask = umask(0)
        defer { umask(mask) }
        try directory.store().write { try $0.put(Word("a", "t")) }
        XCTAssertEqual(try mode("\(directory.path)/store"), 0o700)
        for name in ["CURRENT", "device", "lock", "log-1.jsonl"] {
            XCTAssertEqual(try mode("\(directory.path)/store/\(name)"), 0o600, name)
        }
        umask(0o077)
        let shared = "\(directory.path)/shared"
        try FileStore(directory: shared, access: .group) { Instant(milliseconds: 1) }.write {
            try $0.put(Word("a", "t"))
        }
        XCTAssertEqual(try mode(shared), 0o2770)
        for name in ["CURRENT", "device", "lock", "log-1.jsonl"] {
            XCTAssertEqual(try mode("\(shared)/\(name)"), 0o660, name)
        }
    }

    func testFilesWritableByOthersAreRefused() throws {
        let directory = try TemporaryDirectory()
        try directory.store().write { try $0.put(Word("a", "t")) }
        for name in ["", "/log-1.jsonl", "/CURRENT", "/lock"] {
            let path = "\(directory.path)/store\(name)"
            let before = try mode(path)
            chmod(path, before | 0o022)
            assertFails(.unsafeStore) { _ = try directory.store() }
            chmod(path, before)
        }
        XCTAssertEqual(try directory.store().words(), ["a=t"])
    }

    #if os(Linux)
        func testImpossibleDirectoryThrowsCannotCreate() {
            XCTAssertThrowsError(try FileStore(directory: "/proc/none/store") { Instant(milliseconds: 0) }) {
                XCTAssertEqual(($0 as? Failure)?.kind, .cannotCreate)
            }
        }
    #endif

    func testLinksAndPipesAreRefused() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path
        try directory.store().write { try $0.put(Word("a", "t")) }
        // Users link the folder to another disk. The checks apply to the target of the link.
        symlink("\(path)/store", "\(path)/linked")
        for name in ["linked", "linked/", "linked//"] { try directory.store(name).write { try $0.put(Word("b", "t")) } }
        XCTAssertEqual(try directory.store().words(), ["a=t", "b=t"])
        try directory.store().write { _ = try $0.delete(Identifier<Word>("b")) }
        mkdir("\(path)/open", 0o700)
        chmod("\(path)/open", 0o777)
        for target in ["nowhere", "open", "store/lock"] {
            symlink("\(path)/\(target)", "\(path)/to-\(target.prefix(5))")
            XCTAssertThrowsError(try directory.store("to-\(target.prefix(5))"), target)
        }
        for name in ["log-1.jsonl", "CURRENT", "lock"] {
            rename("\(path)/store/\(name)", "\(path)/aside")
            symlink("\(path)/aside", "\(path)/store/\(name)")
            assertFails(.unsafeStore) { _ = try directory.store() }
            unlink("\(path)/store/\(name)")
            mkfifo("\(path)/store/\(name)", 0o600)
            assertFails(.unsafeStore) { _ = try directory.store() }
            unlink("\(path)/store/\(name)")
            rename("\(path)/aside", "\(path)/store/\(name)")
        }
        XCTAssertEqual(try directory.store().words(), ["a=t"])
    }

    /// The store does not follow a link with the name of a temporary file.
    func testSymbolicLinkAsTemporaryFileIsRefused() throws {
        let directory = try TemporaryDirectory()
        mkdir("\(directory.path)/store", 0o700)
        try Data("precious".utf8).write(to: URL(fileURLWithPath: "\(directory.path)/precious"))
        symlink("\(directory.path)/precious", "\(directory.path)/store/CURRENT.new")
        assertFails(.unsafeStore) { _ = try directory.store() }
        XCTAssertEqual(try Data(contentsOf: URL(fileURLWithPath: "\(directory.path)/precious")), Data("precious".utf8))
    }

    func testEmptyAndInterruptedStoresOpen() throws {
        let directory = try TemporaryDirectory()
        XCTAssertEqual(try directory.store().words(), [])
        XCTAssertEqual(try directory.store().damage(), [])
        let header = try directory.bytes("log-1.jsonl")
        // Creation was interrupted before `CURRENT` named the log.
        for length in [0, 10, header.count] {
            try FileManager.default.removeItem(atPath: "\(directory.path)/store/CURRENT")
            try directory.put(header.prefix(length), in: "log-1.jsonl")
            let store = try directory.store()
            XCTAssertEqual(try store.words(), [])
            XCTAssertEqual(try store.damage(), [])
            try store.close()
        }
        // The store was complete, and its log is empty now.
        try directory.put(Data(), in: "log-1.jsonl")
        XCTAssertEqual(try directory.store().damage().count, 1)
        assertFails(.storeDamaged) { try directory.store().write { try $0.put(Word("a", "t")) } }
    }

    #if os(Linux)
        func testNoDescriptorIsLeaked() throws {
            let directory = try TemporaryDirectory()
            try directory.store().write { try $0.put(Word("a", "t")) }
            func open() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
            let before = try open()
            for _ in 0..<20 {
                let store = try directory.store()
                try store.write { try $0.put(Word("a", "t")) }
                try store.close()
                assertFails(.storeClosed) { _ = try store.words() }
                XCTAssertEqual(try open(), before)
            }
            for _ in 0..<5 {
                symlink("/dev/null", "\(directory.path)/linked")
                assertFails(.unsafeStore) { _ = try directory.store("linked") }
            }
            XCTAssertEqual(try open(), before)
        }
    #endif

    private func mode(_ path: String) throws -> mode_t {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw Failure(.init("noFile"), path) }
        return status.st_mode & 0o7777
    }
}

/// A record without indexes, so that only its payload is large.
struct Plain: Storable {
    let id: Identifier<Plain>
    var text: String
    static let collection = RecordCollection<Plain>("plain")
}
