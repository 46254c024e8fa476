import Community
import Foundation
import Kernel
import Postgres
import TestSupport
import XCTest

@testable import CommunityAdapters

/// The file of logins for communities.
final class BoardLoginTests: XCTestCase {
    private func login(_ home: Home) -> BoardLogin {
        BoardLogin("logins", in: { home.path }, of: .memory(randomBytes: IdentityStore.randomBytes))
    }

    /// A file of the first version, byte for byte. libpq reads it too.
    func testLoginFileKeepsItsFirstFormat() throws {
        let home = try Home()
        let login = login(home)
        XCTAssertNil(try login.login(at: "one"))
        try login.prepare()
        let door = "*:*:*:commonplace_door:commonplace\n"
        XCTAssertEqual(home.text("logins"), door)
        let first = PostgresCredentials(name: "cp_1", password: "secret1")
        try login.keep(first, at: "one")
        try login.keep(PostgresCredentials(name: "cp_2", password: "secret2"), at: "two")
        let text = """
            \(door)# community one
            *:*:*:cp_1:secret1
            # community two
            *:*:*:cp_2:secret2

            """
        XCTAssertEqual(home.text("logins"), text)
        XCTAssertEqual(try login.login(at: "one"), first)
        try login.prepare()
        XCTAssertEqual(home.text("logins"), text)
        try login.keep(PostgresCredentials(name: "cp_3", password: "secret3"), at: "one")
        XCTAssertEqual(try login.login(at: "one")?.name, "cp_3")
        try login.remove(at: "one")
        XCTAssertEqual(home.text("logins"), door + "# community two\n*:*:*:cp_2:secret2\n")
    }

    func testUnsafeLoginFileIsRefusedAndDamagedOneIsEmpty() throws {
        let home = try Home()
        let login = login(home)
        try home.file("logins", "*:*:*:commonplace_door:commonplace\n# community one\n*:*:cp_1\n")
        XCTAssertNil(try login.login(at: "one"))
        try home.file("logins", "", mode: 0o640)
        XCTAssertThrowsError(try login.prepare()) {
            XCTAssertEqual(($0 as? Failure)?.code, .loginNotKept)
            XCTAssertTrue(($0 as? Failure)?.message.contains("other people can read it") ?? false)
        }
    }

    /// Databases of the first version have the same functions, with the same rights.
    func testLoginFunctionsKeepTheirFirstRights() throws {
        let output = try PostgresCommunityFixture().administer(
            """
            SELECT p.oid::regprocedure || ' ' || p.proowner::regrole || ' ' || array_to_string(p.proacl, ' ')
            FROM pg_proc p WHERE p.proname IN ('make_login', 'end_login', 'sweep_logins', 'mend_door')
                AND p.pronamespace = 'commonplace_community'::regnamespace
            ORDER BY 1;
            """)
        let rights = "commonplace_registrar=X/commonplace_registrar commonplace_owner=X/commonplace_registrar"
        let functions = ["end_login(text)", "make_login(text,text,text)", "mend_door()", "sweep_logins()"]
        XCTAssertEqual(
            output.split(separator: "\n").map(String.init), functions.map { "\($0) commonplace_registrar \(rights)" })
    }
}
