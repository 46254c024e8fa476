import Kernel
import TestSupport
import XCTest

/// Attacks with psql on a real server. Each is refused, with the reason that is printed.
final class PolicyProbeTests: XCTestCase {
    func testEveryProbeIsRefused() throws {
        let fixture = try fixture("postgres")
        print("#  what is tried                          by                 refused by")
        var refused = 0
        for (number, (aim, probes)) in PolicyProbes.all.enumerated() {
            for probe in probes {
                switch try probe.run(in: fixture) {
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

    /// On hosted servers no superuser installs the schema. The probes that succeed there reveal no
    /// author.
    func testOpenProbesWithoutSuperuserRevealNoAuthor() throws {
        let fixture = try fixture("owner")
        for (aim, probes) in PolicyProbes.all {
            for probe in probes where probe.takesSuperuser {
                guard case .open(let leak) = try probe.run(in: fixture) else {
                    XCTFail("closed now: \(probe.sql)")
                    continue
                }
                print("open: " + aim.padded(39) + probe.sql)
                // Login names are random. No author name is visible.
                for author in ["a", "m", "z"] {
                    XCTAssertFalse(leak.contains(String(repeating: author, count: 26)), "\(probe.sql): \(leak)")
                }
            }
        }
    }

    /// Every role may change its own password, so the entry role can be locked. An invitation
    /// resets it.
    func testInvitationRepairsTheEntryRole() throws {
        let fixture = try fixture("owner")
        try fixture.run(
            .stranger,
            "ALTER ROLE commonplace_door SET default_transaction_read_only = on; ALTER ROLE commonplace_door PASSWORD 'mine';"
        )
        let knock =
            "SELECT knock('guess'); SELECT outcome FROM enrol('guess', repeat('q', 26), \(ProbeFixture.anyVerifier));"
        XCTAssertEqual(try fixture.session(.stranger, knock).refusal?.state, "-----", "a guessed code admits no login")
        try fixture.run(.anna, "SELECT invite('*', 'participant', '', 1, NULL);")
        XCTAssertEqual(try fixture.run(.stranger, knock), "knocked\nrefused")
    }

    /// A rolled back transaction reveals nothing about a code.
    func testCodesAreCheckedOnlyAfterTheAttemptIsCommitted() throws {
        let fixture = try fixture("owner")
        func enroll(_ code: String) -> String {
            "SELECT outcome FROM enrol('\(code)', repeat('q', 26), \(ProbeFixture.anyVerifier));"
        }
        let refused = "SELECT coalesce(sum(refused), 0) FROM knocks;"
        let right = try fixture.run(.anna, "SELECT invite('*', 'participant', '', 3, NULL);")
        for code in [right, "guess"] {
            for words in [enroll(code), "BEGIN; SELECT knock('\(code)'); \(enroll(code)) ROLLBACK; \(enroll(code))"] {
                let output = try fixture.run(.stranger, words)
                XCTAssertTrue(output.hasSuffix("knock first"), "\(words): \(output)")
                XCTAssertFalse(output.contains("refused") || output.contains("entered"), output)
            }
        }
        XCTAssertEqual(try fixture.superuser(refused).output, "0")
        for number in 1...3 {
            XCTAssertEqual(
                try fixture.run(.stranger, "SELECT knock('guess'); BEGIN; \(enroll("guess")) ROLLBACK;"),
                "knocked\nrefused")
            XCTAssertEqual(try fixture.superuser(refused).output, "1", "the \(number)th time")
        }
        // A correct code does not count as a wrong one. Nor does a second use of it.
        XCTAssertTrue(try fixture.run(.stranger, "SELECT knock('\(right)'); \(enroll(right))").hasSuffix("entered"))
        XCTAssertEqual(try fixture.run(.stranger, "SELECT knock('\(right)');"), "knocked")
        XCTAssertEqual(try fixture.superuser(refused).output, "1")
    }

    /// Citus distributes tables by a column that is part of every key.
    func testEveryKeyStartsWithTheDistributionColumn() throws {
        let fixture = try fixture("owner")
        let without = try fixture.superuser(
            """
            SELECT c.conrelid::regclass || ' ' || c.conname FROM pg_constraint c
            WHERE c.connamespace = 'commonplace_community'::regnamespace AND c.contype IN ('p', 'u', 'f')
                AND NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.conrelid AND a.attname = 'app' AND a.attnum = c.conkey[1]);
            SELECT c.relname || ' has no key' FROM pg_class c
            WHERE c.relnamespace = 'commonplace_community'::regnamespace AND c.relkind = 'r'
                AND NOT EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary);
            """)
        XCTAssertEqual(without.output, "", without.messages)
    }

    private func fixture(_ role: String) throws -> ProbeFixture {
        try XCTSkipUnless(PrivateServer.isInstalled, "no PostgreSQL here: apt-get install postgresql")
        return try ProbeFixture(layingAs: role)
    }
}

extension String {
    fileprivate func padded(_ width: Int) -> String {
        count < width ? self + String(repeating: " ", count: width - count) : self + " "
    }
}
