import Composition
import FocusFlowWiring
import Foundation
import HubWiring
import Interface
import Kernel
import Monetization
import Synchronization
import TerminalTesting
import TestSupport
import XCTest

/// Licence journeys from the seller's console to the customer's app, with real folders and the real
/// `openssl`. Only the seller's public key is passed to the app.
final class LicenceJourneys: XCTestCase {
    private static let path = "/usr/bin:/bin:/usr/local/bin:/opt/homebrew/bin"

    private final class AppWorldFixture: Sendable {
        let home: Home
        let now = Mutex(Instant("2026-11-22T12:00:00Z") ?? .earliest)
        let seller = Mutex<Seller?>(nil)

        init() throws { home = try Home(isQuick: true) }

        @discardableResult
        func run(
            _ app: String, _ words: [String], on machine: String = "desk", given: [UInt8] = [], status: Int32 = 0,
            line: UInt = #line
        ) -> ScriptedConsole {
            let variables = ["HOME": home.path(machine), "PATH": LicenceJourneys.path, "LANG": "C.UTF-8"]
            let console = ScriptedConsole(
                environment: variables, columns: 200, files: given.isEmpty ? [:] : ["-": given])
            let build: App.Builder = app == "hub" ? App.hub : App.focusflow
            let output = App.run(
                app, build, words, on: console,
                adjust: { environment in
                    var copy = environment
                    copy.seller = self.seller.withLock { $0 }
                    copy.time = TimeSource(calendar: .utc, today: environment.options.today) {
                        self.now.withLock { $0 }
                    }
                    return copy
                })
            XCTAssertEqual(output, status, "\(words): \(console.error)\(console.output)", line: line)
            return console
        }

        func json(_ app: String, _ words: [String], on machine: String = "desk") throws -> JSONValue {
            try JSONValue(Data(run(app, words + ["--json"], on: machine).output.utf8))
        }

        func set(_ text: String) { now.withLock { $0 = Instant(text) ?? $0 } }

        /// Creates the seller's key and passes it to the app.
        func open() throws {
            guard case .string(let text)? = try json("hub", ["licence", "key"], on: "office")["key"],
                let key = LicenseKey(text: text)
            else { throw Failure(.init("noKey"), "No key.") }
            seller.withLock { $0 = Seller(keys: [key], contacts: ["focusflow": "pay@example.org"]) }
        }

        func issue(_ words: String...) -> [UInt8] {
            run("hub", ["licence", "issue"] + words, on: "office").outputBytes
        }
    }

    private func plan(_ world: AppWorldFixture, on machine: String = "desk") throws -> [JSONValue?] {
        let json = try world.json("focusflow", ["plan", "show"], on: machine)
        return [json["plan"], json["state"], json["sandbox"]]
    }

    private let paid: [JSONValue?] = [.string("pro"), .string("subscribed"), .bool(false)]

    func testLicenceSurvivesMoveLostFileAndReset() throws {
        let world = try AppWorldFixture()
        try world.open()
        let how = world.run("focusflow", ["plan", "buy", "com.focusflow.pro.lifetime"]).output
        for text in ["$79.99 once", "pay@example.org", "focusflow plan activate FILE", "Nothing is bought"] {
            XCTAssertTrue(how.contains(text), "\(text): \(how)")
        }
        XCTAssertEqual(try plan(world), [.string("free"), .null, .bool(false)], "an explanation buys nothing (F6)")

        let file = world.issue("com.focusflow.pro.lifetime", "Mina Park")
        let taken = world.run("focusflow", ["plan", "activate", "-"], given: file).output
        XCTAssertTrue(taken.contains("FocusFlow Pro Lifetime is yours: paid $79.99 by Mina Park on 2026-11-22"), taken)
        XCTAssertEqual(try plan(world), paid)
        for title in ["One", "Two", "Three", "Four"] { world.run("focusflow", ["task", "add", title]) }
        let output = world.run("focusflow", ["plan", "show"]).output
        for text in ["$79.99, yours for ever", "for Mina Park"] { XCTAssertTrue(output.contains(text), output) }
        XCTAssertFalse(output.contains("andbox"), output)

        // Another machine without the file: the seller sends it again.
        XCTAssertEqual(try plan(world, on: "laptop")[0], .string("free"))
        guard case .array(let issued) = try world.json("hub", ["licence", "list"], on: "office"),
            case .string(let id)? = issued.first?["id"]
        else { return XCTFail("nothing was issued") }
        let again = world.run("hub", ["licence", "show", String(id.suffix(6))], on: "office").outputBytes
        XCTAssertEqual(again, file)
        world.run("focusflow", ["plan", "activate", "-"], on: "laptop", given: again)
        XCTAssertEqual(try plan(world, on: "laptop"), paid)

        // F11: a reset erases all records but keeps the licence.
        world.run("focusflow", ["reset", "--yes"])
        XCTAssertEqual(try plan(world), paid)
        XCTAssertTrue(world.run("focusflow", ["plan", "restore"]).output.contains("com.focusflow.pro.lifetime"))

        // The seller's revocation list ends the licence: the app reports it and never shows "yours
        // for ever".
        world.set("2026-12-01T09:00:00Z")
        world.run("hub", ["licence", "revoke", id, "Refunded", "--yes"], on: "office")
        let list = world.run("hub", ["licence", "revocations"], on: "office").outputBytes
        world.run("focusflow", ["plan", "activate", "-"], given: list)
        let closed = world.run("focusflow", ["plan", "show"]).output
        XCTAssertTrue(closed.contains("taken back on 2026-12-01: Refunded"), closed)
        XCTAssertFalse(closed.contains("yours for ever"), closed)
        XCTAssertEqual(try plan(world)[0], .string("free"))
        let refused = world.run("focusflow", ["plan", "activate", "-"], given: file, status: 1)
        XCTAssertTrue(refused.error.contains("was taken back on 2026-12-01: Refunded"), refused.error)
    }

    func testExpiredLicenceStaysExpiredWithChangedClock() throws {
        let world = try AppWorldFixture()
        try world.open()
        let file = world.issue("com.focusflow.pro.monthly", "Jo")
        world.run("focusflow", ["plan", "activate", "-"], given: file)
        world.run("focusflow", ["plan", "show", "--today", "2030-01-01"])
        XCTAssertEqual(try plan(world), paid, "a requested other day changes nothing")
        world.set("2026-12-23T00:00:00Z")
        XCTAssertEqual(try plan(world), [.string("free"), .string("expired"), .bool(false)])
        for words in [["plan", "show", "--today", "2026-11-23", "--json"], ["plan", "show", "--json"]] {
            XCTAssertTrue(world.run("focusflow", words).output.contains("\"expired\""))
            world.set("2026-11-24T00:00:00Z")
        }
        XCTAssertEqual(try plan(world)[0], .string("free"), "a clock set back revives nothing")
        XCTAssertTrue(
            world.run("focusflow", ["plan", "activate", "-"], given: file, status: 1).error.contains(
                "ended on 2026-12-22"))
    }

    func testLicenseDryRunStoresNothing() throws {
        let world = try AppWorldFixture()
        world.run("hub", ["licence", "key", "--dry-run"], on: "office")
        XCTAssertFalse(
            FileManager.default.fileExists(atPath: world.home.path("office/.local/share/hub/licence-key.pem")))
        world.run("hub", ["licence", "issue", "com.coin.premium.yearly", "Jo"], on: "office", status: 1)
        try world.open()
        XCTAssertEqual(world.run("hub", ["licence", "key"], on: "office").output.contains("made before"), true)
        let file = world.issue("com.focusflow.pro.yearly", "Jo", "--price", "9.99", "--term", "P3M")
        world.run("focusflow", ["plan", "activate", "-", "--dry-run"], given: file)
        XCTAssertEqual(try plan(world)[0], .string("free"))
        world.run("focusflow", ["plan", "activate", "-", "--store", "memory"], given: file)
        XCTAssertEqual(try plan(world)[0], .string("free"))
        world.run("focusflow", ["plan", "activate", "-"], given: file)
        XCTAssertEqual(try world.json("focusflow", ["plan", "show"])["expires"], .string("2027-02-22T00:00:00.000Z"))
        for words in [["PRODUCT", "Jo"], ["com.coin.premium.yearly", "Jo", "--term", "soon"]] {
            world.run("hub", ["licence", "issue"] + words, on: "office", status: 64)
        }
        XCTAssertEqual(
            world.run("hub", ["licence", "products"], on: "office").output.contains("com.tkdojang.complete"), true)
    }

    /// An app that was built without a seller's key reports this and activates nothing.
    func testBuildWithoutSellerKeyRefusesActivation() throws {
        let world = try AppWorldFixture()
        try world.open()
        let file = world.issue("com.focusflow.pro.lifetime", "Jo")
        world.seller.withLock { $0 = Seller(keys: []) }
        XCTAssertTrue(world.run("focusflow", ["plan", "buy"]).output.contains("no seller's key"))
        XCTAssertTrue(
            world.run("focusflow", ["plan", "activate", "-"], given: file, status: 1).error.contains("no seller's key"))
    }
}
