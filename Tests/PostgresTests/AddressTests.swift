import Kernel
import Postgres
import XCTest

final class AddressTests: XCTestCase {
    private func failure(_ text: String) -> Failure? {
        do { _ = try PostgresAddress(text) } catch { return error as? Failure }
        return nil
    }

    func testAnAddressIsAURLOrAService() throws {
        let good = [
            ("postgres:///db?host=/run/postgresql&port=5433", "the database “db” on /run/postgresql"),
            ("postgresql://ada@one:5433,two/db?target_session_attrs=read-write", "the database “db” on one,two"),
            ("postgres://[::1]:5432/db", "the database “db” on ::1"), ("postgres://", "the database of this machine"),
            ("postgres:///a%20b", "the database “a b” of this machine"), ("club", "the service “club”"),
            ("club?schema=judo", "the service “club”"),
        ]
        for (text, place) in good { XCTAssertEqual(try PostgresAddress(text).description, place, text) }
        XCTAssertEqual(try PostgresAddress("club?schema=judo").schema, "judo")
        XCTAssertNil(try PostgresAddress("club").schema)
    }

    func testAddressWithAPasswordIsRefused() {
        for text in [
            "postgres://ada:rosebud@host/db", "postgres://ada:@host/db", "postgres:///db?password=rosebud",
            "postgres:///db?sslpassword=rosebud", "postgres:///db?pass%77ord=rosebud",
        ] {
            let message = failure(text)
            XCTAssertEqual(message?.code.text, "postgresAddress", text)
            XCTAssertTrue(message?.description.contains(".pgpass") ?? false, text)
            XCTAssertFalse(message?.description.contains("rosebud") ?? true, text)
        }
    }

    func testInvalidAddressesAreRefused() {
        for text in [
            "", "host=a dbname=b", "mysql://host/db", "postgres://host:port/db", "postgres:///db?nothing=1",
            "postgres:///db?host",
            "postgres:///db%0", "postgres:///db%zz", "postgres:///db%00", "postgres:///db%ff",
            "postgres://host:99999/db",
            "club?schema=a;b", "club?schema=pg_toast", "club?schema=", "club?service=other", "../club",
            "club?schema=Öl",
        ] {
            XCTAssertEqual(failure(text)?.code.text, "postgresAddress", text)
            XCTAssertEqual(failure(text)?.kind, .usage, text)
        }
    }
}
