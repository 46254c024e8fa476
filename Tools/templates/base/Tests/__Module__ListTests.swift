import Kernel
import Storage
import XCTest
import __Module__

final class __Module__ListTests: XCTestCase {
    func testItemsMatchAdditionsAndRemovals() throws {
        for seed in 1...20 {
            var random = RandomSource(seed: UInt64(seed))
            let list = __Module__List.over(MemoryStore())
            var expected: Set<String> = []
            for step in 0..<40 {
                if let title = expected.randomElement(using: &random), Bool.random(using: &random) {
                    try list.remove(list.item(named: title.uppercased()))
                    expected.remove(title)
                } else {
                    expected.insert(try list.add("  item \(step) ").title)
                }
                XCTAssertEqual(Set(try list.items().map(\.title)), expected, "seed \(seed), step \(step)")
            }
        }
    }

    func testItemsAreFoundByTitleAndByIdentifier() throws {
        let list = __Module__List.over(MemoryStore())
        let item = try list.add("걷기")
        XCTAssertEqual(try list.item(named: "걷기".decomposedStringWithCanonicalMapping), item)
        XCTAssertEqual(try list.item(named: item.id.rawValue), item)
    }

    func testInvalidTitleAddsNoItem() throws {
        let list = __Module__List.over(MemoryStore())
        for title in [
            "", " \n", "a\u{1B}[31mb", String(repeating: "x", count: 61),
            "e" + String(repeating: "\u{301}", count: 1000),
        ] {
            assertFailure(.__module__TitleInvalid) { try list.add(title) }
        }
        XCTAssertEqual(try list.items(), [])
    }

    func testDuplicateTitleIsRefused() throws {
        let list = __Module__List.over(MemoryStore())
        let first = try list.add("Café")
        assertFailure(.__module__TitleTaken) { try list.add("CAFE\u{301}") }
        XCTAssertEqual(try list.items(), [first])
    }

    func testRemovedItemIsNotFound() throws {
        let list = __Module__List.over(MemoryStore())
        let item = try list.add("Once")
        try list.remove(item)
        assertFailure(.__module__ItemNotFound) { try list.remove(item) }
        assertFailure(.__module__ItemNotFound) { try list.item(named: "Once") }
    }

    private func assertFailure<Value>(_ code: Failure.Code, line: UInt = #line, _ body: () throws -> Value) {
        XCTAssertThrowsError(try body(), line: line) { XCTAssertEqual(($0 as? Failure)?.code, code, line: line) }
    }
}
