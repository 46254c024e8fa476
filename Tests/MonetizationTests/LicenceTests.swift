import Foundation
import Kernel
import KernelTesting
import Monetization
import MonetizationAdapters
import MonetizationTesting
import Programs
import Storage
import Synchronization
import TestSupport
import XCTest

/// Licences of paying customers: access, expiry and reissue.
final class LicenceTests: XCTestCase {
    func testKeysAndLicenceFilesMeetTheirContracts() throws {
        let home = try Home(isQuick: true)
        let count = Mutex(0)
        func folder() -> String { home.path("\(count.withLock { $0 += 1; return $0 })") }
        let signing = SigningContract.over {
            let folder = folder()
            let key = SigningKey.file("\(folder)/key.pem", of: LicenseFixture.programs, workingIn: "\(folder)/work")
            return (key, .openssl(of: LicenseFixture.programs, workingIn: "\(folder)/work"))
        }
        let passing = SigningContract.over {
            (
                .memory(of: LicenseFixture.programs, workingIn: home.path("work")),
                .openssl(of: LicenseFixture.programs, workingIn: home.path("work"))
            )
        }
        for broken in signing.brokenPromises() + passing.brokenPromises() { XCTFail(broken.description) }
        let files = LicenseFilesContract.over { .folder("\(folder())/licences") }
        let memory = LicenseFilesContract.over { .memory() }
        for broken in files.brokenPromises() + memory.brokenPromises() { XCTFail(broken.description) }
    }

    func testCredulousVerifierBreaksTheContract() {
        let broken = SigningContract.over {
            (.memory(of: LicenseFixture.programs, workingIn: ""), SignatureVerifier { _, _, _ in true })
        }.brokenPromises().map(\.promise)
        XCTAssertEqual(
            Set(broken),
            ["the key verifies its own signatures, and nothing else", "a license of another key is refused"])
        let forgetful = LicenseFilesContract.over { LicenseFiles(place: "nowhere", all: { [:] }, keep: { _, _ in }) }
        XCTAssertFalse(forgetful.brokenPromises().isEmpty)
    }

    func testLifetimeLicenceNeverExpires() throws {
        let fixture = try LicenseFixture()
        let purchases = try fixture.purchases()
        XCTAssertFalse(purchases.isOpen)
        guard case .license(let licence, isNew: true) = try purchases.activate(fixture.licence()) else {
            return XCTFail("refused")
        }
        XCTAssertEqual([licence.holder, licence.price.description, licence.app], ["Mina Park", "$79.99", "focusflow"])
        XCTAssertTrue(purchases.isOpen)
        let status = try XCTUnwrap(purchases.status())
        XCTAssertEqual([status.isSandbox, status.isEntitled], [false, true])
        XCTAssertNil(status.expiresAt)
        fixture.clock.advance(days: 9000)
        XCTAssertTrue(try fixture.purchases().isOpen, "valid in another process on another day")
    }

    /// F11: erasing the records keeps licences, and sandbox purchases are not purchases.
    func testErasingTheRecordsLeavesTheLicence() throws {
        let fixture = try LicenseFixture()
        let store = MemoryStore()
        _ = try fixture.purchases(store: store).activate(fixture.licence())
        try store.eraseEverything()
        let after = try fixture.purchases(store: store)
        XCTAssertTrue(after.isOpen)
        XCTAssertEqual(try after.restore().map(\.entry.receipt?.product), ["com.focusflow.pro.lifetime"])
        XCTAssertEqual(try after.history().map(\.isSandbox), [false])
    }

    func testLostLicenceCanBeReissued() throws {
        let fixture = try LicenseFixture()
        let file = try fixture.licence()
        _ = try fixture.purchases().activate(file)
        XCTAssertFalse(try fixture.purchases(on: "laptop").isOpen)
        let id = try XCTUnwrap(fixture.office.issued().first).id.rawValue
        let again = Array(try fixture.office.find(id).text.utf8)
        XCTAssertEqual(again, file, "the seller's copy is unchanged")
        _ = try fixture.purchases(on: "laptop").activate(again)
        XCTAssertTrue(try fixture.purchases(on: "laptop").isOpen)
        XCTAssertEqual(
            try fixture.purchases(on: "laptop").activate(again),
            .license(try License(payload: SignedText(file).payload), isNew: false),
            "a second activation changes nothing")
    }

    func testExpiredLicenceStaysExpiredWhenTheClockIsSetBack() throws {
        let fixture = try LicenseFixture()
        let file = try fixture.licence("com.focusflow.pro.monthly")
        _ = try fixture.purchases().activate(file)
        let status = try XCTUnwrap(fixture.purchases().status())
        XCTAssertEqual(status.expiresAt?.description, "2026-12-22T00:00:00.000Z")
        XCTAssertFalse(status.isRenewing, "a licence renews no subscription")
        fixture.clock.set("2026-12-21T23:59:59Z")
        XCTAssertTrue(try fixture.purchases().isOpen)
        fixture.clock.set("2026-12-22T00:00:00Z")
        let expired = try fixture.purchases()
        XCTAssertFalse(expired.isOpen)
        let why = expired.entitlements().keeper.ask(Gates.tasks, 9).reason
        XCTAssertTrue(why.hasSuffix("FocusFlow Pro ended on 2026-12-22."), why)
        XCTAssertFailure(.licenceEnded) { try fixture.licences(on: "laptop").activate(file) }
        for moment in ["2026-12-21T10:00:00Z", "2026-11-22T12:00:00Z", "2020-01-01T00:00:00Z"] {
            fixture.clock.set(moment)
            XCTAssertFalse(try fixture.purchases().isOpen, moment)
            XCTAssertFailure(.licenceEnded) { try fixture.purchases().activate(file) }
        }
    }

    /// A clock that was years ahead ended the term. Only a new licence restores it.
    func testNewLicenceCorrectsAClockThatWasAhead() throws {
        let fixture = try LicenseFixture()
        _ = try fixture.purchases().activate(fixture.licence("com.focusflow.pro.yearly"))
        fixture.clock.set("2099-01-01T00:00:00Z")
        XCTAssertFalse(try fixture.purchases().isOpen)
        fixture.clock.set("2026-11-24T00:00:00Z")
        XCTAssertFalse(try fixture.purchases().isOpen)
        let new = try fixture.licence("com.focusflow.pro.yearly")
        XCTAssertFailure(.licenceEnded) {
            try fixture.purchases().activate(
                fixture.licence("com.focusflow.pro.monthly", .init(date: Day("2026-11-20"))))
        }
        _ = try fixture.purchases().activate(new)
        XCTAssertTrue(try fixture.purchases().isOpen)
        // A removed licence is not new when it is activated again, whatever the clock.
        fixture.clock.set("2027-12-01T00:00:00Z")
        XCTAssertFalse(try fixture.purchases().isOpen)
        let path = fixture.home.path("home/licences/\(try fixture.office.issued()[1].id).licence")
        try FileManager.default.removeItem(atPath: path)
        fixture.clock.set("2026-11-25T00:00:00Z")
        XCTAssertFailure(.licenceEnded) { try fixture.purchases().activate(new) }
    }

    func testSecondTermFollowsTheFirst() throws {
        let fixture = try LicenseFixture()
        for date in ["2026-11-22", "2026-12-22"] {
            _ = try fixture.purchases().activate(fixture.licence("com.focusflow.pro.monthly", .init(date: Day(date))))
        }
        fixture.clock.set("2027-01-21T12:00:00Z")
        XCTAssertTrue(try fixture.purchases().isOpen)
        fixture.clock.set("2027-01-22T00:00:00Z")
        XCTAssertFalse(try fixture.purchases().isOpen)
    }

    func testPaidPriceIsKept() throws {
        let fixture = try LicenseFixture(ManualClock("2025-11-29T12:00:00Z"))
        _ = try fixture.purchases("dojang").activate(fixture.licence("com.tkdojang.complete"))
        fixture.clock.set("2030-01-01T00:00:00Z")
        let receipt = try XCTUnwrap(fixture.purchases("dojang").status()?.firstReceipt)
        XCTAssertEqual(
            [receipt.price?.description, receipt.version, receipt.label],
            ["£0.99", "1.0", "Launch Special - 67% Off (Limited Time)"])
        let license = try fixture.office.issue("com.tkdojang.complete", to: "Sam", .init(price: "4.49")).license()
        XCTAssertEqual(license.price.description, "£4.49")
        XCTAssertFailure(.priceInvalid) {
            try fixture.office.issue("com.tkdojang.complete", to: "Sam", .init(price: "-1"))
        }
        XCTAssertFailure(.unknownProduct) { try fixture.office.issue("com.tkdojang", to: "Sam") }
    }

    /// Sandbox purchases are marked as such, even next to a licence.
    func testLicenceOutranksASandboxPurchase() throws {
        let fixture = try LicenseFixture()
        let purchases = try fixture.purchases(store: MemoryStore())
        _ = try purchases.buy("com.focusflow.pro.monthly")
        XCTAssertEqual(try purchases.status()?.isSandbox, true)
        XCTAssertTrue(purchases.entitlements().keeper.ask(Gates.tasks, 9).reason.contains("(sandbox)"))
        _ = try purchases.activate(fixture.licence())
        XCTAssertEqual(try purchases.status()?.isSandbox, false, "the paid purchase outranks the sandbox one")
        XCTAssertFalse(purchases.entitlements().keeper.ask(Gates.tasks, 9).reason.contains("sandbox"))
        XCTAssertEqual(try purchases.history().map(\.isSandbox).sorted { !$0 && $1 }, [false, true])
    }

    func testLicenceCountsWithUnreadableRecords() throws {
        let fixture = try LicenseFixture()
        _ = try fixture.purchases().activate(fixture.licence())
        let broken = Purchases(
            catalogue: try BundledCatalogs.catalog("focusflow"), repository: FailingLedger(),
            storeFront: try Shop().sandbox, licenses: fixture.licences(), time: fixture.clock.source())
        XCTAssertTrue(broken.isOpen)
    }
}

/// A repository whose reads and writes fail.
private struct FailingLedger: LedgerRepository {
    func read<Value>(_ body: (any LedgerRecords) throws -> Value) throws -> Value {
        throw Failure(.init("disk"), "Fire.")
    }
    func write<Value>(_ body: (any LedgerRecords) throws -> Value) throws -> Value {
        throw Failure(.init("disk"), "Fire.")
    }
}
