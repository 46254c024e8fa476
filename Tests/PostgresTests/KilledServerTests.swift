import Foundation
import Kernel
import Postgres
import TestSupport
import XCTest

final class KilledServerTests: XCTestCase {
    /// A killed server loses the transaction ID of an open transaction and reuses it. The commit of
    /// the reused ID must not count as ours.
    func testLostTransactionOfAKilledServerIsNotReportedAsCommitted() throws {
        try XCTSkipUnless(PostgresLibrary.version != nil, "This build has no PostgreSQL.")
        try XCTSkipUnless(PrivateServer.isInstalled, "This machine has no PostgreSQL server.")
        let server = try PrivateServer()
        let (client, other) = try (
            PostgresClient(PostgresAddress(server.url)), PostgresClient(PostgresAddress(server.url))
        )
        try client.use { try $0.run(script: "CREATE TABLE kept (who text)") }
        var rounds = 0
        var failure: Failure?
        do {
            try client.transaction(.committed) { connection in
                rounds += 1
                try connection.answer("INSERT INTO kept VALUES ('ours')")
                guard rounds == 1 else { return }
                try server.kill()
                // In a container without an init process the dead server is a zombie and seems to
                // run.
                try? FileManager.default.removeItem(atPath: server.folder + "/data/postmaster.pid")
                try server.start()
                for _ in 0..<5 {
                    try other.transaction(.committed) { _ = try $0.answer("INSERT INTO kept VALUES ('other')") }
                }
            }
        } catch { failure = error as? Failure }
        let ours = try other.use { try $0.answer("SELECT count(*) FROM kept WHERE who = 'ours'").first?.int(0) }
        XCTAssertEqual(ours, failure == nil ? 1 : 0, failure?.description ?? "reported as committed")
        XCTAssertEqual(failure?.kind ?? .temporary, .temporary)
    }
}
