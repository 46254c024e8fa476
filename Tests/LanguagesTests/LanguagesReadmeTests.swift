import Languages
import XCTest

/// The example in `Modules/Languages/README.md`.
final class LanguagesReadmeTests: XCTestCase {
    func testReadmeExample() throws {
        let head = "language: es\nname: español\nstate: machine\n\n"
        let pack = LanguagePack(Array((head + "= Added {1} ({2}).\n> Se añadió {1} ({2}).\n").utf8))
        let spanish = Translator(try XCTUnwrap(Language("es")), isMachineMade: true) { [pack.bytes] }
        let name = "Kim"
        let id = "7gq2f"
        XCTAssertEqual(spanish.translation("Added \(name) (\(id))."), "Se añadió Kim (7gq2f).")
        XCTAssertEqual(spanish.translation("Removed \(name)."), "Removed Kim.", "a missing sentence stays English")
    }
}
