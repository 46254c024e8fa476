import Foundation
import Kernel
import Postgres
import Synchronization
import TestSupport
import XCTest

/// Statements and transactions on a private server.
final class ClientTests: XCTestCase {
    private func server() throws -> PrivateServer { try PostgresServer.running() }

    private func client(_ more: String = "", waitLimit: PostgresTimeouts = PostgresTimeouts()) throws -> PostgresClient
    {
        PostgresClient(try PostgresAddress(server().url + more), waitLimit: waitLimit)
    }

    private func failure(_ body: () throws -> Void) -> Failure? {
        do { try body() } catch { return error as? Failure }
        return nil
    }

    private func reason(_ client: PostgresClient, _ sql: String, _ values: PostgresValue...) throws -> PostgresFailure?
    {
        var thrownFailure: PostgresFailure?
        _ = failure {
            try client.use { connection in
                do { _ = try connection.answer(PostgresStatement(sql, values)) } catch let failure as PostgresFailure {
                    thrownFailure = failure
                    throw failure
                }
            }
        }
        return thrownFailure
    }

    func testValuesRoundTrip() throws {
        let texts = ["", "a", "'; --", "\\", "한글\u{1F977}", "a\nb\u{1}", String(repeating: "x", count: 100_000)]
        let numbers = [0, -1, 1, .max, .min, 255, -256]
        try client().use { connection in
            for text in texts {
                XCTAssertEqual(try connection.answer("SELECT $1::text", .text(text)).first?.text(0), text)
                let bytes = Data(text.utf8) + Data([0, 255])
                XCTAssertEqual(try connection.answer("SELECT $1::bytea", .bytes(bytes)).first?.data(0), bytes)
            }
            for number in numbers {
                XCTAssertEqual(try connection.answer("SELECT $1::bigint", .int(number)).first?.int(0), number)
            }
            let rows = try connection.answer(
                "SELECT * FROM unnest($1, $2, $3) AS u(a, b, c)", .texts(texts + [nil]), .ints(numbers + [nil]),
                .bools([true, nil, false]))
            XCTAssertEqual(try rows.map { try $0.textIfAny(0) }, texts + [nil])
            XCTAssertEqual(try rows.prefix(7).map { try $0.intIfAny(1) }, numbers)
            XCTAssertEqual(try rows.prefix(3).map { try $0.boolIfAny(2) }, [true, nil, false])
            XCTAssertEqual(try connection.answer("SELECT * FROM unnest($1)", .texts([])).count, 0)
            let small = try XCTUnwrap(connection.answer("SELECT 1::smallint, -2::int, NULL::text, true").first)
            XCTAssertEqual([try small.int(0), try small.int(1)], [1, -2])
            XCTAssertTrue(try small.isNull(2) && small.bool(3))
            XCTAssertThrowsError(try small.text(0))
            XCTAssertThrowsError(try small.text(2))
            XCTAssertThrowsError(try small.text(9))
        }
    }

    func testATextWithANULIsRefusedBeforeItIsSent() throws {
        let client = try client()
        XCTAssertEqual(try reason(client, "SELECT $1::text", .text("a\u{0}b"))?.reason, .text)
        XCTAssertEqual(try reason(client, "SELECT $1::text[]", .texts(["a", "\u{0}"]))?.reason, .text)
        XCTAssertEqual(try client.use { try $0.answer("SELECT 1::bigint").first?.int(0) }, 1)
    }

    func testFailureReasonsAreDistinctAndQuoteNoData() throws {
        let client = try client()
        try client.use {
            try $0.run(
                script:
                    "CREATE TABLE kept (id text PRIMARY KEY CHECK (id <> 'forbidden')); INSERT INTO kept VALUES ('rosebud')"
            )
        }
        let cases: [(String, PostgresFailure.Reason)] = [
            ("INSERT INTO kept VALUES ($1)", .duplicate), ("SELECT $1::text::bigint", .other),
            ("SELECT * FROM pg_authid WHERE rolname = $1", .forbidden),
            ("SELECT * FROM nowhere WHERE $1 = ''", .absent),
            ("SELEC $1", .other),
        ]
        for (sql, expected) in cases {
            let reasonText = try XCTUnwrap(reason(client, sql, .text("rosebud")), sql)
            XCTAssertEqual(reasonText.reason, expected, sql)
            XCTAssertEqual(reasonText.state.count, 5)
            XCTAssertFalse("\(reasonText) \(reasonText.failure)".contains("rosebud"), "\(reasonText)")
        }
        XCTAssertEqual(try reason(client, "INSERT INTO kept VALUES ('forbidden')")?.reason, .constraint)
        try client.use {
            try $0.run(
                script: """
                    CREATE FUNCTION refuse() RETURNS void LANGUAGE plpgsql AS
                    $$ BEGIN RAISE EXCEPTION 'Three a day.' USING ERRCODE = 'KP001'; END $$
                    """)
        }
        let raised = try XCTUnwrap(reason(client, "SELECT refuse()"))
        XCTAssertEqual([raised.state, raised.message], ["KP001", "Three a day."])
        XCTAssertEqual(raised.reason, .raised)
        try client.use { try $0.run(script: "DROP FUNCTION refuse; DROP TABLE kept") }
    }

    func testBatchedStatementsSucceedOrFailTogether() throws {
        let client = try client()
        try client.use { try $0.run(script: "CREATE TABLE list (n bigint PRIMARY KEY)") }
        try client.use { connection in
            let one = PostgresStatement("INSERT INTO list VALUES ($1)", [.int(1)])
            XCTAssertThrowsError(try connection.answers(to: [one, PostgresStatement("SELECT 1/0"), one]))
            XCTAssertEqual(try connection.answer("SELECT count(*) FROM list").first?.int(0), 0)
            let many = (0..<500).map { PostgresStatement("INSERT INTO list VALUES ($1) RETURNING n", [.int($0)]) }
            XCTAssertEqual(try connection.answers(to: many).map { try $0.first?.int(0) }, (0..<500).map { $0 })
        }
        try client.use { try $0.run(script: "DROP TABLE list") }
    }

    func testPostedStatementsRunAndFailWithTheNextCall() throws {
        let client = try client()
        try client.use { try $0.run(script: "CREATE TABLE posted (n bigint)") }
        func post(_ texts: String...) throws -> Int? {
            try client.transaction(.committed) { connection in
                for text in texts { try connection.post([PostgresStatement(text)]) }
                return try connection.answer("SELECT count(*) FROM posted").first?.int(0)
            }
        }
        XCTAssertEqual(try post("INSERT INTO posted VALUES (1)", "INSERT INTO posted VALUES (2)"), 2)
        XCTAssertEqual(
            failure { _ = try post("INSERT INTO posted VALUES (3)", "SELECT 1/0") }?.code.text, "postgresTrouble")
        XCTAssertThrowsError(
            try client.transaction(.committed) { try $0.post([PostgresStatement("INSERT INTO nowhere VALUES (4)")]) })
        XCTAssertThrowsError(
            try client.transaction(.committed) { connection in
                try connection.post([PostgresStatement("SELECT 1/0")])
                throw Failure.storeClosed
            }
        ) { XCTAssertEqual(($0 as? Failure)?.code, .storeClosed) }
        XCTAssertEqual(try post(), 2)
        try client.use { try $0.run(script: "DROP TABLE posted") }
    }

    func testTransactionRollsBackAlsoAfterASwallowedError() throws {
        let client = try client()
        try client.use { try $0.run(script: "CREATE TABLE sums (n bigint)") }
        func count() throws -> Int? {
            try client.transaction(.snapshot) { try $0.answer("SELECT count(*) FROM sums").first?.int(0) }
        }
        struct Rollback: Error {}
        XCTAssertThrowsError(
            try client.transaction(.serializable) { connection in
                try connection.answer("INSERT INTO sums VALUES (1)")
                throw Rollback()
            }
        ) { XCTAssertTrue($0 is Rollback) }
        XCTAssertEqual(try count(), 0)
        XCTAssertThrowsError(
            try client.transaction(.committed) { connection in
                try connection.answer("INSERT INTO sums VALUES (1)")
                _ = try? connection.answer("SELECT 1/0")
            })
        XCTAssertEqual(try count(), 0)
        try client.transaction(.committed) { connection in
            try connection.answer("INSERT INTO sums VALUES (1)")
            connection.appendToCommit([PostgresStatement("INSERT INTO sums VALUES (2)")])
        }
        XCTAssertEqual(try count(), 2)
        XCTAssertEqual(
            failure { _ = try client.transaction(.snapshot) { try $0.answer("INSERT INTO sums VALUES (3)") } }?.kind,
            .temporary)
        XCTAssertEqual(failure { try client.use { _ in try client.use { _ in } } }?.code, .nestedTransaction)
        try client.use { try $0.run(script: "DROP TABLE sums") }
    }

    func testConflictingTransactionsAreRetried() throws {
        let clients = try (0..<4).map { _ in try client() }
        try clients[0].use { try $0.run(script: "CREATE TABLE counter (n bigint); INSERT INTO counter VALUES (0)") }
        let errors = Mutex([String]())
        DispatchQueue.concurrentPerform(iterations: 4) { number in
            for _ in 0..<10 {
                do {
                    try clients[number].transaction(.serializable) { connection in
                        let value = try connection.answer("SELECT n FROM counter").first?.int(0) ?? 0
                        try connection.answer("UPDATE counter SET n = $1", .int(value + 1))
                    }
                } catch { errors.withLock { $0.append("\(error)") } }
            }
        }
        XCTAssertEqual(errors.withLock { $0 }, [])
        XCTAssertEqual(try clients[0].use { try $0.answer("SELECT n FROM counter").first?.int(0) }, 40)
        try clients[0].use { try $0.run(script: "DROP TABLE counter") }
    }

    func testTimeoutsLimitStatementsAndLocks() throws {
        var waitLimit = PostgresTimeouts()
        (waitLimit.answering, waitLimit.locking) = (.milliseconds(300), .milliseconds(200))
        let holder = try client()
        let waiter = try client(waitLimit: waitLimit)
        XCTAssertEqual(
            failure { try waiter.use { _ = try $0.answer("SELECT pg_sleep(20)") } }?.code.text, "postgresBusy")
        try holder.use { try $0.run(script: "CREATE TABLE held (n bigint); INSERT INTO held VALUES (0)") }
        try holder.transaction(.committed) { connection in
            try connection.answer("SELECT n FROM held FOR UPDATE")
            let thrownFailure = failure {
                try waiter.transaction(.committed) { _ = try $0.answer("SELECT n FROM held FOR UPDATE") }
            }
            XCTAssertEqual(thrownFailure?.code.text, "postgresBusy")
            XCTAssertEqual(thrownFailure?.kind, .temporary)
        }
        try holder.use { try $0.run(script: "DROP TABLE held") }
    }

    func testSilentServerTimesOut() throws {
        _ = try server()
        let proxy = try CuttingProxy(to: "/nowhere")
        var waitLimit = PostgresTimeouts()
        waitLimit.connecting = .milliseconds(400)
        // A server that accepts and stays silent, one that disconnects, and a folder without a
        // server.
        let mute = try Home()
        let listener = try MuteListener(in: mute.path)
        for folder in [mute.path, proxy.folder, "/nowhere/at/all"] {
            let start = ContinuousClock.now
            let thrownFailure = failure {
                try PostgresClient(try PostgresAddress("postgres:///db?host=\(folder)"), waitLimit: waitLimit).use {
                    _ in
                }
            }
            XCTAssertEqual(thrownFailure?.code.text, "postgresUnreachable", folder)
            XCTAssertEqual(thrownFailure?.kind, .temporary)
            XCTAssertLessThan(ContinuousClock.now - start, .seconds(5))
        }
        withExtendedLifetime(listener) {}
        // The client tries the second server of an address if the first one is silent.
        let both = try PostgresAddress(
            "postgres://owner@/commonplace?host=\(mute.path),\(server().url.split(separator: "host=").last ?? "")")
        XCTAssertEqual(
            try PostgresClient(both, waitLimit: waitLimit).use { try $0.answer("SELECT 1::bigint").first?.int(0) }, 1)
    }

    func testNotificationsReachListeners() throws {
        let listener = try client()
        let teller = try client()
        try listener.use { connection in
            try connection.listen(to: "odd \"name\"")
            XCTAssertEqual(try connection.notifications(within: .milliseconds(30)), [])
            try teller.use { _ = try $0.answer("SELECT pg_notify($1, $2)", .text("odd \"name\""), .text("hello")) }
            let notifications = try connection.notifications(within: .seconds(5))
            XCTAssertEqual(notifications.map(\.channel), ["odd \"name\""])
            XCTAssertEqual(notifications.map(\.message), ["hello"])
        }
    }

    func testLostConnectionIsReopenedWhereSafe() throws {
        let (client, other) = (try client(), try client())
        func pid() throws -> Int { try client.use { try $0.answer("SELECT pg_backend_pid()").first?.int(0) ?? 0 } }
        func end(_ pid: Int) throws {
            try other.use { _ = try $0.answer("SELECT pg_terminate_backend($1::int)", .int(pid)) }
        }
        try end(pid())
        usleep(20_000)
        XCTAssertEqual(try client.transaction(.snapshot) { try $0.answer("SELECT 1::bigint").first?.int(0) }, 1)
        var rounds = 0
        try client.use { try $0.run(script: "CREATE TABLE once (n bigint)") }
        try client.transaction(.committed) { connection in
            rounds += 1
            try connection.answer("INSERT INTO once VALUES (1)")
            if rounds == 1 {
                let own = try connection.answer("SELECT pg_backend_pid()").first?.int(0) ?? 0
                try end(own)
            }
            try connection.answer("INSERT INTO once VALUES (2)")
        }
        XCTAssertEqual(rounds, 2)
        XCTAssertEqual(try client.use { try $0.answer("SELECT count(*) FROM once").first?.int(0) }, 2)
        // If the connection is lost in every attempt, the transaction fails.
        let thrownFailure = failure {
            try client.transaction(.committed) { connection in
                let own = try connection.answer("SELECT pg_backend_pid()").first?.int(0) ?? 0
                try end(own)
                try connection.answer("INSERT INTO once VALUES (3)")
            }
        }
        XCTAssertEqual(thrownFailure?.code.text, "postgresLost")
        XCTAssertEqual(thrownFailure?.kind, .temporary)
        try client.use { try $0.run(script: "DROP TABLE once") }
    }
}

/// A socket at the place of a server that accepts connections and stays silent.
private final class MuteListener {
    private let place: Int32

    init(in folder: String) throws {
        place = try CuttingProxy.socket(in: folder) { bind($0, $1, $2) }
        guard listen(place, 8) == 0 else { throw Failure(.init("noProxy"), "A socket cannot listen.") }
    }

    deinit { close(place) }
}
