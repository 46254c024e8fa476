import Foundation
import Kernel
import Postgres
import TestSupport
import XCTest

@testable import SyncAdapters

/// The file with a device's login.
final class SyncLoginTests: XCTestCase {
    /// Files of the first version, byte for byte.
    private static let whole =
        #"{"account":"mina","isPending":false,"kind":"commonplace-sync-login","name":"cs_1","password":"one"}"#
    private static let pending =
        #"{"account":"mina","isPending":true,"kind":"commonplace-sync-login","name":"cs_1","pass":"abc","#
        + #""password":"one"}"#

    func testFileFormatMatchesFirstVersion() throws {
        let home = try Home()
        let login = SyncLogin(at: home.path("login"))
        XCTAssertNil(try login.read())
        for (text, pass) in [(SyncLoginTests.whole, nil), (SyncLoginTests.pending, "abc")] {
            let entry = SyncLogin.Entry(
                account: "mina", name: "cs_1", password: "one", pass: pass, isPending: pass != nil)
            try login.keep(entry)
            XCTAssertEqual(home.text("login"), text)
            try home.file("login", text)
            XCTAssertEqual(try login.read(), entry)
        }
        XCTAssertEqual(try login.read()?.credentials, PostgresCredentials(name: "cs_1", password: "one"))
        try login.remove()
        XCTAssertNil(try login.read())
    }

    func testDamagedFileIsRejected() throws {
        let home = try Home()
        for text in ["", "[]", SyncLoginTests.whole.replacing("sync-login", with: "group-logins")] {
            let path = try home.file("login", text)
            XCTAssertThrowsError(try SyncLogin(at: path).read()) {
                XCTAssertEqual(($0 as? Failure)?.code, .syncLoginNotKept)
                XCTAssertEqual(
                    ($0 as? Failure)?.message,
                    "The file of this device's login, \(path), cannot be used: it holds something else.")
            }
        }
    }

    /// Databases of the first version have the same functions with the same permissions.
    func testLoginFunctionsKeepPermissionsOfFirstVersion() throws {
        let server = try SyncServer.running()
        let home = try Home()
        let url = try SyncServer.place()
        let schema = try String(XCTUnwrap(url.split(separator: "schema=").last))
        _ = try SyncServer.transport(url, home, mayMake: true).create("mina")
        let output = try server.psql(
            """
            SELECT p.oid::regprocedure || ' ' || p.proowner::regrole || ' ' || array_to_string(p.proacl, ' ')
            FROM pg_proc p WHERE p.proname IN ('make_login', 'end_login', 'sweep_logins', 'mend_door')
                AND p.pronamespace = '\(schema)'::regnamespace
            ORDER BY 1;
            """, as: "postgres"
        ).output
        let registrar = "\(schema)_registrar"
        let rights = "\(registrar)=X/\(registrar) \(schema)_owner=X/\(registrar)"
        let functions = ["end_login(text)", "make_login(text,text,text)", "sweep_logins()"]
        XCTAssertEqual(
            output.split(separator: "\n").map(String.init), functions.map { "\(schema).\($0) \(registrar) \(rights)" })
    }
}
