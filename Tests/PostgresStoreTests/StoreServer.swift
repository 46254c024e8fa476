import Kernel
import Postgres
import PostgresStore
import TestBench
import XCTest

/// The server that all tests here share, each in a schema of its own.
enum StoreServer {
    private static let shared = Result { try PrivateServer() }

    /// - Throws: a skip where this machine or this build has no PostgreSQL.
    static func running() throws -> PrivateServer {
        try XCTSkipUnless(PostgresLibrary.version != nil, "This build has no PostgreSQL.")
        try XCTSkipUnless(PrivateServer.isInstalled, "This machine has no PostgreSQL server.")
        return try shared.get()
    }

    static func url(_ schema: String) throws -> String { "\(try running().url)&schema=\(schema.replacing("-", with: "_"))" }

    static func store(at url: String, patience: PostgresPatience = PostgresPatience()) throws -> PostgresStore {
        try PostgresStore(PostgresAddress(url), patience: patience) { Instant(milliseconds: 0) }
    }
}

struct Word: Storable, Hashable {
    let id: Identifier<Word>
    var text: String
    static let byText = Index<Word, String>.unique("text") { $0.text }
    static let collection = RecordCollection<Word>("words", indexes: [byText])

    init(_ id: String, _ text: String) { (self.id, self.text) = (Identifier(id), text) }
}

extension Store {
    func words() throws -> [String] { try read { try $0.records(Selection<Word>.all).map(\.id.rawValue) } }
    func put(_ words: Word...) throws { try write { try $0.put(contentsOf: words) } }
}
