import Foundation
import Kernel
import Postgres
import TestSupport
import XCTest

/// The functions of a schema that create and end logins, called by its owner.
final class LoginFunctionTests: XCTestCase {
    private struct Fixture {
        let schema = PostgresServer.name("logins")
        /// Unique, because roles are shared by all schemas of a server.
        let prefix: String
        let session: PostgresSession

        init(kinds: [String], isRenewable: Bool = false, hasDoor: Bool = false) throws {
            session = PostgresSession(try PostgresServer.address())
            prefix = schema.replacing("_", with: "x")
            let roles = (kinds + ["gone"]).map { "CREATE ROLE \(schema)_\($0) NOLOGIN;" }.joined()
            let door = hasDoor ? "CREATE ROLE \(schema)_door LOGIN PASSWORD 'commonplace';" : ""
            let functions = LoginFunctions(
                prefix: prefix, rolePrefix: schema, kinds: kinds, isRenewable: isRenewable, hasDoor: hasDoor,
                refusal: ("login", "KP007"))
            let name = schema
            let installation = PostgresSchema(
                name, steps: [[.file("1.sql"), .logins(functions)]],
                file: { _ in "CREATE SCHEMA \(name); \(roles) \(door)" }, versionQuery: "SELECT 1",
                newer: Failure(.init("newer"), "Newer."))
            try session.transaction(.committed) { _ = try installation.install(on: $0) }
        }

        func name(_ digit: Character) -> String { "\(prefix)_" + String(repeating: digit, count: 24) }

        func call(_ function: String, _ values: String?...) throws {
            let list = values.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
            let statement = PostgresStatement(
                "SELECT \(schema).\(function)(\(list))::text", values.map { PostgresValue.text($0) })
            try session.answer(statement)
        }

        /// Returns the roles of a login, or the failure code of logging in.
        func rolesAfterLogin(_ name: String, _ password: String) throws -> String {
            let address = try PostgresServer.address(as: PostgresCredentials(name: name, password: password))
            let session = PostgresSession(address)
            let question = """
                SELECT string_agg(g.rolname::text, ' ') FROM pg_auth_members m JOIN pg_roles g ON g.oid = m.roleid
                WHERE m.member = current_user::regrole
                """
            var output = ""
            return code { output = try session.answer(question).first?.textIfAny(0) ?? "" } ?? output
        }
    }

    private func verifier(_ password: String) -> String {
        ScramVerifier(password, salt: Array(repeating: 7, count: 16)).text
    }

    func testALoginIsCreatedForAKindAndEnded() throws {
        let fixture = try Fixture(kinds: ["person", "machine"])
        try fixture.call("make_login", fixture.name("a"), verifier("one"), "machine")
        XCTAssertEqual(try fixture.rolesAfterLogin(fixture.name("a"), "one"), "\(fixture.schema)_machine")
        XCTAssertEqual(try fixture.rolesAfterLogin(fixture.name("a"), "two"), "postgresLogin")
        try fixture.call("end_login", fixture.name("a"))
        XCTAssertEqual(try fixture.rolesAfterLogin(fixture.name("a"), "one"), "postgresLogin")
        try fixture.call("sweep_logins")
        let remaining = try fixture.session.answer(
            "SELECT count(*) FROM pg_roles WHERE rolname = $1", .text(fixture.name("a"))
        ).first?.int(0)
        XCTAssertEqual(remaining, 0)
        // Ending an unknown or invalid login succeeds.
        for name in [fixture.name("b"), "owner", nil] { try fixture.call("end_login", name) }
        XCTAssertEqual(try fixture.session.answer("SELECT 1::bigint").first?.int(0), 1)
    }

    func testInvalidLoginsAreRefused() throws {
        let fixture = try Fixture(kinds: ["person", "machine"])
        let good = verifier("one")
        for (name, verifier, kind): (String?, String?, String?) in [
            ("owner", good, "person"), (fixture.name("g"), good, "person"), (fixture.name("a") + "a", good, "person"),
            ("cp_" + String(repeating: "a", count: 24), good, "person"), (nil, good, "person"),
            (fixture.name("a"), "password", "person"), (fixture.name("a"), nil, "person"),
            (fixture.name("a"), good + "'", "person"), (fixture.name("a"), good, "gone"), (fixture.name("a"), good, ""),
            (fixture.name("a"), good, nil),
        ] {
            XCTAssertEqual(
                code { try fixture.call("make_login", name, verifier, kind) }, "postgresRefused",
                "\(name ?? "-") \(kind ?? "-")")
        }
        try fixture.call("make_login", fixture.name("a"), good, "person")
        XCTAssertEqual(
            code { try fixture.call("make_login", fixture.name("a"), verifier("two"), "person") }, "postgresRefused")
        XCTAssertEqual(try fixture.rolesAfterLogin(fixture.name("a"), "one"), "\(fixture.schema)_person")
    }

    func testSingleKindIsImplicitAndRenewableLoginsChangePassword() throws {
        let fixture = try Fixture(kinds: ["member"], isRenewable: true)
        try fixture.call("make_login", fixture.name("a"), verifier("one"))
        try fixture.call("make_login", fixture.name("a"), verifier("two"))
        XCTAssertEqual(try fixture.rolesAfterLogin(fixture.name("a"), "one"), "postgresLogin")
        XCTAssertEqual(try fixture.rolesAfterLogin(fixture.name("a"), "two"), "\(fixture.schema)_member")
    }

    func testChangedPasswordOfTheSharedLoginIsReset() throws {
        let fixture = try Fixture(kinds: ["member"], hasDoor: true)
        let door = PostgresCredentials.door("\(fixture.schema)_door")
        let session = PostgresSession(try PostgresServer.address(as: door))
        try session.answer("ALTER ROLE CURRENT_USER PASSWORD 'mine now'")
        XCTAssertEqual(try fixture.rolesAfterLogin(door.name, door.password), "postgresLogin")
        try fixture.call("mend_door")
        XCTAssertEqual(try fixture.rolesAfterLogin(door.name, door.password), "")
    }
}
