import Kernel
import Postgres
import Sync
import SyncAdapters
import SyncContract
import Synchronization
import TestBench
import XCTest

/// The server that tests of the transport share, each in a schema or a database of its own.
enum SyncServer {
    private static let shared = Result { try PrivateServer() }
    private static let number = Mutex(0)

    /// - Throws: a skip where this machine or this build has no PostgreSQL.
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

    /// Where nothing lies yet, for somebody who may make roles.
    static func place(at url: String? = nil) throws -> String { "\(try url ?? running().url)&schema=sync_\(next())" }

    /// A database of somebody's own, who may make no roles, as one rents it.
    static func rented() throws -> String {
        let (server, name) = (try running(), "rented_\(next())")
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

    /// A device's view of a place, with its login in a folder.
    static func transport(
        _ url: String, _ home: Home, device: String = "d", mayMake: Bool = false,
        patience: PostgresPatience = PostgresTransport.patience
    ) throws -> PostgresTransport {
        PostgresTransport(
            try PostgresAddress(url), login: SyncLogin(at: home.path("login-\(device)")), mayMake: mayMake, patience: patience)
    }
}

extension Parcel {
    static func sample(_ first: Int, _ last: Int, of device: String = "a") -> Parcel {
        Parcel(device: device, first: first, last: last, bytes: Array("changes \(first)\nto \(last)".utf8))
    }
}

/// Asserts that something fails with a code.
func expectFailure(_ code: Failure.Code, line: UInt = #line, _ body: () throws -> Void) {
    XCTAssertThrowsError(try body(), line: line) { XCTAssertEqual(($0 as? Failure)?.code, code, "\($0)", line: line) }
}
