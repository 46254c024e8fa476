import Kernel
import Postgres
import Synchronization
import TestSupport
import XCTest

final class SessionTests: XCTestCase {
    private enum Refused: Error { case three }

    private static let errors = PostgresErrors(
        refusal: { $0.state == "KP003" ? Refused.three : nil },
        failure: { $0.code.isPostgresFailure ? Failure(.init("away"), $0.message) : nil })

    private static let refusal = "DO $$ BEGIN RAISE EXCEPTION 'Three' USING ERRCODE = 'KP003'; END $$"

    private func session(isDryRun: Bool = false) throws -> PostgresSession {
        PostgresSession(try PostgresServer.address(), isDryRun: isDryRun, errors: SessionTests.errors)
    }

    func testErrorsAreTranslatedForTheModule() throws {
        let session = try session()
        let attempts: [() throws -> Void] = [
            { _ = try session.answer(SessionTests.refusal) },
            { try session.transaction(.committed) { _ = try $0.answer(SessionTests.refusal) } },
            { try session.use { _ = try $0.answer(SessionTests.refusal) } },
        ]
        for attempt in attempts { XCTAssertThrowsError(try attempt()) { XCTAssertTrue($0 is Refused) } }
        XCTAssertEqual(code { try session.answer("SELECT 1/0") }, "away")
        XCTAssertEqual(
            code { try session.use(errors: PostgresErrors()) { _ = try $0.answer("SELECT 1/0") } }, "postgresTrouble")
        XCTAssertEqual(
            code { try session.use(errors: PostgresErrors()) { _ = try $0.answer(SessionTests.refusal) } },
            "postgresRefused")
        let nowhere = PostgresSession(try PostgresAddress("postgres:///db?host=/nowhere"), errors: SessionTests.errors)
        XCTAssertEqual(code { try nowhere.answer("SELECT 1") }, "away")
    }

    func testDryRunExecutesAndRollsBack() throws {
        let table = PostgresServer.name("dry")
        let session = try session()
        let dryRun = try self.session(isDryRun: true)
        try session.answer("CREATE TABLE \(table) (n bigint PRIMARY KEY)")
        let put = "INSERT INTO \(table) VALUES ($1) RETURNING n"
        XCTAssertEqual(try dryRun.answer(put, .int(7)).first?.int(0), 7)
        XCTAssertEqual(
            try dryRun.transaction(.serializable) { connection -> Int? in
                try connection.answer(put, .int(7))
                return try connection.answer("SELECT count(*) FROM \(table)").first?.int(0)
            }, 1)
        XCTAssertEqual(try session.answer("SELECT count(*) FROM \(table)").first?.int(0), 0)
        try session.transaction(.committed) { _ = try $0.answer(put, .int(7)) }
        XCTAssertEqual(try dryRun.transaction(.snapshot) { try $0.answer("SELECT n FROM \(table)").count }, 1)
        XCTAssertEqual(code { try dryRun.answer(put, .int(7)) }, "away", "a dry run reports refusals")
        try session.answer("DROP TABLE \(table)")
    }

    func testOnlyIdempotentCallsAreRepeatedAfterALostConnection() throws {
        let session = try session()
        let pid = "SELECT pg_backend_pid()"
        for isIdempotent in [true, false] {
            var rounds = 0
            let failureCode = code {
                try session.use(isIdempotent: isIdempotent) { connection in
                    rounds += 1
                    if rounds == 1 { try PostgresServer.end(connection.answer(pid).first?.int(0) ?? 0) }
                    _ = try connection.answer("SELECT 1")
                }
            }
            XCTAssertEqual(rounds, isIdempotent ? 2 : 1)
            XCTAssertEqual(failureCode, isIdempotent ? nil : "away")
        }
        try PostgresServer.end(session.answer(pid).first?.int(0) ?? 0)
        XCTAssertEqual(try session.answer("SELECT 1::bigint").first?.int(0), 1)
        try PostgresServer.end(session.answer(pid).first?.int(0) ?? 0)
        XCTAssertEqual(code { try session.answer(PostgresStatement("SELECT 1"), isIdempotent: false) }, "away")
    }

    func testLoginIsReadAgainAfterClose() throws {
        let (ada, bo) = try (PostgresServer.role(), PostgresServer.role())
        let box = Box(ada)
        let address = try PostgresServer.address()
        let session = PostgresSession(at: { address.loggingIn(as: box.login.withLock { $0 }) })
        func user() throws -> String? { try session.answer("SELECT current_user::text").first?.text(0) }
        XCTAssertEqual(try user(), ada.name)
        box.login.withLock { $0 = bo }
        XCTAssertEqual(try user(), ada.name)
        session.close()
        XCTAssertEqual(try user(), bo.name)
    }

    private final class Box: Sendable {
        let login: Mutex<PostgresCredentials>

        init(_ login: PostgresCredentials) { self.login = Mutex(login) }
    }

    func testAMissingRoleAndAWrongPasswordAreRefusedLogins() throws {
        let ada = try PostgresServer.role()
        for login in [
            PostgresCredentials(name: "nobody_here", password: "x"),
            PostgresCredentials(name: ada.name, password: "wrong"),
        ] {
            let session = PostgresSession(try PostgresServer.address(as: login))
            XCTAssertEqual(code { try session.answer("SELECT 1") }, "postgresLogin", login.name)
        }
    }

    func testTimeoutsDependOnTheCaller() {
        XCTAssertEqual(PostgresTimeouts(.userInitiated).connecting, .seconds(3))
        XCTAssertEqual(PostgresTimeouts(.userInitiated).returning, .seconds(3))
        XCTAssertEqual(PostgresTimeouts(.background).connecting, .seconds(20))
        XCTAssertEqual(PostgresTimeouts(.background).returning, PostgresTimeouts().returning)
    }
}
