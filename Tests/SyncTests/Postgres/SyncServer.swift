import Kernel
import Postgres
import Sync
import SyncAdapters
import SyncTesting
import Synchronization
import TestSupport
import XCTest

/// The server that the transport tests share, each in its own schema or database.
enum SyncServer {
    private static let shared = Result { try PrivateServer() }
    private static let number = Mutex(0)

    /// - Throws: A skip if this machine or build has no PostgreSQL.
    static func running() throws -> PrivateServer {
        try XCTSkipUnless(PostgresLibrary.version != nil, "This build has no PostgreSQL.")
        try XCTSkipUnless(PrivateServer.isInstalled, "This machine has no PostgreSQL server.")
        return try shared.get()
    }

    static func next() -> Int {
        number.withLock { number in
            number += 1
            return number
        }
    }

    /// Returns the address of an unused schema, with a login that may create roles.
    static func place(at url: String? = nil) throws -> String { "\(try url ?? running().url)&schema=sync_\(next())" }

    /// Creates a database whose owner may create no roles, like a hosted one, and returns its
    /// address.
    static func rented() throws -> String {
        let server = try running()
        let name = "rented_\(next())"
        let made = try server.psql(
            """
            CREATE ROLE \(name) LOGIN PASSWORD 'rent';
            GRANT \(name) TO owner;
            CREATE DATABASE \(name) OWNER \(name);
            """)
        if let refusal = made.refusal { throw Failure(.init("noServer"), refusal.description) }
        return try server.url("--as", name).replacing("/commonplace?", with: "/\(name)?") + "&passfile=\(passfile())"
    }

    private static let home = Result { try Home() }

    private static func passfile() throws -> String {
        let home = try home.get()
        return try home.file("pass", "*:*:*:*:rent\n")
    }

    /// Returns a device's transport, with its login stored in a folder.
    static func transport(
        _ url: String, _ home: Home, device: String = "d", mayMake: Bool = false,
        waitLimit: PostgresTimeouts = PostgresTransport.waitLimit
    ) throws -> PostgresTransport {
        PostgresTransport(
            try PostgresAddress(url), login: SyncLogin(at: home.path("login-\(device)")), mayMake: mayMake,
            waitLimit: waitLimit)
    }
}

extension BatchEnvelope {
    static func sample(_ first: Int, _ last: Int, of device: String = "a") -> BatchEnvelope {
        BatchEnvelope(device: device, first: first, last: last, bytes: Array("changes \(first)\nto \(last)".utf8))
    }
}

/// Asserts that `body` throws a failure with this code.
func expectFailure(_ code: Failure.Code, line: UInt = #line, _ body: () throws -> Void) {
    XCTAssertThrowsError(try body(), line: line) { XCTAssertEqual(($0 as? Failure)?.code, code, "\($0)", line: line) }
}
