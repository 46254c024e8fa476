import Foundation
import Kernel
import KernelContract
import Monetization
import MonetizationContract
import Storage
import Synchronization
import XCTest

final class ContractTests: XCTestCase {
    func testTheStoredLedgerKeepsItsContract() throws {
        let folder = try temporaryFolder()
        let count = Mutex(0)
        let overMemory = LedgerRepositoryContract.over { StoredLedgerRepository(MemoryStore()) }
        let overFiles = LedgerRepositoryContract.over {
            let number = count.withLock { number in
                number += 1
                return number
            }
            return StoredLedgerRepository(try FileStore(directory: "\(folder)/\(number)", now: { Instant(milliseconds: 0) }))
        }
        for broken in overMemory.brokenPromises() + overFiles.brokenPromises() { XCTFail(broken.description) }
    }

    func testWhatWasBoughtIsThereWhenTheStoreIsOpenedAgain() throws {
        let folder = try temporaryFolder()
        let catalogue = StoreFrontContract.catalogue
        let purchases = {
            let store = try FileStore(directory: folder + "/store", now: { Instant(milliseconds: 0) })
            let shop = SandboxStoreFront(store, catalogue: catalogue, ids: .counting())
            let time = TimeSource.fixed(Instant(milliseconds: 86_400_000))
            return (
                store, Purchases(catalogue: catalogue, repository: StoredLedgerRepository(store), storeFront: shop, time: time)
            )
        }
        let (store, first) = try purchases()
        let bought = try first.buy("yearly").standing
        try store.close()
        XCTAssertNotNil(bought)
        XCTAssertEqual(try purchases().1.standing(), bought)
    }

    private func temporaryFolder() throws -> String {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("monetization-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        addTeardownBlock { try? FileManager.default.removeItem(at: folder) }
        return folder.path
    }

    func testALedgerThatLetsItselfBeRewrittenBreaksTheContract() {
        let broken = LedgerRepositoryContract.over { RewritableLedger() }.brokenPromises().map(\.promise)
        XCTAssertTrue(broken.contains("never changes an entry that is there"), "\(broken)")
        XCTAssertFalse(broken.contains("starts empty"), "\(broken)")
    }

    func testAnEntryOfANewerProgramIsUnknownAndTheRestIsRead() throws {
        let text = #"{"id": "n1", "signedAt": "2026-01-01T00:00:00.000Z", "kind": "splitInHalves", "word": "X"}"#
        let entry = try JSONDecoder().decode(LedgerEntry.self, from: Data(text.utf8))
        XCTAssertEqual(entry.kind, .unknown)
        XCTAssertNil(Ledger([entry]).standing(at: .latest))
    }

    func testEveryShopKeepsTheContract() {
        let overMemory = StoreFrontContract.over {
            MemoryStoreFront(catalogue: StoreFrontContract.catalogue, ids: .counting(prefix: "m"))
        }
        let overSandbox = StoreFrontContract.over {
            SandboxStoreFront(MemoryStore(), catalogue: StoreFrontContract.catalogue, ids: .counting(prefix: "s"))
        }
        for broken in overMemory.brokenPromises() + overSandbox.brokenPromises() { XCTFail(broken.description) }
    }

    func testAShopThatForgetsRenewalsBreaksTheContract() {
        let broken = StoreFrontContract.over { ForgetfulShop() }.brokenPromises().map(\.promise)
        XCTAssertTrue(broken.contains("renews without a gap for the price that was ordered"), "\(broken)")
        XCTAssertFalse(broken.contains("keeps the price and the version that were ordered"), "\(broken)")
    }
}

/// Lets the last entry of an identifier win.
private struct RewritableLedger: LedgerRepository {
    private let store = MemoryStore()
    func entries() throws -> [LedgerEntry] { try StoredLedgerRepository(store).entries() }
    func append(_ entries: [LedgerEntry]) throws -> [LedgerEntry] {
        let before = Set(try self.entries().map(\.id))
        try store.write { try $0.put(contentsOf: entries) }
        return entries.filter { !before.contains($0.id) }
    }
}

/// Knows only the first term of a purchase.
private struct ForgetfulShop: StoreFront {
    private let inner = MemoryStoreFront(catalogue: StoreFrontContract.catalogue, ids: .counting())
    func buy(_ order: Order, at now: Instant) throws -> PurchaseOutcome { try inner.buy(order, at: now) }
    func setAutoRenew(_ isOn: Bool, of series: Identifier<Receipt>, at now: Instant) throws {
        try inner.setAutoRenew(isOn, of: series, at: now)
    }
    func history(through now: Instant) throws -> [LedgerEntry] {
        try inner.history(through: now).filter { $0.receipt.map { $0.id == $0.series } ?? true }
    }
}
