import Kernel
import Monetization
import Storage
import XCTest

final class LedgerLawTests: XCTestCase {
    /// Whatever order a history arrives in, and however often each part of it: the same state at every moment.
    func testShufflingAndRepeatingAHistoryChangesNothing() {
        var random = RandomSource(seed: 20_261_120)
        var states: [String: Int] = [:]
        var (entries, repeated) = (0, 0)
        let histories = 20_000
        for number in 0..<histories {
            let history = RandomHistory.make(&random)
            var arrived = history + history.filter { _ in random.next() % 3 == 0 }
            repeated += arrived.count - history.count
            arrived.shuffle(using: &random)
            let (told, heard) = (Ledger(history), Ledger(arrived))
            guard heard.entries == told.entries else { return XCTFail("history \(number) is another") }
            for moment in RandomHistory.moments {
                let expected = told.statuses(at: moment)
                guard heard.statuses(at: moment) == expected else { return XCTFail("history \(number) at \(moment)") }
                states[expected.first?.state.rawValue ?? "none", default: 0] += 1
            }
            entries += history.count
        }
        for state in RenewalState.allCases { XCTAssertGreaterThan(states[state.rawValue] ?? 0, 1000, "\(state) is hardly met") }
        print(
            "law: \(histories) histories, \(entries) entries, \(repeated) repeated; states met: \(states.sorted { $0.key < $1.key })"
        )
    }

    func testAStoreHearsTheSameInWhateverBatchesAHistoryComes() throws {
        var random = RandomSource(seed: 5)
        for _ in 0..<150 {
            let history = RandomHistory.make(&random)
            let repository = StoredLedgerRepository(MemoryStore())
            var rest = (history + history).shuffled(using: &random)[...]
            while !rest.isEmpty {
                let count = Int.random(in: 1...5, using: &random)
                _ = try repository.write { try Ledger.admit(Array(rest.prefix(count)), to: $0) }
                rest = rest.dropFirst(count)
            }
            let kept = Ledger(try repository.read { try $0.entries() })
            for moment in RandomHistory.moments {
                XCTAssertEqual(kept.statuses(at: moment), Ledger(history).statuses(at: moment))
            }
        }
    }

    /// Without a new entry, time only takes access away.
    func testTimeAloneNeverGivesAccessBack() {
        var random = RandomSource(seed: 11)
        for _ in 0..<2000 {
            let ledger = Ledger(RandomHistory.make(&random))
            for purchase in ledger.statuses(at: RandomHistory.start) {
                let states = RandomHistory.moments.map { moment in
                    ledger.statuses(at: moment).first { $0.series == purchase.series }?.isEntitled ?? false
                }
                XCTAssertEqual(states, states.sorted { $0 && !$1 })
            }
        }
    }

    /// A refund of every term ends access at once, whatever else happened, and telling of it or of the purchases again changes nothing.
    func testARefundEndsAccessAndAReplayDoesNotGiveItBack() {
        var random = RandomSource(seed: 3)
        for _ in 0..<2000 {
            let history = RandomHistory.make(&random)
            let end = history.map(\.signedAt).max() ?? RandomHistory.start
            let receipts = Set(history.compactMap(\.receipt).map(\.id))
            let refunds = receipts.map { id in
                LedgerEntry.revoked(Identifier("refund-\(id)"), at: end.adding(seconds: 1), id, why: "REFUND_FULL")
            }
            // Told again, and longer than before: an extension of what was refunded is refunded.
            let replayed = history.compactMap(\.receipt).map { receipt in
                LedgerEntry.granted(
                    Identifier("again-\(receipt.id)"), at: end.adding(seconds: 60), longer(receipt), why: "SUBSCRIBED")
            }
            for moment in RandomHistory.moments {
                XCTAssertFalse(Ledger(history + refunds + replayed).status(at: moment)?.isEntitled ?? false)
            }
        }
    }
}

private func longer(_ receipt: Receipt) -> Receipt {
    Receipt(
        id: receipt.id, series: receipt.series, product: receipt.product, kind: receipt.kind, purchasedAt: receipt.purchasedAt,
        expiresAt: receipt.expiresAt?.adding(seconds: 40 * 86_400))
}

/// Histories as a careless world would send them: any notifications, in any order of signing, about a few purchases.
enum RandomHistory {
    static let start = Instant(milliseconds: 1_700_000_000_000)
    static let moments = [0, 20, 45, 80, 150, 400].map { start.adding(seconds: Double($0) * 86_400) }

    private static let types: [(String, [String])] = [
        ("SUBSCRIBED", ["INITIAL_BUY", "RESUBSCRIBE"]), ("DID_RENEW", ["", "BILLING_RECOVERY"]), ("DID_RENEW", [""]),
        ("OFFER_REDEEMED", ["UPGRADE", "DOWNGRADE"]), ("ONE_TIME_CHARGE", [""]), ("RENEWAL_EXTENDED", [""]),
        ("DID_FAIL_TO_RENEW", ["", "GRACE_PERIOD"]), ("DID_FAIL_TO_RENEW", ["GRACE_PERIOD"]), ("GRACE_PERIOD_EXPIRED", [""]),
        ("DID_CHANGE_RENEWAL_STATUS", ["AUTO_RENEW_ENABLED", "AUTO_RENEW_DISABLED"]),
        ("DID_CHANGE_RENEWAL_PREF", ["UPGRADE", "DOWNGRADE", ""]), ("EXPIRED", ["VOLUNTARY", "BILLING_RETRY"]), ("REFUND", [""]),
        ("REFUND_REVERSED", [""]), ("REVOKE", [""]), ("PRICE_INCREASE", ["PENDING"]), ("TEST", [""]), ("FROM_THE_FUTURE", ["X"]),
    ]

    static func make(_ random: inout RandomSource) -> [LedgerEntry] {
        let purchases = Int.random(in: 1...2, using: &random)
        let count = Int.random(in: 3...14, using: &random)
        var entries = (0..<purchases).map { number in
            LedgerEntry.granted(Identifier("s\(number)"), at: start, term(of: number, month: 0, &random), why: "SUBSCRIBED")
        }
        for number in 0..<count { entries.append(notification(number, purchases, &random).entry) }
        return entries
    }

    private static func notification(_ number: Int, _ purchases: Int, _ random: inout RandomSource) -> ServerNotification {
        let (type, subtypes) = types[Int.random(in: 0..<types.count, using: &random)]
        let purchase = Int.random(in: 0..<purchases, using: &random)
        let month = Int.random(in: 0...3, using: &random)
        let receipt = term(of: purchase, month: month, &random)
        // Whole days, so that signatures of one moment are common.
        let signed = start.adding(seconds: Double(month * 30 + Int.random(in: 0...35, using: &random)) * 86_400)
        let grace = receipt.expiresAt?.adding(seconds: 16 * 86_400)
        return ServerNotification(
            id: Identifier("n\(number)"), type: type, subtype: subtypes[Int.random(in: 0..<subtypes.count, using: &random)],
            signedAt: signed, transaction: receipt, renewal: .init(product: "yearly", graceEnds: grace))
    }

    private static func term(of purchase: Int, month: Int, _ random: inout RandomSource) -> Receipt {
        let begins = start.adding(seconds: Double(month * 30) * 86_400)
        let days = random.next() % 8 == 0 ? 33.0 : 30
        return Receipt(
            id: Identifier(month == 0 ? "s\(purchase)" : "s\(purchase).\(month)"), series: Identifier("s\(purchase)"),
            product: "monthly",
            kind: .autoRenewable, purchasedAt: begins, expiresAt: begins.adding(seconds: days * 86_400))
    }
}
