import Kernel
import XCTest

final class SharedLocationTests: XCTestCase {
    func testSchemeMeansDatabaseElseFolder() {
        for (text, address) in [
            ("postgres:club", "club"), ("postgres:club?schema=judo", "club?schema=judo"),
            ("postgres://ada@host/db", "postgres://ada@host/db"), ("postgresql:///db", "postgresql:///db"),
            ("postgres:postgres://a@b/db", "postgres://a@b/db"), ("postgres:postgresql:///db", "postgresql:///db"),
            ("POSTGRES://host/db", "postgres://host/db"), ("Postgres:club", "club"), ("postgres:", ""),
        ] {
            XCTAssertEqual(SharedLocation(text), .database(address), text)
            XCTAssertEqual(SharedLocation(text).database, address)
        }
        for text in ["", "postgres", "/srv/club", "club", "postgres/club", "/a/postgres:b", "sqlite:x", "postgresx:y"] {
            XCTAssertEqual(SharedLocation(text), .folder(text))
            XCTAssertFalse(SharedLocation(text).isDatabase, text)
        }
    }

    func testOnlyFoldersAreResolvedAgainstTheRoot() {
        func resolved(_ text: String) -> String { SharedLocation.resolved(text) { "/home/" + $0 } }
        XCTAssertEqual(resolved("club"), "/home/club")
        XCTAssertEqual(resolved("postgres:club"), "postgres:club")
        XCTAssertEqual(resolved("postgres://host/db"), "postgres://host/db")
    }
}
