import Foundation
import Kernel
import KernelContract
import Monetization
import MonetizationAdapters
import MonetizationContract
import Programs
import Storage
import Synchronization
import TestBench
import XCTest

/// A customer who paid: what a licence opens, and what it survives.
final class LicenceTests: XCTestCase {
    func testTheRealKeysAndPlacesKeepTheirContracts() throws {
        let home = try Home(isQuick: true)
        let count = Mutex(0)
        func folder() -> String { home.path("\(count.withLock { $0 += 1; return $0 })") }
        let signing = SigningContract.over {
            let folder = folder()
            let key = SigningKey.file("\(folder)/key.pem", of: LicenceBench.programs, workingIn: "\(folder)/work")
            return (key, .openssl(of: LicenceBench.programs, workingIn: "\(folder)/work"))
        }
        let passing = SigningContract.over {
            (
                .memory(of: LicenceBench.programs, workingIn: home.path("work")),
                .openssl(of: LicenceBench.programs, workingIn: home.path("work"))
            )
        }
        for broken in signing.brokenPromises() + passing.brokenPromises() { XCTFail(broken.description) }
        let files = LicenceFilesContract.over { .folder("\(folder())/licences") }
        let memory = LicenceFilesContract.over { .memory() }
        for broken in files.brokenPromises() + memory.brokenPromises() { XCTFail(broken.description) }
    }

    func testAVerifierThatBelievesEverythingBreaksTheContract() {
        let broken = SigningContract.over {
            (.memory(of: LicenceBench.programs, workingIn: ""), SignatureVerifier { _, _, _ in true })
        }.brokenPromises().map(\.promise)
        XCTAssertEqual(Set(broken), ["verifies what was signed, and nothing else", "refuses another key"])
        let forgetful = LicenceFilesContract.over { LicenceFiles(place: "nowhere", all: { [:] }, keep: { _, _ in }) }
        XCTAssertFalse(forgetful.brokenPromises().isEmpty)
    }

    func testWhoPaidHasItForEver() throws {
        let bench = try LicenceBench()
        let purchases = try bench.purchases()
        XCTAssertFalse(purchases.isOpen)
        guard case .licence(let licence, isNew: true) = try purchases.activate(bench.licence()) else { return XCTFail("refused") }
        XCTAssertEqual([licence.holder, licence.price.description, licence.app], ["Mina Park", "$79.99", "focusflow"])
        XCTAssertTrue(purchases.isOpen)
        let status = try XCTUnwrap(purchases.status())
        XCTAssertEqual([status.isSandbox, status.isEntitled], [false, true])
        XCTAssertNil(status.expires)
        bench.clock.advance(days: 9000)
        XCTAssertTrue(try bench.purchases().isOpen, "another process, another day")
    }

    /// F11: what erases the records leaves what was paid for, and what was bought in the sandbox is no purchase.
    func testErasingTheRecordsLeavesTheLicence() throws {
        let bench = try LicenceBench()
        let store = MemoryStore()
        _ = try bench.purchases(store: store).activate(bench.licence())
        try store.eraseEverything()
        let after = try bench.purchases(store: store)
        XCTAssertTrue(after.isOpen)
        XCTAssertEqual(try after.restore().map(\.entry.receipt?.product), ["com.focusflow.pro.lifetime"])
        XCTAssertEqual(try after.history().map(\.isSandbox), [false])
    }

    func testANewMachineAndALostFile() throws {
        let bench = try LicenceBench()
        let file = try bench.licence()
        _ = try bench.purchases().activate(file)
        XCTAssertFalse(try bench.purchases(on: "laptop").isOpen)
        let id = try XCTUnwrap(bench.office.issued().first).id.rawValue
        let again = Array(try bench.office.find(id).text.utf8)
        XCTAssertEqual(again, file, "the seller has it as it was")
        _ = try bench.purchases(on: "laptop").activate(again)
        XCTAssertTrue(try bench.purchases(on: "laptop").isOpen)
        XCTAssertEqual(
            try bench.purchases(on: "laptop").activate(again),
            .licence(try Licence(payload: SignedText(file).payload), isNew: false), "twice is once")
    }

    func testATermRunsOutAndTurningTheClockBackRevivesNothing() throws {
        let bench = try LicenceBench()
        let file = try bench.licence("com.focusflow.pro.monthly")
        _ = try bench.purchases().activate(file)
        let status = try XCTUnwrap(bench.purchases().status())
        XCTAssertEqual(status.expires?.description, "2026-12-22T00:00:00.000Z")
        XCTAssertFalse(status.isRenewing, "a licence renews nothing by itself")
        bench.clock.set("2026-12-21T23:59:59Z")
        XCTAssertTrue(try bench.purchases().isOpen)
        bench.clock.set("2026-12-22T00:00:00Z")
        let over = try bench.purchases()
        XCTAssertFalse(over.isOpen)
        let why = over.entitlements().keeper.ask(Gates.tasks, 9).reason
        XCTAssertTrue(why.hasSuffix("FocusFlow Pro ended on 2026-12-22."), why)
        XCTAssertFailure(.licenceEnded) { try bench.licences(on: "laptop").activate(file) }
        for moment in ["2026-12-21T10:00:00Z", "2026-11-22T12:00:00Z", "2020-01-01T00:00:00Z"] {
            bench.clock.set(moment)
            XCTAssertFalse(try bench.purchases().isOpen, moment)
            XCTAssertFailure(.licenceEnded) { try bench.purchases().activate(file) }
        }
    }

    /// A clock that once stood years ahead took the rest of a term. Only the seller can give it back.
    func testAClockThatStoodTooFarAheadIsPutRightByANewLicence() throws {
        let bench = try LicenceBench()
        _ = try bench.purchases().activate(bench.licence("com.focusflow.pro.yearly"))
        bench.clock.set("2099-01-01T00:00:00Z")
        XCTAssertFalse(try bench.purchases().isOpen)
        bench.clock.set("2026-11-24T00:00:00Z")
        XCTAssertFalse(try bench.purchases().isOpen)
        let new = try bench.licence("com.focusflow.pro.yearly")
        XCTAssertFailure(.licenceEnded) {
            try bench.purchases().activate(bench.licence("com.focusflow.pro.monthly", .init(date: Day("2026-11-20"))))
        }
        _ = try bench.purchases().activate(new)
        XCTAssertTrue(try bench.purchases().isOpen)
        // Taken away and brought again it is no news, whatever the clock says by then.
        bench.clock.set("2027-12-01T00:00:00Z")
        XCTAssertFalse(try bench.purchases().isOpen)
        let path = bench.home.path("home/licences/\(try bench.office.issued()[1].id).licence")
        try FileManager.default.removeItem(atPath: path)
        bench.clock.set("2026-11-25T00:00:00Z")
        XCTAssertFailure(.licenceEnded) { try bench.purchases().activate(new) }
    }

    func testASecondTermGoesOnWhereTheFirstEnds() throws {
        let bench = try LicenceBench()
        for date in ["2026-11-22", "2026-12-22"] {
            _ = try bench.purchases().activate(bench.licence("com.focusflow.pro.monthly", .init(date: Day(date))))
        }
        bench.clock.set("2027-01-21T12:00:00Z")
        XCTAssertTrue(try bench.purchases().isOpen)
        bench.clock.set("2027-01-22T00:00:00Z")
        XCTAssertFalse(try bench.purchases().isOpen)
    }

    func testThePriceThatWasPaidIsKept() throws {
        let bench = try LicenceBench(HandClock("2025-11-29T12:00:00Z"))
        _ = try bench.purchases("dojang").activate(bench.licence("com.tkdojang.complete"))
        bench.clock.set("2030-01-01T00:00:00Z")
        let receipt = try XCTUnwrap(bench.purchases("dojang").status()?.first)
        XCTAssertEqual(
            [receipt.price?.description, receipt.version, receipt.label],
            ["£0.99", "1.0", "Launch Special - 67% Off (Limited Time)"])
        let given = try bench.office.issue("com.tkdojang.complete", to: "Sam", .init(price: "4.49")).licence()
        XCTAssertEqual(given.price.description, "£4.49")
        XCTAssertFailure(.priceInvalid) { try bench.office.issue("com.tkdojang.complete", to: "Sam", .init(price: "-1")) }
        XCTAssertFailure(.unknownProduct) { try bench.office.issue("com.tkdojang", to: "Sam") }
    }

    /// What lies in the store says nothing of what was paid: the sandbox's purchases are called so, beside a licence too.
    func testASandboxBesideALicence() throws {
        let bench = try LicenceBench()
        let purchases = try bench.purchases(store: MemoryStore())
        _ = try purchases.buy("com.focusflow.pro.monthly")
        XCTAssertEqual(try purchases.status()?.isSandbox, true)
        XCTAssertTrue(purchases.entitlements().keeper.ask(Gates.tasks, 9).reason.contains("(sandbox)"))
        _ = try purchases.activate(bench.licence())
        XCTAssertEqual(try purchases.status()?.isSandbox, false, "what was paid for decides")
        XCTAssertFalse(purchases.entitlements().keeper.ask(Gates.tasks, 9).reason.contains("sandbox"))
        XCTAssertEqual(try purchases.history().map(\.isSandbox).sorted { !$0 && $1 }, [false, true])
    }

    func testALicenceCountsAlthoughTheRecordsCannotBeRead() throws {
        let bench = try LicenceBench()
        _ = try bench.purchases().activate(bench.licence())
        let broken = Purchases(
            catalogue: try BundledCatalogues.catalogue("focusflow"), repository: BurningLedger(),
            storeFront: try Shop().sandbox, licences: bench.licences(), time: bench.clock.source())
        XCTAssertTrue(broken.isOpen)
    }
}

private struct BurningLedger: LedgerRepository {
    func read<Value>(_ body: (any LedgerRecords) throws -> Value) throws -> Value { throw Failure(.init("disk"), "Fire.") }
    func write<Value>(_ body: (any LedgerRecords) throws -> Value) throws -> Value { throw Failure(.init("disk"), "Fire.") }
}
