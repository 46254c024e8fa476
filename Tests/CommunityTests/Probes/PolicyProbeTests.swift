import Kernel
import TestBench
import XCTest

/// Sessions of psql by people who mean no good, on a real server: each is refused, and by what is printed.
final class PolicyProbeTests: XCTestCase {
    func testEveryProbeIsRefused() throws {
        let town = try town("postgres")
        print("#  what is tried                          by                 refused by")
        var refused = 0
        for (number, (aim, probes)) in PolicyProbes.all.enumerated() {
            for probe in probes {
                switch try probe.run(in: town) {
                case .refused(let by):
                    refused += 1
                    print("\(number + 1)".padded(3) + aim.padded(39) + probe.person.rawValue.padded(19) + by)
                case .open(let what): XCTFail("\(aim), \(probe.person.rawValue): \(probe.sql): \(what)")
                }
            }
        }
        print("\(refused) refused")
        XCTAssertGreaterThan(refused, 170)
    }

    /// On a server that one rents nobody is a superuser. What then stays open says nothing of anybody.
    func testWhatOnlyASuperuserCanClose() throws {
        let town = try town("owner")
        for (aim, probes) in PolicyProbes.all {
            for probe in probes where probe.takesSuperuser {
                guard case .open(let what) = try probe.run(in: town) else {
                    XCTFail("closed now: \(probe.sql)")
                    continue
                }
                print("open: " + aim.padded(39) + probe.sql)
                // A login is a name of chance; nobody's name as an author is seen.
                for author in ["a", "m", "z"] {
                    XCTAssertFalse(what.contains(String(repeating: author, count: 26)), "\(probe.sql): \(what)")
                }
            }
        }
    }

    /// Every role may change its own password: whoever stands at the door may lock it. An invitation opens it again.
    func testALockedDoorIsMendedByAnInvitation() throws {
        let town = try town("owner")
        try town.told(
            .stranger,
            "ALTER ROLE commonplace_door SET default_transaction_read_only = on; ALTER ROLE commonplace_door PASSWORD 'mine';")
        let knock = "SELECT knock('guess'); SELECT outcome FROM enrol('guess', repeat('q', 26), \(ProbedTown.anyVerifier));"
        XCTAssertEqual(try town.session(.stranger, knock).refusal?.state, "-----", "nobody comes in")
        try town.told(.anna, "SELECT invite('*', 'participant', '', 1, NULL);")
        XCTAssertEqual(try town.told(.stranger, knock), "knocked\nrefused")
    }

    /// Whoever takes their transaction back learns nothing of a code, or was counted before.
    func testACodeIsJudgedOnlyWhenItIsKeptThatItWasTried() throws {
        let town = try town("owner")
        func enrol(_ code: String) -> String {
            "SELECT outcome FROM enrol('\(code)', repeat('q', 26), \(ProbedTown.anyVerifier));"
        }
        let refused = "SELECT coalesce(sum(refused), 0) FROM knocks;"
        let right = try town.told(.anna, "SELECT invite('*', 'participant', '', 3, NULL);")
        for code in [right, "guess"] {
            for words in [enrol(code), "BEGIN; SELECT knock('\(code)'); \(enrol(code)) ROLLBACK; \(enrol(code))"] {
                let said = try town.told(.stranger, words)
                XCTAssertTrue(said.hasSuffix("knock first"), "\(words): \(said)")
                XCTAssertFalse(said.contains("refused") || said.contains("entered"), said)
            }
        }
        XCTAssertEqual(try town.god(refused).output, "0")
        for number in 1...3 {
            XCTAssertEqual(
                try town.told(.stranger, "SELECT knock('guess'); BEGIN; \(enrol("guess")) ROLLBACK;"), "knocked\nrefused")
            XCTAssertEqual(try town.god(refused).output, "1", "the \(number)th time")
        }
        // What was right is no wrong code any more, and a second person of the same class counts as nothing.
        XCTAssertTrue(try town.told(.stranger, "SELECT knock('\(right)'); \(enrol(right))").hasSuffix("entered"))
        XCTAssertEqual(try town.told(.stranger, "SELECT knock('\(right)');"), "knocked")
        XCTAssertEqual(try town.god(refused).output, "1")
    }

    /// Citus distributes a table by a column that stands in each of its keys.
    func testEveryKeyCarriesTheColumnByWhichTablesAreSpread() throws {
        let town = try town("owner")
        let without = try town.god(
            """
            SELECT c.conrelid::regclass || ' ' || c.conname FROM pg_constraint c
            WHERE c.connamespace = 'commonplace_community'::regnamespace AND c.contype IN ('p', 'u', 'f')
                AND NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.conrelid AND a.attname = 'app' AND a.attnum = c.conkey[1]);
            SELECT c.relname || ' has no key' FROM pg_class c
            WHERE c.relnamespace = 'commonplace_community'::regnamespace AND c.relkind = 'r'
                AND NOT EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary);
            """)
        XCTAssertEqual(without.output, "", without.said)
    }

    private func town(_ layer: String) throws -> ProbedTown {
        try XCTSkipUnless(PrivateServer.isInstalled, "no PostgreSQL here: apt-get install postgresql")
        return try ProbedTown(layingAs: layer)
    }
}

extension String {
    fileprivate func padded(_ width: Int) -> String {
        count < width ? self + String(repeating: " ", count: width - count) : self + " "
    }
}
