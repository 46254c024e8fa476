import Foundation
import Kernel
import Monetization
import MonetizationAdapters
import Programs
import Storage
import TestBench
import XCTest

/// Somebody who did not pay: whatever they do to a licence is said, and opens nothing.
final class CheatTests: XCTestCase {
    private static let refusals: Set<Failure.Code> = [.licenceUnreadable, .licenceAltered, .licenceOfAnotherKey]

    /// Every byte counts: changed to another, it is refused; so is a file that ends early, or goes on.
    func testALicenceThatIsAlteredInAnyByteIsRefused() throws {
        let bench = try LicenceBench()
        let file = try bench.licence()
        let licences = bench.licences()
        var random = RandomSource(seed: 44)
        for place in file.indices {
            var altered = file
            repeat { altered[place] = UInt8(truncatingIfNeeded: random.next()) } while altered[place] == file[place]
            try refuses(altered, licences, "byte \(place)")
        }
        for count in [0, 1, 30, file.count / 2, file.count - 2, file.count - 1] {
            try refuses(Array(file.prefix(count)), licences, "\(count) bytes of it")
        }
        let text = String(decoding: file, as: UTF8.self)
        for (other, why) in [
            (text + "\n", "a line more"), (text + " ", "a blank more"), (text.replacing("\n", with: "\r\n"), "other line ends"),
            ("\u{FEFF}" + text, "a mark before it"), (text + text, "twice"), (" " + text, "a blank before it"),
            (text.replacing("Mina", with: "Nina"), "another holder"), (text.replacing("focusflow", with: "grain"), "another app"),
            (text.replacing("\"term\":null", with: "\"term\": null"), "the same JSON, written otherwise"),
        ] { try refuses(Array(other.utf8), licences, why) }
        XCTAssertEqual(try licences.kept(), [], "nothing of it was kept")
        XCTAssertFalse(try bench.purchases().isOpen)
        _ = try licences.activate(file)
        XCTAssertTrue(try bench.purchases().isOpen, "as it was, it is taken")
    }

    private func refuses(_ bytes: [UInt8], _ licences: Licences, _ what: String) throws {
        XCTAssertThrowsError(try licences.activate(bytes), what) { error in
            XCTAssertTrue((error as? Failure).map { Self.refusals.contains($0.code) } ?? false, "\(what): \(error)")
        }
    }

    func testHostileFilesAreRefusedQuicklyAndPlainly() throws {
        let bench = try LicenceBench()
        let head = SignedText.Kind.licence.rawValue + "\n"
        for bytes in [
            [], Array("hello".utf8), [UInt8](repeating: 0, count: 4000), [UInt8](repeating: 10, count: SignedText.largest + 1),
            Array((head + String(repeating: "[", count: 90_000) + "\ned25519 x y\n").utf8), Array((head + "{}\n").utf8),
        ] { XCTAssertFailure(.licenceUnreadable) { try bench.licences().activate(bytes) } }
    }

    /// Signed by the seller and still no licence: what the line of JSON lacks, or holds too much of.
    func testWhatIsSignedIsJudgedToo() throws {
        let bench = try LicenceBench()
        func signed(_ json: String) throws -> [UInt8] {
            let payload = Array(json.utf8)
            let signature = try bench.office.key.sign(SignedText.signed(.licence, payload))
            return try XCTUnwrap(SignedText(.licence, payload: payload, key: bench.half, signature: signature)).bytes
        }
        let good =
            #"{"app":"focusflow","currency":"USD","date":"2026-11-22","holder":"M","id":"x","price":"1.00","product":"com.focusflow.pro.lifetime","term":null}"#
        XCTAssertNoThrow(try bench.licences(on: "other").activate(signed(good)))
        for (from, to) in [
            (#""id":"x""#, #""id":"../x""#), (#""id":"x""#, #""id":"""#), (#""price":"1.00""#, #""price":"-1.00""#),
            (#""price":"1.00""#, #""price":"1e3""#), ("2026-11-22", "2026-13-22"), (#""term":null"#, #""term":"for ever""#),
            (#""term":null"#, #""term":12"#), (#""holder":"M""#, ##""holder":"\u001b[31m""##), (#""holder":"M","#, ""),
        ] {
            XCTAssertThrowsError(try bench.licences().activate(signed(good.replacing(from, with: to))), to) {
                XCTAssertEqual(($0 as? Failure)?.code, .licenceUnreadable, "\(to): \($0)")
            }
        }
        let deep = String(repeating: "[", count: 40) + String(repeating: "]", count: 40)
        XCTAssertThrowsError(try bench.licences().activate(signed(#"{"a":\#(deep)}"#)))
        let strange = good.replacing("lifetime", with: "galaxy")
        XCTAssertFailure(.notSoldHere) { try bench.purchases().activate(signed(strange)) }
        XCTAssertEqual(try bench.licences().kept(), [])
    }

    func testAnotherAppAndAnotherKeyAreSaid() throws {
        let bench = try LicenceBench()
        let file = try bench.licence()
        XCTAssertThrowsError(try bench.licences("grain").activate(file)) {
            XCTAssertEqual(($0 as? Failure)?.code, .licenceOfAnotherApp)
            XCTAssertEqual(($0 as? Failure)?.message, "This licence is for focusflow, not for grain.")
        }
        let own = LicenceBench.office(bench.home, bench.clock, folder: "cheat")
        _ = try own.key.make()
        let forged = Array(try own.issue("com.focusflow.pro.lifetime", to: "Me").text.utf8)
        XCTAssertFailure(.licenceOfAnotherKey) { try bench.licences().activate(forged) }
        // With the seller's public half written over their own, the signature fits no longer.
        let own64 = try XCTUnwrap(own.key.publicHalf()).description
        let worn = String(decoding: forged, as: UTF8.self).replacing(own64, with: bench.half.description)
        XCTAssertFailure(.licenceAltered) { try bench.licences().activate(Array(worn.utf8)) }
        XCTAssertFailure(.noSeller) { try bench.licences(keys: []).activate(file) }
    }

    /// What lies in the folder is no more believed than what is brought.
    func testAFileThatIsChangedWhereItLiesOpensNothing() throws {
        let bench = try LicenceBench()
        let file = try bench.licence("com.focusflow.pro.monthly")
        _ = try bench.purchases().activate(file)
        XCTAssertTrue(try bench.purchases().isOpen)
        let path = bench.home.path("home/licences/l1.licence")
        let text = String(decoding: file, as: UTF8.self)
        for altered in [text.replacing("P1M", with: "P9Y"), text.replacing("2026-11", with: "2029-11"), "", "x"] {
            try Data(altered.utf8).write(to: URL(fileURLWithPath: path))
            let purchases = try bench.purchases()
            XCTAssertFalse(purchases.isOpen, altered)
            let why = purchases.entitlements().keeper.ask(Gates.tasks, 9).reason
            XCTAssertTrue(why.contains("l1.licence: "), "and that is said: \(why)")
        }
        _ = try bench.purchases().activate(file)
        XCTAssertTrue(try bench.purchases().isOpen, "the file as it was puts it right")
        // A licence of another app, copied in by hand, and one under another name.
        let grain = try bench.licence("com.grainapp.grain")
        try Data(grain).write(to: URL(fileURLWithPath: bench.home.path("laptop-licences")))
        let folder = try bench.home.folder("laptop/licences")
        try Data(grain).write(to: URL(fileURLWithPath: "\(folder)/l2.licence"))
        try Data(file).write(to: URL(fileURLWithPath: "\(folder)/other.licence"))
        XCTAssertFalse(try bench.purchases(on: "laptop").isOpen)
        XCTAssertEqual(try bench.licences(on: "laptop").kept().map(\.trouble?.code), [.licenceOfAnotherApp, .licenceUnreadable])
    }

    /// What is noted to be quick holds for a day, for the very bytes, and only for a key of the seller.
    func testForgedNotesOpenNothingTomorrow() throws {
        let bench = try LicenceBench()
        let file = try bench.licence("com.focusflow.pro.monthly")
        _ = try bench.purchases().activate(file)
        _ = try bench.purchases().status()
        let notes = bench.home.text("home/licences/notes.json")
        XCTAssertTrue(notes.contains("l1.licence"), notes)
        let altered = Data(String(decoding: file, as: UTF8.self).replacing("P1M", with: "P9Y").utf8)
        try altered.write(to: URL(fileURLWithPath: bench.home.path("home/licences/l1.licence")))
        XCTAssertFalse(try bench.purchases().isOpen, "the bytes are others")
        let mark = "\(altered.count)-\(CRC32C.text(of: altered))"
        let forged = notes.replacing(/"l1.licence":"[^"]*"/, with: "\"l1.licence\":\"\(mark)\"")
        try Data(forged.utf8).write(to: URL(fileURLWithPath: bench.home.path("home/licences/notes.json")))
        bench.clock.advance(days: 1)
        XCTAssertFalse(try bench.purchases().isOpen)
        try Data("[[[".utf8).write(to: URL(fileURLWithPath: bench.home.path("home/licences/notes.json")))
        XCTAssertFalse(try bench.purchases().isOpen)
    }

    func testAStoreThatClaimsALicenceIsASandbox() throws {
        let bench = try LicenceBench()
        let store = MemoryStore()
        let receipt = Receipt(
            id: "l9", series: "l9", product: "com.focusflow.pro.lifetime", kind: .nonConsumable, purchasedAt: bench.clock.now,
            expiresAt: nil)
        try StoredLedgerRepository(store).write {
            try $0.keep(.granted("licence.l9", at: bench.clock.now, receipt, why: "LICENCE"))
        }
        XCTAssertEqual(try bench.purchases(store: store).status()?.isSandbox, true)
    }

    // MARK: - openssl

    func testWithoutOpensslNothingIsBelievedAndItIsSaidWhatToInstall() throws {
        let bench = try LicenceBench()
        let file = try bench.licence()
        let none = Programs(path: bench.home.path)
        XCTAssertThrowsError(try bench.licences(programs: none).activate(file)) {
            XCTAssertEqual(($0 as? Failure)?.kind, .missingProgram)
            XCTAssertTrue(($0 as? Failure)?.advice.contains("apt-get install openssl") ?? false, "\($0)")
        }
        _ = try bench.licences().activate(file)
        let purchases = try bench.purchases(programs: none)
        XCTAssertFalse(purchases.isOpen)
        XCTAssertTrue(purchases.entitlements().keeper.ask(Gates.tasks, 9).reason.contains("not installed"))
    }

    func testAnOpensslThatSaysYesToEverythingIsFoundOut() throws {
        let bench = try LicenceBench()
        let file = String(decoding: try bench.licence("com.focusflow.pro.monthly"), as: UTF8.self)
        _ = try bench.home.folder("bin")
        try bench.home.program("bin/openssl", "echo Signature Verified Successfully")
        let liar = bench.licences(programs: Programs(path: bench.home.path("bin")))
        XCTAssertFailure(.verifierUnsound) { try liar.activate(Array(file.replacing("P1M", with: "P9Y").utf8)) }
        try bench.home.program("bin/openssl", "echo 'pkeyutl: Option unknown option -rawin' >&2; exit 1")
        XCTAssertFailure(.verifierUnable) { try liar.activate(Array(file.utf8)) }
        XCTAssertEqual(try bench.licences().kept(), [])
    }

    // MARK: - Taken back

    func testWhatWasTakenBackIsClosedAndStaysClosed() throws {
        let bench = try LicenceBench()
        let file = try bench.licence()
        _ = try bench.purchases().activate(file)
        let id = try XCTUnwrap(bench.office.issued().first).id.rawValue
        _ = try bench.office.revoke(id, because: "Refunded")
        XCTAssertFailure(.alreadyRevoked) { try bench.office.revoke(id, because: "Twice") }
        let list = try bench.office.revocations().file
        var altered = list
        altered[40] ^= 1
        XCTAssertThrowsError(try bench.purchases().activate(altered))
        guard case .revocations(_, isNew: true) = try bench.purchases().activate(list) else { return XCTFail("refused") }
        let purchases = try bench.purchases()
        XCTAssertFalse(purchases.isOpen)
        XCTAssertEqual(try purchases.status()?.state, .revoked)
        XCTAssertFailure(.licenceRevoked) { try purchases.activate(file) }
        let later = try bench.licence()
        XCTAssertTrue(try purchases.activate(later) == .licence(Licence(payload: SignedText(later).payload), isNew: true))
        XCTAssertTrue(purchases.isOpen, "a later licence is another")
        let other = try XCTUnwrap(bench.office.issued().first).id.rawValue
        _ = try bench.office.revoke(other, because: "Refunded too")
        _ = try purchases.activate(bench.office.revocations().file)
        XCTAssertFalse(purchases.isOpen)
        guard case .revocations(let kept, isNew: false) = try purchases.activate(list) else { return XCTFail("taken") }
        XCTAssertEqual(kept.entries.count, 2, "an older list takes nothing off")
    }

    func testWhatABuildKnowsToBeTakenBackNeedsNoFile() throws {
        let bench = try LicenceBench()
        let file = try bench.licence()
        _ = try bench.purchases().activate(file)
        let id = Identifier<Licence>(try XCTUnwrap(bench.office.issued().first).id.rawValue)
        XCTAssertFalse(try bench.purchases(revoked: [id]).isOpen)
        XCTAssertFailure(.licenceRevoked) { try bench.licences(on: "laptop", revoked: [id]).activate(file) }
    }

    // MARK: - The seller's key

    func testThePrivateKeyIsForItsOwnerAlone() throws {
        let bench = try LicenceBench()
        let path = bench.home.path("hub/licence-key.pem")
        func mode() throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        XCTAssertEqual(try mode(), 0o600)
        XCTAssertTrue(bench.home.text("hub/licence-key.pem").contains("PRIVATE KEY"))
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        XCTAssertFailure(.keyUnsafe) { try bench.licence() }
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        XCTAssertNoThrow(try bench.licence())
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: bench.home.path("hub")), ["licence-key.pem"])
        let rehearsed = SigningKey.file(
            bench.home.path("new/licence-key.pem"), isRehearsal: true, of: LicenceBench.programs,
            workingIn: bench.home.path("new/work"))
        XCTAssertEqual(try rehearsed.make(), try rehearsed.publicHalf())
        XCTAssertFalse(FileManager.default.fileExists(atPath: bench.home.path("new")))
    }

    func testTheSellersFileIsRead() throws {
        let seller = try BundledCatalogues.seller()
        XCTAssertEqual(seller.contacts["dojang"], "support@tkdojang.app")
        XCTAssertEqual(seller.contacts["grain"], "support@grainapp.com")
        let key = try LicenceBench().half
        let text = #"{"keys": ["\#(key)"], "revoked": ["abc1"]}"#
        let own = try Seller(Array(text.utf8), named: "seller.json")
        XCTAssertEqual(own, Seller(keys: [key], revoked: ["abc1"]))
        for bad in [#"{"keys": ["x"]}"#, #"{"keys": [1]}"#, #"{"revoked": ["../"]}"#, #"{"contacts": []}"#] {
            XCTAssertFailure(.catalogueInvalid) { try Seller(Array(bad.utf8), named: "seller.json") }
        }
    }
}
