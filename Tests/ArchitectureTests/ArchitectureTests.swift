import XCTest

/// The rules, over the tree that this file stands in.
final class ArchitectureTests: XCTestCase {
    func testRealTreeKeepsEveryRule() throws {
        let tree = try Repository.tree.get()
        for rule in Rule.all {
            let violations = rule.check(tree)
            if !violations.isEmpty { XCTFail(([rule.name] + violations.map(\.description)).joined(separator: "\n    ")) }
        }
    }
}
