import Foundation
import Kernel
import Postgres
import TestBench
import XCTest

final class KilledServerTests: XCTestCase {
    /// A server that was killed has lost the number of what was under way, and gives it to the next one: whose commit is not ours.
    func testWhatAKilledServerHasLostIsNotTakenForKept() throws {
        try XCTSkipUnless(PostgresLibrary.version != nil, "This build has no PostgreSQL.")
        try XCTSkipUnless(PrivateServer.isInstalled, "This machine has no PostgreSQL server.")
        let server = try PrivateServer()
        let (client, other) = try (PostgresClient(PostgresAddress(server.url)), PostgresClient(PostgresAddress(server.url)))
        try client.use { try $0.run(script: "CREATE TABLE kept (who text)") }
        var rounds = 0
        var trouble: Failure?
        do {
            try client.transaction(.committed) { connection in
                rounds += 1
                try connection.answer("INSERT INTO kept VALUES ('ours')")
                guard rounds == 1 else { return }
                try server.kill()
                // Where nobody sees off the dead, its number looks as if it still ran.
                try? FileManager.default.removeItem(atPath: server.folder + "/data/postmaster.pid")
                try server.start()
                for _ in 0..<5 {
                    try other.transaction(.committed) { _ = try $0.answer("INSERT INTO kept VALUES ('other')") }
                }
            }
        } catch { trouble = error as? Failure }
        let ours = try other.use { try $0.answer("SELECT count(*) FROM kept WHERE who = 'ours'").first?.int(0) }
        XCTAssertEqual(ours, trouble == nil ? 1 : 0, trouble?.description ?? "said to be kept")
        XCTAssertEqual(trouble?.kind ?? .temporary, .temporary)
    }
}
