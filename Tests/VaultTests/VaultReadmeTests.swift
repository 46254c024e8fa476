import Kernel
import Storage
import Vault
import XCTest

/// Runs the example of `Modules/Vault/README.md`.
final class VaultReadmeTests: XCTestCase {
    func testExampleLocksRecords() throws {
        let passphrase = "four words of chance"
        let fixture = Fixture(given: passphrase)
        let vault = fixture.vault
        let store = fixture.store
        let base = fixture.base
        try store.write { try $0.put(Page(1, "A secret")) }
        XCTAssertTrue(try Fixture.text(of: base).contains("A secret"))
        _ = try vault.lock(passphrase)
        XCTAssertEqual(try store.read { try $0.record(Page(1, "").id)?.text }, "A secret")
        XCTAssertTrue(try vault.hasLock())
        XCTAssertFalse(try Fixture.text(of: base).contains("A secret"))
    }
}
