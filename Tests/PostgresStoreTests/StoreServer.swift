import Kernel
import Postgres
import PostgresStore
import TestSupport
import XCTest

/// The server that these tests share. Each test has its own schema.
enum StoreServer {
    private static let shared = Result { try PrivateServer() }

    /// - Throws: a skip where this machine or this build has no PostgreSQL.
    static func running() throws -> PrivateServer {
        try XCTSkipUnless(PostgresLibrary.version != nil, "This build has no PostgreSQL.")
        try XCTSkipUnless(PrivateServer.isInstalled, "This machine has no PostgreSQL server.")
        return try shared.get()
    }

    static func url(_ schema: String) throws -> String {
        "\(try running().url)&schema=\(schema.replacing("-", with: "_"))"
    }

    static func store(at url: String, waitLimit: PostgresTimeouts = PostgresTimeouts()) throws -> PostgresStoreEngine {
        try PostgresStoreEngine(PostgresAddress(url), waitLimit: waitLimit) { Instant(milliseconds: 0) }
    }
}

struct Word: Storable, Hashable {
    let id: Identifier<Word>
    var text: String
    static let byText = Index<Word, String>.unique("text") { $0.text }
    static let collection = RecordCollection<Word>("words", indexes: [byText])

    init(_ id: String, _ text: String) {
        self.id = Identifier(id)
        self.text = text
    }
}

extension Store {
    func words() throws -> [String] { try read { try $0.records(Selection<Word>.all).map(\.id.rawValue) } }
    func put(_ words: Word...) throws { try write { try $0.put(contentsOf: words) } }
}
