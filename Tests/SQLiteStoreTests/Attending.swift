import Foundation
import Kernel
import StorageTesting
import TestSupport
import XCTest

@testable import SQLiteStore

/// The child process of the store contract. It runs this test again with a task in its environment.
enum Attending {
    static func maker(below folder: String, suffix: String = "") -> StoreMaker {
        .processes(
            command: { place, task in
                TestRunner.words(
                    "SQLiteStoreTests.AttendingTests/testAttends",
                    ["COMMONPLACE_TASK": task, "COMMONPLACE_PLACE": "\(folder)/\(place)\(suffix)"])
            }, { try store(at: "\(folder)/\($0)\(suffix)") }
        ).aging { place, now, peers in
            try SQLiteStoreEngine(
                path: "\(folder)/\(place)\(suffix)", ids: .counting(prefix: "device"), peers: peers, now: now)
        }
    }

    static func store(at path: String, now: @escaping @Sendable () -> Instant = { Instant(milliseconds: 0) }) throws
        -> SQLiteStoreEngine
    {
        try SQLiteStoreEngine(path: path, ids: .counting(prefix: "device"), now: now)
    }

    /// Opens a store with short timeouts.
    static func impatientStore(at path: String, saying say: @escaping @Sendable (String) -> Void = { _ in }) throws
        -> SQLiteStoreEngine
    {
        var limits = BusyTimeout.Limits()
        (limits.reportsAfter, limits.givesUpAfter) = (50, 300)
        return try SQLiteStoreEngine(
            file: DatabaseFile(path: path), ids: .counting(), caller: StoreClient(onWait: say), limits: limits
        ) { Instant(milliseconds: 0) }
    }
}

final class AttendingTests: XCTestCase {
    func testAttends() throws {
        try needSQLite()
        let environment = ProcessInfo.processInfo.environment
        guard let task = environment["COMMONPLACE_TASK"], let place = environment["COMMONPLACE_PLACE"] else {
            let home = try Home()
            // Without a task, an unknown task must be refused.
            return XCTAssertThrowsError(
                try StoreContract.perform("dance", on: Attending.store(at: home.path("records.db"))))
        }
        try StoreContract.perform(task, on: Attending.store(at: place))
    }
}

extension XCTestCase {
    /// Skips the test if the build has no SQLite.
    func needSQLite() throws { if SQLiteStores.version == nil { throw XCTSkip("This build has no SQLite.") } }

    /// Runs the `sqlite3` program, or skips the test if it is not installed.
    func sqlite3(_ path: String, _ statements: String) throws -> String {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["sqlite3", path, statements]
        (process.standardOutput, process.standardError) = (pipe, pipe)
        try process.run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        if process.terminationStatus == 127 { throw XCTSkip("This machine has no sqlite3.") }
        return text
    }

    func assertFails(
        _ code: Failure.Code, file: StaticString = #filePath, line: UInt = #line, _ body: () throws -> Void
    ) {
        XCTAssertThrowsError(try body(), file: file, line: line) {
            XCTAssertEqual(($0 as? Failure)?.code, code, "\($0)", file: file, line: line)
        }
    }
}

struct Word: Storable, Hashable {
    let id: Identifier<Word>
    var text: String
    static let byText = Index<Word, String>.ordered("text") { String($0.text.prefix(100)) }
    static let collection = RecordCollection<Word>("words", indexes: [byText])

    init(_ id: String, _ text: String) {
        self.id = Identifier(id)
        self.text = text
    }
}

extension Store {
    func words() throws -> [String] { try read { try $0.records(Word.byText.all).map { "\($0.id)=\($0.text)" } } }
    func keep(_ words: Word...) throws { try write { try $0.put(contentsOf: words) } }
}
