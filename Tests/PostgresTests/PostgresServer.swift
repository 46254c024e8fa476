import Kernel
import Postgres
import Synchronization
import TestSupport
import XCTest

/// The server that these tests share.
enum PostgresServer {
    private static let shared = Result { try PrivateServer() }
    private static let number = Mutex(0)

    /// - Throws: a skip where this machine or this build has no PostgreSQL.
    static func require() throws {
        try XCTSkipUnless(PostgresLibrary.version != nil, "This build has no PostgreSQL.")
        try XCTSkipUnless(PrivateServer.isInstalled, "This machine has no PostgreSQL server.")
    }

    /// - Throws: a skip where this machine or this build has no PostgreSQL.
    static func running() throws -> PrivateServer {
        try require()
        return try shared.get()
    }

    /// Returns a name that no other test uses.
    static func name(_ word: String) -> String {
        number.withLock { number in
            number += 1
            return "\(word)_\(number)"
        }
    }

    static func address(as login: PostgresCredentials? = nil) throws -> PostgresAddress {
        let address = try PostgresAddress(running().url)
        return login.map(address.loggingIn(as:)) ?? address
    }

    /// Creates a role that can log in, and returns its login.
    static func role(_ attributes: String = "") throws -> PostgresCredentials {
        let login = PostgresCredentials(name: name("role"), password: "rosebud")
        let output = try running().psql(
            """
            CREATE ROLE \(login.name) LOGIN \(attributes) PASSWORD '\(login.password)';
            GRANT \(login.name) TO owner;
            """, as: "postgres")
        if let refusal = output.refusal {
            throw Failure(.init("noServer"), refusal.description)
        }
        return login
    }

    /// Ends the connection whose process has a number.
    static func end(_ pid: Int) throws {
        _ = try running().psql("SELECT pg_terminate_backend(\(pid))", as: "postgres")
        usleep(50_000)
    }
}

/// Returns the code of the failure of a closure, or nil if it succeeds.
func code(_ body: () throws -> Void) -> String? {
    do { try body() } catch { return (error as? Failure)?.code.text ?? "\(error)" }
    return nil
}
