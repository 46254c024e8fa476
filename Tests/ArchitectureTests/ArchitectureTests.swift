import XCTest

/// The rules, over the tree that this file stands in.
final class ArchitectureTests: XCTestCase {
    func testRealTreeKeepsEveryRule() throws {
        let tree = try Repository.tree.get()
        for rule in Rule.all {
            let broken = rule.check(tree).map(\.description)
            if !broken.isEmpty { XCTFail(([rule.name] + broken).joined(separator: "\n    ")) }
        }
    }
}
