import FileStore
import Foundation
import Kernel
import XCTest

/// A directory for one test, deleted by `deinit`.
final class TemporaryDirectory {
    let path: String

    /// - Parameter isQuick: Whether to use memory where the system offers it, for tests that open
    ///   a store thousands of times.
    init(isQuick: Bool = false) throws {
        let quick = isQuick && FileManager.default.fileExists(atPath: "/dev/shm")
        var template = Array("\(quick ? "/dev/shm" : NSTemporaryDirectory())/storage-XXXXXX".utf8CString)
        guard let directory = mkdtemp(&template) else { throw Failure(.init("noDirectory"), "No temporary directory.") }
        path = String(cString: directory)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func store(_ name: String = "store") throws -> FileStore {
        try FileStore(directory: "\(path)/\(name)", random: RandomSource(seed: 1)) {
            Instant(milliseconds: 1_763_661_909_120)
        }
    }

    /// The name of the current log.
    var log: String {
        let current = (try? bytes("CURRENT")).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return current.split(separator: "\"").first { $0.hasPrefix("log-") }.map(String.init) ?? ""
    }

    /// Opens a store that is compacted after every few writes.
    func smallStore(_ name: String = "store") throws -> FileStore {
        try FileStore(directory: "\(path)/\(name)", random: RandomSource(seed: 1), compactionPolicy: .small) {
            Instant(milliseconds: 1_763_661_909_120)
        }
    }

    /// Returns the index files by name.
    func indexes() throws -> [String: Data] {
        let names = try FileManager.default.contentsOfDirectory(atPath: "\(path)/store").filter {
            $0.hasPrefix("index-")
        }
        return Dictionary(uniqueKeysWithValues: try names.map { ($0, try bytes($0)) })
    }

    func bytes(_ file: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: "\(path)/store/\(file)")) }

    /// Overwrites a file in place, as a damaged disk would.
    func put(_ bytes: Data, in file: String) throws {
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: "\(path)/store/\(file)"))
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: bytes)
        try handle.close()
    }
}

extension FileStore.CompactionPolicy {
    static var small: FileStore.CompactionPolicy {
        var compactionPolicy = FileStore.CompactionPolicy()
        compactionPolicy.minLogSize = 700
        compactionPolicy.tailLimit = 0
        (compactionPolicy.reservedSize, compactionPolicy.writesBeforeReserving) = (500, 2)
        return compactionPolicy
    }
}

extension XCTestCase {
    func assertFails(
        _ code: Failure.Code, file: StaticString = #filePath, line: UInt = #line, _ body: () throws -> Void
    ) {
        XCTAssertThrowsError(try body(), file: file, line: line) {
            XCTAssertEqual(($0 as? Failure)?.code, code, "\($0)", file: file, line: line)
        }
    }
}
