import Kernel
import Sync
import SyncAdapters
import TestSupport
import XCTest

/// Attacks with `psql` from another account's login on a shared server. The server rejects each
/// one.
final class PostgresProbeTests: XCTestCase {
    /// Two accounts on one server, and the logins of an attacker.
    private struct TwoAccounts {
        let server: PrivateServer
        /// The logins of Otto's device and of his enrollment. Their password is `otto`.
        let otto: String
        let door: String
        let home: Home
        let mina: PostgresTransport

        /// Visible only to Mina's account.
        static let secret = "MINAS-SECRET"
        static let file = String(repeating: "m1", count: 16)

        init(layingAs role: String) throws {
            server = try PrivateServer()
            home = try Home()
            let url = try server.url("--as", role)
            mina = try SyncServer.transport(url, home, device: "mina", mayMake: true)
            _ = try mina.create("mina")
            try mina.offer(BatchEnvelope(device: "phone", first: 1, last: 40, bytes: Array(TwoAccounts.secret.utf8)))
            try mina.publish(Array(TwoAccounts.secret.utf8), of: "phone")
            try mina.files.put(Array(TwoAccounts.secret.utf8), as: FilePart(name: TwoAccounts.file, number: 0))
            try mina.offer(SnapshotEnvelope(through: ["phone": 40], bytes: Array(TwoAccounts.secret.utf8)))
            let other = try SyncServer.transport(url, home, device: "otto", mayMake: true)
            _ = try other.create("otto")
            try other.offer(.sample(1, 1, of: "tablet"))
            let server = server
            func superuser(_ sql: String) throws -> String { try server.psql(sql, as: "postgres").output }
            otto = try superuser(
                "SELECT login FROM commonplace_sync.logins WHERE account = 'otto' AND kind = 'device';")
            door = try superuser("SELECT login FROM commonplace_sync.logins WHERE account = 'otto' AND kind = 'door';")
            _ = try superuser("ALTER ROLE \(otto) PASSWORD 'otto'; ALTER ROLE \(door) PASSWORD 'otto'; ANALYZE;")
        }

        func otto(_ sql: String) throws -> Psql {
            try server.psql("SET search_path = commonplace_sync, pg_catalog;\n" + sql, as: otto, password: "otto")
        }
        func door(_ sql: String) throws -> Psql {
            try server.psql("SET search_path = commonplace_sync, pg_catalog;\n" + sql, as: door, password: "otto")
        }
        func superuser(_ sql: String) throws -> Psql {
            try server.psql("SET search_path = commonplace_sync, pg_catalog;\n" + sql, as: "postgres")
        }
    }

    /// Statements that the server rejects for another account's login, with the SQLSTATE.
    private static let refused: [(aim: String, sql: String, state: String)] = [
        ("read parcels", "SELECT * FROM parcels;", "42501"),
        ("count them", "SELECT count(*) FROM parcels;", "42501"),
        ("count them by a plan", "EXPLAIN ANALYZE SELECT 1 FROM parcels;", "42501"),
        ("read cards", "SELECT card FROM devices;", "42501"),
        ("read files", "SELECT * FROM files;", "42501"),
        ("count files", "EXPLAIN ANALYZE SELECT 1 FROM files;", "42501"),
        ("read snapshots", "SELECT bytes FROM snapshots;", "42501"),
        ("read who there is", "SELECT * FROM accounts;", "42501"),
        ("read whose logins there are", "SELECT * FROM logins;", "42501"),
        ("copy them out", "COPY parcels TO STDOUT;", "42501"),
        ("write a parcel", "INSERT INTO parcels VALUES ('mina', 'phone', 41, 41, 9, 0, '');", "42501"),
        ("change one", "UPDATE parcels SET bytes = '';", "42501"),
        ("delete them", "DELETE FROM parcels;", "42501"),
        ("write a file", "INSERT INTO files VALUES ('mina', repeat('m1', 16), 1, '');", "42501"),
        ("delete files", "DELETE FROM files;", "42501"),
        ("have more room", "UPDATE charter SET file_room = 1::bigint << 60;", "42501"),
        ("leave a file of no name", "SELECT put_file_part('../etc/passwd', 0, '');", "23514"),
        (
            "leave a part that is too long",
            "SELECT put_file_part(repeat('o1', 16), 0, decode(repeat('00', 4194305), 'hex'));",
            "23514"
        ),
        ("empty the table", "TRUNCATE parcels CASCADE;", "42501"),
        ("become a member", "INSERT INTO logins VALUES (session_user, 'mina', 'device');", "42501"),
        ("lock others out", "BEGIN; LOCK TABLE parcels;", "42501"),
        ("take the policies away", "DROP POLICY own ON parcels;", "42501"),
        ("switch row security off", "ALTER TABLE parcels NO FORCE ROW LEVEL SECURITY;", "42501"),
        ("become the owner", "SET ROLE commonplace_sync_owner;", "42501"),
        ("become the registrar", "SET ROLE commonplace_sync_registrar;", "42501"),
        ("be somebody else", "SET SESSION AUTHORIZATION postgres;", "42501"),
        ("make a login", "SELECT make_login('cs_000000000000000000000000', 'x', 'device');", "42501"),
        ("end one", "SELECT end_login(session_user);", "42501"),
        ("make an account", "SELECT create_account('x', NULL, NULL, NULL, NULL);", "42501"),
        ("come in at the door", "SELECT enrol('cs_000000000000000000000000', 'x');", "42501"),
        ("make a role", "CREATE ROLE mine;", "42501"),
        (
            "put a function in the way",
            "CREATE FUNCTION commonplace_sync.own_account(integer) RETURNS text LANGUAGE sql AS 'SELECT 1::text';",
            "42501"
        ),
        ("change whose one is", "ALTER FUNCTION own_account() SECURITY INVOKER;", "42501"),
        ("ask the owner's helper", "SELECT note_device('mina', 'phone', 99);", "42501"),
        ("remove a device of theirs", "SELECT remove_device('phone', NULL, NULL);", "KS006"),
        ("read files of the server", "SELECT pg_read_file('pg_hba.conf');", "42501"),
        ("read passwords", "SELECT rolpassword FROM pg_authid;", "42501"),
        ("how large others are, by tables", "SELECT pg_total_relation_size('parcels'::regclass);", "42501"),
        ("how large the database is", "SELECT pg_database_size(current_database());", "42501"),
        ("what others ask", "SELECT query FROM pg_stat_activity;", "42501"),
        ("how many lines, by statistics", "SELECT n_live_tup FROM pg_stat_user_tables;", "42501"),
        ("how many lines, by the planner's guess", "SELECT relname, reltuples, relpages FROM pg_class;", "42501"),
    ]

    /// Statements that run and return nothing about other accounts.
    private static let empty: [(aim: String, sql: String)] = [
        ("parcels of their device", "SELECT * FROM next_parcels('phone', 0, 99, 99999);"),
        ("a slice of one", "SELECT parcel_slice('phone', 1, 0, 99);"),
        ("how far it goes", "SELECT * FROM latest('phone');"),
        ("its card", "SELECT card_of('phone');"),
        ("a part of a file", "SELECT file_part(repeat('m1', 16), 0);"),
        ("which files there are", "SELECT * FROM file_parts();"),
        ("taking a file away", "SELECT remove_file_parts(repeat('m1', 16), NULL);"),
        ("the snapshot", "SELECT * FROM last_snapshot();"),
        (
            "by a table in the way",
            "CREATE TEMP TABLE logins (login text, account text, kind text); INSERT INTO logins VALUES (session_user, 'mina', 'device'); SELECT * FROM next_parcels('phone', 0, 99, 99999);"
        ),
        (
            "by a path in the way",
            "SET search_path = pg_temp; SELECT * FROM commonplace_sync.next_parcels('phone', 0, 99, 99999);"
        ),
    ]

    func testServerRejectsEachProbe() throws {
        _ = try SyncServer.running()
        let wall = try TwoAccounts(layingAs: "postgres")
        var count = 0
        func note(_ who: String, _ aim: String, _ by: String) {
            count += 1
            print("\(who) \(aim.padding(toLength: 40, withPad: " ", startingAt: 0)) \(by)")
        }
        let guarded =
            "SELECT (SELECT count(*) FROM parcels WHERE account = 'mina') || ' ' || (SELECT count(*) FROM logins);"
        let before = try wall.superuser(guarded).output
        for (aim, sql, state) in Self.refused {
            let result = try wall.otto(sql)
            XCTAssertEqual(result.refusal?.state, state, "\(aim): \(result.output) \(result.messages)")
            note("device ", aim, result.refusal?.description ?? "-")
        }
        for (aim, sql) in Self.empty {
            let result = try wall.otto(sql)
            XCTAssertNil(result.refusal, "\(aim): \(result.messages)")
            XCTAssertEqual(result.output, "", aim)
            note("device ", aim, "no row")
        }
        // An enrollment login can enroll and nothing else.
        for sql in [
            "SELECT device_names();", "SELECT * FROM next_parcels('tablet', 0, 9, 99);", "SELECT sizes();",
            "SELECT delete_account();", "SELECT * FROM file_parts();", "SELECT put_file_part(repeat('o1', 16), 0, '');",
        ] {
            let result = try wall.door(sql)
            XCTAssertEqual(result.refusal?.state, "42501", "\(sql) \(result.output)")
            note("door   ", sql, result.refusal?.description ?? "-")
        }
        // A superuser may run these: the permissions reject them, not a syntax error.
        for (aim, sql, _) in Self.refused.prefix(8) {
            let result = try wall.superuser(sql)
            XCTAssertNil(result.refusal, aim)
        }
        XCTAssertEqual(try wall.otto("SELECT * FROM sizes();").output, "\(BatchEnvelope.sample(1, 1).bytes.count)|0")
        XCTAssertEqual(try wall.otto("SELECT device_names();").output, "tablet")
        XCTAssertEqual(try wall.superuser(guarded).output, before)
        XCTAssertEqual(
            try wall.mina.envelopes(of: "phone", after: 0, limit: 9).map(\.bytes), [Array(TwoAccounts.secret.utf8)])
        XCTAssertEqual(
            try wall.mina.files.bytes(of: FilePart(name: TwoAccounts.file, number: 0)), Array(TwoAccounts.secret.utf8))
        print("\(count) refused")
    }

    /// Row security applies even to the owner of the tables.
    func testRowSecurityAppliesToTableOwner() throws {
        _ = try SyncServer.running()
        let wall = try TwoAccounts(layingAs: "owner")
        let tables = try wall.superuser(
            "SELECT count(*) || ' ' || count(*) FILTER (WHERE relrowsecurity AND relforcerowsecurity) FROM pg_class WHERE relnamespace = 'commonplace_sync'::regnamespace AND relkind = 'r';"
        )
        XCTAssertEqual(tables.output, "7 7")
        _ = try wall.superuser("GRANT commonplace_sync_owner TO \(wall.otto);")
        let result = try wall.otto(
            "SET ROLE commonplace_sync_owner; SELECT DISTINCT account FROM parcels; DELETE FROM parcels; SELECT count(*) FROM files; SELECT 'done';"
        )
        XCTAssertEqual(result.output, "otto\n0\ndone")
        XCTAssertEqual(try wall.mina.envelopes(of: "phone", after: 0, limit: 9).count, 1)
    }
}
