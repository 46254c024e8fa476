import XCTest

/// The rules, over the tree that this file stands in.
final class ArchitectureTests: XCTestCase {
    func testRealTreeKeepsEveryRule() throws {
        let tree = try Repository.tree.get()
        for rule in Rule.all {
            var violations = rule.check(tree)
            var broken: [String] = []
            for known in KnownViolation.all where known.rule.name == rule.name {
                let covered = violations.filter(known.covers)
                if covered.isEmpty { broken.append("\(known.path): keeps the rule now, strike it from the known violations") }
                if covered.count <= known.count { violations.removeAll(where: known.covers) }
            }
            broken += violations.map(\.description)
            if !broken.isEmpty { XCTFail(([rule.name] + broken).joined(separator: "\n    ")) }
        }
    }
}
