import Foundation
import Kernel
import Monetization
import MonetizationAdapters
import Programs
import Storage
import TestSupport
import XCTest

/// Tampered licences are reported and open nothing.
final class LicenceTamperingTests: XCTestCase {
    private static let refusals: Set<Failure.Code> = [.licenceUnreadable, .licenceAltered, .licenceOfAnotherKey]

    /// A changed byte, a missing end or extra content invalidates a licence.
    func testLicenceWithAnyAlteredByteIsRefused() throws {
        let fixture = try LicenseFixture()
        let file = try fixture.licence()
        let licenses = fixture.licences()
        var random = RandomSource(seed: 44)
        for place in file.indices {
            var altered = file
            repeat { altered[place] = UInt8(truncatingIfNeeded: random.next()) } while altered[place] == file[place]
            try refuses(altered, licenses, "byte \(place)")
        }
        for count in [0, 1, 30, file.count / 2, file.count - 2, file.count - 1] {
            try refuses(Array(file.prefix(count)), licenses, "\(count) bytes of it")
        }
        let text = String(decoding: file, as: UTF8.self)
        for (other, why) in [
            (text + "\n", "a line more"), (text + " ", "a blank more"),
            (text.replacing("\n", with: "\r\n"), "other line ends"),
            ("\u{FEFF}" + text, "a mark before it"), (text + text, "twice"), (" " + text, "a blank before it"),
            (text.replacing("Mina", with: "Nina"), "another holder"),
            (text.replacing("focusflow", with: "grain"), "another app"),
            (text.replacing("\"term\":null", with: "\"term\": null"), "the same JSON, written otherwise"),
        ] { try refuses(Array(other.utf8), licenses, why) }
        XCTAssertEqual(try licenses.stored(), [], "nothing was stored")
        XCTAssertFalse(try fixture.purchases().isOpen)
        _ = try licenses.activate(file)
        XCTAssertTrue(try fixture.purchases().isOpen, "the unchanged file is accepted")
    }

    private func refuses(_ bytes: [UInt8], _ licenses: Licenses, _ label: String) throws {
        XCTAssertThrowsError(try licenses.activate(bytes), label) { error in
            XCTAssertTrue((error as? Failure).map { Self.refusals.contains($0.code) } ?? false, "\(label): \(error)")
        }
    }

    func testMalformedLicenceFilesAreRefused() throws {
        let fixture = try LicenseFixture()
        let head = SignedText.Kind.license.rawValue + "\n"
        for bytes in [
            [], Array("hello".utf8), [UInt8](repeating: 0, count: 4000),
            [UInt8](repeating: 10, count: SignedText.largest + 1),
            Array((head + String(repeating: "[", count: 90_000) + "\ned25519 x y\n").utf8), Array((head + "{}\n").utf8),
        ] { XCTAssertFailure(.licenceUnreadable) { try fixture.licences().activate(bytes) } }
    }

    /// Signed JSON with missing or invalid fields is not a licence.
    func testSignedContentIsValidated() throws {
        let fixture = try LicenseFixture()
        func sign(_ json: String) throws -> [UInt8] {
            let payload = Array(json.utf8)
            let signature = try fixture.office.key.sign(SignedText.bytesToSign(.license, payload))
            return try XCTUnwrap(SignedText(.license, payload: payload, key: fixture.publicKey, signature: signature))
                .bytes
        }
        let good =
            #"{"app":"focusflow","currency":"USD","date":"2026-11-22","holder":"M","id":"x","price":"1.00","product":"com.focusflow.pro.lifetime","term":null}"#
        XCTAssertNoThrow(try fixture.licences(on: "other").activate(sign(good)))
        for (from, to) in [
            (#""id":"x""#, #""id":"../x""#), (#""id":"x""#, #""id":"""#), (#""price":"1.00""#, #""price":"-1.00""#),
            (#""price":"1.00""#, #""price":"1e3""#), ("2026-11-22", "2026-13-22"),
            (#""term":null"#, #""term":"for ever""#),
            (#""term":null"#, #""term":12"#), (#""holder":"M""#, ##""holder":"\u001b[31m""##), (#""holder":"M","#, ""),
        ] {
            XCTAssertThrowsError(try fixture.licences().activate(sign(good.replacing(from, with: to))), to) {
                XCTAssertEqual(($0 as? Failure)?.code, .licenceUnreadable, "\(to): \($0)")
            }
        }
        let deep = String(repeating: "[", count: 40) + String(repeating: "]", count: 40)
        XCTAssertThrowsError(try fixture.licences().activate(sign(#"{"a":\#(deep)}"#)))
        let unknown = good.replacing("lifetime", with: "galaxy")
        XCTAssertFailure(.notSoldHere) { try fixture.purchases().activate(sign(unknown)) }
        XCTAssertEqual(try fixture.licences().stored(), [])
    }

    func testLicencesOfOtherAppsAndKeysAreRefused() throws {
        let fixture = try LicenseFixture()
        let file = try fixture.licence()
        XCTAssertThrowsError(try fixture.licences("grain").activate(file)) {
            XCTAssertEqual(($0 as? Failure)?.code, .licenceOfAnotherApp)
            XCTAssertEqual(($0 as? Failure)?.message, "This licence is for focusflow, not for grain.")
        }
        let own = LicenseFixture.office(fixture.home, fixture.clock, folder: "cheat")
        _ = try own.key.make()
        let forged = Array(try own.issue("com.focusflow.pro.lifetime", to: "Me").text.utf8)
        XCTAssertFailure(.licenceOfAnotherKey) { try fixture.licences().activate(forged) }
        // The signature does not match the seller's key.
        let own64 = try XCTUnwrap(own.key.publicHalf()).description
        let relabeled = String(decoding: forged, as: UTF8.self).replacing(own64, with: fixture.publicKey.description)
        XCTAssertFailure(.licenceAltered) { try fixture.licences().activate(Array(relabeled.utf8)) }
        XCTAssertFailure(.noSeller) { try fixture.licences(keys: []).activate(file) }
    }

    /// Licence files in the folder are verified like new ones.
    func testLicenceAlteredOnDiskOpensNothing() throws {
        let fixture = try LicenseFixture()
        let file = try fixture.licence("com.focusflow.pro.monthly")
        _ = try fixture.purchases().activate(file)
        XCTAssertTrue(try fixture.purchases().isOpen)
        let path = fixture.home.path("home/licences/l1.licence")
        let text = String(decoding: file, as: UTF8.self)
        for altered in [text.replacing("P1M", with: "P9Y"), text.replacing("2026-11", with: "2029-11"), "", "x"] {
            try Data(altered.utf8).write(to: URL(fileURLWithPath: path))
            let purchases = try fixture.purchases()
            XCTAssertFalse(purchases.isOpen, altered)
            let why = purchases.entitlements().keeper.ask(Gates.tasks, 9).reason
            XCTAssertTrue(why.contains("l1.licence: "), "the reason names the file: \(why)")
        }
        _ = try fixture.purchases().activate(file)
        XCTAssertTrue(try fixture.purchases().isOpen, "the original file repairs the folder")
        // A licence of another app, and one under another file name.
        let grain = try fixture.licence("com.grainapp.grain")
        try Data(grain).write(to: URL(fileURLWithPath: fixture.home.path("laptop-licences")))
        let folder = try fixture.home.folder("laptop/licences")
        try Data(grain).write(to: URL(fileURLWithPath: "\(folder)/l2.licence"))
        try Data(file).write(to: URL(fileURLWithPath: "\(folder)/other.licence"))
        XCTAssertFalse(try fixture.purchases(on: "laptop").isOpen)
        XCTAssertEqual(
            try fixture.licences(on: "laptop").stored().map(\.trouble?.code),
            [.licenceOfAnotherApp, .licenceUnreadable])
    }

    /// Cached verifications are valid for a day, for the same bytes and a key of the seller.
    func testForgedVerificationCacheOpensNothing() throws {
        let fixture = try LicenseFixture()
        let file = try fixture.licence("com.focusflow.pro.monthly")
        _ = try fixture.purchases().activate(file)
        _ = try fixture.purchases().status()
        let notes = fixture.home.text("home/licences/notes.json")
        XCTAssertTrue(notes.contains("l1.licence"), notes)
        let altered = Data(String(decoding: file, as: UTF8.self).replacing("P1M", with: "P9Y").utf8)
        try altered.write(to: URL(fileURLWithPath: fixture.home.path("home/licences/l1.licence")))
        XCTAssertFalse(try fixture.purchases().isOpen, "the bytes differ")
        let fingerprint = "\(altered.count)-\(CRC32C.text(of: altered))"
        let forged = notes.replacing(/"l1.licence":"[^"]*"/, with: "\"l1.licence\":\"\(fingerprint)\"")
        try Data(forged.utf8).write(to: URL(fileURLWithPath: fixture.home.path("home/licences/notes.json")))
        fixture.clock.advance(days: 1)
        XCTAssertFalse(try fixture.purchases().isOpen)
        try Data("[[[".utf8).write(to: URL(fileURLWithPath: fixture.home.path("home/licences/notes.json")))
        XCTAssertFalse(try fixture.purchases().isOpen)
    }

    func testLicenceEntryInTheStoreCountsAsSandbox() throws {
        let fixture = try LicenseFixture()
        let store = MemoryStore()
        let receipt = Receipt(
            id: "l9", series: "l9", product: "com.focusflow.pro.lifetime", kind: .nonConsumable,
            purchasedAt: fixture.clock.now,
            expiresAt: nil)
        try StoredLedgerRepository(store).write {
            try $0.keep(.granted("licence.l9", at: fixture.clock.now, receipt, why: "LICENCE"))
        }
        XCTAssertEqual(try fixture.purchases(store: store).status()?.isSandbox, true)
    }

    // MARK: - openssl

    func testMissingOpensslIsReportedAndOpensNothing() throws {
        let fixture = try LicenseFixture()
        let file = try fixture.licence()
        let emptyPath = ProgramPath(path: fixture.home.path)
        XCTAssertThrowsError(try fixture.licences(programs: emptyPath).activate(file)) {
            XCTAssertEqual(($0 as? Failure)?.kind, .missingProgram)
            XCTAssertTrue(($0 as? Failure)?.advice.contains("apt-get install openssl") ?? false, "\($0)")
        }
        _ = try fixture.licences().activate(file)
        let purchases = try fixture.purchases(programs: emptyPath)
        XCTAssertFalse(purchases.isOpen)
        XCTAssertTrue(purchases.entitlements().keeper.ask(Gates.tasks, 9).reason.contains("not installed"))
    }

    func testUnsoundVerifierIsDetected() throws {
        let fixture = try LicenseFixture()
        let file = String(decoding: try fixture.licence("com.focusflow.pro.monthly"), as: UTF8.self)
        _ = try fixture.home.folder("bin")
        try fixture.home.program("bin/openssl", "echo Signature Verified Successfully")
        let credulous = fixture.licences(programs: ProgramPath(path: fixture.home.path("bin")))
        XCTAssertFailure(.verifierUnsound) { try credulous.activate(Array(file.replacing("P1M", with: "P9Y").utf8)) }
        try fixture.home.program("bin/openssl", "echo 'pkeyutl: Option unknown option -rawin' >&2; exit 1")
        XCTAssertFailure(.verifierUnable) { try credulous.activate(Array(file.utf8)) }
        XCTAssertEqual(try fixture.licences().stored(), [])
    }

    // MARK: - Revocation

    func testRevokedLicenceStaysRevoked() throws {
        let fixture = try LicenseFixture()
        let file = try fixture.licence()
        _ = try fixture.purchases().activate(file)
        let id = try XCTUnwrap(fixture.office.issued().first).id.rawValue
        _ = try fixture.office.revoke(id, because: "Refunded")
        XCTAssertFailure(.alreadyRevoked) { try fixture.office.revoke(id, because: "Twice") }
        let list = try fixture.office.revocations().file
        var altered = list
        altered[40] ^= 1
        XCTAssertThrowsError(try fixture.purchases().activate(altered))
        guard case .revocations(_, isNew: true) = try fixture.purchases().activate(list) else {
            return XCTFail("refused")
        }
        let purchases = try fixture.purchases()
        XCTAssertFalse(purchases.isOpen)
        XCTAssertEqual(try purchases.status()?.state, .revoked)
        XCTAssertFailure(.licenceRevoked) { try purchases.activate(file) }
        let later = try fixture.licence()
        XCTAssertTrue(
            try purchases.activate(later) == .license(License(payload: SignedText(later).payload), isNew: true))
        XCTAssertTrue(purchases.isOpen, "a later licence is independent")
        let other = try XCTUnwrap(fixture.office.issued().first).id.rawValue
        _ = try fixture.office.revoke(other, because: "Refunded too")
        _ = try purchases.activate(fixture.office.revocations().file)
        XCTAssertFalse(purchases.isOpen)
        guard case .revocations(let kept, isNew: false) = try purchases.activate(list) else { return XCTFail("taken") }
        XCTAssertEqual(kept.entries.count, 2, "an older list removes no revocation")
    }

    func testRevocationsInTheBuildNeedNoFile() throws {
        let fixture = try LicenseFixture()
        let file = try fixture.licence()
        _ = try fixture.purchases().activate(file)
        let id = Identifier<License>(try XCTUnwrap(fixture.office.issued().first).id.rawValue)
        XCTAssertFalse(try fixture.purchases(revoked: [id]).isOpen)
        XCTAssertNil(try fixture.licences(revoked: [id]).stored()[0].revocation?.date, "the day is unknown")
        XCTAssertFailure(.licenceRevoked) { try fixture.licences(on: "laptop", revoked: [id]).activate(file) }
    }

    // MARK: - The seller's key

    func testPrivateKeyIsReadableOnlyByItsOwner() throws {
        let fixture = try LicenseFixture()
        let path = fixture.home.path("hub/licence-key.pem")
        func mode() throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        XCTAssertEqual(try mode(), 0o600)
        XCTAssertTrue(fixture.home.text("hub/licence-key.pem").contains("PRIVATE KEY"))
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        XCTAssertFailure(.keyUnsafe) { try fixture.licence() }
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        XCTAssertNoThrow(try fixture.licence())
        XCTAssertEqual(
            try FileManager.default.contentsOfDirectory(atPath: fixture.home.path("hub")), ["licence-key.pem"])
        let dryRunCopy = SigningKey.file(
            fixture.home.path("new/licence-key.pem"), isDryRun: true, of: LicenseFixture.programs,
            workingIn: fixture.home.path("new/work"))
        XCTAssertEqual(try dryRunCopy.make(), try dryRunCopy.publicHalf())
        XCTAssertFalse(FileManager.default.fileExists(atPath: fixture.home.path("new")))
    }

    func testSellerFileIsDecodedAndValidated() throws {
        let seller = try BundledCatalogs.seller()
        XCTAssertEqual(seller.contacts["dojang"], "support@tkdojang.app")
        XCTAssertEqual(seller.contacts["grain"], "support@grainapp.com")
        let key = try LicenseFixture().publicKey
        let text = #"{"keys": ["\#(key)"], "revoked": ["abc1"]}"#
        let own = try Seller(Array(text.utf8), named: "seller.json")
        XCTAssertEqual(own, Seller(keys: [key], revoked: ["abc1"]))
        for bad in [#"{"keys": ["x"]}"#, #"{"keys": [1]}"#, #"{"revoked": ["../"]}"#, #"{"contacts": []}"#] {
            XCTAssertFailure(.catalogueInvalid) { try Seller(Array(bad.utf8), named: "seller.json") }
        }
    }
}
