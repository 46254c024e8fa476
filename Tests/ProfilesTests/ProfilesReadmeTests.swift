import Kernel
import Profiles
import Storage
import XCTest

/// Runs the example of `Modules/Profiles/README.md`.
final class ProfilesReadmeTests: XCTestCase {
    func testReadmeExample() throws {
        let store = MemoryStore()
        let family = family(store)
        let mina = try family.add(named: "Mina")
        try family.activate(mina)
        XCTAssertEqual(try family.change(mina, ProfileChange(belt: "9k")).belt, "9k")
        try store.scoped(to: mina.partition).write { try $0.put(Paper(id: "p", text: "t", number: 1)) }
        try family.remove(mina)
        XCTAssertEqual(try family.members(), [])
    }
}
