import Foundation
import Kernel
import Storage
import XCTest

/// A directory for one test, gone afterwards.
final class TemporaryDirectory {
    let path: String

    /// - Parameter isQuick: in memory where the system has such a place, for tests that open a store thousands of times.
    init(isQuick: Bool = false) throws {
        let quick = isQuick && FileManager.default.fileExists(atPath: "/dev/shm")
        var template = Array("\(quick ? "/dev/shm" : NSTemporaryDirectory())/storage-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw Failure(.init("noDirectory"), "No temporary directory.") }
        path = String(cString: made)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func store(_ name: String = "store") throws -> FileStore {
        try FileStore(directory: "\(path)/\(name)", random: RandomSource(seed: 1)) { Instant(milliseconds: 1_763_661_909_120) }
    }

    /// The name of the log that counts.
    var log: String {
        let current = (try? bytes("CURRENT")).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return current.split(separator: "\"").first { $0.hasPrefix("log-") }.map(String.init) ?? ""
    }

    /// A store that is rewritten after every few writes.
    func smallStore(_ name: String = "store") throws -> FileStore {
        try FileStore(directory: "\(path)/\(name)", random: RandomSource(seed: 1), economy: .small) {
            Instant(milliseconds: 1_763_661_909_120)
        }
    }

    /// The names of the index files, in order, and what is in them.
    func indexes() throws -> [String: Data] {
        let names = try FileManager.default.contentsOfDirectory(atPath: "\(path)/store").filter { $0.hasPrefix("index-") }
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

extension FileStore.Economy {
    static var small: FileStore.Economy {
        var economy = FileStore.Economy()
        economy.leastLog = 700
        economy.leastTail = 0
        (economy.space, economy.writesBeforeSpace) = (500, 2)
        return economy
    }
}

struct Word: Storable, Hashable {
    let id: Identifier<Word>
    var text: String
    static let byText = Index<Word, String>.ordered("text") { String($0.text.prefix(800)) }
    static let collection = RecordCollection<Word>("words", indexes: [byText])

    init(_ id: String, _ text: String) { (self.id, self.text) = (Identifier(id), text) }
}

extension Store {
    func words() throws -> [String] { try read { try $0.records(Word.byText.all).map { "\($0.id)=\($0.text)" } } }
    func damage() throws -> [String] { try engine.inspect().findings.filter { $0.severity == .damage }.map(\.message) }
    func notices() throws -> [String] { try engine.inspect().findings.filter { $0.severity == .notice }.map(\.message) }
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
