import Foundation
import Kernel
import Postgres
import Synchronization
import TestSupport
import XCTest

final class SchemaTests: XCTestCase {
    private static let files = [
        "1.sql": """
        CREATE SCHEMA probe;
        CREATE TABLE probe.charter (version integer NOT NULL, makes_roles boolean NOT NULL DEFAULT false);
        INSERT INTO probe.charter (version) VALUES (1);
        """,
        "2-roles.sql": "UPDATE probe.charter SET makes_roles = true;",
        "3.sql": """
        ALTER TABLE probe.charter ADD COLUMN more text DEFAULT 'new';
        UPDATE probe.charter SET version = 2;
        """,
    ]

    private func schema(
        _ name: String, owner: String? = nil,
        steps: [[PostgresSchema.Part]] = [[.file("1.sql"), .roles("2-roles.sql")], [.file("3.sql")]]
    ) -> PostgresSchema {
        PostgresSchema(
            "probe", named: name, owner: owner, steps: steps, file: { SchemaTests.files[$0] },
            versionQuery: "SELECT version FROM probe.charter", newer: Failure(.init("newer"), "Newer."))
    }

    private static func transaction<Value>(
        as login: PostgresCredentials? = nil, _ body: (PostgresConnection) throws -> Value
    ) throws -> Value {
        try PostgresSession(PostgresServer.address(as: login)).transaction(.committed, body)
    }

    func testASchemaIsCreatedOnceAndUpdatedFromAnOlderVersion() throws {
        try PostgresServer.require()
        let schema = schema(PostgresServer.name("probe"))
        XCTAssertNil(try SchemaTests.transaction(schema.installedVersion))
        let first = try SchemaTests.transaction { try schema.install(on: $0, upTo: 1) }
        XCTAssertEqual([first.before, first.after], [0, 1])
        XCTAssertEqual(try SchemaTests.transaction(schema.installedVersion), 1)
        try SchemaTests.transaction { _ = try $0.answer("UPDATE \(schema.name).charter SET makes_roles = false") }
        let second = try SchemaTests.transaction { try schema.install(on: $0) }
        XCTAssertEqual([second.before, second.after], [1, 2])
        let third = try SchemaTests.transaction { try schema.install(on: $0) }
        XCTAssertEqual([third.before, third.after], [2, 2])
        let row = try SchemaTests.transaction {
            try $0.answer("SELECT makes_roles, more FROM \(schema.name).charter")[0]
        }
        XCTAssertFalse(try row.bool(0), "a completed step is not repeated")
        XCTAssertEqual(try row.text(1), "new")
    }

    func testNewerSchemaIsRefusedAndUnchanged() throws {
        let schema = schema(PostgresServer.name("probe"))
        try SchemaTests.transaction { connection in
            try schema.install(on: connection)
            try connection.answer("UPDATE \(schema.name).charter SET version = 3")
        }
        XCTAssertEqual(code { try SchemaTests.transaction { _ = try schema.install(on: $0) } }, "newer")
        XCTAssertEqual(try SchemaTests.transaction(schema.installedVersion), 3)
        let incomplete = self.schema(PostgresServer.name("probe"), steps: [[.file("1.sql"), .file("none.sql")]])
        XCTAssertEqual(code { try SchemaTests.transaction { _ = try incomplete.install(on: $0) } }, "newer")
        XCTAssertNil(try SchemaTests.transaction(incomplete.installedVersion), "the installation is atomic")
    }

    func testConcurrentInstallsCreateOneSchema() throws {
        let schema = schema(PostgresServer.name("probe"))
        let outcomes = Mutex<[String]>([])
        _ = try PostgresServer.running()
        DispatchQueue.concurrentPerform(iterations: 6) { _ in
            do {
                let (before, after) = try SchemaTests.transaction { connection in
                    let versions = try schema.install(on: connection)
                    // Keeps the others waiting.
                    try connection.answer("SELECT pg_sleep(0.1)")
                    return versions
                }
                outcomes.withLock { $0.append("\(before) \(after)") }
            } catch { outcomes.withLock { $0.append("\(error)") } }
        }
        XCTAssertEqual(outcomes.withLock { $0.sorted() }, ["0 2"] + Array(repeating: "2 2", count: 5))
    }

    func testInstallWithoutCreateRoleSkipsRoles() throws {
        for (attributes, makesRoles) in [("CREATEROLE", true), ("", false)] {
            let login = try PostgresServer.role(attributes)
            let granted = try PostgresServer.running().psql(
                "GRANT CREATE ON DATABASE commonplace TO \(login.name)", as: "postgres")
            XCTAssertNil(granted.refusal)
            let schema = schema(PostgresServer.name("probe"))
            let rows = try SchemaTests.transaction(as: login) { connection in
                try schema.install(on: connection)
                return try connection.answer("SELECT makes_roles FROM \(schema.name).charter").first?.bool(0)
            }
            XCTAssertEqual(rows, makesRoles, attributes)
        }
    }

    func testAdministratorIsOwnerOnlyDuringTheCall() throws {
        let (administrator, owner) = try (PostgresServer.role("CREATEROLE"), PostgresServer.role().name)
        let schema = schema(PostgresServer.name("probe"), owner: owner)
        let member = "SELECT pg_has_role(current_user, '\(owner)', 'MEMBER')"
        let server = try PostgresServer.running()
        let output = try server.psql(
            """
            GRANT CREATE ON DATABASE commonplace TO \(owner);
            SET ROLE \(owner);
            CREATE SCHEMA \(schema.name);
            CREATE TABLE \(schema.name).charter AS SELECT 2 AS version, '' AS more;
            """, as: "postgres")
        XCTAssertNil(output.refusal)
        try XCTSkipIf(server.psql("SHOW server_version_num").output >= "160000", "PostgreSQL 16 requires ADMIN OPTION")
        try SchemaTests.transaction(as: administrator) { connection in
            XCTAssertEqual(try schema.installedVersion(on: connection), 2)
            XCTAssertEqual(try connection.answer(member).first?.bool(0), false)
            let isMember = try schema.asOwner(on: connection) { try connection.answer(member).first?.bool(0) }
            XCTAssertEqual(isMember, true)
        }
    }

    func testMissingOwnerIsAServerError() throws {
        let name = PostgresServer.name("probe")
        try SchemaTests.transaction { _ = try self.schema(name).install(on: $0) }
        let schema = schema(name, owner: "nobody_here")
        XCTAssertEqual(code { _ = try SchemaTests.transaction(schema.installedVersion) }, "postgresTrouble")
    }

    /// A superuser can reserve advisory locks, as the schema of a community does.
    func testInstallWorksWithoutAdvisoryLockPermission() throws {
        try PostgresServer.require()
        let server = try PrivateServer()
        XCTAssertNil(
            try server.psql("REVOKE EXECUTE ON FUNCTION pg_advisory_xact_lock(bigint) FROM PUBLIC", as: "postgres")
                .refusal)
        let schema = schema("probe")
        let session = PostgresSession(try PostgresAddress(server.url))
        XCTAssertEqual(try session.transaction(.committed) { try schema.install(on: $0).after }, 2)
    }
}
