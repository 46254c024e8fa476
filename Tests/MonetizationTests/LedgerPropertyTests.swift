import Kernel
import Monetization
import Storage
import XCTest

final class LedgerPropertyTests: XCTestCase {
    /// The state at any time depends neither on the order of entries nor on repetitions.
    func testEntryOrderAndRepetitionDoNotMatter() {
        var random = RandomSource(seed: 20_261_120)
        var states: [String: Int] = [:]
        var entries = 0
        var repeated = 0
        let histories = 20_000
        for number in 0..<histories {
            let history = RandomHistory.make(&random)
            var arrived = history + history.filter { _ in random.next() % 3 == 0 }
            repeated += arrived.count - history.count
            arrived.shuffle(using: &random)
            let original = Ledger(history)
            let shuffled = Ledger(arrived)
            guard shuffled.entries == original.entries else { return XCTFail("history \(number) differs") }
            for moment in RandomHistory.moments {
                let expected = original.statuses(at: moment)
                guard shuffled.statuses(at: moment) == expected else {
                    return XCTFail("history \(number) at \(moment)")
                }
                states[expected.first?.state.rawValue ?? "none", default: 0] += 1
            }
            entries += history.count
        }
        for state in RenewalState.allCases {
            XCTAssertGreaterThan(states[state.rawValue] ?? 0, 1000, "\(state) occurs too rarely")
        }
        print(
            "law: \(histories) histories, \(entries) entries, \(repeated) repeated; states met: \(states.sorted { $0.key < $1.key })"
        )
    }

    func testBatchSizeDoesNotChangeTheLedger() throws {
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
            let ledger = Ledger(try repository.read { try $0.entries() })
            for moment in RandomHistory.moments {
                XCTAssertEqual(ledger.statuses(at: moment), Ledger(history).statuses(at: moment))
            }
        }
    }

    /// Without new entries, time only ends access.
    func testTimeAloneNeverRestoresAccess() {
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

    /// A refund of every term ends access at once, and repeated entries do not restore it.
    func testReplayAfterARefundRestoresNoAccess() {
        var random = RandomSource(seed: 3)
        for _ in 0..<2000 {
            let history = RandomHistory.make(&random)
            let end = history.map(\.signedAt).max() ?? RandomHistory.start
            let receipts = Set(history.compactMap(\.receipt).map(\.id))
            let refunds = receipts.map { id in
                LedgerEntry.revoked(Identifier("refund-\(id)"), at: end.adding(seconds: 1), id, why: "REFUND_FULL")
            }
            // The same terms again, with a later end: extensions of refunded terms are refunded.
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
        id: receipt.id, series: receipt.series, product: receipt.product, kind: receipt.kind,
        purchasedAt: receipt.purchasedAt,
        expiresAt: receipt.expiresAt?.adding(seconds: 40 * 86_400))
}

/// Random histories: any entries in any order of signing, about one or two purchases.
enum RandomHistory {
    static let start = Instant(milliseconds: 1_700_000_000_000)
    static let moments = [0, 20, 45, 80, 150, 400].map { start.adding(seconds: Double($0) * 86_400) }

    static func make(_ random: inout RandomSource) -> [LedgerEntry] {
        let purchases = Int.random(in: 1...2, using: &random)
        let count = Int.random(in: 3...14, using: &random)
        var entries = (0..<purchases).map { number in
            LedgerEntry.granted(
                Identifier("s\(number)"), at: start, term(of: number, month: 0, &random), why: "SUBSCRIBED")
        }
        for number in 0..<count { entries.append(event(number, purchases, &random)) }
        return entries
    }

    private static func event(_ number: Int, _ purchases: Int, _ random: inout RandomSource) -> LedgerEntry {
        let id = Identifier<LedgerEntry>("n\(number)")
        let purchase = Int.random(in: 0..<purchases, using: &random)
        let month = Int.random(in: 0...3, using: &random)
        let receipt = term(of: purchase, month: month, &random)
        // Whole days, so that equal signing times are common.
        let signed = start.adding(seconds: Double(month * 30 + Int.random(in: 0...35, using: &random)) * 86_400)
        let series = receipt.series
        let end = receipt.expiresAt ?? signed
        let grace = end.adding(seconds: 16 * 86_400)
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<6: return .granted(id, at: signed, receipt, why: "DID_RENEW")
        case 6: return .renewalFailed(id, at: signed, series, term: end, grace: nil)
        case 7, 8: return .renewalFailed(id, at: signed, series, term: end, grace: grace)
        case 9: return .graceEnded(id, at: signed, series, term: end)
        case 10: return .autoRenew(id, at: signed, series, number % 2 == 0)
        case 11: return .renewalProduct(id, at: signed, series, number % 2 == 0 ? "yearly" : nil)
        case 12, 13: return .ended(id, at: signed, series, term: end, why: "VOLUNTARY")
        case 14: return .revoked(id, at: signed, receipt.id, why: "REFUND_FULL")
        case 15: return .revoked(id, at: signed, receipt.id, why: "FAMILY_REVOKE")
        case 16: return .reinstated(id, at: signed, receipt.id)
        case 17: return .asked(id, at: signed, series, for: "yearly")
        case 18: return .noted(id, at: signed, "TEST", of: series)
        default: return .noted(id, at: signed, "FROM_THE_FUTURE", isKnown: false)
        }
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
