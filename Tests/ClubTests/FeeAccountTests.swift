import Club
import Kernel
import XCTest

/// Tests fee accounts against independent sums, and currency amounts.
final class FeeAccountTests: XCTestCase {
    func testAccountBalanceMatchesChargesAndPayments() throws {
        for seed in UInt64(0)..<300 {
            var random = RandomSource(seed: seed)
            let start = try XCTUnwrap(Day("2020-01-31")).adding(days: Int.random(in: 0...900, using: &random))
            var from = start
            var spans = [FeeSpan]()
            for number in 0..<Int.random(in: 1...4, using: &random) {
                let plan = FeePlan(
                    name: "p\(number)", minor: Int.random(in: 1...5000, using: &random),
                    cycle: FeePlan.Cycle.allCases.randomElement(using: &random) ?? .month,
                    grace: Int.random(in: 0...60, using: &random))
                let until = from.adding(days: Int.random(in: 0...500, using: &random))
                spans.append(FeeSpan(plan: plan, from: from, until: Bool.random(using: &random) ? until : nil))
                from = until
            }
            let today = start.adding(days: Int.random(in: -50...1500, using: &random))
            let paid = Int.random(in: 0...60_000, using: &random)
            let account = FeeAccount(spans, paid: paid, on: today)
            let place = "seed \(seed)"
            // Sums the charges again, cycle by cycle.
            var expected = 0
            for span in spans {
                for cycle in 0..<1000 {
                    let begins = span.from.adding(months: cycle * span.plan.cycle.months)
                    guard begins <= today, span.until.map({ begins < $0 }) ?? true else { break }
                    expected += span.plan.minor
                }
            }
            XCTAssertEqual(account.charged, expected, place)
            XCTAssertEqual(account.owed - account.prepaid, expected - paid, place)
            XCTAssertTrue(account.owed == 0 || account.prepaid == 0, place)
            XCTAssertLessThanOrEqual(account.overdue, account.owed, place)
            XCTAssertTrue(account.open.allSatisfy { $0.minor > 0 && $0.from <= today }, place)
            XCTAssertEqual(account.open.map(\.from), account.open.map(\.from).sorted(), place)
            XCTAssertEqual(account.overdue > 0, account.open.contains { $0.due < today }, place)
            if let next = account.next { XCTAssertGreaterThan(next.from, today, place) }
            // A later price does not change earlier charges.
            let later =
                spans + [
                    FeeSpan(
                        plan: FeePlan(name: "new", minor: 9999, cycle: .month, grace: 0), from: today.adding(days: 1))
                ]
            XCTAssertEqual(FeeAccount(later, paid: paid, on: today).owed, account.owed, place)
        }
    }

    func testAmountsRoundTrip() throws {
        let pound = Currency.pound
        var random = RandomSource(seed: 7)
        for _ in 0..<500 {
            let minor = Int.random(in: 1...Currency.most, using: &random)
            XCTAssertEqual(try pound.minor(of: pound.plain(minor)), minor)
        }
        XCTAssertEqual(try pound.minor(of: "35,5"), 3550)
        let won = try XCTUnwrap(Currency("krw"))
        XCTAssertEqual(won.text(try won.minor(of: "50000")), "50000 KRW")
        for bad in [
            "", ".", "1.", ".5", "1.234", "1,2,3", "-1", "+1", "1e3", "٣", "99999999999999999999", "0", "0.00", " 1",
        ] {
            XCTAssertThrowsError(try pound.minor(of: bad), bad)
        }
        XCTAssertThrowsError(try won.minor(of: "1.5"))
        XCTAssertNil(Currency("EU"))
        XCTAssertNil(Currency("ÉUR"))
    }

    func testPriceChangeKeepsEarlierCharges() throws {
        let fixture = Fixture()
        let roll = try fixture.roll("Mina")
        _ = try roll.offerPlan("adult", amount: "30", every: .month)
        _ = try roll.change("mina", StudentDraft(plan: "adult"))
        fixture.clock.advance(seconds: 40 * 86_400)
        _ = try roll.offerPlan("adult", amount: "50", every: .month)
        XCTAssertEqual(try roll.bill(of: "mina").bill.account.owed, 6000)
        _ = try roll.change("mina", StudentDraft(plan: "adult"))
        XCTAssertEqual(try roll.bill(of: "mina").bill.account.owed, 6000 + 5000)
        fixture.clock.advance(seconds: 86_400)
        _ = try roll.recordDeparture("mina")
        fixture.clock.advance(seconds: 400 * 86_400)
        XCTAssertEqual(
            try roll.bill(of: "mina").bill.account.owed, 11000,
            "a former student gets no new charges and still owes the old ones")
    }
}
