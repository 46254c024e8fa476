import Foundation
import Groups
import Kernel
import Postgres
import TestSupport
import XCTest

@testable import GroupsAdapters

/// The file of logins for groups.
final class GroupLoginsTests: XCTestCase {
    /// A file of the first version, byte for byte.
    private static let text =
        #"{"kind":"commonplace-group-logins","logins":{"g1":{"name":"cg_1","password":"one"},"#
        + #""g2":{"name":"cg_2","password":"two"}}}"#

    func testLoginFileKeepsItsFirstFormat() throws {
        let home = try Home()
        let path = try home.file("group-logins", GroupLoginsTests.text)
        let logins = GroupLogins { path }
        let second = PostgresCredentials(name: "cg_2", password: "two")
        XCTAssertEqual(try logins.login(at: Identifier("g2")), second)
        XCTAssertNil(try logins.login(at: Identifier("g3")))
        try logins.remove(at: Identifier("g2"))
        try logins.remove(at: Identifier("g3"))
        XCTAssertNil(try logins.login(at: Identifier("g2")))
        try logins.keep(second, at: Identifier("g2"))
        XCTAssertEqual(home.text("group-logins"), GroupLoginsTests.text)
    }

    func testDamagedLoginFileIsRefusedAndKept() throws {
        let home = try Home()
        for text in ["", "{", GroupLoginsTests.text.replacing("group-logins", with: "sync-login")] {
            let path = try home.file("group-logins", text)
            let logins = GroupLogins { path }
            XCTAssertThrowsError(try logins.keep(PostgresCredentials(name: "a", password: "b"), at: Identifier("g"))) {
                XCTAssertEqual(($0 as? Failure)?.code, .groupLoginNotKept)
                XCTAssertEqual(
                    ($0 as? Failure)?.message,
                    "The file of your logins at groups, \(path), cannot be used: it holds something else.")
            }
            XCTAssertEqual(home.text("group-logins"), text)
        }
    }

    /// Databases of the first version have the same functions, with the same rights.
    func testLoginFunctionsKeepTheirFirstRights() throws {
        try XCTSkipUnless(PostgresLibrary.version != nil, "this build has no PostgreSQL")
        try XCTSkipUnless(PrivateServer.isInstalled, "this machine has no PostgreSQL")
        let home = try Home()
        let server = try PrivateServer()
        let fixture = ServerGroupFixture(server, home.path)
        _ = try fixture.access("mina").create(fixture.place, "Circle", "Mina")
        let output = try server.psql(
            """
            SELECT p.oid::regprocedure || ' ' || p.proowner::regrole || ' ' || array_to_string(p.proacl, ' ')
            FROM pg_proc p WHERE p.proname IN ('make_login', 'end_login', 'sweep_logins', 'mend_door')
                AND p.pronamespace = 'commonplace_groups'::regnamespace
            ORDER BY 1;
            """, as: "postgres"
        ).output
        let registrar = "commonplace_groups_registrar"
        let rights = "\(registrar)=X/\(registrar) commonplace_groups_owner=X/\(registrar)"
        let functions = ["end_login(text)", "make_login(text,text)", "mend_door()", "sweep_logins()"]
        XCTAssertEqual(
            output.split(separator: "\n").map(String.init),
            functions.map { "commonplace_groups.\($0) \(registrar) \(rights)" })
    }
}
