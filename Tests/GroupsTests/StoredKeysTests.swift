import Foundation
import Groups
import Kernel
import Outbox
import OutboxTesting
import XCTest

/// Stored keys stay the same when properties are renamed.
final class StoredKeysTests: XCTestCase {
    func testGroupKeepsItsStoredKeys() throws {
        let group = Group(
            id: Identifier("g"), name: "Tigers", purpose: "club", foundedAt: Instant(milliseconds: 7), policy: 3)
        XCTAssertEqual(try keys(of: group), ["foundedAt", "id", "name", "purpose", "statutes"])
        XCTAssertEqual(try JSONDecoder().decode(Group.self, from: JSONEncoder().encode(group)), group)
    }

    func testSubmissionKeepsItsStoredKeys() throws {
        let change = GroupSubmission.change(Identifier("p"), content: [1], label: nil, audience: .everyone)
        XCTAssertEqual(try keys(of: change), ["change"])
        XCTAssertEqual(try keys(of: GroupSubmission.withdrawal(Identifier("p"))), ["withdrawal"])
    }

    func testWaitingSubmissionKeepsStoredKeysAndTheContract() throws {
        let waiting = WaitingSubmission(
            number: 7, group: "g", submission: .withdrawal(Identifier("p")), queuedAt: Instant(milliseconds: 7))
        XCTAssertEqual(try keys(of: waiting), ["group", "id", "number", "parcel", "queuedAt"])
        let refused = try XCTUnwrap(waiting.settled(.refused(reason: "No.")))
        XCTAssertEqual(try keys(of: refused), ["group", "id", "number", "parcel", "queuedAt", "refusal"])
        XCTAssertNil(waiting.settled(.received))
        XCTAssertEqual(WaitingSubmission.collection.name, "groups.outbox")
        XCTAssertEqual(WaitingSubmission.collection.indexes.map(\.storedName), ["waiting", "number"])
        XCTAssertEqual(OutboxItemContract.over { waiting }.brokenPromises().map(\.description), [])
    }

    private func keys(of value: some Encodable) throws -> [String] {
        let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(value))
        return try XCTUnwrap(object as? [String: Any]).keys.sorted()
    }
}
