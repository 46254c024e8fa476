import XCTest

/// Checks all rules on the tree of this repository.
final class ArchitectureTests: XCTestCase {
    func testRepositoryFollowsAllRules() throws {
        let tree = try Repository.tree.get()
        for rule in Rule.all {
            let broken = rule.check(tree).map(\.description)
            if !broken.isEmpty { XCTFail(([rule.name] + broken).joined(separator: "\n    ")) }
        }
    }
}
