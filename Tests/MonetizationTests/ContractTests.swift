import Foundation
import Kernel
import KernelTesting
import Monetization
import MonetizationTesting
import Storage
import Synchronization
import TestSupport
import XCTest

final class ContractTests: XCTestCase {
    func testStoredLedgerMeetsTheContract() throws {
        let home = try Home()
        let count = Mutex(0)
        let overMemory = LedgerRepositoryContract.over { StoredLedgerRepository(MemoryStore()) }
        let overFiles = LedgerRepositoryContract.over {
            let number = count.withLock { number in
                number += 1
                return number
            }
            return StoredLedgerRepository(try FileStore(directory: home.path("\(number)")) { Instant(milliseconds: 0) })
        }
        for broken in overMemory.brokenPromises() + overFiles.brokenPromises() { XCTFail(broken.description) }
    }

    func testLedgerWithoutRollbackBreaksTheContract() {
        let broken = LedgerRepositoryContract.over { CarelessLedger() }.brokenPromises().map(\.promise)
        XCTAssertEqual(broken, ["a unit that throws saves nothing"])
    }

    /// In any batches, each entry is stored once as it first arrived.
    func testLedgerKeepsTheFirstVersionOfEachEntry() throws {
        var random = RandomSource(seed: 8)
        for _ in 0..<60 {
            let repository = StoredLedgerRepository(MemoryStore())
            var known: [Identifier<LedgerEntry>: LedgerEntry] = [:]
            for portion in 0..<4 {
                let entries = (RandomHistory.make(&random) + RandomHistory.make(&random)).shuffled(using: &random)
                let added = try repository.write { try Ledger.admit(entries, to: $0) }
                for entry in entries where known[entry.id] == nil { known[entry.id] = entry }
                XCTAssertEqual(Set(added.map(\.id)).count, added.count)
                XCTAssertTrue(added.allSatisfy { known[$0.id] == $0 }, "portion \(portion)")
                XCTAssertEqual(Set(try repository.read { try $0.entries() }), Set(known.values), "portion \(portion)")
            }
        }
    }

    func testPurchasesSurviveReopeningTheStore() throws {
        let home = try Home()
        let catalog = StoreFrontContract.catalog
        let purchases = {
            let store = try FileStore(directory: home.path("store")) { Instant(milliseconds: 0) }
            let shop = SandboxStoreFront(store, catalogue: catalog, ids: .counting())
            let time = TimeSource.fixed(Instant(milliseconds: 86_400_000))
            return (
                store,
                Purchases(catalogue: catalog, repository: StoredLedgerRepository(store), storeFront: shop, time: time)
            )
        }
        let (store, first) = try purchases()
        let bought = try first.buy("yearly").status
        try store.close()
        XCTAssertNotNil(bought)
        XCTAssertEqual(try purchases().1.status(), bought)
    }

    func testEntryOfANewerProgramIsUnknown() throws {
        let text = #"{"id": "n1", "signedAt": "2026-01-01T00:00:00.000Z", "kind": "splitInHalves", "word": "X"}"#
        let entry = try JSONDecoder().decode(LedgerEntry.self, from: Data(text.utf8))
        XCTAssertEqual(entry.kind, .unknown)
        XCTAssertNil(Ledger([entry]).status(at: .latest))
    }

    func testSandboxMeetsTheStoreFrontContract() {
        for broken in StoreFrontContract.over({ ContractTests.sandbox() }).brokenPromises() {
            XCTFail(broken.description)
        }
    }

    func testStoreFrontWithoutRenewalsBreaksTheContract() {
        let broken = StoreFrontContract.over { ForgetfulStoreFront(inner: ContractTests.sandbox()) }.brokenPromises()
            .map(
                \.promise)
        XCTAssertTrue(broken.contains("a renewal continues without a gap at the ordered price"), "\(broken)")
        XCTAssertFalse(broken.contains("a purchase keeps the price and version of its order"), "\(broken)")
    }

    private static func sandbox() -> SandboxStoreFront {
        SandboxStoreFront(MemoryStore(), catalogue: StoreFrontContract.catalog, ids: .counting(prefix: "s"))
    }
}

/// A ledger that keeps the changes of a failed transaction.
private struct CarelessLedger: LedgerRepository {
    private let store = MemoryStore()

    func read<Value>(_ body: (any LedgerRecords) throws -> Value) throws -> Value {
        try StoredLedgerRepository(store).read(body)
    }

    func write<Value>(_ body: (any LedgerRecords) throws -> Value) throws -> Value {
        try StoredLedgerRepository(store).write { records in Result { try body(records) } }.get()
    }
}

/// A store front that reports only the first term of a purchase.
private struct ForgetfulStoreFront: StoreFront {
    let inner: SandboxStoreFront
    var isSandbox: Bool { true }
    func buy(_ order: Order, at now: Instant) throws -> PurchaseOutcome { try inner.buy(order, at: now) }
    func setAutoRenew(_ isOn: Bool, of series: Identifier<Receipt>, at now: Instant) throws {
        try inner.setAutoRenew(isOn, of: series, at: now)
    }
    func history(through now: Instant) throws -> [LedgerEntry] {
        try inner.history(through: now).filter { $0.receipt.map { $0.id == $0.series } ?? true }
    }
}
